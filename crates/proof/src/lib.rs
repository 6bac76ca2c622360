//! Proves that SystemVerilog text means the same as a typed design.
//!
//! Both become a [`Model`](model::Model) over one graph of gates. Equal functions mostly are the same gate there by
//! construction.

#![warn(missing_docs)]

mod compare;
mod design;
pub mod model;
mod prove;
mod solver;

pub use compare::compare;
pub use design::model;
pub use prove::Error;

/// The typed design that the text is compared with.
pub use rust_hdl_rtl as rtl;
