//! Many boards with the casino, in the lanes of the gate-level simulator, each followed by a
//! reference.

use super::design::Bankroll;
use super::follower::{Fault, Follower, Observation};
use super::log::{Event, Log};
use super::pins::Pins;
use crate::de1_soc::{BoardOutputs, KEYS, SWITCHES};
use crate::game::casino::{Casino, Release};
use rust_hdl_gates::masks::{ALL, Countdown, set_lane};
use rust_hdl_gates::{LANES_PER_WORD, Lanes, Word, transpose};
use rust_hdl_rtl::Oscillation;

/// The number of lanes whose pins are transposed at a time.
const BLOCK: usize = 64;

/// The cycles after which a release has had its effect at the pins, except on numbers: two for the
/// synchroniser, one for the edge of the key, one that draws the card and one for the result. A
/// release two cycles later has no effect yet.
pub const LATENCY: usize = 5;

/// The cycles after which the draw takes place.
pub const DRAW: usize = 3;

/// A board whose outputs are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub lane: usize,
    pub observation: Observation,
    pub fault: Fault,
}

/// Why a check ends early.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Stop {
    #[error("the outputs of a board are wrong")]
    Mismatch(Box<Mismatch>),
    #[error(transparent)]
    Oscillation(#[from] Oscillation),
}

/// The boards, their pins and their followers.
pub struct Boards {
    lanes: Lanes,
    clock: u32,
    /// The leaves of KEY\[3:0\] and SW\[9:0\].
    inputs: Vec<u32>,
    /// The pins of each lane. [`apply`](Boards::apply) moves them.
    pub pins: Vec<Pins>,
    pub followers: Vec<Follower>,
    /// The outputs of each lane at the last observation.
    outputs: Vec<u64>,
    columns: Vec<[u64; BLOCK]>,
    all: Vec<Word>,
    log: Option<Log>,
    decks: usize,
}

impl Boards {
    /// Takes boards with shoes of `decks` decks. `None` if the netlist does not have the pins.
    pub fn new(lanes: Lanes, decks: usize) -> Option<Boards> {
        let netlist = lanes.netlist();
        let clock = netlist.input("CLOCK_50")?.leaf;
        let (keys, switches) = (netlist.input("KEY")?, netlist.input("SW")?);
        if (keys.width as usize, switches.width as usize) != (KEYS, SWITCHES) {
            return None;
        }
        let inputs = (0..keys.width).map(|key| keys.leaf + key);
        let inputs = inputs.chain((0..switches.width).map(|switch| switches.leaf + switch));
        let inputs: Vec<u32> = inputs.collect();
        let boards = lanes.lanes();
        let mut boards = Boards {
            clock,
            inputs,
            pins: vec![Pins::default(); boards],
            followers: vec![],
            outputs: vec![0; boards],
            columns: vec![[0; BLOCK]; boards / BLOCK],
            all: vec![ALL; lanes.chunks()],
            log: None,
            lanes,
            decks,
        };
        boards.power_up();
        Some(boards)
    }

    /// Returns the number of boards.
    pub fn count(&self) -> usize {
        self.pins.len()
    }

    /// Returns the cycles in which a new shoe is written, at least.
    pub fn writing(&self) -> usize {
        52 * self.decks
    }

    /// Starts a log of the events at one board.
    pub fn start_log(&mut self, lane: usize) {
        self.log = Some(Log::new(lane));
    }

    /// Ends the log and returns it.
    pub fn take_log(&mut self) -> Log {
        self.log.take().unwrap_or_else(|| Log::new(0))
    }

    /// Turns all boards off and on again, with no key held and no switch on.
    pub fn power_up(&mut self) {
        self.lanes.power_up();
        if let Some(log) = &mut self.log {
            log.events.clear();
        }
        self.pins.fill(Pins::default());
        self.followers = vec![Follower::new(Casino::new(self.decks)); self.count()];
        self.apply();
        self.lanes.ignore_edges();
    }

    /// Applies the pins to the boards.
    pub fn apply(&mut self) {
        if let Some(log) = &mut self.log {
            log.moved(self.pins[log.lane]);
        }
        for (column, pins) in self.pins.chunks_exact(BLOCK).enumerate() {
            let columns = &mut self.columns[column];
            *columns = std::array::from_fn(|lane| pins[lane].levels());
            transpose(columns);
        }
        for (input, leaf) in self.inputs.iter().enumerate() {
            for (chunk, columns) in self.columns.chunks_exact(LANES_PER_WORD / BLOCK).enumerate() {
                self.lanes.set(*leaf, chunk, std::array::from_fn(|part| columns[part][input]));
            }
        }
    }

    /// Runs all boards for a number of cycles.
    pub fn run(&mut self, cycles: usize) -> Result<(), Oscillation> {
        if let Some(log) = &mut self.log {
            log.ran(cycles);
        }
        (0..cycles).try_for_each(|_| self.lanes.pulse(self.clock, &self.all))
    }

    /// Runs each board for its own number of cycles. The clocks of the others stand still
    /// meanwhile.
    pub fn wait(&mut self, cycles: &[usize]) -> Result<(), Oscillation> {
        if let Some(log) = &mut self.log {
            log.ran(cycles[log.lane]);
        }
        let countdown = Countdown::new(self.lanes.chunks(), |lane| cycles[lane]);
        countdown.cycles().try_for_each(|running| self.lanes.pulse(self.clock, running))
    }

    /// Moves the reference of a board: KEY0 is released with the present pins.
    pub fn follow(&mut self, lane: usize) {
        let effect = self.followers[lane].release(self.pins[lane]);
        if let Some(log) = self.log.as_mut().filter(|log| log.lane == lane) {
            log.events.push(Event::Release(effect));
        }
    }

    /// Moves the reference of a board: KEY0 is released and draws the card at a position of the
    /// shoe.
    pub fn follow_at(&mut self, lane: usize, position: usize) {
        let effect = self.followers[lane].release_at(position, self.pins[lane]);
        if let Some(log) = self.log.as_mut().filter(|log| log.lane == lane) {
            log.events.push(Event::Release(Some(effect)));
        }
    }

    /// Forces the bankroll of a board at power-up.
    pub(super) fn force(&mut self, lane: usize, bankroll: &Bankroll, credits: u32) {
        let value = bankroll.value(credits);
        let (chunk, lane_of_chunk) = (lane / LANES_PER_WORD, lane % LANES_PER_WORD);
        for (index, leaf) in bankroll.leaves.iter().enumerate() {
            let mut word = [self.lanes.get(*leaf, chunk)];
            set_lane(&mut word, lane_of_chunk, value >> index & 1 == 1);
            self.lanes.set(*leaf, chunk, word[0]);
        }
        self.followers[lane] = Follower::new(Casino::with_bankroll(self.decks, credits));
        if let Some(log) = self.log.as_mut().filter(|log| log.lane == lane) {
            log.events.push(Event::Forced { register: bankroll.name.clone(), value });
        }
    }

    /// Returns the value of a register of at most 64 bits in each lane.
    pub(super) fn register(&self, leaves: &[u32]) -> Vec<u64> {
        let mut values = Vec::with_capacity(self.count());
        for chunk in 0..self.lanes.chunks() {
            for part in 0..LANES_PER_WORD / BLOCK {
                let bits =
                    |leaf: Option<&u32>| leaf.map_or(0, |leaf| self.lanes.get(*leaf, chunk)[part]);
                let mut block = std::array::from_fn(|bit| bits(leaves.get(bit)));
                transpose(&mut block);
                values.extend(block);
            }
        }
        values
    }

    /// Returns a fault of a board at its last observation.
    pub(super) fn mismatch(&self, lane: usize, fault: Fault) -> Stop {
        let outputs = BoardOutputs(self.outputs[lane]);
        let observation = Observation { pins: self.pins[lane], outputs, is_settled: false };
        Stop::Mismatch(Box::new(Mismatch { lane, observation, fault }))
    }

    /// Compares the outputs of the boards that `are_compared`, and calls `drawn` with the lane of
    /// each card seen for the first time.
    pub fn observe(
        &mut self,
        is_settled: bool,
        are_compared: impl Fn(&Follower, Pins) -> bool,
        mut drawn: impl FnMut(usize, &Casino, Release),
    ) -> Result<(), Stop> {
        self.read_outputs();
        for (lane, follower) in self.followers.iter_mut().enumerate() {
            let pins = self.pins[lane];
            if !are_compared(follower, pins) {
                continue;
            }
            let outputs = BoardOutputs(self.outputs[lane]);
            let observation = Observation { pins, outputs, is_settled };
            let result = follower.observe(observation);
            if let Some(log) = self.log.as_mut().filter(|log| log.lane == lane) {
                log.observed(observation, follower, result.ok().flatten());
            }
            match result {
                Ok(Some(release)) => drawn(lane, follower.casino(), release),
                Ok(None) => {}
                Err((observation, fault)) => {
                    return Err(Stop::Mismatch(Box::new(Mismatch { lane, observation, fault })));
                }
            }
        }
        Ok(())
    }

    fn read_outputs(&mut self) {
        let columns = &mut self.columns;
        let (mut output, mut last_chunk) = (0, 0);
        self.lanes.outputs(|_, _, chunk, word| {
            if chunk != last_chunk {
                (output, last_chunk) = (0, chunk);
            }
            let blocks = LANES_PER_WORD / BLOCK;
            for (part, bits) in word.into_iter().enumerate() {
                columns[chunk * blocks + part][output] = bits;
            }
            output += 1;
        });
        for (columns, outputs) in self.columns.iter_mut().zip(self.outputs.chunks_exact_mut(BLOCK))
        {
            columns[output..].fill(0);
            transpose(columns);
            outputs.copy_from_slice(columns);
        }
    }
}
