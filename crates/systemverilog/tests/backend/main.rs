//! Tests of `rust_hdl_rtl` and `rust_hdl_systemverilog` with small rust-hdl blocks.

#[macro_use]
mod harness;

mod assumptions;
mod attributes;
mod black_boxes;
mod blinky;
mod clocks;
mod cosimulation;
mod diagrams;
mod enums;
mod equal_fields;
mod expressions;
mod fields_through_children;
mod final_values;
mod found_at_random;
mod hierarchy;
mod integers;
mod language;
mod loops;
mod module_names;
mod named_constants;
mod operators;
mod ports;
mod printing;
mod process_cycles;
mod proofs;
mod properties;
mod random_clocks;
mod raw_identifiers;
mod registers;
mod rejections;
mod reserved_names;
mod sensitivity;
mod signed;
mod stability;
mod statements;
mod structs_on_ports;
mod text_mutants;
mod tools;
mod truncation;
mod wide;
