//! Punto banco as hardware: from Rust-HDL modules to SystemVerilog and a DE1-SoC.

pub mod casino_hands;
pub mod commands;
pub mod drawing;
pub mod engine;
pub mod exhaustive;
pub mod foreign;
pub mod fpga;
pub mod game;
pub mod interrupt;
pub mod judge;
pub mod machine;
pub mod output;
pub mod server;
pub mod virtual_board;
pub mod waveform;

/// The examples of the documents, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/testbench.md")]
struct DocumentExamples;
