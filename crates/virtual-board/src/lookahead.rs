//! Many cycles at once.
//!
//! The states of the next cycles are guessed, and a lane simulates one cycle from each of them.
//! Where the result of a lane is the guess of the next one, the guess was right, as the first lane
//! has the true state. So the first lanes are as exact as a simulation one by one. The results are
//! better guesses than those before: pipelines and outputs with registers, which are not guessed,
//! are right after a few repetitions.

use std::collections::VecDeque;

use super::attempts::Attempts;
use super::clocks::Clocks;
use super::planes::Planes;
use super::prediction::{HISTORY, Prediction};
use super::window::{Half, Window};
use foreign_designs::{ForeignDesign, Simulator};
use foreign_sources::ForeignError;
use rust_hdl_lanes::masks::{ALL, NONE, first_lane, has_lane, set_lane};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word};

/// The largest number of chunks of 256 lanes.
pub const CHUNKS: usize = 8;

/// All lanes.
const EVERYWHERE: [Word; CHUNKS] = [ALL; CHUNKS];

/// The number of lanes that have to be right in addition, and the largest number of repetitions
/// until then: the depth of pipelines, and for how many cycles registers keep what they load.
const LEAST_PROGRESS: usize = 64;
const MAXIMUM_REPETITIONS: usize = 18;

/// An attempt that gives fewer cycles takes longer than a simulation one by one.
const LEAST_CYCLES: usize = 100;

/// Simulates cycles in parallel.
pub struct Lookahead {
    simulator: Simulator,
    /// The number of chunks that are simulated: not many more than gave right results the last
    /// time.
    chunks: usize,
    /// The register with the level of CLOCK_50, if no register of it changes on its falling edge.
    level: Option<u32>,
    clocks: ClockLanes,
    registers: Vec<u32>,
    prediction: Prediction,
    /// The last states, the current one last.
    history: VecDeque<Vec<bool>>,
    /// For each register, its values in the lanes: guessed, and after the cycle.
    guess: Vec<[Word; CHUNKS]>,
    /// The registers that are assumed to count.
    counting: Vec<bool>,
    next: Vec<[Word; CHUNKS]>,
    /// When to try it.
    pub attempts: Attempts,
    /// Whether the last attempt has guessed all cycles right.
    is_complete: bool,
    observed: Planes,
    /// The cycles that were simulated many at once.
    pub cycles: u64,
}

impl Lookahead {
    /// For a design that is observed, with these clocks, all of whose edges are those of CLOCK_50.
    pub fn new(design: &ForeignDesign, clocks: &[u32]) -> Lookahead {
        let registers: Vec<u32> =
            design.netlist.registers.iter().map(|register| register.leaf).collect();
        let none = vec![[NONE; CHUNKS]; registers.len()];
        Lookahead {
            simulator: Simulator::moments(design, CHUNKS, Execution::Fastest),
            chunks: CHUNKS,
            level: design.level(clocks[0]),
            clocks: ClockLanes::new(clocks),
            prediction: Prediction::new(&design.netlist.registers),
            registers,
            history: VecDeque::new(),
            guess: none.clone(),
            counting: vec![false; none.len()],
            next: none,
            attempts: Attempts::new(),
            is_complete: false,
            observed: Planes::new(design.netlist.outputs[0].bits.len(), CHUNKS),
            cycles: 0,
        }
    }

    /// Sets an input bit. The states of before do not count any more.
    pub fn set_input(&mut self, leaf: u32, level: bool) {
        self.simulator.lanes.fill(leaf, level);
        self.restart();
    }

    /// Forgets the states of before.
    pub fn restart(&mut self) {
        self.history.clear();
        self.attempts.restart();
    }

    /// The cycles for which no states are needed.
    pub fn pause(&self) -> u64 {
        self.attempts.wait().saturating_sub(HISTORY as u64)
    }

    /// The number of cycles until the next attempt, for which it needs states.
    pub fn recorded(&self) -> u64 {
        ((HISTORY - self.history.len()) as u64).max(self.attempts.wait()).max(1)
    }

    /// Some cycles were simulated, of which no states are needed.
    pub fn pass(&mut self, cycles: u64) {
        self.history.clear();
        self.attempts.pass(cycles);
    }

    /// The last attempt has saved this time, in seconds.
    pub fn judge(&mut self, saved: f64) {
        self.attempts.judge(saved, self.is_complete);
    }

    /// A cycle was simulated. This is the state after it.
    pub fn push(&mut self, state: impl Iterator<Item = bool>) {
        let mut oldest = match self.history.len() {
            HISTORY => self.history.pop_front().unwrap_or_default(),
            _ => vec![],
        };
        oldest.clear();
        oldest.extend(state);
        self.history.push_back(oldest);
        self.attempts.pass(1);
    }

    /// Whether to try to simulate at most this many cycles at once.
    pub fn is_due(&self, most: u64) -> bool {
        self.attempts.wait() == 0 && most >= LEAST_CYCLES as u64 && self.history.len() == HISTORY
    }

    /// Simulates at most this many cycles, unless too few of them are guessed. The memories are
    /// those of `current`. Returns the state after them, and whether a word of a memory has
    /// changed.
    pub fn advance(
        &mut self,
        most: u64,
        current: &mut Lanes,
        window: &mut Window,
        clocks: &mut Clocks,
    ) -> Option<(&Vec<bool>, bool)> {
        self.chunks = self.chunks.min((most as usize).div_ceil(LANES_PER_WORD));
        self.simulator.lanes.use_chunks(self.chunks);
        self.clocks.set(clocks, self.chunks);
        let lanes = self.chunks * LANES_PER_WORD;
        self.simulator.lanes.exchange_memories(current);
        // A guess may be a state that oscillates, though the design never reaches it.
        let right = self.simulate_right_guesses().unwrap_or(0);
        let cycles = if right < LEAST_CYCLES { 0 } else { right.min(most as usize) };
        self.is_complete = cycles == lanes;
        let has_written = self.simulator.lanes.commit_writes(cycles);
        self.simulator.lanes.exchange_memories(current);
        if cycles == 0 {
            return None;
        }
        self.observe_all();
        self.chunks = if right == lanes {
            2 * self.chunks
        } else {
            (right + right / 4).div_ceil(LANES_PER_WORD)
        };
        self.chunks = self.chunks.clamp(1, CHUNKS);
        clocks.advance(cycles, cycles);
        self.observed.record(cycles, window);
        self.cycles += cycles as u64;
        self.history.clear();
        for lane in cycles - (HISTORY - 1)..cycles {
            self.history.push_back(state(&self.guess, lane));
        }
        self.history.push_back(state(&self.next, cycles - 1));
        self.history.back().map(|state| (state, has_written))
    }

    /// Simulates a cycle in all lanes until enough guesses are right. Returns their number.
    fn simulate_right_guesses(&mut self) -> Result<usize, ForeignError> {
        let counting = &mut self.counting;
        counting.fill(false);
        self.prediction.guess(&self.history, self.chunks, &mut self.guess, |register| {
            counting[register] = true;
        });
        // The first lane has the true state, whatever is guessed.
        for (planes, bit) in self.guess.iter_mut().zip(self.history.back().into_iter().flatten()) {
            planes[0][0] = planes[0][0] & !1 | u64::from(*bit);
        }
        let mut best = 0;
        let mut repetitions = MAXIMUM_REPETITIONS;
        loop {
            self.simulate()?;
            let (improved, right, is_miscounted) = self.improve();
            if right >= best + LEAST_PROGRESS {
                (best, repetitions) = (right, MAXIMUM_REPETITIONS);
            }
            if right == self.chunks * LANES_PER_WORD || is_miscounted || repetitions == 0 {
                return Ok(right);
            }
            repetitions -= 1;
            self.guess = improved;
        }
    }

    /// Simulates a cycle in all lanes.
    fn simulate(&mut self) -> Result<(), ForeignError> {
        let lanes = &mut self.simulator.lanes;
        lanes.commit_writes(0);
        for (leaf, planes) in self.registers.iter().zip(&self.guess) {
            for (chunk, word) in planes[..self.chunks].iter().enumerate() {
                lanes.set(*leaf, chunk, *word);
            }
        }
        self.clocks.fill(lanes, Half::High);
        self.simulator.settle_after_reads(&EVERYWHERE)?;
        match self.quiet_level() {
            Some(level) => {
                self.clocks.fill(&mut self.simulator.lanes, Half::Low);
                self.simulator.lanes.fill(level, false);
            }
            None => {
                self.observe(Half::High);
                self.clocks.fill(&mut self.simulator.lanes, Half::Low);
                self.simulator.settle_after_reads(&EVERYWHERE)?;
            }
        }
        for (leaf, planes) in self.registers.iter().zip(&mut self.next) {
            for (chunk, word) in planes[..self.chunks].iter_mut().enumerate() {
                *word = self.simulator.lanes.get(*leaf, chunk);
            }
        }
        Ok(())
    }

    /// The register with the level of CLOCK_50, if nothing else changes on its falling edges.
    fn quiet_level(&self) -> Option<u32> {
        self.level.filter(|_| !self.clocks.change_in_low)
    }

    fn observe(&mut self, half: Half) {
        let observed = &mut self.observed;
        self.simulator.lanes.outputs(|port, bit, chunk, word| {
            if port == 0 {
                observed.set(half, bit, chunk, word);
            }
        });
    }

    /// Observes the outputs after the last cycle that was simulated.
    fn observe_all(&mut self) {
        if self.quiet_level().is_some() {
            self.clocks.fill(&mut self.simulator.lanes, Half::High);
            self.observe(Half::High);
            self.clocks.fill(&mut self.simulator.lanes, Half::Low);
        }
        self.observe(Half::Low);
    }

    /// Returns better guesses, which are the results of the lanes before; the number of guesses
    /// that were right; and whether the first wrong one is that of a counter, which more
    /// repetitions do not improve.
    fn improve(&self) -> (Vec<[Word; CHUNKS]>, usize, bool) {
        let mut improved = self.next.clone();
        let mut different = [[NONE; CHUNKS]; 2];
        for ((planes, guess), counts) in improved.iter_mut().zip(&self.guess).zip(&self.counting) {
            // The first lane keeps the true state.
            let mut carry = guess[0][0] & 1;
            let different = different[usize::from(*counts)].as_flattened_mut();
            let lanes =
                planes[..self.chunks].as_flattened_mut().iter_mut().zip(guess.as_flattened());
            for ((lanes, guess), different) in lanes.zip(different) {
                let last = *lanes >> 63;
                *lanes = *lanes << 1 | carry;
                carry = last;
                *different |= *lanes ^ guess;
            }
        }
        let [others, counters] =
            different.map(|lanes| first_lane(&lanes).unwrap_or(self.chunks * LANES_PER_WORD));
        (improved, others.min(counters), counters <= others)
    }
}

/// The levels of the clocks in the lanes.
struct ClockLanes {
    clock: u32,
    /// For each clock of a PLL, its input bit, and its levels in both halves of the lanes.
    plls: Vec<(u32, [[Word; CHUNKS]; 2])>,
    /// Whether one of these changes on a falling edge of CLOCK_50.
    change_in_low: bool,
}

impl ClockLanes {
    fn new(clocks: &[u32]) -> ClockLanes {
        let plls = clocks[1..].iter().map(|leaf| (*leaf, [[NONE; CHUNKS]; 2])).collect();
        ClockLanes { clock: clocks[0], plls, change_in_low: false }
    }

    /// The lanes are the next cycles.
    fn set(&mut self, clocks: &Clocks, chunks: usize) {
        if self.plls.is_empty() {
            return;
        }
        let lanes = chunks * LANES_PER_WORD;
        let instants = clocks.clone().advance(lanes, lanes);
        for (bit, (_, planes)) in (1..).zip(&mut self.plls) {
            for (half, planes) in [Half::High, Half::Low].into_iter().zip(planes) {
                for lane in 0..lanes {
                    set_lane(planes, lane, instants.levels(half, lane) >> bit & 1 == 1);
                }
            }
        }
        let differ = |planes: &[[Word; CHUNKS]; 2]| planes[0][..chunks] != planes[1][..chunks];
        self.change_in_low = self.plls.iter().any(|(_, planes)| differ(planes));
    }

    /// Sets the clocks to their levels in a half of the lanes.
    fn fill(&self, lanes: &mut Lanes, half: Half) {
        lanes.fill(self.clock, half == Half::High);
        for (leaf, planes) in &self.plls {
            for (chunk, word) in planes[half as usize].iter().enumerate().take(lanes.chunks()) {
                lanes.set(*leaf, chunk, *word);
            }
        }
    }
}

/// The state in a lane.
fn state(planes: &[[Word; CHUNKS]], lane: usize) -> Vec<bool> {
    planes.iter().map(|words| has_lane(words, lane)).collect()
}
