//! Proves that SystemVerilog text means the same as a typed design, and that the properties of a
//! design hold.
//!
//! Text and design become a [`Model`](model::Model) over one graph of gates. Equal functions mostly
//! are the same gate there by construction.

#![warn(missing_docs)]

mod compare;
mod design;
mod elaborate;
mod error;
mod lexer;
pub mod model;
mod parser;
mod properties;
mod prove;
mod reader;
mod solver;
mod sweep;
mod syntax;

pub use compare::compare;
pub use design::{model, ports};
pub use error::{Position, Problem, ReadError};
pub use properties::{Induction, PropertyError, prove_properties};
pub use prove::{Difference, Error, prove};
pub use reader::{Bind, Reader, Unit};

/// The typed design that the text is compared with.
pub use rust_hdl_rtl as rtl;
