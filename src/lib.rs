//! Punto banco as hardware: from Rust-HDL modules to SystemVerilog and a DE1-SoC.

#[cfg(not(target_family = "wasm"))]
pub mod commands;
pub mod constraints;
#[cfg(not(target_family = "wasm"))]
pub mod course;
pub mod drawing;
pub mod foreign;
pub mod generator;
pub mod judge;
#[cfg(not(target_family = "wasm"))]
pub mod server;
pub mod session;
pub mod simulation;
pub mod site;

/// The examples of the documents, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/testbench.md")]
struct DocumentExamples;
