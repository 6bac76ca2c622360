//! `baccarat diagram`: the machine as pictures.

use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum, value_parser};

use super::clocking::Clocking;
use crate::engine;
use crate::output::OutputFile;
use rust_hdl_diagram::{BlockDiagram, DiagramError, StateMachine, find_module, state_module};
use rust_hdl_rtl::Design;

/// Draw the machine: its modules and their wires, or its states
///
/// The pictures are made from the same design as the SystemVerilog.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Diagram {
    #[command(subcommand)]
    picture: Picture,
}

macro_rules! block_examples {
    () => {
        "  baccarat diagram block --out task5.svg
  baccarat diagram block datapath --depth 2 --format mermaid"
    };
}

macro_rules! states_examples {
    () => {
        "  baccarat diagram states --out states.svg
  baccarat diagram states statemachine --format mermaid"
    };
}

const EXAMPLES: &str = concat!("Examples:\n", block_examples!(), "\n", states_examples!());
const BLOCK_EXAMPLES: &str = concat!("Examples:\n", block_examples!());
const STATES_EXAMPLES: &str = concat!("Examples:\n", states_examples!());

#[derive(Debug, Subcommand)]
enum Picture {
    Block(Block),
    States(States),
}

/// Draw what is in a module, and the wires between
#[derive(Debug, Args)]
#[command(after_help = BLOCK_EXAMPLES)]
struct Block {
    /// The module
    #[arg(default_value = engine::TOP)]
    module: String,

    /// How many levels are shown: 1 shows instances as boxes, 2 what is in them, and so on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u8).range(1..))]
    depth: u8,

    #[command(flatten)]
    output: Output,
}

/// Draw the states of a register and what leads from one to the next
#[derive(Debug, Args)]
#[command(after_help = STATES_EXAMPLES)]
struct States {
    /// The module whose register it is [default: the only one under task5 with states]
    module: Option<String>,

    /// The register, if the module has several with states
    #[arg(long, value_name = "NAME")]
    register: Option<String>,

    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Output {
    /// How the picture is written
    #[arg(long, value_enum, default_value = "svg")]
    format: Format,

    /// Which machine is drawn
    #[arg(long, value_enum, value_name = "HOW", default_value = "synchronised")]
    clocking: Clocking,

    /// Where the picture goes [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    out: Option<OutputFile>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A picture for browsers and documents
    Svg,
    /// Text that GitHub and others draw
    Mermaid,
}

impl Diagram {
    /// Writes the picture.
    ///
    /// # Errors
    /// There is no such module or register, or the picture cannot be written.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.picture {
            Picture::Block(block) => block.run(),
            Picture::States(states) => states.run(),
        }
    }
}

impl Block {
    fn run(&self) -> anyhow::Result<ExitCode> {
        self.output.write(|design, format| {
            let module = find_module(design, &self.module)?;
            let diagram = BlockDiagram::of(design, module, self.depth.into())?;
            Ok(match format {
                Format::Svg => diagram.svg(),
                Format::Mermaid => diagram.mermaid(),
            })
        })
    }
}

impl States {
    fn run(&self) -> anyhow::Result<ExitCode> {
        self.output.write(|design, format| {
            let module = match &self.module {
                Some(name) => find_module(design, name)?,
                None => state_module(design, find_module(design, engine::TOP)?)?,
            };
            let machine = StateMachine::of(design, module, self.register.as_deref())?;
            Ok(match format {
                Format::Svg => machine.svg(),
                Format::Mermaid => machine.mermaid(),
            })
        })
    }
}

impl Output {
    fn write(
        &self,
        draw: impl FnOnce(&Design, Format) -> Result<String, DiagramError>,
    ) -> anyhow::Result<ExitCode> {
        let out = self.out.as_ref().unwrap_or(&OutputFile::Stdout);
        out.check()?;
        let design = engine::design(self.clocking.into())?;
        let picture = draw(&design, self.format)?;
        out.write(|file| file.write_all(picture.as_bytes()))?;
        Ok(ExitCode::SUCCESS)
    }
}
