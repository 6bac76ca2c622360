//! The command line: the real program, run in temporary folders.
//!
//! The tests contain no copies of the generated files: they compare with the files of a first run.

mod board;
mod check;
mod diagram;
mod faulty_casino;
mod faulty_designs;
mod faulty_printers;
mod file_set;
#[cfg(unix)]
mod folders;
mod generate;
mod ownership;
mod play;
mod play_casino;
#[cfg(unix)]
mod play_terminal;
mod sandbox;
#[cfg(unix)]
mod signals;
mod simulate;
#[cfg(unix)]
mod synth;
mod usage;
mod verify;
mod verify_casino;
