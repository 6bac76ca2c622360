use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::bet::Bet;
use crate::card_or_digit::CardOrDigit;
use crate::casino_game::CasinoGame;
use crate::decimal_converter::DecimalConverter;
use crate::monitor::casino_monitor::CasinoMonitor;
use crate::outcome::Outcome;
use crate::synchroniser::Synchroniser;
use crate::task5::Lights;

/// The lights of a score that are all on.
const ALL_LIGHTS: u64 = 0xF;

/// The number of decks in the shoe.
pub const DECKS: usize = 8;

/// Punto banco with a shoe, bets and a bankroll on the DE1-SoC, clocked by CLOCK_50 alone.
///
/// - KEY\[0\] released: the burn card of a new shoe, then the next card
/// - KEY\[3\] held while KEY\[0\] is released: clears the table after a finished hand
/// - KEY\[1\] held: the displays show the stakes
/// - KEY\[2\] held: the displays show the bankroll
/// - KEY\[1\] and KEY\[2\] held: the displays show how many cards are dealt before the cut card
///
/// SW\[9\], SW\[8\] and SW\[7\] bet on banker, player and tie; SW\[6:0\] are the number of chips of
/// 20 credits on each. Stakes above the bankroll are refused: all LEDs are on.
///
/// Registers get their initial values when the FPGA is configured, without a reset. Configuration
/// ends asynchronously to CLOCK_50, so they may start at different edges. This does no harm: until
/// a key is released, the machine only writes the shoe, follows the switches, converts numbers and
/// draws the picture. A shoe that lacks a card is written anew, and conversion and picture start
/// again and again.
#[derive(Default, Module)]
#[module(name = "casino", types(Bet, Outcome))]
#[expect(non_snake_case, reason = "the names on the board")]
pub struct Casino<const DECKS: usize = { crate::casino::DECKS }> {
    /// 50 MHz.
    pub CLOCK_50: Signal<In, Clock>,
    /// Active low: 0 is pressed.
    pub KEY: Signal<In, Bits<4>>,
    /// Active high.
    pub SW: Signal<In, Bits<10>>,
    /// Active high.
    pub LEDR: Signal<Out, Lights>,
    /// The dealer's third card, the burn card, or the highest digit; all six displays are active
    /// low.
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
    /// The picture on the monitor: 640×480 pixels at 60 Hz.
    pub VGA_R: Signal<Out, Bits<8>>,
    pub VGA_G: Signal<Out, Bits<8>>,
    pub VGA_B: Signal<Out, Bits<8>>,
    /// 25 MHz. The other signals to the monitor change as it falls.
    pub VGA_CLK: Signal<Out, Bit>,
    /// Low outside the picture.
    pub VGA_BLANK_N: Signal<Out, Bit>,
    /// Sync on green: not used.
    pub VGA_SYNC_N: Signal<Out, Bit>,
    /// Horizontal sync, active low.
    pub VGA_HS: Signal<Out, Bit>,
    /// Vertical sync, active low.
    pub VGA_VS: Signal<Out, Bit>,
    pub key: [Synchroniser; 4],
    pub switch: [Synchroniser; 10],
    pub game: CasinoGame<DECKS>,
    pub decimal: DecimalConverter,
    pub display: [CardOrDigit; 6],
    pub monitor: CasinoMonitor,
    step_was_pressed: DFF<Bit>,
    step: DFF<Bit>,
    clear_table: DFF<Bit>,
    step_pressed: Signal<Local, Bit>,
    pub show_stakes: Signal<Local, Bit>,
    pub show_bankroll: Signal<Local, Bit>,
    show_number: Signal<Local, Bit>,
    pub burn_card_is_up: Signal<Local, Bit>,
    betting: Signal<Local, Bit>,
    bet: Signal<Local, Bet>,
    number: Signal<Local, Bits<20>>,
    pub digits: Signal<Local, Bits<24>>,
}

impl<const DECKS: usize> Logic for Casino<DECKS> {
    #[kernel]
    #[assert("a step lasts one clock cycle", !(past(self.step.q.val()) && self.step.q.val()))]
    fn update(&mut self) {
        // Internally, 1 means pressed: registers power up at 0, which must not look like a key
        // release.
        for i in 0..4 {
            self.key[i].clock.next = self.CLOCK_50.val();
            self.key[i].level_in.next = !self.KEY.val().get_bit(i);
        }
        self.step_pressed.next = self.key[0].level_out.val();
        self.show_stakes.next = self.key[1].level_out.val();
        self.show_bankroll.next = self.key[2].level_out.val();
        for i in 0..10 {
            self.switch[i].clock.next = self.CLOCK_50.val();
            self.switch[i].level_in.next = self.SW.val().get_bit(i);
        }
        self.bet.next.banker = self.switch[9].level_out.val();
        self.bet.next.player = self.switch[8].level_out.val();
        self.bet.next.tie = self.switch[7].level_out.val();
        self.bet.next.chips = bit_cast::<7, 1>(self.switch[6].level_out.val().into()) << 6
            | bit_cast::<7, 1>(self.switch[5].level_out.val().into()) << 5
            | bit_cast::<7, 1>(self.switch[4].level_out.val().into()) << 4
            | bit_cast::<7, 1>(self.switch[3].level_out.val().into()) << 3
            | bit_cast::<7, 1>(self.switch[2].level_out.val().into()) << 2
            | bit_cast::<7, 1>(self.switch[1].level_out.val().into()) << 1
            | bit_cast::<7, 1>(self.switch[0].level_out.val().into());

        // Releasing KEY[0] is one step, which clears the table if KEY[3] is held down. The game
        // takes the bet of the edge before the step: that of the switches when KEY[0] was released.
        clock!(self, CLOCK_50, step_was_pressed, step, clear_table);
        self.step_was_pressed.d.next = self.step_pressed.val();
        self.step.d.next = self.step_was_pressed.q.val() && !self.step_pressed.val();
        self.clear_table.d.next = self.key[3].level_out.val();
        self.game.clock.next = self.CLOCK_50.val();
        self.game.step.next = self.step.q.val();
        self.game.clear_table.next = self.clear_table.q.val();
        self.game.bet.next = self.bet.val();
        self.game.bead_column.next = self.monitor.bead_column.val();
        self.game.bead_row.next = self.monitor.road_row.val();
        self.game.road_column.next = self.monitor.road_column.val();
        self.game.road_row.next = self.monitor.road_row.val();
        self.betting.next = self.game.betting.val();
        self.burn_card_is_up.next = self.game.burn_card_is_up.val();

        // The displays show a number while KEY[1] or KEY[2] is held down, and before the first card
        // of a hand, except that the burn card remains up until then.
        self.show_number.next = self.show_stakes.val()
            || self.show_bankroll.val()
            || (self.betting.val() && !self.burn_card_is_up.val());
        self.number.next = self.game.credits.val();
        if self.show_stakes.val() && self.show_bankroll.val() {
            self.number.next = bit_cast::<20, 9>(self.game.cards_before_cut.val());
        } else if self.show_stakes.val() {
            self.number.next = bit_cast::<20, 13>(self.game.stakes.val());
        }
        self.decimal.clock.next = self.CLOCK_50.val();
        self.decimal.number.next = self.number.val();
        self.digits.next = self.decimal.digits.val();

        self.display[0].card.next = self.game.pcard1_out.val().rank;
        self.display[1].card.next = self.game.pcard2_out.val().rank;
        self.display[2].card.next = self.game.pcard3_out.val().rank;
        self.display[3].card.next = self.game.dcard1_out.val().rank;
        self.display[4].card.next = self.game.dcard2_out.val().rank;
        self.display[5].card.next = self.game.dcard3_out.val().rank;
        if self.burn_card_is_up.val() {
            self.display[5].card.next = self.game.burn_card.val().rank;
        }
        for i in 0..6 {
            self.display[i].digit.next = self.digits.val().get_bits::<4>(4 * i);
            self.display[i].show_digit.next = self.show_number.val();
        }
        // A zero without a digit above it is blank, except the lowest.
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

        // The scores and lights of a hand, the number of burned cards below the burn card, or all
        // LEDs: the stakes are refused.
        self.LEDR.next.pscore = self.game.pscore_out.val();
        self.LEDR.next.dscore = self.game.dscore_out.val();
        self.LEDR.next.player_win = (self.game.outcome.val() == Outcome::Player)
            || (self.game.outcome.val() == Outcome::Tie);
        self.LEDR.next.dealer_win = (self.game.outcome.val() == Outcome::Banker)
            || (self.game.outcome.val() == Outcome::Tie);
        if self.burn_card_is_up.val() {
            self.LEDR.next.pscore = self.game.burned.val();
        }
        if self.game.refused.val() {
            self.LEDR.next.pscore = ALL_LIGHTS.into();
            self.LEDR.next.dscore = ALL_LIGHTS.into();
            self.LEDR.next.player_win = true;
            self.LEDR.next.dealer_win = true;
        }

        self.monitor.clock.next = self.CLOCK_50.val();
        self.monitor.pcard1.next = self.game.pcard1_out.val();
        self.monitor.pcard2.next = self.game.pcard2_out.val();
        self.monitor.pcard3.next = self.game.pcard3_out.val();
        self.monitor.dcard1.next = self.game.dcard1_out.val();
        self.monitor.dcard2.next = self.game.dcard2_out.val();
        self.monitor.dcard3.next = self.game.dcard3_out.val();
        self.monitor.pscore.next = self.game.pscore_out.val();
        self.monitor.dscore.next = self.game.dscore_out.val();
        self.monitor.outcome.next = self.game.outcome.val();
        self.monitor.player_is_next.next = self.game.player_is_next.val();
        self.monitor.betting.next = self.game.betting.val();
        self.monitor.refused.next = self.game.refused.val();
        self.monitor.clear_table.next = self.clear_table.q.val();
        self.monitor.bet.next = self.game.bet_out.val();
        self.monitor.credits.next = self.game.credits.val();
        self.monitor.burn_card.next = self.game.burn_card.val();
        self.monitor.cards_before_cut.next = self.game.cards_before_cut.val();
        self.monitor.cut_card_out.next = self.game.cut_card_out.val();
        self.monitor.last_hand.next = self.game.last_hand.val();
        self.monitor.hands.next = self.game.hands.val();
        self.monitor.shoe_ready.next = self.game.shoe_ready.val();
        self.monitor.bead.next = self.game.bead.val();
        self.monitor.win.next = self.game.road_mark.val();
        self.monitor.tie.next = self.game.road_tie.val();
        self.VGA_R.next = self.monitor.vga_r.val();
        self.VGA_G.next = self.monitor.vga_g.val();
        self.VGA_B.next = self.monitor.vga_b.val();
        self.VGA_CLK.next = self.monitor.vga_clk.val();
        self.VGA_BLANK_N.next = self.monitor.vga_blank_n.val();
        self.VGA_SYNC_N.next = self.monitor.vga_sync_n.val();
        self.VGA_HS.next = self.monitor.vga_hs.val();
        self.VGA_VS.next = self.monitor.vga_vs.val();
    }
}
