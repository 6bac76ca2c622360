//! The lights and displays as bits.

use super::{BLANK, DIGITS, DISPLAYS, LEDS, SEGMENTS};

/// The values of LEDR and the displays. Bit 0 is LEDR\[0\], bits 10 to 16 are HEX5, the last seven
/// HEX0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardOutputs(pub u64);

/// The bits of LEDR.
const LEDR: u64 = (1 << LEDS) - 1;

/// The bits of a display.
const DISPLAY: u64 = (1 << SEGMENTS) - 1;

/// Returns the lowest bit of HEX`number`.
const fn place(number: usize) -> usize {
    LEDS + SEGMENTS * (DISPLAYS - 1 - number)
}

impl BoardOutputs {
    /// Returns outputs with dark lights and displays.
    pub const fn dark() -> BoardOutputs {
        let (mut bits, mut number) = (0, 0);
        while number < DISPLAYS {
            bits |= BLANK << place(number);
            number += 1;
        }
        BoardOutputs(bits)
    }

    /// Returns the outputs that show a number up to 999,999, without leading zeros. The LEDs are
    /// dark.
    pub fn number(mut number: u32) -> BoardOutputs {
        let mut outputs = BoardOutputs::dark();
        for display in 0..DISPLAYS {
            outputs = outputs.with_hex(display, DIGITS[(number % 10) as usize]);
            number /= 10;
            if number == 0 {
                break;
            }
        }
        outputs
    }

    /// Returns these outputs with another value of LEDR.
    pub fn with_ledr(self, ledr: u64) -> BoardOutputs {
        BoardOutputs(self.0 & !LEDR | ledr & LEDR)
    }

    /// Returns these outputs with another code on HEX`number`.
    pub fn with_hex(self, number: usize, code: u64) -> BoardOutputs {
        BoardOutputs(self.0 & !(DISPLAY << place(number)) | (code & DISPLAY) << place(number))
    }

    /// Returns the value of LEDR.
    pub fn ledr(self) -> u64 {
        self.0 & LEDR
    }

    /// Returns the code on HEX`number`, active low.
    pub fn hex(self, number: usize) -> u64 {
        self.0 >> place(number) & DISPLAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_leading_zeros() {
        let (blank, zero, one, nine) = (0x7f, 0x40, 0x79, 0x10);
        let cases = [
            (0, [blank, blank, blank, blank, blank, zero]),
            (9, [blank, blank, blank, blank, blank, nine]),
            (10_010, [blank, one, zero, zero, one, zero]),
            (999_999, [nine; 6]),
        ];
        for (number, displays) in cases {
            let shown = BoardOutputs::number(number);
            let hex: [u64; 6] = std::array::from_fn(|index| shown.hex(5 - index));
            assert_eq!((hex, shown.ledr()), (displays, 0), "{number}");
            assert_eq!((shown.with_ledr(0x3ff).ledr(), shown.hex(0)), (0x3ff, displays[5]));
            let changed = shown.with_hex(4, nine);
            let others = [0, 1, 2, 3, 5].map(|number| changed.hex(number));
            assert_eq!(
                (changed.hex(4), others),
                (nine, [5, 4, 3, 2, 0].map(|index| displays[index]))
            );
        }
    }
}
