//! The casino at its pins, beside the reference in plain Rust: in the lanes of the gate-level
//! simulator, all displays and LEDs after every release of KEY0.
//!
//! The hardware has no input for cards. A release draws the card at the position counter, so random
//! instants draw random cards. Which card was drawn is read from the displays; see `follower`.
//!
//! | module | contents |
//! |---|---|
//! | `design` | the casino as a netlist, and the registers that are read or forced |
//! | `pins` | keys and switches, and the outputs that the reference expects |
//! | `follower` | the reference, moved by what a board shows |
//! | `boards` | many boards in lanes, each with its follower |
//! | `random_player` | random decisions at one board |
//! | `random_shoes` | shoes dealt to the end at random instants |
//! | `results` | the hands that were dealt |
//! | `money` | every bet, stake and result at bankrolls around every limit |
//! | `positions` | every position of the shoe |
//! | `run` | all of these, on all cores |
//! | `log` | what happened at one board |
//! | `replay` | a log on the statement-level simulator, for diagnosis |

mod boards;
mod design;
mod follower;
mod log;
mod money;
mod pins;
mod positions;
mod random_player;
mod random_shoes;
mod replay;
mod results;
mod run;

pub use boards::{Boards, Mismatch, Stop};
pub use design::CasinoDesign;
pub use follower::{Fault, Follower, Observation};
pub use log::{Event, Log};
pub use money::{CASES, Payments};
pub use pins::{Expected, Pins};
pub use positions::{FEWEST_CARDS, Positions};
pub use replay::{Comparison, ReplayedLog, replay};
pub use results::Results;
pub use run::{Failure, Job, Plan, Report, log, run};
