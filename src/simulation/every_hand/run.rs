//! All hands, on all cores.

use super::batch::{BATCHES, CHUNKS, HANDS_PER_BATCH, Schedule, cards, three_ranks, used_lanes};
use super::expected::{Expected, common_outputs};
use super::pin_driver::PinDriver;
use super::results::{KIND_COUNT, Results};
use crate::de1_soc::{BoardOutputs, LIGHTS_AND_DISPLAYS, OUTPUT_BITS};
use crate::game::Rank;
use crate::generator::{Clocking, TASK5};
use crate::simulation::jobs::{self, Jobs};
use crate::simulation::{SimulationError, extra_wait, find_board};
use rust_hdl_gates::masks::{ALL, Countdown, NONE, first_lane};
use rust_hdl_gates::{Execution, Lanes, Netlist, Word, bit_blast};
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

/// Returns whether a netlist has the outputs of the board. [`PinDriver::new`] checks the inputs.
fn has_board_outputs(netlist: &Netlist) -> bool {
    let outputs = netlist.outputs.iter();
    let outputs = outputs.map(|port| (port.name.as_str(), port.bits.len()));
    outputs.eq(LIGHTS_AND_DISPLAYS)
}

/// Plays a batch of hands at once, on each of the boards.
struct BatchRunner {
    runners: Vec<LaneRunner>,
    expected: Expected,
    /// For each chunk, the lanes that are not surplus.
    used_lanes: Vec<Word>,
    results: Vec<Results>,
    /// The previous batch.
    previous: Option<usize>,
}

/// Plays hands on the lanes of one netlist and checks its outputs. Lane `l` plays hand `l` of a
/// batch.
pub struct LaneRunner {
    driver: PinDriver,
    schedule: Schedule,
}

impl BatchRunner {
    fn new(
        netlists: &[(Clocking, Netlist)],
        execution: Execution,
    ) -> Result<BatchRunner, SimulationError> {
        let runners = netlists
            .iter()
            .map(|(clocking, netlist)| LaneRunner::new(netlist, *clocking, execution));
        Ok(BatchRunner {
            runners: runners.collect::<Result<_, SimulationError>>()?,
            expected: Expected::new(),
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
            let outputs = (presses <= 3).then(|| common_outputs(batch, presses));
            if outputs.is_none() {
                self.expected.prepare(batch, presses);
            }
            for (board, runner) in self.runners.iter_mut().enumerate() {
                runner.deal(batch, presses)?;
                match outputs {
                    Some(outputs) => runner.expect_on_all_boards(outputs),
                    None => runner.expect(&self.expected),
                }
                if let Some(lane) = runner.first_mismatch() {
                    let before = previous.map(|batch| cards(batch, lane));
                    return Ok(Err((
                        board,
                        Mismatch { cards: cards(batch, lane), presses, before },
                    )));
                }
            }
        }
        for (runner, results) in self.runners.iter_mut().zip(&mut self.results) {
            runner.count(&self.expected, &self.used_lanes, results);
        }
        Ok(Ok(()))
    }
}

impl LaneRunner {
    /// Creates boards at power-up.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoBoard`] if the netlist does not have the input pins of the board.
    pub fn new(
        netlist: &Netlist,
        clocking: Clocking,
        execution: Execution,
    ) -> Result<LaneRunner, SimulationError> {
        let lanes = Lanes::new(netlist.clone(), CHUNKS, execution);
        let driver = PinDriver::new(lanes, clocking).ok_or(SimulationError::NoBoard(TASK5))?;
        Ok(LaneRunner { schedule: Schedule::new(driver.shortest_wait()), driver })
    }

    /// Returns the lanes, to compare their outputs.
    pub fn lanes(&mut self) -> &mut Lanes {
        &mut self.driver.lanes
    }

    /// Deals card `number`, from 1, of each hand of a batch; 0 starts a new hand.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn deal(&mut self, batch: usize, number: usize) -> Result<(), Oscillation> {
        let Some(index) = number.checked_sub(1) else {
            return self.driver.new_hand();
        };
        let common = three_ranks(batch);
        let waits: &Countdown = match index {
            0..3 => {
                let before = match index {
                    0 => self.driver.rank_after_reset(),
                    _ => common[index - 1],
                };
                let extra = extra_wait(before, common[index], self.driver.shortest_wait());
                self.driver.cycle_all(extra)?;
                return self.driver.press();
            }
            3 => &self.schedule.fourth[common[2]],
            4 => &self.schedule.fifth,
            _ => &self.schedule.sixth,
        };
        waits.cycles().try_for_each(|boards| self.driver.cycle(boards))?;
        self.driver.press()
    }

    fn expect_on_all_boards(&mut self, BoardOutputs(outputs): BoardOutputs) {
        for output in 0..OUTPUT_BITS {
            let word = if outputs >> output & 1 == 1 { ALL } else { NONE };
            (0..CHUNKS).for_each(|chunk| self.driver.lanes.expect(output, chunk, word));
        }
    }

    fn expect(&mut self, expected: &Expected) {
        for chunk in 0..CHUNKS {
            for output in 0..OUTPUT_BITS {
                self.driver.lanes.expect(output, chunk, expected.output(chunk, output));
            }
        }
    }

    /// Returns the first lane with a mismatch.
    fn first_mismatch(&mut self) -> Option<usize> {
        let mut wrong = [NONE; CHUNKS];
        self.driver.lanes.check(|chunk, lanes| wrong[chunk] = lanes);
        first_lane(&wrong)
    }

    /// Counts the outcomes shown on the win lights LEDR\[8\] and LEDR\[9\].
    fn count(&mut self, expected: &Expected, used_lanes: &[Word], results: &mut Results) {
        let mut lights = [[NONE; 2]; CHUNKS];
        self.driver.lanes.outputs(|port, bit, chunk, word| {
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
}
