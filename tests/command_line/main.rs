//! The command line, driven as its users drive it: the real program, in folders of its own.
//!
//! Which files it produces is the engine's affair: these tests take what a first run wrote.

mod board;
mod check;
mod diagram;
mod faulty_designs;
#[cfg(unix)]
mod folders;
mod generate;
mod ownership;
mod play;
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
