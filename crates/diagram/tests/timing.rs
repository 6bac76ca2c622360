//! Timing diagrams.

use rust_hdl_diagram::Timing;
use rust_hdl_diagram::timing::{Caption, Row, Wave};

use test_support::svg::{Area, assert_apart, assert_is_presentable, extent, groups, parsed, texts};

/// Events, a clock, states, breaks, and values without room for their text.
fn timing() -> Timing {
    let clock = (0..40).flat_map(|cycle| [(20 * cycle, true), (20 * cycle + 10, false)]).collect();
    let caption = |time, text: &str| Caption { time, text: text.to_string() };
    let states = ["Idle", "Address", "Transfer"];
    let counts = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"];
    Timing {
        title: "A bus transfer <&>".to_string(),
        rows: vec![
            Row { name: "clock".to_string(), wave: Wave::Clock(clock) },
            Row {
                name: "request".to_string(),
                wave: Wave::Bit(vec![
                    (0, true),
                    (105, false),
                    (165, true),
                    (465, false),
                    (525, true),
                ]),
            },
            Row {
                name: "counter.count".to_string(),
                wave: Wave::Bus(
                    (0..40)
                        .map(|cycle| (20 * cycle, counts[cycle as usize % 13].to_string()))
                        .collect(),
                ),
            },
            Row {
                name: "fsm.state".to_string(),
                wave: Wave::Bus(
                    states
                        .iter()
                        .zip([0, 220, 580])
                        .map(|(name, time)| (time, name.to_string()))
                        .collect(),
                ),
            },
            Row {
                name: "brief".to_string(),
                wave: Wave::Bus(vec![
                    (0, String::new()),
                    (300, "much too long".to_string()),
                    (301, "x".to_string()),
                ]),
            },
        ],
        captions: vec![
            caption(165, "request withdrawn: first transfer"),
            caption(175, "and another thing at nearly the same time"),
            caption(525, "request withdrawn: second transfer"),
            caption(790, "the last event, close to the end of the diagram"),
        ],
        breaks: vec![300, 440],
        end: 800,
    }
}

/// The areas of all texts.
fn areas(svg: &str) -> Vec<Area> {
    let document = parsed(svg);
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(extent).collect()
}

#[test]
fn texts_do_not_overlap() {
    let svg = timing().svg();
    assert_is_presentable(&svg);
    assert_apart(&areas(&svg));
}

#[test]
fn rows_show_their_names_and_values_in_order() {
    let svg = timing().svg();
    let document = parsed(&svg);
    let rows: Vec<Vec<String>> = groups(&document, "signal").into_iter().map(texts).collect();
    assert_eq!(rows[0], ["clock"]);
    assert_eq!(rows[1], ["request"]);
    assert_eq!(rows[2].len(), 41);
    assert_eq!(rows[2][..5], ["counter.count", "1", "2", "3", "4"]);
    assert_eq!(rows[3], ["fsm.state", "Idle", "Address", "Transfer"]);
    let names: Vec<_> =
        groups(&document, "signal").iter().filter_map(|row| row.attribute("data-signal")).collect();
    assert_eq!(names, ["clock", "request", "counter.count", "fsm.state", "brief"]);
}

#[test]
fn a_value_without_room_is_a_tooltip() {
    let svg = timing().svg();
    let document = parsed(&svg);
    let row = groups(&document, "signal").pop().expect("a row");
    assert_eq!(texts(row), ["brief", "x"]);
    let tooltips = row.descendants().filter(|node| node.has_tag_name("title"));
    let tooltips: Vec<_> = tooltips.filter_map(|title| title.text()).map(str::trim).collect();
    assert_eq!(tooltips, ["much too long", "x"]);
}

#[test]
fn captions_are_in_order_of_time_and_breaks_cross_all_rows() {
    let svg = timing().svg();
    let document = parsed(&svg);
    let shown: Vec<String> = groups(&document, "captions").into_iter().flat_map(texts).collect();
    let expected: Vec<String> =
        timing().captions.iter().map(|caption| caption.text.clone()).collect();
    assert_eq!(shown, expected);
    assert_eq!(groups(&document, "break").len(), 2 * timing().rows.len());
}

#[test]
fn a_break_widens_the_diagram() {
    let width = |timing: &Timing| -> f64 {
        parsed(&timing.svg()).root_element().attribute("width").unwrap().parse().unwrap()
    };
    let without_captions = Timing { captions: vec![], ..timing() };
    let whole = Timing { breaks: vec![], ..without_captions.clone() };
    assert!(width(&without_captions) > width(&whole) + 40.0);
}

#[test]
fn changes_after_the_end_are_not_drawn() {
    let mut late = timing();
    late.captions.push(Caption { time: 801, text: "too late".to_string() });
    late.breaks.push(900);
    late.rows[1].wave = Wave::Bit(vec![(0, true), (801, false)]);
    let mut none = timing();
    none.rows[1].wave = Wave::Bit(vec![(0, true)]);
    assert_eq!(late.svg(), none.svg());
}

#[test]
fn diagrams_without_rows_or_changes_are_valid() {
    let empty = Timing { title: "Nothing".to_string(), ..Timing::default() };
    assert_is_presentable(&empty.svg());
    let silent = ["a", "b", "c"].into_iter().zip([
        Wave::Clock(vec![]),
        Wave::Bit(vec![]),
        Wave::Bus(vec![]),
    ]);
    let rows = silent.map(|(name, wave)| Row { name: name.to_string(), wave }).collect();
    let silent = Timing { title: "Silence".to_string(), rows, ..Timing::default() };
    assert_is_presentable(&silent.svg());
}
