//! The options `--machine` and `--clocking`, which several commands have.

use clap::{Args, ValueEnum};

use super::usage;
use crate::generator::{self, Top};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Machine {
    /// The engine of the lab: an endless shoe, no bets
    Task5,
    /// The game with a shoe of eight decks, bets and a bankroll
    Casino,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Clocking {
    /// CLOCK_50 clocks all registers; the keys are synchronised
    Synchronised,
    /// KEY[0] is a clock, as in the lab handout; the clock domain crossing is unsafe
    Direct,
}

impl Machine {
    /// Returns its top, `task5` with the default clocking.
    pub const fn top(self) -> Top {
        match self {
            Machine::Task5 => Top::Task5(generator::Clocking::Synchronised),
            Machine::Casino => Top::Casino,
        }
    }
}

impl From<Clocking> for generator::Clocking {
    fn from(clocking: Clocking) -> Self {
        match clocking {
            Clocking::Synchronised => generator::Clocking::Synchronised,
            Clocking::Direct => generator::Clocking::Direct,
        }
    }
}

/// The choice of one machine.
#[derive(Debug, Args)]
pub(super) struct OneMachine {
    /// The machine
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Machine::Task5)]
    machine: Machine,

    /// How task5 is clocked [default: synchronised]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<Clocking>,
}

impl OneMachine {
    /// Returns whether another machine than the default, or a clocking is given.
    pub fn is_given(&self) -> bool {
        self.machine != Machine::Task5 || self.clocking.is_some()
    }

    /// Returns its top.
    ///
    /// # Errors
    /// `--clocking` is given for another machine than `task5`. `command` is the one with the
    /// options.
    pub fn top(&self, command: &str) -> anyhow::Result<Top> {
        let clocking = self.clocking.unwrap_or(Clocking::Synchronised);
        match (self.machine, self.clocking) {
            (Machine::Task5, _) => Ok(Top::Task5(clocking.into())),
            (Machine::Casino, None) => Ok(Top::Casino),
            (Machine::Casino, Some(_)) => Err(not_for_casino(command)),
        }
    }
}

/// The choice of one machine or all of them.
#[derive(Debug, Args)]
pub(super) struct SomeMachines {
    /// The machine [default: both]
    #[arg(long, value_enum, value_name = "NAME")]
    machine: Option<Machine>,

    /// How task5 is clocked, and only task5 [default: both]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<Clocking>,
}

impl SomeMachines {
    /// Returns whether one of the options is given.
    pub fn is_given(&self) -> bool {
        self.machine.is_some() || self.clocking.is_some()
    }

    /// Returns the tops of the chosen machines.
    ///
    /// # Errors
    /// `--clocking` is given for another machine than `task5`. `command` is the one with the
    /// options.
    pub fn tops(&self, command: &str) -> anyhow::Result<Vec<Top>> {
        match (self.machine, self.clocking) {
            (Some(Machine::Casino), Some(_)) => Err(not_for_casino(command)),
            (_, Some(clocking)) => Ok(vec![Top::Task5(clocking.into())]),
            (machine, None) => {
                let is_chosen = |top: &Top| {
                    machine.is_none_or(|machine| machine.top().module() == top.module())
                };
                Ok(Top::ALL.into_iter().filter(is_chosen).collect())
            }
        }
    }
}

fn not_for_casino(command: &str) -> anyhow::Error {
    usage::error(command, "--clocking is for task5: CLOCK_50 clocks all of casino")
}
