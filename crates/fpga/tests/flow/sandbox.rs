//! Runs of the program in temporary folders, where the only tools it finds are fake.

pub use test_support::{Output, Sandbox};

/// The working directory of each run. PATH is its subfolder `bin`, at first without any tool.
pub fn sandbox() -> Sandbox {
    Sandbox::with_only_fake_tools(env!("CARGO_BIN_EXE_baccarat-fpga"))
}
