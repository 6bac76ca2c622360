//! `card7seg`: what a card looks like on a display.

use baccarat_hdl::card7seg::Card7seg;
use rust_hdl::prelude::*;

/// Every code, 0 to 15, as a person sees it. The queen is a `q` and the king an `H`; the nine has a foot, to differ from
/// the queen.
#[rustfmt::skip]
const PICTURE: [&str; 3] = [
    // 0    1    2    3    4    5    6    7    8    9    10   11   12   13   14   15
    "       _    _    _         _    _    _    _    _    _         _                 ",
    "      |_|   _|   _|  |_|  |_   |_     |  |_|  |_|  | |    |  |_|  |_|           ",
    "      | |  |_    _|    |   _|  |_|    |  |_|   _|  |_|  |_|    |  | |           ",
];

/// The same, a character each.
const CHARACTERS: [char; 16] =
    [' ', 'A', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'J', 'q', 'H', ' ', ' '];

/// Where the segments are, by row and column, a to g:
///
/// ```text
///  _      a
/// |_|    fgb
/// |_|    edc
/// ```
const SEGMENTS: [(usize, usize); 7] = [(0, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (1, 1)];

/// The segments that draw this code, bit 0 for a, lit by 0.
fn segments(code: usize) -> u64 {
    let dark = |&(row, column): &(usize, usize)| {
        u64::from(PICTURE[row].as_bytes()[5 * code + 1 + column] == b' ')
    };
    SEGMENTS.iter().rev().fold(0, |bits, segment| bits << 1 | dark(segment))
}

/// What these segments show: the character of a card, a blank, or `None` if it is neither.
pub fn shown(seg7: u64) -> Option<char> {
    (0..16).find(|code| segments(*code) == seg7).map(character)
}

/// The character of a code.
pub fn character(code: usize) -> char {
    CHARACTERS[code]
}

#[test]
fn every_code_is_drawn_as_in_the_picture() {
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
    sim.run(Box::new(Card7seg::default()), sim_time::ONE_MILLISECOND).unwrap();
}

#[test]
fn no_two_ranks_look_alike() {
    let mut drawings: Vec<u64> = (1..=13).map(segments).collect();
    drawings.sort();
    drawings.dedup();
    assert_eq!(drawings.len(), 13);
}
