//! The programs that the lane simulator compiles for the machines, compared with a golden file. The
//! counts of their operations, machine code and runs are the same on any computer, idle or busy, so
//! they show whether a simulation has become slower.
//!
//! After an intended change, update `simulation_programs.md` with
//! `WRITE_PROGRAMS=1 cargo test --test simulation_programs`, and review the difference.

#![cfg(target_arch = "x86_64")]

use std::fmt::Write;
use std::path::Path;

use baccarat_hdl::top::{Clocking, Top};
use baccarat_sim::SimulatedBoard;
use baccarat_sim::every_hand::LaneRunner;
use baccarat_sim::frames::Frames;
use de1_soc::light_and_display_names;
use rust_hdl_gates::{bit_blast, bit_blast_observed};
use rust_hdl_lanes::masks::{ALL, NONE, lanes_where};
use rust_hdl_lanes::{Execution, Lanes, ProgramCounts, Word};

const INTRODUCTION: &str = "\
# Programs of the lane simulator

What the simulator of gates compiles for x86-64 in short simulations of both machines. Each
simulation first runs until the simulator has chosen its guards (clock enables that let it skip
gates); the runs are counted after that. The time that a simulation takes is roughly proportional
to the operations that run. `bytes` is the size of the machine code; `loads` and `stores` are its
accesses to memory, of 256 lanes each; `runs` counts chunks of 256 lanes.

`WRITE_PROGRAMS=1 cargo test --test simulation_programs` writes this file.
";

type Programs = Vec<(String, ProgramCounts)>;

/// Returns the section of a simulation: what ran between two readings of the counts. `units` are
/// what was simulated meanwhile in each lane, and their number.
fn section(
    title: &str,
    before: &Programs,
    after: &Programs,
    chunks: usize,
    units: (&str, usize),
) -> String {
    let runs = |name: &str, counts: &ProgramCounts| {
        let earlier = before.iter().find(|(other, _)| other == name);
        counts.runs - earlier.map_or(0, |(_, counts)| counts.runs)
    };
    let total: u64 =
        after.iter().map(|(name, counts)| counts.operations as u64 * runs(name, counts)).sum();
    let (unit, number) = units;
    let each = total / (chunks * number) as u64;
    let mut text = format!("\n## {title}\n\n{each} operations for each {unit} and chunk\n\n");
    text += "| program | operations | bytes | loads | stores | runs |\n|---|--:|--:|--:|--:|--:|\n";
    for (name, counts) in after {
        let ProgramCounts { operations, code_bytes, loads, stores, .. } = counts;
        let runs = runs(name, counts);
        writeln!(text, "| {name} | {operations} | {code_bytes} | {loads} | {stores} | {runs} |")
            .expect("text grows");
    }
    text
}

fn task5(clocking: Clocking) -> String {
    const HANDS: usize = 100;
    let design = baccarat_sim::design(clocking).expect("the design");
    let netlist = bit_blast(&design, design.top()).expect("no combinational loops");
    let mut runner =
        LaneRunner::of_netlist(&netlist, clocking, Execution::Fastest).expect("the board's pins");
    let mut play = |first: usize| {
        for batch in first..first + HANDS {
            (0..=6).for_each(|press| runner.deal(batch, press).expect("no oscillation"));
            runner.lanes().check(|_, _| ());
        }
        (runner.lanes().programs(), runner.lanes().chunks())
    };
    // The late choice of guards needs 4026 loads, and the choice for a variant 100 of its own. If
    // KEY0 is a clock, a hand has seven loads.
    let (before, _) = (0..9).map(|part| play(part * HANDS)).last().expect("hands");
    let (after, chunks) = play(9 * HANDS);
    let title = format!("task5, {} clocking", format!("{clocking:?}").to_lowercase());
    section(&title, &before, &after, chunks, ("hand", HANDS))
}

/// The tables of `casino`, each with its own cards.
struct Tables {
    lanes: Lanes,
    random: fastrand::Rng,
    /// The tables on which a hand is over.
    over: Vec<Word>,
}

impl Tables {
    const CHUNKS: usize = 4;

    fn new() -> Tables {
        let design = baccarat_sim::design(Top::Casino).expect("the design");
        let netlist = bit_blast_observed(&design, design.top(), &light_and_display_names());
        let netlist = netlist.expect("no combinational loops");
        let lanes = Lanes::new(netlist, Tables::CHUNKS, Execution::Fastest);
        let over = vec![NONE; Tables::CHUNKS];
        Tables { lanes, random: fastrand::Rng::with_seed(1), over }
    }

    fn leaf(&self, name: &str) -> u32 {
        self.lanes.netlist().input(name).expect("a pin of the board").leaf
    }

    fn cycle(&mut self, masks: &[Word]) {
        let clock = self.leaf("CLOCK_50");
        self.lanes.pulse(clock, masks).expect("no oscillation");
    }

    /// Starts the tables one after the other, and lets them write their shoes.
    fn start(&mut self) {
        let keys = self.leaf("KEY");
        (keys..keys + 4).for_each(|key| self.lanes.fill(key, true));
        for cycle in 0..1000 {
            let masks: Vec<Word> = (0..Tables::CHUNKS)
                .map(|chunk| lanes_where(chunk, |table| table % 416 <= cycle))
                .collect();
            self.cycle(&masks);
        }
    }

    /// Presses and releases KEY0 with random stakes. Where a hand is over, KEY3 is held.
    fn release(&mut self) {
        let (keys, switches) = (self.leaf("KEY"), self.leaf("SW"));
        for bit in 0..10 {
            self.lanes.fill(switches + bit, self.random.u8(..4) == 0);
        }
        for (chunk, over) in self.over.iter().enumerate() {
            self.lanes.set(keys + 3, chunk, over.map(|tables| !tables));
        }
        for (is_up, cycles) in [(true, self.random.usize(..8)), (false, 1), (true, 5)] {
            self.lanes.fill(keys, is_up);
            (0..cycles).for_each(|_| self.cycle(&[ALL; Tables::CHUNKS]));
        }
        self.over.fill(NONE);
        let over = &mut self.over;
        self.lanes.outputs(|port, bit, chunk, lights| {
            if port == 0 && bit >= 8 {
                over[chunk].iter_mut().zip(lights).for_each(|(over, lights)| *over |= lights);
            }
        });
    }
}

fn casino() -> String {
    const RELEASES: usize = 500;
    let mut tables = Tables::new();
    tables.start();
    (0..RELEASES).for_each(|_| tables.release());
    let before = tables.lanes.programs();
    (0..RELEASES).for_each(|_| tables.release());
    let after = tables.lanes.programs();
    section("casino", &before, &after, Tables::CHUNKS, ("release of KEY0", RELEASES))
}

fn monitor() -> String {
    const FRAMES: usize = 3;
    let design = baccarat_sim::design(Top::Casino).expect("the design");
    let mut machine = SimulatedBoard::of(&design, Top::Casino).expect("a board");
    machine.run(5000).expect("no oscillation");
    let mut frames = Frames::of(&design, &machine).expect("the monitor's registers");
    let mut draw = |count: usize| {
        (0..count).for_each(|_| drop(frames.draw(&machine).expect("a frame")));
        frames.programs()
    };
    // The late choice of guards needs 4026 cycles of the numbers, of which a frame takes 512.
    let before = draw(8);
    let after = draw(FRAMES);
    section("The monitor of casino", &before, &after, 1, ("frame", FRAMES))
}

#[test]
fn the_programs_of_both_machines_are_as_committed() {
    if !is_x86_feature_detected!("avx2") {
        eprintln!("without AVX2 nothing is compiled: not tested");
        return;
    }
    let sections = [task5(Clocking::Direct), task5(Clocking::Synchronised), casino(), monitor()];
    let text = INTRODUCTION.to_owned() + &sections.concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simulation_programs.md");
    if std::env::var_os("WRITE_PROGRAMS").is_some() {
        std::fs::write(&path, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let differing = committed.lines().zip(text.lines()).find(|(committed, now)| committed != now);
    assert!(
        committed == text,
        "the compiled programs differ from tests/simulation_programs.md: {differing:?}; if that is \
         intended and not slower, run `WRITE_PROGRAMS=1 cargo test --test simulation_programs`"
    );
}
