//! Mutation of the printed text of designs: does the proof notice every fault?
//!
//! A mutant that the proof accepts means the same as the design, unless the proof is wrong: [`Survey`] also simulates these
//! beside the original.

#![warn(missing_docs)]

mod icarus;
mod mutants;
mod subject;
mod survey;

pub use mutants::{TextMutant, text_mutants};
pub use survey::{Count, Survey};

use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::{Options, SourceFile, print_all};

/// Prints a design without headers.
fn files(design: &Design) -> Vec<SourceFile> {
    print_all(design, &Options { header: &|_| String::new(), ..Options::default() })
}
