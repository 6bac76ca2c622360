//! The presses that capture the third cards of a hand, read from the displays.

use super::Conventions;
use super::sample::{PRESSES, Sample};
use baccarat_sim::every_hand::{FURTHER_PRESSES, Hand, ThirdPresses};
use de1_soc::BoardOutputs;
use punto_banco::Rank;

/// The presses, from 0, that capture the fifth and the sixth card of a hand.
///
/// They are the usual ones, unless the conventions say that they depend on the hand. Then they are
/// those at which a display shows a card, and the usual ones for cards that no display shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThirdCaptures([usize; 2]);

impl ThirdCaptures {
    /// Reads the displays of a hand. `rank_at` returns the rank that the shoe offers at a press,
    /// from 0, `outputs` what is shown after a number of presses.
    pub fn read(
        conventions: &Conventions,
        rank_at: impl Fn(usize) -> Rank,
        outputs: impl Fn(usize) -> BoardOutputs,
    ) -> ThirdCaptures {
        let [.., fifth, sixth] = conventions.captures;
        if conventions.third_presses.is_none() {
            return ThirdCaptures([fifth, sixth]);
        }
        let last = conventions.presses() + FURTHER_PRESSES;
        let [player, banker] =
            [4, 5].map(|card| appearance(conventions, card, last, &rank_at, &outputs));
        let is_never_shown =
            |card: usize| !conventions.hidden[conventions.displays[card]].contains(&false);
        ThirdCaptures(match (player, banker) {
            (Some(player), Some(banker)) if banker > player => [player, banker],
            (Some(player), _) => [player, sixth.max(player + 1)],
            (None, Some(banker)) if is_never_shown(4) && banker > fifth => [fifth, banker],
            (None, Some(banker)) => [banker, if banker == sixth { fifth } else { sixth }],
            (None, None) => [fifth, sixth],
        })
    }

    /// The cards that the shoe offers in the order in which the hand captures them.
    pub fn offered(self, scheduled: Hand, rank_at: impl Fn(usize) -> Rank) -> Hand {
        let ([a, b, c, d, ..], [e, f]) = (scheduled, self.0.map(rank_at));
        [a, b, c, d, e, f]
    }

    /// The cards to schedule such that the shoe offers these in the order of the captures.
    pub fn scheduled(self, conventions: &Conventions, offered: Hand) -> Hand {
        let [a, b, c, d, ..] = offered;
        let pairs = Rank::ALL.into_iter().flat_map(|e| Rank::ALL.map(|f| [a, b, c, d, e, f]));
        let is_offered =
            |hand: &Hand| self.offered(*hand, |press| conventions.rank_at(*hand, press)) == offered;
        pairs.into_iter().find(is_offered).unwrap_or(offered)
    }

    /// The presses of the third cards of the player and of the banker, if the player draws or not.
    pub fn of_sides(self, conventions: &Conventions, player_draws: bool) -> [usize; 2] {
        let place = if player_draws { 5 } else { conventions.banker_after_stand };
        [self.0[0], self.0[place - 4]]
    }

    /// The number of presses that deal all cards of a hand with these third cards.
    pub fn dealing_presses(self, conventions: &Conventions, thirds: [bool; 2]) -> usize {
        let presses = self.of_sides(conventions, thirds[0]);
        let dealt = presses.into_iter().zip(thirds).filter(|(_, is_dealt)| *is_dealt);
        dealt.map(|(press, _)| press).fold(conventions.captures[3], usize::max) + 1
    }
}

/// The press, from 0, at which a third card appears: where its display shows the rank that the
/// shoe offers, or else changes first, or else may have captured a rank that it does not show.
fn appearance(
    conventions: &Conventions,
    card: usize,
    last: usize,
    rank_at: impl Fn(usize) -> Rank,
    outputs: impl Fn(usize) -> BoardOutputs,
) -> Option<usize> {
    let (display, first) = (conventions.displays[card], conventions.captures[3] + 1);
    let pattern = |press: usize| outputs(press).hex(display);
    let opening = outputs(first);
    let is_same_hand = |press: &usize| {
        conventions.displays[..4]
            .iter()
            .all(|display| outputs(press + 1).hex(*display) == opening.hex(*display))
    };
    let blank = conventions.blank[display];
    let mut appears = (first..last)
        .take_while(is_same_hand)
        .filter(|press| pattern(*press) == blank && pattern(press + 1) != blank)
        .peekable();
    let changes = appears.peek().copied();
    let is_offered = |press: &usize| pattern(press + 1) == conventions.pattern(rank_at(*press));
    let is_hidden = |press: &usize| conventions.is_hidden(display, rank_at(*press));
    let known = || conventions.third_presses.iter().flat_map(ThirdPresses::all);
    appears.find(is_offered).or(changes).or_else(|| known().find(is_hidden))
}

/// The rank that the shoe offers at a press, from 0, of a sampled hand.
pub(super) fn rank_in_sample(
    sample: &Sample,
    conventions: &Conventions,
    hand: usize,
    press: usize,
) -> Rank {
    let waits = &sample.waits[hand];
    let waited: usize =
        if conventions.shoe.restarts { waits[press] } else { waits[..=press].iter().sum() };
    conventions.shoe.rank(conventions.offset_at(press) + waited)
}

/// The presses of the third cards of a sample, if they depend on the hand: where displays show the
/// ranks that the shoe offers.
pub(super) fn third_presses(sample: &Sample, conventions: &Conventions) -> Option<ThirdPresses> {
    let [.., player, banker] = conventions.displays;
    let mut found = ThirdPresses::default();
    for hand in 0..sample.hands() {
        let appearances = sample.appearances(hand);
        let shown = |display: usize| {
            let (press, _) = appearances.iter().find(|(_, other)| *other == display)?;
            let rank = rank_in_sample(sample, conventions, hand, *press);
            let pattern = sample.released[*press][hand].hex(display);
            let is_third = *press > conventions.captures[3] && pattern == conventions.pattern(rank);
            is_third.then_some(*press)
        };
        let (player, banker) = (shown(player), shown(banker));
        found.player.extend(player);
        // A card may be there that the player's display does not show.
        let is_hidden = |press: usize| {
            let rank = rank_in_sample(sample, conventions, hand, press);
            conventions.is_hidden(conventions.displays[4], rank)
        };
        match player {
            Some(player) => found.banker.extend(banker.filter(|banker| *banker > player)),
            None if is_hidden(conventions.captures[4]) => {}
            None => found.banker_alone.extend(banker),
        }
    }
    let [.., fifth, sixth] = conventions.captures;
    let alone = conventions.captures[conventions.banker_after_stand];
    let is_usual = [(&found.player, fifth), (&found.banker, sixth), (&found.banker_alone, alone)]
        .iter()
        .all(|(presses, usual)| presses.iter().all(|press| press == usual));
    let is_sampled = found.all().all(|press| press + FURTHER_PRESSES < PRESSES);
    (!is_usual && is_sampled).then_some(found)
}
