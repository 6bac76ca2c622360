use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::glyph_rom::{
    Font, GLYPH_0, GLYPH_1, GLYPH_A, GLYPH_BEAD, GLYPH_BLANK, GLYPH_EQUALS, GLYPH_J, GLYPH_K,
    GLYPH_Q, GLYPH_RING, GLYPH_SUIT, GLYPH_TIE,
};
use super::layout::{Cell, Part, Source};
use crate::card::Card;
use crate::outcome::Outcome;

/// The first rank of two characters.
const TEN: u64 = 10;

/// The index of the suit in the cells of the burn card.
const INDEX_OF_SUIT: u64 = 2;

/// The first row of the lower half of a large glyph.
const LOWER_HALF: u64 = 16;

/// The bits of a column that are that of a small glyph.
const SMALL_COLUMN: u64 = 7;

/// The glyph in a cell of the screen, and the pixel in that glyph.
///
/// The inputs have to stay for two clock cycles, and `character` and `digit` be right in the second
/// one, as the outputs are.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "glyph_choice", types(Colour, Font, Source, Part, Card, Cell, Outcome))]
pub struct GlyphChoice {
    pub clock: Signal<In, Clock>,
    pub text_cell: Signal<In, Cell>,
    /// The pixel on the screen, modulo 16.
    pub x: Signal<In, Bits<4>>,
    pub y: Signal<In, Bits<4>>,
    /// The character of a message.
    pub character: Signal<In, Bits<6>>,
    /// The colour of the headline.
    pub headline_ink: Signal<In, Colour>,
    /// The digit of a number.
    pub digit: Signal<In, Bits<6>>,
    /// The colour of a number.
    pub number_ink: Signal<In, Colour>,
    /// The rank of the card whose value is shown.
    pub rank: Signal<In, Bits<4>>,
    pub burn_card: Signal<In, Card>,
    pub bead: Signal<In, Outcome>,
    /// The side that won on the big road.
    pub win: Signal<In, Outcome>,
    /// A tie follows that win, or comes before the first.
    pub tie: Signal<In, Bit>,
    pub font: Signal<Out, Font>,
    pub code: Signal<Out, Bits<6>>,
    pub row: Signal<Out, Bits<6>>,
    pub column: Signal<Out, Bits<6>>,
    pub ink: Signal<Out, Colour>,
    is_character: DFF<Bit>,
    is_digit: DFF<Bit>,
    /// The glyph of a cell that has neither.
    other_code: DFF<Bits<6>>,
    held_ink: DFF<Colour>,
    on_bar: DFF<Bit>,
    index: Signal<Local, Bits<7>>,
    source: Signal<Local, Source>,
    part: Signal<Local, Part>,
    fixed_ink: Signal<Local, Colour>,
    burn_rank: Signal<Local, Bits<4>>,
    burn_suit: Signal<Local, Bits<2>>,
    right_half: Signal<Local, Bits<1>>,
    second: Signal<Local, Bit>,
    value: Signal<Local, Bits<6>>,
    burn_rank_character: Signal<Local, Bits<6>>,
    burn_character: Signal<Local, Bits<6>>,
    diagonal: Signal<Local, Bits<5>>,
    near_diagonal: Signal<Local, Bit>,
}

impl Logic for GlyphChoice {
    #[kernel]
    #[assert(
        "no cell has a character and a digit",
        !(self.is_character.q.val() && self.is_digit.q.val())
    )]
    #[assert(
        "only the big road has the bar of a tie",
        !self.on_bar.q.val() || past(self.source.val() == Source::Road && self.tie.val())
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, is_character, is_digit, other_code, held_ink, on_bar);
        self.index.next = self.text_cell.val().index;
        self.source.next = self.text_cell.val().source;
        self.part.next = self.text_cell.val().part;
        self.fixed_ink.next = self.text_cell.val().ink;
        self.burn_rank.next = self.burn_card.val().rank;
        self.burn_suit.next = self.burn_card.val().suit;
        self.right_half.next = self.x.val().get_bits::<1>(3);
        self.second.next = self.index.val().get_bit(0);

        // A digit is added to `GLYPH_0`, and a suit or a mark to the code of the first one, by `|`:
        // the low bits of these codes are 0.
        if self.rank.val() == 0 {
            self.value.next = GLYPH_BLANK.into();
        } else if !self.second.val() {
            self.value.next = GLYPH_EQUALS.into();
        } else if self.rank.val() >= TEN {
            self.value.next = GLYPH_0.into();
        } else {
            self.value.next = bit_cast::<6, 4>(self.rank.val()) | GLYPH_0;
        }
        match self.burn_rank.val().index() {
            0 => self.burn_rank_character.next = GLYPH_BLANK.into(),
            1 => self.burn_rank_character.next = GLYPH_A.into(),
            10 => self.burn_rank_character.next = GLYPH_0.into(),
            11 => self.burn_rank_character.next = GLYPH_J.into(),
            12 => self.burn_rank_character.next = GLYPH_Q.into(),
            13 => self.burn_rank_character.next = GLYPH_K.into(),
            _ => self.burn_rank_character.next = bit_cast::<6, 4>(self.burn_rank.val()) | GLYPH_0,
        }
        if self.burn_rank.val() == 0 {
            self.burn_character.next = GLYPH_BLANK.into();
        } else if self.index.val() == INDEX_OF_SUIT {
            self.burn_character.next = bit_cast::<6, 2>(self.burn_suit.val()) | GLYPH_SUIT;
        } else if self.index.val() == 0 {
            self.burn_character.next = self.burn_rank_character.val();
        } else if self.burn_rank.val() == TEN {
            self.burn_character.next = GLYPH_1.into();
        } else {
            self.burn_character.next = GLYPH_BLANK.into();
        }

        // The bar of a tie crosses the ring from the lower left to the upper right.
        self.diagonal.next = bit_cast::<5, 4>(self.x.val()) + bit_cast::<5, 4>(self.y.val());
        match self.diagonal.val().index() {
            14..=17 => self.near_diagonal.next = true,
            _ => self.near_diagonal.next = false,
        }
        self.on_bar.d.next =
            self.near_diagonal.val() && self.tie.val() && (self.source.val() == Source::Road);

        match self.source.val() {
            Source::Fixed => {
                self.other_code.d.next = bit_cast::<6, 7>(self.index.val());
                self.held_ink.d.next = self.fixed_ink.val();
            }
            Source::Headline => {
                self.other_code.d.next = GLYPH_BLANK.into();
                self.held_ink.d.next = self.headline_ink.val();
            }
            Source::Prompt
            | Source::Label
            | Source::Shoe
            | Source::PlayerStake
            | Source::TieStake
            | Source::BankerStake => {
                self.other_code.d.next = GLYPH_BLANK.into();
                self.held_ink.d.next = self.fixed_ink.val();
            }
            Source::Number => {
                self.other_code.d.next = GLYPH_BLANK.into();
                self.held_ink.d.next = self.number_ink.val();
            }
            Source::Value => {
                self.other_code.d.next = self.value.val();
                self.held_ink.d.next = self.fixed_ink.val();
            }
            Source::BurnCard => {
                self.other_code.d.next = self.burn_character.val();
                if (self.index.val() == INDEX_OF_SUIT)
                    && ((self.burn_suit.val() == 1) || (self.burn_suit.val() == 2))
                {
                    self.held_ink.d.next = Colour::LightRed;
                } else {
                    self.held_ink.d.next = self.fixed_ink.val();
                }
            }
            Source::Bead => {
                if self.bead.val() == Outcome::Nothing {
                    self.other_code.d.next = GLYPH_BLANK.into();
                } else {
                    self.other_code.d.next = bit_cast::<6, 2>(self.bead.val().into()) << 1
                        | bit_cast::<6, 1>(self.right_half.val())
                        | GLYPH_BEAD;
                }
                match self.bead.val() {
                    Outcome::Player => self.held_ink.d.next = Colour::Blue,
                    Outcome::Banker => self.held_ink.d.next = Colour::Red,
                    _ => self.held_ink.d.next = Colour::Green,
                }
            }
            // The big road.
            _ => {
                if self.win.val() != Outcome::Nothing {
                    self.other_code.d.next = bit_cast::<6, 1>(self.tie.val().into()) << 1
                        | bit_cast::<6, 1>(self.right_half.val())
                        | GLYPH_RING;
                } else if self.tie.val() {
                    self.other_code.d.next = bit_cast::<6, 1>(self.right_half.val()) | GLYPH_TIE;
                } else {
                    self.other_code.d.next = GLYPH_BLANK.into();
                }
                match self.win.val() {
                    Outcome::Player => self.held_ink.d.next = Colour::Blue,
                    Outcome::Banker => self.held_ink.d.next = Colour::Red,
                    _ => self.held_ink.d.next = Colour::Green,
                }
            }
        }

        match self.source.val() {
            Source::Headline
            | Source::Prompt
            | Source::Label
            | Source::Shoe
            | Source::PlayerStake
            | Source::TieStake
            | Source::BankerStake => self.is_character.d.next = true,
            _ => self.is_character.d.next = false,
        }
        self.is_digit.d.next = self.source.val() == Source::Number;
        if self.is_character.q.val() {
            self.code.next = self.character.val();
        } else if self.is_digit.q.val() {
            self.code.next = self.digit.val();
        } else {
            self.code.next = self.other_code.q.val();
        }
        if self.on_bar.q.val() {
            self.ink.next = Colour::Green;
        } else {
            self.ink.next = self.held_ink.q.val();
        }

        // The glyph 0 is blank in both fonts.
        if self.part.val() == Part::Small {
            self.font.next = Font::Small;
        } else {
            self.font.next = Font::Large;
        }
        if self.part.val() == Part::Small {
            self.column.next = bit_cast::<6, 4>(self.x.val()) & SMALL_COLUMN;
        } else {
            self.column.next = bit_cast::<6, 4>(self.x.val());
        }
        if self.part.val() == Part::Lower {
            self.row.next = bit_cast::<6, 4>(self.y.val()) | LOWER_HALF;
        } else {
            self.row.next = bit_cast::<6, 4>(self.y.val());
        }
    }
}
