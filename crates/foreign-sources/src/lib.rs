//! SystemVerilog and Verilog of other people: the files, and Yosys that reads them.
//!
//! | module | contents |
//! |---|---|
//! | `sources` | the files, and which others they may read |
//! | `includes` | the files that a text reads |
//! | `intel` | models of Intel's blocks |
//! | `memory_file` | files with the contents of memories |
//! | `read` | Yosys with both readers |
//! | `script` | the scripts that Yosys runs |
//! | [`cells`] | the cells that are left in a netlist of words |
//! | `connections` | connections of ports that have too few bits |
//! | `messages` | Yosys's errors for people |
//! | `warnings` | its warnings |

pub mod cells;
mod connections;
mod error;
mod includes;
mod intel;
mod memory_file;
mod messages;
mod read;
pub mod remedies;
mod script;
mod sources;
mod warnings;

pub use error::ForeignError;
pub use read::{Netlists, READ_TIMEOUT, Reader, Reading};
pub use sources::{
    Assignments, Frontend, PinAssignment, PullUp, SourceSet, Sources, file_kind, macro_definition,
    module_name, parameter_value, read_text,
};
pub use warnings::undriven;
