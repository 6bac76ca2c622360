//! What external tools do for the FPGA of the DE1-SoC.
//!
//! | module | contents |
//! |---|---|
//! | [`toolchain`] | the tools: how they are found, run, watched and stopped |
//! | [`flow`] | the flows that build a bitstream: Quartus, or Yosys and nextpnr-mistral |
//! | [`bitstream`] | what a bitstream is for |
//! | [`programmer`] | the programs that load a bitstream into the board |
//! | [`synthesis`] | Yosys, its netlists, cell counts and logic depth |
//! | [`interrupt`] | Ctrl-C and termination signals, which end the tools |

pub mod bitstream;
pub mod flow;
pub mod interrupt;
pub mod programmer;
pub mod synthesis;
pub mod toolchain;
