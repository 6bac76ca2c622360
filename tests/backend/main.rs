//! The backend by itself: Rust-HDL blocks made for the purpose, through `baccarat::rtl` and `baccarat::systemverilog`.

#![expect(
    clippy::bool_comparison,
    clippy::collapsible_match,
    clippy::erasing_op,
    clippy::identity_op,
    clippy::match_single_binding,
    clippy::reversed_empty_ranges,
    reason = "the kernels spell out what people may write"
)]

#[macro_use]
mod harness;

mod agreement;
mod expressions;
mod hierarchy;
mod mutants;
mod operators;
mod printing;
mod refusals;
mod registers;
mod statements;
mod tools;
