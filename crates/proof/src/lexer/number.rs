//! Number literals: IEEE 1800-2012, 5.7.1.

use rust_hdl_rtl::MAXIMUM_WIDTH;

use super::Lexer;
use crate::error::Problem;

/// A number literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Number {
    /// The width in bits: 32 for a literal without a size, 1 for `'0`.
    pub width: u32,
    /// Whether the text gives the width.
    pub is_sized: bool,
    pub is_signed: bool,
    pub digits: Digits,
}

/// The value of a number literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Digits {
    /// The bits, the lowest first, as many as the literal is wide.
    Bits(Vec<bool>),
    /// All bits are `z`.
    HighImpedance,
}

impl Number {
    /// Its value, if it is less than 2^31.
    pub fn small(&self) -> Option<u32> {
        let Digits::Bits(bits) = &self.digits else { return None };
        let highest = bits.iter().rposition(|bit| *bit).map_or(0, |index| index + 1);
        let is_negative = self.is_signed && highest == self.width as usize;
        (highest < 32 && !is_negative).then(|| {
            bits[..highest].iter().rev().fold(0, |value, bit| value << 1 | u32::from(*bit))
        })
    }
}

/// The width of a literal without a size. The standard demands at least 32 bits, and tools have 32.
const UNSIZED: u32 = 32;

impl Lexer<'_> {
    /// Takes a number that begins with a decimal digit.
    pub(super) fn number(&mut self) -> Result<Number, Problem> {
        let size = self.take_while(|c| c.is_ascii_digit() || c == '_').replace('_', "");
        let number = match self.base() {
            None => {
                let bits = decimal(&size);
                if bits.len() >= UNSIZED as usize {
                    return Err(Problem::NumberTooLarge(size));
                }
                let digits = Digits::Bits(resized(bits, UNSIZED));
                Number { width: UNSIZED, is_sized: false, is_signed: true, digits }
            }
            Some((is_signed, base)) => {
                let width = size.parse().ok().filter(|width| (1..=MAXIMUM_WIDTH).contains(width));
                let width = width.ok_or(Problem::LiteralWidth(size))?;
                let digits = self.take_while(|c| {
                    c.is_ascii_hexdigit() || matches!(c, '_' | 'x' | 'X' | 'z' | 'Z' | '?')
                });
                Number { width, is_sized: true, is_signed, digits: value(digits, base, width)? }
            }
        };
        self.complete(number)
    }

    /// Takes `'0`, which is as wide as its context.
    pub(super) fn zeros(&mut self) -> Result<Number, Problem> {
        self.offset += "'0".len();
        let digits = Digits::Bits(vec![false]);
        self.complete(Number { width: 1, is_sized: false, is_signed: false, digits })
    }

    fn complete(&self, number: Number) -> Result<Number, Problem> {
        match self.rest().chars().next() {
            Some(next) if next.is_ascii_alphanumeric() || next == '_' || next == '$' => {
                Err(Problem::MalformedNumber(next.to_string()))
            }
            _ => Ok(number),
        }
    }

    /// Takes the base of a sized literal: whether it is signed, and the base's letter.
    fn base(&mut self) -> Option<(bool, char)> {
        let rest = self.rest().trim_start_matches(' ').strip_prefix('\'')?;
        let letters = rest.strip_prefix(['s', 'S']);
        let is_signed = letters.is_some();
        let letters = letters.unwrap_or(rest);
        let base = letters.chars().next()?.to_ascii_lowercase();
        if !matches!(base, 'b' | 'o' | 'd' | 'h') {
            return None;
        }
        self.offset = self.text.len() - letters.len() + 1;
        self.take_while(|c| c == ' ');
        Some((is_signed, base))
    }
}

fn value(text: &str, base: char, width: u32) -> Result<Digits, Problem> {
    let malformed = |text: &str| Problem::MalformedNumber(text.to_string());
    if text.is_empty() || text.starts_with('_') {
        return Err(malformed(text));
    }
    if text.chars().all(|c| matches!(c, 'z' | 'Z' | '?' | '_')) {
        return Ok(Digits::HighImpedance);
    }
    if text.chars().any(|c| matches!(c, 'x' | 'X' | 'z' | 'Z' | '?')) {
        return Err(Problem::UnknownDigits(text.to_string()));
    }
    let bits = match base {
        'b' => powers_of_two(text, 1),
        'o' => powers_of_two(text, 3),
        'h' => powers_of_two(text, 4),
        _ => text.chars().all(|c| c.is_ascii_digit() || c == '_').then(|| decimal(text)),
    };
    Ok(Digits::Bits(resized(bits.ok_or_else(|| malformed(text))?, width)))
}

/// The bits of a number in base 2, 8 or 16; `None` if a digit is too large.
fn powers_of_two(text: &str, bits_per_digit: u32) -> Option<Vec<bool>> {
    let mut bits = Vec::new();
    for character in text.chars().rev().filter(|c| *c != '_') {
        let digit = character.to_digit(1 << bits_per_digit)?;
        bits.extend((0..bits_per_digit).map(|bit| digit >> bit & 1 == 1));
    }
    Some(bits)
}

/// The bits of a decimal number, without leading zeros. Other characters than digits are ignored.
fn decimal(text: &str) -> Vec<bool> {
    let mut limbs: Vec<u32> = Vec::new();
    for digit in text.chars().filter_map(|c| c.to_digit(10)) {
        let mut carry = u64::from(digit);
        for limb in &mut limbs {
            let product = u64::from(*limb) * 10 + carry;
            (*limb, carry) = (product as u32, product >> 32);
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    let mut bits: Vec<bool> =
        limbs.iter().flat_map(|limb| (0..32).map(move |bit| limb >> bit & 1 == 1)).collect();
    while bits.last() == Some(&false) {
        bits.pop();
    }
    bits
}

/// Truncated, or extended with zeros.
fn resized(mut bits: Vec<bool>, width: u32) -> Vec<bool> {
    bits.resize(width as usize, false);
    bits
}
