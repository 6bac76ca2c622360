//! The casino machine in plain Rust: an eight-deck shoe, bets in chips and a bankroll in credits.
//!
//! The reference for the hardware. Unlike [`Table`](super::Table), it deals by position and counts
//! in whole credits.

use super::bet::{Bet, Settlement};
pub use super::card::{Card, CardChoice, ParseCardError};
use super::rank::Rank;
use super::round::{Outcome, Round, Side};
use super::step::Step;

/// The credits of one chip. A multiple of 20, so that the banker's 19 to 20 is an integer.
pub const CHIP: u32 = 20;

/// The bankroll at the start, and after one that cannot buy a chip.
pub const NEW_BANKROLL: u32 = 10_000;

/// The bankroll does not grow beyond this.
pub const MAXIMUM_BANKROLL: u32 = 999_999;

/// The number of cards behind the cut card.
const BEHIND_THE_CUT_CARD: usize = 14;

/// Says how many cards are burned after the burn card.
pub fn burned_in_words(count: u32) -> String {
    match count {
        1 => "1 more card is burned".into(),
        _ => format!("{count} more cards are burned"),
    }
}

/// The bet of the switches: the same number of chips on each chosen outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwitchBet {
    pub player: bool,
    pub banker: bool,
    pub tie: bool,
    /// Up to 127.
    pub chips: u32,
}

impl SwitchBet {
    /// Returns the bet of SW\[9:0\]: SW9 the banker, SW8 the player, SW7 a tie, SW6 to SW0 the
    /// chips.
    pub const fn from_switches(levels: u16) -> SwitchBet {
        SwitchBet {
            banker: levels >> 9 & 1 == 1,
            player: levels >> 8 & 1 == 1,
            tie: levels >> 7 & 1 == 1,
            chips: (levels & 127) as u32,
        }
    }

    /// Returns the positions of SW\[9:0\].
    pub fn switches(self) -> u64 {
        let bit = |bet: bool, number: u32| u64::from(bet) << number;
        bit(self.banker, 9) | bit(self.player, 8) | bit(self.tie, 7) | u64::from(self.chips)
    }

    /// Returns whether a bet is chosen.
    pub const fn is_on(self, bet: Bet) -> bool {
        match bet {
            Bet::Player => self.player,
            Bet::Banker => self.banker,
            Bet::Tie => self.tie,
        }
    }

    /// Returns the chosen bets in the order of their switches.
    pub fn boxes(self) -> impl Iterator<Item = Bet> {
        [Bet::Banker, Bet::Player, Bet::Tie].into_iter().filter(move |bet| self.is_on(*bet))
    }

    /// Returns all stakes together, in credits.
    pub fn stakes(self) -> u32 {
        let bets = [self.player, self.banker, self.tie].into_iter().filter(|bet| *bet).count();
        bets as u32 * self.chips * CHIP
    }

    /// Returns what an outcome pays back, stakes included, in credits.
    pub fn payment(self, outcome: Outcome) -> u32 {
        self.boxes().map(|bet| self.returned(bet, outcome)).sum()
    }

    /// Returns what an outcome pays back on a chosen bet, its stake included, in credits.
    pub fn returned(self, bet: Bet, outcome: Outcome) -> u32 {
        let per_chip = match (bet.settle(outcome), bet) {
            (Settlement::Win, Bet::Player) => 40,
            (Settlement::Win, Bet::Banker) => 39,
            (Settlement::Win, Bet::Tie) => 180,
            (Settlement::Push, _) => CHIP,
            (Settlement::Lose, _) => 0,
        };
        self.chips * per_chip
    }
}

/// What a release of KEY0 did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// Nothing.
    Ignored,
    /// The stakes exceed the bankroll.
    Refused,
    /// The burn card was turned up.
    Burned(Card),
    /// A card was dealt.
    Dealt(Card),
    /// The table was cleared; if `new_shoe`, the shoe was replaced.
    Cleared { new_shoe: bool },
}

/// The state of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Casino {
    decks: usize,
    shoe: Vec<Card>,
    burn_card: Option<Card>,
    cut_card_out: bool,
    last_hand: bool,
    hands: u32,
    credits: u32,
    bet: SwitchBet,
    dealt: Vec<Card>,
    outcome: Option<Outcome>,
}

impl Casino {
    /// Returns the machine at power-up, with a shoe of 1 to 8 decks.
    pub fn new(decks: usize) -> Casino {
        Casino {
            decks,
            shoe: factory_order(decks),
            burn_card: None,
            cut_card_out: false,
            last_hand: false,
            hands: 0,
            credits: NEW_BANKROLL,
            bet: SwitchBet::default(),
            dealt: Vec::with_capacity(6),
            outcome: None,
        }
    }

    /// Returns the machine at power-up, with another bankroll than a new one.
    pub fn with_bankroll(decks: usize, credits: u32) -> Casino {
        Casino { credits, ..Casino::new(decks) }
    }

    /// Returns the cards in the shoe by position.
    pub fn shoe(&self) -> &[Card] {
        &self.shoe
    }

    /// Returns the cards on the table in deal order.
    pub fn dealt(&self) -> &[Card] {
        &self.dealt
    }

    pub fn credits(&self) -> u32 {
        self.credits
    }

    /// Returns how many hands were dealt from this shoe, the one in play included.
    pub fn hands(&self) -> u32 {
        self.hands
    }

    pub fn burn_card(&self) -> Option<Card> {
        self.burn_card
    }

    /// Returns how many cards are burned after the burn card.
    pub fn burned(&self) -> usize {
        self.burn_card.map_or(0, |card| usize::from(card.rank.number().min(10)))
    }

    /// Returns how many cards are dealt before the cut card.
    pub fn cards_before_cut(&self) -> usize {
        self.shoe.len().saturating_sub(self.burned() + BEHIND_THE_CUT_CARD)
    }

    /// Whether the cut card is out.
    pub fn is_cut_card_out(&self) -> bool {
        self.cut_card_out
    }

    /// Whether the hand on the table is the last of the shoe.
    pub fn is_last_hand(&self) -> bool {
        self.last_hand
    }

    /// Returns the bet on the hand on the table, or on the last one of this shoe.
    pub fn bet(&self) -> SwitchBet {
        self.bet
    }

    /// Returns the stakes on the table; with no card on it, those of the switches.
    pub fn stakes(&self, switches: SwitchBet) -> u32 {
        if self.dealt.is_empty() { switches.stakes() } else { self.bet.stakes() }
    }

    /// Whether bets are taken, and those of the switches exceed the bankroll.
    pub fn refuses(&self, switches: SwitchBet) -> bool {
        self.dealt.is_empty() && switches.stakes() > self.credits
    }

    /// Returns the outcome of the hand on the table, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the display, 0 to 5, of the card that a release of KEY0 draws; `None` if it draws
    /// none.
    pub fn display_of_draw(&self, key3_held: bool, switches: SwitchBet) -> Option<usize> {
        if key3_held || self.outcome.is_some() || self.refuses(switches) {
            return None;
        }
        let dealt = self.dealt.len();
        match self.step().next_card() {
            _ if self.burn_card.is_none() => Some(5),
            Some(Side::Player) => Some(dealt / 2),
            Some(Side::Banker) => Some(3 + (dealt / 2).min(2)),
            None => None,
        }
    }

    /// Releases KEY0 while the position counter shows `position`.
    ///
    /// # Panics
    ///
    /// If a card is due and the shoe has none at that position.
    pub fn release(&mut self, position: usize, key3_held: bool, switches: SwitchBet) -> Release {
        if key3_held {
            return if self.outcome.is_some() { self.clear() } else { Release::Ignored };
        }
        if self.outcome.is_some() {
            return Release::Ignored;
        }
        if self.refuses(switches) {
            return Release::Refused;
        }
        if self.burn_card.is_none() {
            let card = self.shoe.swap_remove(position);
            self.burn_card = Some(card);
            return Release::Burned(card);
        }
        self.deal(position, switches)
    }

    fn deal(&mut self, position: usize, switches: SwitchBet) -> Release {
        let brings_out_the_cut_card = self.cards_before_cut() == 0;
        if self.dealt.is_empty() {
            self.last_hand = self.cut_card_out || brings_out_the_cut_card;
            self.hands += 1;
            self.bet = switches;
            self.credits -= switches.stakes();
        }
        self.cut_card_out |= brings_out_the_cut_card;
        let card = self.shoe.swap_remove(position);
        self.dealt.push(card);
        let (ranks, count) = self.ranks();
        self.outcome = Round::of(&ranks[..count]).map(|round| round.outcome());
        if let Some(outcome) = self.outcome {
            self.credits = (self.credits + self.bet.payment(outcome)).min(MAXIMUM_BANKROLL);
        }
        Release::Dealt(card)
    }

    fn clear(&mut self) -> Release {
        let new_shoe = self.last_hand;
        self.dealt.clear();
        self.outcome = None;
        if self.credits < CHIP {
            self.credits = NEW_BANKROLL;
        }
        if new_shoe {
            *self = Casino::with_bankroll(self.decks, self.credits);
        }
        Release::Cleared { new_shoe }
    }

    /// Returns the ranks of the cards on the table, filled up to six, and their number.
    fn ranks(&self) -> ([Rank; 6], usize) {
        let mut ranks = [Rank::Ace; 6];
        ranks.iter_mut().zip(&self.dealt).for_each(|(rank, card)| *rank = card.rank);
        (ranks, self.dealt.len())
    }

    /// Returns who gets the next card and why, or why the hand is over.
    pub fn step(&self) -> Step {
        let (ranks, count) = self.ranks();
        Step::after(&ranks[..count])
    }
}

/// The cards of a new shoe: deck by deck, suit by suit, from ace to king.
fn factory_order(decks: usize) -> Vec<Card> {
    let suits = (0..decks).flat_map(|_| 0..4);
    suits.flat_map(|suit| Rank::ALL.map(|rank| Card { rank, suit })).collect()
}

#[cfg(test)]
mod tests {
    use super::burned_in_words;

    #[test]
    fn a_single_burned_card_is_in_the_singular() {
        assert_eq!(burned_in_words(1), "1 more card is burned");
        assert_eq!(burned_in_words(3), "3 more cards are burned");
    }
}
