//! The meaning that IEEE 1800-2012 gives to text.

mod icarus;
mod rejections;
mod simulation;
mod values;
