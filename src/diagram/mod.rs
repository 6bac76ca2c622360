//! Designs and what they do as pictures: SVG and Mermaid.

mod drawing;
pub mod timing;

pub use timing::Timing;
