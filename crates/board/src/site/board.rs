//! What is on the board of an exported page, as data.

use serde::{Deserialize, Serialize};

use baccarat_hdl::top::Top;
use foreign_designs::Elaborated;
use rust_hdl_rtl::Design;

/// What is on the board.
#[derive(Serialize, Deserialize)]
pub enum Board {
    /// One of our machines.
    Machine { top: Top, design: Design },
    /// A foreign design.
    Foreign(Elaborated),
}
