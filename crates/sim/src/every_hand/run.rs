//! All hands on our own design, on all cores.

use super::batch::{BATCHES, CHUNKS, HANDS_PER_BATCH, cards, used_lanes};
use super::conventions::Conventions;
use super::expected::Expected;
use super::lane_runner::LaneRunner;
use super::results::{KIND_COUNT, Results};
use crate::{SimulationError, find_board};
use baccarat_hdl::top::{Clocking, TASK5};
use de1_soc::LIGHTS_AND_DISPLAYS;
use jobs::{self, Jobs};
use punto_banco::Rank;
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_lanes::masks::{NONE, first_lane};
use rust_hdl_lanes::{Execution, Lanes, Word};
use rust_hdl_rtl::{Design, Oscillation};

/// A hand with wrong outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The hand.
    pub cards: [Rank; 6],
    /// The number of presses after which the outputs were wrong.
    pub presses: usize,
    /// The previous hand of the same board; `None` after power-up.
    pub before: Option<[Rank; 6]>,
}

/// Plays every hand on each board and compares all outputs after every press, with one thread per
/// core. `played` is called with the number of further hands played.
///
/// Returns the results in the order of the boards, or the index of the board and the first mismatch
/// in the order of the hands.
///
/// # Errors
///
/// [`SimulationError`] if a design does not have the pins of the board.
pub fn play_every_hand(
    boards: &[(Clocking, &Design)],
    execution: Execution,
    played: &(dyn Fn(usize) + Sync),
) -> Result<Result<Vec<Results>, (usize, Mismatch)>, SimulationError> {
    let netlists = boards.iter().map(|(clocking, design)| Ok((*clocking, board_netlist(design)?)));
    let netlists = netlists.collect::<Result<Vec<(Clocking, Netlist)>, SimulationError>>()?;
    play_every_hand_on_gates(&netlists, execution, played)
}

/// Like [`play_every_hand`], for boards that are netlists already.
///
/// # Errors
///
/// [`SimulationError::NoBoard`] if a netlist does not have the pins of the board.
pub fn play_every_hand_on_gates(
    netlists: &[(Clocking, Netlist)],
    execution: Execution,
    played: &(dyn Fn(usize) + Sync),
) -> Result<Result<Vec<Results>, (usize, Mismatch)>, SimulationError> {
    if !netlists.iter().all(|(_, netlist)| has_board_outputs(netlist)) {
        return Err(SimulationError::NoBoard(TASK5));
    }
    let worker = |jobs: &Jobs<(usize, Mismatch)>| -> Result<Vec<Results>, SimulationError> {
        let mut runner = BatchRunner::new(netlists, execution)?;
        while let Some(batch) = jobs.take() {
            if let Err(mismatch) = runner.play(batch)? {
                jobs.fail(batch, mismatch);
            }
            played(HANDS_PER_BATCH);
        }
        Ok(runner.results)
    };
    let (results, mismatch) = jobs::run(BATCHES, worker)?;
    let mut all = vec![Results::default(); netlists.len()];
    for results in results {
        all.iter_mut().zip(&results).for_each(|(all, results)| all.merge(results));
    }
    Ok(match mismatch {
        Some((_, mismatch)) => Err(mismatch),
        None => Ok(all),
    })
}

/// Returns the netlist of the top, whose outputs must be those of the board in the same order.
fn board_netlist(design: &Design) -> Result<Netlist, SimulationError> {
    Ok(bit_blast(design, find_board(design, Clocking::Synchronised.into())?)?)
}

/// Returns whether a netlist has the outputs of the board. [`LaneRunner`] checks the inputs.
fn has_board_outputs(netlist: &Netlist) -> bool {
    let outputs = netlist.outputs.iter();
    let outputs = outputs.map(|port| (port.name.as_str(), port.bits.len()));
    outputs.eq(LIGHTS_AND_DISPLAYS)
}

/// Plays a batch of hands at once, on each of the boards.
struct BatchRunner {
    runners: Vec<LaneRunner<Lanes>>,
    expected: Expected,
    /// For each chunk, the lanes that are not surplus.
    used_lanes: Vec<Word>,
    results: Vec<Results>,
    /// The previous batch.
    previous: Option<usize>,
}

impl BatchRunner {
    fn new(
        netlists: &[(Clocking, Netlist)],
        execution: Execution,
    ) -> Result<BatchRunner, SimulationError> {
        let runners = netlists
            .iter()
            .map(|(clocking, netlist)| LaneRunner::of_netlist(netlist, *clocking, execution));
        Ok(BatchRunner {
            runners: runners.collect::<Result<_, SimulationError>>()?,
            // What is shown does not depend on the clocking.
            expected: Expected::new(&Conventions::of(Clocking::Direct)),
            used_lanes: (0..CHUNKS).map(used_lanes).collect(),
            results: vec![Results::default(); netlists.len()],
            previous: None,
        })
    }

    /// Plays a batch and counts its outcomes. The inner error is the index of the board and the
    /// mismatch.
    fn play(&mut self, batch: usize) -> Result<Result<(), (usize, Mismatch)>, Oscillation> {
        let previous = self.previous.replace(batch);
        for presses in 0..=6 {
            self.expected.prepare(batch, presses);
            for (board, runner) in self.runners.iter_mut().enumerate() {
                runner.deal(batch, presses)?;
                runner.driver.expect(&self.expected);
                if let Some(lane) = first_lane(&runner.driver.different()) {
                    let before = previous.map(|batch| cards(batch, lane));
                    let mismatch = Mismatch { cards: cards(batch, lane), presses, before };
                    return Ok(Err((board, mismatch)));
                }
            }
        }
        for (runner, results) in self.runners.iter_mut().zip(&mut self.results) {
            count(runner.lanes(), &self.expected, &self.used_lanes, results);
        }
        Ok(Ok(()))
    }
}

/// Counts the outcomes shown on the win lights LEDR\[8\] and LEDR\[9\].
fn count(lanes: &mut Lanes, expected: &Expected, used_lanes: &[Word], results: &mut Results) {
    let mut lights = [[NONE; 2]; CHUNKS];
    lanes.outputs(|port, bit, chunk, word| {
        if port == 0 && bit >= 8 {
            lights[chunk][bit - 8] = word;
        }
    });
    for (chunk, [player, dealer]) in lights.into_iter().enumerate() {
        for part in 0..player.len() {
            let (player, dealer) = (player[part], dealer[part]);
            let outcomes = [dealer & !player, player & !dealer, player & dealer];
            for kind in 0..KIND_COUNT {
                let bits = expected.kinds(chunk).iter().enumerate();
                let of_kind = bits.fold(used_lanes[chunk][part], |lanes, (bit, word)| {
                    lanes & if kind >> bit & 1 == 1 { word[part] } else { !word[part] }
                });
                for (outcome, lanes) in outcomes.iter().enumerate() {
                    results.add(kind, outcome, u64::from((lanes & of_kind).count_ones()));
                }
            }
        }
    }
}
