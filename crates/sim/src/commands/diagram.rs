//! `baccarat-sim diagram`: draws the design.

use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};

use command_line::machine::OneMachine;
use command_line::number::whole_number;
use command_line::{Status, output_file};
use output_files::OutputFile;
use rust_hdl_diagram::{BlockDiagram, DiagramError, StateMachine, find_module, state_module};
use rust_hdl_rtl::Design;

/// Draw block diagrams and state diagrams of the design
///
/// The diagrams are drawn from the same design as the SystemVerilog.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Diagram {
    #[command(subcommand)]
    kind: Kind,
}

macro_rules! block_examples {
    () => {
        "  baccarat-sim diagram block -o task5.svg
  baccarat-sim diagram block datapath --depth 2 --format mermaid
  baccarat-sim diagram block --machine casino -o casino.svg"
    };
}

macro_rules! states_examples {
    () => {
        "  baccarat-sim diagram states -o states.svg
  baccarat-sim diagram states statemachine --format mermaid"
    };
}

const EXAMPLES: &str = concat!("Examples:\n", block_examples!(), "\n", states_examples!());
const BLOCK_EXAMPLES: &str = concat!("Examples:\n", block_examples!());
const STATES_EXAMPLES: &str = concat!("Examples:\n", states_examples!());

#[derive(Debug, Subcommand)]
enum Kind {
    Block(Block),
    States(States),
}

/// Draw the instances in a module and the wires between them
#[derive(Debug, Args)]
#[command(after_help = BLOCK_EXAMPLES)]
struct Block {
    /// The module [default: the machine's top]
    module: Option<String>,

    /// The levels of the hierarchy to draw: 1 draws instances as boxes, 2 also their contents, and
    /// so on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1..=255u8))]
    depth: u8,

    #[command(flatten)]
    output: Output,
}

/// Draw the states of a register and the transitions between them
#[derive(Debug, Args)]
#[command(after_help = STATES_EXAMPLES)]
struct States {
    /// The module with the register [default: the only one in the machine with states]
    module: Option<String>,

    /// The register, if several in the module have states
    #[arg(long, value_name = "NAME")]
    register: Option<String>,

    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Args)]
struct Output {
    /// The format of the diagram
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "svg")]
    format: Format,

    #[command(flatten)]
    machine: OneMachine,

    /// Write the diagram to FILE; `-` is stdout
    #[arg(long, short, value_name = "FILE", default_value = "-", value_parser = output_file())]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// An image for browsers and documents
    Svg,
    /// Text that GitHub and others render
    Mermaid,
}

impl Diagram {
    /// Writes the diagram.
    ///
    /// # Errors
    /// The module or register does not exist, or the diagram cannot be written.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        match &self.kind {
            Kind::Block(block) => block.run(status),
            Kind::States(states) => states.run(status),
        }
    }
}

impl Block {
    fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        self.output.write(status, |design, format| {
            let module = match &self.module {
                Some(name) => find_module(design, name)?,
                None => design.top(),
            };
            let diagram = BlockDiagram::of(design, module, self.depth.into())?;
            Ok(match format {
                Format::Svg => diagram.svg(),
                Format::Mermaid => diagram.mermaid(),
            })
        })
    }
}

impl States {
    fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        self.output.write(status, |design, format| {
            let module = match &self.module {
                Some(name) => find_module(design, name)?,
                None => state_module(design, design.top())?,
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
        status: Status,
        draw: impl FnOnce(&Design, Format) -> Result<String, DiagramError>,
    ) -> anyhow::Result<ExitCode> {
        self.output.check()?;
        let start = Instant::now();
        let design = crate::design(self.machine.top()?)?;
        status.detail(format_args!(
            "elaborated {} modules in {:.2} s",
            design.hardware().count(),
            start.elapsed().as_secs_f64()
        ));
        let diagram = draw(&design, self.format)?;
        self.output.write(|file| file.write_all(diagram.as_bytes()))?;
        status.detail(format_args!("wrote {} bytes to {}", diagram.len(), self.output));
        Ok(ExitCode::SUCCESS)
    }
}
