use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::step_mode::{AlwaysStep, StepMode};

/// Where the hand stands: what the next step deals.
#[derive(Clone, Copy, Debug, PartialEq, LogicState, DescribeEnum)]
pub enum State {
    /// The player's first card.
    PlayerFirst,
    /// The dealer's first card.
    DealerFirst,
    /// The player's second card.
    PlayerSecond,
    /// The dealer's second card.
    DealerSecond,
    /// The player's third card; if the player stands, the dealer's.
    ThirdCard,
    /// The dealer's third card, after the player's.
    DealerThird,
    /// Nothing more.
    Done,
}

/// The rules of punto banco: who gets the next card, and who has won.
///
/// Player and dealer get two cards each in turn, then by the drawing rules a third. Exactly one `load_*` is high while a
/// card is due: the one of the card that the next step deals. When no further card is due all of them are low and the
/// winner's light is on, both lights for a tie, until reset.
///
/// The scores are those of the cards on the table, so they change with every card dealt.
#[derive(Clone, Debug, Default, Module)]
#[module(name = M::MODULE_NAME, enums(State))]
pub struct StateMachine<M: StepMode = AlwaysStep> {
    pub slow_clock: Signal<In, Clock>,
    /// Low at a rising edge: back to the start of a hand.
    pub resetb: Signal<In, Bit>,
    /// High at a rising edge: a card is dealt.
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
    state: DFF<State>,
    natural: Signal<Local, Bit>,
    dealer_draws: Signal<Local, Bit>,
    game_over: Signal<Local, Bit>,
    dealer_leads: Signal<Local, Bit>,
    player_leads: Signal<Local, Bit>,
}

#[expect(clippy::collapsible_match, reason = "a kernel takes no guards")]
impl<M: StepMode> Logic for StateMachine<M> {
    #[kernel]
    fn update(&mut self) {
        // An 8 or a 9 on two cards ends the hand.
        self.natural.next = (self.pscore.val() >= 8) || (self.dscore.val() >= 8);

        // Whether the dealer draws: by the player's rule if the player stands, else by the player's third card.
        if self.state.q.val() == State::ThirdCard {
            self.dealer_draws.next = self.dscore.val() <= 5;
        } else {
            match self.pcard3.val().index() {
                2 | 3 => self.dealer_draws.next = self.dscore.val() <= 4,
                4 | 5 => self.dealer_draws.next = self.dscore.val() <= 5,
                6 | 7 => self.dealer_draws.next = self.dscore.val() <= 6,
                8 => self.dealer_draws.next = self.dscore.val() <= 2,
                _ => self.dealer_draws.next = self.dscore.val() <= 3, // ace, 9, 10, a face
            }
        }

        // The card that is due, if any.
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

        // When no card is due the hand is over. An encoding that is no state looks so, too, until the next step.
        self.game_over.next = !(self.load_pcard1.val()
            || self.load_pcard2.val()
            || self.load_pcard3.val()
            || self.load_dcard1.val()
            || self.load_dcard2.val()
            || self.load_dcard3.val());

        // Who is not behind has won: a tie lights both.
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
                // An encoding that is no state.
                _ => self.state.d.next = State::PlayerFirst,
            }
        }
    }
}
