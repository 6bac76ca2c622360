use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::glyph_rom::Font;
use super::layout::{Cell, Part, Source};
use crate::card::Card;

/// The glyph in a cell of the screen, and the pixel in that glyph.
///
/// The inputs have to stay for two clock cycles, and `character` and `digit` be right in the second
/// one, as the outputs are.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "glyph_choice", types(Colour, Font, Source, Part, Card, Cell))]
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
    /// The bead: 1 is player, 2 banker, 3 tie.
    pub bead: Signal<In, Bits<2>>,
    /// The win on the big road: 1 is player, 2 banker.
    pub win: Signal<In, Bits<2>>,
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

        // Letters are 1 to 26, digits 32 to 41, suits from 44, and = is 42.
        if self.rank.val() == 0 {
            self.value.next = 0.into();
        } else if !self.second.val() {
            self.value.next = 42.into();
        } else if self.rank.val() >= 10 {
            self.value.next = 32.into();
        } else {
            self.value.next = bit_cast::<6, 4>(self.rank.val()) | 32;
        }
        match self.burn_rank.val().index() {
            0 => self.burn_rank_character.next = 0.into(),
            1 => self.burn_rank_character.next = 1.into(),
            10 => self.burn_rank_character.next = 32.into(),
            11 => self.burn_rank_character.next = 10.into(),
            12 => self.burn_rank_character.next = 17.into(),
            13 => self.burn_rank_character.next = 11.into(),
            _ => self.burn_rank_character.next = bit_cast::<6, 4>(self.burn_rank.val()) | 32,
        }
        if self.burn_rank.val() == 0 {
            self.burn_character.next = 0.into();
        } else if self.index.val() == 2 {
            self.burn_character.next = bit_cast::<6, 2>(self.burn_suit.val()) | 44;
        } else if self.index.val() == 0 {
            self.burn_character.next = self.burn_rank_character.val();
        } else if self.burn_rank.val() == 10 {
            self.burn_character.next = 33.into();
        } else {
            self.burn_character.next = 0.into();
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
                self.other_code.d.next = 0.into();
                self.held_ink.d.next = self.headline_ink.val();
            }
            Source::Prompt
            | Source::Label
            | Source::Shoe
            | Source::PlayerStake
            | Source::TieStake
            | Source::BankerStake => {
                self.other_code.d.next = 0.into();
                self.held_ink.d.next = self.fixed_ink.val();
            }
            Source::Number => {
                self.other_code.d.next = 0.into();
                self.held_ink.d.next = self.number_ink.val();
            }
            Source::Value => {
                self.other_code.d.next = self.value.val();
                self.held_ink.d.next = self.fixed_ink.val();
            }
            Source::BurnCard => {
                self.other_code.d.next = self.burn_character.val();
                if (self.index.val() == 2)
                    && ((self.burn_suit.val() == 1) || (self.burn_suit.val() == 2))
                {
                    self.held_ink.d.next = Colour::LightRed;
                } else {
                    self.held_ink.d.next = self.fixed_ink.val();
                }
            }
            Source::Bead => {
                if self.bead.val() == 0 {
                    self.other_code.d.next = 0.into();
                } else {
                    self.other_code.d.next = bit_cast::<6, 2>(self.bead.val()) << 1
                        | bit_cast::<6, 1>(self.right_half.val())
                        | 48;
                }
                match self.bead.val().index() {
                    1 => self.held_ink.d.next = Colour::Blue,
                    2 => self.held_ink.d.next = Colour::Red,
                    _ => self.held_ink.d.next = Colour::Green,
                }
            }
            // The big road.
            _ => {
                if self.win.val() != 0 {
                    self.other_code.d.next = bit_cast::<6, 1>(self.tie.val().into()) << 1
                        | bit_cast::<6, 1>(self.right_half.val())
                        | 56;
                } else if self.tie.val() {
                    self.other_code.d.next = bit_cast::<6, 1>(self.right_half.val()) | 60;
                } else {
                    self.other_code.d.next = 0.into();
                }
                if self.win.val() == 0 {
                    self.held_ink.d.next = Colour::Green;
                } else if self.win.val() == 1 {
                    self.held_ink.d.next = Colour::Blue;
                } else {
                    self.held_ink.d.next = Colour::Red;
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
            self.column.next = bit_cast::<6, 4>(self.x.val()) & 7;
        } else {
            self.column.next = bit_cast::<6, 4>(self.x.val());
        }
        if self.part.val() == Part::Lower {
            self.row.next = bit_cast::<6, 4>(self.y.val()) | 16;
        } else {
            self.row.next = bit_cast::<6, 4>(self.y.val());
        }
    }
}
