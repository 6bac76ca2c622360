//! Many boards with the casino, in the lanes of the gate-level simulator, each followed by a
//! reference.

use super::design::Bankroll;
use super::follower::{Fault, Follower, Observation};
use super::log::{Event, Log};
use super::pins::Pins;
use board_simulation::BoardLanes;
use de1_soc::{BoardOutputs, KEYS, SWITCHES};
use punto_banco::casino::{Casino, Release};
use rust_hdl_lanes::masks::{Countdown, NONE, set_lane};
use rust_hdl_lanes::{LANES_PER_WORD, Lanes, lane_planes, lane_values};
use rust_hdl_rtl::Oscillation;

/// The cycles after which a release has had its effect at the pins, except on numbers: two for the
/// synchroniser, two for the step, one that draws the card and one for the result. A release two
/// cycles later has no effect yet.
pub const LATENCY: usize = 6;

/// The cycles after which the draw takes place.
pub const DRAW: usize = 4;

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
    boards: BoardLanes<Lanes>,
    /// The leaves of KEY\[3:0\] and SW\[9:0\].
    inputs: Vec<u32>,
    /// The pins of each lane. [`apply`](Boards::apply) moves them.
    pub pins: Vec<Pins>,
    pub followers: Vec<Follower>,
    /// The outputs of each lane at the last observation.
    outputs: Vec<BoardOutputs>,
    log: Option<Log>,
    decks: usize,
}

impl Boards {
    /// Takes boards with shoes of `decks` decks. `None` if the netlist lacks CLOCK_50, KEY or SW.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn new(lanes: Lanes, decks: usize) -> Result<Option<Boards>, Oscillation> {
        let leaves = |name: &str, width: usize| {
            let port = lanes.netlist().input(name).filter(|port| port.width as usize == width);
            port.map(|port| port.leaf..port.leaf + port.width)
        };
        let (keys, switches) = (leaves("KEY", KEYS), leaves("SW", SWITCHES));
        let (Some(keys), Some(switches)) = (keys, switches) else { return Ok(None) };
        let count = lanes.lanes();
        let Some(boards) = BoardLanes::new(lanes)? else { return Ok(None) };
        let mut boards = Boards {
            boards,
            inputs: keys.chain(switches).collect(),
            pins: vec![Pins::default(); count],
            followers: vec![],
            outputs: vec![BoardOutputs::dark(); count],
            log: None,
            decks,
        };
        boards.power_up()?;
        Ok(Some(boards))
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
    pub fn power_up(&mut self) -> Result<(), Oscillation> {
        self.boards.power_up()?;
        if let Some(log) = &mut self.log {
            log.events.clear();
        }
        self.pins.fill(Pins::default());
        self.followers = vec![Follower::new(Casino::new(self.decks)); self.count()];
        self.apply();
        Ok(())
    }

    /// Applies the pins to the boards. None of them is a clock.
    pub fn apply(&mut self) {
        if let Some(log) = &mut self.log {
            log.moved(self.pins[log.lane]);
        }
        let levels: Vec<u64> = self.pins.iter().map(|pins| pins.levels()).collect();
        for (chunk, planes) in lane_planes(&levels).iter().enumerate() {
            for (leaf, plane) in self.inputs.iter().zip(planes) {
                self.boards.lanes().set(*leaf, chunk, *plane);
            }
        }
    }

    /// Runs all boards for a number of cycles.
    pub fn run(&mut self, cycles: usize) -> Result<(), Oscillation> {
        if let Some(log) = &mut self.log {
            log.ran(cycles);
        }
        self.boards.run(cycles)
    }

    /// Runs each board for its own number of cycles. The clocks of the others stand still
    /// meanwhile.
    pub fn wait(&mut self, cycles: &[usize]) -> Result<(), Oscillation> {
        if let Some(log) = &mut self.log {
            log.ran(cycles[log.lane]);
        }
        let chunks = self.boards.lanes().chunks();
        self.boards.wait(&Countdown::new(chunks, |lane| cycles[lane]))
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
            let mut word = [self.boards.lanes().get(*leaf, chunk)];
            set_lane(&mut word, lane_of_chunk, value >> index & 1 == 1);
            self.boards.lanes().set(*leaf, chunk, word[0]);
        }
        self.followers[lane] = Follower::new(Casino::with_bankroll(self.decks, credits));
        if let Some(log) = self.log.as_mut().filter(|log| log.lane == lane) {
            log.events.push(Event::Forced { register: bankroll.name.clone(), value });
        }
    }

    /// Returns the value of a register of at most 64 bits in each lane.
    pub(super) fn register(&mut self, leaves: &[u32]) -> Vec<u64> {
        let lanes = self.boards.lanes();
        let values = |chunk: usize| {
            let mut planes = [NONE; 64];
            let bits = leaves.iter().map(|leaf| lanes.get(*leaf, chunk));
            planes.iter_mut().zip(bits).for_each(|(plane, bits)| *plane = bits);
            lane_values(&planes)
        };
        (0..lanes.chunks()).flat_map(values).collect()
    }

    /// Returns a fault of a board at its last observation.
    pub(super) fn mismatch(&self, lane: usize, fault: Fault) -> Stop {
        let (pins, outputs) = (self.pins[lane], self.outputs[lane]);
        let observation = Observation { pins, outputs, is_settled: false };
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
        self.outputs = self.boards.outputs();
        for (lane, follower) in self.followers.iter_mut().enumerate() {
            let pins = self.pins[lane];
            if !are_compared(follower, pins) {
                continue;
            }
            let observation = Observation { pins, outputs: self.outputs[lane], is_settled };
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
}
