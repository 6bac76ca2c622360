//! Blocks of `rust-hdl`, of its board crates and of its users, each converted to SystemVerilog and compared with `rust-hdl`'s
//! simulation.
//!
//! `cargo test` elaborates, prints and proves each case, and compares the evaluator with rust-hdl's simulation for 500 cycles.
//! `make corpus` lints the files in external tools, compares simulators for many cycles, and writes `docs/corpus.md`.

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
pub mod files;
mod i2c;
pub mod icarus_model;
pub mod interface;
pub mod lint;
mod memories;
mod registers;
mod routers;
pub mod run;
pub mod script_ports;
mod sdram;
mod signal_processing;
pub mod soc_bus;
mod spi;
pub mod stimulus;
mod synchronisers;
pub mod table;
mod test_chips;
pub mod testbench;
pub mod trace;
#[cfg(feature = "upstream")]
pub mod upstream;
mod user_designs;
pub mod verilator_model;
pub mod versions;

use case::Section;

/// Declares a function that returns the sections of the corpus with their names.
macro_rules! sections {
    ($($name:ident),* $(,)?) => {
        /// Returns the sections that need no feature, with their names.
        pub fn sections() -> Vec<(&'static str, Section)> {
            vec![$((stringify!($name), $name::section())),*]
        }
    };
}

sections! {
    counters_and_pulses,
    registers,
    synchronisers,
    memories,
    fifos,
    spi,
    i2c,
    sdram,
    signal_processing,
    bidirectional,
    bus_fifos,
    bus_ports,
    routers,
    bus_devices,
    bidirectional_buses,
    test_chips,
    user_designs,
}
