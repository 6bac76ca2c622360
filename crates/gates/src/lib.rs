//! A typed design as gates, and a simulator that runs hundreds of copies of it at once.
//!
//! | room | what happens there |
//! |---|---|
//! | [`graph`] | and, xor and mux gates, none of them twice |
//! | [`netlist`] | a design as gates: pins, register bits, clocks |
//! | `blast` | words to bits |
//! | [`program`] | gates in the order of execution |
//! | `execute` | a program run by an interpreter |
//! | `compile` | a program as machine code, where the CPU is one that we know |
//! | `rebuild` | gates made again with something else in some places |
//! | `equivalence` | whether two netlists are one machine |
//! | `counting` | all values of some bits, lane after lane |
//! | `verilog` | a netlist as text, for tools that compare circuits |
//! | [`lanes`] | the simulator: each bit of a machine word is a copy of the design |

mod blast;
#[cfg(all(feature = "jit", target_arch = "x86_64"))]
#[expect(
    clippy::useless_conversion,
    reason = "the assembler's macro converts every register number"
)]
#[expect(unsafe_code, reason = "machine code is called through a function pointer")]
mod compile;
mod counting;
mod equivalence;
mod execute;
pub mod graph;
pub mod lanes;
pub mod netlist;
pub mod program;
mod rebuild;
mod verilog;

pub use blast::blast;
pub use counting::counting;
pub use equivalence::{Comparison, compare};
pub use execute::{Execution, LANES_PER_WORD, Word};
pub use lanes::Lanes;
pub use netlist::Netlist;
pub use verilog::verilog;
