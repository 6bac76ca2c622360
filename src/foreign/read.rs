//! Runs Yosys on foreign sources.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::ForeignError;
use super::lowering::ForeignDesign;
use super::sources::SourceSet;
use crate::fpga::synthesis::{Module, Yosys, YosysError, mapping, quoted};
use crate::fpga::toolchain::ToolError;

/// The default time limit for Yosys.
pub const READ_TIMEOUT: Duration = Duration::from_secs(120);

/// The largest amount of memory for Yosys, in bytes.
const MEMORY: u64 = 4 << 30;

const NETLIST: &str = "netlist.json";

/// Reads foreign sources with Yosys.
#[derive(Clone, Debug)]
pub struct Reader {
    yosys: Yosys,
}

/// A design as Yosys elaborated it.
#[derive(Clone, Debug)]
pub struct Elaborated {
    pub design: Arc<ForeignDesign>,
    /// Yosys's warnings, without repetitions.
    pub warnings: Vec<String>,
}

impl Reader {
    /// A reader that ends Yosys after `timeout`, or when it needs more than 4 GiB.
    pub fn new(yosys: Yosys, timeout: Duration) -> Reader {
        Reader { yosys: yosys.with_timeout(timeout).with_memory(MEMORY) }
    }

    /// The version of Yosys.
    pub fn version(&self) -> &str {
        self.yosys.version()
    }

    /// Elaborates a design, of which the input ports that are `is_high` are 1 at power-up, and the
    /// others 0.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Rejected`] with Yosys's message and a remedy; those of Yosys and of the
    /// netlist.
    pub fn read(
        &self,
        sources: &SourceSet,
        is_high: impl Fn(&str) -> bool,
    ) -> Result<Elaborated, ForeignError> {
        let (netlist, warnings) = self.netlist(sources)?;
        let design = ForeignDesign::from_netlist(&netlist, is_high)?;
        Ok(Elaborated { design: Arc::new(design), warnings })
    }

    /// Elaborates a design. Returns the netlist that Yosys writes, and its warnings.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Rejected`] with Yosys's message and a remedy; those of Yosys.
    pub fn netlist(&self, sources: &SourceSet) -> Result<(String, Vec<String>), ForeignError> {
        self.run(sources, &(read(sources) + &elaboration()))
    }

    /// Maps a design to the cells of a Cyclone V, as [`Yosys::synthesise`] does with ours. Returns
    /// Yosys's warnings, too.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn synthesise(&self, sources: &SourceSet) -> Result<(Module, Vec<String>), ForeignError> {
        let script = read(sources) + &mapping(sources.top.as_deref(), NETLIST);
        let (netlist, warnings) = self.run(sources, &script)?;
        Ok((Module::read(&netlist, &Module::top(&netlist)?)?, warnings))
    }

    fn run(
        &self,
        sources: &SourceSet,
        script: &str,
    ) -> Result<(String, Vec<String>), ForeignError> {
        let ran = self.yosys.run(&sources.files, script, NETLIST);
        let ran = ran.map_err(|error| rejection(error, sources))?;
        let warnings = warnings(&ran.warnings, sources);
        Ok((ran.file, warnings))
    }
}

/// Reads the files and finds the hierarchy. Modules without a body drive nothing; Yosys would
/// leave them as cells. A latch in an `always_comb` process is not an error.
fn read(sources: &SourceSet) -> String {
    let mut read = String::from("read_verilog -sv -noblackbox");
    for define in &sources.defines {
        read.push_str(&format!(" -D{define}"));
    }
    for folder in &sources.includes {
        read.push(' ');
        read.push_str(&quoted(&format!("-I{folder}")));
    }
    for unit in &sources.units {
        read.push(' ');
        read.push_str(&quoted(unit));
    }
    let top = sources.top.as_ref().map_or("-auto-top".into(), |top| format!("-top {top}"));
    read.push_str(&format!("\nhierarchy -check {top}"));
    for parameter in &sources.parameters {
        read.push_str(&format!(" -chparam {}", parameter.replacen('=', " ", 1)));
    }
    read + "\nsetattr -unset always_comb p:*\n"
}

/// Elaborates the design and maps it to simple gates, flip-flops and latches. Nothing is moved
/// across registers, and undriven nets are 0. All nets with names are kept, for waveforms.
fn elaboration() -> String {
    let kinds = ["DFF_P", "DFFSR_PPP", "DLATCH_P", "DLATCHSR_PPP", "SR_PP"];
    let kinds: String = kinds.iter().map(|kind| format!(" -cell $_{kind}_ 01")).collect();
    format!(
        "proc -norom\n\
         flatten\n\
         setattr -set keep 1 w:\\*\n\
         tribuf -merge\n\
         opt_expr\n\
         opt_clean\n\
         check\n\
         memory -nomap\n\
         memory_map\n\
         setundef -undriven -zero\n\
         techmap\n\
         simplemap\n\
         dfflegalize{kinds}\n\
         opt_clean\n\
         write_json {NETLIST}\n"
    )
}

/// Yosys's error as one of its own, with a remedy.
fn rejection(error: YosysError, sources: &SourceSet) -> ForeignError {
    let YosysError::Tool(ToolError::Failed { report, .. }) = &error else {
        return error.into();
    };
    let Some(line) = report.last_lines.iter().find(|line| line.contains("ERROR:")) else {
        return error.into();
    };
    let message = sources.with_given_names(line);
    let known = REMEDIES.iter().find(|(part, _)| message.contains(part));
    let remedy = known.map_or(OTHER_REMEDY, |(_, remedy)| *remedy);
    ForeignError::Rejected { message: format!("Yosys: {message}"), remedy }
}

/// Parts of Yosys's messages, and what usually helps.
const REMEDIES: [(&str, &str); 8] = [
    ("is not part of the design", "Name the file with that module, too."),
    ("Can't open include file", "Name its folder with --include."),
    ("Can not open file", "A file for $readmemh has to be beside the source that reads it."),
    ("not found!", "Choose the top module with --top."),
    (
        "Multiple edge sensitive events",
        "A register needs one clock: write one `always` block for each clock edge.",
    ),
    ("object for defparam", "--parameter sets a parameter of the top module: check its name."),
    ("unknown macro", "Define it with --define NAME=VALUE."),
    (
        "syntax error",
        "Yosys reads Verilog-2005 and the common part of SystemVerilog. Interfaces, classes and testbenches are not part of it: \
         leave testbenches out, and convert the rest with sv2v.",
    ),
];

const OTHER_REMEDY: &str =
    "Yosys reads Verilog-2005 and the common part of SystemVerilog; sv2v converts the rest.";

fn warnings(printed: &str, sources: &SourceSet) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let lines = printed.lines().filter(|line| line.contains("Warning: "));
    let lines = lines.filter(|line| !line.contains("limited support for tri-state logic"));
    let lines = lines.map(|line| sources.with_given_names(&line.replace("Warning: ", "")));
    lines.filter(|line| seen.insert(line.clone())).collect()
}
