//! What can be wrong with what Yosys makes.

use thiserror::Error;

/// Why a netlist cannot be read, counted or played.
#[derive(Debug, Error)]
pub enum NetlistError {
    #[error("this is no netlist as Yosys writes them with write_json")]
    Json(#[from] serde_json::Error),
    #[error("the netlist has no module `{0}`")]
    NoModule(String),
    #[error("cell `{cell}` is a `{kind}`, which is none of {known}")]
    UnknownCell { cell: String, kind: String, known: &'static str },
    #[error("cell `{cell}` has no pin `{pin}` of one bit")]
    NoPin { cell: String, pin: String },
    #[error("cell `{cell}` is in a loop of cells without a flip-flop")]
    Loop { cell: String },
    #[error(
        "flip-flop `{cell}` has an asynchronous clear in use, which a graph of gates does not know"
    )]
    AsynchronousClear { cell: String },
    #[error("`{0}` is an inout, which a graph of gates does not know")]
    Bidirectional(String),
    #[error("nothing drives the net with the number {net}, which `{reader}` reads")]
    Undriven { net: u32, reader: String },
}
