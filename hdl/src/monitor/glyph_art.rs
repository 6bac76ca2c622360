//! Reads glyphs drawn as text.

use std::collections::BTreeMap;

use rust_hdl::prelude::*;

/// How much ink covers a pixel, by the character in the files: none, a quarter, three quarters,
/// all.
const COVERAGE: &str = ".-+#";

/// Returns the glyphs of a file by name, each as rows of pixels with 0 to 3 for the coverage.
///
/// A glyph is a line with its name and `height` lines of `width` characters. Lines before the first
/// empty line are comments.
///
/// # Panics
///
/// If a glyph has another size or other characters, or a name appears twice.
pub fn glyphs(text: &str, width: usize, height: usize) -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut glyphs = BTreeMap::new();
    for block in text.split("\n\n").skip(1) {
        let (name, art) = block.split_once('\n').expect("a name and rows");
        let rows: Vec<Vec<u8>> = art.lines().map(|row| pixels(row, name)).collect();
        let is_complete = rows.len() == height && rows.iter().all(|row| row.len() == width);
        assert!(is_complete, "glyph `{name}` is not {width} pixels wide and {height} high");
        assert!(glyphs.insert(name.to_string(), rows).is_none(), "two glyphs are called `{name}`");
    }
    glyphs
}

fn pixels(row: &str, name: &str) -> Vec<u8> {
    let coverage = |pixel: char| {
        let found = COVERAGE.find(pixel);
        found.unwrap_or_else(|| panic!("glyph `{name}` has a pixel `{pixel}`")) as u8
    };
    row.chars().map(coverage).collect()
}

/// Returns the words of a ROM: rows of glyphs, by code, in pieces of `pixels` pixels with two bits
/// each, the leftmost pixel lowest. `A` and `W` are the widths of an address and a word; `address`
/// returns the address of a piece by code, row and number.
pub fn words<const A: usize, const W: usize>(
    glyphs: impl IntoIterator<Item = (usize, Vec<Vec<u8>>)>,
    pixels: usize,
    address: impl Fn(usize, usize, usize) -> usize,
) -> BTreeMap<Bits<A>, Bits<W>> {
    let mut words = BTreeMap::new();
    for (code, rows) in glyphs {
        for (row, pieces) in rows.iter().map(|row| row.chunks(pixels)).enumerate() {
            for (piece, pixels) in pieces.enumerate() {
                let word = pixels.iter().rev().fold(0, |word, pixel| word << 2 | u64::from(*pixel));
                if word != 0 {
                    words.insert((address(code, row, piece) as u64).into(), word.into());
                }
            }
        }
    }
    words
}
