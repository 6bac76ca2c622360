//! Amounts of money in whole cents.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// An amount of money in cents, 0 to [`Cents::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(as = "u64"))]
#[serde(into = "u64")]
pub struct Cents(u64);

/// The text or the number is not a valid amount of money.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CentsError {
    #[error("{text:?} is not an amount of money: write it like 25, 2.50 or 1,000")]
    NotAnAmount { text: String },
    #[error("{text:?} has fractions of a cent: write two decimals at most")]
    FractionOfACent { text: String },
    #[error("the largest amount is {}", Cents::MAX)]
    TooMuch,
}

impl Cents {
    pub const ZERO: Cents = Cents(0);

    /// The largest amount, 9,999,999,999,999.99. JSON numbers are exact up to it even when read as
    /// doubles (RFC 8259, section 6).
    pub const MAX: Cents = Cents(999_999_999_999_999);

    /// Returns this number of cents; `None` above [`Cents::MAX`].
    pub const fn new(cents: u64) -> Option<Cents> {
        if cents <= Cents::MAX.0 { Some(Cents(cents)) } else { None }
    }

    /// Returns a constant amount; panics above [`Cents::MAX`].
    pub(super) const fn constant(cents: u64) -> Cents {
        assert!(cents <= Cents::MAX.0);
        Cents(cents)
    }

    /// Returns the number of cents.
    pub const fn get(self) -> u64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns the sum; `None` above [`Cents::MAX`].
    pub const fn checked_add(self, other: Cents) -> Option<Cents> {
        // The sum of two amounts cannot overflow.
        Cents::new(self.0 + other.0)
    }

    /// Returns the difference; `None` below 0.
    pub const fn checked_sub(self, other: Cents) -> Option<Cents> {
        match self.0.checked_sub(other.0) {
            Some(cents) => Some(Cents(cents)),
            None => None,
        }
    }
}

impl TryFrom<u64> for Cents {
    type Error = CentsError;

    fn try_from(cents: u64) -> Result<Cents, CentsError> {
        Cents::new(cents).ok_or(CentsError::TooMuch)
    }
}

impl From<Cents> for u64 {
    fn from(cents: Cents) -> u64 {
        cents.0
    }
}

/// Writes two decimals, and commas between thousands: `1,234.50`.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02}", grouped((self.0 / 100).into()), self.0 % 100))
    }
}

/// Returns a number with commas between thousands.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Reads `25`, `2.5`, `2.50`, `.50`, and commas where [`Display`](fmt::Display) writes them. A
/// comma anywhere else is an error, since `2,50` means 2.50 in many countries.
impl FromStr for Cents {
    type Err = CentsError;

    fn from_str(text: &str) -> Result<Cents, CentsError> {
        let text = text.trim();
        let not_an_amount = || CentsError::NotAnAmount { text: text.into() };
        let (whole, decimals) = match text.split_once('.') {
            Some((_, "")) => return Err(not_an_amount()),
            Some(parts) => parts,
            None if text.is_empty() => return Err(not_an_amount()),
            None => (text, ""),
        };
        if !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(not_an_amount());
        }
        let whole = without_commas(whole).ok_or_else(not_an_amount)?;
        // Trailing zeros do not make fractions of a cent.
        let decimals = decimals.trim_end_matches('0');
        if decimals.len() > 2 {
            return Err(CentsError::FractionOfACent { text: text.into() });
        }
        let digits = format!("{whole}{decimals:0<2}");
        // Only digits are left, so the only possible error is that the number is too large.
        digits.parse().ok().and_then(Cents::new).ok_or(CentsError::TooMuch)
    }
}

/// Returns the digits of a whole number that has commas between all thousands or none; `None` for
/// any other text.
fn without_commas(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split(',').collect();
    let are_thousands = match groups.as_slice() {
        [_] => true,
        [first, rest @ ..] => {
            (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3)
        }
        [] => false,
    };
    let digits = groups.concat();
    (are_thousands && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: u64) -> Cents {
        Cents::new(cents).expect("a sum")
    }

    #[test]
    fn amounts_are_written_with_commas_and_two_decimals() {
        let cases = [
            (0, "0.00"),
            (5, "0.05"),
            (99_999, "999.99"),
            (123_450, "1,234.50"),
            (100_000_000, "1,000,000.00"),
            (999_999_999_999_999, "9,999,999,999,999.99"),
        ];
        for (number, text) in cases {
            assert_eq!(cents(number).to_string(), text);
        }
        assert_eq!(format!("{:>8}", cents(250)), "    2.50");
    }

    #[test]
    fn amounts_are_read_with_and_without_decimals_and_commas() {
        let cases = [
            ("25", 2_500),
            (" 25 ", 2_500),
            ("2.5", 250),
            ("2.50", 250),
            ("2.500", 250),
            (".5", 50),
            ("0", 0),
            ("0.01", 1),
            ("1,000", 100_000),
            ("1000", 100_000),
            ("12,345,678.90", 1_234_567_890),
            ("9999999999999.99", 999_999_999_999_999),
        ];
        for (text, number) in cases {
            assert_eq!(text.parse(), Ok(cents(number)), "{text:?}");
        }
    }

    #[test]
    fn invalid_amounts_are_refused() {
        for text in [
            "",
            " ",
            ".",
            "2.",
            "-1",
            "+1",
            "1e3",
            "2,50",
            "1,0000",
            ",100",
            "1 000",
            "1.2.3",
            "ten",
            "1\u{0663}",
        ] {
            let text = text.trim();
            assert_eq!(text.parse::<Cents>(), Err(CentsError::NotAnAmount { text: text.into() }));
        }
        for text in ["0.001", "2.505"] {
            assert_eq!(
                text.parse::<Cents>(),
                Err(CentsError::FractionOfACent { text: text.into() })
            );
        }
        for text in ["10000000000000", "99999999999999999999999999"] {
            assert_eq!(text.parse::<Cents>(), Err(CentsError::TooMuch));
        }
    }

    #[test]
    fn written_amounts_are_read_back() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..100_000 {
            // All lengths are equally likely.
            let sum = cents(random.u64(0..=Cents::MAX.0) >> random.u32(0..50));
            assert_eq!(sum.to_string().parse(), Ok(sum));
        }
    }

    #[test]
    fn arithmetic_stays_between_0_and_the_maximum() {
        assert_eq!(Cents::MAX.checked_add(cents(1)), None);
        assert_eq!(Cents::MAX.checked_add(Cents::MAX), None);
        assert_eq!(cents(1).checked_add(cents(2)), Some(cents(3)));
        assert_eq!(cents(1).checked_sub(cents(2)), None);
        assert_eq!(cents(3).checked_sub(cents(2)), Some(cents(1)));
        assert_eq!(Cents::try_from(u64::MAX), Err(CentsError::TooMuch));
    }
}
