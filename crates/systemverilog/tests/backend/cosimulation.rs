//! Errors of `cosimulate`: the design and its block differ, or cannot be compared.

use rust_hdl::prelude::*;
use rust_hdl_describe::Ports;
use rust_hdl_rtl::{Evaluator, ModuleId, elaborate};

use crate::harness::{NAME, compare, design};

/// `rust-hdl`'s syntax tree drops the guard.
#[derive(Default, LogicBlock, Ports)]
struct Guarded {
    pub a: Signal<In, Bits<2>>,
    pub permitted: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for Guarded {
    #[hdl_gen]
    fn update(&mut self) {
        match self.a.val().index() {
            1 if self.permitted.val() => self.y.next = true,
            _ => self.y.next = false,
        }
    }
}

#[test]
fn a_match_guard_is_reported() {
    let mismatch = compare::<Guarded>().unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "module `guarded`: the design differs from the Rust simulation: `y` is 0x1 instead of 0x0, \
         a = 0x1, permitted = 0x0. Either the translation is wrong, or the kernel uses a construct that rust-hdl drops, \
         such as a guard on a match arm"
    );
}

/// An input chooses a bit, and may be out of range.
#[derive(Default, LogicBlock, Ports)]
struct OutOfRange {
    pub word: Signal<In, Bits<3>>,
    pub position: Signal<In, Bits<2>>,
    pub y: Signal<Out, Bit>,
}

impl Logic for OutOfRange {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.word.val().get_bit(self.position.val().index());
    }
}

#[test]
fn a_panic_of_the_simulation_is_reported() {
    let mismatch = compare::<OutOfRange>().unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "module `out_of_range`: rust-hdl's simulation panics, word = 0x0, position = 0x3: assertion failed: index < N"
    );
}

/// Two registers that clock each other.
#[derive(Default, LogicBlock, Ports)]
struct Oscillator {
    pub enable: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
    first_clock: Signal<Local, Clock>,
    second_clock: Signal<Local, Clock>,
    first: DFF<Bit>,
    second: DFF<Bit>,
}

impl Logic for Oscillator {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_clock.next =
            (self.enable.val() & (self.first.q.val() == self.second.q.val())).into();
        self.second_clock.next =
            (self.enable.val() & (self.first.q.val() != self.second.q.val())).into();
        self.first.clock.next = self.first_clock.val();
        self.second.clock.next = self.second_clock.val();
        self.first.d.next = !self.first.q.val();
        self.second.d.next = !self.second.q.val();
        self.y.next = self.first.q.val();
    }
}

#[test]
fn a_block_that_never_settles_is_reported() {
    let mismatch = compare::<Oscillator>().unwrap_err();
    let message = mismatch.to_string();
    let start = "module `oscillator`: rust-hdl's simulation does not settle, on step ";
    assert!(message.starts_with(start) && message.ends_with("enable = 0x1"), "{message}");
}

#[test]
fn a_design_that_never_settles_is_reported() {
    let design = design::<Oscillator>();
    let mut evaluator = Evaluator::new(&design, ModuleId(0)).unwrap();
    assert!(evaluator.settle().is_ok());
    let enable = evaluator.flat().module.find("enable").unwrap();
    evaluator.set(enable, 1);
    assert_eq!(
        evaluator.settle().unwrap_err().to_string(),
        "the circuit oscillates: its registers keep clocking each other"
    );
}

#[test]
fn a_value_that_is_too_wide_for_its_input_is_truncated() {
    let design = design::<OutOfRange>();
    let mut evaluator = Evaluator::new(&design, ModuleId(0)).unwrap();
    let word = evaluator.flat().module.find("word").unwrap();
    evaluator.set(word, u128::MAX);
    assert_eq!(evaluator.get(word), 7);
}

#[test]
fn a_signal_elaborates_to_an_empty_module() {
    let design = elaborate(&[(NAME, &Signal::<In, Bit>::default())]).unwrap();
    assert_eq!(design.modules.len(), 1);
    assert!(design.modules[0].signals.is_empty());
}
