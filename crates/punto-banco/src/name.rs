//! The name of a bettor.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A name of 1 to [`Name::MAX_LENGTH`] characters on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// The text is not a valid name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    #[error("a name has at least one character")]
    Empty,
    #[error("a name of {0} characters is too long: use {max} at most", max = Name::MAX_LENGTH)]
    TooLong(usize),
    #[error("a name consists of letters, digits, symbols and spaces: {0:?} is not allowed")]
    NotPrintable(char),
}

impl Name {
    /// The longest name, in characters.
    pub const MAX_LENGTH: usize = 40;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The name of a bettor who gives none.
impl Default for Name {
    fn default() -> Name {
        Name("Guest".into())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Trims white space at both ends.
impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 {
            return Err(NameError::Empty);
        }
        if length > Name::MAX_LENGTH {
            return Err(NameError::TooLong(length));
        }
        // Control characters could act on a terminal, and bidirectional controls could reorder the
        // text after the name.
        match text.chars().find(|character| character.is_control() || is_direction(*character)) {
            Some(character) => Err(NameError::NotPrintable(character)),
            None => Ok(Name(text.into())),
        }
    }
}

/// The explicit directional formatting characters of UAX #9, and the separators of lines and
/// paragraphs.
const fn is_direction(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_accepted() {
        let longest = "x".repeat(40);
        let cases = [
            ("Ada", "Ada"),
            ("  Ada Lovelace ", "Ada Lovelace"),
            ("\u{d6}zg\u{fc}r", "\u{d6}zg\u{fc}r"),
            (&longest, &longest),
        ];
        for (text, name) in cases {
            assert_eq!(text.parse::<Name>().as_ref().map(Name::as_str), Ok(name));
        }
    }

    #[test]
    fn invalid_names_are_refused() {
        let cases = [
            (String::new(), NameError::Empty),
            (" \t ".into(), NameError::Empty),
            ("x".repeat(41), NameError::TooLong(41)),
            ("\u{1b}[2JAda".into(), NameError::NotPrintable('\u{1b}')),
            ("A\nda".into(), NameError::NotPrintable('\n')),
            ("A\u{202e}da".into(), NameError::NotPrintable('\u{202e}')),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Name>(), Err(error), "{text:?}");
        }
    }
}
