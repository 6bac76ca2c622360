//! The options for external tools and other people's sources, which several programs have.
//!
//! | module | contents |
//! |---|---|
//! | `tools` | which programs are the external tools, and how long they may take |
//! | `sources` | which files are read instead of our machines, and by which Yosys |

mod sources;
mod tools;

pub use sources::{ReaderOptions, SourceOptions, while_reading};
pub use tools::{Programs, TIMEOUT, Tools, limits, report_silence, report_slow_start};
