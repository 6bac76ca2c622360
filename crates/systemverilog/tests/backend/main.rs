//! The backend by itself: Rust-HDL blocks made for the purpose, through `rust_hdl_rtl` and `rust_hdl_systemverilog`.

#[macro_use]
mod harness;

mod blinky;
mod cosimulation;
mod diagrams;
mod expressions;
mod hierarchy;
mod language;
mod module_names;
mod operators;
mod printing;
mod refusals;
mod registers;
mod stability;
mod statements;
mod tools;
