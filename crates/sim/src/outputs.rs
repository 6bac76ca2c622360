//! What the lights and displays show of a hand.

use super::card_code::rank_code;
use super::reading::Glyph;
use de1_soc::{BLANK, BoardOutputs, DIGITS, unlit};
use punto_banco::{Outcome, Rank, Round, Side, score};

/// What the lights and displays show of a hand.
pub trait HandOutputs: Sized {
    /// Returns the expected outputs for a round after `presses` presses of KEY\[0\].
    fn of(round: &Round, presses: usize) -> Self;

    /// Returns the expected outputs for these cards and, if the hand is over, its outcome.
    fn showing(
        player: [Option<Rank>; 3],
        banker: [Option<Rank>; 3],
        outcome: Option<Outcome>,
    ) -> Self;

    /// Returns the reading of HEX`number`.
    fn glyph(self, number: usize) -> Glyph;

    /// Returns a [character](Glyph::character) for each display, HEX5 first: `. 5 H . 9 2`.
    fn characters(self) -> String;

    /// Like [`characters`](Self::characters), with `1` for the digit.
    fn characters_or_digits(self) -> String;

    /// Returns the score of a side on LEDR.
    fn score(self, side: Side) -> u64;

    /// Returns whether the win light of a side is on.
    fn win_light(self, side: Side) -> bool;

    /// Returns the outcome by the win lights; `None` if both are off.
    fn outcome(self) -> Option<Outcome>;

    /// Returns the outcome as text.
    fn verdict(self) -> String;
}

impl HandOutputs for BoardOutputs {
    fn of(round: &Round, presses: usize) -> BoardOutputs {
        let dealt = |card: Option<Rank>, at: usize| card.filter(|_| presses >= at);
        let (player, banker) = (&round.player, &round.banker);
        let players =
            [dealt(Some(player.first), 1), dealt(Some(player.second), 3), dealt(player.third, 5)];
        let bankers_third = round.cards_dealt();
        let bankers = [
            dealt(Some(banker.first), 2),
            dealt(Some(banker.second), 4),
            dealt(banker.third, bankers_third),
        ];
        let is_over = presses >= round.cards_dealt();
        BoardOutputs::showing(players, bankers, is_over.then(|| round.outcome()))
    }

    fn showing(
        player: [Option<Rank>; 3],
        banker: [Option<Rank>; 3],
        outcome: Option<Outcome>,
    ) -> BoardOutputs {
        let total = |cards: [Option<Rank>; 3]| score(cards.into_iter().flatten());
        let ledr = ledr([total(player), total(banker)], outcome);
        let displays = player.into_iter().chain(banker).enumerate();
        displays.fold(BoardOutputs::dark().with_ledr(ledr), |outputs, (number, card)| {
            outputs.with_hex(number, segments(card))
        })
    }

    fn glyph(self, number: usize) -> Glyph {
        Glyph::of(self.hex(number))
    }

    fn characters(self) -> String {
        let character = |number| self.glyph(number).character().to_string();
        (0..6).rev().map(character).collect::<Vec<_>>().join(" ")
    }

    fn characters_or_digits(self) -> String {
        let character = |number| match self.hex(number) {
            code if code == DIGITS[1] => "1".to_string(),
            _ => self.glyph(number).character().to_string(),
        };
        (0..6).rev().map(character).collect::<Vec<_>>().join(" ")
    }

    fn score(self, side: Side) -> u64 {
        match side {
            Side::Player => self.ledr() & 15,
            Side::Banker => self.ledr() >> 4 & 15,
        }
    }

    fn win_light(self, side: Side) -> bool {
        match side {
            Side::Player => self.ledr() >> 8 & 1 == 1,
            Side::Banker => self.ledr() >> 9 & 1 == 1,
        }
    }

    fn outcome(self) -> Option<Outcome> {
        match (self.win_light(Side::Player), self.win_light(Side::Banker)) {
            (false, false) => None,
            (true, false) => Some(Outcome::Player),
            (false, true) => Some(Outcome::Banker),
            (true, true) => Some(Outcome::Tie),
        }
    }

    fn verdict(self) -> String {
        self.outcome().map_or_else(|| "none".to_string(), |outcome| outcome.to_string())
    }
}

/// Returns what LEDR shows of the scores of player and banker and, if the hand is over, of its
/// outcome.
pub(super) fn ledr([player, banker]: [u8; 2], outcome: Option<Outcome>) -> u64 {
    let lights = match outcome {
        None => 0,
        Some(Outcome::Player) => 0b01,
        Some(Outcome::Banker) => 0b10,
        Some(Outcome::Tie) => 0b11,
    };
    u64::from(player) | u64::from(banker) << 4 | lights << 8
}

/// Returns the code of a card on a display, active low. The ten shows 0.
pub(super) fn segments(card: Option<Rank>) -> u64 {
    const ACE_AND_COURT: [u64; 4] =
        [unlit("abcefg"), unlit("bcde"), unlit("abcfg"), unlit("bcefg")];
    match rank_code(card) as usize {
        0 => BLANK,
        1 => ACE_AND_COURT[0],
        10 => DIGITS[0],
        code @ 11.. => ACE_AND_COURT[code - 10],
        code => DIGITS[code],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use punto_banco::play;

    #[test]
    fn outputs_show_a_hand_card_by_card() {
        use Rank::{Five, Four, King, Nine, Six, Two};
        let round = play([Nine, King, Four, Five, Six, Two]);
        let shown = |presses| BoardOutputs::of(&round, presses);
        let blank = 0x7f;
        let cases = [
            (0, 0x000, [blank; 6]),
            (1, 0x009, [blank, blank, blank, blank, blank, 0x10]),
            (4, 0x053, [blank, 0x12, 0x09, blank, 0x19, 0x10]),
            (5, 0x059, [blank, 0x12, 0x09, 0x02, 0x19, 0x10]),
            (6, 0x179, [0x24, 0x12, 0x09, 0x02, 0x19, 0x10]),
        ];
        for (presses, ledr, displays) in cases {
            assert_eq!(shown(presses).ledr(), ledr, "{presses} presses");
            let hex: [u64; 6] = std::array::from_fn(|index| shown(presses).hex(5 - index));
            assert_eq!(hex, displays, "{presses} presses");
        }
    }
}
