//! Intel HEX.
//!
//! Source: Intel, Hexadecimal Object File Format Specification.

use std::fmt::Write;

use super::Fault;

/// A record of an Intel HEX file with data.
struct Record<'t> {
    address: u64,
    /// Two digits a byte.
    data: &'t str,
}

/// Converts a file to what `$readmemh` reads. In Quartus's, a record is one word and its address is
/// the word's; in others, addresses count bytes, and a word is a byte.
pub(super) fn converted(text: &str) -> Result<String, Fault> {
    let mut records = Vec::new();
    let mut base = 0;
    for (line, record) in (1..).zip(text.lines()) {
        let fault = |problem: &str| Fault { line, problem: problem.into() };
        let Some(digits) = record.trim().strip_prefix(':') else {
            match record.trim() {
                "" => continue,
                _ => return Err(fault("a record begins with `:`")),
            }
        };
        let bytes =
            bytes(digits).ok_or_else(|| fault("a record has pairs of hexadecimal digits"))?;
        if bytes.len() < 5 || bytes.len() != usize::from(bytes[0]) + 5 {
            return Err(fault("the record's length is wrong"));
        }
        if bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) != 0 {
            return Err(fault("the record's checksum is wrong"));
        }
        let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        let data = &bytes[4..bytes.len() - 1];
        match bytes[3] {
            0 => {
                let address = base + number(&bytes[1..3]);
                records.push(Record { address, data: &digits[8..digits.len() - 2] });
            }
            1 => break,
            2 => base = (number(data) & 0xffff) << 4,
            4 => base = (number(data) & 0xffff) << 16,
            _ => {}
        }
    }
    let is_word = |pair: &[Record]| pair[1].address == pair[0].address + 1;
    let are_words = records.len() > 1 && records.windows(2).all(is_word);
    // Yosys stops after the last address.
    records.sort_by_key(|record| record.address);
    let mut copy = String::new();
    for Record { address, data } in records {
        let _ = write!(copy, "@{address:x}");
        let digits = if are_words { data.len().max(1) } else { 2 };
        for start in (0..data.len()).step_by(digits) {
            let _ = write!(copy, " {}", &data[start..start + digits]);
        }
        copy.push('\n');
    }
    Ok(copy)
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pair = |start| u8::from_str_radix(digits.get(start..start + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Result<String, String> {
        converted(text).map_err(|Fault { line, problem }| format!("{line}: {problem}"))
    }

    #[test]
    fn a_hex_file_has_words_of_a_record_or_of_a_byte() {
        let words = ":020000000102fb\n:020001000304f6\n:00000001FF\n";
        assert_eq!(said(words), Ok("@0 0102\n@1 0304\n".into()));
        let bytes = ":020000000102fb\n:020002000304f5\n:00000001FF\n";
        assert_eq!(said(bytes), Ok("@0 01 02\n@2 03 04\n".into()));
        let wrong = said(":020000000102fc\n");
        assert_eq!(wrong, Err("1: the record's checksum is wrong".into()));
        // The highest address that extended records can say, and more.
        let high = ":0a000004fffffffffffffffffffffc\n:01ffff00aa57\n";
        assert_eq!(said(high), Ok("@ffffffff aa\n".into()));
    }
}
