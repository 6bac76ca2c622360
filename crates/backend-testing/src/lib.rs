//! Runs designs in simulators and linters, and injects faults into them and their text, to test the
//! backend and other checks.
//!
//! | module | contents |
//! |---|---|
//! | [`recording`] | what a module does, step by step |
//! | [`simulator`] | whether Icarus Verilog and Verilator do the same |
//! | [`netlists`] | whether netlists of Yosys do the same |
//! | [`lint`] | the files of a design in four linters |
//! | [`sampling`] | how much the slow checks cover |
//! | [`design_mutants`] | designs with a single fault: does a test notice it? |
//! | [`survey`] | what becomes of mutants of the text: does the proof notice every fault? |

#![warn(missing_docs)]

pub mod design_mutants;
pub mod lint;
pub mod netlists;
pub mod parallel;
pub mod recording;
pub mod sampling;
pub mod simulator;
mod subject;
pub mod survey;
mod testbench;
mod text_mutants;

pub use recording::Recording;
pub use simulator::{Fault, Simulator, VerilatorRuntime};
pub use survey::{Count, Survey};
pub use testbench::{Dut, StateRegister};
pub use text_mutants::{TextMutant, text_mutants};
