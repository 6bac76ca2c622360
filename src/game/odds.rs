//! How often each outcome comes, counted exactly, and what that is worth to the house.

use std::cmp::Ordering;
use std::fmt;

use thiserror::Error;

use super::bet::{Bet, Settlement};
use super::rank::Rank;
use super::round::{Outcome, Round};

/// The cards in a full shoe: a number of decks of 52, or the infinite deck, which gives every rank
/// with probability 1/13 on every draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decks {
    /// `None` is the infinite deck.
    count: Option<u32>,
}

/// The number of decks is not one that a shoe can hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a shoe of {count} decks is out of range: use 1 to {} decks", Decks::MAX)]
pub struct DeckCountError {
    count: u32,
}

impl Decks {
    /// The infinite deck.
    pub const INFINITE: Decks = Decks { count: None };

    /// The most decks that a finite shoe may hold.
    pub const MAX: u32 = 100;

    /// A shoe of 1 to [`Decks::MAX`] decks.
    pub const fn new(count: u32) -> Result<Decks, DeckCountError> {
        match count {
            1..=Decks::MAX => Ok(Decks { count: Some(count) }),
            _ => Err(DeckCountError { count }),
        }
    }

    /// The number of ways that the full shoe can deal these six ranks in this order: the product of
    /// the cards of each rank that are left when its turn comes. The infinite deck deals every
    /// sequence in one way.
    pub fn ways(self, cards: [Rank; 6]) -> u128 {
        let Some(count) = self.count else {
            return 1;
        };
        let mut left = [4 * count; 13];
        let mut ways = 1;
        for card in cards {
            let left = &mut left[usize::from(card.number()) - 1];
            ways *= u128::from(*left);
            *left = left.saturating_sub(1);
        }
        ways
    }
}

impl fmt::Display for Decks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            None => f.pad("infinite deck"),
            Some(1) => f.pad("1 deck"),
            Some(count) => f.pad(&format!("{count} decks")),
        }
    }
}

/// How often each outcome came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub player: u128,
    pub banker: u128,
    pub tie: u128,
}

impl Tally {
    /// Adds `times` rounds that ended so.
    pub fn add(&mut self, outcome: Outcome, times: u128) {
        match outcome {
            Outcome::Player => self.player += times,
            Outcome::Banker => self.banker += times,
            Outcome::Tie => self.tie += times,
        }
    }

    /// How often this outcome came.
    pub const fn of(&self, outcome: Outcome) -> u128 {
        match outcome {
            Outcome::Player => self.player,
            Outcome::Banker => self.banker,
            Outcome::Tie => self.tie,
        }
    }

    /// How many rounds there were.
    pub const fn total(&self) -> u128 {
        self.player + self.banker + self.tie
    }

    /// What the house keeps of each unit staked on this bet, on average, as a fraction; pushes
    /// count as rounds. Negative if the bettors are ahead, NaN if there were no rounds.
    pub fn house_edge(&self, bet: Bet) -> f64 {
        let odds = bet.odds();
        // In units of stake / `per`, so that everything up to the division is a whole number.
        let (mut lost, mut won) = (0, 0);
        for outcome in Outcome::ALL {
            match bet.settle(outcome) {
                Settlement::Win => won += self.of(outcome) * u128::from(odds.pays),
                Settlement::Lose => lost += self.of(outcome) * u128::from(odds.per),
                Settlement::Push => {}
            }
        }
        let edge = lost.abs_diff(won) as f64 / (self.total() * u128::from(odds.per)) as f64;
        if lost < won { -edge } else { edge }
    }
}

/// Counts the outcomes of every sequence of six ranks, each weighed by the
/// [ways](Decks::ways) that the full shoe can deal it: exact, from the rules alone.
pub fn tally(decks: Decks) -> Tally {
    let mut tally = Tally::default();
    count(&mut [Rank::Ace; 6], 0, 1, RemainingCards::full(decks), &mut tally);
    tally
}

/// Counts the rounds that begin with the first `dealt` of these cards, which come in `ways` ways
/// and leave this shoe.
fn count(
    cards: &mut [Rank; 6],
    dealt: usize,
    ways: u128,
    remaining: RemainingCards,
    tally: &mut Tally,
) {
    if let Some(round) = Round::of(&cards[..dealt]) {
        tally.add(round.outcome(), ways * remaining.any_cards(6 - dealt));
        return;
    }
    for card in BY_VALUE {
        // The order of a side's first two cards changes nothing: one order stands for both.
        let orders = match dealt {
            2 | 3 => match card.value().cmp(&cards[dealt - 2].value()) {
                Ordering::Less => continue,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            },
            _ => 1,
        };
        let mut remaining = remaining;
        let ways = ways * orders * remaining.deal(card);
        cards[dealt] = card;
        count(cards, dealt + 1, ways, remaining, tally);
    }
}

/// One rank of each value: cards of one value are all the same to the rules, so that ten classes
/// stand for the thirteen ranks.
const BY_VALUE: [Rank; 10] = [
    Rank::Ten,
    Rank::Ace,
    Rank::Two,
    Rank::Three,
    Rank::Four,
    Rank::Five,
    Rank::Six,
    Rank::Seven,
    Rank::Eight,
    Rank::Nine,
];

/// The cards that a shoe still holds of each value.
#[derive(Clone, Copy)]
struct RemainingCards {
    left: [u32; 10],
    total: u32,
    /// How many cards fewer there are after a deal: 1, or 0 in the infinite deck.
    taken: u32,
}

impl RemainingCards {
    fn full(decks: Decks) -> RemainingCards {
        let (per_rank, taken) = match decks.count {
            Some(count) => (4 * count, 1),
            None => (1, 0),
        };
        let left = BY_VALUE.map(|card| {
            let same = Rank::ALL.iter().filter(|rank| rank.value() == card.value());
            per_rank * same.count() as u32
        });
        RemainingCards { left, total: left.iter().sum(), taken }
    }

    /// Deals a card of this value and says in how many ways it could.
    fn deal(&mut self, card: Rank) -> u128 {
        let left = &mut self.left[usize::from(card.value())];
        let ways = *left;
        *left = left.saturating_sub(self.taken);
        self.total = self.total.saturating_sub(self.taken);
        u128::from(ways)
    }

    /// In how many ways `count` more cards could be dealt, whichever they are.
    fn any_cards(&self, count: usize) -> u128 {
        (0..count as u32).map(|dealt| u128::from(self.total - dealt * self.taken)).product()
    }
}
