//! The codes of the seven-segment displays, active low. Bit 0 is segment a, which is on top; b to f
//! follow clockwise, and g is in the middle.

/// The code of a blank display.
pub const BLANK: u64 = unlit("");

/// The codes of the decimal digits.
pub const DIGITS: [u64; 10] = [
    unlit("abcdef"),
    unlit("bc"),
    unlit("abdeg"),
    unlit("abcdg"),
    unlit("bcfg"),
    unlit("acdfg"),
    unlit("acdefg"),
    unlit("abc"),
    unlit("abcdefg"),
    unlit("abcdfg"),
];

/// Returns the code of a display on which only these segments are lit.
pub const fn unlit(lit: &str) -> u64 {
    let (letters, mut bits, mut index) = (lit.as_bytes(), 0x7f, 0);
    while index < letters.len() {
        bits &= !(1 << (letters[index] - b'a'));
        index += 1;
    }
    bits
}

/// Returns the letters of the lit segments of a code.
pub fn lit_segments(code: u64) -> impl Iterator<Item = char> {
    ('a'..='g').enumerate().filter(move |(bit, _)| code >> bit & 1 == 0).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_the_lit_segments_as_zeros() {
        assert_eq!((BLANK, DIGITS[1], DIGITS[8]), (0x7f, 0x79, 0));
        for lit in ["", "a", "abcefg", "g"] {
            assert_eq!(lit_segments(unlit(lit)).collect::<String>(), lit);
        }
    }
}
