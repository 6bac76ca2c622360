//! Recovery from illegal states, as after a glitch or a single-event upset.
//!
//! The registers of a module are private, so these tests force them in the elaborated design, by its evaluator.
//! `baccarat generate` checks by cosimulation that the design agrees with the Rust simulation.

use baccarat::generator::{self, Clocking};
use rust_hdl_rtl::{Evaluator, SignalId};

/// A module of the design with its clock; signals are set and read by name.
struct Bench {
    evaluator: Evaluator,
    clock: &'static str,
}

impl Bench {
    fn new(module: &str, clock: &'static str) -> Bench {
        let design = generator::design(Clocking::Synchronised).unwrap();
        let module = design.find(module).unwrap();
        Bench { evaluator: Evaluator::new(&design, module).unwrap(), clock }
    }

    fn signal(&self, name: &str) -> SignalId {
        self.evaluator.flat().module.find(name).unwrap_or_else(|| panic!("no signal `{name}`"))
    }

    fn set(&mut self, name: &str, value: u128) {
        self.evaluator.set(self.signal(name), value);
        self.evaluator.settle().unwrap();
    }

    fn get(&self, name: &str) -> u128 {
        self.evaluator.get(self.signal(name)).to_u128().expect("at most 128 bits")
    }

    fn clock(&mut self) {
        self.set(self.clock, 1);
        self.set(self.clock, 0);
    }
}

#[test]
fn dealcard_goes_to_a_rank_from_every_code() {
    for state in 0..16 {
        let mut shoe = Bench::new("dealcard", "clock");
        shoe.set("resetb", 1);
        shoe.set("new_card", state);
        shoe.clock();
        let next = shoe.get("new_card");
        assert!((1..=13).contains(&next), "{next} after {state}");
        // From there it counts normally.
        shoe.clock();
        assert_eq!(shoe.get("new_card"), next % 13 + 1, "after {state} and {next}");
    }
}

#[test]
fn dealcard_is_reset_to_the_ace_from_every_state() {
    for state in 0..16 {
        let mut shoe = Bench::new("dealcard", "clock");
        shoe.set("new_card", state);
        shoe.clock();
        assert_eq!(shoe.get("new_card"), 1, "from {state}");
    }
}

/// The outputs of the state machine, in the order of its ports.
const OUTPUTS: [&str; 8] = [
    "load_pcard1",
    "load_pcard2",
    "load_pcard3",
    "load_dcard1",
    "load_dcard2",
    "load_dcard3",
    "player_win_light",
    "dealer_win_light",
];

/// Only `load_pcard1`.
const INITIAL_OUTPUTS: [u128; 8] = [1, 0, 0, 0, 0, 0, 0, 0];

/// The illegal encoding of `state`: there are seven states in three bits.
const ILLEGAL_STATE: u128 = 7;

/// The state machines of both clockings, with scores that turn a win light on at the end of a hand.
fn statemachines() -> [Bench; 2] {
    ["statemachine", "statemachine_stepped"].map(|module| {
        let mut bench = Bench::new(module, "slow_clock");
        if module == "statemachine_stepped" {
            bench.set("step", 1);
        }
        bench.set("pscore", 7);
        bench.set("dscore", 7);
        bench
    })
}

fn outputs(bench: &Bench) -> [u128; 8] {
    OUTPUTS.map(|name| bench.get(name))
}

#[test]
fn statemachine_is_reset_to_the_start_from_every_encoding() {
    for state in 0..8 {
        for mut bench in statemachines() {
            bench.set("resetb", 0);
            bench.set("state", state);
            bench.clock();
            assert_eq!(outputs(&bench), INITIAL_OUTPUTS, "from {state}");
        }
    }
}

#[test]
fn statemachine_goes_to_the_start_from_the_illegal_encoding() {
    for mut bench in statemachines() {
        bench.set("resetb", 1);
        bench.set("state", ILLEGAL_STATE);
        assert_eq!(outputs(&bench), [0, 0, 0, 0, 0, 0, 1, 1], "no card is due: a tie");
        bench.clock();
        assert_eq!(outputs(&bench), INITIAL_OUTPUTS);
    }
}
