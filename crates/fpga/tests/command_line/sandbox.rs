//! Runs of the program in temporary folders.

use std::ops::Deref;

pub use test_support::Output;
pub use test_support::sandbox::Snapshot;

/// A temporary folder: the working directory of each run.
pub struct Sandbox(test_support::Sandbox);

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox(test_support::Sandbox::new(env!("CARGO_BIN_EXE_baccarat-fpga")))
    }
}

impl Deref for Sandbox {
    type Target = test_support::Sandbox;

    fn deref(&self) -> &test_support::Sandbox {
        &self.0
    }
}
