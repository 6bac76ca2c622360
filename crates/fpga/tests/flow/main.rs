//! `build`, `flash` and `doctor`, with fake tools in place of Quartus, nextpnr-mistral and the
//! programmers: shell scripts that record their arguments, and print and write what the real tools
//! do.

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
