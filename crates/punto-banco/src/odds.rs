//! Exact counts of the outcomes, and the house edges that follow from them.

use std::cmp::Ordering;
use std::fmt;

use thiserror::Error;

use super::bet::{Bet, Settlement};
use super::rank::Rank;
use super::round::{Outcome, Round};

/// A full shoe: a number of decks of 52 cards, or the infinite deck, in which every rank has
/// probability 1/13 on every draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decks {
    /// `None` is the infinite deck.
    count: Option<u32>,
}

/// The number of decks is out of range.
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

    /// Returns the number of ways to deal these six ranks in this order from the full shoe: the
    /// product, over the cards, of how many of that rank are left. It is 1 for the infinite deck.
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

/// The number of times that each outcome occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub player: u128,
    pub banker: u128,
    pub tie: u128,
}

impl Tally {
    /// Adds `times` rounds with this outcome.
    pub fn add(&mut self, outcome: Outcome, times: u128) {
        match outcome {
            Outcome::Player => self.player += times,
            Outcome::Banker => self.banker += times,
            Outcome::Tie => self.tie += times,
        }
    }

    /// Returns the number of rounds with this outcome.
    pub const fn of(&self, outcome: Outcome) -> u128 {
        match outcome {
            Outcome::Player => self.player,
            Outcome::Banker => self.banker,
            Outcome::Tie => self.tie,
        }
    }

    /// Returns the number of rounds.
    pub const fn total(&self) -> u128 {
        self.player + self.banker + self.tie
    }

    /// Returns the fraction of the stake that the house keeps on average; pushes count as rounds.
    /// Negative if the bettors are ahead, NaN without any rounds.
    pub fn house_edge(&self, bet: Bet) -> f64 {
        let odds = bet.odds();
        // In units of stake / `per`, to have integers up to the division.
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

/// Counts the outcomes of all sequences of six ranks, each weighted by the number of
/// [ways](Decks::ways) to deal it. The counts are exact, and follow from the rules alone.
pub fn tally(decks: Decks) -> Tally {
    let mut tally = Tally::default();
    count(&mut [Rank::Ace; 6], 0, 1, RemainingCards::full(decks), &mut tally);
    tally
}

/// Counts the rounds that begin with the first `dealt` of these cards. There are `ways` ways to
/// deal those cards, and `remaining` are left.
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
        // The order of a side's first two cards does not matter: one order stands for both.
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

/// One rank of each value. The rules look at values alone, so ten classes stand for the thirteen
/// ranks.
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

/// The number of cards of each value left in a shoe.
#[derive(Clone, Copy)]
struct RemainingCards {
    left: [u32; 10],
    total: u32,
    /// The number of cards that a deal removes: 1, or 0 from the infinite deck.
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

    /// Deals a card of this value and returns the number of ways to do so.
    fn deal(&mut self, card: Rank) -> u128 {
        let left = &mut self.left[usize::from(card.value())];
        let ways = *left;
        *left = left.saturating_sub(self.taken);
        self.total = self.total.saturating_sub(self.taken);
        u128::from(ways)
    }

    /// Returns the number of ways to deal any `count` more cards.
    fn any_cards(&self, count: usize) -> u128 {
        (0..count as u32).map(|dealt| u128::from(self.total - dealt * self.taken)).product()
    }
}
