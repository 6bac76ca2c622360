//! `bead_plate` and `big_road`: after random shoes, every short shoe and long streaks, each cell is
//! that of the roads in plain Rust.

use baccarat_hdl::bead_plate::BeadPlate;
use baccarat_hdl::big_road::BigRoad;
use punto_banco::roads::{Cell, ROWS, Roads};
use punto_banco::{Entry, Outcome, ScoreCard, Side};

use specifications::copies::Copies;

/// The columns of the windows.
const BEAD_COLUMNS: usize = 12;
const ROAD_COLUMNS: usize = 20;

/// The fewest cycles between two hands: five releases of KEY0, two cycles apart.
const HAND: usize = 10;

/// The marks of a window, row by row in each column.
type Window = Vec<u64>;

/// Returns the window with the newest of so many columns.
fn window(columns: usize, marks: &[(Cell, u64)]) -> Window {
    let used = marks.iter().map(|(cell, _)| cell.column + 1).max().unwrap_or(0);
    let first = used.saturating_sub(columns);
    let mut window = vec![0; columns * ROWS];
    for (cell, mark) in marks.iter().filter(|(cell, _)| cell.column >= first) {
        window[(cell.column - first) * ROWS + cell.row] = *mark;
    }
    window
}

fn roads(shoe: &[Outcome]) -> Roads {
    let entry = |outcome: &Outcome| Entry { outcome: *outcome, natural: false };
    Roads::of(&shoe.iter().map(entry).collect::<Vec<_>>())
}

/// Returns the code of an outcome in the hardware.
fn code(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Player => 1,
        Outcome::Banker => 2,
        Outcome::Tie => 3,
    }
}

fn bead_plate(shoe: &[Outcome]) -> Window {
    let beads = roads(shoe).bead_plate;
    let beads: Vec<_> = beads.iter().map(|it| (it.cell, code(it.mark.outcome))).collect();
    window(BEAD_COLUMNS, &beads)
}

/// The marks, with 4 added if a tie follows, or comes before the first win.
fn big_road(shoe: &[Outcome]) -> Window {
    let mark = |side| match side {
        Side::Player => 1,
        Side::Banker => 2,
    };
    let roads = roads(shoe);
    let marked = |ties: usize| if ties > 0 { 4 } else { 0 };
    let marks =
        roads.big_road.iter().map(|win| (win.cell, mark(win.mark.side) | marked(win.mark.ties)));
    let mut marks: Vec<_> = marks.collect();
    if marks.is_empty() && roads.leading_ties > 0 {
        marks.push((Cell { column: 0, row: 0 }, 0));
    }
    if let Some((_, first)) = marks.first_mut() {
        *first |= marked(roads.leading_ties);
    }
    window(ROAD_COLUMNS, &marks)
}

/// Plays a shoe in each copy.
fn play(copies: &mut Copies, shoes: &[Vec<Outcome>]) {
    for hand in 0..shoes.iter().map(Vec::len).max().unwrap_or(0) {
        let outcome = |copy: usize| shoes.get(copy).and_then(|shoe| shoe.get(hand));
        copies.set_each("outcome", |copy| outcome(copy).map_or(0, |outcome| code(*outcome)));
        copies.set_each("record", |copy| outcome(copy).is_some().into());
        copies.clock("clock", 1);
        copies.set("record", 0);
        copies.clock("clock", HAND - 1);
    }
}

fn renew(copies: &mut Copies) {
    copies.set("renew", 1);
    copies.clock("clock", 1);
    copies.set("renew", 0);
    copies.clock("clock", HAND);
}

/// Compares every cell of every copy. The outputs are the mark, from the lowest bits on.
fn compare(
    copies: &mut Copies,
    outputs: &[(&str, u32)],
    shoes: &[Vec<Outcome>],
    expected: fn(&[Outcome]) -> Window,
) {
    let windows: Vec<Window> = shoes.iter().map(|shoe| expected(shoe)).collect();
    for place in 0..windows[0].len() {
        let (column, row) = (place / ROWS, place % ROWS);
        copies.set("column", column as u64);
        copies.set("row", row as u64);
        copies.clock("clock", 1);
        let mut found = vec![0; copies.count()];
        for (output, shift) in outputs {
            for (found, value) in found.iter_mut().zip(copies.output(output)) {
                *found |= value << shift;
            }
        }
        for ((window, found), shoe) in windows.iter().zip(found).zip(shoes) {
            assert_eq!(found, window[place], "column {column}, row {row} after {shoe:?}");
        }
    }
}

/// Plays the shoes in both modules, and in each copy those of its neighbour before them.
fn check(shoes: &[Vec<Outcome>]) {
    let mut neighbours = shoes.to_vec();
    neighbours.rotate_left(1);
    let mut plates = Copies::of("bead_plate", &BeadPlate::default(), shoes.len());
    let mut big_roads = Copies::of("big_road", &BigRoad::default(), shoes.len());
    for shoes in [neighbours.as_slice(), shoes] {
        renew(&mut plates);
        renew(&mut big_roads);
        play(&mut plates, shoes);
        play(&mut big_roads, shoes);
        compare(&mut plates, &[("bead", 0)], shoes, bead_plate);
        compare(&mut big_roads, &[("mark", 0), ("tie", 2)], shoes, big_road);
    }
}

/// A shoe of random length. Outcomes are repeated with a random probability, so that some have long
/// streaks.
fn random_shoe(random: &mut fastrand::Rng) -> Vec<Outcome> {
    let sticky = random.f32();
    let mut last = Outcome::Tie;
    let hands = random.usize(..=ScoreCard::CAPACITY);
    let outcome = |_| {
        if random.f32() >= sticky {
            last = Outcome::ALL[random.usize(..3)];
        }
        last
    };
    (0..hands).map(outcome).collect()
}

#[test]
fn random_shoes_have_the_roads_of_plain_rust() {
    let mut random = fastrand::Rng::with_seed(1);
    let shoes: Vec<_> = (0..10_000).map(|_| random_shoe(&mut random)).collect();
    check(&shoes);
}

#[test]
fn every_shoe_of_up_to_seven_hands_has_the_roads_of_plain_rust() {
    let mut shoes = vec![vec![]];
    for first in 0.. {
        if shoes.len() <= first || shoes[first].len() == 7 {
            break;
        }
        for outcome in Outcome::ALL {
            let mut longer = shoes[first].clone();
            longer.push(outcome);
            shoes.push(longer);
        }
    }
    assert_eq!(shoes.len(), (3_usize.pow(8) - 1) / 2);
    check(&shoes);
}

/// A shoe of streaks of these lengths, with a tie after every third win.
fn streaks(lengths: &[usize]) -> Vec<Outcome> {
    let mut shoe = vec![];
    for (number, length) in lengths.iter().enumerate() {
        for _ in 0..*length {
            shoe.push([Outcome::Banker, Outcome::Player][number % 2]);
            if shoe.len() % 4 == 3 {
                shoe.push(Outcome::Tie);
            }
        }
    }
    shoe
}

#[test]
fn long_streaks_turn_right_and_past_each_other() {
    let nested = [14, 12, 10, 8, 6, 4, 2];
    let lengths: [&[usize]; 10] = [
        &[78],
        &[1; 78],
        &[26, 26, 26],
        &[7, 1, 6, 7, 1, 6, 7, 1, 6, 7, 1, 6],
        &[9, 7, 6, 1, 5, 5, 5, 5, 5],
        &nested,
        // Streaks left of the window.
        &[60, 6, 8],
        &[1, 1, 14, 12, 10, 8, 6, 4, 2, 1, 1],
        &[14, 12, 10, 8, 6, 12, 3, 1, 6],
        &[30, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 6, 7],
    ];
    check(&lengths.map(streaks));
}

#[test]
fn roads_are_empty_at_power_up() {
    let mut plates = Copies::of("bead_plate", &BeadPlate::default(), 1);
    compare(&mut plates, &[("bead", 0)], &[vec![]], bead_plate);
    let mut big_roads = Copies::of("big_road", &BigRoad::default(), 1);
    compare(&mut big_roads, &[("mark", 0), ("tie", 2)], &[vec![]], big_road);
}
