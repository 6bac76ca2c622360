//! What the derived implementations call.

use std::path::MAIN_SEPARATOR_STR;

/// The text of doc comments, given the values of their `doc` attributes in order.
pub fn documentation(parts: &[&str]) -> String {
    parts
        .iter()
        .flat_map(|part| part.split('\n'))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The path that `file!()` gave, the same on every system.
pub fn source_file(path: &str) -> String {
    path.replace(MAIN_SEPARATOR_STR, "/")
}

/// The name of a type, each path in it cut to its last segment: `Bits<4>`, `Option<Pair<u8, bool>>`.
pub fn short_type_name<T: ?Sized>() -> String {
    let name = std::any::type_name::<T>();
    let mut short = String::new();
    for token in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        let last_segment = token.rfind("::").map_or(0, |found| found + 2);
        short.push_str(&token[last_segment..]);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::{Bits, DFF};

    #[test]
    fn one_leading_space_goes_from_each_line_of_documentation() {
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
