//! Pixels of glyphs, from the ROMs that hold them.

use std::collections::BTreeMap;

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::glyph_art::{glyphs, words};

/// A kind of glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState, DescribeType)]
pub enum Font {
    /// No glyph.
    Nothing,
    /// Text of 8 × 16 pixels.
    Small,
    /// Text of 16 × 32 pixels.
    Large,
    /// Scores and ranks of 32 × 40 pixels.
    Figure,
    /// Suits of 48 × 48 pixels.
    Suit,
}

/// The characters in the order of their codes; 0 is blank. Suits and the marks of the roads follow:
/// see [`small_code`].
const CHARACTERS: &str = " ABCDEFGHIJKLMNOPQRSTUVWXYZ.,:/'0123456789=";

/// The codes of the characters that modules choose.
pub const GLYPH_BLANK: u64 = character(b' ');
pub const GLYPH_A: u64 = character(b'A');
pub const GLYPH_J: u64 = character(b'J');
pub const GLYPH_K: u64 = character(b'K');
pub const GLYPH_Q: u64 = character(b'Q');
pub const GLYPH_COMMA: u64 = character(b',');
pub const GLYPH_0: u64 = character(b'0');
pub const GLYPH_1: u64 = character(b'1');
pub const GLYPH_EQUALS: u64 = character(b'=');

/// The first suit; the suit is added.
pub const GLYPH_SUIT: u64 = 44;

/// The first bead; 2 bead + half is added.
pub const GLYPH_BEAD: u64 = 48;

/// The first mark of a win on the big road; 2 tie + half is added.
pub const GLYPH_RING: u64 = 56;

/// The left half of the mark of a tie without a win on the big road.
pub const GLYPH_TIE: u64 = 60;

/// The figure of an ace, as 1 is a score.
pub const FIGURE_ACE: u64 = 14;

/// Returns the code of a character that is known to the compiler.
const fn character(wanted: u8) -> u64 {
    let characters = CHARACTERS.as_bytes();
    let mut code = 0;
    while characters[code] != wanted {
        code += 1;
    }
    code as u64
}

/// Returns the code of a character of small and large text.
///
/// # Panics
///
/// If there is none.
pub fn code(character: char) -> usize {
    let found = CHARACTERS.find(character);
    found.unwrap_or_else(|| panic!("no glyph has the character `{character}`"))
}

/// Returns the code of a small glyph by its name: a character, a suit, or a half of a mark of the
/// roads.
fn small_code(name: &str) -> usize {
    const NAMES: [(&str, u64); 16] = [
        ("clubs", GLYPH_SUIT),
        ("diamonds", GLYPH_SUIT + 1),
        ("hearts", GLYPH_SUIT + 2),
        ("spades", GLYPH_SUIT + 3),
        ("bead player left", GLYPH_BEAD + 2),
        ("bead player right", GLYPH_BEAD + 3),
        ("bead banker left", GLYPH_BEAD + 4),
        ("bead banker right", GLYPH_BEAD + 5),
        ("bead tie left", GLYPH_BEAD + 6),
        ("bead tie right", GLYPH_BEAD + 7),
        ("ring left", GLYPH_RING),
        ("ring right", GLYPH_RING + 1),
        ("ring with tie left", GLYPH_RING + 2),
        ("ring with tie right", GLYPH_RING + 3),
        ("tie left", GLYPH_TIE),
        ("tie right", GLYPH_TIE + 1),
    ];
    let named = NAMES.iter().find(|(other, _)| *other == name);
    named.map_or_else(|| character_code(name), |(_, code)| *code as usize)
}

fn character_code(name: &str) -> usize {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => code(character),
        _ => panic!("`{name}` is not a character"),
    }
}

/// Returns the code of a figure: scores are 0 to 9, ranks 2 to 13, and the ace is 14.
fn figure_code(name: &str) -> usize {
    let names = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    let found = names.iter().position(|other| *other == name);
    found.unwrap_or_else(|| panic!("no score or rank is `{name}`"))
}

/// Returns the code of a suit: that of [`crate::card::Card`].
fn suit_code(name: &str) -> usize {
    let found = ["clubs", "diamonds", "hearts", "spades"].iter().position(|other| *other == name);
    found.unwrap_or_else(|| panic!("`{name}` is not a suit"))
}

/// Glyphs by code instead of name.
fn coded(
    glyphs: BTreeMap<String, Vec<Vec<u8>>>,
    code: fn(&str) -> usize,
) -> impl Iterator<Item = (usize, Vec<Vec<u8>>)> {
    glyphs.into_iter().map(move |(name, rows)| (code(&name), rows))
}

/// Reads a pixel of a glyph. The ROMs answer one clock cycle after the request.
#[derive(Module)]
#[module(name = "glyph_rom", types(Font))]
pub struct GlyphRom {
    pub clock: Signal<In, Clock>,
    pub font: Signal<In, Font>,
    /// Which glyph of the font.
    pub code: Signal<In, Bits<6>>,
    /// The pixel in the glyph, from the top.
    pub row: Signal<In, Bits<6>>,
    /// The pixel in the glyph, from the left.
    pub column: Signal<In, Bits<6>>,
    /// How much ink covers the pixel: 0 is none, 1 a quarter, 2 three quarters, 3 all.
    pub coverage: Signal<Out, Bits<2>>,
    /// The rows of each glyph, at the addresses 16 code + row. In all four memories, two bits are
    /// the coverage of a pixel, the leftmost pixel lowest.
    small_glyphs: SyncROM<Bits<16>, 10>,
    /// The rows of each glyph, at the addresses 32 code + row.
    large_glyphs: SyncROM<Bits<32>, 11>,
    /// The halves of the rows of each figure, at the addresses 128 code + 2 row + half.
    figures: SyncROM<Bits<32>, 11>,
    /// The thirds of the rows of each suit, at the addresses 256 code + 4 row + third.
    suits: SyncROM<Bits<32>, 10>,
    /// Up to 16 pixels beside each other, two bits each, the leftmost one lowest.
    #[module(radix = 16)]
    pixels: Signal<Local, Bits<32>>,
    pixel: Signal<Local, Bits<4>>,
}

impl Default for GlyphRom {
    fn default() -> GlyphRom {
        let small = glyphs(include_str!("small_glyphs.txt"), 8, 16);
        let large = glyphs(include_str!("large_glyphs.txt"), 16, 32);
        let figures = glyphs(include_str!("figures.txt"), 32, 40);
        let suits = glyphs(include_str!("suits.txt"), 48, 48);
        let small = words(coded(small, small_code), 8, |code, row, _| code << 4 | row);
        let large = words(coded(large, character_code), 16, |code, row, _| code << 5 | row);
        let figures =
            words(coded(figures, figure_code), 16, |code, row, piece| code << 7 | row << 1 | piece);
        let suits =
            words(coded(suits, suit_code), 16, |code, row, piece| code << 8 | row << 2 | piece);
        GlyphRom {
            clock: Default::default(),
            font: Default::default(),
            code: Default::default(),
            row: Default::default(),
            column: Default::default(),
            coverage: Default::default(),
            small_glyphs: SyncROM::new(small),
            large_glyphs: SyncROM::new(large),
            figures: SyncROM::new(figures),
            suits: SyncROM::new(suits),
            pixels: Default::default(),
            pixel: Default::default(),
        }
    }
}

impl Logic for GlyphRom {
    #[kernel]
    fn update(&mut self) {
        self.small_glyphs.clock.next = self.clock.val();
        self.small_glyphs.address.next = bit_cast::<10, 6>(self.code.val()) << 4
            | bit_cast::<10, 4>(self.row.val().get_bits::<4>(0));
        self.large_glyphs.clock.next = self.clock.val();
        self.large_glyphs.address.next = bit_cast::<11, 6>(self.code.val()) << 5
            | bit_cast::<11, 5>(self.row.val().get_bits::<5>(0));
        self.figures.clock.next = self.clock.val();
        self.figures.address.next = bit_cast::<11, 4>(self.code.val().get_bits::<4>(0)) << 7
            | bit_cast::<11, 6>(self.row.val()) << 1
            | bit_cast::<11, 1>(self.column.val().get_bits::<1>(4));
        self.suits.clock.next = self.clock.val();
        self.suits.address.next = bit_cast::<10, 2>(self.code.val().get_bits::<2>(0)) << 8
            | bit_cast::<10, 6>(self.row.val()) << 2
            | bit_cast::<10, 2>(self.column.val().get_bits::<2>(4));
        match self.font.val() {
            Font::Small => self.pixels.next = bit_cast::<32, 16>(self.small_glyphs.data.val()),
            Font::Large => self.pixels.next = self.large_glyphs.data.val(),
            Font::Figure => self.pixels.next = self.figures.data.val(),
            Font::Suit => self.pixels.next = self.suits.data.val(),
            Font::Nothing => self.pixels.next = 0.into(),
        }
        self.pixel.next = self.column.val().get_bits::<4>(0);
        self.coverage.next =
            bit_cast::<2, 32>(self.pixels.val() >> (bit_cast::<5, 4>(self.pixel.val()) << 1));
    }
}
