//! The roads of a score card.

use std::collections::HashSet;

use punto_banco::roads::{BigRoad, Colour, DerivedRoad, NextMarks, Placed, Roads};
use punto_banco::{Entry, Outcome};

fn outcomes(history: &str) -> Vec<Outcome> {
    let outcome = |letter| match letter {
        'P' => Outcome::Player,
        'B' => Outcome::Banker,
        'T' => Outcome::Tie,
        _ => panic!("{letter} is not an outcome"),
    };
    history.chars().map(outcome).collect()
}

fn entries(outcomes: &[Outcome]) -> Vec<Entry> {
    outcomes.iter().map(|outcome| Entry { outcome: *outcome, natural: false }).collect()
}

fn roads(history: &str) -> Roads {
    Roads::of(&entries(&outcomes(history)))
}

fn letters(colours: &[Colour]) -> String {
    let letter = |colour: &Colour| match colour {
        Colour::Red => 'r',
        Colour::Blue => 'b',
    };
    colours.iter().map(letter).collect()
}

fn marks(road: DerivedRoad, history: &str) -> String {
    letters(&road.marks(&BigRoad::of(&outcomes(history))))
}

fn random_history(random: &mut fastrand::Rng) -> Vec<Outcome> {
    // Streaks of all lengths, and ties.
    let sticky = random.f32();
    let mut last = Outcome::Banker;
    let rounds = random.usize(0..=120);
    let next = |random: &mut fastrand::Rng| Outcome::ALL[random.usize(0..3)];
    (0..rounds)
        .map(|_| {
            if random.f32() >= sticky {
                last = next(random);
            }
            last
        })
        .collect()
}

#[test]
fn the_marks_after_a_win_are_those_that_the_derived_roads_get() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let history = random_history(&mut random);
        let before = Roads::of(&entries(&history));
        for (outcome, next) in
            [(Outcome::Player, before.after_player), (Outcome::Banker, before.after_banker)]
        {
            let after = Roads::of(&entries(&[&history[..], &[outcome]].concat()));
            let new = |road: fn(&Roads) -> &Vec<Placed<Colour>>| {
                road(&after).get(road(&before).len()).map(|placed| placed.mark)
            };
            let expected = NextMarks {
                big_eye_boy: new(|roads| &roads.big_eye_boy),
                small_road: new(|roads| &roads.small_road),
                cockroach_pig: new(|roads| &roads.cockroach_pig),
            };
            assert_eq!(next, expected, "{outcome:?} after {history:?}");
        }
    }
}

#[test]
fn the_bead_plate_goes_down_its_columns() {
    let bead_plate = roads("PBTPBTPB").bead_plate;
    let cell = |place: usize| (bead_plate[place].cell.column, bead_plate[place].cell.row);
    assert_eq!((cell(0), cell(5), cell(6), cell(7)), ((0, 0), (0, 5), (1, 0), (1, 1)));
    assert_eq!(bead_plate[2].mark.outcome, Outcome::Tie);
}

#[test]
fn ties_are_slashes_on_the_win_before_them() {
    let cases: [(&str, usize, &[usize]); 5] = [
        ("", 0, &[]),
        ("TT", 2, &[]),
        ("TTB", 2, &[0]),
        ("BTTPT", 0, &[2, 1]),
        ("TPTPTTTB", 1, &[1, 3, 0]),
    ];
    for (history, leading, slashes) in cases {
        let roads = roads(history);
        assert_eq!(roads.leading_ties, leading, "{history}");
        let ties: Vec<usize> = roads.big_road.iter().map(|win| win.mark.ties).collect();
        assert_eq!(ties, slashes, "{history}");
    }
}

#[test]
fn a_long_streak_has_a_dragons_tail() {
    let big_road = roads("BBBBBBBBPP").big_road;
    let cells: Vec<_> = big_road.iter().map(|win| (win.cell.column, win.cell.row)).collect();
    let expected = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (1, 0), (1, 1)];
    assert_eq!(cells, expected);
}

/// The first mark of each road: at the second win of its first column, or else at the first win of
/// the column after.
#[test]
fn derived_roads_start_at_the_first_comparable_win() {
    use DerivedRoad::{BigEyeBoy, CockroachPig, SmallRoad};
    let cases = [
        (BigEyeBoy, "BBP", ""),
        (BigEyeBoy, "BPB", "r"),
        (BigEyeBoy, "BBPB", "b"),
        (BigEyeBoy, "BPP", "b"),
        (BigEyeBoy, "BBPP", "r"),
        (SmallRoad, "BPB", ""),
        (SmallRoad, "BPBP", "r"),
        (SmallRoad, "BPBB", "b"),
        (SmallRoad, "BBPBB", "r"),
        (CockroachPig, "BPBP", ""),
        (CockroachPig, "BPBPB", "r"),
        (CockroachPig, "BPBPP", "b"),
        (CockroachPig, "BBPBPP", "r"),
    ];
    for (road, history, expected) in cases {
        assert_eq!(marks(road, history), expected, "{road:?}, {history}");
    }
}

/// Worked out by hand from the streaks 2, 3, 1, 2, 3, 1 (columns and rows counted from 1).
///
/// | win | big eye boy | small road | cockroach pig |
/// |---|---|---|---|
/// | column 2, row 2 | beside column 1: two wins, red | | |
/// | column 2, row 3 | beside column 1: ends above, blue | | |
/// | column 3, row 1 | 3 and 2 long, blue | | |
/// | column 4, row 1 | 1 and 3 long, blue | 1 and 2 long, blue | |
/// | column 4, row 2 | column 3: ends above, blue | column 2: two wins, red | column 1: two wins, red |
/// | column 5, row 1 | 2 and 1 long, blue | 2 and 3 long, blue | 2 and 2 long, red |
/// | column 5, row 2 | column 4: two wins, red | column 3: ends above, blue | column 2: two wins, red |
/// | column 5, row 3 | column 4: ends above, blue | column 3: two gaps, red | column 2: two wins, red |
/// | column 6, row 1 | 3 and 2 long, blue | 3 and 1 long, blue | 3 and 3 long, red |
#[test]
fn an_example_matches_the_marks_worked_out_by_hand() {
    let history = "BBPPPBPPBBBP";
    assert_eq!(marks(DerivedRoad::BigEyeBoy, history), "rbbbbbrbb");
    assert_eq!(marks(DerivedRoad::SmallRoad, history), "brbbrb");
    assert_eq!(marks(DerivedRoad::CockroachPig, history), "rrrrr");

    let cells: Vec<_> =
        roads(history).big_eye_boy.iter().map(|mark| (mark.cell.column, mark.cell.row)).collect();
    let expected = [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 0), (3, 0), (3, 1)];
    assert_eq!(cells, expected);
}

/// The same roads from another formulation of the rule, which looks at single cells only: below the
/// top row a mark is red if the cells beside the win and above that are both taken or both empty;
/// in the top row it is the opposite of what it would have been if the previous streak had
/// continued.
fn marks_cell_by_cell(road: DerivedRoad, outcomes: &[Outcome]) -> String {
    let mut taken = HashSet::new();
    let mut marks = String::new();
    let mut last: Option<(Outcome, i32, i32)> = None;
    for outcome in outcomes.iter().copied().filter(|outcome| *outcome != Outcome::Tie) {
        let distance = road.distance() as i32;
        let mark = |column: i32, row: i32, taken: &HashSet<(i32, i32)>| {
            let beside = column - distance;
            let is_alike = taken.contains(&(beside, row)) == taken.contains(&(beside, row - 1));
            (beside >= 0).then_some(is_alike)
        };
        let (column, row, is_red) = match last {
            None => (0, 0, None),
            Some((before, column, row)) if before == outcome => {
                (column, row + 1, mark(column, row + 1, &taken))
            }
            Some((_, column, row)) => {
                (column + 1, 0, mark(column, row + 1, &taken).map(|is_red| !is_red))
            }
        };
        taken.insert((column, row));
        last = Some((outcome, column, row));
        marks.extend(is_red.map(|is_red| if is_red { 'r' } else { 'b' }));
    }
    marks
}

#[test]
fn two_formulations_of_the_rule_agree() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..10_000 {
        let history = random_history(&mut random);
        for road in DerivedRoad::ALL {
            let marks = letters(&road.marks(&BigRoad::of(&history)));
            assert_eq!(marks, marks_cell_by_cell(road, &history), "{road:?}: {history:?}");
        }
    }
}

#[test]
fn another_round_only_adds_marks() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let history = entries(&random_history(&mut random));
        let mut before = Roads::of(&[]);
        for rounds in 0..=history.len() {
            let after = Roads::of(&history[..rounds]);
            assert!(after.bead_plate.starts_with(&before.bead_plate));
            assert!(after.big_eye_boy.starts_with(&before.big_eye_boy));
            assert!(after.small_road.starts_with(&before.small_road));
            assert!(after.cockroach_pig.starts_with(&before.cockroach_pig));
            // A tie is one more slash on the last win.
            let wins = |roads: &Roads| {
                roads.big_road.iter().map(|win| (win.cell, win.mark.side)).collect::<Vec<_>>()
            };
            assert!(wins(&after).starts_with(&wins(&before)));
            before = after;
        }
    }
}
