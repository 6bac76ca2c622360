//! Finds and runs external programs, such as Quartus and Yosys.
//!
//! [`catalogue`] lists them. A [`Finder`] finds them, [`run`](run()) runs one, and [`probe`] asks
//! one for its version. All errors are a [`ToolError`].

pub mod catalogue;
mod error;
mod find;
mod invocation;
mod lines;
mod probe;
mod run;

pub use catalogue::Tool;
pub use error::{ExitOutcome, FailureReport, ToolError};
pub use find::{Finder, Found, Source};
pub use invocation::{Invocation, quoted};
pub use probe::{Condition, OnSilence, probe, probe_newest, problems, yosys_limitation};
pub use run::{Finished, Limits, Sign, run};
