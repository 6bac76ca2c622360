use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::glyph::Font;
use super::rectangle::Rectangle;
use crate::card::Card;

/// The cards and scores of both hands: what is at a pixel.
///
/// The left half of the screen is the player's, the right half the dealer's. Each has three places for cards of 80 × 112 pixels,
/// and a score above them.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "hand_area", enums(Colour, Font))]
pub struct HandArea {
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
    /// The hand is over, and the player does not lose.
    pub player_won: Signal<In, Bit>,
    /// The hand is over, and the dealer does not lose.
    pub dealer_won: Signal<In, Bit>,
    /// No card is on the table.
    pub betting: Signal<In, Bit>,
    /// A card, a place for one or a score is at the pixel.
    pub covers: Signal<Out, Bit>,
    /// Its colour.
    pub back: Signal<Out, Colour>,
    /// A rank, suit or score whose rectangle contains the pixel.
    pub font: Signal<Out, Font>,
    pub code: Signal<Out, Bits<4>>,
    /// The pixel in that rectangle.
    pub row: Signal<Out, Bits<6>>,
    pub column: Signal<Out, Bits<6>>,
    pub ink: Signal<Out, Colour>,
    card_shape: Rectangle,
    score_shape: Rectangle,
    is_dealer: Signal<Local, Bit>,
    side_x: Signal<Local, Bits<10>>,
    card1: Signal<Local, Card>,
    card2: Signal<Local, Card>,
    card3: Signal<Local, Card>,
    score: Signal<Local, Bits<4>>,
    won: Signal<Local, Bit>,
    card: Signal<Local, Card>,
    rank: Signal<Local, Bits<4>>,
    suit: Signal<Local, Bits<2>>,
    left: Signal<Local, Bits<10>>,
    card_x: Signal<Local, Bits<10>>,
    card_y: Signal<Local, Bits<10>>,
    is_card: Signal<Local, Bit>,
    in_shadow: Signal<Local, Bit>,
    ace: Signal<Local, Bits<4>>,
    in_rank: Signal<Local, Bit>,
    in_suit: Signal<Local, Bit>,
    in_score: Signal<Local, Bit>,
}

impl Logic for HandArea {
    #[kernel]
    fn update(&mut self) {
        // The half of the screen.
        self.is_dealer.next = self.x.val() >= 320;
        if self.is_dealer.val() {
            self.side_x.next = self.x.val() - 320;
            self.card1.next = self.dcard1.val();
            self.card2.next = self.dcard2.val();
            self.card3.next = self.dcard3.val();
            self.score.next = self.dscore.val();
            self.won.next = self.dealer_won.val();
        } else {
            self.side_x.next = self.x.val();
            self.card1.next = self.pcard1.val();
            self.card2.next = self.pcard2.val();
            self.card3.next = self.pcard3.val();
            self.score.next = self.pscore.val();
            self.won.next = self.player_won.val();
        }

        // The place of a card. The third one is set apart.
        if self.side_x.val() < 108 {
            self.left.next = 24.into();
            self.card.next = self.card1.val();
        } else if self.side_x.val() < 212 {
            self.left.next = 112.into();
            self.card.next = self.card2.val();
        } else {
            self.left.next = 216.into();
            self.card.next = self.card3.val();
        }
        self.rank.next = self.card.val().rank;
        self.suit.next = self.card.val().suit;
        self.card_x.next = self.side_x.val() - self.left.val();
        self.card_y.next = self.y.val() - 92;
        self.card_shape.column.next = self.card_x.val();
        self.card_shape.row.next = self.card_y.val();
        self.card_shape.last_column.next = 79.into();
        self.card_shape.last_row.next = 111.into();
        self.is_card.next = self.rank.val() != 0;
        self.in_shadow.next = self.is_card.val()
            && (self.card_x.val() >= 3)
            && (self.card_x.val() < 83)
            && (self.card_y.val() >= 4)
            && (self.card_y.val() < 116);

        self.score_shape.column.next = self.side_x.val() - 248;
        self.score_shape.row.next = self.y.val() - 40;
        self.score_shape.last_column.next = 47.into();
        self.score_shape.last_row.next = 47.into();

        if self.card_shape.contains.val() && self.is_card.val() && !self.card_shape.corner.val() {
            self.covers.next = true;
            self.back.next = Colour::Ivory;
        } else if self.card_shape.contains.val()
            && !self.is_card.val()
            && self.card_shape.outermost.val()
        {
            self.covers.next = true;
            self.back.next = Colour::Line;
        } else if self.in_shadow.val() {
            self.covers.next = true;
            self.back.next = Colour::Shadow;
        } else if self.score_shape.contains.val() && !self.score_shape.corner.val() {
            self.covers.next = true;
            if self.won.val() {
                self.back.next = Colour::Gold;
            } else {
                self.back.next = Colour::Dark;
            }
        } else {
            self.covers.next = false;
            self.back.next = Colour::Felt;
        }

        // The shapes on them. The ace is the last figure, as 1 is a score.
        self.in_rank.next = self.is_card.val()
            && (self.card_x.val() >= 6)
            && (self.card_x.val() < 38)
            && (self.card_y.val() >= 8)
            && (self.card_y.val() < 48);
        self.in_suit.next = self.is_card.val()
            && (self.card_x.val() >= 25)
            && (self.card_x.val() < 73)
            && (self.card_y.val() >= 56)
            && (self.card_y.val() < 104);
        self.in_score.next = !self.betting.val()
            && (self.side_x.val() >= 256)
            && (self.side_x.val() < 288)
            && (self.y.val() >= 44)
            && (self.y.val() < 84);
        if self.rank.val() == 1 {
            self.ace.next = 14.into();
        } else {
            self.ace.next = self.rank.val();
        }
        if self.in_rank.val() {
            self.font.next = Font::Figure;
            self.code.next = self.ace.val();
            self.column.next = bit_cast::<6, 10>(self.card_x.val() - 6);
            self.row.next = bit_cast::<6, 10>(self.card_y.val() - 8);
        } else if self.in_suit.val() {
            self.font.next = Font::Suit;
            self.code.next = bit_cast::<4, 2>(self.suit.val());
            self.column.next = bit_cast::<6, 10>(self.card_x.val() - 25);
            self.row.next = bit_cast::<6, 10>(self.card_y.val() - 56);
        } else if self.in_score.val() {
            self.font.next = Font::Figure;
            self.code.next = self.score.val();
            self.column.next = bit_cast::<6, 10>(self.side_x.val() - 256);
            self.row.next = bit_cast::<6, 10>(self.y.val() - 44);
        } else {
            self.font.next = Font::Nothing;
            self.code.next = 0.into();
            self.column.next = 0.into();
            self.row.next = 0.into();
        }
        if self.in_score.val() {
            if self.won.val() {
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
