//! What the command lines of the programs have in common.
//!
//! | module | contents |
//! |---|---|
//! | `completions` | the command that prints a completion script |
//! | `program` | parsing, errors and exit codes |
//! | `status` | messages on stderr |
//! | [`stdout`] | results |
//! | [`table`] | tables of plain text |
//! | [`number`], `output_file` | values of options |
//! | [`machine`] | the options for our machines |

mod completions;
pub mod machine;
pub mod number;
mod output_file;
mod program;
mod status;
pub mod stdout;
pub mod table;

pub use completions::Completions;
pub use output_file::output_file;
pub use program::{OutputOptions, Program, run, usage_error};
pub use status::{Status, print_error, printable, wrap};
