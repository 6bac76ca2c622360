use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::glyph_rom::{FIGURE_ACE, Font};
use crate::card::Card;
use crate::outcome::Outcome;

/// How much higher the cells of cards and figures begin, in pixels.
const RAISED: u64 = 4;

/// The column of the cell right of a card.
const BESIDE_CARD: u64 = 10;

/// A distance of no importance.
const FAR: u64 = 7;

/// The rows in which ranks, suits and scores begin, and the columns of ranks and suits, modulo 8.
const RANK_ROW: u64 = 5;
const SUIT_ROW: u64 = 3;
const SCORE_ROW: u64 = 6;
const RANK_COLUMN: u64 = 1;
const SUIT_COLUMN: u64 = 3;

/// What a pixel shows of a hand: a card, else an outline, else a shadow, else the box of a score.
/// All four are low where the pixel shows nothing of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct, DescribeType)]
pub struct Surface {
    /// A card.
    pub card: Bit,
    /// The outline of a place without a card.
    pub outline: Bit,
    /// The shadow of a card.
    pub shadow: Bit,
    /// The box of a score.
    pub score: Bit,
    /// The hand is over, and the side with this score does not lose.
    pub won: Bit,
}

/// The cards and scores of both hands: what is at a pixel.
///
/// The left half of the screen is the player's, the right half the dealer's. Each has three places
/// for cards of 80 × 112 pixels, and a score above them.
///
/// The position has to stay for two clock cycles: the outputs are right in the second one.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "hand_area", types(Colour, Font, Card, Outcome, Surface))]
pub struct HandArea {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
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
    /// No card is on the table.
    pub betting: Signal<In, Bit>,
    pub surface: Signal<Out, Surface>,
    /// A rank, suit or score whose rectangle contains the pixel.
    pub font: Signal<Out, Font>,
    pub code: Signal<Out, Bits<4>>,
    /// The pixel in that rectangle.
    pub row: Signal<Out, Bits<6>>,
    pub column: Signal<Out, Bits<6>>,
    pub ink: Signal<Out, Colour>,
    cell_x: Signal<Local, Bits<7>>,
    cell_y: Signal<Local, Bits<6>>,
    pixel_x: Signal<Local, Bits<3>>,
    lower_y: Signal<Local, Bits<10>>,
    /// The first clock cycle of a position finds the place, the second what is there.
    row_of_cells: DFF<Bits<6>>,
    pixel_y: DFF<Bits<3>>,
    score: DFF<Bits<4>>,
    won: DFF<Bit>,
    card: DFF<Card>,
    near_place: DFF<Bit>,
    card_column: DFF<Bits<4>>,
    in_score_box: DFF<Bit>,
    from_score_side: DFF<Bits<3>>,
    upper_pixel_y: Signal<Local, Bits<3>>,
    column_of_64: Signal<Local, Bits<4>>,
    low_card_column: Signal<Local, Bits<3>>,
    low_row: Signal<Local, Bits<3>>,
    low_cell_x: Signal<Local, Bits<2>>,
    is_player: Signal<Local, Bit>,
    rank: Signal<Local, Bits<4>>,
    suit: Signal<Local, Bits<2>>,
    left: Signal<Local, Bits<4>>,
    in_card_rows: Signal<Local, Bit>,
    in_place: Signal<Local, Bit>,
    is_card: Signal<Local, Bit>,
    in_score_columns: Signal<Local, Bit>,
    in_first_three: Signal<Local, Bit>,
    in_shadow: Signal<Local, Bit>,
    from_side: Signal<Local, Bits<3>>,
    from_edge: Signal<Local, Bits<3>>,
    corner: Signal<Local, Bit>,
    outermost: Signal<Local, Bit>,
    in_rank: Signal<Local, Bit>,
    in_suit: Signal<Local, Bit>,
    in_score: Signal<Local, Bit>,
    shape_row: Signal<Local, Bits<3>>,
    shape_column: Signal<Local, Bits<3>>,
}

impl Logic for HandArea {
    #[kernel]
    #[assert(
        "no pixel has two shapes",
        !(self.in_rank.val() && self.in_suit.val())
            && !(self.in_score.val() && (self.in_rank.val() || self.in_suit.val()))
    )]
    #[assert(
        "an empty place has no shape of a card",
        self.is_card.val() || !(self.in_rank.val() || self.in_suit.val())
    )]
    #[assert("a shadow is beside a place", !self.in_shadow.val() || self.near_place.q.val())]
    fn update(&mut self) {
        dff_setup!(self, clock, row_of_cells, pixel_y, score, won, card, near_place, card_column);
        dff_setup!(self, clock, in_score_box, from_score_side);

        // Cells of 8 × 8 pixels: lists of them take fewer gates than comparisons of pixels.
        // The cells of cards and figures begin four pixels higher than those of the screen.
        self.cell_x.next = self.x.val().get_bits::<7>(3);
        self.cell_y.next = self.y.val().get_bits::<6>(3);
        self.pixel_x.next = self.x.val().get_bits::<3>(0);
        self.lower_y.next = self.y.val() + RAISED;
        self.row_of_cells.d.next = self.lower_y.val().get_bits::<6>(3);
        self.pixel_y.d.next = self.lower_y.val().get_bits::<3>(0);

        self.upper_pixel_y.next = self.y.val().get_bits::<3>(0);
        self.low_row.next = self.row_of_cells.q.val().get_bits::<3>(0);
        self.low_cell_x.next = self.cell_x.val().get_bits::<2>(0);

        // The half of the screen.
        self.column_of_64.next = self.x.val().get_bits::<4>(6);
        match self.column_of_64.val().index() {
            0..=4 => self.is_player.next = true,
            _ => self.is_player.next = false,
        }
        if self.is_player.val() {
            self.score.d.next = self.pscore.val();
        } else {
            self.score.d.next = self.dscore.val();
        }
        match self.outcome.val() {
            Outcome::Nothing => self.won.d.next = false,
            Outcome::Player => self.won.d.next = self.is_player.val(),
            Outcome::Banker => self.won.d.next = !self.is_player.val(),
            Outcome::Tie => self.won.d.next = true,
        }

        // The place of a card, ten cells wide, and the cell right of it, which its shadow reaches.
        // The third place is set apart.
        match self.cell_x.val().index() {
            3..=13 => {
                self.left.next = 3.into();
                self.card.d.next = self.pcard1.val();
            }
            14..=24 => {
                self.left.next = 14.into();
                self.card.d.next = self.pcard2.val();
            }
            27..=37 => {
                self.left.next = 11.into();
                self.card.d.next = self.pcard3.val();
            }
            43..=53 => {
                self.left.next = 11.into();
                self.card.d.next = self.dcard1.val();
            }
            54..=64 => {
                self.left.next = 6.into();
                self.card.d.next = self.dcard2.val();
            }
            _ => {
                self.left.next = 3.into();
                self.card.d.next = self.dcard3.val();
            }
        }
        match self.cell_x.val().index() {
            3..=24 | 27..=37 | 43..=64 | 67..=77 => self.near_place.d.next = true,
            _ => self.near_place.d.next = false,
        }
        self.rank.next = self.card.q.val().rank;
        self.suit.next = self.card.q.val().suit;
        self.is_card.next = self.rank.val() != 0;
        // The column of the cell at the place, modulo 16.
        self.card_column.d.next = self.cell_x.val().get_bits::<4>(0) - self.left.val();
        self.low_card_column.next = self.card_column.q.val().get_bits::<3>(0);
        match self.row_of_cells.q.val().index() {
            12..=25 => self.in_card_rows.next = true,
            _ => self.in_card_rows.next = false,
        }
        self.in_place.next = self.near_place.q.val()
            && self.in_card_rows.val()
            && (self.card_column.q.val() != BESIDE_CARD);

        // The shadow is three pixels right of the card and four below it.
        match self.pixel_x.val().index() {
            0..=2 => self.in_first_three.next = true,
            _ => self.in_first_three.next = false,
        }
        match self.cell_y.val().index() {
            12..=25 => match self.card_column.q.val().index() {
                0 => self.in_shadow.next = self.near_place.q.val() && !self.in_first_three.val(),
                10 => self.in_shadow.next = self.near_place.q.val() && self.in_first_three.val(),
                _ => self.in_shadow.next = self.near_place.q.val(),
            },
            _ => self.in_shadow.next = false,
        }

        match self.cell_x.val().index() {
            31..=36 | 71..=76 => self.in_score_columns.next = true,
            _ => self.in_score_columns.next = false,
        }
        match self.cell_y.val().index() {
            5..=10 => self.in_score_box.d.next = self.in_score_columns.val(),
            _ => self.in_score_box.d.next = false,
        }

        // The distances from the nearest edges of a score or a place; `FAR` if they are 7 or more.
        match self.cell_x.val().index() {
            31 | 71 => self.from_score_side.d.next = self.pixel_x.val(),
            36 | 76 => self.from_score_side.d.next = !self.pixel_x.val(),
            _ => self.from_score_side.d.next = FAR.into(),
        }
        if self.in_score_box.q.val() {
            self.from_side.next = self.from_score_side.q.val();
            match self.cell_y.val().index() {
                5 => self.from_edge.next = self.upper_pixel_y.val(),
                10 => self.from_edge.next = !self.upper_pixel_y.val(),
                _ => self.from_edge.next = FAR.into(),
            }
        } else {
            match self.card_column.q.val().index() {
                0 => self.from_side.next = self.pixel_x.val(),
                9 => self.from_side.next = !self.pixel_x.val(),
                _ => self.from_side.next = FAR.into(),
            }
            match self.row_of_cells.q.val().index() {
                12 => self.from_edge.next = self.pixel_y.q.val(),
                25 => self.from_edge.next = !self.pixel_y.q.val(),
                _ => self.from_edge.next = FAR.into(),
            }
        }
        self.outermost.next = (self.from_side.val() == 0) || (self.from_edge.val() == 0);
        // The distances add up to less than 3.
        match self.from_side.val().index() {
            0 => match self.from_edge.val().index() {
                0..=2 => self.corner.next = true,
                _ => self.corner.next = false,
            },
            1 => match self.from_edge.val().index() {
                0 | 1 => self.corner.next = true,
                _ => self.corner.next = false,
            },
            2 => self.corner.next = self.from_edge.val() == 0,
            _ => self.corner.next = false,
        }

        self.surface.next.card = self.in_place.val() && self.is_card.val() && !self.corner.val();
        self.surface.next.outline =
            self.in_place.val() && !self.is_card.val() && self.outermost.val();
        self.surface.next.shadow = self.in_shadow.val() && self.is_card.val();
        self.surface.next.score = self.in_score_box.q.val() && !self.corner.val();
        self.surface.next.won = self.won.q.val();

        // The shapes on them: rank and suit in the cells of a place, and the score.
        match self.card_column.q.val().index() {
            1..=4 => match self.row_of_cells.q.val().index() {
                13..=17 => self.in_rank.next = self.near_place.q.val() && self.is_card.val(),
                _ => self.in_rank.next = false,
            },
            _ => self.in_rank.next = false,
        }
        match self.card_column.q.val().index() {
            3..=8 => match self.row_of_cells.q.val().index() {
                19..=24 => self.in_suit.next = self.near_place.q.val() && self.is_card.val(),
                _ => self.in_suit.next = false,
            },
            _ => self.in_suit.next = false,
        }
        match self.cell_x.val().index() {
            32..=35 | 72..=75 => match self.row_of_cells.q.val().index() {
                6..=10 => self.in_score.next = !self.betting.val(),
                _ => self.in_score.next = false,
            },
            _ => self.in_score.next = false,
        }
        if self.in_rank.val() {
            self.font.next = Font::Figure;
            if self.rank.val() == 1 {
                self.code.next = FIGURE_ACE.into();
            } else {
                self.code.next = self.rank.val();
            }
            self.shape_column.next = self.low_card_column.val() - RANK_COLUMN;
            self.shape_row.next = self.low_row.val() - RANK_ROW;
        } else if self.in_suit.val() {
            self.font.next = Font::Suit;
            self.code.next = bit_cast::<4, 2>(self.suit.val());
            self.shape_column.next = self.low_card_column.val() - SUIT_COLUMN;
            self.shape_row.next = self.low_row.val() - SUIT_ROW;
        } else if self.in_score.val() {
            self.font.next = Font::Figure;
            self.code.next = self.score.q.val();
            self.shape_column.next = bit_cast::<3, 2>(self.low_cell_x.val());
            self.shape_row.next = self.low_row.val() - SCORE_ROW;
        } else {
            self.font.next = Font::Nothing;
            self.code.next = 0.into();
            self.shape_column.next = 0.into();
            self.shape_row.next = 0.into();
        }
        self.column.next =
            bit_cast::<6, 3>(self.shape_column.val()) << 3 | bit_cast::<6, 3>(self.pixel_x.val());
        self.row.next =
            bit_cast::<6, 3>(self.shape_row.val()) << 3 | bit_cast::<6, 3>(self.pixel_y.q.val());
        if self.in_score.val() {
            if self.won.q.val() {
                self.ink.next = Colour::Dark;
            } else {
                self.ink.next = Colour::Ivory;
            }
        } else if (self.suit.val() == 1) || (self.suit.val() == 2) {
            self.ink.next = Colour::Red;
        } else {
            self.ink.next = Colour::Black;
        }
    }
}
