//! Diagrams: what they show is what the hardware does, and they can be read.

mod blocks;
mod committed;
mod machines;
mod panel;
mod picture;
mod states;
mod timing;
