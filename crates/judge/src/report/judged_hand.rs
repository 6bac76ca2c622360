//! A hand on somebody's `task5`, press by press.

use crate::characters;
use baccarat_sim::HandOutputs;
use serde_json::{Value, json};

use crate::{Conventions, JudgedHand, Press};
use command_line::table::Table;
use de1_soc::BoardOutputs;
use punto_banco::Side::{Banker, Player};

/// A hand press by press. The displays are HEX5 to HEX0; the last column has the name of the state
/// register, if there is one.
pub fn presses(conventions: &Conventions, replay: &JudgedHand) -> Table<6> {
    let state = replay.state_register.as_deref().unwrap_or_default();
    let mut table = Table::new([
        ">  press",
        "HEX5 to HEX0",
        ">player",
        ">banker",
        "lights",
        &format!("<{state}"),
    ]);
    let row = |name: String, outputs: BoardOutputs, state: Option<u64>| {
        let [player, banker] = [Player, Banker].map(|side| outputs.score(side).to_string());
        let state = state.map(|state| state.to_string()).unwrap_or_default();
        [name, characters(conventions, outputs), player, banker, outputs.verdict(), state]
    };
    for press in &replay.presses {
        let number = if press.number == 0 { "reset".into() } else { press.number.to_string() };
        table.row(row(number, press.shown, press.state));
        if let Some(expected) = press.expected.filter(|expected| *expected != press.shown) {
            table.row(row("expected".into(), expected, None));
        }
    }
    table
}

/// The presses of a hand.
pub fn presses_json(replay: &JudgedHand) -> Value {
    // HEX0 comes first; 0 lights a segment.
    let outputs = |outputs: BoardOutputs| {
        let hex: [u64; 6] = std::array::from_fn(|display| outputs.hex(display));
        json!({ "ledr": outputs.ledr(), "hex": hex })
    };
    let press = |press: &Press| {
        json!({
            "press": press.number,
            "shown": outputs(press.shown),
            "expected": press.expected.map(outputs),
            "state": press.state,
        })
    };
    replay.presses.iter().map(press).collect()
}
