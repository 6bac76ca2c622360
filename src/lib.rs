//! Punto banco as hardware: from Rust-HDL modules to SystemVerilog and a DE1-SoC.

mod artifact;
pub mod commands;
pub mod constraints;
pub mod generator;

/// The examples of the documents, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/testbench.md")]
struct DocumentExamples;
