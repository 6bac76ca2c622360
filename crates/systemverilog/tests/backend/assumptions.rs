//! Assumptions that exclude each other, and covers that are never reached.

use rust_hdl::prelude::*;
use rust_hdl_describe::{Module, comment, kernel};
use rust_hdl_systemverilog::proof::{PropertyError, prove_properties};

use crate::harness::{design, top};

/// A register that follows its input, with properties below its kernel.
macro_rules! followed_with {
    ($self:ident, $($name:ident: $hash:tt $kernel:tt [$($property:tt)*])*) => {$(
        #[derive(Default, Module)]
        struct $name {
            clock: Signal<In, Clock>,
            x: Signal<In, Bits<4>>,
            y: Signal<Out, Bits<4>>,
            a: DFF<Bits<4>>,
        }

        impl Logic for $name {
            $hash $kernel
            $($hash $property)*
            fn update(&mut $self) {
                dff_setup!($self, clock, a);
                $self.a.d.next = $self.x.val();
                $self.y.next = $self.a.q.val();
            }
        }
    )*};
}

followed_with! { self,
    Vacuous: #[kernel] [
        [assume("never", self.x.val() > 3 && self.x.val() < 2)]
        [assert("nonsense", self.y.val() == 7)]
    ]
    Excluding: #[kernel] [
        [assume("even", !self.x.val().get_bit(0))]
        [assume("above 9", self.x.val() > 9)]
        [assume("below 6", self.x.val() < 6)]
        [assert("nonsense", self.y.val() == 7)]
    ]
    // The first step is possible, but none after it.
    Later: #[kernel] [
        [assume("was small", past(self.x.val()) < 4)]
        [assume("not 9", self.x.val() != 9)]
        [assume("is large", self.x.val() >= 4)]
        [assert("nonsense", past(self.y.val()) == 7 || self.y.val() < 12 || self.y.val() > 3)]
    ]
    NotAtPowerUp: #[kernel] [
        [assume("one", self.y.val() == 1)]
        [assert("nonsense", self.y.val() == 1)]
    ]
    Covered: #[kernel] [
        [assume("below 6", self.x.val() < 6)]
        [cover("three", self.y.val() == 3)]
        [cover("six", self.y.val() == 6)]
        [cover("again", past(self.y.val()) == 5 && self.y.val() == 5)]
        [cover("seven after three", past(self.y.val()) == 3 && self.y.val() == 7)]
    ]
}

#[test]
fn nothing_is_proven_under_assumptions_that_exclude_each_other() {
    let never = "module `vacuous`: the assumption `never` cannot hold in step 0 after power-up, so that \
                 anything would be proven. Correct it";
    let excluding =
        "module `excluding`: the assumptions `above_9`, `below_6` exclude each other in step 0";
    let later =
        "the assumptions `was_small`, `is_large` exclude each other in step 1 after power-up";
    let power_up = "the assumption `one` cannot hold in step 0";
    for (design, message) in [
        (design::<Vacuous>(), never),
        (design::<Excluding>(), excluding),
        (design::<Later>(), later),
        (design::<NotAtPowerUp>(), power_up),
    ] {
        let error = prove_properties(&design, top(&design), 3).expect_err(message);
        assert!(matches!(error, PropertyError::Contradiction { .. }), "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn covers_that_are_never_reached_are_listed() {
    let design = design::<Covered>();
    let proof = prove_properties(&design, top(&design), 3).expect("nothing to prove");
    assert_eq!(proof.unreachable, ["six", "seven_after_three"]);
    assert_eq!(proof.assumed, ["below_6"]);
}
