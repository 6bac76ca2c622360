//! Programs that are not ours: which there are, where they are, how one is run, and what to say when it does not work.
//!
//! [`catalogue`] names the programs. A [`Finder`] finds them, [`run`](run()) runs one, and [`examine`] asks one for its
//! version. Whatever goes wrong is a [`ToolError`].

pub mod catalogue;
mod error;
mod examine;
mod find;
mod interrupt;
mod invocation;
mod lines;
mod run;

pub use catalogue::Tool;
pub use error::{Account, Ending, ToolError};
pub use examine::{Condition, OnSilence, examine, troubles};
pub use find::{Finder, Found, Source};
pub use invocation::{Invocation, quoted};
pub use run::{Finished, Limits, Sign, run};
