//! How fast hands are played at the pins of `task5`, by our simulator and by others: `make bench`.
//!
//! All play the same hands in the same way, 90 or so changes of the pins each, and compare LEDR and all six displays at the
//! end of each hand with answers worked out beforehand. The slow ones play the first few of them. All run on one thread,
//! one after the other.

mod rust_hdl;
mod table;
mod tools;

use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use baccarat::engine::{self, Clocking};
use baccarat::exhaustive::{Answers, HANDS, TimedRunner};
use baccarat::game::{Rank, play};
use baccarat::machine::BoardOutputs;
use rust_hdl_gates::Execution;
use table::{Measured, Table};

/// Hands that a simulator that steps through statements plays: some seconds' worth.
const FEW: usize = 20_000;

/// Our simulator is done so soon that it plays all hands several times.
const ROUNDS: usize = 20;

fn main() -> Result<()> {
    println!("CPU: {}\n", processor());
    let pictures: Vec<u64> =
        (0..HANDS).map(|hand| BoardOutputs::of(&play(cards(hand)), 6).0).collect();
    let answers = Answers::new();
    for clocking in [Clocking::Direct, Clocking::Synchronised] {
        println!("{clocking:?} clocking");
        let mut table = Table::default();
        let folder = tempfile::tempdir().context("a folder for other simulators")?;
        let sources = tools::emit(folder.path(), clocking)?;
        table.add("Verilator", tools::verilator(folder.path(), &sources, clocking, &pictures));
        table.add(
            "Icarus Verilog",
            tools::icarus(folder.path(), &sources, clocking, &pictures[..FEW]),
        );
        table.add("rust-hdl, simulate()", rust_hdl::measure(clocking, &pictures[..FEW]));
        table.add("gates, interpreted", gates(clocking, Execution::Interpreted, &answers, 1));
        table.add("gates, compiled", gates(clocking, Execution::Fastest, &answers, ROUNDS));
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
    let design = engine::design(clocking)?;
    let mut board = TimedRunner::new(&design, clocking, execution)?;
    let start = Instant::now();
    let mut wrong = 0;
    for _ in 0..rounds {
        wrong += board.play(answers)?;
    }
    Ok(Measured { hands: HANDS * rounds, wrong, time: start.elapsed() })
}

/// The cards of a hand: its digits to the base 13.
fn cards(hand: usize) -> [Rank; 6] {
    let digit = |place: usize| hand / 13_usize.pow(5 - place as u32) % 13;
    std::array::from_fn(|place| Rank::ALL[digit(place)])
}

/// How many cycles from one card to the next at least, and the rank that the shoe counts on from after a reset.
fn waits(clocking: Clocking) -> (usize, usize) {
    match clocking {
        Clocking::Direct => (1, 1),
        Clocking::Synchronised => (4, 0),
    }
}

fn processor() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.to_string())
}

/// A time in seconds as other programs print it.
fn seconds(text: &str) -> Result<Duration> {
    let seconds: f64 = text.parse().with_context(|| format!("`{text}` is no time"))?;
    Ok(Duration::from_secs_f64(seconds))
}
