//! The command line: the real program, run in temporary folders.

mod board;
mod sandbox;
mod sources;
