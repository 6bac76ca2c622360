//! The timing diagram of a hand on somebody's design: what its pins show after each press.

use crate::sentences::characters;
use crate::{Conventions, JudgedHand, Press};
use baccarat_sim::HandOutputs;
use de1_soc::DISPLAYS;
use punto_banco::Side;
use rust_hdl_diagram::timing::{Caption, Row, Timing, Wave};

/// The time from one release of KEY0 to the next.
const PRESS: u64 = 2;

/// Draws a hand, and where it ends what it should show.
pub fn judged_hand_diagram(title: String, conventions: &Conventions, hand: &JudgedHand) -> Timing {
    let time = |press: &Press| press.number as u64 * PRESS;
    let all = || hand.presses.iter();
    let bus = |name: &str, text: &dyn Fn(&Press) -> String| {
        let values = all().map(|press| (time(press), text(press)));
        Row { name: name.to_string(), wave: Wave::Bus(changes(values)) }
    };
    let bit = |bit: usize| {
        let values = all().map(|press| (time(press), press.shown.ledr() >> bit & 1 == 1));
        Row { name: format!("LEDR[{bit}]"), wave: Wave::Bit(changes(values)) }
    };
    let end = (hand.presses.len() as u64) * PRESS;
    // It is down before each release.
    let key = (0..end).map(|time| (time, time.is_multiple_of(PRESS))).collect();
    let mut rows = vec![Row { name: "KEY[0]".to_string(), wave: Wave::Clock(key) }];
    for display in 0..DISPLAYS {
        let shown = |press: &Press| {
            // HEX5 comes first, with spaces between the displays.
            let shown = characters(conventions, press.shown);
            let character = shown.split(' ').rev().nth(display).unwrap_or_default();
            character.replace('.', "")
        };
        rows.push(bus(&format!("HEX{display}"), &shown));
    }
    for side in Side::BOTH {
        rows.push(bus(&format!("{side}'s score"), &|press| press.shown.score(side).to_string()));
    }
    rows.extend([bit(8), bit(9)]);
    if let Some(state) = &hand.state_register {
        let text = |press: &Press| press.state.map(|state| state.to_string()).unwrap_or_default();
        rows.push(bus(state, &text));
    }
    let expected = all().map(|press| {
        let text = press.expected.filter(|expected| *expected != press.shown).map(|expected| {
            let [player, banker] = Side::BOTH.map(|side| expected.score(side));
            let shown = characters(conventions, expected);
            format!("expected {shown}, {player} and {banker}, {}", expected.verdict())
        });
        (time(press), text)
    });
    let caption = |(time, text): (u64, Option<String>)| Some(Caption { time, text: text? });
    let captions = changes(expected).into_iter().filter_map(caption).collect();
    Timing { title, captions, rows, breaks: vec![], end }
}

/// The values that differ from the one before.
fn changes<T: PartialEq + Clone>(values: impl Iterator<Item = (u64, T)>) -> Vec<(u64, T)> {
    let mut changes: Vec<(u64, T)> = Vec::new();
    for (time, value) in values {
        if changes.last().is_none_or(|(_, last)| *last != value) {
            changes.push((time, value));
        }
    }
    changes
}
