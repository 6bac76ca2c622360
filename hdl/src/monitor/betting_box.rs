use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::message_rom::Message;
use crate::outcome::Outcome;

/// What a betting box shows of its stake: the caption and colour of the number on it, and the
/// outline of the box.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "betting_box", types(Colour, Message, Outcome))]
pub struct BettingBox {
    /// The colour of the box.
    pub colour: Signal<In, Colour>,
    /// The outcome that bets on this box win with.
    pub on: Signal<In, Outcome>,
    /// A stake is on the box.
    pub staked: Signal<In, Bit>,
    /// The outcome of the hand on the table.
    pub outcome: Signal<In, Outcome>,
    pub caption: Signal<Out, Message>,
    pub ink: Signal<Out, Colour>,
    pub outline: Signal<Out, Colour>,
    over: Signal<Local, Bit>,
    wins: Signal<Local, Bit>,
}

impl Logic for BettingBox {
    #[kernel]
    fn update(&mut self) {
        self.over.next = self.outcome.val() != Outcome::Nothing;
        self.wins.next = self.outcome.val() == self.on.val();
        if !self.staked.val() {
            self.caption.next = Message::Nothing;
            self.ink.next = Colour::Ivory;
        } else if self.wins.val() {
            self.caption.next = Message::StakeAndWin;
            self.ink.next = Colour::Gold;
        } else if self.outcome.val() == Outcome::Tie {
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
