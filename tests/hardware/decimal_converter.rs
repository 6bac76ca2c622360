//! `decimal_converter` and `decimal_digit`: numbers as decimal digits.

use baccarat_hdl::decimal_converter::DecimalConverter;
use baccarat_hdl::decimal_digit::DecimalDigit;

use specifications::copies::Copies;

/// Two conversions: the number may change right after one began.
const CYCLES: usize = 42;

/// The digits of a number in groups of four bits, the lowest digit first.
fn digits(number: usize) -> u64 {
    (0..6).map(|place| (number as u64 / 10_u64.pow(place) % 10) << (4 * place)).sum()
}

#[test]
fn every_number_is_converted_within_42_cycles() {
    const COPIES: usize = 40_000;
    let mut decimal = Copies::of("decimal_converter", &DecimalConverter::default(), COPIES);
    for first in (0..1_000_000).step_by(COPIES) {
        let number = |copy: usize| (first + copy).min(999_999);
        decimal.set_each("number", |copy| number(copy) as u64);
        decimal.clock("clock", CYCLES);
        for (copy, found) in decimal.output("digits").into_iter().enumerate() {
            let number = number(copy);
            assert_eq!(found, digits(number), "{number} is converted to {found:06x}");
        }
    }
}

#[test]
fn the_digits_are_those_of_the_old_number_until_they_are_those_of_the_new_one() {
    // Each copy changes its number in another cycle of a conversion.
    let mut decimal = Copies::of("decimal_converter", &DecimalConverter::default(), 64);
    decimal.set("number", 999_999);
    decimal.clock("clock", CYCLES);
    for cycle in 0..64 + CYCLES {
        decimal.set_each("number", |copy| if cycle < copy { 999_999 } else { 123_456 });
        decimal.clock("clock", 1);
        for (copy, found) in decimal.output("digits").into_iter().enumerate().take(64) {
            let is_old = found == 0x999999 && cycle < copy + CYCLES;
            assert!(is_old || found == 0x123456, "{found:06x} in cycle {cycle}");
        }
    }
}

#[test]
fn the_digits_are_right_again_after_every_state() {
    for (register, bits) in [("bits_left", 5), ("digit_0_digit", 4), ("digit_5_digit", 4)] {
        let mut decimal = Copies::of("decimal_converter", &DecimalConverter::default(), 32);
        decimal.set("number", 123_456);
        decimal.force_each(register, |copy| copy as u64 % (1 << bits));
        decimal.clock("clock", 32 + CYCLES);
        let found = decimal.output("digits");
        assert!(found.iter().all(|found| *found == 0x123456), "{register}: {found:06x?}");
    }
}

#[test]
fn a_digit_is_doubled_with_carry_unless_it_is_cleared() {
    let case = |copy: usize| (copy as u64 % 16, copy as u64 / 16 % 2, copy as u64 / 32 % 2);
    let mut digit = Copies::of("decimal_digit", &DecimalDigit::default(), 64);
    digit.force_each("digit", |copy| case(copy).0);
    digit.set_each("carry_in", |copy| case(copy).1);
    digit.set_each("clear", |copy| case(copy).2);
    let carries = digit.output("carry_out");
    digit.clock("clock", 1);
    let digits = digit.output("digit");
    for copy in 0..64 {
        let (before, carry_in, clear) = case(copy);
        // Illegal digits count 0.
        let value = if before < 10 { before } else { 0 };
        let doubled = if clear == 1 { 0 } else { 2 * value % 10 + carry_in };
        assert_eq!((carries[copy], digits[copy]), (value / 5, doubled), "{:?}", case(copy));
    }
}
