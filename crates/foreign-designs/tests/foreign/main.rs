//! Foreign designs without Yosys, from the netlists that it wrote.
//!
//! `netlists/` has the sources and the netlists; an ignored test compares them.

mod audio;
mod board;
mod causes;
mod judge;
mod netlists;
mod plls;
