//! Timing diagrams.

use rust_hdl_diagram::Timing;
use rust_hdl_diagram::timing::{Caption, Row, Wave};

use test_support::svg::{Area, assert_apart, assert_is_presentable, extent, groups, parsed, texts};

/// Presses with what they deal, cycles of a clock, states, a break, values too narrow for their names.
fn timing() -> Timing {
    let clock = (0..40).flat_map(|cycle| [(20 * cycle, true), (20 * cycle + 10, false)]).collect();
    let caption = |time, text: &str| Caption { time, text: text.to_string() };
    let states = ["PlayerFirst", "DealerFirst", "PlayerSecond"];
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    Timing {
        title: "A hand of baccarat <&>".to_string(),
        rows: vec![
            Row { name: "CLOCK_50".to_string(), wave: Wave::Clock(clock) },
            Row {
                name: "KEY0".to_string(),
                wave: Wave::Bit(vec![
                    (0, true),
                    (105, false),
                    (165, true),
                    (465, false),
                    (525, true),
                ]),
            },
            Row {
                name: "dp.new_card".to_string(),
                wave: Wave::Bus(
                    (0..40)
                        .map(|cycle| (20 * cycle, ranks[cycle as usize % 13].to_string()))
                        .collect(),
                ),
            },
            Row {
                name: "sm.state".to_string(),
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
            caption(165, "KEY0 released: player's first card 9"),
            caption(175, "and another thing at nearly the same time"),
            caption(525, "KEY0 released: dealer's first card 10"),
            caption(790, "the end of what is to be told about this hand"),
        ],
        breaks: vec![300, 440],
        end: 800,
    }
}

/// Where the texts of a picture are.
fn areas(svg: &str) -> Vec<Area> {
    let document = parsed(svg);
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(extent).collect()
}

#[test]
fn the_picture_can_be_read() {
    let svg = timing().svg();
    assert_is_presentable(&svg);
    assert_apart(&areas(&svg));
}

#[test]
fn rows_show_their_names_and_values_in_order() {
    let svg = timing().svg();
    let document = parsed(&svg);
    let rows: Vec<Vec<String>> = groups(&document, "signal").into_iter().map(texts).collect();
    assert_eq!(rows[0], ["CLOCK_50"]);
    assert_eq!(rows[1], ["KEY0"]);
    assert_eq!(rows[2].len(), 41);
    assert_eq!(rows[2][..5], ["dp.new_card", "A", "2", "3", "4"]);
    assert_eq!(rows[3], ["sm.state", "PlayerFirst", "DealerFirst", "PlayerSecond"]);
    let names: Vec<_> =
        groups(&document, "signal").iter().filter_map(|row| row.attribute("data-signal")).collect();
    assert_eq!(names, ["CLOCK_50", "KEY0", "dp.new_card", "sm.state", "brief"]);
}

#[test]
fn a_value_without_room_is_there_as_a_tooltip() {
    let svg = timing().svg();
    let document = parsed(&svg);
    let row = groups(&document, "signal").pop().expect("a row");
    assert_eq!(texts(row), ["brief", "x"]);
    let tooltips = row.descendants().filter(|node| node.has_tag_name("title"));
    let tooltips: Vec<_> = tooltips.filter_map(|title| title.text()).map(str::trim).collect();
    assert_eq!(tooltips, ["much too long", "x"]);
}

#[test]
fn captions_are_told_in_order_of_time_and_breaks_go_through_all_rows() {
    let svg = timing().svg();
    let document = parsed(&svg);
    let told: Vec<String> = groups(&document, "captions").into_iter().flat_map(texts).collect();
    let expected: Vec<String> =
        timing().captions.iter().map(|caption| caption.text.clone()).collect();
    assert_eq!(told, expected);
    assert_eq!(groups(&document, "break").len(), 2 * timing().rows.len());
}

#[test]
fn a_break_makes_room_for_its_mark() {
    let width = |timing: &Timing| -> f64 {
        parsed(&timing.svg()).root_element().attribute("width").unwrap().parse().unwrap()
    };
    let without_captions = Timing { captions: vec![], ..timing() };
    let whole = Timing { breaks: vec![], ..without_captions.clone() };
    assert!(width(&without_captions) > width(&whole) + 40.0);
}

#[test]
fn what_lies_beyond_the_end_is_left_out() {
    let mut late = timing();
    late.captions.push(Caption { time: 801, text: "too late".to_string() });
    late.breaks.push(900);
    late.rows[1].wave = Wave::Bit(vec![(0, true), (801, false)]);
    let mut none = timing();
    none.rows[1].wave = Wave::Bit(vec![(0, true)]);
    assert_eq!(late.svg(), none.svg());
}

#[test]
fn nothing_to_show_is_still_a_picture() {
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
