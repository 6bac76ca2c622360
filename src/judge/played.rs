//! What a design did in a hand, read from its pins after each press.

use super::Conventions;
use super::every_hand::FURTHER_PRESSES;
use crate::de1_soc::BoardOutputs;
use crate::game::Rank;
use crate::simulation::every_hand::Hand;

/// A hand as a design played it.
pub(super) struct Played {
    /// The cards that were dealt: four, the player's third, the banker's third.
    pub cards: [Option<Rank>; 6],
    /// LEDR after four cards.
    pub opening: BoardOutputs,
    /// At the end.
    pub shown: BoardOutputs,
    /// Whether the end came later than in other hands with as many cards.
    pub is_late: bool,
    /// Whether a further press changed the outputs.
    pub changes: bool,
}

impl Played {
    /// A hand in which nothing is wrong.
    pub fn right(conventions: &Conventions, offered: Hand) -> Played {
        let round = conventions.round(offered);
        let (player, banker) = (&round.player, &round.banker);
        let four = [player.first, banker.first, player.second, banker.second].map(Some);
        let [p1, b1, p2, b2] = four;
        let shown = conventions.outputs(&round);
        Played {
            cards: [p1, b1, p2, b2, player.third, banker.third],
            opening: shown,
            shown,
            is_late: false,
            changes: false,
        }
    }

    /// A hand with these outputs after each press, from the fourth card on, instead of the right
    /// ones.
    pub fn read(
        conventions: &Conventions,
        offered: Hand,
        right: Played,
        outputs: impl Fn(usize) -> BoardOutputs,
    ) -> Played {
        let opening = outputs(conventions.captures[3] + 1);
        let all = conventions.presses();
        if outputs(all) != right.shown && outputs(all + FURTHER_PRESSES) == right.shown {
            return Played { opening, is_late: true, ..right };
        }
        let mut cards = right.cards;
        let third = |side: usize, place: usize| {
            let (display, rank) = (conventions.displays[4 + side], offered[place]);
            let pattern = outputs(conventions.captures[place] + 1).hex(display);
            let is_dealt = pattern != conventions.blank[display]
                || conventions.is_hidden(rank) && right.cards[4 + side].is_some();
            is_dealt.then_some(rank)
        };
        cards[4] = third(0, 4);
        let place = if cards[4].is_some() { 5 } else { conventions.banker_after_stand };
        cards[5] = third(1, place);
        let mut end = conventions.presses_of([4, 5].map(|place: usize| cards[place].is_some()));
        let mut presses = end..=end + FURTHER_PRESSES;
        let lit = presses.find(|press| outputs(*press).outcome().is_some());
        let is_late = lit.is_some_and(|press| press > end);
        end = lit.unwrap_or(end);
        let shown = outputs(end);
        let changes = (end + 1..=all + FURTHER_PRESSES).any(|press| outputs(press) != shown);
        Played { cards, opening, shown, is_late, changes }
    }

    /// The cards of the player, 0, or of the banker, 1.
    pub fn hand(&self, side: usize) -> impl Iterator<Item = Rank> + Clone {
        [side, side + 2, side + 4].into_iter().filter_map(|place| self.cards[place])
    }
}
