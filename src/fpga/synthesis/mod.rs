//! What Yosys makes of SystemVerilog on a Cyclone V: counted, measured, and taken back into gates.
//!
//! | room | what happens there |
//! |---|---|
//! | `script` | what Yosys is asked to do |
//! | `yosys` | Yosys found and run |
//! | `netlist` | a module of cells, as Yosys writes it |
//! | `cells` | cells by kinds |
//! | `clocks` | which flip-flop has which clock |
//! | `depth` | the longest way from clock to clock and pin to pin |
//! | `gates` | a module of cells as a graph of gates |

mod cells;
mod clocks;
mod depth;
mod error;
mod gates;
mod netlist;
#[cfg(test)]
mod samples;
mod script;
mod yosys;

pub use cells::{CellCount, CellKind};
pub use depth::{Depth, End, Path, Step, longest_paths};
pub use error::NetlistError;
pub use gates::{gates, with_models};
pub use netlist::{Bit, Cell, Direction, Module, Port};
pub use script::script;
pub use yosys::{Ran, Synthesis, Yosys, YosysError, script_for};
