//! Designs and what they do as pictures, SVG and Mermaid, and the board that they are on.

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

use rust_hdl_rtl::{Design, ModuleId};

/// The module of that name.
///
/// # Errors
///
/// [`DiagramError::UnknownModule`]
pub fn find_module(design: &Design, name: &str) -> Result<ModuleId, DiagramError> {
    design.find(name).ok_or_else(|| DiagramError::UnknownModule {
        name: name.to_string(),
        known: design.modules.iter().map(|module| module.name.clone()).collect(),
    })
}
