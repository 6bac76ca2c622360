//! The command line: the real program, run in temporary folders.

#![cfg(unix)]

mod sandbox;
mod synth;
mod usage;
