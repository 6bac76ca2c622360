use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::glyph_rom::{GLYPH_0, GLYPH_BLANK, GLYPH_COMMA};
use crate::bet::Bet;
use crate::decimal_converter::DecimalConverter;
use crate::outcome::Outcome;
use crate::payout::Payout;

const GLYPH_9: u64 = GLYPH_0 + 9;

/// The place of the comma, from the right.
const PLACE_OF_COMMA: u64 = 3;

/// The last of the six bits of a cycle that waits for the conversion, and the upper three of those
/// that write.
const CONVERTED: u64 = 47;
const WRITING: u64 = CONVERTED / 8 + 1;

/// Writes the numbers on the screen in decimal, with a comma after the thousands: the glyphs of
/// their digits, at the addresses 8 number + place from the right.
///
/// | number | |
/// |---|---|
/// | 0 | the bankroll |
/// | 1, 2, 3 | the stakes on player, tie and banker, or what they pay back; blank if 0 |
/// | 4 | the number of hands |
/// | 5 | the number of cards before the cut card |
///
/// Each of these numbers is converted once in 512 clock cycles.
#[derive(Default, Module)]
#[module(name = "number_writer", types(Bet, Outcome))]
pub struct NumberWriter {
    pub clock: Signal<In, Clock>,
    /// The bankroll, in credits.
    pub credits: Signal<In, Bits<20>>,
    pub bet: Signal<In, Bet>,
    /// The outcome of the hand on the table.
    pub outcome: Signal<In, Outcome>,
    pub hands: Signal<In, Bits<7>>,
    pub cards_before_cut: Signal<In, Bits<9>>,
    /// The glyph that is read.
    pub address: Signal<In, Bits<6>>,
    /// The code of the glyph, one clock cycle later.
    pub glyph: Signal<Out, Bits<6>>,
    /// The upper half is unused: Yosys maps 128 words to one M10K block, but 64 words to 12 MLABs.
    pub digit_glyphs: RAM<Bits<6>, 7>,
    wager: Payout,
    decimal: DecimalConverter,
    /// The number above the six bits of a cycle: 48 for the conversion, then eight that write.
    cycle: DFF<Bits<9>>,
    /// The digits that are still to be written.
    rest: DFF<Bits<24>>,
    /// The box of the number has a bet.
    on_player: DFF<Bit>,
    on_banker: DFF<Bit>,
    on_tie: DFF<Bit>,
    /// The stake on this box, and what the box shows.
    stake: DFF<Bits<13>>,
    amount: DFF<Bits<15>>,
    number: Signal<Local, Bits<3>>,
    place: Signal<Local, Bits<3>>,
    starts: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<20>>,
    shows_zero: Signal<Local, Bit>,
    comma: Signal<Local, Bit>,
    digit: Signal<Local, Bits<4>>,
    code: Signal<Local, Bits<6>>,
}

impl Logic for NumberWriter {
    #[kernel]
    #[assert(
        "the digits to write are 0 to 9",
        self.rest.q.val().get_bits::<4>(0) <= 9
            && self.rest.q.val().get_bits::<4>(4) <= 9
            && self.rest.q.val().get_bits::<4>(8) <= 9
            && self.rest.q.val().get_bits::<4>(12) <= 9
            && self.rest.q.val().get_bits::<4>(16) <= 9
            && self.rest.q.val().get_bits::<4>(20) <= 9
    )]
    #[assert(
        "digits and commas and blanks are written",
        self.code.val() == GLYPH_BLANK
            || self.code.val() == GLYPH_COMMA
            || (self.code.val() >= GLYPH_0 && self.code.val() <= GLYPH_9)
    )]
    #[assert(
        "a number is converted before it is written",
        !self.writes.val() || past(self.writes.val() || self.starts.val())
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, cycle, rest, on_player, on_banker, on_tie, stake, amount);
        self.cycle.d.next = self.cycle.q.val() + 1;
        self.number.next = self.cycle.q.val().get_bits::<3>(6);
        self.place.next = self.cycle.q.val().get_bits::<3>(0);
        self.starts.next = self.cycle.q.val().get_bits::<6>(0) == CONVERTED;
        self.writes.next = self.cycle.q.val().get_bits::<3>(3) == WRITING;

        // The stake on one box alone, or what it pays back, three clock cycles after the number.
        self.on_player.d.next = self.bet.val().player && (self.number.val() == 1);
        self.on_tie.d.next = self.bet.val().tie && (self.number.val() == 2);
        self.on_banker.d.next = self.bet.val().banker && (self.number.val() == 3);
        self.wager.chips.next = self.bet.val().chips;
        self.wager.on_player.next = self.on_player.q.val();
        self.wager.on_tie.next = self.on_tie.q.val();
        self.wager.on_banker.next = self.on_banker.q.val();
        self.wager.outcome.next = self.outcome.val();
        if self.on_player.q.val() || self.on_tie.q.val() || self.on_banker.q.val() {
            self.stake.d.next = self.wager.one_stake.val();
        } else {
            self.stake.d.next = 0.into();
        }
        self.wager.stakes.next = self.stake.q.val();
        if self.wager.pays.val() {
            self.amount.d.next = self.wager.payment.val();
        } else {
            self.amount.d.next = bit_cast::<15, 13>(self.stake.q.val());
        }
        match self.number.val().index() {
            0 => self.chosen.next = self.credits.val(),
            4 => self.chosen.next = bit_cast::<20, 7>(self.hands.val()),
            5 => self.chosen.next = bit_cast::<20, 9>(self.cards_before_cut.val()),
            _ => self.chosen.next = bit_cast::<20, 15>(self.amount.q.val()),
        }
        self.decimal.clock.next = self.clock.val();
        self.decimal.number.next = self.chosen.val();

        // Digits follow from the right.
        self.comma.next = self.place.val() == PLACE_OF_COMMA;
        match self.number.val().index() {
            1..=3 => self.shows_zero.next = false,
            _ => self.shows_zero.next = self.place.val() == 0,
        }
        self.digit.next = self.rest.q.val().get_bits::<4>(0);
        if (self.rest.q.val() == 0) && !self.shows_zero.val() {
            self.code.next = GLYPH_BLANK.into();
        } else if self.comma.val() {
            self.code.next = GLYPH_COMMA.into();
        } else {
            self.code.next = bit_cast::<6, 4>(self.digit.val()) | GLYPH_0;
        }
        if self.starts.val() {
            self.rest.d.next = self.decimal.digits.val();
        } else if self.writes.val() && !self.comma.val() {
            self.rest.d.next = self.rest.q.val() >> 4;
        }
        self.digit_glyphs.write_clock.next = self.clock.val();
        self.digit_glyphs.write_enable.next = self.writes.val();
        self.digit_glyphs.write_address.next =
            bit_cast::<7, 3>(self.number.val()) << 3 | bit_cast::<7, 3>(self.place.val());
        self.digit_glyphs.write_data.next = self.code.val();
        self.digit_glyphs.read_clock.next = self.clock.val();
        self.digit_glyphs.read_address.next = bit_cast::<7, 6>(self.address.val());
        self.glyph.next = self.digit_glyphs.read_data.val();
    }
}
