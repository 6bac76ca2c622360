use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;

/// What is behind text: header, betting boxes, roads and the bar of the shoe. Elsewhere it is felt.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "background", enums(Colour))]
pub struct Background {
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
    in_box: Signal<Local, Bit>,
    on_side: Signal<Local, Bit>,
    on_edge: Signal<Local, Bit>,
    outline: Signal<Local, Colour>,
    in_road: Signal<Local, Bit>,
    on_grid: Signal<Local, Bit>,
    in_bar: Signal<Local, Bit>,
    eleven_times: Signal<Local, Bits<13>>,
    bar_end: Signal<Local, Bits<10>>,
}

impl Logic for Background {
    #[kernel]
    fn update(&mut self) {
        // Columns of 16 pixels and rows of 8: a `match` on them takes fewer gates than comparisons
        // of pixels.
        self.column.next = self.x.val().get_bits::<6>(4);
        self.row.next = self.y.val().get_bits::<6>(3);
        self.x_pair.next = self.x.val().get_bits::<3>(1);
        self.y_pair.next = self.y.val().get_bits::<2>(1);
        self.bar_column.next = self.x.val().get_bits::<7>(3);
        self.bar_row.next = self.y.val().get_bits::<7>(2);

        // The betting boxes: player, tie, banker. Their outlines are two pixels wide.
        match self.column.val().index() {
            0 | 13 | 26 | 39 => self.in_box.next = false,
            _ => self.in_box.next = true,
        }
        match self.column.val().index() {
            1 | 14 | 27 => self.on_side.next = self.x_pair.val() == 0,
            12 | 25 | 38 => self.on_side.next = self.x_pair.val() == 7,
            _ => self.on_side.next = false,
        }
        match self.row.val().index() {
            35 => self.on_edge.next = self.y_pair.val() == 0,
            44 => self.on_edge.next = self.y_pair.val() == 3,
            _ => self.on_edge.next = false,
        }
        match self.column.val().index() {
            1..=12 => self.outline.next = self.player_outline.val(),
            14..=25 => self.outline.next = self.tie_outline.val(),
            _ => self.outline.next = self.banker_outline.val(),
        }

        // The roads, in cells of 16 × 16 pixels.
        match self.column.val().index() {
            1..=12 | 14..=33 => self.in_road.next = true,
            _ => self.in_road.next = false,
        }
        self.on_grid.next = (self.x.val().get_bits::<4>(0) == 0)
            || (self.y.val().get_bits::<4>(0) == 0)
            || (self.x.val() == 207)
            || (self.x.val() == 543)
            || (self.y.val() == 463);

        // The bar of the shoe: 11/64 of a pixel for a card.
        match self.bar_column.val().index() {
            69..=77 => match self.bar_row.val().index() {
                105..=107 => self.in_bar.next = true,
                _ => self.in_bar.next = false,
            },
            _ => self.in_bar.next = false,
        }
        self.eleven_times.next = (bit_cast::<13, 9>(self.cards_before_cut.val()) << 3)
            + (bit_cast::<13, 9>(self.cards_before_cut.val()) << 1)
            + bit_cast::<13, 9>(self.cards_before_cut.val());
        self.bar_end.next = bit_cast::<10, 13>(self.eleven_times.val() >> 6) + 555;

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
                if (self.x.val() == 319) || (self.x.val() == 320) {
                    self.back.next = Colour::Line;
                } else {
                    self.back.next = Colour::Felt;
                }
            }
            35..=44 => {
                if !self.in_box.val() {
                    self.back.next = Colour::Felt;
                } else if self.on_side.val() || self.on_edge.val() {
                    self.back.next = self.outline.val();
                } else {
                    self.back.next = Colour::Box;
                }
            }
            46..=57 => {
                if self.in_bar.val() {
                    if self.x.val() < 555 {
                        self.back.next = Colour::LightRed;
                    } else if self.x.val() < self.bar_end.val() {
                        self.back.next = Colour::Gold;
                    } else {
                        self.back.next = Colour::Dark;
                    }
                } else if !self.in_road.val() {
                    self.back.next = Colour::Felt;
                } else if self.on_grid.val() {
                    self.back.next = Colour::Grid;
                } else {
                    self.back.next = Colour::Ivory;
                }
            }
            _ => self.back.next = Colour::Felt,
        }
    }
}
