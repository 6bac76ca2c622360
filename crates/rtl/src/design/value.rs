//! Numbers of any width.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Shl, Shr};

use num_bigint::BigUint;

/// A number of any width, not negative: the bit pattern of a signal, or a mask of its bits.
///
/// It has no width of its own. Operations whose result depends on a width take it as an argument,
/// in bits, and expect operands that fit. Values of up to 64 bits need no allocation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Value(Number);

/// Derived comparisons are right because every number has one representation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
enum Number {
    Narrow(u64),
    /// At least 2^64.
    Wide(Box<BigUint>),
}

use Number::{Narrow, Wide};

/// Returns a mask of the lowest `width` bits.
pub fn mask(width: u32) -> Value {
    match narrow_mask(width) {
        Some(mask) => Value(Narrow(mask)),
        None => ((BigUint::from(1_u32) << width) - 1_u32).into(),
    }
}

fn narrow_mask(width: u32) -> Option<u64> {
    match width {
        0..64 => Some((1 << width) - 1),
        64 => Some(u64::MAX),
        _ => None,
    }
}

impl Value {
    /// The number 0.
    pub const ZERO: Value = Value(Narrow(0));

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0 == Narrow(0)
    }

    /// Returns it as a `u128`, if it has at most 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Narrow(number) => Some((*number).into()),
            Wide(number) => u128::try_from(&**number).ok(),
        }
    }

    /// Returns it as a `u64`, if it has at most 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Narrow(number) => Some(number),
            Wide(_) => None,
        }
    }

    /// Returns it as a `usize`, if it fits.
    pub fn to_usize(&self) -> Option<usize> {
        self.to_u64()?.try_into().ok()
    }

    /// Returns it as an index of one of `width` bits, if there is such a bit.
    pub fn to_index(&self, width: u32) -> Option<u32> {
        let index = u32::try_from(self.to_u64()?).ok()?;
        (index < width).then_some(index)
    }

    /// Parses digits in base 2 to 36, without a sign.
    pub fn from_str_radix(digits: &str, radix: u32) -> Option<Value> {
        BigUint::parse_bytes(digits.as_bytes(), radix).map(Value::from)
    }

    /// Returns the bit with that index; 0 is the lowest.
    pub fn bit(&self, index: u32) -> bool {
        match &self.0 {
            Narrow(number) => number.checked_shr(index).unwrap_or(0) & 1 == 1,
            Wide(number) => number.bit(index.into()),
        }
    }

    /// Returns the number of bits that are 1.
    pub fn count_ones(&self) -> u32 {
        match &self.0 {
            Narrow(number) => number.count_ones(),
            Wide(number) => number.count_ones() as u32,
        }
    }

    /// Returns `width` bits from bit `offset` on.
    pub fn slice(&self, offset: u32, width: u32) -> Value {
        (self >> offset).truncated(width)
    }

    /// Returns it with the `width` bits from bit `offset` on replaced by `bits`.
    pub fn with_slice(&self, offset: u32, width: u32, bits: &Value) -> Value {
        match (&self.0, &bits.0, narrow_mask(width)) {
            (Narrow(number), Narrow(bits), Some(mask)) if offset + width <= u64::BITS => {
                let mask = mask.checked_shl(offset).unwrap_or(0);
                Value(Narrow(number & !mask | bits.checked_shl(offset).unwrap_or(0)))
            }
            _ => self.without(&(&mask(width) << offset)) | (bits << offset),
        }
    }

    /// Returns it with one bit replaced.
    pub fn with_bit(&self, index: u32, bit: bool) -> Value {
        match &self.0 {
            Narrow(_) => self.with_slice(index, 1, &bit.into()),
            Wide(number) => {
                let mut number = BigUint::clone(number);
                number.set_bit(index.into(), bit);
                number.into()
            }
        }
    }

    /// Returns the lowest `width` bits.
    pub fn truncated(self, width: u32) -> Value {
        match (self.0, narrow_mask(width)) {
            (Narrow(number), Some(mask)) => Value(Narrow(number & mask)),
            (Narrow(number), None) => Value(Narrow(number)),
            (Wide(number), _) if number.bits() <= u64::from(width) => Value(Wide(number)),
            (wide, _) => Value(wide) & mask(width),
        }
    }

    /// Returns the bits that are 1 here and 0 in `other`.
    pub fn without(&self, other: &Value) -> Value {
        self ^ (self & other)
    }

    /// Returns all `width` bits inverted.
    pub fn inverted(&self, width: u32) -> Value {
        self ^ mask(width)
    }

    /// Returns the sum modulo 2^width.
    pub fn wrapping_add(&self, other: &Value, width: u32) -> Value {
        self.arithmetic(other, width, u64::wrapping_add, |left, right| left + right)
    }

    /// Returns the difference modulo 2^width.
    pub fn wrapping_sub(&self, other: &Value, width: u32) -> Value {
        self.arithmetic(other, width, u64::wrapping_sub, |left, right| {
            left + (BigUint::from(1_u32) << width) - right
        })
    }

    /// Returns the product modulo 2^width.
    pub fn wrapping_mul(&self, other: &Value, width: u32) -> Value {
        self.arithmetic(other, width, u64::wrapping_mul, |left, right| left * right)
    }

    fn arithmetic(
        &self,
        other: &Value,
        width: u32,
        narrow: impl Fn(u64, u64) -> u64,
        wide: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> Value {
        match (&self.0, &other.0, narrow_mask(width)) {
            (Narrow(left), Narrow(right), Some(mask)) => {
                Value(Narrow(narrow(*left, *right) & mask))
            }
            _ => Value::from(wide(&self.big(), &other.big())).truncated(width),
        }
    }

    fn bitwise(
        &self,
        other: &Value,
        narrow: impl Fn(u64, u64) -> u64,
        wide: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> Value {
        match (&self.0, &other.0) {
            (Narrow(left), Narrow(right)) => Value(Narrow(narrow(*left, *right))),
            _ => wide(&self.big(), &other.big()).into(),
        }
    }

    fn big(&self) -> Cow<'_, BigUint> {
        match &self.0 {
            Narrow(number) => Cow::Owned((*number).into()),
            Wide(number) => Cow::Borrowed(&**number),
        }
    }
}

impl Default for Value {
    fn default() -> Value {
        Value::ZERO
    }
}

impl From<u128> for Value {
    fn from(number: u128) -> Value {
        match number.try_into() {
            Ok(number) => Value(Narrow(number)),
            Err(_) => BigUint::from(number).into(),
        }
    }
}

impl From<bool> for Value {
    fn from(bit: bool) -> Value {
        Value(Narrow(bit.into()))
    }
}

impl From<BigUint> for Value {
    fn from(number: BigUint) -> Value {
        Value(match u64::try_from(&number) {
            Ok(number) => Narrow(number),
            Err(_) => Wide(Box::new(number)),
        })
    }
}

impl From<Value> for BigUint {
    fn from(value: Value) -> BigUint {
        value.big().into_owned()
    }
}

/// The lowest bit comes first.
impl FromIterator<bool> for Value {
    fn from_iter<T: IntoIterator<Item = bool>>(bits: T) -> Value {
        let mut number = BigUint::ZERO;
        for (index, _) in bits.into_iter().enumerate().filter(|(_, bit)| *bit) {
            number.set_bit(index as u64, true);
        }
        number.into()
    }
}

impl PartialEq<u128> for Value {
    fn eq(&self, other: &u128) -> bool {
        self.to_u128() == Some(*other)
    }
}

impl PartialOrd<u128> for Value {
    fn partial_cmp(&self, other: &u128) -> Option<std::cmp::Ordering> {
        self.partial_cmp(&Value::from(*other))
    }
}

impl Shl<u32> for &Value {
    type Output = Value;

    fn shl(self, amount: u32) -> Value {
        match &self.0 {
            Narrow(number) if amount <= number.leading_zeros() => {
                Value(Narrow(number.checked_shl(amount).unwrap_or(0)))
            }
            _ => (self.big().into_owned() << amount).into(),
        }
    }
}

impl Shr<u32> for &Value {
    type Output = Value;

    fn shr(self, amount: u32) -> Value {
        match &self.0 {
            Narrow(number) => Value(Narrow(number.checked_shr(amount).unwrap_or(0))),
            Wide(number) => (&**number >> amount).into(),
        }
    }
}

macro_rules! bitwise {
    ($($operator:ident $method:ident $assignment:ident $assign:ident)*) => { $(
        impl<T: Borrow<Value>> $operator<T> for &Value {
            type Output = Value;

            fn $method(self, other: T) -> Value {
                let wide = |left: &BigUint, right: &BigUint| left.$method(right);
                self.bitwise(other.borrow(), u64::$method, wide)
            }
        }

        impl<T: Borrow<Value>> $operator<T> for Value {
            type Output = Value;

            fn $method(self, other: T) -> Value {
                (&self).$method(other)
            }
        }

        impl<T: Borrow<Value>> $assignment<T> for Value {
            fn $assign(&mut self, other: T) {
                *self = (&*self).$method(other);
            }
        }
    )* };
}

bitwise! {
    BitAnd bitand BitAndAssign bitand_assign
    BitOr bitor BitOrAssign bitor_assign
    BitXor bitxor BitXorAssign bitxor_assign
}

macro_rules! format_as_number {
    ($($format:ident)*) => { $(
        impl fmt::$format for Value {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match &self.0 {
                    Narrow(number) => fmt::$format::fmt(number, f),
                    Wide(number) => fmt::$format::fmt(&**number, f),
                }
            }
        }
    )* };
}

format_as_number! { Display Debug Binary LowerHex }

#[cfg(test)]
mod tests;
