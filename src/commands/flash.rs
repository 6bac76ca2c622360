//! `baccarat flash`: a bitstream into the board.

mod choice;
mod dry_run;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail, ensure};
use clap::{Args, ValueEnum, value_parser};

use super::build::{self, BUILDS};
use super::stdout;
use super::tools::{TIMEOUT, Tools, limits, say, say_silence};
use crate::engine::Clocking;
use crate::fpga::bitstream::Kind;
use crate::fpga::board::DE1_SOC;
use crate::fpga::flow::{self, Plan};
use crate::fpga::programmer::{self, CableOptions, ProgrammerError, Target};
use crate::fpga::toolchain::{ExitOutcome, Finder, Finished, Found, Invocation, Sign, run};
use choice::{Choice, Doubt};

/// Load a bitstream into the DE1-SoC
///
/// Finds the FPGA by its IDCODE in the JTAG chain, in which its place differs between revisions of the board, and loads it
/// over the cable USB BLASTER. It stays until the board is switched off. Quartus's programmer takes a .sof, openFPGALoader a
/// .rbf that is not compressed, or a .svf.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Flash {
    /// The bitstream [default: the newest that `baccarat build` has made in target/bitstream]
    file: Option<PathBuf>,

    /// Build first, if nothing finished is there or its sources have changed; do not load what misses its timing
    #[arg(long, conflicts_with_all = ["file", "dry_run"])]
    build: bool,

    /// What loads it [default: the one that takes the file; of several, the first that works; openfpgaloader with
    /// --probe-firmware]
    #[arg(long, value_enum, value_name = "NAME")]
    programmer: Option<Programmer>,

    /// The cable, if there are several: its name as jtagconfig or openFPGALoader has it, or its number in jtagconfig's list
    #[arg(long, value_name = "NAME")]
    cable: Option<String>,

    /// The firmware that openFPGALoader loads into the board's USB-Blaster II: Quartus's blaster_6810.hex
    #[arg(long, value_name = "FILE")]
    probe_firmware: Option<PathBuf>,

    /// Load nothing; print the commands, as a shell takes them
    #[arg(long)]
    dry_run: bool,

    /// Show all that the tools say
    #[arg(long, short)]
    verbose: bool,

    /// End a tool that has said nothing for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = value_parser!(u32).range(1..))]
    timeout: u32,

    #[command(flatten)]
    tools: Tools,
}

const EXAMPLES: &str = "\
Examples:
  baccarat flash
  baccarat flash --build
  baccarat flash target/bitstream/quartus-direct/generated/output_files/task5.sof
  baccarat flash task5.rbf --programmer openfpgaloader
  baccarat flash --dry-run";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Programmer {
    /// jtagconfig and quartus_pgm, which come with Quartus
    Quartus,
    /// openFPGALoader
    Openfpgaloader,
}

impl From<Programmer> for programmer::Programmer {
    fn from(programmer: Programmer) -> Self {
        match programmer {
            Programmer::Quartus => programmer::Programmer::Quartus,
            Programmer::Openfpgaloader => programmer::Programmer::OpenFpgaLoader,
        }
    }
}

impl Flash {
    /// Loads the bitstream, with what happens on stderr.
    ///
    /// # Errors
    /// There is no such file, it is of the wrong kind, or the board cannot be found or programmed.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let finder = self.tools.finder();
        let wanted = self.wanted()?;
        let cable = self.cable_options(&finder);
        if self.dry_run {
            let text = dry_run::commands(self.file.as_deref(), wanted, &cable, &finder)?;
            stdout::print(text.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let choice = match self.build {
            true => self.built(wanted, &finder)?,
            false => Choice::new(self.file.as_deref(), wanted, &finder, Path::new(BUILDS))?,
        };
        let kind = choice.check()?;
        for doubt in choice.doubts() {
            say(&format!("warning: {}", doubt.about(&choice.file)));
        }
        let detector = finder.find(choice.programmer.detector());
        let detector = detector.map_err(|error| with_the_other(error.into(), &choice, &finder))?;
        let loader = finder.find(choice.programmer.tool())?;
        let target = self.find_fpga(&detector, choice.programmer, &cable)?;
        say(&format!(
            "{} is device {} of {} in the chain of {}",
            DE1_SOC.device,
            target.place + 1,
            target.chain,
            target.cable
        ));
        self.load(&loader, &choice, &target, &cable)?;
        say(&done(&choice.file, kind));
        Ok(ExitCode::SUCCESS)
    }

    /// The programmer that the user wants, if any.
    fn wanted(&self) -> anyhow::Result<Option<programmer::Programmer>> {
        let Some(firmware) = &self.probe_firmware else {
            return Ok(self.programmer.map(Into::into));
        };
        ensure!(
            self.programmer != Some(Programmer::Quartus),
            "--probe-firmware is for openFPGALoader; Quartus's programmer has its own"
        );
        programmer::check_firmware(firmware)?;
        Ok(Some(programmer::Programmer::OpenFpgaLoader))
    }

    /// The newest build, made anew if need be: with the flow and the clocking that it had, or with those that are usual.
    fn built(
        &self,
        wanted: Option<programmer::Programmer>,
        finder: &Finder,
    ) -> anyhow::Result<Choice> {
        let choose = || Choice::new(None, wanted, finder, Path::new(BUILDS));
        let newest = choose().ok();
        let is_current =
            |choice: &Choice| choice.doubts().iter().all(|doubt| *doubt == Doubt::MissesTiming);
        if !newest.as_ref().is_some_and(is_current) {
            let record = newest.and_then(|choice| choice.record()).map(|(_, record)| record);
            let flow = match &record {
                Some(record) => record.flow,
                None => build::first_working(finder)?,
            };
            let clocking = record.and_then(|record| record.clocking());
            let clocking = clocking.unwrap_or(Clocking::Synchronised);
            let folder = build::usual_folder(flow, clocking);
            let limits = limits(TIMEOUT);
            let plan = Plan { flow, clocking, folder: &folder, limits };
            flow::build(&plan, finder, &mut |progress| build::tell(progress, self.verbose))?;
        }
        let choice = choose()?;
        if choice.doubts().contains(&Doubt::MissesTiming) {
            bail!(
                "{}: not loaded; `baccarat flash` without --build loads it all the same",
                Doubt::MissesTiming.about(&choice.file)
            );
        }
        Ok(choice)
    }

    fn find_fpga(
        &self,
        detector: &Found,
        programmer: programmer::Programmer,
        cable: &CableOptions,
    ) -> anyhow::Result<Target> {
        let said = self.run_tool(detector, programmer.detection(cable), "chain.log")?;
        Ok(programmer.target(&said, cable, programmer::is_plugged_in())?)
    }

    fn load(
        &self,
        loader: &Found,
        choice: &Choice,
        target: &Target,
        cable: &CableOptions,
    ) -> anyhow::Result<()> {
        let position = choice.programmer.position(target.place);
        let arguments = choice.programmer.load(&choice.file, &target.cable, &position, cable);
        let said = self.run_tool(loader, arguments, "flash.log")?;
        // Quartus's programmer has been seen to end with 0 after an error.
        let is_error = |line: &String| line.trim_start().starts_with("Error");
        if said.outcome != ExitOutcome::Exited(0) || said.lines.iter().any(is_error) {
            let advice = choice.programmer.advice(&said.lines);
            return Err(
                ProgrammerError::NotLoaded { said: Box::new(said.failure()), advice }.into()
            );
        }
        Ok(())
    }

    fn run_tool(
        &self,
        tool: &Found,
        arguments: Vec<OsString>,
        log: &str,
    ) -> anyhow::Result<Finished> {
        let invocation = Invocation::new(&tool.program, arguments);
        say(&format!("$ {invocation}"));
        // For a file from elsewhere there may be no folder of builds, and none is made.
        let log = self.file.is_none().then(|| Path::new(BUILDS).join(log));
        let ended =
            run(&invocation, log.as_deref(), limits(self.timeout), &mut |sign| match sign {
                Sign::Line(line) if self.verbose => say(line),
                Sign::Line(_) => {}
                Sign::Silence(time) => say_silence(time),
            })?;
        Ok(ended)
    }

    fn cable_options(&self, finder: &Finder) -> CableOptions {
        let firmware = self.probe_firmware.clone().or_else(|| programmer::firmware(finder));
        CableOptions { name: self.cable.clone(), firmware }
    }
}

/// A programmer is missing: says what the other one takes, if it is there.
fn with_the_other(error: anyhow::Error, choice: &Choice, finder: &Finder) -> anyhow::Error {
    let missing = choice.programmer;
    let others = programmer::Programmer::ALL.into_iter().filter(|other| *other != missing);
    let mut there =
        others.filter(|other| other.tools().iter().all(|tool| finder.find(tool).is_ok()));
    match there.next() {
        Some(programmer::Programmer::OpenFpgaLoader) => anyhow!(
            "{error}\nopenFPGALoader is there, and takes a .rbf: Quartus writes one beside the .sof for projects from here"
        ),
        Some(programmer::Programmer::Quartus) => {
            anyhow!("{error}\nQuartus's programmer is there, and takes a .sof")
        }
        None => error,
    }
}

/// What can be said when the programmer has ended well.
fn done(file: &Path, kind: Kind) -> String {
    let (file, board) = (file.display(), DE1_SOC.name);
    let keys = "KEY0 deals a card, KEY3 held while KEY0 is released begins anew.";
    match kind {
        Kind::Sof => format!("{file} is loaded: the {board} plays. {keys}"),
        Kind::Rbf => format!(
            "{file} was sent to the {board}; openFPGALoader does not check whether the FPGA has taken it. Release KEY0: \
             if HEX0 shows a card, it has. {keys}"
        ),
        Kind::Svf => format!(
            "{file} was sent to the {board}. Release KEY0: if HEX0 shows a card, the FPGA has taken it. {keys}"
        ),
    }
}
