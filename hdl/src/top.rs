//! The top modules.

use std::fmt;

use rust_hdl::prelude::Block;

use crate::casino::Casino;
use crate::statemachine::StateMachine;
use crate::task5::Task5;
use crate::task5_direct::Task5Direct;

/// How `task5` is clocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub enum Clocking {
    /// CLOCK_50 clocks all registers; the keys are synchronised.
    Synchronised,
    /// KEY0 is a clock, as in the lab handout; the clock domain crossing is unsafe.
    Direct,
}

impl Clocking {
    /// Both.
    pub const ALL: [Clocking; 2] = [Clocking::Synchronised, Clocking::Direct];
}

/// Its name on the command line.
impl fmt::Display for Clocking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Clocking::Synchronised => "synchronised",
            Clocking::Direct => "direct",
        })
    }
}

/// The name of the lab's top module, in both clockings.
pub const TASK5: &str = "task5";

/// The name of the top module with shoe, bets and bankroll.
pub const CASINO: &str = "casino";

/// A top module, which is a machine for the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub enum Top {
    /// The machine of the lab.
    Task5(Clocking),
    /// The game with a shoe, bets and a bankroll, clocked by CLOCK_50.
    Casino,
}

impl Top {
    /// All of them.
    pub const ALL: [Top; 3] =
        [Top::Task5(Clocking::Synchronised), Top::Task5(Clocking::Direct), Top::Casino];

    /// The name of the module.
    pub const fn module(self) -> &'static str {
        match self {
            Top::Task5(_) => TASK5,
            Top::Casino => CASINO,
        }
    }

    /// Returns how it is clocked.
    pub const fn clocking(self) -> Clocking {
        match self {
            Top::Task5(clocking) => clocking,
            Top::Casino => Clocking::Synchronised,
        }
    }

    /// The name of its file with device and pins, without `.qsf`. That of the lab has the name of
    /// the board.
    pub const fn pins(self) -> &'static str {
        match self {
            Top::Task5(_) => "de1_soc",
            Top::Casino => "casino_de1_soc",
        }
    }

    /// The name of its testbench, and of the file without `.sv`. That of `task5` works with both
    /// clockings.
    pub const fn testbench(self) -> &'static str {
        match self {
            Top::Task5(_) => "task5_tb",
            Top::Casino => "casino_tb",
        }
    }

    /// Calls `elaborate` with the named blocks of these tops; with the synchronised `task5`, also
    /// with the lab's state machine, which that top does not use.
    pub fn with_blocks<T>(tops: &[Top], elaborate: impl FnOnce(&[(&str, &dyn Block)]) -> T) -> T {
        let mut blocks: Vec<(&str, Box<dyn Block>)> = Vec::new();
        for top in tops {
            let block: Box<dyn Block> = match top {
                Top::Task5(Clocking::Synchronised) => Box::new(Task5::default()),
                Top::Task5(Clocking::Direct) => Box::new(Task5Direct::default()),
                Top::Casino => Box::new(<Casino>::default()),
            };
            blocks.push((top.module(), block));
            if *top == Top::Task5(Clocking::Synchronised) {
                blocks.push(("statemachine", Box::new(<StateMachine>::default())));
            }
        }
        let blocks: Vec<(&str, &dyn Block)> =
            blocks.iter().map(|(name, block)| (*name, block.as_ref())).collect();
        elaborate(&blocks)
    }
}

/// A clocking is one of `task5`.
impl From<Clocking> for Top {
    fn from(clocking: Clocking) -> Top {
        Top::Task5(clocking)
    }
}

/// `task5, direct` or `casino`
impl fmt::Display for Top {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Top::Task5(clocking) => write!(f, "{TASK5}, {clocking}"),
            Top::Casino => f.pad(CASINO),
        }
    }
}
