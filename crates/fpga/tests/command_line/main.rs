//! The command line: the real program, run in temporary folders.

#![cfg(unix)]

mod synth;
mod usage;

use test_support::Sandbox;

/// An empty folder to run the program in.
fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_baccarat-fpga"))
}
