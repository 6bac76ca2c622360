use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::bet::Bet;
use crate::decimal::Decimal;

/// Writes the numbers on the screen in decimal: the glyphs of their digits, at the addresses 8 number + place from the right.
///
/// | number | |
/// |---|---|
/// | 0 | the bankroll, with a comma after the thousands |
/// | 1, 2, 3 | the stakes on player, tie and banker; blank if 0 |
/// | 4, 5, 6 | what they pay back, with a plus sign; blank if 0 |
/// | 7 | the number of hands |
/// | 8 | the number of cards before the cut card |
///
/// Each of these numbers is converted once in 1,024 clock cycles.
#[derive(Default, Module)]
#[module(name = "numbers")]
pub struct Numbers {
    pub clock: Signal<In, Clock>,
    /// The bankroll, in credits.
    pub credits: Signal<In, Bits<20>>,
    pub bet: Signal<In, Bet>,
    /// The hand is over, and the player does not lose.
    pub player_won: Signal<In, Bit>,
    /// The hand is over, and the banker does not lose.
    pub banker_won: Signal<In, Bit>,
    pub hands: Signal<In, Bits<7>>,
    pub cards_before_cut: Signal<In, Bits<9>>,
    /// The glyph that is read.
    pub address: Signal<In, Bits<7>>,
    /// The code of the glyph, one clock cycle later.
    pub glyph: Signal<Out, Bits<6>>,
    digit_glyphs: RAM<Bits<6>, 7>,
    decimal: Decimal,
    /// The number above the six bits of a cycle: 48 for the conversion, then eight that write.
    cycle: DFF<Bits<10>>,
    /// The digits that are still to be written.
    rest: DFF<Bits<24>>,
    /// A digit was written in the last cycle.
    after_digit: DFF<Bit>,
    number: Signal<Local, Bits<4>>,
    place: Signal<Local, Bits<3>>,
    starts: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    tie: Signal<Local, Bit>,
    chips: Signal<Local, Bits<7>>,
    stake: Signal<Local, Bits<20>>,
    on_player: Signal<Local, Bit>,
    on_banker: Signal<Local, Bit>,
    on_tie: Signal<Local, Bit>,
    player_stake: Signal<Local, Bits<20>>,
    banker_stake: Signal<Local, Bits<20>>,
    tie_stake: Signal<Local, Bits<20>>,
    player_payment: Signal<Local, Bits<20>>,
    banker_payment: Signal<Local, Bits<20>>,
    tie_payment: Signal<Local, Bits<20>>,
    chosen: Signal<Local, Bits<20>>,
    shows_zero: Signal<Local, Bit>,
    comma: Signal<Local, Bit>,
    is_blank: Signal<Local, Bit>,
    digit: Signal<Local, Bits<4>>,
    code: Signal<Local, Bits<6>>,
}

impl Logic for Numbers {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, cycle, rest, after_digit);
        self.cycle.d.next = self.cycle.q.val() + 1;
        self.number.next = self.cycle.q.val().get_bits::<4>(6);
        self.place.next = self.cycle.q.val().get_bits::<3>(0);
        self.starts.next = self.cycle.q.val().get_bits::<6>(0) == 47;
        self.writes.next = self.cycle.q.val().get_bits::<3>(3) == 6;

        self.chips.next = self.bet.val().chips;

        // A chip is 20 credits. Player and tie pay 40 and 180, the banker 39: 40 c - c.
        self.tie.next = self.player_won.val() && self.banker_won.val();
        self.stake.next =
            (bit_cast::<20, 7>(self.chips.val()) << 4) + (bit_cast::<20, 7>(self.chips.val()) << 2);
        self.on_player.next = self.bet.val().player;
        self.on_banker.next = self.bet.val().banker;
        self.on_tie.next = self.bet.val().tie;
        if self.on_player.val() {
            self.player_stake.next = self.stake.val();
        } else {
            self.player_stake.next = 0.into();
        }
        if self.on_banker.val() {
            self.banker_stake.next = self.stake.val();
        } else {
            self.banker_stake.next = 0.into();
        }
        if self.on_tie.val() {
            self.tie_stake.next = self.stake.val();
        } else {
            self.tie_stake.next = 0.into();
        }
        if self.tie.val() {
            self.player_payment.next = self.player_stake.val();
        } else if self.player_won.val() {
            self.player_payment.next = self.player_stake.val() << 1;
        } else {
            self.player_payment.next = 0.into();
        }
        if self.tie.val() {
            self.banker_payment.next = self.banker_stake.val();
        } else if self.banker_won.val() && self.on_banker.val() {
            self.banker_payment.next =
                (self.banker_stake.val() << 1) - bit_cast::<20, 7>(self.chips.val());
        } else {
            self.banker_payment.next = 0.into();
        }
        if self.tie.val() {
            self.tie_payment.next = (self.tie_stake.val() << 3) + self.tie_stake.val();
        } else {
            self.tie_payment.next = 0.into();
        }
        match self.number.val().index() {
            0 => self.chosen.next = self.credits.val(),
            1 => self.chosen.next = self.player_stake.val(),
            2 => self.chosen.next = self.tie_stake.val(),
            3 => self.chosen.next = self.banker_stake.val(),
            4 => self.chosen.next = self.player_payment.val(),
            5 => self.chosen.next = self.tie_payment.val(),
            6 => self.chosen.next = self.banker_payment.val(),
            7 => self.chosen.next = bit_cast::<20, 7>(self.hands.val()),
            _ => self.chosen.next = bit_cast::<20, 9>(self.cards_before_cut.val()),
        }
        self.decimal.clock.next = self.clock.val();
        self.decimal.number.next = self.chosen.val();

        // Digits follow from the right. Code 0 is blank, 28 a comma, 43 a plus sign, and 32 to 41 are digits.
        self.comma.next = (self.number.val() == 0) && (self.place.val() == 3);
        self.shows_zero.next =
            (self.place.val() == 0) && ((self.number.val() == 0) || (self.number.val() >= 7));
        self.digit.next = self.rest.q.val().get_bits::<4>(0);
        self.is_blank.next = (self.rest.q.val() == 0) && !self.shows_zero.val();
        if self.is_blank.val() {
            if self.after_digit.q.val() && (self.number.val() >= 4) && (self.number.val() < 7) {
                self.code.next = 43.into();
            } else {
                self.code.next = 0.into();
            }
        } else if self.comma.val() {
            self.code.next = 28.into();
        } else {
            self.code.next = bit_cast::<6, 4>(self.digit.val()) | 32;
        }
        if self.starts.val() {
            self.rest.d.next = self.decimal.digits.val();
            self.after_digit.d.next = false;
        } else if self.writes.val() && !self.comma.val() {
            self.rest.d.next = self.rest.q.val() >> 4;
            self.after_digit.d.next = !self.is_blank.val();
        }
        self.digit_glyphs.write_clock.next = self.clock.val();
        self.digit_glyphs.write_enable.next = self.writes.val();
        self.digit_glyphs.write_address.next =
            bit_cast::<7, 4>(self.number.val()) << 3 | bit_cast::<7, 3>(self.place.val());
        self.digit_glyphs.write_data.next = self.code.val();
        self.digit_glyphs.read_clock.next = self.clock.val();
        self.digit_glyphs.read_address.next = self.address.val();
        self.glyph.next = self.digit_glyphs.read_data.val();
    }
}
