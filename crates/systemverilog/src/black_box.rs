//! Modules whose body is Verilog text from the author: printed unchanged, under a comment that says so.

use rust_hdl_rtl::BlackBox;

/// What is said above the module.
pub(super) const NOTE: &str = "Foreign: what follows was given as Verilog text. It stands here as it is, and was not checked.";

/// The text that stands between the ports and `endmodule`, without empty lines around it; of a whole module, all of it.
pub(super) fn text(black_box: &BlackBox) -> Vec<String> {
    match black_box {
        BlackBox::Body { text, .. } | BlackBox::Module(text) => trimmed(text),
    }
}

/// The modules that stand behind it.
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
