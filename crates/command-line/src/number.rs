//! Whole numbers on the command line.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// Parses a whole number in a range that includes its ends. What clap has for this calls the
/// letters of another text invalid digits.
pub fn whole_number<T: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(first), Bound::Included(last)) => {
                format!("write a whole number from {first} to {last}")
            }
            (Bound::Included(first), _) => format!("write a whole number of at least {first}"),
            _ => "write a whole number".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_outside_the_range_and_other_texts_are_refused_with_the_range() {
        assert_eq!(whole_number(1..=127u64)("127"), Ok(127));
        assert_eq!(whole_number(1u32..)("4000000000"), Ok(4_000_000_000));
        for text in ["", "0", "128", "-1", "1.5", "ten"] {
            let refused = Err("write a whole number from 1 to 127".to_string());
            assert_eq!(whole_number(1..=127u64)(text), refused, "{text:?}");
        }
        let refused = Err("write a whole number of at least 1".to_string());
        assert_eq!(whole_number(1u32..)("5000000000"), refused);
    }
}
