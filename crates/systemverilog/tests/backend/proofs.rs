//! The proof of the printed text, of every design and with every option.

use rust_hdl_systemverilog::{CaseStyle, Files, Options, ResetStyle, print_proven};

use crate::harness::design;
use crate::tools::designs;
use crate::wide::Widest;

/// Every combination of options that can affect each other.
fn all_options() -> Vec<Options<'static>> {
    let mut all = Vec::new();
    for files in [Files::OnePerModule, Files::Single] {
        for reset in [ResetStyle::First, ResetStyle::KernelOrder] {
            for case in [CaseStyle::Plain, CaseStyle::Unique] {
                // The layout does not depend on the other options, so two layouts are enough.
                for (indentation, line_length, source_lines) in [(2, 100, false), (4, 40, true)] {
                    let options = Options { files, reset, case, ..Options::default() };
                    all.push(Options { indentation, line_length, source_lines, ..options });
                }
            }
        }
    }
    all
}

#[test]
fn text_is_proven_with_every_option() {
    let own = [("widest", design::<Widest> as fn() -> _)];
    let designs = designs().chain(crate::black_boxes::DESIGNS).copied().chain(own);
    for (name, make) in designs {
        let design = make();
        for options in all_options() {
            let printed = print_proven(&design, &options);
            let Options { files, reset, case, indentation, .. } = options;
            let with = format!("{files:?}, {reset:?}, {case:?}, {indentation} spaces");
            assert!(printed.is_ok(), "{name} with {with}: {}", printed.unwrap_err());
        }
    }
}
