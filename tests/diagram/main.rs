//! Diagrams: what they show is what the hardware does, and they can be read.

mod blocks;
mod board;
mod committed;
mod machines;
mod panel;
mod states;
mod timing;
