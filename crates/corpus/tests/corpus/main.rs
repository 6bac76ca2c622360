//! The tests of the corpus.

mod fault_injection;
mod table;
mod text_mutants;

/// Declares a test for each section of the corpus.
macro_rules! evaluated {
    ($($name:ident),* $(,)?) => {
        mod evaluated {
            $(
                #[test]
                fn $name() {
                    let sections = corpus::sections().into_iter();
                    let section = sections.filter(|(name, _)| *name == stringify!($name));
                    section.for_each(|(_, section)| corpus::run::check_section(&section));
                }
            )*

            #[test]
            fn every_section_has_a_test() {
                let names: Vec<&str> = corpus::sections().into_iter().map(|(name, _)| name).collect();
                assert_eq!(names, [$(stringify!($name)),*]);
            }
        }
    };
}

evaluated! {
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

#[cfg(feature = "upstream")]
#[test]
#[ignore = "needs verilator, iverilog, yosys and slang: apt-get install verilator make g++ iverilog yosys; \
            python3 -m pip install 'pyslang>=12'"]
fn the_table_is_current() {
    let mut sections: Vec<_> = corpus::sections().into_iter().map(|(_, section)| section).collect();
    sections.extend(corpus::upstream::sections());
    corpus::run::check_document(sections);
}
