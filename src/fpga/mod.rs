//! FPGA boards: pins, constraints, build flows, programmers, synthesis and the tools that do the work.

pub mod bitstream;
pub mod board;
pub mod flow;
pub mod programmer;
pub mod synthesis;
pub mod toolchain;
