//! FuseSoC cores for the design and for its constraints on a board.
//!
//! FuseSoC requires a core's files at or below the core's folder. So each of the two folders has a core, and the design's core
//! depends on the board's by name. The folders may be anywhere, as long as both are in FuseSoC's library path.

use super::project::is_identifier;
use super::{Board, BoardError, Generator, Project, TextFile, tcl};

/// FuseSoC's metadata of a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Name of its core. The name of the board's core begins with it.
    pub name: String,
    /// Its version: numbers with dots between them.
    pub version: String,
    /// A description in one line.
    pub description: String,
    /// A self-checking testbench of the top: the module's name, and its file's beside the sources.
    pub testbench: String,
}

impl Package {
    /// Checks the values against the files' syntax and FuseSoC's naming rules.
    pub(super) fn check(&self) -> Result<(), BoardError> {
        for (what, name) in [("FuseSoC core", &self.name), ("testbench", &self.testbench)] {
            if !is_identifier(name) {
                return Err(BoardError::Name { what, name: name.clone() });
            }
        }
        let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        if !self.version.split('.').all(is_number) {
            return Err(BoardError::Version { version: self.version.clone() });
        }
        if !tcl::is_comment(&self.description) || self.description.contains(['"', '\n']) {
            return Err(BoardError::Description { description: self.description.clone() });
        }
        Ok(())
    }

    /// Name and version of the design's core. Vendor and library, before the colons, are left empty.
    fn core(&self) -> String {
        format!("::{}:{}", self.name, self.version)
    }

    /// Name of the core with a board's constraints, without its version.
    fn board_core(&self, board: &Board) -> String {
        format!("{}_{}", self.name, board.file_stem)
    }
}

/// The core of the design: sources, testbench and targets.
pub(super) fn design_core(board: &Board, project: &Project) -> TextFile {
    let Project { top, package, sources, .. } = project;
    let Board { name: board_name, file_stem: board_target, family, device, .. } = *board;
    let Package { name, version, description, testbench } = package;
    let file_name = format!("{name}.core");
    let head = head(project.generator, &file_name, &format!("FuseSoC core of {top}."));
    let core = package.core();
    let board_core = package.board_core(board);
    let sources = list(sources);
    let text = format!(
        "\
{head}# Only the target {board_target} needs the folder with {board_core}.core.

name: \"{core}\"
description: \"{description}\"

filesets:
  # In compile order.
  rtl:
    files:
{sources}    file_type: systemVerilogSource

  testbench:
    files:
      - {testbench}.sv
    file_type: systemVerilogSource

  {board_target}:
    depend:
      - \"::{board_core}:{version}\"

targets:
  default:
    filesets: [rtl]
    toplevel: {top}

  lint:
    description: \"Verilator with all warnings\"
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
    filesets: [rtl]
    toplevel: {top}

  sim:
    description: \"The testbench on Icarus Verilog\"
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2012]
    filesets: [rtl, testbench]
    toplevel: {testbench}

  {board_target}:
    description: \"Quartus, for the {board_name}\"
    default_tool: quartus
    tools:
      quartus:
        family: {family}
        device: {device}
    filesets: [rtl, {board_target}]
    toplevel: {top}
"
    );
    TextFile { name: file_name, text }
}

/// The core of the constraints: pins, clocks and Quartus settings.
pub(super) fn constraints_core(board: &Board, project: &Project) -> TextFile {
    let Project { top, pins, package, .. } = project;
    let Board { name: board_name, file_stem, .. } = *board;
    let Package { name, version, .. } = package;
    let board_core = package.board_core(board);
    let file_name = format!("{board_core}.core");
    let head =
        head(project.generator, &file_name, &format!("Constraints of {top} on the {board_name}."));
    let text = format!(
        "\
{head}# The target {file_stem} of {name}.core depends on it.

name: \"::{board_core}:{version}\"
description: \"Pins, timing constraints and Quartus settings of {top} on the {board_name}\"

filesets:
  # Clocks before the constraints that refer to them.
  constraints:
    files:
      - {pins}.qsf: {{file_type: tclSource}}
      - {top}_quartus.qsf: {{file_type: tclSource}}
      - {top}.sdc: {{file_type: SDC}}
      - {top}_quartus.sdc: {{file_type: SDC}}

targets:
  default:
    filesets: [constraints]
"
    );
    TextFile { name: file_name, text }
}

/// FuseSoC recognises core files by their first line; the comment follows it.
fn head(generator: Generator, name: &str, what: &str) -> String {
    format!("CAPI=2:\n{}", tcl::header(generator, name, what))
}

/// File names as the items of a list.
fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("      - {}\n", scalar(name))).collect()
}

/// A file name in YAML, quoted unless it is plain. It has no quotes or backslashes: that was checked before.
fn scalar(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./+-".contains(c);
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_plain) {
        name.to_owned()
    } else {
        format!("\"{name}\"")
    }
}
