//! Elaborates, prints and cosimulates blocks.

use rust_hdl::prelude::Block;
use rust_hdl_describe::Ports;
use rust_hdl_rtl::{Compared, Design, Error, Mismatch, ModuleId, cosimulate, elaborate};
use rust_hdl_systemverilog::{Options, print};

/// The number of random steps for blocks that are not tested exhaustively.
pub const STEPS: usize = 3000;

/// The name of a block that does not derive `Module`.
pub const NAME: &str = "device";

/// The design of a block, which is its last module: children come before their parents.
pub fn design<B: Block + Default>() -> Design {
    try_design::<B>().unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_design<B: Block + Default>() -> Result<Design, Error> {
    elaborate(&[(NAME, &B::default())])
}

/// The top module of a design.
pub fn top(design: &Design) -> ModuleId {
    design.top()
}

/// Cosimulates the design of a block with the block.
pub fn compare<B: Ports + Default + 'static>() -> Result<Compared, Mismatch> {
    cosimulate(B::default(), STEPS, 1)
}

/// Asserts that the design of a block matches the block; a failure shows the printed text.
pub fn assert_matches_rust<B: Ports + Default + 'static>() {
    if let Err(mismatch) = compare::<B>() {
        let text = try_design::<B>().map(|design| text(&design, top(&design)));
        panic!("{mismatch}\n{}", text.unwrap_or_default());
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

/// Declares blocks: a name, the attribute of the kernel, fields and the kernel. With `[kernel]` a
/// block derives `Module`, otherwise `LogicBlock`. A field can have a value other than its default.
///
/// `#` and `self` are arguments because of macro hygiene.
macro_rules! blocks {
    ($self:ident: $(
        $(#[$($attribute:tt)*])*
        $name:ident $(<const $n:ident: usize>)?: $hash:tt $kernel_attribute:tt $fields:tt $kernel:tt
    )*) => {$(
        blocks! {
            @$kernel_attribute [$(#[$($attribute)*])*] $name [$(<const $n: usize>)?] [$(<$n>)?] $fields
        }

        impl $(<const $n: usize>)? Logic for $name $(<$n>)? {
            $hash $kernel_attribute
            fn update(&mut $self) $kernel
        }
    )*};
    (@[kernel] $($block:tt)*) => { blocks! { @derive [rust_hdl_describe::Module] $($block)* } };
    (@[hdl_gen] $($block:tt)*) => {
        blocks! { @derive [LogicBlock, rust_hdl_describe::Ports] $($block)* }
    };
    (@derive [$($derive:tt)*] [$($attribute:tt)*] $name:ident [$($generics:tt)*] [$($arguments:tt)*] {
        $($(#[$($about:tt)*])* $vis:vis $field:ident: $ty:ty $(= $value:expr)?),* $(,)?
    }) => {
        #[derive($($derive)*)]
        $($attribute)*
        pub struct $name $($generics)* {
            $($(#[$($about)*])* $vis $field: $ty,)*
        }

        impl $($generics)* Default for $name $($arguments)* {
            fn default() -> Self {
                $name { $($field: blocks!(@value $($value)?),)* }
            }
        }
    };
    (@value) => { Default::default() };
    (@value $value:expr) => { $value };
}

/// A test's name and design.
pub type NamedDesign = (&'static str, fn() -> Design);

/// Declares a test for each block: its design matches the Rust simulation. `DESIGNS` lists them for
/// other tests.
macro_rules! matches_rust {
    ($($test:ident: $block:ty),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                crate::harness::assert_matches_rust::<$block>();
            }
        )*

        pub const DESIGNS: &[crate::harness::NamedDesign] =
            &[$((stringify!($test), crate::harness::design::<$block>)),*];
    };
}
