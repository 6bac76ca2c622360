//! The outcome of a hand.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// The outcome of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState, DescribeType)]
pub enum Outcome {
    /// The hand is not over, or there is no hand.
    Nothing,
    /// The player wins.
    Player,
    /// The banker wins.
    Banker,
    /// Both have the same score.
    Tie,
}
