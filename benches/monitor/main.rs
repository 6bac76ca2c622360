//! Benchmark: frames per second of the monitor of `casino`, for our simulator and Verilator. Run it
//! with `make bench`.
//!
//! Both draw the table after power-up, and every frame is compared with the same answer. Verilator
//! draws frames one cycle after the other; our simulator draws all rows of a frame at once. Both
//! run on one thread, one after the other.

#[path = "../common/mod.rs"]
mod common;

use std::time::Instant;

use anyhow::{Context, Result};
use baccarat_hdl::top::Top;
use baccarat_sim::SimulatedBoard;
use baccarat_sim::frames::{Frame, Frames};
use common::tools::{self, processor};
use common::{Measured, Table, verilator};

/// The number of frames that our simulator draws.
const FRAMES: usize = 300;

/// The number of frames that Verilator draws.
const VERILATOR_FRAMES: usize = 30;

/// Clock cycles after which the picture has followed the power-up.
const SETTLING: u64 = 5000;

fn main() -> Result<()> {
    println!("CPU: {}\n", processor());
    let design = baccarat_sim::design(Top::Casino)?;
    let mut machine = SimulatedBoard::of(&design, Top::Casino)?;
    machine.run(SETTLING).context("casino oscillates")?;
    let mut frames = Frames::of(&design, &machine)?;
    let answer = frames.draw(&machine)?;

    let mut table = Table::of("frames");
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let sources = tools::emit(folder.path(), Top::Casino)?;
    let bytes: Vec<u64> = answer.pixels.iter().map(|byte| u64::from(*byte)).collect();
    table.add(
        "Verilator",
        verilator(
            folder.path(),
            &sources,
            "casino",
            include_str!("verilator.cpp"),
            &bytes,
            VERILATOR_FRAMES,
            &[VERILATOR_FRAMES.to_string()],
        ),
    );
    table.add("rows in lanes", measure(&mut frames, &machine, &answer));
    println!("{table}");
    Ok(())
}

fn measure(frames: &mut Frames, machine: &SimulatedBoard, answer: &Frame) -> Result<Measured> {
    let start = Instant::now();
    let mut wrong = 0;
    for _ in 0..FRAMES {
        wrong += usize::from(frames.draw(machine)? != *answer);
    }
    Ok(Measured { count: FRAMES, wrong, time: start.elapsed() })
}
