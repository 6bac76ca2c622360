//! Models of Intel's blocks, for designs that contain them without declaring them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use super::{ForeignError, memory_file};
use rust_hdl_rtl::{VerilogTokenKind, verilog_tokens};
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

/// The folder of the models, as messages begin.
pub(super) const FOLDER: &str = "intel/";

/// The file with the models of PLLs.
pub(super) const PLL: &str = "intel/pll.v";

/// The file with the models of pull-ups and pull-downs, which [`sources`](super::sources) inserts,
/// and the gates that become of them.
pub(super) const PULLS: &str = "intel/pulls.v";
pub(super) const PULLS_MAP: &str = "intel/pulls_map.v";

const MODELS: [Model; 9] = [
    model!("altsyncram.v": "altsyncram"),
    model!("fifo.v": "scfifo" "dcfifo" "dcfifo_mixed_widths"),
    model!("lpm.v": "lpm_add_sub" "lpm_compare" "lpm_constant" "lpm_counter" "lpm_decode"
        "lpm_divide" "lpm_ff" "lpm_mult" "lpm_mux" "lpm_shiftreg"),
    model!("pll.v": "altpll" "altera_pll"),
    model!("altddio_out.v": "altddio_out"),
    model!("lcell.v": "lcell"),
    model!("synchronizer.v": "altera_std_synchronizer" "altera_std_synchronizer_nocut"
        "altera_std_synchronizer_bundle"),
    model!("jtag.v": "sld_virtual_jtag" "sld_virtual_jtag_basic" "alt_jtag_atlantic"),
    model!("pulls.v": "net_pull_up" "net_pull_down"),
];

/// What the models and the scripts include.
const INCLUDED: [(&str, &str); 4] = [
    ("intel/defaults.vh", include_str!("intel/defaults.vh")),
    ("intel/number.vh", include_str!("intel/number.vh")),
    ("intel/picoseconds.vh", include_str!("intel/picoseconds.vh")),
    (PULLS_MAP, include_str!("intel/pulls_map.v")),
];

/// The block that is a memory.
const MEMORY: &str = "altsyncram";

/// The file that chooses the contents of a memory by the parameter `init_file`.
const CONTENTS: &str = "intel/contents.vh";

/// The module that a memory contains whose `init_file` is not found or no plain string, and the
/// beginning of its name if it is not found.
pub(super) const NO_CONTENTS: &str = "memory_without_contents";
const MISSING: &str = "missing_file_";

/// The models that a design needs.
#[derive(Debug, Default)]
pub(super) struct Models {
    /// The models, and what they include.
    pub files: Vec<SourceFile>,
    /// The names of the files to read after the sources.
    pub units: Vec<String>,
    /// Why memories have no contents.
    pub missing: Vec<String>,
    /// The memories whose file does not exist: they are full of zeros, as in Quartus.
    pub warnings: Vec<String>,
}

/// The files with contents of memories by their names in the sources, or why there is none.
pub(super) type ContentFiles = BTreeMap<String, Result<PathBuf, ForeignError>>;

/// The names of all of Intel's blocks.
pub(super) fn blocks() -> impl Iterator<Item = &'static str> {
    MODELS.iter().filter(|model| model.name != PULLS).flat_map(|model| model.blocks).copied()
}

/// Returns the models of the blocks that sources name and do not declare.
pub(super) fn models(sources: &[SourceFile], contents: ContentFiles) -> Models {
    let (mut named, mut declared) = (BTreeSet::new(), BTreeSet::new());
    for source in sources {
        let mut before = "";
        for word in words(&source.text) {
            if before == "module" { &mut declared } else { &mut named }.insert(word);
            before = word;
        }
    }
    let is_named = |block: &&str| named.contains(block) && !declared.contains(block);
    let is_needed = |model: &&Model| model.blocks.iter().any(is_named);
    let needed: Vec<&Model> = MODELS.iter().filter(is_needed).collect();
    if needed.is_empty() {
        return Models::default();
    }
    let mut models = Models {
        files: INCLUDED.map(|(name, text)| file(name, text.into())).to_vec(),
        units: needed.iter().map(|model| model.name.to_string()).collect(),
        missing: vec![],
        warnings: vec![],
    };
    models.files.extend(needed.iter().map(|model| file(model.name, with_upper_case(model.text))));
    if needed.iter().any(|model| model.blocks.contains(&MEMORY)) {
        models.choose_contents(contents);
    }
    models
}

impl Models {
    /// Adds the files with contents of memories, and the text that chooses one of them.
    fn choose_contents(&mut self, contents: ContentFiles) {
        let mut text = String::from(
            "generate\n  if (init_file == \"UNUSED\" || init_file == \"\") begin : empty\n  end",
        );
        for (number, (name, path)) in contents.into_iter().enumerate() {
            let choice = match path.and_then(|path| memory_file::for_readmemh(&name, path)) {
                Ok(None) => continue,
                Ok(Some(words)) => {
                    let copy = format!("{FOLDER}{number}.hex");
                    let choice = format!("initial $readmemh(\"{copy}\", mem);");
                    self.files.push(file(&copy, words));
                    choice
                }
                Err(ForeignError::Missing { place, name }) => {
                    self.warnings.push(memory_file::missing(&place, &name));
                    String::new()
                }
                Err(error) => {
                    self.missing.push(error.to_string());
                    format!("{NO_CONTENTS} {MISSING}{} ();", self.missing.len() - 1)
                }
            };
            let _ = write!(
                text,
                " else if (init_file == \"{name}\") begin : contents_{number}\n    {choice}\n  end"
            );
        }
        let _ = write!(
            text,
            " else begin : unknown\n    {NO_CONTENTS} unknown ();\n  end\nendgenerate\n"
        );
        self.files.push(file(CONTENTS, text));
    }
}

fn file(name: &str, text: String) -> SourceFile {
    SourceFile { name: name.into(), text }
}

/// Why a memory has no contents, if that is what Yosys reports. `missing` is that of the
/// [`Models`].
pub(super) fn missing_contents<'m>(message: &str, missing: &'m [String]) -> Option<&'m str> {
    message.contains(NO_CONTENTS).then_some(())?;
    let Some((_, rest)) = message.split_once(MISSING) else {
        // slang names the module, not the instance.
        return missing.first().filter(|_| message.contains("unknown module")).map(String::as_str);
    };
    let number = rest.split(|character: char| !character.is_ascii_digit()).next()?;
    missing.get(number.parse::<usize>().ok()?).map(String::as_str)
}

/// The parameters of Intel's blocks have names in either case. Each gets its default from the name
/// in the other one.
fn with_upper_case(model: &str) -> String {
    let line = |line: &str| {
        let name =
            line.trim_start().strip_prefix("parameter ").and_then(|rest| rest.split(' ').next());
        let Some(name) = name else { return format!("{line}\n") };
        let upper = name.to_ascii_uppercase();
        let (_, default) = line.split_once(" = ").unwrap_or_default();
        let (default, comma) =
            default.strip_suffix(',').map_or((default, ""), |default| (default, ","));
        format!("parameter {upper} = {default}, {name} = {upper}{comma}\n")
    };
    model.lines().map(line).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = verilog_tokens(text).filter(|token| token.kind == VerilogTokenKind::Word);
    words.map(|token| token.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(text: &str) -> Vec<String> {
        models(&[SourceFile { name: "top.v".into(), text: text.into() }], ContentFiles::new()).units
    }

    #[test]
    fn a_model_is_read_if_a_source_names_one_of_its_blocks() {
        assert_eq!(needed("lpm_mult #(.lpm_widtha(4)) product (a, b, p);"), ["intel/lpm.v"]);
        assert_eq!(needed("lcell delay (.in(a), .out(b));"), ["intel/lcell.v"]);
        assert_eq!(needed("module lpm_ff; endmodule module top; lpm_ff f(); endmodule"), [""; 0]);
        assert_eq!(needed("// an altsyncram\nwire altpll_ready; $display(\"scfifo\");"), [""; 0]);
    }

    #[test]
    fn parameters_have_names_in_either_case() {
        let model = "  parameter width_a = 1,\n  parameter init_file = \"UNUSED\"\n);";
        let expected = "parameter WIDTH_A = 1, width_a = WIDTH_A,\n\
                        parameter INIT_FILE = \"UNUSED\", init_file = INIT_FILE\n);\n";
        assert_eq!(with_upper_case(model), expected);
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
}
