//! The command line: the real program, run in temporary folders.

mod diagram;
mod faulty_casino;
mod faulty_designs;
mod play;
mod play_casino;
#[cfg(unix)]
mod play_terminal;
mod sandbox;
mod simulate;
mod usage;
mod verify;
mod verify_casino;
