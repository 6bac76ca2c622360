//! Punto banco as hardware: from Rust-HDL modules to SystemVerilog and a DE1-SoC.

pub mod commands;
pub mod constraints;
mod folders;
pub mod generator;

/// The examples of the documents, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/testbench.md")]
struct DocumentExamples;
