//! The options for other people's sources, which several commands have.

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use clap::Args;

use crate::tools::{Programs, report_slow_start};
use command_line::number::whole_number;
use command_line::{Status, usage_error};
use foreign_sources::{
    ForeignError, READ_TIMEOUT, Reader, SourceSet, Sources, macro_definition, module_name,
    parameter_value,
};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;

/// The top module of the lab's solutions.
const PREFERRED_TOP: &str = "task5";

/// The modules that it contains.
const PARTS: [&str; 2] = ["datapath", "statemachine"];

/// What to read instead of our own machines.
#[derive(Debug, Args)]
#[command(next_help_heading = "Other people's SystemVerilog")]
pub struct SourceOptions {
    /// Read these Verilog or SystemVerilog files, folders or Quartus projects (.qpf, .qsf), with
    /// Yosys
    #[arg(long, value_name = "PATH", num_args = 1..)]
    sources: Vec<PathBuf>,

    /// Read the files that LIST names, one on each line; +incdir+DIR, +define+NAME=VALUE and -f
    /// LIST are understood
    #[arg(long = "file-list", short = 'f', value_name = "LIST")]
    lists: Vec<PathBuf>,

    /// The top module [default: that of the project, else task5, else the one that no other
    /// contains]
    #[arg(long, value_name = "MODULE", value_parser = module_name)]
    top: Option<String>,

    /// Define a macro
    #[arg(long = "define", value_name = "NAME[=VALUE]", value_parser = macro_definition)]
    defines: Vec<String>,

    /// Set a parameter of the top module, such as the number by which it divides CLOCK_50
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = parameter_value)]
    parameters: Vec<String>,

    /// Look for included files in DIR, too
    #[arg(long = "include", value_name = "DIR")]
    includes: Vec<PathBuf>,
}

impl SourceOptions {
    /// Whether sources are given. Other options alone count, so that their error is about the
    /// sources.
    pub fn is_given(&self) -> bool {
        let files = !self.sources.is_empty() || !self.lists.is_empty();
        let changes = !self.defines.is_empty() || !self.parameters.is_empty();
        files || changes || self.top.is_some() || !self.includes.is_empty()
    }

    /// Checks that there are sources.
    ///
    /// # Errors
    /// None are given: a usage error.
    pub fn check_is_given(&self) -> anyhow::Result<()> {
        match self.is_given() {
            true => Ok(()),
            false => Err(usage_error("name the sources with --sources or --file-list")),
        }
    }

    /// The files. Prints what is not as in Quartus.
    ///
    /// # Errors
    /// Those of [`Sources::collect`].
    pub fn collect(&self, status: Status) -> anyhow::Result<SourceSet> {
        self.collected(self.files()?, status)
    }

    /// As [`collect`](Self::collect), for somebody's `task5`: that of a folder is judged even if a
    /// project in it has another top module, and projects name no files outside of it.
    ///
    /// # Errors
    /// Those of [`Sources::collect`].
    pub fn collect_submission(&self, status: Status) -> anyhow::Result<SourceSet> {
        self.collected(self.files_of(true)?, status)
    }

    fn collected(&self, set: SourceSet, status: Status) -> anyhow::Result<SourceSet> {
        set.warnings.iter().for_each(|warning| status.warn(warning));
        if !set.left_out.is_empty() {
            status.detail(format_args!("not needed: {}", set.left_out.join(", ")));
        }
        Ok(set)
    }

    /// The files.
    ///
    /// # Errors
    /// Those of [`Sources::collect`].
    pub fn files(&self) -> Result<SourceSet, ForeignError> {
        self.files_of(false)
    }

    fn files_of(&self, is_submission: bool) -> Result<SourceSet, ForeignError> {
        let sources = Sources {
            files: self.sources.clone(),
            lists: self.lists.clone(),
            includes: self.includes.clone(),
            defines: self.defines.clone(),
            parameters: self.parameters.clone(),
            top: self.top.clone(),
            preferred_top: Some(PREFERRED_TOP),
            parts: &PARTS,
            is_submission,
        };
        sources.collect()
    }
}

/// The options for Yosys as a reader of sources.
#[derive(Debug, Args)]
#[command(next_help_heading = "Other people's SystemVerilog")]
pub struct ReaderOptions {
    /// Stop Yosys if it takes longer than this to read the sources
    #[arg(long, value_name = "SECONDS", default_value_t = READ_TIMEOUT.as_secs() as u32, value_parser = whole_number(1u32..))]
    timeout: u32,

    #[command(flatten)]
    programs: Programs,
}

impl ReaderOptions {
    /// Returns Yosys, and the files of a design for the board.
    ///
    /// # Errors
    /// The sources have no port of the board, or Yosys is missing.
    pub fn prepare(&self, set: SourceSet, status: Status) -> anyhow::Result<(Reader, SourceSet)> {
        set.check_board_ports()?;
        let reader = self.find(status)?;
        status.detail(format_args!("Yosys {} reads {} files", reader.version(), set.files.len()));
        Ok((reader, set))
    }

    /// Finds the programs.
    pub fn finder(&self) -> Finder {
        self.programs.finder()
    }

    /// Returns Yosys.
    ///
    /// # Errors
    /// Yosys is missing.
    pub fn find(&self, status: Status) -> anyhow::Result<Reader> {
        let yosys = Yosys::find(&self.programs.finder(), &mut report_slow_start(status))?;
        Ok(Reader::new(yosys, Duration::from_secs(self.timeout.into())))
    }
}

/// After this time, and then after twice as long each time, a person hears that a reader still
/// works.
const SLOW: Duration = Duration::from_secs(5);

/// Reads sources. If that takes long, prints now and then that it goes on.
pub fn while_reading<T>(status: Status, read: impl FnOnce() -> T) -> T {
    let (end, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (start, mut wait) = (Instant::now(), SLOW);
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let seconds = start.elapsed().as_secs();
                status.print(format_args!("  still reading the sources after {seconds} s"));
                wait *= 2;
            }
        });
        let result = read();
        drop(end);
        result
    })
}
