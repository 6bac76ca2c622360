//! Black boxes: modules that their author supplies as Verilog text. They are copied unchanged, below a comment that says so.

use rust_hdl_rtl::BlackBox;

/// The comment above the module.
pub(super) const NOTE: &str =
    "Black box: the Verilog below was supplied as text and copied unchanged. It was not checked.";

/// The text between the ports and `endmodule`, or the whole module, without leading and trailing empty lines.
pub(super) fn text(black_box: &BlackBox) -> Vec<String> {
    match black_box {
        BlackBox::Body { text, .. } | BlackBox::Module(text) => trimmed(text),
    }
}

/// The supplied modules that follow it.
pub(super) fn cores(black_box: &BlackBox) -> Vec<String> {
    match black_box {
        BlackBox::Body { cores, .. } => trimmed(cores),
        BlackBox::Module(_) => vec![],
    }
}

fn trimmed(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let Some(first) = lines.iter().position(|line| !line.is_empty()) else {
        return vec![];
    };
    let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(first);
    lines[first..=last].iter().map(|line| line.to_string()).collect()
}
