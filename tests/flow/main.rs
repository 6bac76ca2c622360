//! `build`, `flash` and `doctor`, with fake tools for the tools that nobody can be assumed to have: small programs that
//! record what they are asked, and say and write what the real ones do.

#![cfg(unix)]

mod build;
mod doctor;
mod failures;
mod flash;
mod flash_choice;
mod help;
mod mistral;
mod openfpgaloader;
mod sandbox;
