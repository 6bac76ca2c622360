//! Functions that the derived implementations call.

use std::path::MAIN_SEPARATOR_STR;

/// Returns the text of doc comments, from the values of their `doc` attributes in order.
pub fn documentation(parts: &[&str]) -> String {
    parts
        .iter()
        .flat_map(|part| part.split('\n'))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns a path from `file!()` with `/` on every system.
pub fn source_file(path: &str) -> String {
    path.replace(MAIN_SEPARATOR_STR, "/")
}

/// Returns the name of a type with each path reduced to its last segment: `Bits<4>`,
/// `Option<Pair<u8, bool>>`.
pub fn short_type_name<T: ?Sized>() -> String {
    let name = std::any::type_name::<T>();
    let mut short = String::new();
    for token in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        let last_segment = token.rfind("::").map_or(0, |found| found + 2);
        short.push_str(&token[last_segment..]);
    }
    short
}

/// Converts the value of a parameter to letters, digits and `_`, for use in an identifier. A type
/// becomes snake case.
pub fn identifier_part(value: &str) -> String {
    let mut part = String::new();
    let mut previous = None;
    for (index, character) in value.char_indices() {
        if !character.is_ascii_alphanumeric() {
            // Punctuation is dropped, except for a minus sign.
            if character == '-' {
                part.push_str("minus");
            }
            previous = None;
            continue;
        }
        let begins_a_word = match previous {
            // A number is joined to the letters before it: `bits4`.
            None => !character.is_ascii_digit() || part.ends_with(|c: char| c.is_ascii_digit()),
            Some(previous) => {
                let next = value[index + 1..].chars().next();
                character.is_ascii_uppercase()
                    && (char::is_ascii_lowercase(&previous)
                        || previous.is_ascii_uppercase()
                            && next.is_some_and(|next| next.is_ascii_lowercase()))
            }
        };
        if begins_a_word && !part.is_empty() {
            part.push('_');
        }
        part.push(character.to_ascii_lowercase());
        previous = Some(character);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::{Bits, DFF};

    #[test]
    fn one_leading_space_is_removed_from_each_line() {
        for (parts, expected) in [
            (&[][..], ""),
            (&[" One."], "One."),
            (&[" One.", "", "  - two"], "One.\n\n - two"),
            (&["One.\n Two."], "One.\nTwo."),
            (&["\tTab"], "\tTab"),
        ] {
            assert_eq!(documentation(parts), expected, "{parts:?}");
        }
    }

    #[test]
    fn a_value_becomes_part_of_an_identifier() {
        for (value, expected) in [
            ("8", "8"),
            ("-3", "minus3"),
            ("true", "true"),
            ("x", "x"),
            ("Bits<4>", "bits4"),
            ("Option<(PacketHead, Bits<2>)>", "option_packet_head_bits2"),
            ("[Bits<2>; 3]", "bits2_3"),
            ("RGBPixel", "rgb_pixel"),
            ("snake_case", "snake_case"),
            ("'+'", ""),
            ("", ""),
        ] {
            assert_eq!(identifier_part(value), expected, "{value}");
        }
    }

    #[test]
    fn a_type_is_named_without_its_modules() {
        for (name, expected) in [
            (short_type_name::<bool>(), "bool"),
            (short_type_name::<Bits<4>>(), "Bits<4>"),
            (short_type_name::<DFF<Bits<4>>>(), "DFF<Bits<4>>"),
            (short_type_name::<Option<(String, Vec<Bits<2>>)>>(), "Option<(String, Vec<Bits<2>>)>"),
            (short_type_name::<[Bits<2>; 3]>(), "[Bits<2>; 3]"),
            (short_type_name::<dyn std::fmt::Debug>(), "dyn Debug"),
        ] {
            assert_eq!(name, expected);
        }
    }
}
