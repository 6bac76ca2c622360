//! Benchmark: the time of `generate`, and hands per second at the pins of `task5`, for our
//! simulator and others. Run it with `make bench`.
//!
//! All simulators play the same hands in the same way, about 90 pin changes each, and compare LEDR
//! and all six displays at the end of each hand with precomputed answers. Slow simulators play only
//! the first hands. All run on one thread, one after the other.

#[path = "../common/mod.rs"]
mod common;
mod generation;
mod rust_hdl;
mod tools;

use baccarat_sim::HandOutputs;
use std::time::Instant;

use anyhow::{Context, Result};
use baccarat_hdl::top::Clocking;
use baccarat_sim::every_hand::{BATCHES, HANDS, HANDS_PER_BATCH, LaneRunner};
use common::tools::processor;
use common::{Measured, Table};
use de1_soc::{BoardOutputs, OUTPUT_BITS};
use punto_banco::{Rank, play};
use rust_hdl_gates::bit_blast;
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Word, lane_planes};

/// The number of hands for slow simulators: a few seconds.
const FEW: usize = 20_000;

/// The number of times that the compiled simulator plays all hands, because it is so fast.
const ROUNDS: usize = 20;

fn main() -> Result<()> {
    println!("CPU: {}\n", processor());
    let answers: Vec<u64> =
        (0..HANDS).map(|hand| BoardOutputs::of(&play(cards(hand)), 6).0).collect();
    let planes: Vec<Planes> = answers.chunks(HANDS_PER_BATCH).map(planes_of_batch).collect();
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
        table.add("gates, interpreted", gates(clocking, Execution::Interpreted, &planes, 1));
        table.add("gates, compiled", gates(clocking, Execution::Fastest, &planes, ROUNDS));
        println!("{table}");
    }
    Ok(())
}

/// The expected outputs of the lanes of a batch: for each chunk and output bit, the lanes in which
/// it is 1.
type Planes = Vec<[Word; OUTPUT_BITS]>;

/// Transposes the answers of a batch. Surplus lanes repeat the last hand.
fn planes_of_batch(answers: &[u64]) -> Planes {
    let mut lanes = answers.to_vec();
    let lane_count = lanes.len().next_multiple_of(LANES_PER_WORD);
    lanes.resize(lane_count, answers[answers.len() - 1]);
    let outputs = |planes: [Word; 64]| std::array::from_fn(|output| planes[output]);
    lane_planes(&lanes).into_iter().map(outputs).collect()
}

fn gates(
    clocking: Clocking,
    execution: Execution,
    planes: &[Planes],
    rounds: usize,
) -> Result<Measured> {
    let design = baccarat_sim::design(clocking)?;
    let netlist = bit_blast(&design, design.top())?;
    let mut runner = LaneRunner::of_netlist(&netlist, clocking, execution)?;
    let start = Instant::now();
    let mut wrong = 0;
    for batch in (0..rounds).flat_map(|_| 0..BATCHES) {
        for presses in 0..=6 {
            runner.deal(batch, presses)?;
        }
        for (chunk, planes) in planes[batch].iter().enumerate() {
            for (output, lanes) in planes.iter().enumerate() {
                runner.lanes().expect(output, chunk, *lanes);
            }
        }
        let count =
            |lanes: Word| lanes.iter().map(|part| part.count_ones() as usize).sum::<usize>();
        runner.lanes().check(|_, lanes| wrong += count(lanes));
    }
    Ok(Measured { count: HANDS * rounds, wrong, time: start.elapsed() })
}

/// Returns the cards of a hand: its digits in base 13.
fn cards(hand: usize) -> [Rank; 6] {
    let digit = |index: usize| hand / 13_usize.pow(5 - index as u32) % 13;
    std::array::from_fn(|index| Rank::ALL[digit(index)])
}

/// Returns the minimum number of cycles between two cards, and the rank to count from after a
/// reset.
fn waits(clocking: Clocking) -> (usize, usize) {
    match clocking {
        Clocking::Direct => (1, 1),
        Clocking::Synchronised => (4, 0),
    }
}
