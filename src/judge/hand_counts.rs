//! Counts what a design did in every hand, by what the rules depend on.

use std::collections::BTreeMap;

use super::cause::Lights;
use super::observed_hand::ObservedHand;
use super::small_set::SmallSet;
use super::{Cause, Conventions, Reading};
use crate::game::{Rank, Side, banker_draws, score};
use crate::simulation::every_hand::Hand;

/// Some hands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub hands: u64,
    /// The lowest of them, by the cards that the shoe offers.
    pub first: Hand,
}

impl Count {
    pub const NONE: Count = Count { hands: 0, first: [Rank::King; 6] };

    pub fn one(hand: Hand) -> Count {
        Count { hands: 1, first: hand }
    }

    pub fn add(&mut self, other: Count) {
        self.hands += other.hands;
        self.first = self.first.min(other.first);
    }
}

/// More than there are scores, and values of a card: LEDR shows four bits.
pub(super) const SCORES: usize = 16;

/// All pairs of scores, or of a score and a value.
pub(super) fn pairs() -> impl Iterator<Item = [usize; 2]> + Clone {
    (0..SCORES * SCORES).map(|index| [index / SCORES, index % SCORES])
}

/// Counts by two numbers and by what the design did.
#[derive(Clone)]
pub(super) struct Table<const N: usize>(Vec<[Count; N]>);

impl<const N: usize> Table<N> {
    fn new() -> Table<N> {
        Table(vec![[Count::NONE; N]; SCORES * SCORES])
    }

    pub fn at(&self, [row, column]: [usize; 2]) -> &[Count; N] {
        &self.0[row * SCORES + column]
    }

    fn add(&mut self, [row, column]: [usize; 2], done: usize, hand: Hand) {
        self.0[row * SCORES + column][done].add(Count::one(hand));
    }

    /// The counts of these rows, and none of others.
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
#[derive(Clone)]
pub(super) struct Decisions {
    /// Whether the player draws, by the scores of both first two cards.
    pub player: Table<2>,
    /// Whether the banker draws after the player stood, by the same.
    pub after_stand: Table<2>,
    /// Whether the banker draws after a third card, bit 0, and whether that is wrong, bit 1. By the
    /// banker's score and by the value of that card, 0, and that of the earlier hand.
    pub third: [Table<4>; 3],
    /// Which lights are on, by the scores of all cards.
    pub lights: Table<4>,
}

impl Decisions {
    fn new() -> Decisions {
        let third = [(); 3].map(|()| Table::new());
        Decisions { player: Table::new(), after_stand: Table::new(), third, lights: Table::new() }
    }

    /// Adds a hand with these scores of two cards and of all cards, and these values of the
    /// player's third card and of that of the earlier hand.
    fn add(
        &mut self,
        hand: Hand,
        observed: &ObservedHand,
        [opening, end]: [[usize; 2]; 2],
        [third, earlier]: [Option<u8>; 2],
    ) {
        let bankers_draw = usize::from(observed.cards[5].is_some());
        self.player.add(opening, usize::from(third.is_some()), hand);
        match third {
            None => self.after_stand.add(opening, bankers_draw, hand),
            Some(third) => {
                let banker = opening[1];
                let right = usize::from(banker_draws(banker as u8, Some(third)));
                let done = bankers_draw | (bankers_draw ^ right) << 1;
                let seen = [third, 0, earlier.unwrap_or(0)];
                for (table, value) in self.third.iter_mut().zip(seen) {
                    table.add([banker, usize::from(value)], done, hand);
                }
            }
        }
        self.lights.add(end, usize::from(Lights::shown(observed.shown).0), hand);
    }

    fn merge(&mut self, other: &Decisions) {
        self.player.merge(&other.player);
        self.after_stand.merge(&other.after_stand);
        self.third.iter_mut().zip(&other.third).for_each(|(table, other)| table.merge(other));
        self.lights.merge(&other.lights);
    }
}

/// All hands.
pub(super) struct HandCounts {
    /// Wrong hands.
    pub wrong: Count,
    /// The causes of wrong hands that each hand shows by itself.
    pub causes: BTreeMap<Cause, Count>,
    /// Hands that show none, with draws by a wrong score of two cards.
    pub causes_of_draws: BTreeMap<Cause, Count>,
    /// By the scores and values of the cards, which are also those on LEDR.
    common: Decisions,
    /// Where they differ: by those of the cards, and by those on LEDR.
    differing: [Decisions; 2],
}

impl HandCounts {
    pub fn new() -> HandCounts {
        HandCounts {
            wrong: Count::NONE,
            causes: BTreeMap::new(),
            causes_of_draws: BTreeMap::new(),
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
        if observed.is_right {
            return;
        }
        self.wrong.add(Count::one(hand));
        let causes = [
            wrong_display(conventions, observed),
            wrong_score(conventions, observed, scores[1], on_ledr[1]),
            observed.is_late.then_some(Cause::Late),
            observed.changes.then_some(Cause::Changes),
        ];
        let is_decision_wrong =
            observed.has_wrong_draws || Lights::shown(observed.shown) != Lights::winner(scores[1]);
        let mut causes: Vec<Cause> = causes.into_iter().flatten().collect();
        if causes.is_empty() && !is_decision_wrong {
            causes.push(Cause::Other);
        }
        if let (true, Some(side)) =
            (causes.is_empty(), (0..2).find(|side| scores[0][*side] != on_ledr[0][*side]))
        {
            let cause = Cause::Score { side: Side::BOTH[side], cards: 2 };
            self.causes_of_draws.entry(cause).or_insert(Count::NONE).add(Count::one(hand));
        }
        for cause in causes {
            self.causes.entry(cause).or_insert(Count::NONE).add(Count::one(hand));
        }
    }

    pub fn merge(&mut self, other: HandCounts) {
        self.wrong.add(other.wrong);
        let causes =
            [(&mut self.causes, other.causes), (&mut self.causes_of_draws, other.causes_of_draws)];
        for (causes, others) in causes {
            for (cause, count) in others {
                causes.entry(cause).or_insert(Count::NONE).add(count);
            }
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

/// The first display that does not show what it should.
fn wrong_display(conventions: &Conventions, observed: &ObservedHand) -> Option<Cause> {
    observed.cards.iter().zip(conventions.displays).find_map(|(card, display)| {
        let shown = conventions.reading(display, observed.shown.hex(display));
        let displays = [display].into_iter().collect();
        match *card {
            Some(dealt) if shown != Reading::Card(dealt) => {
                Some(Cause::Card { displays, dealt, shown })
            }
            None if shown != Reading::Blank => Some(Cause::NotEmpty { displays }),
            _ => None,
        }
    })
}

/// The first score on LEDR that is not that of the cards.
fn wrong_score(
    conventions: &Conventions,
    observed: &ObservedHand,
    right: [usize; 2],
    shown: [usize; 2],
) -> Option<Cause> {
    let side = (0..2).find(|side| right[*side] != shown[*side]).map(|side| Side::BOTH[side])?;
    let by_values = Side::BOTH.map(|side| conventions.score(observed.hand(side)));
    if by_values == shown {
        let wrong = |rank: Rank| {
            let value = conventions.value(rank);
            (value != rank.value()).then_some((rank, value))
        };
        return Some(Cause::Values(Rank::ALL.into_iter().filter_map(wrong).collect()));
    }
    Some(Cause::Score { side, cards: observed.hand(side).count() as u8 })
}
