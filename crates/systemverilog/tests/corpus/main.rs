//! Every block of rust-hdl's own libraries, taken through the backend.
//!
//! In plain `cargo test` each case is elaborated, printed, and compared with the evaluator for some thousand steps.
//! `make corpus` asks other people's tools, compares for a hundred thousand cycles, and writes `docs/corpus.md`.

mod absent;
mod bidirectional;
mod bidirectional_busses;
mod bus_devices;
mod bus_fifos;
mod bus_ports;
mod case;
mod counters_and_pulses;
mod device;
mod evaluated;
mod fifos;
mod files;
mod flaws;
mod i2c;
mod lines;
mod lint;
mod memories;
mod play;
mod registers;
mod routers;
mod run;
mod sdram;
mod signal_processing;
mod soc_bus;
mod spi;
mod stimulus;
mod synchronisers;
mod table;
mod test_chips;
mod trace;
mod verilated;
mod versions;

use case::Section;

/// The families of blocks, and a test for each.
macro_rules! families {
    ($($family:ident),* $(,)?) => {
        /// Every case there is.
        fn sections() -> Vec<Section> {
            vec![$($family::section()),*]
        }

        mod plain {
            $(
                #[test]
                fn $family() {
                    crate::run::plainly(&crate::$family::section());
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
    bidirectional_busses,
    test_chips,
}

#[test]
#[ignore = "needs verilator, iverilog, yosys and slang: apt-get install verilator make g++ iverilog yosys; \
            python3 -m pip install 'pyslang>=12'"]
fn the_table_is_current() {
    run::whole_corpus(sections());
}
