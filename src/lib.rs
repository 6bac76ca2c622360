//! Punto banco as hardware: from Rust-HDL modules to SystemVerilog and a DE1-SoC.

pub mod bitstream;
pub mod board;
pub mod commands;
pub mod diagram;
pub mod engine;
pub mod flow;
pub mod gates;
pub mod hands;
pub mod machine;
pub mod output;
pub mod programmer;
pub mod rtl;
pub mod rules;
pub mod server;
pub mod synthesis;
pub mod systemverilog;
pub mod table;
pub mod toolchain;

/// The examples of the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
