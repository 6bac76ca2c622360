//! A playing card as six bits.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// A playing card.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct, FromBits)]
pub struct Card {
    /// 1 (ace) to 13 (king); 0 is no card.
    pub rank: Bits<4>,
    /// Clubs, diamonds, hearts, spades.
    pub suit: Bits<2>,
}
