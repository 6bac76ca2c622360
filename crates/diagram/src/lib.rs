//! Diagrams of `rust-hdl` designs as SVG and Mermaid.
//!
//! | module | contents |
//! |---|---|
//! | [`blocks`] | block diagrams: the parts of a module and the wires between them |
//! | [`states`] | state diagrams: the transitions of a register of an enum type |
//! | [`timing`] | timing diagrams: signals over time |
//! | [`drawing`] | the style of all diagrams: page, fonts, colours |
//! | `condition`, `paths` | conditions of transitions: finding and simplifying them |
//! | `layout` | placement of boxes and routing of lines, by `dagre` |

#![warn(missing_docs)]

pub mod blocks;
mod condition;
pub mod drawing;
mod error;
mod layout;
mod mermaid;
mod paths;
pub mod states;
pub mod timing;

pub use blocks::BlockDiagram;
pub use condition::Condition;
pub use error::DiagramError;
pub use states::{StateMachine, state_module};
pub use timing::Timing;

/// The typed design that diagrams are made of, and [`elaborate`](rtl::elaborate), which makes one
/// of `rust-hdl` blocks.
pub use rust_hdl_rtl as rtl;

use rust_hdl_rtl::{Design, ModuleId};

/// Returns the module with this name.
///
/// # Errors
///
/// [`DiagramError::UnknownModule`] if there is none.
pub fn find_module(design: &Design, name: &str) -> Result<ModuleId, DiagramError> {
    design.find(name).ok_or_else(|| DiagramError::UnknownModule {
        name: name.to_string(),
        known: design.modules.iter().map(|module| module.name.clone()).collect(),
    })
}

/// The examples of the README, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
