//! The command line: the real program, run in temporary folders.
//!
//! The tests contain no copies of the generated files: they compare with the files of a first run.

mod check;
mod faulty_printers;
mod file_set;
#[cfg(unix)]
mod folders;
mod generate;
mod ownership;
mod sandbox;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod synth;
mod usage;
