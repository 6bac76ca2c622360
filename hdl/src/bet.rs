//! The bets on one hand.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// The credits of a chip.
pub const CHIP: u64 = 20;

/// The bets on one hand, as the switches SW\[9:0\] give them.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct, DescribeType)]
pub struct Bet {
    /// SW\[6:0\]: the number of chips of 20 credits on each bet.
    pub chips: Bits<7>,
    /// SW\[7\]: a bet on a tie.
    pub tie: Bit,
    /// SW\[8\]: a bet on the player.
    pub player: Bit,
    /// SW\[9\]: a bet on the banker.
    pub banker: Bit,
}
