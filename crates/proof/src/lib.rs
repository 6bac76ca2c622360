//! Proves that SystemVerilog text means the same as a typed design.
//!
//! Both become a [`Model`](model::Model) over one graph of gates. Equal functions mostly are the same gate there by
//! construction.

#![warn(missing_docs)]

pub mod model;

/// The typed design that the text is compared with.
pub use rust_hdl_rtl as rtl;
