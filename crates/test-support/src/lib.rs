//! Code that the tests of several crates share.

pub mod picture;
pub mod tool;
