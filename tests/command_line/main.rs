//! The command line, driven as its users drive it: the real program, in folders of its own.
//!
//! Which files it produces is the engine's affair: these tests take what a first run wrote.

mod bench;
mod board;
mod check;
mod diagram;
mod generate;
#[cfg(unix)]
mod interruptions;
mod ownership;
#[cfg(unix)]
mod places;
mod play;
#[cfg(unix)]
mod play_terminal;
mod ran;
mod simulate;
#[cfg(unix)]
mod synth;
mod usage;
mod verify;
mod wrong_machines;
