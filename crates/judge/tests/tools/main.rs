//! Verdicts with Yosys.
//!
//! The tests are ignored by default; `make verify` runs them. A test fails if its tool is not
//! installed.

mod course;
mod early;
mod judging;
mod mistakes;
mod presses;
