use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::betting_box::BettingBox;
use super::colour::{Colour, ColourMixer};
use super::glyph_choice::GlyphChoice;
use super::glyph_rom::{Font, GlyphRom};
use super::hand_area::{HandArea, Surface};
use super::layout::{Cell, Source, TableLayout};
use super::message_rom::{Message, MessageChoice, MessageRom};
use super::number_writer::NumberWriter;
use super::table_background::TableBackground;
use super::video_timing::VideoTiming;
use crate::bet::Bet;
use crate::card::Card;
use crate::outcome::Outcome;

/// The pair of rows of the headline, and the row of the prompt.
const HEADLINE_ROWS: u64 = 7;
const PROMPT_ROW: u64 = 16;

/// Half a character of each, in pixels.
const HALF_LARGE: u64 = 8;
const HALF_SMALL: u64 = 4;

/// The first column of the big road, in cells of 16 pixels.
const FIRST_OF_ROAD: u64 = 14;

/// Draws the table on a VGA monitor, while the beam passes: there is no frame buffer.
///
/// A pixel takes four pixel clocks: one for the layout (what stands at this place of the screen),
/// one for the content (which glyph that is in this state of the game), one for the pixel of the
/// glyph, and one for its colour. Most of these have two steps, one for each of their cycles of
/// `clock`: the first reads the ROMs. The roads are read in the second cycle of the layout.
///
/// The other `vga_*` outputs change as `vga_clk` falls, so that the digital-to-analogue converter
/// of the board, which samples them as it rises, has half a period of it before and after. The
/// places on the roads follow the beam by one cycle of `clock`.
///
/// The beam reaches a pixel at edge 0. `vga_clk` falls at even edges.
///
/// | after edge | what is new |
/// |---|---|
/// | 0 | `x` and `y` |
/// | 1 | `layout`, `card_area` and `background` answer; `bead_column`, `road_column`, `road_row` |
/// | 2 | `text_cell` to `layout_sync`; `bead`, `win` and `tie` of this place |
/// | 3 | `messages`, `numbers` and `text` answer |
/// | 4 | `font` to `content_sync` |
/// | 5 | `glyph` answers |
/// | 6 | `coverage` to `pixel_sync` |
/// | 7 | `mixer` answers |
/// | 8 | `vga_r`, `vga_g`, `vga_b`, and the syncs beside them |
#[derive(Default, Module)]
#[module(
    name = "casino_monitor",
    types(Colour, Font, Message, Source, Bet, Card, Cell, Outcome, Surface)
)]
pub struct CasinoMonitor {
    /// 50 MHz.
    pub clock: Signal<In, Clock>,
    pub pcard1: Signal<In, Card>,
    pub pcard2: Signal<In, Card>,
    pub pcard3: Signal<In, Card>,
    pub dcard1: Signal<In, Card>,
    pub dcard2: Signal<In, Card>,
    pub dcard3: Signal<In, Card>,
    pub pscore: Signal<In, Bits<4>>,
    pub dscore: Signal<In, Bits<4>>,
    /// The outcome of the hand on the table.
    pub outcome: Signal<In, Outcome>,
    /// The next card is the player's.
    pub player_is_next: Signal<In, Bit>,
    /// No card is on the table: bets are taken.
    pub betting: Signal<In, Bit>,
    /// Bets are taken, and the stakes exceed the bankroll.
    pub refused: Signal<In, Bit>,
    /// KEY\[3\] is held.
    pub clear_table: Signal<In, Bit>,
    pub bet: Signal<In, Bet>,
    /// The bankroll.
    pub credits: Signal<In, Bits<20>>,
    /// The burn card of the shoe; no card before it is turned up.
    pub burn_card: Signal<In, Card>,
    /// How many cards are dealt before the cut card.
    pub cards_before_cut: Signal<In, Bits<9>>,
    /// The cut card is out.
    pub cut_card_out: Signal<In, Bit>,
    /// The hand on the table is the last of the shoe.
    pub last_hand: Signal<In, Bit>,
    /// The number of hands dealt from this shoe, the one on the table included.
    pub hands: Signal<In, Bits<7>>,
    /// A card can be drawn from the shoe.
    pub shoe_ready: Signal<In, Bit>,
    /// The bead that is read, one clock cycle later: see `bead_plate`.
    pub bead: Signal<In, Outcome>,
    /// The win on the big road that is read, one clock cycle later: see `big_road`.
    pub win: Signal<In, Outcome>,
    /// A tie follows that win, or comes before the first.
    pub tie: Signal<In, Bit>,
    /// The cell of the bead plate to read.
    pub bead_column: Signal<Out, Bits<4>>,
    /// The cell of the big road to read.
    pub road_column: Signal<Out, Bits<5>>,
    /// The row of both.
    pub road_row: Signal<Out, Bits<3>>,
    /// The brightness of red.
    pub vga_r: Signal<Out, Bits<8>>,
    /// The brightness of green.
    pub vga_g: Signal<Out, Bits<8>>,
    /// The brightness of blue.
    pub vga_b: Signal<Out, Bits<8>>,
    /// The pixel clock, 25 MHz.
    pub vga_clk: Signal<Out, Bit>,
    /// Low outside the picture.
    pub vga_blank_n: Signal<Out, Bit>,
    /// Sync on green: not used.
    pub vga_sync_n: Signal<Out, Bit>,
    /// Horizontal sync, active low.
    pub vga_hs: Signal<Out, Bit>,
    /// Vertical sync, active low.
    pub vga_vs: Signal<Out, Bit>,
    timing: VideoTiming,
    layout: TableLayout,
    background: TableBackground,
    card_area: HandArea,
    player_box: BettingBox,
    tie_box: BettingBox,
    banker_box: BettingBox,
    choice: MessageChoice,
    messages: MessageRom,
    pub numbers: NumberWriter,
    text: GlyphChoice,
    glyph: GlyphRom,
    mixer: ColourMixer,
    plate_column: DFF<Bits<4>>,
    streak_column: DFF<Bits<5>>,
    cell_row: DFF<Bits<3>>,
    /// The layout of a pixel: the registers from here to `layout_sync`.
    text_cell: DFF<Cell>,
    cell_x: DFF<Bits<4>>,
    cell_y: DFF<Bits<4>>,
    shape_font: DFF<Font>,
    shape_code: DFF<Bits<4>>,
    shape_row: DFF<Bits<6>>,
    shape_column: DFF<Bits<6>>,
    shape_ink: DFF<Colour>,
    shape_surface: DFF<Surface>,
    layout_back: DFF<Colour>,
    /// Whether the pixel is visible, and the syncs, inverted.
    layout_sync: DFF<Bits<3>>,
    /// The content of a pixel: the registers from here to `content_sync`.
    font: DFF<Font>,
    code: DFF<Bits<6>>,
    row: DFF<Bits<6>>,
    column: DFF<Bits<6>>,
    ink: DFF<Colour>,
    back: DFF<Colour>,
    content_sync: DFF<Bits<3>>,
    /// The pixel of the glyph: the registers from here to `pixel_sync`.
    coverage: DFF<Bits<2>>,
    pixel_ink: DFF<Colour>,
    pixel_back: DFF<Colour>,
    pixel_sync: DFF<Bits<3>>,
    red: DFF<Bits<8>>,
    green: DFF<Bits<8>>,
    blue: DFF<Bits<8>>,
    /// Like `layout_sync`, beside the colour of the pixel.
    sync: DFF<Bits<3>>,
    pixel_enable: Signal<Local, Bit>,
    pub x: Signal<Local, Bits<10>>,
    pub y: Signal<Local, Bits<10>>,
    timing_sync: Signal<Local, Bits<3>>,
    on_headline: Signal<Local, Bit>,
    on_prompt: Signal<Local, Bit>,
    shift: Signal<Local, Bits<10>>,
    text_x: Signal<Local, Bits<10>>,
    on_player: Signal<Local, Bit>,
    on_banker: Signal<Local, Bit>,
    on_tie: Signal<Local, Bit>,
    has_chips: Signal<Local, Bit>,
    source: Signal<Local, Source>,
    message: Signal<Local, Message>,
    number: Signal<Local, Bits<4>>,
    value_of: Signal<Local, Bits<3>>,
    value_card: Signal<Local, Card>,
}

impl Logic for CasinoMonitor {
    #[kernel]
    #[assert(
        "pixels outside the picture are black",
        self.vga_blank_n.val()
            || (self.vga_r.val() == 0 && self.vga_g.val() == 0 && self.vga_b.val() == 0)
    )]
    #[assert(
        "pixels and syncs change as the pixel clock falls",
        past(self.vga_clk.val())
            || (self.vga_r.val() == past(self.vga_r.val())
                && self.vga_g.val() == past(self.vga_g.val())
                && self.vga_b.val() == past(self.vga_b.val())
                && self.vga_blank_n.val() == past(self.vga_blank_n.val())
                && self.vga_hs.val() == past(self.vga_hs.val())
                && self.vga_vs.val() == past(self.vga_vs.val()))
    )]
    fn update(&mut self) {
        self.timing.clock.next = self.clock.val();
        self.pixel_enable.next = self.timing.pixel_enable.val();
        self.x.next = self.timing.x.val();
        self.y.next = self.timing.y.val();
        dff_setup!(self, clock, plate_column, streak_column, cell_row, text_cell, cell_x, cell_y);
        dff_setup!(self, clock, shape_font, shape_code, shape_row, shape_column, shape_ink);
        dff_setup!(self, clock, shape_surface, layout_back, layout_sync);
        dff_setup!(self, clock, font, code, row, column, ink, back, content_sync);
        dff_setup!(self, clock, coverage, pixel_ink, pixel_back, pixel_sync);
        dff_setup!(self, clock, red, green, blue, sync);

        // The syncs are kept inverted, so that they are not active at power-up, and follow the
        // picture.
        self.timing_sync.next = bit_cast::<3, 1>(self.timing.visible.val().into())
            | bit_cast::<3, 1>((!self.timing.hsync.val()).into()) << 1
            | bit_cast::<3, 1>((!self.timing.vsync.val()).into()) << 2;
        if self.pixel_enable.val() {
            self.layout_sync.d.next = self.timing_sync.val();
            self.content_sync.d.next = self.layout_sync.q.val();
            self.pixel_sync.d.next = self.content_sync.q.val();
            self.sync.d.next = self.pixel_sync.q.val();
        }

        // The stakes.
        self.on_player.next = self.bet.val().player;
        self.on_banker.next = self.bet.val().banker;
        self.on_tie.next = self.bet.val().tie;
        self.has_chips.next = self.bet.val().chips != 0;
        self.player_box.colour.next = Colour::LightBlue;
        self.player_box.staked.next = self.on_player.val() && self.has_chips.val();
        self.player_box.on.next = Outcome::Player;
        self.player_box.outcome.next = self.outcome.val();
        self.tie_box.colour.next = Colour::LightGreen;
        self.tie_box.staked.next = self.on_tie.val() && self.has_chips.val();
        self.tie_box.on.next = Outcome::Tie;
        self.tie_box.outcome.next = self.outcome.val();
        self.banker_box.colour.next = Colour::LightRed;
        self.banker_box.staked.next = self.on_banker.val() && self.has_chips.val();
        self.banker_box.on.next = Outcome::Banker;
        self.banker_box.outcome.next = self.outcome.val();

        self.on_headline.next = self.y.val().get_bits::<5>(5) == HEADLINE_ROWS;
        self.on_prompt.next = self.y.val().get_bits::<6>(4) == PROMPT_ROW;
        // The headline, in rows 14 and 15, and the prompt, in row 16, are moved right by half a
        // character to centre an odd number.
        if self.on_headline.val() && self.choice.headline_is_odd.val() {
            self.shift.next = HALF_LARGE.into();
        } else if self.on_prompt.val() && self.choice.prompt_is_odd.val() {
            self.shift.next = HALF_SMALL.into();
        } else {
            self.shift.next = 0.into();
        }
        self.text_x.next = self.x.val() - self.shift.val();

        // Layout. The roads begin at x 16 and 224, and at y 368, in cells of 16 × 16 pixels.
        self.layout.clock.next = self.clock.val();
        self.layout.x.next = self.text_x.val();
        self.layout.y.next = self.y.val();
        self.plate_column.d.next = self.x.val().get_bits::<4>(4) - 1;
        self.streak_column.d.next = self.x.val().get_bits::<5>(4) - FIRST_OF_ROAD;
        self.cell_row.d.next = self.y.val().get_bits::<3>(4) + 1;
        self.bead_column.next = self.plate_column.q.val();
        self.road_column.next = self.streak_column.q.val();
        self.road_row.next = self.cell_row.q.val();
        self.background.clock.next = self.clock.val();
        self.background.x.next = self.x.val();
        self.background.y.next = self.y.val();
        self.background.player_outline.next = self.player_box.outline.val();
        self.background.tie_outline.next = self.tie_box.outline.val();
        self.background.banker_outline.next = self.banker_box.outline.val();
        self.background.cards_before_cut.next = self.cards_before_cut.val();
        self.card_area.clock.next = self.clock.val();
        self.card_area.x.next = self.x.val();
        self.card_area.y.next = self.y.val();
        self.card_area.pcard1.next = self.pcard1.val();
        self.card_area.pcard2.next = self.pcard2.val();
        self.card_area.pcard3.next = self.pcard3.val();
        self.card_area.dcard1.next = self.dcard1.val();
        self.card_area.dcard2.next = self.dcard2.val();
        self.card_area.dcard3.next = self.dcard3.val();
        self.card_area.pscore.next = self.pscore.val();
        self.card_area.dscore.next = self.dscore.val();
        self.card_area.outcome.next = self.outcome.val();
        self.card_area.betting.next = self.betting.val();
        if self.pixel_enable.val() {
            self.text_cell.d.next = self.layout.text_cell.val();
            self.cell_x.d.next = self.text_x.val().get_bits::<4>(0);
            self.cell_y.d.next = self.y.val().get_bits::<4>(0);
            self.shape_font.d.next = self.card_area.font.val();
            self.shape_code.d.next = self.card_area.code.val();
            self.shape_row.d.next = self.card_area.row.val();
            self.shape_column.d.next = self.card_area.column.val();
            self.shape_ink.d.next = self.card_area.ink.val();
            self.shape_surface.d.next = self.card_area.surface.val();
            self.layout_back.d.next = self.background.back.val();
        }

        // Content: shapes of the hands, or text.
        self.choice.clock.next = self.clock.val();
        self.choice.outcome.next = self.outcome.val();
        self.choice.third_card.next =
            (self.pcard3.val().rank != 0) || (self.dcard3.val().rank != 0);
        self.choice.pscore.next = self.pscore.val();
        self.choice.dscore.next = self.dscore.val();
        self.choice.player_is_next.next = self.player_is_next.val();
        self.choice.betting.next = self.betting.val();
        self.choice.refused.next = self.refused.val();
        self.choice.burn_is_next.next = self.burn_card.val().rank == 0;
        self.choice.shoe_ready.next = self.shoe_ready.val();
        self.choice.clear_table.next = self.clear_table.val();
        self.choice.cut_card_out.next = self.cut_card_out.val();
        self.choice.last_hand.next = self.last_hand.val();
        self.choice.credits.next = self.credits.val();
        self.source.next = self.text_cell.q.val().source;
        match self.source.val() {
            Source::Headline => self.message.next = self.choice.headline.val(),
            Source::Prompt => self.message.next = self.choice.prompt.val(),
            Source::Label => self.message.next = self.choice.label.val(),
            Source::PlayerStake => self.message.next = self.player_box.caption.val(),
            Source::TieStake => self.message.next = self.tie_box.caption.val(),
            Source::BankerStake => self.message.next = self.banker_box.caption.val(),
            _ => self.message.next = self.choice.shoe.val(), // The shoe, and sources without a message.
        }
        self.messages.clock.next = self.clock.val();
        self.messages.message.next = self.message.val();
        self.messages.place.next = self.text_cell.q.val().index.get_bits::<6>(0);
        self.numbers.clock.next = self.clock.val();
        self.numbers.credits.next = self.credits.val();
        self.numbers.bet.next = self.bet.val();
        self.numbers.outcome.next = self.outcome.val();
        self.numbers.hands.next = self.hands.val();
        self.numbers.cards_before_cut.next = self.cards_before_cut.val();
        self.numbers.address.next = self.text_cell.q.val().index.get_bits::<6>(0);
        self.value_of.next = self.text_cell.q.val().index.get_bits::<3>(1);
        match self.value_of.val().index() {
            0 => self.value_card.next = self.pcard1.val(),
            1 => self.value_card.next = self.pcard2.val(),
            2 => self.value_card.next = self.pcard3.val(),
            3 => self.value_card.next = self.dcard1.val(),
            4 => self.value_card.next = self.dcard2.val(),
            _ => self.value_card.next = self.dcard3.val(),
        }
        self.text.clock.next = self.clock.val();
        self.text.text_cell.next = self.text_cell.q.val();
        self.text.x.next = self.cell_x.q.val();
        self.text.y.next = self.cell_y.q.val();
        self.text.character.next = self.messages.character.val();
        self.text.headline_ink.next = self.choice.headline_ink.val();
        self.text.digit.next = self.numbers.glyph.val();
        self.number.next = self.text_cell.q.val().index.get_bits::<4>(3);
        match self.number.val().index() {
            1 => self.text.number_ink.next = self.player_box.ink.val(),
            2 => self.text.number_ink.next = self.tie_box.ink.val(),
            3 => self.text.number_ink.next = self.banker_box.ink.val(),
            _ => self.text.number_ink.next = Colour::Ivory,
        }
        self.text.rank.next = self.value_card.val().rank;
        self.text.burn_card.next = self.burn_card.val();
        self.text.bead.next = self.bead.val();
        self.text.win.next = self.win.val();
        self.text.tie.next = self.tie.val();
        if self.pixel_enable.val() {
            if self.shape_surface.q.val().card {
                self.back.d.next = Colour::Ivory;
            } else if self.shape_surface.q.val().outline {
                self.back.d.next = Colour::Line;
            } else if self.shape_surface.q.val().shadow {
                self.back.d.next = Colour::Shadow;
            } else if self.shape_surface.q.val().score && self.shape_surface.q.val().won {
                self.back.d.next = Colour::Gold;
            } else if self.shape_surface.q.val().score {
                self.back.d.next = Colour::Dark;
            } else {
                self.back.d.next = self.layout_back.q.val();
            }
            if self.shape_font.q.val() == Font::Nothing {
                self.font.d.next = self.text.font.val();
                self.code.d.next = self.text.code.val();
                self.row.d.next = self.text.row.val();
                self.column.d.next = self.text.column.val();
                self.ink.d.next = self.text.ink.val();
            } else {
                self.font.d.next = self.shape_font.q.val();
                self.code.d.next = bit_cast::<6, 4>(self.shape_code.q.val());
                self.row.d.next = self.shape_row.q.val();
                self.column.d.next = self.shape_column.q.val();
                self.ink.d.next = self.shape_ink.q.val();
            }
        }

        // The pixel of the glyph.
        self.glyph.clock.next = self.clock.val();
        self.glyph.font.next = self.font.q.val();
        self.glyph.code.next = self.code.q.val();
        self.glyph.row.next = self.row.q.val();
        self.glyph.column.next = self.column.q.val();
        if self.pixel_enable.val() {
            self.coverage.d.next = self.glyph.coverage.val();
            self.pixel_ink.d.next = self.ink.q.val();
            self.pixel_back.d.next = self.back.q.val();
        }

        // Colour.
        self.mixer.clock.next = self.clock.val();
        self.mixer.back.next = self.pixel_back.q.val();
        self.mixer.ink.next = self.pixel_ink.q.val();
        self.mixer.coverage.next = self.coverage.q.val();
        if self.pixel_enable.val() {
            if self.pixel_sync.q.val().get_bit(0) {
                self.red.d.next = self.mixer.red.val();
                self.green.d.next = self.mixer.green.val();
                self.blue.d.next = self.mixer.blue.val();
            } else {
                self.red.d.next = 0.into();
                self.green.d.next = 0.into();
                self.blue.d.next = 0.into();
            }
        }
        self.vga_r.next = self.red.q.val();
        self.vga_g.next = self.green.q.val();
        self.vga_b.next = self.blue.q.val();
        self.vga_clk.next = self.timing.pixel_clock.val();
        self.vga_blank_n.next = self.sync.q.val().get_bit(0);
        self.vga_sync_n.next = false;
        self.vga_hs.next = !self.sync.q.val().get_bit(1);
        self.vga_vs.next = !self.sync.q.val().get_bit(2);
    }
}
