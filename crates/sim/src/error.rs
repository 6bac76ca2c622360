//! Why a board cannot be simulated.

use thiserror::Error;

use super::task5;
use rust_hdl_rtl::{self as rtl, Oscillation};

/// Why a board cannot be simulated.
#[derive(Debug, Error)]
pub enum SimulationError {
    #[error(transparent)]
    Design(#[from] rtl::Error),
    #[error(
        "the design has no module `{0}` with the pins CLOCK_50, KEY[3:0], LEDR[9:0] and HEX5 to HEX0"
    )]
    NoBoard(&'static str),
    #[error("the design has no register `{0}`")]
    NoRegister(String),
    #[error("`{TASK5}` has no signal `{SHOE}`, the top card of the shoe", TASK5 = baccarat_hdl::top::TASK5, SHOE = task5::SHOE)]
    NoShoe,
    #[error("`{module}` has no signal `{path}`")]
    NoSignal { module: &'static str, path: &'static str },
    #[error(transparent)]
    Oscillation(#[from] Oscillation),
}
