//! Runs of the program in temporary folders.

pub use test_support::{Output, Sandbox};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_baccarat-board");

/// An empty folder: the working directory of each run.
pub fn sandbox() -> Sandbox {
    Sandbox::new(PROGRAM)
}
