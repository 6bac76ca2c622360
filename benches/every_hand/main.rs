//! Benchmark: the time of `generate`, and hands per second at the pins of `task5`, for our simulator and others. Run it with
//! `make bench`.
//!
//! All simulators play the same hands in the same way, about 90 pin changes each, and compare LEDR and all six displays at
//! the end of each hand with precomputed answers. Slow simulators play only the first hands. All run on one thread, one
//! after the other.

#[path = "../common/mod.rs"]
mod common;
mod generation;
mod rust_hdl;
mod tools;

use std::time::Instant;

use anyhow::{Context, Result};
use baccarat::de1_soc::BoardOutputs;
use baccarat::game::{Rank, play};
use baccarat::generator::{self, Clocking};
use baccarat::simulation::every_hand::{Answers, HANDS, TimedRunner};
use common::{Measured, Table, processor};
use rust_hdl_gates::Execution;

/// The number of hands for slow simulators: a few seconds.
const FEW: usize = 20_000;

/// The number of times that the compiled simulator plays all hands, because it is so fast.
const ROUNDS: usize = 20;

fn main() -> Result<()> {
    println!("CPU: {}\n", processor());
    let answers: Vec<u64> =
        (0..HANDS).map(|hand| BoardOutputs::of(&play(cards(hand)), 6).0).collect();
    let words = Answers::new();
    for clocking in [Clocking::Direct, Clocking::Synchronised] {
        println!("{clocking:?} clocking");
        println!("{}", generation::measure(clocking)?);
        let mut table = Table::of("hands");
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        let sources = common::tools::emit(folder.path(), clocking)?;
        table.add("Verilator", tools::verilator(folder.path(), &sources, clocking, &answers));
        table.add(
            "Icarus Verilog",
            tools::icarus(folder.path(), &sources, clocking, &answers[..FEW]),
        );
        table.add("rust-hdl, simulate()", rust_hdl::measure(clocking, &answers[..FEW]));
        table.add("gates, interpreted", gates(clocking, Execution::Interpreted, &words, 1));
        table.add("gates, compiled", gates(clocking, Execution::Fastest, &words, ROUNDS));
        println!("{table}");
    }
    Ok(())
}

fn gates(
    clocking: Clocking,
    execution: Execution,
    answers: &Answers,
    rounds: usize,
) -> Result<Measured> {
    let design = generator::design(clocking)?;
    let mut board = TimedRunner::new(&design, clocking, execution)?;
    let start = Instant::now();
    let mut wrong = 0;
    for _ in 0..rounds {
        wrong += board.play(answers)?;
    }
    Ok(Measured { count: HANDS * rounds, wrong, time: start.elapsed() })
}

/// Returns the cards of a hand: its digits in base 13.
fn cards(hand: usize) -> [Rank; 6] {
    let digit = |index: usize| hand / 13_usize.pow(5 - index as u32) % 13;
    std::array::from_fn(|index| Rank::ALL[digit(index)])
}

/// Returns the minimum number of cycles between two cards, and the rank to count from after a reset.
fn waits(clocking: Clocking) -> (usize, usize) {
    match clocking {
        Clocking::Direct => (1, 1),
        Clocking::Synchronised => (4, 0),
    }
}
