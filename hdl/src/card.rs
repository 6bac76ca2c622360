//! A playing card as six bits.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// The rank of a king, the greatest.
pub const KING: u64 = 13;

/// A playing card.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct, DescribeType)]
pub struct Card {
    /// 1 (ace) to 13 (king); 0 is no card.
    pub rank: Bits<4>,
    /// 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    pub suit: Bits<2>,
}
