//! Benchmark: hands per second at the pins of `casino`, for our simulator and Verilator. Run it
//! with `make bench`.
//!
//! Both simulators play the same hands on the same number of tables in the same way, with the same
//! number of clock cycles, and compare LEDR and all six displays after every release with the same
//! answers. Tables start one after the other, so that each deals its own cards. Both run on one
//! thread, one after the other.

#[path = "../common/mod.rs"]
mod common;
mod tables;

use std::time::Instant;

use anyhow::{Context, Result};
use baccarat_hdl::top::Top;
use common::tools::{self, processor};
use common::{Measured, Table, verilator};
use de1_soc::light_and_display_names;
use rust_hdl_gates::bit_blast_observed;
use rust_hdl_lanes::Execution;
use tables::{Answers, Release, Tables};

/// The number of releases of KEY0 on each table.
const RELEASES: usize = 1200;

/// The number of times that the compiled simulator plays all hands, because it is so fast.
const ROUNDS: usize = 5;

fn main() -> Result<()> {
    println!("CPU: {}\n", processor());
    let mut random = fastrand::Rng::with_seed(1);
    let releases: Vec<Release> = (0..RELEASES).map(|_| Release::random(&mut random)).collect();
    let answers = answers(&releases)?;

    let mut table = Table::of("hands");
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let sources = tools::emit(folder.path(), Top::Casino)?;
    let arguments: Vec<String> = releases
        .iter()
        .flat_map(|release| [release.wait, release.switches])
        .map(|n| n.to_string())
        .collect();
    table.add(
        "Verilator",
        verilator(
            folder.path(),
            &sources,
            "casino",
            include_str!("verilator.cpp"),
            &answers.by_table(),
            answers.hands,
            &arguments,
        ),
    );
    table.add("gates, interpreted", measure(&releases, Execution::Interpreted, &answers, 1));
    table.add("gates, compiled", measure(&releases, Execution::Fastest, &answers, ROUNDS));
    println!("{table}");
    Ok(())
}

fn tables(execution: Execution) -> Result<Tables> {
    let design = baccarat_sim::design(Top::Casino)?;
    let netlist = bit_blast_observed(&design, design.top(), &light_and_display_names())?;
    Tables::new(netlist, execution).context("casino has other pins")
}

/// Returns the outputs in the interpreted simulator.
fn answers(releases: &[Release]) -> Result<Answers> {
    let (mut tables, mut answers) = (tables(Execution::Interpreted)?, Answers::default());
    tables.start()?;
    for release in releases {
        tables.release(release)?;
        answers.add(&mut tables);
    }
    Ok(answers)
}

fn measure(
    releases: &[Release],
    execution: Execution,
    answers: &Answers,
    rounds: usize,
) -> Result<Measured> {
    let mut tables = tables(execution)?;
    let start = Instant::now();
    let mut wrong = 0;
    for _ in 0..rounds {
        tables.start()?;
        for (number, release) in releases.iter().enumerate() {
            tables.release(release)?;
            wrong += tables.count_mismatches(answers.of(number));
        }
    }
    Ok(Measured { count: rounds * answers.hands, wrong, time: start.elapsed() })
}
