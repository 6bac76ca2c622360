//! Every block of rust-hdl's own libraries, converted and cosimulated.
//!
//! `cargo test` elaborates and prints each case, and compares the evaluator with rust-hdl's simulation for 500 cycles.
//! `make corpus` lints the files in external tools, compares a Verilator model for 100,000 cycles, and writes `docs/corpus.md`.
#![cfg(test)]

mod bidirectional;
mod bidirectional_buses;
mod bus_devices;
mod bus_fifos;
mod bus_ports;
mod case;
mod cosimulation;
mod counters_and_pulses;
mod device;
mod evaluator;
mod fault_injection;
mod fifos;
mod files;
mod i2c;
mod lint;
mod memories;
mod registers;
mod routers;
mod run;
mod script_ports;
mod sdram;
mod signal_processing;
mod soc_bus;
mod spi;
mod stimulus;
mod synchronisers;
mod table;
mod test_chips;
mod trace;
mod verilator_model;
mod versions;

use case::Section;

/// Declares the families of blocks, and a test for each.
macro_rules! families {
    ($($family:ident),* $(,)?) => {
        /// All cases.
        fn sections() -> Vec<Section> {
            vec![$($family::section()),*]
        }

        mod evaluated {
            $(
                #[test]
                fn $family() {
                    crate::run::check_section(&crate::$family::section());
                }
            )*
        }
    };
}

families! {
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
}

#[test]
#[ignore = "needs verilator, iverilog, yosys and slang: apt-get install verilator make g++ iverilog yosys; \
            python3 -m pip install 'pyslang>=12'"]
fn the_table_is_current() {
    run::check_document(sections());
}
