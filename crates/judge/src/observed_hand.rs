//! What a design did in a hand, read from its pins after each press.

use super::sentences::reading;
use super::third_captures::ThirdCaptures;
use super::{Conventions, Reading};
use baccarat_sim::HandOutputs;
use baccarat_sim::every_hand::{FURTHER_PRESSES, Hand, dealt_cards};
use de1_soc::BoardOutputs;
use punto_banco::{Rank, Side};

/// A hand as a design played it.
pub(super) struct ObservedHand {
    /// Whether it is as the rules say.
    pub is_right: bool,
    /// The cards that were dealt: four, the player's third, the banker's third.
    pub cards: [Option<Rank>; 6],
    /// Whether other third cards should have been dealt.
    pub has_wrong_draws: bool,
    /// The outputs after four cards.
    pub opening: BoardOutputs,
    /// At the end.
    pub shown: BoardOutputs,
    /// Whether a further press changed the outputs.
    pub changes: bool,
}

impl ObservedHand {
    /// A hand in which nothing is wrong.
    pub fn right(conventions: &Conventions, offered: Hand, opening: BoardOutputs) -> ObservedHand {
        let round = conventions.round(offered);
        ObservedHand {
            is_right: true,
            cards: dealt_cards(&round),
            has_wrong_draws: false,
            opening,
            shown: conventions.outputs(&round),
            changes: false,
        }
    }

    /// A hand with these outputs after each press, from the fourth card on to the last one, which
    /// are not the right ones after as many presses as other hands need.
    pub fn read(
        conventions: &Conventions,
        offered: Hand,
        right: ObservedHand,
        captures: ThirdCaptures,
        last: usize,
        outputs: impl Fn(usize) -> BoardOutputs,
    ) -> ObservedHand {
        // It only needs more presses, if the end stays.
        if (last - FURTHER_PRESSES..=last).all(|press| outputs(press) == right.shown) {
            return right;
        }
        let mut cards = right.cards;
        let third = |side: Side, place: usize, press: usize| {
            let by_rules = right.cards[4 + side as usize].is_some();
            let two = right.hand(side).take(2);
            let outputs = outputs(press + 1);
            is_dealt(conventions, side, two, offered[place], by_rules, outputs)
                .then_some(offered[place])
        };
        cards[4] = third(Side::Player, 4, captures.of_sides(conventions, true)[0]);
        let player_draws = cards[4].is_some();
        let place = if player_draws { 5 } else { conventions.banker_after_stand };
        cards[5] = third(Side::Banker, place, captures.of_sides(conventions, player_draws)[1]);
        let thirds = [4, 5].map(|place: usize| cards[place].is_some());
        let dealt = captures.dealing_presses(conventions, thirds);
        let usual = dealt + conventions.delay(thirds);
        // Where it is right, whatever the number of presses, or else where a light is on.
        let is_lit = |press: &usize| outputs(*press).outcome().is_some();
        let end = (dealt..=last)
            .find(|press| outputs(*press) == right.shown)
            .or_else(|| (usual..=last).find(is_lit))
            .unwrap_or(usual.min(last));
        let shown = outputs(end);
        let changes = (end + 1..=last).any(|press| outputs(press) != shown);
        let has_wrong_draws =
            (4..6).any(|place| cards[place].is_some() != right.cards[place].is_some());
        let is_right = shown == right.shown && !changes && !has_wrong_draws;
        ObservedHand { is_right, cards, has_wrong_draws, shown, changes, opening: right.opening }
    }

    /// The cards of a side.
    pub fn hand(&self, side: Side) -> impl Iterator<Item = Rank> + Clone {
        let side = side as usize;
        [side, side + 2, side + 4].into_iter().filter_map(|place| self.cards[place])
    }
}

/// Whether a side with these two cards has this third card after the press that deals it.
///
/// It has if the display shows that card. It has not if the display is empty, unless the display
/// shows this card as nothing, or LEDR the score with it. With any other pattern LEDR decides if
/// the card changes the score. Where that is not enough, the rules decide: one output is then
/// wrong, and the draw is not.
fn is_dealt(
    conventions: &Conventions,
    side: Side,
    two: impl Iterator<Item = Rank> + Clone,
    third: Rank,
    by_rules: bool,
    outputs: BoardOutputs,
) -> bool {
    let display = conventions.displays[4 + side as usize];
    let score = outputs.score(side) as usize;
    let without = conventions.score(two.clone());
    let with = conventions.score(two.chain([third]));
    let by_ledr = (with != without && [with, without].contains(&score)).then_some(score == with);
    match reading(conventions, display, outputs.hex(display)) {
        Reading::Card(rank) if rank == third => true,
        Reading::Blank if !conventions.is_hidden(display, third) => {
            by_ledr == Some(true) && by_rules
        }
        _ => by_ledr.unwrap_or(by_rules),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_that_ends_late_is_right_if_its_end_stays() {
        let conventions = Conventions::default();
        let hand = [Rank::Nine; 6];
        let right = || ObservedHand::right(&conventions, hand, BoardOutputs(0));
        let captures = ThirdCaptures::read(&conventions, |_| Rank::Nine, |_| BoardOutputs(0));
        let end = conventions.presses() + FURTHER_PRESSES;
        let shown = right().shown;
        let dark = shown.with_ledr(shown.ledr() & 0xff);
        for (last, again, is_right) in [(end + FURTHER_PRESSES, 0, true), (end + 1, end + 1, false)]
        {
            let outputs = |press| if press < end || press == again { dark } else { shown };
            let observed = ObservedHand::read(&conventions, hand, right(), captures, last, outputs);
            assert_eq!(observed.is_right, is_right, "{last}");
        }
    }
}
