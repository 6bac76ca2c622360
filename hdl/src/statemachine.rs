use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::step_mode::{AlwaysStep, StepMode};

/// The least score of a natural.
pub const LEAST_NATURAL: u64 = 8;

/// The card that the next step deals.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, LogicState, DescribeType)]
pub enum State {
    /// The player's first card.
    PlayerFirst,
    /// The dealer's first card.
    DealerFirst,
    /// The player's second card.
    PlayerSecond,
    /// The dealer's second card.
    DealerSecond,
    /// The player's third card, or the dealer's if the player stands.
    ThirdCard,
    /// The dealer's third card after the player's, if one is due.
    DealerThird,
    /// None: the hand is over.
    Done,
}

/// The rules of punto banco: who gets the next card, and who wins.
///
/// Player and dealer are dealt two cards each, alternately, and then up to one more by the drawing
/// rules. While a card is due, exactly one `load_*` is high: that of the card to deal on the next
/// step. When no card is due, all loads are low and the winner's light is on (both for a tie) until
/// reset.
///
/// The scores count the cards dealt so far.
#[derive(Clone, Debug, Default, Module)]
#[module(name = M::MODULE_NAME, types(State))]
pub struct StateMachine<M: StepMode = AlwaysStep> {
    pub slow_clock: Signal<In, Clock>,
    /// Active low, synchronous: back to the start of a hand.
    pub resetb: Signal<In, Bit>,
    /// High at a rising edge: deals a card.
    pub step: M,
    /// The dealer's score, 0 to 9.
    pub dscore: Signal<In, Bits<4>>,
    /// The player's score, 0 to 9.
    pub pscore: Signal<In, Bits<4>>,
    /// The player's third card, 0 to 13.
    pub pcard3: Signal<In, Bits<4>>,
    pub load_pcard1: Signal<Out, Bit>,
    pub load_pcard2: Signal<Out, Bit>,
    pub load_pcard3: Signal<Out, Bit>,
    pub load_dcard1: Signal<Out, Bit>,
    pub load_dcard2: Signal<Out, Bit>,
    pub load_dcard3: Signal<Out, Bit>,
    pub player_win_light: Signal<Out, Bit>,
    pub dealer_win_light: Signal<Out, Bit>,
    pub state: DFF<State>,
    natural: Signal<Local, Bit>,
    dealer_draws: Signal<Local, Bit>,
    game_over: Signal<Local, Bit>,
    dealer_leads: Signal<Local, Bit>,
    player_leads: Signal<Local, Bit>,
}

impl<M: StepMode> Logic for StateMachine<M> {
    #[kernel]
    #[assert(
        "at most one load",
        !(self.load_pcard1.val()
            && (self.load_pcard2.val()
                || self.load_pcard3.val()
                || self.load_dcard1.val()
                || self.load_dcard2.val()
                || self.load_dcard3.val()))
            && !(self.load_pcard2.val()
                && (self.load_pcard3.val()
                    || self.load_dcard1.val()
                    || self.load_dcard2.val()
                    || self.load_dcard3.val()))
            && !(self.load_pcard3.val()
                && (self.load_dcard1.val() || self.load_dcard2.val() || self.load_dcard3.val()))
            && !(self.load_dcard1.val() && (self.load_dcard2.val() || self.load_dcard3.val()))
            && !(self.load_dcard2.val() && self.load_dcard3.val())
    )]
    #[assert(
        "a light or a load",
        (self.player_win_light.val() || self.dealer_win_light.val())
            != (self.load_pcard1.val()
                || self.load_pcard2.val()
                || self.load_pcard3.val()
                || self.load_dcard1.val()
                || self.load_dcard2.val()
                || self.load_dcard3.val())
    )]
    #[assert("the state is legal", self.state.q.val() <= State::Done)]
    #[assert("reset begins a hand", past(self.resetb.val()) || self.load_pcard1.val())]
    fn update(&mut self) {
        // A natural, 8 or 9 on two cards, ends the hand.
        self.natural.next =
            (self.pscore.val() >= LEAST_NATURAL) || (self.dscore.val() >= LEAST_NATURAL);

        // The dealer's rule: draw on 0 to 5 if the player stands, else depending on the player's
        // third card.
        if self.state.q.val() == State::ThirdCard {
            self.dealer_draws.next = self.dscore.val() <= 5;
        } else {
            match self.pcard3.val().index() {
                2 | 3 => self.dealer_draws.next = self.dscore.val() <= 4,
                4 | 5 => self.dealer_draws.next = self.dscore.val() <= 5,
                6 | 7 => self.dealer_draws.next = self.dscore.val() <= 6,
                8 => self.dealer_draws.next = self.dscore.val() <= 2,
                _ => self.dealer_draws.next = self.dscore.val() <= 3, // ace, 9, 10 or face card
            }
        }

        // Select the card that is due, if any.
        self.load_pcard1.next = false;
        self.load_pcard2.next = false;
        self.load_pcard3.next = false;
        self.load_dcard1.next = false;
        self.load_dcard2.next = false;
        self.load_dcard3.next = false;
        match self.state.q.val() {
            State::PlayerFirst => self.load_pcard1.next = true,
            State::DealerFirst => self.load_dcard1.next = true,
            State::PlayerSecond => self.load_pcard2.next = true,
            State::DealerSecond => self.load_dcard2.next = true,
            State::ThirdCard => {
                if !self.natural.val() {
                    if self.pscore.val() <= 5 {
                        self.load_pcard3.next = true;
                    } else if self.dealer_draws.val() {
                        self.load_dcard3.next = true;
                    }
                }
            }
            State::DealerThird => self.load_dcard3.next = self.dealer_draws.val(),
            _ => {}
        }

        // The hand is over when no card is due. An illegal state also ends it, until the next step.
        self.game_over.next = !(self.load_pcard1.val()
            || self.load_pcard2.val()
            || self.load_pcard3.val()
            || self.load_dcard1.val()
            || self.load_dcard2.val()
            || self.load_dcard3.val());

        // A side wins unless the other side leads: a tie turns both lights on.
        self.dealer_leads.next = self.dscore.val() > self.pscore.val();
        self.player_leads.next = self.pscore.val() > self.dscore.val();
        self.player_win_light.next = self.game_over.val() && !self.dealer_leads.val();
        self.dealer_win_light.next = self.game_over.val() && !self.player_leads.val();

        dff_setup!(self, slow_clock, state);
        if !self.resetb.val() {
            self.state.d.next = State::PlayerFirst;
        } else if self.step.val() {
            match self.state.q.val() {
                State::PlayerFirst => self.state.d.next = State::DealerFirst,
                State::DealerFirst => self.state.d.next = State::PlayerSecond,
                State::PlayerSecond => self.state.d.next = State::DealerSecond,
                State::DealerSecond => self.state.d.next = State::ThirdCard,
                State::ThirdCard => {
                    if self.load_pcard3.val() {
                        self.state.d.next = State::DealerThird;
                    } else {
                        self.state.d.next = State::Done;
                    }
                }
                State::DealerThird | State::Done => self.state.d.next = State::Done,
                // Illegal state.
                _ => self.state.d.next = State::PlayerFirst,
            }
        }
    }
}
