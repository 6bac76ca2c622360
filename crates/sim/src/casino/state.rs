//! The state of the game, read from the hardware.

use crate::{SimulatedBoard, SimulationError, card_of};
use baccarat_hdl::{casino::Casino, field_path};
use punto_banco::casino::{Card, SwitchBet};
use punto_banco::{Outcome, Side};
use rust_hdl_rtl::{SignalId, Value};
use waveform::{TextVariable, Waveform};

/// The signals that are read.
#[derive(Clone, Debug)]
pub struct Signals {
    credits: SignalId,
    stake: SignalId,
    stakes: SignalId,
    payment: SignalId,
    bet: SignalId,
    refused: SignalId,
    /// The next card is the player's, the banker's.
    next: [SignalId; 2],
    /// The player's three cards.
    player: [SignalId; 3],
    /// The banker's three cards.
    banker: [SignalId; 3],
    /// The player's score and the banker's.
    scores: [SignalId; 2],
    /// The player's win light and the banker's.
    outcome: SignalId,
    burn_card: SignalId,
    burned: SignalId,
    cards_left: SignalId,
    cards_before_cut: SignalId,
    cut_card_out: SignalId,
    last_hand: SignalId,
    hands: SignalId,
    shoe_ready: SignalId,
    show_stakes: SignalId,
    show_bankroll: SignalId,
    burn_card_is_up: SignalId,
    card_at_counter: SignalId,
}

/// The state of the game in `casino`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasinoState {
    /// The bankroll, in credits: 0 to 999,999.
    pub credits: u32,
    /// The bet on the hand on the table; without cards on it, that of the switches.
    pub bet: SwitchBet,
    /// The stake on each box of that bet, in credits.
    pub stake: u32,
    /// All stakes of that bet together, in credits.
    pub stakes: u32,
    /// What the bet pays back, stakes included, in credits; 0 before the end of the hand.
    pub payment: u32,
    /// The stakes exceed the bankroll: a release of KEY\[0\] has no effect.
    pub refused: bool,
    /// Who gets the next card; `None` at the end of the hand.
    pub next: Option<Side>,
    /// The player's cards in deal order.
    pub player: Vec<Card>,
    /// The banker's cards in deal order.
    pub banker: Vec<Card>,
    /// The player's score.
    pub player_score: u32,
    /// The banker's score.
    pub banker_score: u32,
    /// The outcome; `None` before the end of the hand.
    pub outcome: Option<Outcome>,
    /// The burn card of the shoe; `None` before it is turned up.
    pub burn_card: Option<Card>,
    /// How many cards are burned after it: 0 to 10.
    pub burned: u32,
    /// How many cards are in the shoe, the burned ones included.
    pub cards_left: u32,
    /// How many cards are dealt before the cut card.
    pub cards_before_cut: u32,
    /// The cut card is out.
    pub cut_card_out: bool,
    /// The hand on the table is the last of the shoe.
    pub last_hand: bool,
    /// The number of hands dealt from the shoe, the one on the table included.
    pub hands: u32,
    /// A card can be drawn: no new shoe is being written.
    pub shoe_ready: bool,
    /// KEY\[1\] is held, as the machine sees it.
    pub show_stakes: bool,
    /// KEY\[2\] is held, as the machine sees it.
    pub show_bankroll: bool,
    /// The burn card is on a display, unless a key is held.
    pub burn_card_is_up: bool,
}

impl CasinoState {
    /// Returns the cards of a side in deal order.
    pub fn cards(&self, side: Side) -> &[Card] {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    /// Whether no card is on the table: bets are taken.
    pub fn is_betting(&self) -> bool {
        self.player.is_empty()
    }

    /// Whether a release of KEY\[0\] alone draws a card: the burn card or one for the table.
    pub fn draws_a_card(&self) -> bool {
        self.shoe_ready && !self.refused && self.outcome.is_none()
    }
}

impl Signals {
    /// Finds the signals.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoSignal`]
    pub fn of(machine: &SimulatedBoard) -> Result<Signals, SimulationError> {
        macro_rules! find {
            ($($path:tt)+) => { machine.signal(field_path!(Casino, $($path)+))? };
        }
        Ok(Signals {
            credits: find!(game.credits),
            stake: find!(game.settlement.wager.one_stake),
            stakes: find!(game.stakes),
            payment: find!(game.settlement.wager.payment),
            bet: find!(game.bet_out),
            refused: find!(game.refused),
            next: [find!(game.player_is_next), find!(game.dealer_is_next)],
            player: [find!(game.pcard1_out), find!(game.pcard2_out), find!(game.pcard3_out)],
            banker: [find!(game.dcard1_out), find!(game.dcard2_out), find!(game.dcard3_out)],
            scores: [find!(game.pscore_out), find!(game.dscore_out)],
            outcome: find!(game.outcome),
            burn_card: find!(game.burn_card),
            burned: find!(game.burned),
            cards_left: find!(game.dealing_shoe.cards_left),
            cards_before_cut: find!(game.cards_before_cut),
            cut_card_out: find!(game.cut_card_out),
            last_hand: find!(game.last_hand),
            hands: find!(game.hands),
            shoe_ready: find!(game.shoe_ready),
            show_stakes: find!(show_stakes),
            show_bankroll: find!(show_bankroll),
            burn_card_is_up: find!(burn_card_is_up),
            card_at_counter: find!(game.dealing_shoe.card),
        })
    }

    /// Returns the state of the game.
    pub fn read(&self, machine: &SimulatedBoard) -> CasinoState {
        let number = |signal| machine.number(signal) as u32;
        let bit = |signal| number(signal) == 1;
        let cards = |signals: [SignalId; 3]| {
            signals.into_iter().filter_map(|signal| card(&machine.value(signal))).collect()
        };
        CasinoState {
            credits: number(self.credits),
            bet: SwitchBet::from_switches(number(self.bet) as u16),
            stake: number(self.stake),
            stakes: number(self.stakes),
            payment: number(self.payment),
            refused: bit(self.refused),
            next: match self.next.map(bit) {
                [true, _] => Some(Side::Player),
                [false, true] => Some(Side::Banker),
                [false, false] => None,
            },
            player: cards(self.player),
            banker: cards(self.banker),
            player_score: number(self.scores[0]),
            banker_score: number(self.scores[1]),
            outcome: match number(self.outcome) {
                0 => None,
                1 => Some(Outcome::Player),
                2 => Some(Outcome::Banker),
                _ => Some(Outcome::Tie),
            },
            burn_card: card(&machine.value(self.burn_card)),
            burned: number(self.burned),
            cards_left: number(self.cards_left),
            cards_before_cut: number(self.cards_before_cut),
            cut_card_out: bit(self.cut_card_out),
            last_hand: bit(self.last_hand),
            hands: number(self.hands),
            shoe_ready: bit(self.shoe_ready),
            show_stakes: bit(self.show_stakes),
            show_bankroll: bit(self.show_bankroll),
            burn_card_is_up: bit(self.burn_card_is_up),
        }
    }

    /// Returns the card that a draw takes now.
    pub(super) fn card_at_counter(&self, machine: &SimulatedBoard) -> Option<Card> {
        card(&machine.value(self.card_at_counter))
    }

    /// Declares all signals, and the money in decimal and the names of the cards as strings in the
    /// scope `table`.
    pub fn waveform(&self, machine: &SimulatedBoard) -> Waveform {
        Waveform::new(machine.hierarchy()).with_texts("table", self.texts())
    }

    /// Returns the money in decimal, and the cards with their names: `KS`, or `-` for none.
    fn texts(&self) -> Vec<TextVariable> {
        let decimal = |value: &Value| value.to_string();
        let name = |value: &Value| card(value).map_or("-".into(), |card| card.to_string());
        let text = |name, signal, format| TextVariable { name, signal, format };
        let mut texts = vec![
            text("bankroll", self.credits, decimal),
            text("stakes", self.stakes, decimal),
            text("cards_before_cut", self.cards_before_cut, decimal),
            text("burn_card", self.burn_card, name),
        ];
        let players = ["player_card1", "player_card2", "player_card3"].into_iter().zip(self.player);
        let bankers = ["banker_card1", "banker_card2", "banker_card3"].into_iter().zip(self.banker);
        texts.extend(players.chain(bankers).map(|(place, signal)| text(place, signal, name)));
        texts
    }
}

fn card(code: &Value) -> Option<Card> {
    code.to_u128().and_then(card_of)
}
