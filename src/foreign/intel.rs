//! Models of Intel's blocks, for designs that contain them without declaring them.

use std::collections::BTreeSet;
use std::fmt::Write;

use rust_hdl_rtl::{VerilogToken, VerilogTokenKind, verilog_tokens};
use rust_hdl_systemverilog::SourceFile;

/// A file with models, and the blocks in it.
struct Model {
    name: &'static str,
    text: &'static str,
    blocks: &'static [&'static str],
}

macro_rules! model {
    ($file:literal: $($block:literal)*) => {
        Model {
            name: concat!("intel/", $file),
            text: include_str!(concat!("intel/", $file)),
            blocks: &[$($block),*],
        }
    };
}

const MODELS: [Model; 5] = [
    model!("altsyncram.v": "altsyncram"),
    model!("fifo.v": "scfifo" "dcfifo"),
    model!("lpm.v": "lpm_add_sub" "lpm_compare" "lpm_constant" "lpm_counter" "lpm_divide" "lpm_ff"
        "lpm_mult" "lpm_mux" "lpm_shiftreg"),
    model!("pll.v": "altpll" "altera_pll"),
    model!("altddio_out.v": "altddio_out"),
];

/// What the models include.
const INCLUDED: [(&str, &str); 2] = [
    ("intel/defaults.vh", include_str!("intel/defaults.vh")),
    ("intel/number.vh", include_str!("intel/number.vh")),
];

/// The file that chooses the contents of a memory by the parameter `init_file`.
const CONTENTS: &str = "intel/contents.vh";

/// The module that a memory contains whose `init_file` is no plain string in a source.
pub(super) const UNKNOWN_CONTENTS: &str = "contents_of_an_unknown_file";

/// The module that a PLL contains with an output that is faster than its input.
pub(super) const FAST_CLOCK: &str = "clock_faster_than_its_source";

/// The contents of memories.
pub(super) struct Contents {
    /// The file's name in the source.
    pub name: String,
    /// For `$readmemh`.
    pub text: String,
}

/// The names of all blocks.
pub(super) fn blocks() -> impl Iterator<Item = &'static str> {
    MODELS.iter().flat_map(|model| model.blocks).copied()
}

/// Returns the models that sources need, to be read after them, and the files that these include.
pub(super) fn models(
    sources: &[SourceFile],
    contents: &[Contents],
) -> (Vec<SourceFile>, Vec<String>) {
    let words: BTreeSet<&str> = sources.iter().flat_map(|source| words(&source.text)).collect();
    let is_needed = |model: &&Model| model.blocks.iter().any(|block| words.contains(block));
    let needed: Vec<&Model> = MODELS.iter().filter(is_needed).collect();
    if needed.is_empty() {
        return (vec![], vec![]);
    }
    let file = |(name, text): (&str, &str)| SourceFile { name: name.into(), text: text.into() };
    let mut files: Vec<SourceFile> = INCLUDED.into_iter().map(file).collect();
    files.extend(needed.iter().map(|model| file((model.name, model.text))));
    let mut choice = String::from(
        "generate\n  if (init_file == \"UNUSED\" || init_file == \"\") begin : empty\n  end",
    );
    for (number, Contents { name, text }) in contents.iter().enumerate() {
        let copy = format!("intel/{number}.hex");
        let _ = write!(
            choice,
            " else if (init_file == \"{name}\") begin : contents_{number}\n    \
             initial $readmemh(\"{copy}\", mem);\n  end"
        );
        files.push(SourceFile { name: copy, text: text.clone() });
    }
    let _ = write!(
        choice,
        " else begin : unknown\n    {UNKNOWN_CONTENTS} contents ();\n  end\nendgenerate\n"
    );
    files.push(SourceFile { name: CONTENTS.into(), text: choice });
    (files, needed.iter().map(|model| model.name.to_string()).collect())
}

/// Returns the names of files with the contents of memories in a source, each with its line.
pub(super) fn names_of_contents(text: &str) -> Vec<(String, usize)> {
    let is_string = |token: &VerilogToken| token.kind == VerilogTokenKind::String;
    let strings = verilog_tokens(text).filter(is_string);
    let names = strings.map(|token| (token.text.trim_matches('"'), token.start));
    let extensions = [".mif", ".hex"];
    let is_name = |name: &str| {
        let lower = name.to_ascii_lowercase();
        extensions.iter().any(|extension| lower.ends_with(extension)) && !name.contains('\\')
    };
    let names = names.filter(|(name, _)| is_name(name));
    names.map(|(name, start)| (name.into(), text[..start].matches('\n').count() + 1)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = verilog_tokens(text).filter(|token| token.kind == VerilogTokenKind::Word);
    words.map(|token| token.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(text: &str) -> Vec<String> {
        models(&[SourceFile { name: "top.v".into(), text: text.into() }], &[]).1
    }

    #[test]
    fn a_model_is_read_if_a_source_names_one_of_its_blocks() {
        assert_eq!(needed("lpm_mult #(.lpm_widtha(4)) product (a, b, p);"), ["intel/lpm.v"]);
        assert_eq!(needed("// an altsyncram\nwire altpll_ready; $display(\"scfifo\");"), [""; 0]);
    }

    #[test]
    fn every_block_is_a_module_of_its_file() {
        for model in MODELS {
            for block in model.blocks {
                let declaration = format!("\nmodule {block} #(");
                assert!(model.text.contains(&declaration), "{block} in {}", model.name);
            }
        }
    }

    #[test]
    fn names_of_contents_are_strings_with_their_lines() {
        let text = "// \"a.mif\"\nm.init_file = \"b.mif\";\nx = \"c.MIF\" + \"d.txt\";";
        assert_eq!(names_of_contents(text), [("b.mif".into(), 2), ("c.MIF".into(), 3)]);
    }
}
