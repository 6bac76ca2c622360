//! Proves that SystemVerilog text means the same as a typed design.
//!
//! Both become a [`Model`](model::Model) over one graph of gates. Equal functions mostly are the
//! same gate there by construction.

#![warn(missing_docs)]

mod compare;
mod design;
mod elaborate;
mod error;
mod lexer;
pub mod model;
mod parser;
mod prove;
mod reader;
mod solver;
mod syntax;

pub use compare::compare;
pub use design::{model, ports};
pub use error::{Position, Problem, ReadError};
pub use prove::{Difference, Error, prove};
pub use reader::{Reader, Unit};

/// The typed design that the text is compared with.
pub use rust_hdl_rtl as rtl;
