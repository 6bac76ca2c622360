//! Runs of the program in temporary folders, where the only tools it finds are fake.

use std::ops::Deref;

pub use test_support::Output;

pub const BACCARAT: &str = env!("CARGO_BIN_EXE_baccarat-fpga");

/// A temporary folder: the working directory of each run. PATH is its subfolder `bin`, at first
/// without any tool.
pub struct Sandbox(test_support::Sandbox);

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox(test_support::Sandbox::with_only_fake_tools(BACCARAT))
    }
}

impl Deref for Sandbox {
    type Target = test_support::Sandbox;

    fn deref(&self) -> &test_support::Sandbox {
        &self.0
    }
}
