//! The files of glyphs.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How much ink covers each pixel of a shape.
pub struct Glyph {
    width: usize,
    /// The quarters covered, 0 to 4, row by row.
    quarters: Vec<u16>,
}

impl Glyph {
    /// Returns the quarters covered, row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.quarters.chunks(self.width)
    }
}

/// A file of glyphs, by name.
pub struct Glyphs(HashMap<&'static str, Glyph>);

impl Glyphs {
    /// Returns the glyph of this name.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn get(&self, name: &str) -> &Glyph {
        self.0.get(name).unwrap_or_else(|| panic!("no glyph is called {name:?}"))
    }

    /// Reads a file whose glyphs all have this size. Blank lines separate them, and a comment is in
    /// front of the first.
    fn parse(text: &'static str, width: usize, height: usize) -> Glyphs {
        let (_, glyphs) = text.split_once("\n\n").expect("glyphs after the comment");
        Glyphs(glyphs.split("\n\n").map(|glyph| parse_glyph(glyph, width, height)).collect())
    }
}

fn parse_glyph(text: &'static str, width: usize, height: usize) -> (&'static str, Glyph) {
    let (name, rows) = text.trim_start_matches('\n').split_once('\n').expect("a name");
    assert_eq!(rows.lines().count(), height, "rows of {name}");
    assert!(rows.lines().all(|row| row.len() == width), "columns of {name}");
    let quarters = rows.lines().flat_map(str::chars).map(|letter| match letter {
        '.' => 0,
        '-' => 1,
        '+' => 3,
        '#' => 4,
        other => panic!("{name} has the letter {other:?}"),
    });
    (name, Glyph { width, quarters: quarters.collect() })
}

pub static SMALL: LazyLock<Glyphs> = LazyLock::new(|| {
    Glyphs::parse(include_str!("../../../hdl/src/monitor/small_glyphs.txt"), 8, 16)
});
pub static LARGE: LazyLock<Glyphs> = LazyLock::new(|| {
    Glyphs::parse(include_str!("../../../hdl/src/monitor/large_glyphs.txt"), 16, 32)
});
pub static FIGURES: LazyLock<Glyphs> =
    LazyLock::new(|| Glyphs::parse(include_str!("../../../hdl/src/monitor/figures.txt"), 32, 40));
pub static SUITS: LazyLock<Glyphs> =
    LazyLock::new(|| Glyphs::parse(include_str!("../../../hdl/src/monitor/suits.txt"), 48, 48));
