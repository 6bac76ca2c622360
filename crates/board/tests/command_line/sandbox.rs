//! Runs of the program in temporary folders.

use std::ops::Deref;

pub use test_support::Output;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_baccarat-board");

/// A temporary folder: the working directory of each run.
pub struct Sandbox(test_support::Sandbox);

impl Deref for Sandbox {
    type Target = test_support::Sandbox;

    fn deref(&self) -> &test_support::Sandbox {
        &self.0
    }
}

impl Sandbox {
    /// An empty one.
    pub fn new() -> Self {
        Sandbox(test_support::Sandbox::new(PROGRAM))
    }
}
