//! Splits the output of a program into lines.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line in bytes; longer ones are split.
const LONGEST_LINE: usize = 16 * 1024;

/// Passes the bytes and their lines to `take` as they arrive, until the end or until `take` returns
/// false. A carriage return also ends a line: progress bars end with it.
pub(super) fn read_lines(
    source: impl Read,
    mut take: impl FnMut(&[u8], Vec<String>) -> bool,
) -> io::Result<()> {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        let bytes = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?.to_vec(),
        };
        source.consume(bytes.len());
        let mut lines = Vec::new();
        for byte in &bytes {
            if matches!(byte, b'\n' | b'\r') || line.len() == LONGEST_LINE {
                push(&mut line, &mut lines);
            }
            if !matches!(byte, b'\n' | b'\r') {
                line.push(*byte);
            }
        }
        if bytes.is_empty() {
            push(&mut line, &mut lines);
        }
        if !take(&bytes, lines) || bytes.is_empty() {
            return Ok(());
        }
    }
}

/// Ends a line; drops it if it is empty.
fn push(line: &mut Vec<u8>, lines: &mut Vec<String>) {
    let text = String::from_utf8_lossy(line).trim_end().to_string();
    line.clear();
    if !text.is_empty() {
        lines.push(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_either_character_and_the_last_needs_none() {
        let mut found = Vec::new();
        let mut kept = Vec::new();
        let text = b"one\r\n\ntwo: 10 %\rtwo: 20 %\r\nth\xffree";
        read_lines(&text[..], |bytes, lines| {
            kept.extend_from_slice(bytes);
            found.extend(lines);
            true
        })
        .expect("a slice can be read");
        assert_eq!(found, ["one", "two: 10 %", "two: 20 %", "th\u{fffd}ree"]);
        assert_eq!(kept, text);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut lengths = Vec::new();
        read_lines(io::repeat(b'x').take(40_000), |_, lines| {
            lengths.extend(lines.iter().map(String::len));
            true
        })
        .expect("it can be read");
        assert_eq!(lengths, [16_384, 16_384, 40_000 - 2 * 16_384]);
    }
}
