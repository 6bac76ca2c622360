//! Quartus's `.mif`.
//!
//! Source: Intel, Memory Initialization File (.mif) Definition.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::str::FromStr;

use super::Fault;
use rust_hdl_rtl::Value;

/// The largest number of words, and of bits in one: more than an FPGA of this size can hold.
const MAXIMUM_DEPTH: u64 = 1 << 22;
const MAXIMUM_WIDTH: u32 = 1 << 16;

/// The largest size of what `$readmemh` reads, in bytes: ranges can say a lot in few words.
const MAXIMUM_SIZE: usize = 64 << 20;

/// How the numbers of a `.mif` file are written.
#[derive(Clone, Copy)]
enum Radix {
    Unsigned(u32),
    /// Decimal, perhaps negative.
    Signed,
}

impl FromStr for Radix {
    type Err = String;

    fn from_str(name: &str) -> Result<Radix, String> {
        match name.to_ascii_uppercase().as_str() {
            "BIN" => Ok(Radix::Unsigned(2)),
            "OCT" => Ok(Radix::Unsigned(8)),
            "UNS" => Ok(Radix::Unsigned(10)),
            "HEX" => Ok(Radix::Unsigned(16)),
            "DEC" => Ok(Radix::Signed),
            _ => Err(format!("`{name}` is not a radix: use BIN, OCT, UNS, DEC or HEX")),
        }
    }
}

impl Radix {
    fn number(self, digits: &str, width: u32) -> Result<Value, String> {
        let (radix, magnitude, is_negative) = match (self, digits.strip_prefix('-')) {
            (Radix::Unsigned(radix), _) => (radix, digits, false),
            (Radix::Signed, None) => (10, digits, false),
            (Radix::Signed, Some(magnitude)) => (10, magnitude, true),
        };
        let number = Value::from_str_radix(magnitude, radix)
            .ok_or_else(|| format!("`{digits}` is not a number in base {radix}"))?;
        if number.clone().truncated(width) != number {
            return Err(format!("`{digits}` has more than {width} bits"));
        }
        Ok(if is_negative { Value::ZERO.wrapping_sub(&number, width) } else { number })
    }

    fn address(self, digits: &str, depth: u64) -> Result<u64, String> {
        let address = self.number(digits, u64::BITS)?.to_u64().filter(|address| *address < depth);
        address.ok_or_else(|| format!("address {digits} is not below DEPTH, which is {depth}"))
    }
}

/// The words of a memory.
#[derive(Default)]
struct Contents {
    words: BTreeMap<u64, Value>,
    /// The size of all entries as text.
    size: usize,
}

impl Contents {
    /// What `$readmemh` reads.
    fn text(&self) -> String {
        let mut text = String::new();
        let mut next = None;
        for (address, word) in &self.words {
            let _ = match next == Some(*address) {
                true => write!(text, " {word:x}"),
                false if text.is_empty() => write!(text, "@{address:x} {word:x}"),
                false => write!(text, "\n@{address:x} {word:x}"),
            };
            next = Some(address + 1);
        }
        text + "\n"
    }
}

/// The header of a `.mif` file.
struct Header {
    depth: u64,
    width: u32,
    addresses: Radix,
    data: Radix,
}

/// Converts a file to what `$readmemh` reads, in the order of the addresses: Yosys stops after the
/// last one. Of several words for an address the last counts.
pub(super) fn converted(text: &str) -> Result<String, Fault> {
    let text = without_comments(text);
    // Pieces that end with a semicolon, each with its line.
    let mut line = 1;
    let pieces = text.split(';').map(|piece| {
        let blanks = piece.len() - piece.trim_start().len();
        let first = line + piece[..blanks].matches('\n').count();
        line += piece.matches('\n').count();
        (first, piece.trim())
    });
    let mut header =
        Header { depth: 0, width: 0, addresses: Radix::Unsigned(16), data: Radix::Unsigned(16) };
    let mut contents = Contents::default();
    let mut is_content = false;
    for (line, piece) in pieces {
        let first = content(piece);
        if first.is_some() {
            check(&header).map_err(|problem| Fault { line, problem })?;
            is_content = true;
        }
        let entry = first.unwrap_or(piece);
        let line = line + piece[..piece.len() - entry.len()].matches('\n').count();
        let fault = |problem| Fault { line, problem };
        if entry.eq_ignore_ascii_case("END") {
            return Ok(contents.text());
        }
        if entry.is_empty() {
            continue;
        }
        if !is_content {
            header.set(entry).map_err(fault)?;
            continue;
        }
        header.convert(entry, &mut contents).map_err(fault)?;
    }
    Err(Fault { line: text.lines().count(), problem: "END is missing".into() })
}

/// The first entry, if a piece begins with `CONTENT BEGIN`.
fn content(piece: &str) -> Option<&str> {
    let rest = piece.get(..7).filter(|word| word.eq_ignore_ascii_case("CONTENT"));
    let rest = rest.and_then(|_| piece.get(7..))?.trim_start();
    rest.get(..5).filter(|word| word.eq_ignore_ascii_case("BEGIN"))?;
    Some(rest[5..].trim_start())
}

fn check(header: &Header) -> Result<(), String> {
    match header {
        Header { depth: 0, .. } => Err("DEPTH is missing before CONTENT".into()),
        Header { width: 0, .. } => Err("WIDTH is missing before CONTENT".into()),
        Header { depth, .. } if *depth > MAXIMUM_DEPTH => {
            Err(format!("DEPTH is {depth}; at most {MAXIMUM_DEPTH} words are supported"))
        }
        Header { width, .. } if *width > MAXIMUM_WIDTH => {
            Err(format!("WIDTH is {width}; at most {MAXIMUM_WIDTH} bits are supported"))
        }
        _ => Ok(()),
    }
}

impl Header {
    /// Takes a line such as `WIDTH = 8`.
    fn set(&mut self, piece: &str) -> Result<(), String> {
        let (key, value) =
            piece.split_once('=').ok_or_else(|| format!("expected KEY = VALUE, not `{piece}`"))?;
        let (key, value) = (key.trim(), value.trim());
        let number = || value.parse().map_err(|_| format!("{key} is `{value}`, not a number"));
        match key.to_ascii_uppercase().as_str() {
            "DEPTH" => self.depth = number()?,
            "WIDTH" => {
                self.width = number()?.try_into().map_err(|_| format!("WIDTH is {value}"))?;
            }
            "ADDRESS_RADIX" => self.addresses = value.parse()?,
            "DATA_RADIX" => self.data = value.parse()?,
            _ => return Err(format!("`{key}` is not a key of such a file")),
        }
        Ok(())
    }

    /// Converts `ADDRESS : WORDS`, or `[FIRST..LAST] : WORDS`, which are repeated.
    fn convert(&self, entry: &str, contents: &mut Contents) -> Result<(), String> {
        let (place, words) = entry
            .split_once(':')
            .ok_or_else(|| format!("expected ADDRESS : DATA, not `{entry}`"))?;
        let words: Vec<Value> = words
            .split_whitespace()
            .map(|word| self.data.number(word, self.width))
            .collect::<Result<_, _>>()?;
        if words.is_empty() {
            return Err(format!("no data after `{}:`", place.trim()));
        }
        let place = place.trim();
        let range = place.strip_prefix('[').and_then(|range| range.strip_suffix(']'));
        let (first, count) = match range {
            None => (self.addresses.address(place, self.depth)?, words.len() as u64),
            Some(range) => {
                let (first, last) = range
                    .split_once("..")
                    .ok_or_else(|| format!("expected [FIRST..LAST], not `{place}`"))?;
                let [first, last] =
                    [first, last].map(|end| self.addresses.address(end.trim(), self.depth));
                let (first, last) = (first?, last?);
                let count = (last + 1).checked_sub(first);
                (first, count.ok_or_else(|| format!("`{place}` ends before it begins"))?)
            }
        };
        if first + count > self.depth {
            return Err(format!("more data than DEPTH, which is {}", self.depth));
        }
        let longest = words.iter().map(|word| format!(" {word:x}").len()).max().unwrap_or_default();
        contents.size += longest * count as usize;
        if contents.size > MAXIMUM_SIZE {
            return Err(format!("the contents need more than {} MiB", MAXIMUM_SIZE >> 20));
        }
        let words = words.into_iter().cycle().take(count as usize);
        contents.words.extend((first..).zip(words));
        Ok(())
    }
}

/// Replaces comments, `-- …` and `% … %`, by blanks and keeps the lines.
fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut copy = String::with_capacity(text.len());
    while let Some(start) = rest.find(['%', '-']) {
        copy.push_str(&rest[..start]);
        let comment = &rest[start..];
        let length = match comment {
            _ if comment.starts_with("--") => comment.find('\n').unwrap_or(comment.len()),
            _ if comment.starts_with('%') => {
                comment[1..].find('%').map_or(comment.len(), |end| end + 2)
            }
            _ => {
                copy.push('-');
                rest = &comment[1..];
                continue;
            }
        };
        copy.extend(comment[..length].chars().filter(|one| *one == '\n'));
        rest = &comment[length..];
    }
    copy + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Result<String, String> {
        converted(text).map_err(|Fault { line, problem }| format!("{line}: {problem}"))
    }

    #[test]
    fn a_mif_file_has_words_ranges_and_comments() {
        let text = "-- a picture\nDEPTH = 16; % words %\nwidth=8;\nADDRESS_RADIX = DEC;\nDATA_RADIX = BIN;\n\
                    CONTENT BEGIN\n  0 : 1 10 11;\n  [4..7] : 101 110; -- repeated\n  12 : 11111111;\nEND;\n";
        assert_eq!(said(text), Ok("@0 1 2 3\n@4 5 6 5 6\n@c ff\n".into()));
    }

    #[test]
    fn later_words_replace_earlier_ones_and_all_are_in_order() {
        let text = "DEPTH=8;WIDTH=4;CONTENT BEGIN [4..7]:1; 0:2; [5..6]:3; 7:4; 0:5;END;";
        assert_eq!(said(text), Ok("@0 5\n@4 1 3 3 4\n".into()));
    }

    #[test]
    fn signed_words_are_in_twos_complement() {
        let text = "DEPTH=4;WIDTH=4;ADDRESS_RADIX=HEX;DATA_RADIX=DEC;CONTENT BEGIN 0:-1 7;END;";
        assert_eq!(said(text), Ok("@0 f 7\n".into()));
    }

    #[test]
    fn faults_of_a_mif_file_are_named_with_their_line() {
        let cases = [
            ("WIDTH = 4;\nCONTENT BEGIN\nEND;", "2: DEPTH is missing before CONTENT"),
            ("DEPTH = 4;\nCOLOUR = 3;", "2: `COLOUR` is not a key of such a file"),
            ("DEPTH = many;", "1: DEPTH is `many`, not a number"),
            (
                "DEPTH = 4194304; WIDTH = 65536; ADDRESS_RADIX = DEC;\nCONTENT BEGIN [0..4194303] : ffffffffffffffffffff;",
                "2: the contents need more than 64 MiB",
            ),
            (
                "DEPTH = 4194305; WIDTH = 1; CONTENT BEGIN",
                "1: DEPTH is 4194305; at most 4194304 words are supported",
            ),
            (
                "DEPTH = 4; WIDTH = 65537; CONTENT BEGIN",
                "1: WIDTH is 65537; at most 65536 bits are supported",
            ),
            ("DATA_RADIX = ROMAN;", "1: `ROMAN` is not a radix: use BIN, OCT, UNS, DEC or HEX"),
        ];
        let contents = [
            ("4 : 1;\nEND;", "2: address 4 is not below DEPTH, which is 4"),
            ("0 : 1;\n1 : 1f;\nEND;", "3: `1f` has more than 4 bits"),
            ("0 : x;\nEND;", "2: `x` is not a number in base 16"),
            ("2 : 1 2 3;\nEND;", "2: more data than DEPTH, which is 4"),
            ("[3..1] : 1;\nEND;", "2: `[3..1]` ends before it begins"),
            ("0 : 1;\n", "2: END is missing"),
            ("", "1: END is missing"),
        ];
        let header = "DEPTH = 4; WIDTH = 4; CONTENT BEGIN\n";
        let contents = contents.map(|(text, fault)| (format!("{header}{text}"), fault));
        let cases = cases.map(|(text, fault)| (text.to_string(), fault));
        for (text, fault) in cases.into_iter().chain(contents) {
            assert_eq!(said(&text), Err(fault.into()), "{text}");
        }
    }
}
