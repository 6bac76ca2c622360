//! Black boxes: modules that their author supplies as Verilog text. They are copied unchanged,
//! below a comment that says so.

use rust_hdl_rtl::{BlackBox, Core};

use super::context::Context;
use super::{Options, Unit, comment, module};

const NOTE: &str =
    "Black box: the Verilog below was supplied as text and copied unchanged. It was not checked.";

/// Prints a module that only black boxes instantiate, ending in a newline.
pub(super) fn core(core: &Core, options: &Options) -> String {
    let mut lines = comment::documentation(
        &(options.header)(&Unit { name: &core.name, source: None }),
        options.line_length,
    );
    lines.extend(note(&lines, options.line_length));
    lines.extend(trimmed(&core.text));
    lines.join("\n") + "\n"
}

/// Prints a black box below the lines that are there: a header and documentation.
pub(super) fn lines(black_box: &BlackBox, above: &[String], file: Context) -> Vec<String> {
    let mut lines = note(above, file.limit());
    match black_box {
        BlackBox::Module(text) => lines.extend(trimmed(text)),
        BlackBox::Body(text) => {
            lines.extend(module::ports(file));
            lines.push(String::new());
            lines.extend(trimmed(text));
            lines.extend([String::new(), "endmodule".to_string()]);
        }
    }
    lines
}

fn note(above: &[String], limit: usize) -> Vec<String> {
    let separator = if above.is_empty() { vec![] } else { vec!["//".to_string()] };
    [separator, comment::documentation(NOTE, limit)].concat()
}

/// The lines of a text, without leading and trailing empty lines.
fn trimmed(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let Some(first) = lines.iter().position(|line| !line.is_empty()) else {
        return vec![];
    };
    let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(first);
    lines[first..=last].iter().map(|line| line.to_string()).collect()
}
