//! What the command lines of the programs have in common.
//!
//! | module | contents |
//! |---|---|
//! | `program` | parsing, errors and exit codes |
//! | `progress` | the progress bar |
//! | `status` | messages on stderr |
//! | [`stdout`] | results |
//! | [`table`] | tables of plain text |
//! | [`number`], `output_file` | values of options |
//! | [`machine`] | the options for our machines |
//! | [`sources`] | the options for other people's sources |
//! | [`tools`] | the options for external tools |

pub mod machine;
pub mod number;
mod output_file;
mod program;
mod progress;
pub mod sources;
mod status;
pub mod stdout;
pub mod table;
pub mod tools;

pub use output_file::output_file;
pub use program::{OutputOptions, Program, run, usage_error};
pub use progress::timed;
pub use status::{Status, print_error, printable, wrap};
