//! Hands at the pins of a Verilator model of `task5`, against rules that are written in C++.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use baccarat_hdl::top::{Clocking, TASK5};
use test_support::external_tool::VERILATOR;

const PLAYER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/hand_player.cpp");

/// The optimisation level of the C++ compiler.
#[derive(Clone, Copy)]
pub enum Optimisation {
    /// For programs that stop soon.
    None,
    Full,
}

/// Builds a program that plays all hands, or those that begin with the rank of its argument.
/// `sources` are files of `folder`, `options` are for Verilator, and `scratch` is a folder for its
/// own files.
///
/// # Panics
/// Verilator is missing, or rejects the files.
pub fn build(
    folder: &Path,
    sources: &[String],
    options: &[&str],
    clocking: Clocking,
    level: Optimisation,
    scratch: &Path,
) -> PathBuf {
    // From the release of KEY[0] to the card: two edges in the synchroniser, and the one that
    // deals.
    let edges_to_deal = match clocking {
        Clocking::Synchronised => 3,
        Clocking::Direct => 0,
    };
    let definition = format!("-DEDGES_TO_DEAL={edges_to_deal}");
    // Overrides the -Os of Verilator's makefile.
    let optimisation = match level {
        Optimisation::None => "OPT_FAST=-O0 OPT_GLOBAL=-O0",
        Optimisation::Full => "OPT_FAST='-O3 -march=native'",
    };

    let mut arguments = vec!["--cc", "--exe", "--build", "-O3", "--top-module", TASK5];
    // Lets the player choose the initial values of registers without a power-up value.
    arguments.extend(["--x-assign", "unique", "--x-initial", "unique"]);
    arguments.extend(["-CFLAGS", &definition, "-MAKEFLAGS", optimisation]);
    arguments.extend(options);
    arguments.extend(sources.iter().map(String::as_str));
    let arguments = arguments.into_iter().map(OsStr::new);
    let own = [PLAYER.as_ref(), "--Mdir".as_ref(), scratch.as_os_str()];
    VERILATOR.run(folder, arguments.chain(own)).succeeds();
    scratch.join(format!("V{TASK5}"))
}
