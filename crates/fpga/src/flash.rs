//! `baccarat-fpga flash`: loads a bitstream into the board.

mod choice;
mod dry_run;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};

use crate::build::{self, BUILDS};
use crate::designs::{self, top_of};
use baccarat_hdl::top::{Clocking, Top};
use choice::{Choice, Doubt, Wanted};
use command_line::machine::MachineName;
use command_line::number::whole_number;
use command_line::{Status, stdout, usage_error};
use de1_soc::device::{BOARD, DEVICE};
use fpga_tools::bitstream::Kind;
use fpga_tools::flow::{self, Plan};
use fpga_tools::programmer::{self, CableOptions, Programmer, ProgrammerError, Target};
use fpga_tools::toolchain::{ExitOutcome, Finder, Finished, Found, Invocation, Sign, run};
use tool_options::{TIMEOUT, Tools, limits, report_silence};

/// Load a bitstream into the DE1-SoC
///
/// Finds the FPGA in the JTAG chain by its IDCODE (its position differs between board revisions)
/// and loads it through the USB-Blaster. The FPGA keeps its configuration until the board is
/// switched off. Quartus's programmer loads a .sof, openFPGALoader an uncompressed .rbf or a .svf.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Flash {
    /// The bitstream [default: the newest one of `baccarat-fpga build` in target/bitstream]
    file: Option<PathBuf>,

    /// Build first if there is no bitstream or its sources have changed; load it only if timing is
    /// met
    #[arg(long, conflicts_with_all = ["file", "dry_run"])]
    build: bool,

    /// The machine of the bitstream [default: that of the newest one; with --build, task5 if there
    /// is none]
    #[arg(long, value_enum, value_name = "NAME", conflicts_with = "file")]
    machine: Option<MachineName>,

    /// The programmer [default: the first one that works and loads the file; openfpgaloader with
    /// --probe-firmware]
    #[arg(long, value_enum, value_name = "NAME")]
    programmer: Option<ProgrammerName>,

    /// The cable, if there are several: its name in jtagconfig or openFPGALoader, or its number in
    /// jtagconfig's list
    #[arg(long, value_name = "NAME")]
    cable: Option<String>,

    /// The firmware file for the board's USB-Blaster II, for openFPGALoader: blaster_6810.hex of
    /// Quartus
    #[arg(long, value_name = "FILE")]
    probe_firmware: Option<PathBuf>,

    /// Print the commands as a shell script; load nothing
    #[arg(long)]
    dry_run: bool,

    /// Stop a tool that prints nothing for this long
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = whole_number(1u32..))]
    timeout: u32,

    #[command(flatten)]
    tools: Tools,
}

/// The value of `--programmer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProgrammerName {
    /// jtagconfig and quartus_pgm, which come with Quartus
    Quartus,
    /// openFPGALoader
    #[value(name = "openfpgaloader")]
    OpenFpgaLoader,
}

impl From<ProgrammerName> for Programmer {
    fn from(name: ProgrammerName) -> Programmer {
        match name {
            ProgrammerName::Quartus => Programmer::Quartus,
            ProgrammerName::OpenFpgaLoader => Programmer::OpenFpgaLoader,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  baccarat-fpga flash
  baccarat-fpga flash --build
  baccarat-fpga flash --build --machine casino
  baccarat-fpga flash target/bitstream/quartus-direct/generated/output_files/task5.sof
  baccarat-fpga flash task5.rbf --programmer openfpgaloader
  baccarat-fpga flash --dry-run";

impl Flash {
    /// Loads the bitstream, with progress on stderr.
    ///
    /// # Errors
    /// The file does not exist or is of the wrong kind, or the board cannot be found or programmed.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let finder = self.tools.finder();
        let top = self.machine.map(MachineName::top);
        let wanted = Wanted { programmer: self.programmer()?, top };
        let cable = self.cable_options(&finder);
        if self.dry_run {
            let text = dry_run::commands(self.file.as_deref(), wanted, &cable, &finder, status)?;
            stdout::print(text.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let choice = match self.build {
            true => self.built(wanted, &finder, status)?,
            false => Choice::new(self.file.as_deref(), wanted, &finder, Path::new(BUILDS), status)?,
        };
        let kind = choice.check()?;
        for doubt in choice.doubts() {
            status.warn(doubt.about(&choice.file));
        }
        let detector = finder.find(choice.programmer.detector());
        let detector =
            detector.map_err(|error| suggest_other_programmer(error.into(), &choice, &finder))?;
        let loader = finder.find(choice.programmer.tool())?;
        let target = self.find_fpga(&detector, choice.programmer, &cable, status)?;
        status.print(format_args!(
            "{} is device {} of {} in the chain of {}",
            DEVICE,
            target.place + 1,
            target.chain,
            target.cable
        ));
        self.load(&loader, &choice, &target, &cable, status)?;
        status.print(done(&choice.file, kind));
        Ok(ExitCode::SUCCESS)
    }

    /// The programmer that the options name, if any.
    fn programmer(&self) -> anyhow::Result<Option<Programmer>> {
        let Some(firmware) = &self.probe_firmware else {
            return Ok(self.programmer.map(Programmer::from));
        };
        if self.programmer == Some(ProgrammerName::Quartus) {
            return Err(usage_error(
                "--probe-firmware is for openFPGALoader; Quartus's programmer has its own",
            ));
        }
        programmer::check_firmware(firmware)?;
        Ok(Some(Programmer::OpenFpgaLoader))
    }

    /// The newest build, rebuilt if it is not up to date with the same flow, machine and clocking,
    /// or the default ones.
    fn built(&self, wanted: Wanted, finder: &Finder, status: Status) -> anyhow::Result<Choice> {
        let choose = || Choice::new(None, wanted, finder, Path::new(BUILDS), status);
        let newest = choose().ok();
        let is_current =
            |choice: &Choice| choice.doubts().iter().all(|doubt| *doubt == Doubt::MissesTiming);
        if !newest.as_ref().is_some_and(is_current) {
            let record = newest.and_then(|choice| choice.record()).map(|(_, record)| record);
            let flow = match &record {
                Some(record) => record.flow,
                None => build::first_working(finder, status)?,
            };
            let top = record.and_then(|record| top_of(&record)).or(wanted.top);
            let top = top.unwrap_or(Top::Task5(Clocking::Synchronised));
            let folder = build::default_folder(flow, top);
            let limits = limits(TIMEOUT);
            let design = designs::for_flow(top)?;
            let plan = Plan { flow, design: &design, folder: &folder, limits };
            flow::build(&plan, finder, &mut |progress| build::report_progress(progress, status))?;
        }
        let choice = choose()?;
        if choice.doubts().contains(&Doubt::MissesTiming) {
            bail!(
                "{}: not loaded; to load it anyway, run `baccarat-fpga flash` without --build",
                Doubt::MissesTiming.about(&choice.file)
            );
        }
        Ok(choice)
    }

    fn find_fpga(
        &self,
        detector: &Found,
        programmer: Programmer,
        cable: &CableOptions,
        status: Status,
    ) -> anyhow::Result<Target> {
        let output = self.run_tool(detector, programmer.detection(cable), "chain.log", status)?;
        Ok(programmer.target(&output, cable, programmer::is_plugged_in())?)
    }

    fn load(
        &self,
        loader: &Found,
        choice: &Choice,
        target: &Target,
        cable: &CableOptions,
        status: Status,
    ) -> anyhow::Result<()> {
        let position = choice.programmer.position(target.place);
        let arguments = choice.programmer.load(&choice.file, &target.cable, &position, cable);
        let output = self.run_tool(loader, arguments, "flash.log", status)?;
        // Quartus's programmer can exit with 0 after an error.
        let is_error = |line: &String| line.trim_start().starts_with("Error");
        if output.outcome != ExitOutcome::Exited(0) || output.lines.iter().any(is_error) {
            let advice = choice.programmer.advice(&output.lines);
            return Err(
                ProgrammerError::NotLoaded { failure: Box::new(output.failure()), advice }.into()
            );
        }
        Ok(())
    }

    fn run_tool(
        &self,
        tool: &Found,
        arguments: Vec<OsString>,
        log: &str,
        status: Status,
    ) -> anyhow::Result<Finished> {
        let invocation = Invocation::new(&tool.program, arguments);
        status.print_verbatim(format_args!("$ {invocation}"));
        // No log for a file that is named: there may be no folder of builds.
        let log = self.file.is_none().then(|| Path::new(BUILDS).join(log));
        let ended =
            run(&invocation, log.as_deref(), limits(self.timeout), &mut |sign| match sign {
                Sign::Line(line) if status.is_verbose() => status.print_verbatim(line),
                Sign::Line(_) => {}
                Sign::Silence(time) => report_silence(time, status),
            })?;
        Ok(ended)
    }

    fn cable_options(&self, finder: &Finder) -> CableOptions {
        let firmware = self.probe_firmware.clone().or_else(|| programmer::firmware(finder));
        CableOptions { name: self.cable.clone(), firmware }
    }
}

/// Adds to the error of a missing programmer which file the other one loads, if that is installed.
fn suggest_other_programmer(
    error: anyhow::Error,
    choice: &Choice,
    finder: &Finder,
) -> anyhow::Error {
    let missing = choice.programmer;
    let others = Programmer::ALL.into_iter().filter(|other| *other != missing);
    let mut installed =
        others.filter(|other| other.tools().iter().all(|tool| finder.find(tool).is_ok()));
    match installed.next() {
        Some(Programmer::OpenFpgaLoader) => anyhow!(
            "{error}\nopenFPGALoader is installed and loads a .rbf: Quartus writes one beside the .sof of these projects"
        ),
        Some(Programmer::Quartus) => {
            anyhow!("{error}\nQuartus's programmer is installed and loads a .sof")
        }
        None => error,
    }
}

/// The message after the programmer succeeded.
fn done(file: &Path, kind: Kind) -> String {
    let file = file.display();
    let keys = "Release KEY0 to deal a card; hold KEY3 meanwhile to start a new hand.";
    match kind {
        Kind::Sof => format!("{file} is loaded into the {BOARD}. {keys}"),
        Kind::Rbf => format!(
            "{file} was sent to the {BOARD}; openFPGALoader does not check whether the FPGA accepted it. Release KEY0: \
             if HEX0 shows a card, it did. {keys}"
        ),
        Kind::Svf => format!(
            "{file} was sent to the {BOARD}. Release KEY0: if HEX0 shows a card, the FPGA accepted it. {keys}"
        ),
    }
}
