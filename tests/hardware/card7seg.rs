//! `card7seg`: the segments of each card.

use baccarat_hdl::card7seg::Card7seg;
use rust_hdl::prelude::*;

use crate::run;

/// Every code, 0 to 15, as displayed. The queen is a `q` and the king an `H`; the nine has a bottom
/// bar, unlike the queen.
#[rustfmt::skip]
const GLYPHS: [&str; 3] = [
    // 0    1    2    3    4    5    6    7    8    9    10   11   12   13   14   15
    "       _    _    _         _    _    _    _    _    _         _                 ",
    "      |_|   _|   _|  |_|  |_   |_     |  |_|  |_|  | |    |  |_|  |_|           ",
    "      | |  |_    _|    |   _|  |_|    |  |_|   _|  |_|  |_|    |  | |           ",
];

/// The same as characters.
const CHARACTERS: [char; 16] =
    [' ', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'J', 'q', 'H', ' ', ' '];

/// The positions of the segments a to g by row and column:
///
/// ```text
///  _      a
/// |_|    fgb
/// |_|    edc
/// ```
const SEGMENTS: [(usize, usize); 7] = [(0, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (1, 1)];

/// Returns the segments of a code, active low; bit 0 is a.
pub fn segments(code: usize) -> u64 {
    let dark = |&(row, column): &(usize, usize)| {
        u64::from(GLYPHS[row].as_bytes()[5 * code + 1 + column] == b' ')
    };
    SEGMENTS.iter().rev().fold(0, |bits, segment| bits << 1 | dark(segment))
}

/// Returns the character shown by these segments; a space for blank, `None` if they are not a card.
pub fn shown(seg7: u64) -> Option<char> {
    (0..16).find(|code| segments(*code) == seg7).map(character)
}

/// Returns the character of a code.
pub fn character(code: usize) -> char {
    CHARACTERS[code]
}

#[test]
fn every_code_has_its_segments() {
    let mut sim = Simulation::new();
    sim.add_testbench(|mut ep: Sim<Card7seg>| {
        let mut x = ep.init()?;
        for code in 0..16 {
            x.card.next = (code as u64).into();
            x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
            let (shown, drawn) = (x.seg7.val().index(), segments(code));
            assert_eq!(format!("{shown:07b}"), format!("{drawn:07b}"), "card {code}");
        }
        ep.done(x)
    });
    run(sim, Box::new(Card7seg::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn all_ranks_look_different() {
    let mut patterns: Vec<u64> = (1..=13).map(segments).collect();
    patterns.sort();
    patterns.dedup();
    assert_eq!(patterns.len(), 13);
}
