//! Blocks that are rejected, with their error messages.

use rust_hdl::prelude::*;
use rust_hdl_rtl::elaborate;

/// Declares blocks that are rejected: fields, a kernel with its attribute, and the error message.
///
/// `#` and `self` are arguments because of macro hygiene.
macro_rules! rejected {
    ($self:ident: $(
        $test:ident: $hash:tt $attribute:tt { $($fields:tt)* } { $($kernel:tt)* } $message:literal
    )*) => {
        $(#[allow(unused_variables, non_snake_case)] // Some tests are about names.
        mod $test {
            use super::*;

            #[derive(Default, LogicBlock)]
            pub struct Device { $($fields)* }

            impl Logic for Device {
                $hash $attribute
                fn update(&mut $self) {
                    $($kernel)*
                }
            }

            #[test]
            fn is_rejected() {
                let error = crate::harness::try_design::<Device>().expect_err("an error");
                assert_eq!(error.to_string(), $message);
            }
        })*
    };
}

mod constructs;
mod conversions;
mod drivers;
mod integers;
mod names;
mod numbers;
mod order;
mod paths;
mod places;
mod syntax_trees;
mod tree_block;

/// The error message of a block that is rejected.
fn error_message(block: &dyn Block) -> String {
    elaborate(&[("device", block)]).expect_err("an error").to_string()
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum State {
    Idle,
    Run,
    Stop,
}

blocks! { self:
    Inverter: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = !self.a.val();
    }
}
