//! Errors of reading netlists.

use thiserror::Error;

/// Why a netlist cannot be read, counted or simulated.
#[derive(Debug, Error)]
pub enum NetlistError {
    #[error("this is not a netlist in the format of Yosys's write_json")]
    Json(#[from] serde_json::Error),
    #[error("the netlist has no module `{0}`")]
    NoModule(String),
    #[error("there is no top module: the sources declare no module that could be one")]
    NoTop,
    #[error("cell `{cell}` is a `{kind}`, which is not one of {known}")]
    UnknownCell { cell: String, kind: String, known: &'static str },
    #[error("cell `{cell}` has no pin `{pin}` of one bit")]
    NoPin { cell: String, pin: String },
    #[error("{} in a loop of gates without a flip-flop", loop_members(cell, nets))]
    Loop { cell: String, nets: Vec<String> },
    #[error("net {net}, which `{reader}` reads, has no driver")]
    Undriven { net: u32, reader: String },
}

/// The nets of a loop that have names, or one of its cells.
fn loop_members(cell: &str, nets: &[String]) -> String {
    match nets {
        [] => format!("cell `{cell}` is"),
        [net] => format!("net `{net}` is"),
        nets => format!("nets `{}` are", nets.join("`, `")),
    }
}
