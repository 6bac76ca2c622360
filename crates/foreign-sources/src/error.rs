//! Errors of reading foreign sources.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::remedies;
use fpga_tools::synthesis::{NetlistError, YosysError};

/// How many names an error lists.
const LISTED: usize = 8;

/// Names for an error: the first ones, and how many more there are.
pub(super) fn list(names: impl ExactSizeIterator<Item = impl Display>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let names: Vec<String> = names.take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    names.join(", ") + &more
}

/// The first lines of an explanation, each after a line break, and how many more there are.
pub(super) fn first_lines(lines: &[String]) -> String {
    let more = lines.len().saturating_sub(LISTED);
    let shown = lines.iter().take(LISTED).map(|line| format!("\n{line}")).collect::<String>();
    if more > 0 { format!("{shown}\nand {more} more") } else { shown }
}

/// Why foreign sources cannot be read or simulated.
#[derive(Debug, Error)]
pub enum ForeignError {
    #[error("cannot read `{}`{meant}", path.display())]
    Read { path: PathBuf, meant: String, source: io::Error },
    #[error("`{}` is not a file", .0.display())]
    NotAFile(PathBuf),
    #[error("`{}` is {kind}", path.display())]
    OtherKind { path: PathBuf, kind: &'static str },
    #[error("no sources: {}", remedies::SOURCES)]
    NoSources,
    #[error("`{}` has no project and no Verilog files{instead}", folder.display())]
    EmptyFolder { folder: PathBuf, instead: String },
    #[error("`{}` has more than {limit} files: name the folder of the design", folder.display())]
    LargeFolder { folder: PathBuf, limit: usize },
    #[error("there are several projects: {names}; {}", remedies::ONE_PROJECT)]
    SeveralProjects { names: String },
    #[error("{place}: `{name}` is outside the folder of the project: {}", remedies::INCLUDE_ABOVE)]
    OutsideProject { place: String, name: String },
    #[error("no file declares the top module `{top}`{choice}")]
    NoTop { top: String, choice: String },
    #[error(
        "several modules are in no other one: {names}; choose the top module with {}",
        remedies::TOP
    )]
    SeveralTops { names: String },
    #[error("module `{module}` is declared differently in {places}: {}", remedies::ONE_DESIGN)]
    DeclaredTwice { module: String, places: String },
    #[error(
        "module `{module}` is in `{}`, but only Verilog and SystemVerilog are supported: {}",
        file.display(), conversion(file, module)
    )]
    OtherLanguage { module: String, file: PathBuf },
    #[error(
        "no port of the top module `{top}` belongs to the board: rename its ports to those of the DE1-SoC, such as CLOCK_50 \
         and LEDR, name a project that assigns pins, or choose another module with {}",
        remedies::TOP
    )]
    NoBoardPorts { top: String },
    #[error("`{0}` is not the name of a module: it has letters, digits, _ and $")]
    ModuleName(String),
    #[error(
        "`{0}` does not define a macro: write it as NAME or NAME=VALUE, such as WIDTH=4 or COLOUR=8'h3c"
    )]
    Definition(String),
    #[error(
        "`{0}` does not set a parameter: write it as NAME=NUMBER, such as CLOCKS_PER_TICK=1000 or OFFSET=8'hfb"
    )]
    Parameter(String),
    #[error("--parameter sets a parameter of the top module: name it with --top")]
    ParameterWithoutTop,
    #[error("the sources are larger than {} MiB together", limit / 1024 / 1024)]
    TooMuchText { limit: u64 },
    #[error(
        "the name of `{}` has a character that Yosys's scripts cannot contain: use letters, digits, spaces and -_.+()&@=",
        .0.display()
    )]
    Name(PathBuf),
    #[error(
        "{place}: the file name after {directive} has to be a plain string, such as \"{example}\"{}",
        if *is_source { "" } else { ", the name of a parameter, or a macro that the file defines once" }
    )]
    Computed { place: String, directive: String, example: &'static str, is_source: bool },
    #[error(
        "{place}: the file name {name} after {directive} has a backslash: write {}",
        name.replace('\\', "/")
    )]
    Backslash { place: String, directive: String, name: String },
    #[error("{place}: `{name}` is not below the folder of the sources; {}", remedies::INCLUDE)]
    Outside { place: String, name: String },
    #[error("{place}: there is no file `{name}` beside the source{}", remedies::IN_INCLUDED)]
    Missing { place: String, name: String },
    #[error(
        "{place}: a macro with arguments, although $readmemh has a parameter as its file name in {reader}: remove the macro's arguments, or write the file name as a string"
    )]
    MacroWithArguments { place: String, reader: String },
    #[error("PLL `{name}`: {problem}")]
    Pll { name: String, problem: &'static str },
    #[error("{0}\nA memory is initialised with it.")]
    MissingContents(String),
    #[error(
        "{place}: `{name}` is another file here than for another source; give them different names"
    )]
    AmbiguousContents { place: String, name: String },
    #[error("{}:{line}: {problem}", path.display())]
    Contents { path: PathBuf, line: usize, problem: String },
    #[error("{place}: tokens that are joined with `` are not supported")]
    JoinedTokens { place: String },
    #[error(
        "{place}: possible file access in `{text}`: write `include or $readmemh by itself, with a plain file name"
    )]
    Word { place: String, text: String },
    #[error("{place}: contains a control character; only text files are accepted")]
    Control { place: String },
    #[error("{place}: functions in other languages (DPI) are not supported")]
    ForeignCode { place: String },
    #[error(
        "{place}: {construct}, which {reader} misreads: {why}\nInstead, {remedy}{}",
        if *is_tried_by_slang { "" } else { remedies::OR_SLANG }
    )]
    Misread {
        place: String,
        construct: &'static str,
        reader: &'static str,
        why: &'static str,
        remedy: &'static str,
        /// Whether slang misreads or rejects it, too.
        is_tried_by_slang: bool,
    },
    #[error("Yosys {version} has no slang{}", remedies::SLANG)]
    NoSlang { version: String },
    #[error("{message}\n{remedy}")]
    Rejected { message: String, remedy: String },
    #[error(
        "several drivers of {}: drive each from one process, assignment or instance, as Quartus requires",
        quoted(nets)
    )]
    SeveralDrivers { nets: Vec<String> },
    #[error("Yosys needs more than 4 GiB for the design")]
    OutOfMemory,
    #[error(
        "memory `{name}` of {words} words of {width} bits is too large to be simulated: all memories may have {} MiB together",
        limit / 1024 / 1024
    )]
    LargeMemory { name: String, words: u64, width: u32, limit: u64 },
    #[error("the design has more than {limit} gates, which is the limit")]
    TooLarge { limit: usize },
    #[error("interrupted")]
    Interrupted,
    #[error(
        "the design does not settle: its clocks or latches oscillate after a change of its inputs"
    )]
    Oscillation,
    #[error("cannot prepare a folder for Yosys")]
    Folder(#[from] io::Error),
    #[error(transparent)]
    Yosys(#[from] YosysError),
    #[error(transparent)]
    Netlist(#[from] NetlistError),
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// What makes Verilog of a file in another language.
fn conversion(file: &Path, module: &str) -> String {
    let extension = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match &extension[..] {
        "qxp" | "vqm" | "edf" | "edif" => {
            format!("the file is a netlist for Quartus, so name a source with module `{module}`")
        }
        _ => format!(
            "convert VHDL with GHDL, `ghdl synth --out=verilog FILE -e {module} > {module}.v`, and schematics with Quartus"
        ),
    }
}
