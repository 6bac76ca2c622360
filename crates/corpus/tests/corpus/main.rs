//! The tests of the corpus.

mod fault_injection;
mod netlists;
mod table;
mod text_mutants;

/// Declares a test for each section of the corpus.
macro_rules! evaluated {
    ($($name:ident)*) => {
        mod evaluated {
            $(
                #[test]
                fn $name() {
                    let sections = corpus::sections().into_iter();
                    let mut section = sections.filter(|(name, _)| *name == stringify!($name));
                    corpus::run::check_section(&section.next().expect("a section").1);
                }
            )*
        }
    };
}

corpus::for_each_section!(evaluated);

#[test]
#[ignore = "needs verilator, iverilog, yosys and slang: apt-get install verilator make g++ iverilog yosys; \
            python3 -m pip install 'pyslang>=12'"]
fn rows_of_the_table_are_current() {
    let sections: Vec<_> = corpus::sections().into_iter().map(|(_, section)| section).collect();
    corpus::run::check_rows(&sections);
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
