use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::card_or_digit::CardOrDigit;
use crate::casino_game::CasinoGame;
use crate::decimal::Decimal;
use crate::synchroniser::Synchroniser;

/// Punto banco with a shoe, bets and a bankroll on the DE1-SoC, clocked by CLOCK_50 alone.
///
/// | key | effect |
/// |---|---|
/// | KEY0 released | the burn card of a new shoe, then the next card |
/// | KEY3 held while KEY0 is released | clears the table after a finished hand |
/// | KEY1 held | the displays show the stakes |
/// | KEY2 held | the displays show the bankroll |
/// | KEY1 and KEY2 held | the displays show the number of cards before the cut card |
///
/// SW9, SW8 and SW7 bet on banker, player and tie; SW6 to SW0 are the number of chips of 20 credits on each. Stakes above the
/// bankroll are refused: all LEDs are on.
///
/// `DECKS` is the number of decks in the shoe, 1 to 8.
#[derive(Default, Module)]
#[module(name = "casino")]
#[expect(non_snake_case, reason = "the names on the board")]
pub struct Casino<const DECKS: usize = 8> {
    /// 50 MHz.
    pub CLOCK_50: Signal<In, Clock>,
    /// Active low: 0 is pressed.
    pub KEY: Signal<In, Bits<4>>,
    /// Active high.
    pub SW: Signal<In, Bits<10>>,
    /// Active high.
    pub LEDR: Signal<Out, Bits<10>>,
    /// The dealer's third card, the burn card, or the highest digit; all six displays are active low.
    pub HEX5: Signal<Out, Bits<7>>,
    /// The dealer's second card.
    pub HEX4: Signal<Out, Bits<7>>,
    /// The dealer's first card.
    pub HEX3: Signal<Out, Bits<7>>,
    /// The player's third card.
    pub HEX2: Signal<Out, Bits<7>>,
    /// The player's second card.
    pub HEX1: Signal<Out, Bits<7>>,
    /// The player's first card, or the lowest digit.
    pub HEX0: Signal<Out, Bits<7>>,
    key: [Synchroniser; 4],
    switch: [Synchroniser; 10],
    game: CasinoGame<DECKS>,
    decimal: Decimal,
    display: [CardOrDigit; 6],
    step_was_pressed: DFF<Bit>,
    step: Signal<Local, Bit>,
    show_stakes: Signal<Local, Bit>,
    show_bankroll: Signal<Local, Bit>,
    show_number: Signal<Local, Bit>,
    show_burn_card: Signal<Local, Bit>,
    number: Signal<Local, Bits<20>>,
    digits: Signal<Local, Bits<24>>,
}

impl<const DECKS: usize> Logic for Casino<DECKS> {
    #[kernel]
    fn update(&mut self) {
        // Internally, 1 means pressed: registers power up at 0, which must not look like a key release.
        clock!(self, CLOCK_50, game, decimal, step_was_pressed);
        for i in 0..4 {
            self.key[i].clock.next = self.CLOCK_50.val();
            self.key[i].level_in.next = !self.KEY.val().get_bit(i);
        }
        for i in 0..10 {
            self.switch[i].clock.next = self.CLOCK_50.val();
            self.switch[i].level_in.next = self.SW.val().get_bit(i);
        }

        // Releasing KEY[0] is one step, which clears the table if KEY[3] is held down.
        self.step_was_pressed.d.next = self.key[0].level_out.val();
        self.step.next = self.step_was_pressed.q.val() && !self.key[0].level_out.val();
        self.game.step.next = self.step.val();
        self.game.clear_table.next = self.key[3].level_out.val();
        self.game.bet_on_banker.next = self.switch[9].level_out.val();
        self.game.bet_on_player.next = self.switch[8].level_out.val();
        self.game.bet_on_tie.next = self.switch[7].level_out.val();
        self.game.bet_chips.next = bit_cast::<7, 1>(self.switch[6].level_out.val().into()) << 6
            | bit_cast::<7, 1>(self.switch[5].level_out.val().into()) << 5
            | bit_cast::<7, 1>(self.switch[4].level_out.val().into()) << 4
            | bit_cast::<7, 1>(self.switch[3].level_out.val().into()) << 3
            | bit_cast::<7, 1>(self.switch[2].level_out.val().into()) << 2
            | bit_cast::<7, 1>(self.switch[1].level_out.val().into()) << 1
            | bit_cast::<7, 1>(self.switch[0].level_out.val().into());

        // What the displays show: a number while KEY[1] or KEY[2] is held, or no card is on the table.
        self.show_stakes.next = self.key[1].level_out.val();
        self.show_bankroll.next = self.key[2].level_out.val();
        self.show_burn_card.next = self.game.betting.val()
            && (self.game.burn_card.val() != 0)
            && (self.game.hands.val() == 0)
            && !self.show_stakes.val()
            && !self.show_bankroll.val();
        self.show_number.next = self.show_stakes.val()
            || self.show_bankroll.val()
            || (self.game.betting.val() && !self.show_burn_card.val());
        self.number.next = self.game.credits.val();
        if self.show_stakes.val() {
            self.number.next = bit_cast::<20, 13>(self.game.stakes.val());
            if self.show_bankroll.val() {
                self.number.next = bit_cast::<20, 9>(self.game.cards_before_cut.val());
            }
        }
        self.decimal.number.next = self.number.val();
        self.digits.next = self.decimal.digits.val();

        self.display[0].card.next = self.game.pcard1_out.val().get_bits::<4>(0);
        self.display[1].card.next = self.game.pcard2_out.val().get_bits::<4>(0);
        self.display[2].card.next = self.game.pcard3_out.val().get_bits::<4>(0);
        self.display[3].card.next = self.game.dcard1_out.val().get_bits::<4>(0);
        self.display[4].card.next = self.game.dcard2_out.val().get_bits::<4>(0);
        self.display[5].card.next = self.game.dcard3_out.val().get_bits::<4>(0);
        if self.show_burn_card.val() {
            self.display[5].card.next = self.game.burn_card.val();
        }
        for i in 0..6 {
            self.display[i].digit.next = self.digits.val().get_bits::<4>(4 * i);
            self.display[i].show_digit.next = self.show_number.val();
        }
        // A digit is blank if it and all higher ones are 0, except the lowest.
        self.display[0].blank_digit.next = false;
        self.display[1].blank_digit.next = self.digits.val().get_bits::<20>(4) == 0;
        self.display[2].blank_digit.next = self.digits.val().get_bits::<16>(8) == 0;
        self.display[3].blank_digit.next = self.digits.val().get_bits::<12>(12) == 0;
        self.display[4].blank_digit.next = self.digits.val().get_bits::<8>(16) == 0;
        self.display[5].blank_digit.next = self.digits.val().get_bits::<4>(20) == 0;
        self.HEX5.next = self.display[5].seg7.val();
        self.HEX4.next = self.display[4].seg7.val();
        self.HEX3.next = self.display[3].seg7.val();
        self.HEX2.next = self.display[2].seg7.val();
        self.HEX1.next = self.display[1].seg7.val();
        self.HEX0.next = self.display[0].seg7.val();

        // Scores and lights of a hand; the number of burned cards below the burn card; all LEDs if the stakes are refused.
        self.LEDR.next = bit_cast::<10, 1>(self.game.dealer_win_light.val().into()) << 9
            | bit_cast::<10, 1>(self.game.player_win_light.val().into()) << 8
            | bit_cast::<10, 4>(self.game.dscore_out.val()) << 4
            | bit_cast::<10, 4>(self.game.pscore_out.val());
        if self.game.betting.val() {
            self.LEDR.next = 0.into();
            if (self.game.burn_card.val() != 0) && (self.game.hands.val() == 0) {
                self.LEDR.next = bit_cast::<10, 4>(self.game.burned.val());
            }
            if self.game.refused.val() {
                self.LEDR.next = 0x3FF.into();
            }
        }
    }
}
