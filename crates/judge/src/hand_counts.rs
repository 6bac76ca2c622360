//! Counts what a design did in every hand, by what the rules depend on.

use super::sentences::reading;
use baccarat_sim::HandOutputs;
use std::collections::BTreeMap;

use super::cause::Lights;
use super::observed_hand::ObservedHand;
use super::right_hands::RightEnd;
use super::seen::SeenCounts;
use super::small_set::SmallSet;
use super::{Cause, Conventions, Reading};
use baccarat_sim::every_hand::Hand;
use punto_banco::{Rank, Side, banker_draws, score};

/// Some hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub hands: u64,
    /// The lowest of them, by the cards that the shoe offers.
    pub first: Hand,
    /// The player's third card in an earlier hand of the same board.
    pub earlier: Option<Rank>,
}

impl Count {
    pub const NONE: Count = Count { hands: 0, first: [Rank::King; 6], earlier: None };

    pub fn one(first: Hand, earlier: Option<Rank>) -> Count {
        Count { hands: 1, first, earlier }
    }

    pub fn add(&mut self, other: Count) {
        if self.hands == 0 || other.hands > 0 && other.first < self.first {
            (self.first, self.earlier) = (other.first, other.earlier);
        }
        self.hands += other.hands;
    }
}

/// More than there are scores, and values of a card: LEDR shows four bits.
pub(super) const SCORES: usize = 16;

/// All pairs of scores, or of a score and a value.
pub(super) fn pairs() -> impl Iterator<Item = [usize; 2]> + Clone {
    (0..SCORES * SCORES).map(|index| [index / SCORES, index % SCORES])
}

/// Counts by two numbers and by what the design did.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Table<const N: usize>(Vec<[Count; N]>);

impl<const N: usize> Table<N> {
    pub fn new() -> Table<N> {
        Table(vec![[Count::NONE; N]; SCORES * SCORES])
    }

    pub fn at(&self, [row, column]: [usize; 2]) -> &[Count; N] {
        &self.0[row * SCORES + column]
    }

    pub fn add(&mut self, [row, column]: [usize; 2], done: usize, one: Count) {
        self.0[row * SCORES + column][done].add(one);
    }

    /// Only the counts of these rows.
    pub fn only_rows(&self, rows: SmallSet) -> Table<N> {
        let mut table = self.clone();
        let others = pairs().zip(&mut table.0).filter(|([row, _], _)| !rows.contains(*row));
        others.for_each(|(_, counts)| *counts = [Count::NONE; N]);
        table
    }

    fn merge(&mut self, other: &Table<N>) {
        let counts = self.0.iter_mut().flatten().zip(other.0.iter().flatten());
        counts.for_each(|(count, other)| count.add(*other));
    }
}

/// What the design decided, by scores and values from one source.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Decisions {
    /// Whether the player draws, by the scores of both first two cards.
    pub player: Table<2>,
    /// Whether the banker draws after the player stood, by the same.
    pub after_stand: Table<2>,
    /// Whether the banker draws after a third card, bit 0, and whether that is wrong, bit 1. By the
    /// banker's score and by the value of that card, 0, and that of the earlier hand, or 0 or that
    /// of this hand if there is none.
    pub third: [Table<4>; 4],
    /// Which lights are on, by the scores of all cards.
    pub lights: Table<4>,
}

impl Decisions {
    fn new() -> Decisions {
        let third = [(); 4].map(|()| Table::new());
        Decisions { player: Table::new(), after_stand: Table::new(), third, lights: Table::new() }
    }

    /// Adds a hand with these scores of two cards and of all cards, and these values of the
    /// player's third card and of that of the earlier hand.
    fn add(
        &mut self,
        hand: Count,
        observed: &ObservedHand,
        [opening, end]: [[usize; 2]; 2],
        thirds: [Option<u8>; 2],
    ) {
        self.add_draws(hand, observed.cards[5].is_some(), opening, thirds);
        self.lights.add(end, usize::from(Lights::shown(observed.shown).0), hand);
    }

    /// Adds the draws of hands, as [`add`](Self::add) does.
    fn add_draws(
        &mut self,
        hands: Count,
        is_drawn: bool,
        opening: [usize; 2],
        [third, earlier]: [Option<u8>; 2],
    ) {
        let bankers_draw = usize::from(is_drawn);
        self.player.add(opening, usize::from(third.is_some()), hands);
        match third {
            None => self.after_stand.add(opening, bankers_draw, hands),
            Some(third) => {
                let banker = opening[1];
                let right = usize::from(banker_draws(banker as u8, Some(third)));
                let done = bankers_draw | (bankers_draw ^ right) << 1;
                let seen = [third, 0, earlier.unwrap_or(0), earlier.unwrap_or(third)];
                for (table, value) in self.third.iter_mut().zip(seen) {
                    table.add([banker, usize::from(value)], done, hands);
                }
            }
        }
    }

    fn merge(&mut self, other: &Decisions) {
        self.player.merge(&other.player);
        self.after_stand.merge(&other.after_stand);
        self.third.iter_mut().zip(&other.third).for_each(|(table, other)| table.merge(other));
        self.lights.merge(&other.lights);
    }
}

/// By what hands are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// By scores.
    Scores,
    /// By scores, and by the cards that decisions may see.
    Cards,
}

/// All hands.
#[derive(PartialEq, Eq)]
pub(super) struct HandCounts {
    /// Wrong hands.
    pub wrong: Count,
    /// How many of them are wrong when they end, before any further press.
    pub wrong_at_end: u64,
    /// The causes of wrong hands that each hand shows by itself.
    pub causes: BTreeMap<Cause, Count>,
    /// Hands in which displays do not show their cards.
    pub wrong_cards: Count,
    /// Wrong hands in which LEDR shows a wrong score, after four cards or at the end.
    pub wrong_scores: Count,
    /// By the cards that decisions may see, if that is counted.
    pub seen: Option<SeenCounts>,
    /// For hands without such a cause: LEDR shows a wrong score of two cards, which explains the
    /// draws.
    pub causes_of_openings: BTreeMap<Cause, Count>,
    /// By the scores and values of the cards, which are also those on LEDR.
    common: Decisions,
    /// Where they differ: by those of the cards, and by those on LEDR.
    differing: [Decisions; 2],
}

impl HandCounts {
    pub fn new(detail: Detail) -> HandCounts {
        HandCounts {
            wrong: Count::NONE,
            wrong_at_end: 0,
            causes: BTreeMap::new(),
            wrong_cards: Count::NONE,
            wrong_scores: Count::NONE,
            seen: (detail == Detail::Cards).then(SeenCounts::new),
            causes_of_openings: BTreeMap::new(),
            common: Decisions::new(),
            differing: [Decisions::new(), Decisions::new()],
        }
    }

    /// Adds a hand, before which this was the player's last third card.
    pub fn add(
        &mut self,
        conventions: &Conventions,
        hand: Hand,
        observed: &ObservedHand,
        earlier: Option<Rank>,
    ) {
        let hand = Count::one(hand, earlier);
        let scores = scores(observed);
        let thirds = [observed.cards[4], earlier];
        let values = thirds.map(|third| third.map(Rank::value));
        let on_ledr = [observed.opening, observed.shown]
            .map(|shown| Side::BOTH.map(|side| shown.score(side) as usize));
        let values_on_ledr = thirds.map(|third| third.map(|rank| conventions.value(rank)));
        if (scores, values) == (on_ledr, values_on_ledr) {
            self.common.add(hand, observed, scores, values);
        } else {
            self.differing[0].add(hand, observed, scores, values);
            self.differing[1].add(hand, observed, on_ledr, values_on_ledr);
        }
        if let Some(seen) = &mut self.seen {
            seen.add(conventions, hand, observed);
        }
        if observed.is_right {
            return;
        }
        self.wrong.add(hand);
        if scores != on_ledr {
            self.wrong_scores.add(hand);
        }
        let mut causes = wrong_displays(conventions, observed);
        if causes.iter().any(|cause| matches!(cause, Cause::Card { .. })) {
            self.wrong_cards.add(hand);
        }
        causes.extend(wrong_scores(conventions, observed, scores[1], on_ledr[1]));
        let has_wrong_lights = Lights::shown(observed.shown) != Lights::winner(scores[1]);
        let is_wrong_at_end = !causes.is_empty() || observed.has_wrong_draws || has_wrong_lights;
        self.wrong_at_end += u64::from(is_wrong_at_end || !observed.changes);
        causes.extend(observed.changes.then_some(Cause::Changes));
        if causes.is_empty() {
            if !observed.has_wrong_draws && !has_wrong_lights {
                causes.push(Cause::Other);
            }
            let opening = (0..2).find(|side| scores[0][*side] != on_ledr[0][*side]);
            if let Some(side) = opening.map(|side| Side::BOTH[side]) {
                add(&mut self.causes_of_openings, Cause::Score { side, cards: 2 }, hand);
            }
        }
        causes.into_iter().for_each(|cause| add(&mut self.causes, cause, hand));
    }

    /// Adds right hands that differ only in the sixth card, as [`add`](Self::add) does. `first` is
    /// the lowest of them, `opening` its scores of two cards. LEDR shows the scores of the cards.
    pub fn add_right(
        &mut self,
        first: Hand,
        earlier: Option<Rank>,
        opening: [usize; 2],
        ends: &[RightEnd],
    ) {
        let RightEnd { third, banker_draws, .. } = ends[0];
        let values = [third, earlier].map(|third| third.map(Rank::value));
        let hands = Count { hands: ends.len() as u64, first, earlier };
        self.common.add_draws(hands, banker_draws, opening, values);
        let [a, b, c, d, e, _] = first;
        let mut sixth = 0;
        for alike in ends.chunk_by(|one, next| one.scores == next.scores) {
            let first = [a, b, c, d, e, Rank::ALL[sixth]];
            let end = alike[0].scores.map(usize::from);
            let lights = usize::from(Lights::winner(end).0);
            self.common.lights.add(
                end,
                lights,
                Count { hands: alike.len() as u64, first, earlier },
            );
            sixth += alike.len();
        }
    }

    pub fn merge(&mut self, other: HandCounts) {
        self.wrong.add(other.wrong);
        self.wrong_at_end += other.wrong_at_end;
        self.wrong_scores.add(other.wrong_scores);
        if let (Some(seen), Some(other)) = (&mut self.seen, &other.seen) {
            seen.merge(other);
        }
        self.wrong_cards.add(other.wrong_cards);
        let causes = [
            (&mut self.causes, other.causes),
            (&mut self.causes_of_openings, other.causes_of_openings),
        ];
        for (causes, others) in causes {
            others.into_iter().for_each(|(cause, count)| add(causes, cause, count));
        }
        self.common.merge(&other.common);
        self.differing.iter_mut().zip(&other.differing).for_each(|(one, other)| one.merge(other));
    }

    /// The decisions of all hands, by the scores and values of the cards, and by those on LEDR.
    pub fn decisions(&self) -> [Decisions; 2] {
        self.differing.clone().map(|mut decisions| {
            decisions.merge(&self.common);
            decisions
        })
    }
}

/// The scores of both first two cards, and of all cards.
fn scores(observed: &ObservedHand) -> [[usize; 2]; 2] {
    let of =
        |number: usize| Side::BOTH.map(|side| usize::from(score(observed.hand(side).take(number))));
    [of(2), of(3)]
}

fn add(causes: &mut BTreeMap<Cause, Count>, cause: Cause, count: Count) {
    causes.entry(cause).or_insert(Count::NONE).add(count);
}

/// The displays that do not show what they should: one cause for those that show the same instead
/// of the same card.
fn wrong_displays(conventions: &Conventions, observed: &ObservedHand) -> Vec<Cause> {
    let mut wrong: BTreeMap<(Option<Rank>, Reading), SmallSet> = BTreeMap::new();
    for (card, display) in observed.cards.iter().zip(conventions.displays) {
        let shown = reading(conventions, display, observed.shown.hex(display));
        if shown != card.map_or(Reading::Blank, Reading::Card) {
            let shown = if card.is_some() { shown } else { Reading::Other };
            wrong.entry((*card, shown)).or_default().insert(display);
        }
    }
    let cause = |((card, shown), displays)| match card {
        Some(dealt) => Cause::Card { displays, dealt, shown },
        None => Cause::NotEmpty { displays },
    };
    wrong.into_iter().map(cause).collect()
}

/// The scores on LEDR that are not those of the cards.
fn wrong_scores(
    conventions: &Conventions,
    observed: &ObservedHand,
    right: [usize; 2],
    shown: [usize; 2],
) -> Vec<Cause> {
    if right == shown {
        return Vec::new();
    }
    if Side::BOTH.map(|side| conventions.score(observed.hand(side))) == shown {
        let wrong = |rank: Rank| {
            let value = conventions.value(rank);
            (value != rank.value()).then_some((rank, value))
        };
        return vec![Cause::Values(Rank::ALL.into_iter().filter_map(wrong).collect())];
    }
    let wrong =
        Side::BOTH.into_iter().filter(|side| right[*side as usize] != shown[*side as usize]);
    wrong.map(|side| Cause::Score { side, cards: observed.hand(side).count() as u8 }).collect()
}
