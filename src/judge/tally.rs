//! Counts what a design did in every hand, by what the rules depend on.

use std::collections::BTreeMap;

use super::cause::Lights;
use super::played::Played;
use super::{Cause, Conventions, Reading};
use crate::game::{Rank, Side, score};
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

/// Counts by two numbers and by what the design did.
#[derive(Clone)]
pub(super) struct Table<const N: usize>(Vec<[Count; N]>);

impl<const N: usize> Table<N> {
    fn new() -> Table<N> {
        Table(vec![[Count::NONE; N]; SCORES * SCORES])
    }

    pub fn at(&self, row: usize, column: usize) -> &[Count; N] {
        &self.0[row * SCORES + column]
    }

    fn add(&mut self, row: usize, column: usize, done: usize, hand: Hand) {
        self.0[row * SCORES + column][done].add(Count::one(hand));
    }

    fn merge(&mut self, other: &Table<N>) {
        let counts = self.0.iter_mut().flatten().zip(other.0.iter().flatten());
        counts.for_each(|(count, other)| count.add(*other));
    }
}

/// What the design decided, by scores from one source.
#[derive(Clone)]
pub(super) struct Decisions {
    /// Whether the player draws, by the scores of both first two cards.
    pub player: Table<2>,
    /// Whether the banker draws after the player stood, by the same.
    pub after_stand: Table<2>,
    /// Whether the banker draws after a third card, by the banker's score and by the value of that
    /// card, 0, and that of the earlier hand.
    pub third: [Table<2>; 3],
    /// Which lights are on, by the scores of all cards.
    pub lights: Table<4>,
}

impl Decisions {
    fn new() -> Decisions {
        let draws = Table::new;
        Decisions {
            player: draws(),
            after_stand: draws(),
            third: [draws(), draws(), draws()],
            lights: Table::new(),
        }
    }

    /// Adds a hand with these scores of two cards and of all cards.
    fn add(
        &mut self,
        hand: Hand,
        played: &Played,
        [player, banker]: [usize; 2],
        end: [usize; 2],
        earlier: u8,
    ) {
        let banker_draws = usize::from(played.cards[5].is_some());
        self.player.add(player, banker, usize::from(played.cards[4].is_some()), hand);
        match played.cards[4] {
            None => self.after_stand.add(player, banker, banker_draws, hand),
            Some(third) => {
                let seen = [third.value(), 0, earlier];
                for (table, value) in self.third.iter_mut().zip(seen) {
                    table.add(banker, usize::from(value), banker_draws, hand);
                }
            }
        }
        let lights = Lights::shown(played.shown);
        self.lights.add(end[0], end[1], usize::from(lights.0), hand);
    }

    pub fn merge(&mut self, other: &Decisions) {
        self.player.merge(&other.player);
        self.after_stand.merge(&other.after_stand);
        self.third.iter_mut().zip(&other.third).for_each(|(table, other)| table.merge(other));
        self.lights.merge(&other.lights);
    }
}

/// All hands.
pub(super) struct Tally {
    pub wrong: u64,
    /// The causes of wrong hands that each hand shows by itself.
    pub causes: BTreeMap<Cause, Count>,
    /// Of right hands.
    right: Decisions,
    /// Of wrong hands, by the scores of the cards, and by those on LEDR.
    decisions: [Decisions; 2],
}

impl Tally {
    pub fn new() -> Tally {
        Tally {
            wrong: 0,
            causes: BTreeMap::new(),
            right: Decisions::new(),
            decisions: [Decisions::new(), Decisions::new()],
        }
    }

    /// Adds a right hand, before which the player's last third card had this value.
    pub fn add_right(&mut self, hand: Hand, played: &Played, earlier: u8) {
        let [opening, end] = scores(played);
        self.right.add(hand, played, opening, end, earlier);
    }

    /// Adds a wrong hand.
    pub fn add_wrong(
        &mut self,
        conventions: &Conventions,
        hand: Hand,
        played: &Played,
        earlier: u8,
    ) {
        self.wrong += 1;
        let [opening, end] = scores(played);
        self.decisions[0].add(hand, played, opening, end, earlier);
        let on_ledr = [played.opening, played.shown]
            .map(|shown| [Side::Player, Side::Banker].map(|side| shown.score(side) as usize));
        self.decisions[1].add(hand, played, on_ledr[0], on_ledr[1], earlier);
        let causes = [
            wrong_card(conventions, played),
            wrong_score(conventions, played, end, on_ledr[1]),
            played.is_late.then_some(Cause::Late),
            played.changes.then_some(Cause::Changes),
        ];
        for cause in causes.into_iter().flatten() {
            self.causes.entry(cause).or_insert(Count::NONE).add(Count::one(hand));
        }
    }

    pub fn merge(&mut self, other: Tally) {
        self.wrong += other.wrong;
        for (cause, count) in other.causes {
            self.causes.entry(cause).or_insert(Count::NONE).add(count);
        }
        self.right.merge(&other.right);
        self.decisions.iter_mut().zip(&other.decisions).for_each(|(one, other)| one.merge(other));
    }

    /// The decisions of all hands, by the scores of the cards, and by those on LEDR.
    pub fn decisions(&self) -> [Decisions; 2] {
        self.decisions.clone().map(|mut decisions| {
            decisions.merge(&self.right);
            decisions
        })
    }
}

/// The scores of both first two cards, and of all cards.
fn scores(played: &Played) -> [[usize; 2]; 2] {
    let of = |number: usize| [0, 1].map(|side| usize::from(score(played.hand(side).take(number))));
    [of(2), of(3)]
}

/// The first display that does not show its card.
fn wrong_card(conventions: &Conventions, played: &Played) -> Option<Cause> {
    played.cards.iter().zip(conventions.displays).find_map(|(card, display)| {
        let dealt = (*card)?;
        let shown = conventions.reading(display, played.shown.hex(display));
        let displays = [display].into_iter().collect();
        (shown != Reading::Card(dealt)).then_some(Cause::Card { displays, dealt, shown })
    })
}

/// The first score on LEDR that is not that of the cards.
fn wrong_score(
    conventions: &Conventions,
    played: &Played,
    right: [usize; 2],
    shown: [usize; 2],
) -> Option<Cause> {
    let side = (0..2).find(|side| right[*side] != shown[*side])?;
    let by_values = [0, 1].map(|side| {
        let values = played.hand(side).map(|rank| usize::from(conventions.value(rank)));
        values.sum::<usize>() % 10
    });
    if by_values == shown {
        let wrong = |rank: Rank| {
            let value = conventions.value(rank);
            (value != rank.value()).then_some((rank, value))
        };
        return Some(Cause::Values(Rank::ALL.into_iter().filter_map(wrong).collect()));
    }
    Some(Cause::Score { side: side as u8, cards: played.hand(side).count() as u8 })
}
