//! The files that a Verilog text reads: `` `include `` and `$readmemh`.
//!
//! The file names have to be plain strings, so that this scan sees what Yosys will see.

use super::ForeignError;
use rust_hdl_rtl::{VerilogToken, VerilogTokenKind, verilog_tokens};

/// A file that a text reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// Its name in the text.
    pub file: String,
    /// Where: `lab.sv:12`.
    pub place: String,
    /// Whether it is Verilog, not data.
    pub is_source: bool,
}

/// What makes Yosys read another file. No text of another kind may contain them.
const INCLUDE: &str = "`include";
const READ_MEMORY: &str = "$readmem";

/// The copy of a text for Yosys, and the files that it reads. `name` is the name of the text, for
/// messages.
///
/// The copy has no carriage returns, and no comments with [`INCLUDE`] or [`READ_MEMORY`]: every
/// other place with one of them has to be a directive with a plain file name. So it does not
/// matter whether Yosys splits the text into the same tokens.
///
/// # Errors
///
/// [`ForeignError::Computed`], [`ForeignError::JoinedTokens`], [`ForeignError::ForeignCode`],
/// [`ForeignError::Control`]
pub(super) fn copy(text: &str, name: &str) -> Result<(String, Vec<Directive>), ForeignError> {
    let text = text.replace('\r', "");
    let is_control = |character: char| character.is_control() && !"\n\t\x0c".contains(character);
    if let Some(index) = text.find(is_control) {
        let line = text[..index].matches('\n').count() + 1;
        return Err(ForeignError::Control { place: format!("{name}:{line}") });
    }
    let mut copy = String::with_capacity(text.len());
    let mut found = Vec::new();
    let mut tokens = verilog_tokens(&text).peekable();
    // How much of the text is copied, and the word before the token.
    let (mut end, mut line, mut before) = (0, 1, "");
    while let Some(token) = tokens.next() {
        let blanks = &text[end..token.start];
        line += blanks.matches('\n').count();
        let place = format!("{name}:{line}");
        let reads = may_read(token.text);
        copy.push_str(blanks);
        end = token.end();
        line += token.text.matches('\n').count();
        if token.kind == VerilogTokenKind::Comment {
            let kept = |one| if reads && one != '\n' { ' ' } else { one };
            copy.extend(token.text.chars().map(kept));
            continue;
        }
        copy.push_str(token.text);
        if token.text == "``" {
            return Err(ForeignError::JoinedTokens { place });
        }
        if token.text.starts_with("\"DPI") && ["import", "export"].contains(&before) {
            return Err(ForeignError::ForeignCode { place });
        }
        before = token.text;
        if !reads {
            continue;
        }
        let (directive, is_source) = match token.text {
            "`include" => ("`include", true),
            task @ ("$readmemh" | "$readmemb") => (task, false),
            // A string that names a file with such a word was taken with its directive.
            _ => return Err(ForeignError::Word { place, text: token.text.to_string() }),
        };
        let example = if is_source { "cards.svh" } else { "rom.hex" };
        let computed = || ForeignError::Computed {
            place: place.clone(),
            directive: directive.into(),
            example,
        };
        let mut expect = |is_expected: &dyn Fn(VerilogToken) -> bool| {
            let token = tokens.next_if(|token| is_expected(*token)).ok_or_else(computed)?;
            let copied = &text[end..token.end()];
            copy.push_str(copied);
            end = token.end();
            line += copied.matches('\n').count();
            Ok::<_, ForeignError>(token.text)
        };
        if !is_source {
            expect(&|token| token.text == "(")?;
        }
        let is_plain = |token: VerilogToken| {
            token.kind == VerilogTokenKind::String && !token.text.contains('\\')
        };
        let file = expect(&is_plain)?.trim_matches('"').to_string();
        if !is_source {
            expect(&|token| token.text == ",")?;
        }
        found.push(Directive { file, place, is_source });
    }
    Ok((copy, found))
}

/// Whether a piece of text makes Yosys read a file, or could do so if a macro appended to it:
/// `$read` and `memh` become `$readmemh`. Yosys does not join directives.
fn may_read(text: &str) -> bool {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let includes = |rest: &str| !rest.starts_with(is_word);
    let is_beginning = |rest: &str| {
        let end = rest[1..].find(|next: char| !is_word(next)).map_or(rest.len(), |end| end + 1);
        rest.starts_with(READ_MEMORY) || READ_MEMORY.starts_with(&rest[..end])
    };
    text.split(INCLUDE).skip(1).any(includes)
        || text.match_indices('$').any(|(start, _)| is_beginning(&text[start..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Vec<(String, String, bool)>, String> {
        let (_, directives) = copy(text, "lab.sv").map_err(|error| error.to_string())?;
        let parts = |directive: Directive| (directive.file, directive.place, directive.is_source);
        Ok(directives.into_iter().map(parts).collect())
    }

    #[test]
    fn files_are_found_outside_comments_and_strings() {
        let text = "// `include \"a\"\n/* `include \"b\"\n*/ `include \"cards.svh\"\n\
                    initial $display(\"hello\");\ninitial $readmemh ( \"rom.hex\", rom);";
        let expected = [("cards.svh", "lab.sv:3", true), ("rom.hex", "lab.sv:5", false)];
        let expected = expected.map(|(file, place, kind)| (file.into(), place.into(), kind));
        assert_eq!(found(text), Ok(expected.to_vec()));
    }

    #[test]
    fn names_may_contain_the_words_of_directives() {
        for text in [
            "wire card_included = include;",
            "reg readmemh_done, \\readmem+ ;",
            "`ifdef included\n`include_guard",
            "$display(\"$5: no `includes\");",
        ] {
            assert_eq!(found(text), Ok(vec![]), "{text}");
        }
    }

    #[test]
    fn what_the_scan_cannot_follow_is_refused() {
        let cases = [
            (
                "`define INC `include\n`INC \"/etc/passwd\"",
                "lab.sv:1: the file name after `include ",
            ),
            ("`include `FILE", "lab.sv:1: the file name after `include "),
            ("`include <cards.svh>", "lab.sv:1: the file name after `include "),
            ("\n$readmemh(FILE, rom);", "lab.sv:2: the file name after $readmemh "),
            ("$readmemb(\"\\057etc\", rom);", "lab.sv:1: the file name after $readmemb "),
            (
                "\n$readmemh(\"rom.hex\" != 0 ? \"/tmp/x\" : \"y\", rom);",
                "lab.sv:2: the file name after $readmemh ",
            ),
            (
                "initial #1$readmemh(\"/tmp/x\", rom);",
                "lab.sv:1: possible file access in `1$readmemh`",
            ),
            ("x = \"`include\";", "lab.sv:1: possible file access in `\"`include\"`"),
            ("\\$readmemh (\"x\", m);", "lab.sv:1: possible file access in `\\$readmemh`"),
            // Macros whose texts become one word.
            ("`define A $read\n`define B memh", "lab.sv:1: possible file access in `$read`"),
            ("initial $`X (\"/tmp/x\", rom);", "lab.sv:1: possible file access in `$`"),
            ("$readm`F(emh)", "lab.sv:1: possible file access in `$readm`"),
            ("module m;\n\u{1}endmodule", "lab.sv:2: contains a control character"),
            ("`define J(a, b) a``b", "lab.sv:1: tokens that are joined"),
            (
                "import \"DPI-C\" function int system(string s);",
                "lab.sv:1: functions in other languages",
            ),
        ];
        for (text, message) in cases {
            let error = found(text).expect_err(text);
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn an_escaped_name_may_contain_a_quotation_mark() {
        let expected = [("x.svh".into(), "lab.sv:1".into(), true)];
        assert_eq!(found("wire \\a\" ; `include \"x.svh\""), Ok(expected.to_vec()));
    }

    #[test]
    fn a_copy_keeps_its_lines_and_most_comments() {
        let text = "a // keep\r\n/* `include\n \"x\" */ b // $readmemh\nc \"// no comment\"";
        let (copy, _) = copy(text, "lab.sv").expect("a copy");
        let lines: Vec<&str> = copy.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["a // keep", "", "        b", "c \"// no comment\""]);
        // Carriage returns join what they are inside of, as in Yosys.
        let error = found("`inc\rlude `FILE").expect_err("an error");
        assert!(error.contains("`include"), "{error}");
    }
}
