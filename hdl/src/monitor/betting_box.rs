use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::message_rom::Message;

/// What a betting box shows of its stake: the caption and colour of the number on it, and the
/// outline of the box.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "betting_box", types(Colour, Message))]
pub struct BettingBox {
    /// The colour of the box.
    pub colour: Signal<In, Colour>,
    /// A stake is on the box.
    pub staked: Signal<In, Bit>,
    /// The hand is over.
    pub over: Signal<In, Bit>,
    /// The hand is over, and bets on this box win.
    pub wins: Signal<In, Bit>,
    /// The hand is over, and player and banker tie.
    pub tie: Signal<In, Bit>,
    pub caption: Signal<Out, Message>,
    pub ink: Signal<Out, Colour>,
    pub outline: Signal<Out, Colour>,
}

impl Logic for BettingBox {
    #[kernel]
    fn update(&mut self) {
        if !self.staked.val() {
            self.caption.next = Message::Nothing;
            self.ink.next = Colour::Ivory;
        } else if self.wins.val() {
            self.caption.next = Message::StakeAndWin;
            self.ink.next = Colour::Gold;
        } else if self.tie.val() {
            self.caption.next = Message::StakeReturned;
            self.ink.next = Colour::Ivory;
        } else if self.over.val() {
            self.caption.next = Message::StakeLost;
            self.ink.next = Colour::Dim;
        } else {
            self.caption.next = Message::Stake;
            self.ink.next = Colour::Ivory;
        }

        if !self.over.val() {
            self.outline.next = self.colour.val();
        } else if self.staked.val() && self.wins.val() {
            self.outline.next = Colour::Gold;
        } else {
            self.outline.next = Colour::Line;
        }
    }
}
