//! Where the page draws the marks of the roads.

use punto_banco::roads::{Cell, Colour, Placed, Roads};
use punto_banco::{Entry, Outcome, ScoreCard, Side};
use serde_json::{Value, json};

use crate::game_page::{GamePage, name};

/// A mark with its column and row, in tenths of a cell.
type Mark = (String, usize, usize);

const ROADS: [&str; 5] = ["road-bead", "road-big", "road-big-eye", "road-small", "road-cockroach"];

/// Reads the marks of a road from where their shapes are. A tie has the number beside its slash.
const DRAWN: &str = "(id) => { \
    const drawing = document.querySelector(`#${id} svg`); \
    const { left, top, height } = drawing.getBoundingClientRect(); \
    const tenths = (middle) => Math.round(60 * middle / height - 5) + 0; \
    return [...drawing.querySelectorAll('.solid, .hollow, .slash')].map((shape) => { \
        const box = shape.getBoundingClientRect(); \
        const [, mark] = /road-(\\w+)/.exec(shape.closest('[class*=road-]').getAttribute('class')); \
        const count = shape.parentNode.querySelector(':scope > .tie-count')?.textContent ?? ''; \
        return [mark + count, tenths(box.x + box.width / 2 - left), tenths(box.y + box.height / 2 - top)]; \
    }); }";

/// Reads the marks of a road on the monitor from the colours in its cells of 16 by 16 pixels.
const ON_MONITOR: &str = "([left, columns]) => { \
    const context = new OffscreenCanvas(640, 480).getContext('2d', { willReadFrequently: true }); \
    context.drawImage(document.querySelector('#monitor'), 0, 0); \
    const inks = { player: [32, 96, 208], banker: [208, 32, 40], tie: [24, 140, 72] }; \
    return Array.from({ length: 6 * columns }, (_, place) => [Math.floor(place / 6), place % 6]).flatMap(([column, row]) => { \
        const { data } = context.getImageData(left + 16 * column, 368 + 16 * row, 16, 16); \
        const has = (ink) => data.some((_, at) => at % 4 === 0 && ink.every((level, channel) => data[at + channel] === level)); \
        return Object.keys(inks).filter((mark) => has(inks[mark])).map((mark) => [mark, 10 * column, 10 * row]); \
    }); }";

/// The left edges and the columns of bead plate and big road on the monitor.
const MONITOR: &str = "[[16, 12], [224, 20]]";

fn mark(name: impl ToString, Cell { column, row }: Cell) -> Mark {
    (name.to_string(), 10 * column, 10 * row)
}

/// The marks of all roads in drawing order.
fn marks(roads: &Roads) -> [Vec<Mark>; 5] {
    let ties = |count: usize, cell| match count {
        0 => None,
        1 => Some(mark("tie", cell)),
        _ => Some(mark(format!("tie{count}"), cell)),
    };
    let win = |side| match side {
        Side::Player => "player",
        Side::Banker => "banker",
    };
    let leading = ties(roads.leading_ties, Cell { column: 0, row: 0 });
    let wins = roads.big_road.iter().flat_map(|placed| {
        [Some(mark(win(placed.mark.side), placed.cell)), ties(placed.mark.ties, placed.cell)]
    });
    let derived = |road: &[Placed<Colour>]| {
        let colour = |colour| if colour == Colour::Red { "red" } else { "blue" };
        road.iter().map(|placed| mark(colour(placed.mark), placed.cell)).collect()
    };
    [
        roads.bead_plate.iter().map(|bead| mark(name(bead.mark.outcome), bead.cell)).collect(),
        leading.into_iter().chain(wins.flatten()).collect(),
        derived(&roads.big_eye_boy),
        derived(&roads.small_road),
        derived(&roads.cockroach_pig),
    ]
}

/// The marks in the newest columns of a road, as the monitor has them: it does not count ties.
fn newest(columns: usize, marks: &[Mark]) -> Vec<Mark> {
    let last = marks.iter().map(|(_, column, _)| *column).max().unwrap_or(0);
    let first = (last + 10).saturating_sub(10 * columns);
    let seen = marks.iter().filter(|(_, column, _)| *column >= first);
    let moved = seen.map(|(mark, column, row)| {
        (mark.trim_end_matches(|c: char| c.is_ascii_digit()).to_string(), column - first, *row)
    });
    let mut marks: Vec<Mark> = moved.collect();
    marks.sort();
    marks.dedup();
    marks
}

impl GamePage {
    /// Reads the marks of several roads with a script.
    async fn marks(&mut self, roads: &str, script: &str) -> Vec<Vec<Mark>> {
        let marks: Value = self.evaluate(&format!("{roads}.map({script})")).await;
        serde_json::from_value(marks).expect("marks")
    }

    async fn drawn(&mut self) -> Vec<Vec<Mark>> {
        self.marks(&format!("{ROADS:?}"), DRAWN).await
    }
}

fn entry(outcome: Outcome) -> Entry {
    Entry { outcome, natural: false }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_marks_of_whole_shoes_are_drawn_in_their_cells_on_all_five_roads() {
    let mut page = GamePage::of("task5").await;
    let mut random = fastrand::Rng::with_seed(1);
    // Alternating wins, and streaks of up to twenty.
    for stickiness in [0.0, 0.5, 0.8] {
        let mut entries = vec![entry(Outcome::Tie), entry(Outcome::Tie)];
        while entries.len() < ScoreCard::CAPACITY {
            let last = entries[entries.len() - 1].outcome;
            let other = Outcome::ALL[random.usize(..3)];
            entries.push(entry(if random.f32() < stickiness { last } else { other }));
            let roads = Roads::of(&entries);
            let message = json!(roads);
            let show =
                format!("({{ Roads }}) => (window.shownRoads ??= new Roads()).show({message})");
            page.run("roads", &show).await;
            let (drawn, expected) = (page.drawn().await, marks(&roads));
            for ((road, drawn), expected) in ROADS.iter().zip(&drawn).zip(&expected) {
                assert_eq!(drawn, expected, "{road} after {} rounds", entries.len());
            }
        }
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn bead_plate_and_big_road_are_those_of_the_monitor() {
    let mut page = GamePage::of("casino").await;
    for rounds in 1..=6 {
        page.finish_hand().await;
        page.wait_until(&format!(
            "document.querySelectorAll('#road-bead .solid').length === {rounds}"
        ))
        .await;
        let drawn = page.drawn().await;
        let expected = [newest(12, &drawn[0]), newest(20, &drawn[1])];
        let mut shown = vec![];
        // A picture takes some time until it is shown.
        for _ in 0..200 {
            shown = page.marks(MONITOR, ON_MONITOR).await;
            shown.iter_mut().for_each(|marks| marks.sort());
            if shown == expected {
                break;
            }
        }
        assert_eq!(shown, expected, "after {rounds} rounds");
        page.clear_table().await;
    }
    page.assert_no_console_errors().await;
}
