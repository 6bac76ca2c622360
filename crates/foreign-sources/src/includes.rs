//! The files that a Verilog text reads: `` `include `` and `$readmemh`.
//!
//! The file names have to be plain strings, so that this scan sees what Yosys will see. Only
//! `$readmemh` may have a parameter instead. Its value is known when Yosys elaborates the design; a
//! suffix that the copy appends to it confines it to the files that get this suffix, too.

use super::ForeignError;
use super::sources::line_number;
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

/// A text for Yosys.
#[derive(Debug)]
pub(super) struct Copy {
    pub text: String,
    pub directives: Vec<Directive>,
    /// The first place with a parameter as the name of a file.
    pub parameter: Option<String>,
}

/// What makes Yosys read another file. No text of another kind may contain them.
const INCLUDE: &str = "`include";
const READ_MEMORY: &str = "$readmem";

/// What the copies append to the names of files that are parameters. Only files that are meant to
/// be read have it.
pub(super) const SUFFIX: &str = ".of-sources";

/// The copy of a text for Yosys, the files that it reads, and where it reads files whose names are
/// parameters. `name` is the name of the text, for messages.
///
/// The copy has no carriage returns, and no comments with [`INCLUDE`] or [`READ_MEMORY`]: every
/// other place with one of them has to be a directive with a plain file name. So it does not
/// matter whether Yosys splits the text into the same tokens. After a parameter as a name the copy
/// has the suffix; [`macro_with_arguments`] finds what could replace the parameter by other text.
///
/// # Errors
///
/// [`ForeignError::Computed`], [`ForeignError::Backslash`], [`ForeignError::JoinedTokens`],
/// [`ForeignError::ForeignCode`], [`ForeignError::Control`]
pub(super) fn copy(text: &str, name: &str) -> Result<Copy, ForeignError> {
    let text = text.replace('\r', "");
    let is_control = |character: char| character.is_control() && !"\n\t\x0c".contains(character);
    if let Some(index) = text.find(is_control) {
        let place = format!("{name}:{}", line_number(&text, index));
        return Err(ForeignError::Control { place });
    }
    let mut copy = String::with_capacity(text.len());
    let (mut found, mut parameter) = (Vec::new(), None);
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
        if token.text == "`" {
            // Of an escaped directive.
            return Err(ForeignError::Word { place, text: "`".into() });
        }
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
            is_source,
        };
        let mut expect = |is_expected: &dyn Fn(VerilogToken) -> bool| {
            let token = tokens.next_if(|token| is_expected(*token)).ok_or_else(computed)?;
            copy.push_str(&text[end..token.start]);
            copy.push_str(&match string_of_macro(&text, token) {
                Some(string) => string.to_string(),
                None if token.kind == VerilogTokenKind::Word => {
                    format!("{{{},\"{SUFFIX}\"}}", token.text)
                }
                None => token.text.to_string(),
            });
            line += text[end..token.end()].matches('\n').count();
            end = token.end();
            Ok::<_, ForeignError>(token)
        };
        if !is_source {
            expect(&|token| token.text == "(")?;
        }
        let is_name = |token: VerilogToken| match token.kind {
            VerilogTokenKind::String => true,
            _ if is_source => false,
            _ => is_identifier(token.text) || string_of_macro(&text, token).is_some(),
        };
        let file = expect(&is_name)?;
        if file.kind == VerilogTokenKind::String && file.text.contains('\\') {
            let (directive, name) = (directive.into(), file.text.into());
            let backslash = || ForeignError::Backslash { place: place.clone(), directive, name };
            return Err(if is_path(file.text) { backslash() } else { computed() });
        }
        let string = match file.kind {
            VerilogTokenKind::String => Some(file.text),
            _ => string_of_macro(&text, file),
        };
        if !is_source {
            expect(&|token| token.text == ",")?;
        }
        if let Some(string) = string {
            let file = string.trim_matches('"').to_string();
            found.push(Directive { file, place, is_source });
        } else {
            parameter.get_or_insert(place);
        }
    }
    Ok(Copy { text: copy, directives: found, parameter })
}

/// Whether the backslashes of a string are those of a path of Windows, not of other characters.
fn is_path(string: &str) -> bool {
    let is_name =
        |rest: &str| rest.starts_with(|one: char| one.is_ascii_alphabetic() || one == '_');
    string.split('\\').skip(1).all(is_name)
}

/// The string that a macro stands for, if the text defines it once, before its use and always.
fn string_of_macro<'t>(text: &'t str, used: VerilogToken) -> Option<&'t str> {
    let name = used.text.strip_prefix('`')?;
    let mut tokens = verilog_tokens(text).filter(|token| token.kind != VerilogTokenKind::Comment);
    let (mut depth, mut string) = (0_usize, None);
    while let Some(token) = tokens.next() {
        match token.text {
            "`ifdef" | "`ifndef" => depth += 1,
            "`endif" => depth = depth.saturating_sub(1),
            "`include" if string.is_some() && token.start < used.start => return None,
            "`define" | "`undef" if tokens.next()?.text == name => {
                let value = tokens.next()?;
                let line = &text[token.start..value.end()];
                let is_string = value.kind == VerilogTokenKind::String && !line.contains('\n');
                let is_safe = token.text == "`define" && !value.text.contains('\\');
                if string.is_some()
                    || depth > 0
                    || !is_string
                    || !is_safe
                    || token.start > used.start
                {
                    return None;
                }
                let rest = text[value.end()..].lines().next().unwrap_or_default().trim_start();
                string = Some(value.text).filter(|_| rest.is_empty() || rest.starts_with("//"));
                string?;
            }
            _ => {}
        }
    }
    string
}

fn is_identifier(text: &str) -> bool {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.chars().all(is_word) && text.starts_with(|first: char| !first.is_ascii_digit())
}

/// The strings of a text, without their quotation marks, and their lines.
pub(super) fn strings(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let strings = verilog_tokens(text).filter(|token| token.kind == VerilogTokenKind::String);
    let (mut line, mut end) = (1, 0);
    let strings = strings.map(move |token| {
        line += text[end..token.start].matches('\n').count();
        end = token.start;
        (token.text.trim_matches('"'), line)
    });
    strings.filter(|(string, _)| !string.contains('\\'))
}

/// The number of the first line that may define a macro with arguments, whatever the tokens before.
pub(super) fn macro_with_arguments(text: &str) -> Option<usize> {
    let mut before = "";
    text.lines().position(|line| {
        let continues = before.trim_end().ends_with('\\');
        before = line;
        let is_plain = |definition: &str| {
            let is_word = |one: char| one.is_ascii_alphanumeric() || one == '_';
            let name = definition.trim_start_matches([' ', '\t']);
            let rest = name.trim_start_matches(is_word);
            let has_end = rest.is_empty() || rest.starts_with([' ', '\t']);
            name.len() < definition.len() && rest.len() < name.len() && has_end
        };
        match line.split_once("`define") {
            None => false,
            Some((start, rest)) => {
                continues || !start.trim().is_empty() || rest.contains("`define") || !is_plain(rest)
            }
        }
    })
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
        let copy = copy(text, "lab.sv").map_err(|error| error.to_string())?;
        let parts = |directive: Directive| (directive.file, directive.place, directive.is_source);
        Ok(copy.directives.into_iter().map(parts).collect())
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
            (
                "`include \"..\\inc\\cards.svh\"",
                "lab.sv:1: the file name \"..\\inc\\cards.svh\" after `include has a backslash: write \"../inc/cards.svh\"",
            ),
            (
                "\n$readmemh(\"mem\\rom.hex\", rom);",
                "lab.sv:2: the file name \"mem\\rom.hex\" after $readmemh has a backslash: write \"mem/rom.hex\"",
            ),
            ("`include <cards.svh>", "lab.sv:1: the file name after `include "),
            ("\n$readmemh({FILE}, rom);", "lab.sv:2: the file name after $readmemh "),
            ("\n$readmemh(`FILE, rom);", "lab.sv:2: the file name after $readmemh "),
            ("\n$readmemh(FILE + 1, rom);", "lab.sv:2: the file name after $readmemh "),
            ("`\\include \"/tmp/x\"", "lab.sv:1: possible file access in ```"),
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
    fn a_parameter_as_a_file_name_gets_a_suffix() {
        let copy = copy("\n$readmemh ( FILE\n, rom);", "lab.sv").expect("a copy");
        assert_eq!(copy.text, "\n$readmemh ( {FILE,\".of-sources\"}\n, rom);");
        assert_eq!(copy.parameter.as_deref(), Some("lab.sv:2"));
        assert_eq!(copy.directives, []);
        let found: Vec<(&str, usize)> =
            strings("F = \"rom.hex\"; // \"x\"\n \"\\057\" \"a.mif\"").collect();
        assert_eq!(found, [("rom.hex", 1), ("a.mif", 2)]);
    }

    #[test]
    fn a_macro_as_a_file_name_is_replaced_if_it_is_one_string() {
        let read = "$readmemb(`FILE, rom);";
        let define = "// `define FILE \"x\"\n`define FILE \"a.arm\" // data\n";
        let copied = copy(&format!("{define}{read}"), "lab.sv").expect("a copy");
        assert_eq!(copied.text, format!("{define}$readmemb(\"a.arm\", rom);"));
        assert_eq!(copied.directives[0].file, "a.arm");
        for text in [
            read.to_string(),
            format!("{read}\n{define}"),
            format!("{define}{define}{read}"),
            format!("{define}`undef FILE\n{read}"),
            format!("`ifdef A\n{define}`endif\n{read}"),
            format!("`define FILE \"a\" \"b\"\n{read}"),
            format!("`define FILE a\n{read}"),
            format!("{define}`include \"b.vh\"\n{read}"),
        ] {
            assert!(matches!(copy(&text, "lab.sv"), Err(ForeignError::Computed { .. })), "{text}");
        }
    }

    #[test]
    fn macros_with_arguments_are_found() {
        for text in ["", "`define W", "  `define W\n", "a\n`define W (3)\n", "`define W\t`X\n"] {
            assert_eq!(macro_with_arguments(text), None, "{text}");
        }
        for (text, line) in [
            ("`define R(f) f", 0),
            ("\n`define D `define", 1),
            ("x `define W 3", 0),
            ("`define D \\\n`define", 1),
            ("`define\nR(f) f", 0),
            ("/* `define W 3 */", 0),
        ] {
            assert_eq!(macro_with_arguments(text), Some(line), "{text}");
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
        let copy = copy(text, "lab.sv").expect("a copy");
        let lines: Vec<&str> = copy.text.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["a // keep", "", "        b", "c \"// no comment\""]);
        // Carriage returns join what they are inside of, as in Yosys.
        let error = found("`inc\rlude `FILE").expect_err("an error");
        assert!(error.contains("`include"), "{error}");
    }
}
