//! `build`, `flash` and `doctor`, with stand-ins for the tools that nobody can be assumed to have: small programs that
//! record what they are asked, and say and write what the real ones do.

#![cfg(unix)]

mod build;
mod desk;
mod doctor;
mod failures;
mod flash;
mod flash_choice;
mod help;
mod mistral;
mod openfpgaloader;
#[path = "../command_line/run_result.rs"]
mod run_result;
