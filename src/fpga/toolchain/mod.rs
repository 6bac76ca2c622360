//! Programs that are not ours: which there are, where they are, how one is run, and what to say when it does not work.
//!
//! [`catalogue`] names the programs. A [`Finder`] finds them, [`run`](run()) runs one, and [`probe`] asks one for its
//! version. Whatever goes wrong is a [`ToolError`].

pub mod catalogue;
mod error;
mod find;
mod interrupt;
mod invocation;
mod lines;
mod probe;
mod run;

pub use catalogue::Tool;
pub use error::{ExitOutcome, FailureReport, ToolError};
pub use find::{Finder, Found, Source};
pub use invocation::{Invocation, quoted};
pub use probe::{Condition, OnSilence, probe, problems};
pub use run::{Finished, Limits, Sign, run};
