//! What hardware cannot be made of, and what its author is told.

use rust_hdl::prelude::*;
use rust_hdl_rtl::elaborate;

/// A block each, and all that is said of it.
macro_rules! refused {
    ($($test:ident: { $($fields:tt)* } { $($logic:tt)* } $message:literal)*) => {
        $(#[allow(unused_variables, non_snake_case)] // Names are what some of them get wrong.
        mod $test {
            use super::*;

            #[derive(Default, LogicBlock)]
            pub struct Device { $($fields)* }

            impl Logic for Device { $($logic)* }

            #[test]
            fn is_refused() {
                let error = crate::harness::try_design::<Device>().expect_err("a refusal");
                assert_eq!(error.to_string(), $message);
            }
        })*
    };
}

mod constructs;
mod drivers;
mod names;
mod numbers;
mod order;
mod trees;

/// What is said of a block that is refused.
fn refusal(block: &dyn Block) -> String {
    elaborate(&[("device", block)]).expect_err("a refusal").to_string()
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum State {
    Idle,
    Run,
    Stop,
}

#[derive(Clone, Default, LogicBlock)]
pub struct Inverter {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}
