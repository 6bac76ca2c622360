//! `card_or_digit`: the segments of a card or of a decimal digit.

use baccarat_hdl::card_or_digit::CardOrDigit;

use crate::card7seg::segments;
use specifications::copies::Copies;

/// The segments of an ordinary 1; the other digits look like cards.
pub const ONE: u64 = 0b111_1001;

/// Returns the segments of a decimal digit.
pub fn digit_segments(digit: u64) -> u64 {
    match digit {
        0 => segments(10),
        1 => ONE,
        _ => segments(digit as usize),
    }
}

#[test]
fn every_card_and_every_digit_has_its_segments() {
    let bits = |copy: usize, first: u32, count: u32| copy as u64 >> first & ((1 << count) - 1);
    let mut display = Copies::of("card_or_digit", &CardOrDigit::default(), 1024);
    display.set_each("card", |copy| bits(copy, 0, 4));
    display.set_each("digit", |copy| bits(copy, 4, 4));
    display.set_each("show_digit", |copy| bits(copy, 8, 1));
    display.set_each("blank_digit", |copy| bits(copy, 9, 1));
    for (copy, shown) in display.output("seg7").into_iter().enumerate() {
        let (card, digit) = (bits(copy, 0, 4), bits(copy, 4, 4));
        let expected = match (bits(copy, 8, 1), bits(copy, 9, 1)) {
            (0, _) => segments(card as usize),
            // A blank is only ever a zero.
            (_, 0) => digit_segments(digit),
            (_, _) if digit == 0 => segments(0),
            (_, _) => continue,
        };
        assert_eq!(shown, expected, "card {card}, digit {digit}, copy {copy:010b}");
    }
}
