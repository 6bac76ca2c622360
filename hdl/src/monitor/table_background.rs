use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;

/// The last grid lines of the bead plate and of the big road, and that below both.
const PLATE_RIGHT: u64 = 207;
const ROAD_RIGHT: u64 = 543;
const ROADS_BOTTOM: u64 = 463;

/// The line between the hands.
const DIVIDER_LEFT: u64 = 319;
const DIVIDER_RIGHT: u64 = 320;

/// Where the bar of the shoe has its cut card.
const CUT_ON_BAR: u64 = 555;

/// What is behind text: header, betting boxes, roads and the bar of the shoe. Elsewhere it is felt.
///
/// The position has to stay for two clock cycles: `back` is right in the second one.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "table_background", types(Colour))]
pub struct TableBackground {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    /// The colours of the outlines of the betting boxes.
    pub player_outline: Signal<In, Colour>,
    pub tie_outline: Signal<In, Colour>,
    pub banker_outline: Signal<In, Colour>,
    pub cards_before_cut: Signal<In, Bits<9>>,
    pub back: Signal<Out, Colour>,
    column: Signal<Local, Bits<6>>,
    row: Signal<Local, Bits<6>>,
    x_pair: Signal<Local, Bits<3>>,
    y_pair: Signal<Local, Bits<2>>,
    bar_column: Signal<Local, Bits<7>>,
    bar_row: Signal<Local, Bits<7>>,
    in_box: DFF<Bit>,
    on_side: DFF<Bit>,
    outline: DFF<Colour>,
    in_road: DFF<Bit>,
    on_grid: DFF<Bit>,
    on_divider: DFF<Bit>,
    in_bar: DFF<Bit>,
    /// Left of the cut card, and of the end of the cards before it.
    before_cut: DFF<Bit>,
    before_end: DFF<Bit>,
    bar_length: DFF<Bits<7>>,
    bar_end: DFF<Bits<10>>,
    on_edge: Signal<Local, Bit>,
    eleven_times: Signal<Local, Bits<13>>,
}

impl Logic for TableBackground {
    #[kernel]
    #[assert(
        "the bar ends no further left than its cut card",
        !self.before_cut.q.val() || self.before_end.q.val() || past(self.bar_end.q.val() == 0)
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, in_box, on_side, outline, in_road, on_grid, on_divider);
        dff_setup!(self, clock, in_bar, before_cut, before_end, bar_length, bar_end);
        // Columns of 16 pixels and rows of 8: lists of them take fewer gates than comparisons of
        // pixels.
        self.column.next = self.x.val().get_bits::<6>(4);
        self.row.next = self.y.val().get_bits::<6>(3);
        self.x_pair.next = self.x.val().get_bits::<3>(1);
        self.y_pair.next = self.y.val().get_bits::<2>(1);
        self.bar_column.next = self.x.val().get_bits::<7>(3);
        self.bar_row.next = self.y.val().get_bits::<7>(2);

        // The betting boxes: player, tie, banker. Their outlines are two pixels wide.
        match self.column.val().index() {
            0 | 13 | 26 | 39 => self.in_box.d.next = false,
            _ => self.in_box.d.next = true,
        }
        match self.column.val().index() {
            1 | 14 | 27 => self.on_side.d.next = self.x_pair.val() == 0,
            12 | 25 | 38 => self.on_side.d.next = self.x_pair.val() == 7,
            _ => self.on_side.d.next = false,
        }
        match self.row.val().index() {
            35 => self.on_edge.next = self.y_pair.val() == 0,
            44 => self.on_edge.next = self.y_pair.val() == 3,
            _ => self.on_edge.next = false,
        }
        match self.column.val().index() {
            1..=12 => self.outline.d.next = self.player_outline.val(),
            14..=25 => self.outline.d.next = self.tie_outline.val(),
            _ => self.outline.d.next = self.banker_outline.val(),
        }

        // The roads, in cells of 16 × 16 pixels.
        self.on_grid.d.next = (self.x.val().get_bits::<4>(0) == 0)
            || (self.y.val().get_bits::<4>(0) == 0)
            || (self.x.val() == PLATE_RIGHT)
            || (self.x.val() == ROAD_RIGHT)
            || (self.y.val() == ROADS_BOTTOM);
        match self.column.val().index() {
            1..=12 | 14..=33 => self.in_road.d.next = true,
            _ => self.in_road.d.next = false,
        }

        // The bar of the shoe: 11/64 of a pixel for a card.
        match self.bar_column.val().index() {
            69..=77 => match self.bar_row.val().index() {
                105..=107 => self.in_bar.d.next = true,
                _ => self.in_bar.d.next = false,
            },
            _ => self.in_bar.d.next = false,
        }
        self.eleven_times.next = (bit_cast::<13, 9>(self.cards_before_cut.val()) << 3)
            + (bit_cast::<13, 9>(self.cards_before_cut.val()) << 1)
            + bit_cast::<13, 9>(self.cards_before_cut.val());
        self.bar_length.d.next = bit_cast::<7, 13>(self.eleven_times.val() >> 6);
        self.bar_end.d.next = bit_cast::<10, 7>(self.bar_length.q.val()) + CUT_ON_BAR;
        self.before_cut.d.next = self.x.val() < CUT_ON_BAR;
        self.before_end.d.next = self.x.val() < self.bar_end.q.val();
        self.on_divider.d.next = (self.x.val() == DIVIDER_LEFT) || (self.x.val() == DIVIDER_RIGHT);

        match self.row.val().index() {
            0..=3 => self.back.next = Colour::Dark,
            4 => {
                if self.y_pair.val() == 0 {
                    self.back.next = Colour::Gold;
                } else {
                    self.back.next = Colour::Felt;
                }
            }
            6..=26 => {
                if self.on_divider.q.val() {
                    self.back.next = Colour::Line;
                } else {
                    self.back.next = Colour::Felt;
                }
            }
            35..=44 => {
                if !self.in_box.q.val() {
                    self.back.next = Colour::Felt;
                } else if self.on_side.q.val() || self.on_edge.val() {
                    self.back.next = self.outline.q.val();
                } else {
                    self.back.next = Colour::Box;
                }
            }
            46..=57 => {
                if self.in_bar.q.val() {
                    if self.before_cut.q.val() {
                        self.back.next = Colour::LightRed;
                    } else if self.before_end.q.val() {
                        self.back.next = Colour::Gold;
                    } else {
                        self.back.next = Colour::Dark;
                    }
                } else if !self.in_road.q.val() {
                    self.back.next = Colour::Felt;
                } else if self.on_grid.q.val() {
                    self.back.next = Colour::Grid;
                } else {
                    self.back.next = Colour::Ivory;
                }
            }
            _ => self.back.next = Colour::Felt,
        }
    }
}
