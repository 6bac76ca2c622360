//! The command line: the real program, run in temporary folders.
//!
//! The tests contain no copies of the generated files: they compare with the files of a first run.

mod check;
mod faulty_printers;
mod generate;
mod sandbox;
mod usage;
