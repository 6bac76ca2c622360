//! A hand with the synchronised clocking, as a testbench in the style of rust-hdl, and its
//! waveform.
//!
//! `VCD=1 cargo test --test hardware` writes `target/tmp/hand.vcd`, and `VCD=FOLDER` writes
//! `hand.vcd` in that folder. Open it in GTKWave or Surfer. The pins are in `task5`, the datapath
//! in `dp` and the state machine in `sm` below it; the states of `sm.state.q` are names. Without
//! `VCD` nothing is written.

use std::env;
use std::fs;
use std::path::PathBuf;

use baccarat_hdl::task5::Task5;
use punto_banco::{Rank, Round};
use rust_hdl::prelude::*;

use crate::CLOCK_HZ;
use crate::display::{Display, rank};
use crate::test_driver::{KEYS_UP, PRESS, SETTLE, STEP, display};

/// Cycles of CLOCK_50 before the first press.
const START: u64 = 16;
/// The duration of each press in cycles of CLOCK_50, such that both sides draw.
const HOLDS: [u64; 6] = [PRESS, 5, 9, 4, 7, 6];

/// Plays a hand from power-up and returns its waveform.
fn hand() -> Vec<u8> {
    let mut sim = simple_sim!(Task5, CLOCK_50, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.KEY.next = KEYS_UP.into();
        wait_clock_cycles!(ep, CLOCK_50, x, START);

        let mut dealt: Vec<Rank> = vec![];
        for hold in HOLDS {
            let before = display(&*x);
            assert_eq!(before, Display::of(&dealt), "after {dealt:?}");
            x.KEY.next = (KEYS_UP & !(1 << STEP)).into();
            wait_clock_cycles!(ep, CLOCK_50, x, hold);
            x.KEY.next = KEYS_UP.into();
            wait_clock_cycles!(ep, CLOCK_50, x, SETTLE);
            // The card dealt is the one that has appeared.
            let after = display(&*x);
            let cards = before.cards().zip(after.cards());
            dealt.extend(cards.filter(|(was, is)| was != is).filter_map(|(_, card)| rank(card)));
        }
        assert_eq!(display(&*x), Display::of(&dealt), "after {dealt:?}");
        assert!(Round::of(&dealt).is_some(), "{dealt:?} is not a finished hand");
        wait_clock_cycles!(ep, CLOCK_50, x, SETTLE);
        ep.done(x)
    });
    let mut waveform = vec![];
    sim.run_traced(Box::new(Task5::default()), sim_time::ONE_MILLISECOND, &mut waveform).unwrap();
    fix(waveform)
}

/// Fixes the VCD of rust-hdl for viewers: names the top `task5` and declares enums as strings.
fn fix(waveform: Vec<u8>) -> Vec<u8> {
    let waveform = String::from_utf8(waveform).unwrap();
    let (header, changes) = waveform.split_once("$enddefinitions").unwrap();
    let header = header
        .replacen("$scope module uut $end", "$scope module task5 $end", 1)
        .replace("$var wire 0 ", "$var string 1 ");
    format!("{header}$enddefinitions{changes}").into_bytes()
}

/// Returns the file to write the waveform to, if requested.
fn file() -> Option<PathBuf> {
    let folder = match env::var_os("VCD")? {
        value if value.is_empty() || value == "0" => return None,
        value if value == "1" => PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
        folder => PathBuf::from(folder),
    };
    Some(folder.join("hand.vcd"))
}

#[test]
fn a_hand_follows_the_rules_from_power_up() {
    let waveform = hand();
    if let Some(file) = file() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, waveform).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

#[test]
fn the_waveform_is_valid_and_has_the_names_of_pins_and_states() {
    let waveform = hand();
    let mut reader = vcd::Parser::new(waveform.as_slice());
    let header = reader.parse_header().unwrap();
    let find = |path: &[&str]| {
        header.find_var(path).unwrap_or_else(|| panic!("no signal {}", path.join("."))).code
    };
    for pin in ["KEY", "HEX5", "HEX4", "HEX3", "HEX2", "HEX1", "HEX0"] {
        find(&["task5", pin]);
    }
    let clock = find(&["task5", "CLOCK_50"]);
    let state = find(&["task5", "sm", "state", "q"]);

    let (mut cycles, mut states) = (0, vec![]);
    for change in reader {
        match change.unwrap() {
            vcd::Command::ChangeScalar(signal, vcd::Value::V1) if signal == clock => cycles += 1,
            vcd::Command::ChangeString(signal, name) if signal == state => states.push(name),
            _ => {}
        }
    }
    assert_eq!(cycles, START + HOLDS.iter().sum::<u64>() + (HOLDS.len() as u64 + 1) * SETTLE);
    let opening = ["PlayerFirst", "DealerFirst", "PlayerSecond", "DealerSecond", "ThirdCard"];
    assert_eq!(states[..5], opening);
    assert_eq!(states.last().unwrap(), "Done");
}
