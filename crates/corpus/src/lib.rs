//! Blocks of `rust-hdl`, of its board crates and of its users, each converted to SystemVerilog and
//! compared with `rust-hdl`'s simulation.
//!
//! `cargo test` elaborates, prints and proves each case, and compares the evaluator with rust-hdl's
//! simulation for 500 cycles. `make corpus` lints the files in external tools, compares simulators
//! for many cycles, and writes `docs/corpus.md`.

/// Declares a section of the corpus: its library and title, then each block with the fields that
/// are its ports, and its cases. A case has the block's parameters, its type, the function that
/// makes it if that is not `default`, and methods of [`Case`](case::Case).
macro_rules! section {
    ($library:literal, $title:literal; $($block:ident $ports:tt [$(
        $parameters:literal: $type:ty $(= $new:ident($($argument:tt)*))?
            $(, $(.$method:ident($($change:tt)*))+)?;
    )*])*) => {
        pub fn section() -> crate::case::Section {
            let cases = vec![$($(
                crate::case::case(
                    stringify!($block),
                    $parameters,
                    || section!(@new $type $(, $new($($argument)*))?),
                    rust_hdl_rtl::ports!($type $ports),
                )
                $($(.$method($($change)*))+)?,
            )*)*];
            crate::case::Section { library: $library, title: $title, cases }
        }
    };
    (@new $type:ty) => { <$type>::default() };
    (@new $type:ty, $new:ident($($argument:tt)*)) => { <$type>::$new($($argument)*) };
}

mod bidirectional;
mod bidirectional_buses;
mod bus_devices;
mod bus_fifos;
mod bus_ports;
pub mod case;
pub mod cosimulation;
mod counters_and_pulses;
pub mod evaluator;
mod fifos;
mod i2c;
pub mod interface;
mod memories;
mod registers;
mod routers;
pub mod run;
pub mod script_ports;
mod sdram;
mod signal_processing;
pub mod simulation;
pub mod soc_bus;
mod spi;
pub mod stimulus;
mod synchronisers;
pub mod table;
mod test_chips;
pub mod testbench;
#[cfg(feature = "upstream")]
pub mod upstream;
mod user_designs;
pub mod versions;

use case::Section;

/// Calls a macro with the names of the sections that need no feature.
#[macro_export]
macro_rules! for_each_section {
    ($macro:ident) => {
        $macro! {
            counters_and_pulses registers synchronisers memories fifos spi i2c sdram
            signal_processing bidirectional bus_fifos bus_ports routers bus_devices
            bidirectional_buses test_chips user_designs
        }
    };
}

macro_rules! sections {
    ($($name:ident)*) => {
        /// Returns the sections that need no feature, with their names.
        pub fn sections() -> Vec<(&'static str, Section)> {
            vec![$((stringify!($name), $name::section())),*]
        }
    };
}

for_each_section!(sections);
