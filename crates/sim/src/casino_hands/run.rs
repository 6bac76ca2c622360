//! All checks of the casino, on all cores.

use super::boards::{Boards, Mismatch, Stop};
use super::design::CasinoDesign;
use super::log::Log;
use super::money::{self, Instants, Payments};
use super::positions::{self, Positions};
use super::random_shoes::{RandomShoes, SHOES};
use super::results::Results;
use crate::SimulationError;
use jobs::{self, Jobs};
use rust_hdl_lanes::{Execution, LANES_PER_WORD};

/// The chunks of lanes of each thread.
const CHUNKS: usize = 1;

/// The number of boards of each thread.
const BOARDS: usize = CHUNKS * LANES_PER_WORD;

const _: () = assert!(money::CASES.is_multiple_of(BOARDS));
const _: () = assert!(positions::BOARDS.is_multiple_of(BOARDS));

/// The fewest hands that a batch of random shoes deals at random instants, from shoes of eight
/// decks.
const HANDS_PER_BATCH: usize = 75 * SHOES * BOARDS;

/// A part of the work, on the boards of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// The cases of bets and bankrolls from this number on.
    Money { first: usize },
    /// The positions drawn by the boards from this number on.
    Positions { first: usize },
    /// A batch of random shoes.
    Shoes { batch: usize },
}

/// What to check.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The seed of all random decisions.
    pub seed: u64,
    /// The fewest random hands.
    pub hands: u64,
}

impl Plan {
    /// The seed by default.
    pub const SEED: u64 = 1;

    /// The number of hands by default.
    pub const HANDS: u64 = 1_000_000;

    /// Returns all jobs. The short ones come first.
    fn jobs(self) -> Vec<Job> {
        let money = (0..money::CASES).step_by(BOARDS).map(|first| Job::Money { first });
        let positions = (0..positions::BOARDS).step_by(BOARDS);
        let positions = positions.map(|first| Job::Positions { first });
        let batches = (self.hands as usize).div_ceil(HANDS_PER_BATCH);
        let shoes = (0..batches).map(|batch| Job::Shoes { batch });
        money.chain(positions).chain(shoes).collect()
    }

    /// Returns the random numbers of a part of the work.
    fn random(self, part: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(fastrand::Rng::with_seed(self.seed).u64(..).wrapping_add(part))
    }
}

/// The first wrong board, in the order of the jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub job: Job,
    pub mismatch: Mismatch,
}

/// What was dealt without a mismatch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub results: Results,
    pub positions: Positions,
    pub payments: Payments,
}

/// Plays all jobs of a plan with one thread per core. `played` is called with the number of further
/// hands.
///
/// # Errors
///
/// [`SimulationError`] if the design cannot be simulated. The inner error is the first mismatch.
pub fn run(
    design: &CasinoDesign,
    plan: Plan,
    execution: Execution,
    played: &(dyn Fn(usize) + Sync),
) -> Result<Result<Report, Failure>, SimulationError> {
    let all_jobs = plan.jobs();
    let worker = |queue: &Jobs<Mismatch>| -> Result<Report, SimulationError> {
        let mut worker = Worker::new(design, plan, execution)?;
        while let Some(number) = queue.take() {
            let before = worker.report.results.hands();
            if let Err(mismatch) = worker.play(all_jobs[number])? {
                queue.fail(number, mismatch);
            }
            played((worker.report.results.hands() - before) as usize);
        }
        Ok(worker.report)
    };
    let (reports, failure) = jobs::run(all_jobs.len(), worker)?;
    if let Some((number, mismatch)) = failure {
        return Ok(Err(Failure { job: all_jobs[number], mismatch }));
    }
    let mut all = Report::default();
    for report in reports {
        all.results.merge(&report.results);
        all.positions.merge(&report.positions);
        all.payments.merge(report.payments);
    }
    Ok(Ok(all))
}

/// Plays a job until its first mismatch, and returns the log of one board.
///
/// # Errors
///
/// [`SimulationError`] if the design cannot be simulated.
pub fn log(
    design: &CasinoDesign,
    plan: Plan,
    execution: Execution,
    job: Job,
    lane: usize,
) -> Result<Log, SimulationError> {
    let mut worker = Worker::new(design, plan, execution)?;
    worker.boards.start_log(lane);
    // A mismatch is in the log.
    let _ = worker.play(job)?;
    Ok(worker.boards.take_log())
}

struct Worker<'d> {
    design: &'d CasinoDesign,
    plan: Plan,
    boards: Boards,
    /// The instants of releases that lead to each outcome, once they have been found.
    instants: Option<Vec<Instants>>,
    report: Report,
}

impl Worker<'_> {
    fn new(
        design: &CasinoDesign,
        plan: Plan,
        execution: Execution,
    ) -> Result<Worker<'_>, SimulationError> {
        let boards = design.boards(CHUNKS, execution)?;
        Ok(Worker { design, plan, boards, instants: None, report: Report::default() })
    }

    fn play(&mut self, job: Job) -> Result<Result<(), Mismatch>, SimulationError> {
        match self.play_until_mismatch(job) {
            Ok(()) => Ok(Ok(())),
            Err(Stop::Mismatch(mismatch)) => Ok(Err(*mismatch)),
            Err(Stop::Oscillation(oscillation)) => Err(oscillation.into()),
        }
    }

    fn play_until_mismatch(&mut self, job: Job) -> Result<(), Stop> {
        let registers = &self.design.registers;
        match job {
            Job::Money { first } => {
                let instants = match self.instants.take() {
                    Some(instants) => instants,
                    None => money::find_instants(&mut self.boards, self.plan.random(u64::MAX))?,
                };
                self.boards.power_up()?;
                let result = money::play(&mut self.boards, &registers.bankroll, &instants, first);
                self.instants = Some(instants);
                self.report.payments.merge(result?);
                Ok(())
            }
            Job::Positions { first } => {
                let positions = positions::play(&mut self.boards, registers, first)?;
                self.report.positions.merge(&positions);
                Ok(())
            }
            Job::Shoes { batch } => {
                let random = self.plan.random(batch as u64);
                let results = RandomShoes::play(&mut self.boards, random)?;
                self.report.results.merge(&results);
                Ok(())
            }
        }
    }
}
