//! Memories with the attribute `ram_init_file`.
//!
//! Quartus takes their contents from the file that the attribute names, in either form:
//! `(* ram_init_file = "rom.mif" *) reg [7:0] rom[0:255];` and
//! `reg [7:0] rom[0:255] /* synthesis ram_init_file = "rom.mif" */;`. Yosys and slang do not, so
//! the declaration is followed by `$readmemh`.

use rust_hdl_rtl::{VerilogToken, VerilogTokenKind, verilog_tokens};

const ATTRIBUTE: &str = "ram_init_file";

/// A memory, and the file with its contents.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Initialised<'t> {
    pub memory: &'t str,
    pub file: &'t str,
    /// Where in the text its declaration ends.
    pub end: usize,
}

impl Initialised<'_> {
    /// The number of the line in which the declaration ends.
    pub fn line(&self, text: &str) -> usize {
        super::line_number(text, self.end)
    }
}

/// The memories of a text that have the attribute.
pub(super) fn initialised(text: &str) -> Vec<Initialised<'_>> {
    let mut found = vec![];
    let (mut file, mut memory, mut depth) = (None, None, 0_usize);
    let mut tokens = verilog_tokens(text).peekable();
    while let Some(token) = tokens.next() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            ";" => {
                let both = file.take().zip(memory.take()).filter(|_| depth == 0);
                let end = token.end();
                found.extend(both.map(|(file, memory)| Initialised { memory, file, end }));
                depth = 0;
            }
            ATTRIBUTE => {
                let is_equal = tokens.next_if(|token| token.text == "=").is_some();
                file = tokens.peek().filter(|_| is_equal).and_then(string).or(file);
            }
            comment if token.kind == VerilogTokenKind::Comment => {
                file = in_comment(comment).or(file);
            }
            word if depth == 0 && is_name(&token) => {
                memory = tokens.peek().filter(|next| next.text == "[").map(|_| word).or(memory);
            }
            _ => {}
        }
    }
    found
}

/// The file that an attribute in a comment names.
fn in_comment(comment: &str) -> Option<&str> {
    let attributes = comment.strip_prefix("/*")?.strip_suffix("*/")?.trim_start();
    let (_, rest) = attributes.strip_prefix("synthesis")?.split_once(ATTRIBUTE)?;
    string(&verilog_tokens(rest.trim_start().strip_prefix('=')?).next()?)
}

fn string<'t>(token: &VerilogToken<'t>) -> Option<&'t str> {
    let is_plain = token.kind == VerilogTokenKind::String && !token.text.contains('\\');
    is_plain.then(|| token.text.trim_matches('"').trim())
}

fn is_name(token: &VerilogToken) -> bool {
    let is_type = ["reg", "logic", "bit", "signed", "unsigned"].contains(&token.text);
    token.kind == VerilogTokenKind::Word && !is_type
}

#[cfg(test)]
mod tests {
    use super::initialised;

    #[test]
    fn a_memory_may_have_the_attribute_in_either_form() {
        let cases = [
            "(* ram_init_file = \"a.mif\" *) reg [7:0] m [0:255];",
            "(* romstyle = \"M10K\", ram_init_file=\"a.mif\" *)\nlogic signed [7:0] m[256];",
            "reg [W-1:0] m [2**A-1:0] /* synthesis ram_init_file = \" a.mif\" */;",
            "(* ram_init_file = \"a.mif\" *) byte_t m[0:3]; reg [1:0] x [0:1];",
        ];
        for text in cases {
            let text = &format!("reg [1:0] y; {text}");
            let found = initialised(text);
            let [memory] = found.as_slice() else { panic!("{text}: {found:?}") };
            assert_eq!((memory.memory, memory.file), ("m", "a.mif"), "{text}");
            assert!(text[..memory.end].ends_with(';'));
        }
    }

    #[test]
    fn other_attributes_and_comments_initialise_nothing() {
        for text in [
            "(* ramstyle = \"M10K\" *) reg [7:0] m [0:255];",
            "(* ram_init_file = FILE *) reg [7:0] m [0:255];",
            "(* ram_init_file = \"a.mif\" *) reg m;",
            "// synthesis ram_init_file = \"a.mif\"\nreg [7:0] m [0:255];",
            "/* ram_init_file = \"a.mif\" */ reg [7:0] m [0:255];",
        ] {
            assert_eq!(initialised(text), [], "{text}");
        }
    }
}
