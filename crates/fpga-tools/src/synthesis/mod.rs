//! Synthesis with Yosys for a Cyclone V: cell counts and logic depth.
//!
//! | module | contents |
//! |---|---|
//! | `script` | the script for Yosys |
//! | `yosys` | finding and running Yosys |
//! | `netlist` | a module of cells, in Yosys's JSON format |
//! | `order` | the order of gates, and loops of them |
//! | `cells` | counts cells by kind |
//! | `clocks` | the clocks of flip-flops |
//! | `depth` | the longest paths between clocks and pins |
//! | `gate_builder` | combinational cells as a graph of gates |

mod cells;
mod clocks;
mod depth;
mod error;
mod gate_builder;
mod netlist;
mod order;
#[cfg(test)]
mod samples;
mod script;
mod yosys;

pub use cells::{CellCount, CellKind, PLL_CLOCK};
pub use depth::{Depth, End, Path, longest_paths};
pub use error::NetlistError;
pub use gate_builder::{GateBuilder, pin};
pub use netlist::{Bit, Cell, Direction, Module, Port};
pub use script::{mapping, quoted, script};
pub use yosys::{Job, JobOutput, Ran, Synthesis, Yosys, YosysError, script_for};
