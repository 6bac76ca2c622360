//! The options `--machine` and `--clocking`, which several commands have.

use clap::{Args, ValueEnum};

use super::usage;
use crate::generator::{Clocking, Top};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MachineName {
    /// The engine of the lab: an endless shoe, no bets
    Task5,
    /// The game with a shoe of eight decks, bets and a bankroll
    Casino,
}

impl MachineName {
    /// Returns its top, `task5` with the default clocking.
    pub const fn top(self) -> Top {
        match self {
            MachineName::Task5 => Top::Task5(Clocking::Synchronised),
            MachineName::Casino => Top::Casino,
        }
    }
}

/// The choice of one machine.
#[derive(Debug, Args)]
pub(super) struct OneMachine {
    /// The machine
    #[arg(long, value_enum, value_name = "NAME", default_value_t = MachineName::Task5)]
    machine: MachineName,

    /// How task5 is clocked [default: synchronised]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<Clocking>,
}

impl OneMachine {
    /// Returns whether another machine than the default, or a clocking is given.
    pub fn is_given(&self) -> bool {
        self.machine != MachineName::Task5 || self.clocking.is_some()
    }

    /// Returns its top.
    ///
    /// # Errors
    /// `--clocking` is given for another machine than `task5`. `command` is the one with the
    /// options.
    pub fn top(&self, command: &str) -> anyhow::Result<Top> {
        let clocking = self.clocking.unwrap_or(Clocking::Synchronised);
        match (self.machine, self.clocking) {
            (MachineName::Task5, _) => Ok(Top::Task5(clocking)),
            (MachineName::Casino, None) => Ok(Top::Casino),
            (MachineName::Casino, Some(_)) => Err(not_for_casino(command)),
        }
    }
}

/// The choice of one machine or all of them.
#[derive(Debug, Args)]
pub(super) struct SomeMachines {
    /// The machine [default: both]
    #[arg(long, value_enum, value_name = "NAME")]
    machine: Option<MachineName>,

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
            (Some(MachineName::Casino), Some(_)) => Err(not_for_casino(command)),
            (_, Some(clocking)) => Ok(vec![Top::Task5(clocking)]),
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
