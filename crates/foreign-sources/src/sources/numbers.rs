//! Numbers whose digits begin with an underscore, such as `24'h_9E_D9_E1`, which Quartus accepts
//! and Yosys does not.

use rust_hdl_rtl::{VerilogTokenKind, verilog_tokens};

/// The text without the underscores before the first digit of a number.
pub(super) fn without_leading_underscores(text: &str) -> String {
    let (mut copy, mut end) = (String::with_capacity(text.len()), 0);
    let numbers = verilog_tokens(text).filter(|token| token.kind == VerilogTokenKind::Number);
    for number in numbers {
        // `a ? 1'b1?8'h_5A:b` has several in a token.
        for (base, _) in number.text.match_indices('\'') {
            let signed = number.text[base + 1..].trim_start_matches(['s', 'S']);
            let digits = signed.strip_prefix(['b', 'B', 'o', 'O', 'd', 'D', 'h', 'H']);
            let Some(digits) = digits.filter(|digits| digits.starts_with('_')) else { continue };
            let begin = number.end() - digits.len();
            copy += &text[end..begin];
            end = number.end() - digits.trim_start_matches('_').len();
        }
    }
    copy + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::without_leading_underscores;

    #[test]
    fn digits_begin_after_the_base() {
        let cases = [
            ("a = 24'h_9E_D9_E1 + 8'sb__1;", "a = 24'h9E_D9_E1 + 8'sb1;"),
            ("a = 8 'd_12, b = 'O_7_7;", "a = 8 'd12, b = 'O7_7;"),
            ("a = 8'hFE_01 + 8'b1_0 + 1_000 + '0 + 4'bz;", ""),
            ("// 8'h_1\n\"8'h_1\" _a b_ $_c `_d t'{_a}", ""),
            ("8'h", ""),
            ("s==1'b1?8'h_5A:8'h_00", "s==1'b1?8'h5A:8'h00"),
        ];
        for (text, expected) in cases {
            let expected = if expected.is_empty() { text } else { expected };
            assert_eq!(without_leading_underscores(text), expected);
        }
    }
}
