//! Why blocks are not converted.

use rust_hdl_proof as proof;
use rust_hdl_rtl as rtl;
use thiserror::Error;

/// Why blocks are not converted to SystemVerilog.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// A block is not supported or is not hardware.
    #[error(transparent)]
    Design(#[from] rtl::Error),
    /// The printed text is not proven to mean the same as the design.
    #[error(
        "the printed SystemVerilog is not proven to mean the same as the design: {0}{advice}",
        advice = advice(.0)
    )]
    Proof(#[from] proof::Error),
}

/// Returns what to do about a text that is not proven.
fn advice(error: &proof::Error) -> &'static str {
    match error {
        proof::Error::Read { error, .. } if error.problem == proof::Problem::TooDeep => {
            "\nAssign inner parts of the expression to signals of their own, or nest fewer statements"
        }
        proof::Error::Undecided { .. } => "",
        _ => "\nThis is a fault of the printer or of the proof; please report it",
    }
}
