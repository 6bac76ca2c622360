//! The options for what is on a board, which `board` and `export` have.

use clap::Args;

use baccarat_hdl::top::Top;
use command_line::machine::OneMachine;
use command_line::{Status, usage_error};
use de1_soc::is_high_at_power_up;
use foreign_designs::Elaborated;
use tool_options::{ReaderOptions, SourceOptions, while_reading};
use virtual_board::Pins;

/// One of our machines, or a foreign design.
#[derive(Debug, Args)]
pub(super) struct OnBoard {
    #[command(flatten)]
    machine: OneMachine,

    #[command(flatten)]
    pub sources: SourceOptions,

    #[command(flatten)]
    pub reader: ReaderOptions,
}

impl OnBoard {
    /// Whether a machine or a design is named.
    pub fn is_given(&self) -> bool {
        self.machine.is_given() || self.sources.is_given()
    }

    /// Returns the machine; `None` if it is a foreign design.
    ///
    /// # Errors
    /// The options contradict each other.
    pub fn machine(&self) -> anyhow::Result<Option<Top>> {
        if !self.sources.is_given() {
            return self.machine.top().map(Some);
        }
        if self.machine.is_given() {
            let problem = "--machine and --clocking are for our machines, not for --sources";
            return Err(usage_error(problem));
        }
        Ok(None)
    }

    /// Reads the foreign design. Prints warnings that are not `known`, and the ports that are not
    /// connected.
    ///
    /// # Errors
    /// Those of [`ReaderOptions::prepare`]; Yosys rejects the sources.
    pub fn read(&self, known: &[String], status: Status) -> anyhow::Result<Elaborated> {
        let (reader, set) = self.reader.prepare(self.sources.collect(status)?, status)?;
        let read = || foreign_designs::read(&reader, &set, is_high_at_power_up);
        let elaborated = while_reading(status, read)?;
        for warning in elaborated.warnings.iter().filter(|warning| !known.contains(warning)) {
            status.print(format_args!("Yosys: {warning}"));
        }
        if let Some(warning) = elaborated.design.latch_warning() {
            status.print(format_args!("{warning}"));
        }
        for port in Pins::of(&elaborated.design).unconnected {
            status.print(format_args!("not connected: {port}"));
        }
        Ok(elaborated)
    }
}
