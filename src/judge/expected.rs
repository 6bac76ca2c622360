//! The outputs of a finished hand by the rules, with the conventions of a design.

use super::conventions::{Conventions, Digits};
use crate::de1_soc::BoardOutputs;
use crate::game::Round;
use rust_hdl_gates::{Word, lane_planes};

impl Conventions {
    /// The outputs of a finished hand.
    pub(super) fn outputs(&self, round: &Round) -> BoardOutputs {
        let (player, banker) = (&round.player, &round.banker);
        let cards = [
            Some(player.first),
            Some(banker.first),
            Some(player.second),
            Some(banker.second),
            player.third,
            banker.third,
        ];
        let blank = BoardOutputs(0).with_ledr(BoardOutputs::of(round, 6).ledr());
        self.displays.into_iter().zip(cards).fold(blank, |outputs, (display, card)| {
            let pattern = card.map_or(self.blank[display], |card| self.pattern(card));
            outputs.with_hex(display, pattern)
        })
    }

    /// The outputs of finished hands, bit by bit: for each chunk of 256 hands a word for each bit.
    pub(super) fn planes(&self, hands: impl Iterator<Item = Digits>) -> Vec<[Word; 64]> {
        let outputs: Vec<u64> = hands.map(|digits| self.outputs(&self.round(digits)).0).collect();
        lane_planes(&outputs)
    }
}
