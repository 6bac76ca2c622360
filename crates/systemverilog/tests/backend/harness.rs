//! Takes a block through the backend.

use rust_hdl::prelude::Block;
use rust_hdl_rtl::{Design, Error, Mismatch, ModuleId, Pins, cosimulate, elaborate};
use rust_hdl_systemverilog::{Options, print};

/// Random steps for a block that cannot be tried at every input.
pub const STEPS: usize = 3000;

/// The name that a block gets if it does not describe itself.
pub const NAME: &str = "device";

/// The design of a block. It is the last module: children come before their parents.
pub fn design<B: Block + Default>() -> Design {
    try_design::<B>().unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_design<B: Block + Default>() -> Result<Design, Error> {
    elaborate(&[(NAME, &B::default())])
}

/// The top of a design that [`design`] made.
pub fn top(design: &Design) -> ModuleId {
    ModuleId(design.modules.len() - 1)
}

/// The design of a block beside its Rust simulation.
pub fn compare<B: Block + Default>(pins: &Pins<B>) -> Result<usize, Mismatch> {
    let design = try_design::<B>()?;
    cosimulate(&design, top(&design), B::default(), pins, STEPS, 1)
}

/// Compares, and shows the text of what is wrong.
pub fn assert_agreement<B: Block + Default>(pins: &Pins<B>) {
    if let Err(disagreement) = compare(pins) {
        let text = try_design::<B>().map(|design| text(&design, top(&design)));
        panic!("{disagreement}\n{}", text.unwrap_or_default());
    }
}

/// The text of the top module.
pub fn printed<B: Block + Default>() -> String {
    let design = design::<B>();
    text(&design, top(&design))
}

/// The text of a module without a header.
pub fn text(design: &Design, id: ModuleId) -> String {
    print(design, id, &Options { header: &|_| String::new(), ..Options::default() }).text
}

/// A design by the name of its test.
pub type NamedDesign = (&'static str, fn() -> Design);

/// A test for each block: its design does what the block does in Rust. `DESIGNS` lists them for other tools.
macro_rules! agreeing {
    ($($test:ident: $block:ty { $($input:ident),* => $($output:ident),* })*) => {
        $(
            #[test]
            fn $test() {
                let pins = rust_hdl_rtl::pins!($block { $($input),* => $($output),* });
                crate::harness::assert_agreement(&pins);
            }
        )*

        pub const DESIGNS: &[crate::harness::NamedDesign] =
            &[$((stringify!($test), crate::harness::design::<$block>)),*];
    };
}
