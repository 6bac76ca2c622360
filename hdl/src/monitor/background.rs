use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::rectangle::Rectangle;

/// What is behind text: header, betting boxes, roads and the bar of the shoe. Elsewhere it is felt.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "background", enums(Colour))]
pub struct Background {
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    /// The hand is over, and the player does not lose.
    pub player_won: Signal<In, Bit>,
    /// The hand is over, and the dealer does not lose.
    pub dealer_won: Signal<In, Bit>,
    pub cards_before_cut: Signal<In, Bits<9>>,
    pub back: Signal<Out, Colour>,
    box_shape: Rectangle,
    left: Signal<Local, Bits<10>>,
    wins: Signal<Local, Bit>,
    frame: Signal<Local, Colour>,
    in_roads: Signal<Local, Bit>,
    column_of_cell: Signal<Local, Bits<4>>,
    row_of_cell: Signal<Local, Bits<4>>,
    on_grid: Signal<Local, Bit>,
    in_bar: Signal<Local, Bit>,
    three_times: Signal<Local, Bits<11>>,
    bar: Signal<Local, Bits<10>>,
}

impl Logic for Background {
    #[kernel]
    fn update(&mut self) {
        // The betting boxes: player, tie, banker.
        if self.x.val() < 220 {
            self.left.next = 16.into();
            self.frame.next = Colour::LightBlue;
            self.wins.next = self.player_won.val() && !self.dealer_won.val();
        } else if self.x.val() < 428 {
            self.left.next = 224.into();
            self.frame.next = Colour::LightGreen;
            self.wins.next = self.player_won.val() && self.dealer_won.val();
        } else {
            self.left.next = 432.into();
            self.frame.next = Colour::LightRed;
            self.wins.next = self.dealer_won.val() && !self.player_won.val();
        }
        self.box_shape.column.next = self.x.val() - self.left.val();
        self.box_shape.row.next = self.y.val() - 280;
        self.box_shape.last_column.next = 191.into();
        self.box_shape.last_row.next = 73.into();

        // The roads, in cells of 16 × 16 pixels.
        self.in_roads.next = (self.y.val() >= 368)
            && (self.y.val() < 464)
            && (((self.x.val() >= 16) && (self.x.val() < 208))
                || ((self.x.val() >= 224) && (self.x.val() < 544)));
        self.column_of_cell.next = self.x.val().get_bits::<4>(0);
        self.row_of_cell.next = self.y.val().get_bits::<4>(0);
        self.on_grid.next = (self.column_of_cell.val() == 0)
            || (self.row_of_cell.val() == 0)
            || (self.x.val() == 207)
            || (self.x.val() == 543)
            || (self.y.val() == 463);

        // The shoe: 3/16 of a pixel for a card.
        self.in_bar.next = (self.x.val() >= 552)
            && (self.x.val() < 632)
            && (self.y.val() >= 420)
            && (self.y.val() < 432);
        self.three_times.next = (bit_cast::<11, 9>(self.cards_before_cut.val()) << 1)
            + bit_cast::<11, 9>(self.cards_before_cut.val());
        self.bar.next = bit_cast::<10, 11>(self.three_times.val() >> 4) + 556;

        if self.y.val() < 34 {
            self.back.next = Colour::Dark;
        } else if self.y.val() < 36 {
            self.back.next = Colour::Gold;
        } else if (self.x.val() >= 319)
            && (self.x.val() < 321)
            && (self.y.val() >= 48)
            && (self.y.val() < 220)
        {
            self.back.next = Colour::Line;
        } else if self.box_shape.contains.val() {
            if !self.box_shape.frame.val() {
                self.back.next = Colour::Box;
            } else if self.wins.val() {
                self.back.next = Colour::Gold;
            } else {
                self.back.next = self.frame.val();
            }
        } else if self.in_roads.val() {
            if self.on_grid.val() {
                self.back.next = Colour::Grid;
            } else {
                self.back.next = Colour::Ivory;
            }
        } else if self.in_bar.val() {
            if self.x.val() < 556 {
                self.back.next = Colour::LightRed;
            } else if self.x.val() < self.bar.val() {
                self.back.next = Colour::Gold;
            } else {
                self.back.next = Colour::Dark;
            }
        } else {
            self.back.next = Colour::Felt;
        }
    }
}
