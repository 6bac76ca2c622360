//! Errors of `cosimulate`: the design and its block differ, or cannot be compared.

use rust_hdl::prelude::*;
use rust_hdl_rtl::{
    Design, Evaluator, Expression, ItemKind, ModuleId, Type, cosimulate_module, elaborate,
};

use crate::harness::{NAME, STEPS, compare, design, top};

blocks! { self:
    /// `rust-hdl`'s syntax tree drops the guard.
    Guarded: #[hdl_gen] {
        pub a: Signal<In, Bits<2>>,
        pub permitted: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
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

blocks! { self:
    /// An input chooses a bit, and may be out of range.
    OutOfRange: #[hdl_gen] {
        pub word: Signal<In, Bits<3>>,
        pub position: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bit>,
    } {
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

blocks! { self:
    /// Widens a signed number.
    Widened: #[hdl_gen] {
        pub a: Signal<In, Signed<4>>,
        pub y: Signal<Out, Signed<6>>,
    } {
        self.y.next = signed_bit_cast::<6, 4>(self.a.val());
    }

    /// Shifts by a number of 64 bits in one branch.
    Shifted: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub amount: Signal<In, Bits<64>>,
        pub y: Signal<Out, Bits<4>>,
    } {
        self.y.next = 0.into();
        if self.a.val().any() {
            self.y.next = self.a.val() << self.amount.val();
        }
    }

    /// The same cast where a register is loaded.
    Counted: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Signed<6>>,
        count: DFF<Bits<3>>,
        wide: DFF<Signed<6>>,
    } {
        dff_setup!(self, clock, count, wide);
        self.count.d.next = self.count.q.val() + 1;
        self.wide.d.next = signed_bit_cast::<6, 3>(signed_cast(self.count.q.val()));
        self.y.next = self.wide.q.val();
    }
}

#[test]
fn what_would_end_the_process_is_reported() {
    let mismatches = [
        (
            compare::<Widened>(),
            "a = 0x8: `signed_bit_cast` calls itself without end for the least value of 4 bits",
        ),
        (
            compare::<Counted>(),
            ": `signed_bit_cast` calls itself without end for the least value of 3 bits",
        ),
        (compare::<Shifted>(), " allocates as many bits"),
    ];
    for (mismatch, end) in mismatches {
        let mismatch = mismatch.expect_err(end).to_string();
        assert!(mismatch.contains("rust-hdl's simulation panics"), "{mismatch}");
        assert!(mismatch.ends_with(end), "{mismatch}");
    }
}

blocks! { self:
    /// Two registers that clock each other.
    Oscillator: #[hdl_gen] {
        pub enable: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        first_clock: Signal<Local, Clock>,
        second_clock: Signal<Local, Clock>,
        first: DFF<Bit>,
        second: DFF<Bit>,
    } {
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

    /// A block with the ports of [`Oscillator`], which has no clocks.
    Copy: #[hdl_gen] {
        pub enable: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.enable.val();
    }
}

#[test]
fn a_block_that_never_settles_is_reported() {
    let design = design::<Copy>();
    let mismatch = cosimulate_module(&design, top(&design), Oscillator::default(), STEPS, 1);
    let message = mismatch.unwrap_err().to_string();
    let start = "module `device`: rust-hdl's simulation does not settle, ";
    assert!(message.starts_with(start) && message.ends_with("enable = 0x1"), "{message}");
}

blocks! { self:
    /// [`Oscillator`] with clocks that are inputs.
    Toggles: #[hdl_gen] {
        pub enable: Signal<In, Bit>,
        pub equal_clock: Signal<In, Clock>,
        pub different_clock: Signal<In, Clock>,
        pub equal: Signal<Out, Bit>,
        pub different: Signal<Out, Bit>,
        first: DFF<Bit>,
        second: DFF<Bit>,
    } {
        self.first.clock.next = self.equal_clock.val();
        self.second.clock.next = self.different_clock.val();
        self.first.d.next = !self.first.q.val();
        self.second.d.next = !self.second.q.val();
        self.equal.next = self.enable.val() & (self.first.q.val() == self.second.q.val());
        self.different.next = self.enable.val() & (self.first.q.val() != self.second.q.val());
    }
}

/// The design of [`Oscillator`], which `elaborate` rejects.
fn oscillator() -> Design {
    let mut design = design::<Toggles>();
    let id = top(&design);
    let module = &mut design.modules[id.0];
    let [equal_clock, equal, different] =
        ["equal_clock", "equal", "different"].map(|name| module.find(name).unwrap());
    for item in &mut module.items {
        if let ItemKind::Register(register) = &mut item.kind {
            let is_first = register.clock.as_signal() == Some(equal_clock);
            register.clock =
                Expression::signal(if is_first { equal } else { different }, Type::Bit);
        }
    }
    design
}

#[test]
fn a_design_that_never_settles_is_reported() {
    let design = oscillator();
    let mut evaluator = Evaluator::new(&design, top(&design)).unwrap();
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
