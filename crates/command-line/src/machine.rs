//! The options `--machine` and `--clocking`, which several commands have.

use clap::{Args, ValueEnum};

use crate::program::usage_error;
use baccarat_hdl::top::{Clocking, Top};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MachineName {
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

/// How `task5` is clocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClockingName {
    /// CLOCK_50 clocks all registers; the keys are synchronised
    Synchronised,
    /// KEY0 is a clock, as in the lab handout; the clock domain crossing is unsafe
    Direct,
}

impl From<ClockingName> for Clocking {
    fn from(name: ClockingName) -> Clocking {
        match name {
            ClockingName::Synchronised => Clocking::Synchronised,
            ClockingName::Direct => Clocking::Direct,
        }
    }
}

/// The choice of one machine.
#[derive(Debug, Args)]
pub struct OneMachine {
    /// The machine [default: task5]
    #[arg(long, value_enum, value_name = "NAME")]
    machine: Option<MachineName>,

    /// How task5 is clocked [default: synchronised]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<ClockingName>,
}

impl OneMachine {
    /// Returns whether one of the options is given.
    pub fn is_given(&self) -> bool {
        self.machine.is_some() || self.clocking.is_some()
    }

    /// Returns its top.
    ///
    /// # Errors
    /// `--clocking` is given for another machine than `task5`.
    pub fn top(&self) -> anyhow::Result<Top> {
        let clocking = self.clocking.map_or(Clocking::Synchronised, Clocking::from);
        match (self.machine.unwrap_or(MachineName::Task5), self.clocking) {
            (MachineName::Task5, _) => Ok(Top::Task5(clocking)),
            (MachineName::Casino, None) => Ok(Top::Casino),
            (MachineName::Casino, Some(_)) => Err(not_for_casino()),
        }
    }
}

/// The choice of one machine or all of them.
#[derive(Debug, Args)]
pub struct SomeMachines {
    /// The machine [default: both]
    #[arg(long, value_enum, value_name = "NAME")]
    machine: Option<MachineName>,

    /// How task5 is clocked, and only task5 [default: both]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<ClockingName>,
}

impl SomeMachines {
    /// Returns whether one of the options is given.
    pub fn is_given(&self) -> bool {
        self.machine.is_some() || self.clocking.is_some()
    }

    /// Returns the tops of the chosen machines.
    ///
    /// # Errors
    /// `--clocking` is given for another machine than `task5`.
    pub fn tops(&self) -> anyhow::Result<Vec<Top>> {
        match (self.machine, self.clocking) {
            (Some(MachineName::Casino), Some(_)) => Err(not_for_casino()),
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

fn not_for_casino() -> anyhow::Error {
    usage_error("--clocking is for task5: CLOCK_50 clocks all of casino")
}
