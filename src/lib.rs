//! Punto banco as hardware: from Rust-HDL modules to SystemVerilog and a DE1-SoC.

#[cfg(not(target_family = "wasm"))]
pub mod commands;
#[cfg(not(target_family = "wasm"))]
pub mod course;
pub mod de1_soc;
pub mod drawing;
pub mod foreign;
pub mod fpga;
pub mod game;
pub mod generator;
pub mod interrupt;
mod jobs;
pub mod judge;
pub mod output;
#[cfg(not(target_family = "wasm"))]
pub mod server;
pub mod session;
pub mod simulation;
pub mod site;
pub mod waveform;

/// The examples of the documents, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/testbench.md")]
struct DocumentExamples;
