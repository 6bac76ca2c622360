//! Diagrams of the engine: they show what the hardware does, and they are legible.

mod blocks;
mod board;
mod casino;
mod committed;
mod machines;
mod panel;
mod routes;
mod states;
