//! What stands in each cell of the screen, from `layout.txt` and `inks.txt`.

use std::collections::BTreeMap;

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::glyph_rom::code;

/// The number of rows of text.
const ROWS: usize = 30;

/// The number of cells in a row.
const COLUMNS: usize = 80;

/// Where the glyph of a cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState, DescribeType)]
pub enum Source {
    /// The index is the code of the glyph.
    Fixed,
    /// The message that is the headline: the index is a place in it.
    Headline,
    /// The message that is the prompt.
    Prompt,
    /// The message that is the label of the bankroll.
    Label,
    /// The message about the shoe.
    Shoe,
    /// A number: the index has the number above three bits for the place, counted from the right.
    Number,
    /// The value of a card: the index has the card above one bit for the place.
    Value,
    /// The burn card: the index is 0 for the rank, 1 for the 1 of a ten, 2 for the suit.
    BurnCard,
    /// The message that is the caption of the player's stake.
    PlayerStake,
    /// The message that is the caption of the stake on a tie.
    TieStake,
    /// The message that is the caption of the banker's stake.
    BankerStake,
    /// A half of a cell of the bead plate.
    Bead,
    /// A half of a cell of the big road.
    Road,
}

/// How much of a glyph is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState, DescribeType)]
pub enum Part {
    /// All of a small one.
    Small,
    /// A quarter of a large one, in the upper half.
    Upper,
    /// A quarter of a large one, in the lower half.
    Lower,
}

/// A cell of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct, DescribeType)]
pub struct Cell {
    /// Which glyph or field; its meaning depends on the source.
    pub index: Bits<7>,
    /// The code of the place that the glyph comes from.
    pub source: Source,
    /// The code of the part of the glyph that the cell shows.
    pub part: Part,
    /// The code of the colour, unless the field has its own.
    pub ink: Colour,
}

/// Reads what stands at a pixel of the screen. The ROM answers one clock cycle later.
#[derive(Module)]
#[module(name = "table_layout", types(Source, Part, Colour, Cell))]
pub struct TableLayout {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub text_cell: Signal<Out, Cell>,
    /// The cells, at the addresses 128 row + column.
    cells: SyncROM<Cell, 12>,
}

impl Default for TableLayout {
    fn default() -> TableLayout {
        TableLayout {
            clock: Default::default(),
            x: Default::default(),
            y: Default::default(),
            text_cell: Default::default(),
            cells: SyncROM::new(cells()),
        }
    }
}

impl Logic for TableLayout {
    #[kernel]
    fn update(&mut self) {
        self.cells.clock.next = self.clock.val();
        self.cells.address.next = bit_cast::<12, 5>(self.y.val().get_bits::<5>(4)) << 7
            | bit_cast::<12, 7>(self.x.val().get_bits::<7>(3));
        self.text_cell.next = self.cells.data.val();
    }
}

/// Returns the cells that have text, at the addresses 128 row + column.
///
/// # Panics
///
/// If a file has another size, or a character without a meaning.
fn cells() -> BTreeMap<Bits<12>, Cell> {
    let layout = screen(include_str!("layout.txt"));
    let inks = screen(include_str!("inks.txt"));
    let mut cells = BTreeMap::new();
    for (row, inks) in inks.iter().enumerate() {
        for (column, ink) in inks.iter().enumerate() {
            let place = Place::of(&layout, row, column);
            if let Some((source, index)) = place.content(&layout) {
                let (part, ink) = (place.part, colour(*ink));
                let cell = Cell { index: (index as u64).into(), source, part, ink };
                cells.insert(((row << 7 | column) as u64).into(), cell);
            }
        }
    }
    cells
}

/// The characters of a file, without its comments.
fn screen(text: &str) -> Vec<Vec<char>> {
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows: Vec<Vec<char>> = rows.map(|row| row.chars().collect()).collect();
    let is_complete = rows.len() == ROWS && rows.iter().all(|row| row.len() == COLUMNS);
    assert!(is_complete, "a screen has {ROWS} rows of {COLUMNS} cells");
    rows
}

fn colour(letter: char) -> Colour {
    match letter {
        'b' => Colour::LightRed,
        'd' => Colour::Dim,
        'o' => Colour::Gold,
        'p' => Colour::LightBlue,
        't' => Colour::LightGreen,
        'w' => Colour::Ivory,
        _ => panic!("no colour is `{letter}`"),
    }
}

/// The glyph that a cell belongs to: the cell of its character.
struct Place {
    row: usize,
    column: usize,
    part: Part,
}

impl Place {
    fn of(layout: &[Vec<char>], row: usize, column: usize) -> Place {
        let is_large =
            |row: usize| layout[row][column & !1] != '_' && layout[row][column | 1] == '_';
        if is_large(row) {
            Place { row, column: column & !1, part: Part::Upper }
        } else if layout[row][column] == '_' {
            assert!(
                row > 0 && is_large(row - 1),
                "no large glyph covers row {row}, column {column}"
            );
            Place { row: row - 1, column: column & !1, part: Part::Lower }
        } else {
            Place { row, column, part: Part::Small }
        }
    }

    /// Returns what a character stands for; nothing for a dot.
    fn content(&self, layout: &[Vec<char>]) -> Option<(Source, usize)> {
        let (before, rest) = layout[self.row].split_at(self.column);
        let (character, after) = (rest[0], &rest[1..]);
        let same = |cells: &[char]| cells.iter().filter(|other| **other == character).count();
        Some(match character {
            '.' => return None,
            'a'..='f' => (Source::Number, (character as usize - 'a' as usize) << 3 | same(after)),
            'j' => (Source::Headline, same(before)),
            'k' => (Source::Prompt, same(before)),
            'l' => (Source::Label, same(before)),
            'm' => (Source::Shoe, same(before)),
            'n' => (Source::PlayerStake, same(before)),
            'o' => (Source::TieStake, same(before)),
            'p' => (Source::BankerStake, same(before)),
            'r' => (Source::BurnCard, same(after)),
            's' => (Source::BurnCard, 2),
            'v' => (Source::Value, same(before)),
            'x' => (Source::Bead, 0),
            'y' => (Source::Road, 0),
            other => (Source::Fixed, code(other)),
        })
    }
}
