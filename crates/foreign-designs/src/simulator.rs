//! Many copies of a foreign design, simulated at once.

use super::design::ForeignDesign;
use super::lowering::{READ, TICK};
use board_simulation::Copies;
use foreign_sources::ForeignError;
use fpga_tools::interrupt::is_interrupted;
use rust_hdl_gates::NetlistWithMemories;
use rust_hdl_lanes::masks::{ALL, NONE};
use rust_hdl_lanes::{Execution, Lanes, Word};
use rust_hdl_rtl::Value;

/// The largest number of ticks after a change of the inputs, where it depends on the state.
const MAXIMUM_TICKS: usize = 1000;

/// Copies of a design, each with its own inputs, in chunks of 256.
pub struct Simulator {
    /// The copies. Inputs are set here, and take effect with [`settle`](Simulator::settle).
    pub lanes: Lanes,
    tick: u32,
    ticks: Option<usize>,
    /// The input that reads memories, and the number of reads after a tick.
    read: Option<u32>,
    reads: usize,
    /// The input bits on whose falling edges nothing changes, each with the leaf of its level.
    rising_only: Vec<(u32, u32)>,
    everywhere: Vec<Word>,
}

impl Simulator {
    /// Creates `chunks` * 256 copies at power-up, with all inputs 0.
    pub fn new(design: &ForeignDesign, chunks: usize, execution: Execution) -> Simulator {
        Simulator::of(design, Lanes::new(netlist(design), chunks, execution))
    }

    /// Creates `chunks` * 256 lanes that are moments of one copy, as [`Lanes::moments`] does.
    pub fn moments(design: &ForeignDesign, chunks: usize, execution: Execution) -> Simulator {
        Simulator::of(design, Lanes::moments(netlist(design), chunks, execution))
    }

    fn of(design: &ForeignDesign, lanes: Lanes) -> Simulator {
        let tick = design.netlist.input(TICK).map_or(0, |port| port.leaf);
        let read = design.netlist.input(READ).map(|port| port.leaf);
        let everywhere = vec![ALL; lanes.chunks()];
        let (ticks, reads, rising_only) = (design.ticks, design.reads, design.rising_only.clone());
        Simulator { lanes, tick, ticks, read, reads, rising_only, everywhere }
    }

    /// Simulates what follows from changed inputs in the lanes of `masks`, a word for each chunk,
    /// until nothing changes.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Oscillation`]; [`ForeignError::Interrupted`] after Ctrl-C, which no longer
    /// ends this program once a tool has been run.
    pub fn settle(&mut self, masks: &[Word]) -> Result<(), ForeignError> {
        self.read(masks)?;
        self.settle_after_reads(masks)
    }

    /// As [`settle`](Self::settle), after a change of inputs that no address of a memory depends
    /// on.
    ///
    /// # Errors
    ///
    /// As [`settle`](Self::settle).
    pub fn settle_after_reads(&mut self, masks: &[Word]) -> Result<(), ForeignError> {
        if is_interrupted() {
            return Err(ForeignError::Interrupted);
        }
        let Some(ticks) = self.ticks else {
            return self.settle_by_state(masks);
        };
        (0..ticks).try_for_each(|_| {
            self.tick(masks)?;
            self.read(masks)
        })
    }

    /// Simulates changed inputs in all lanes.
    ///
    /// # Errors
    ///
    /// As [`settle`](Self::settle).
    pub fn settle_all(&mut self) -> Result<(), ForeignError> {
        let everywhere = std::mem::take(&mut self.everywhere);
        let settled = self.settle(&everywhere);
        self.everywhere = everywhere;
        settled
    }

    /// Returns the values of all outputs of the first copy.
    pub fn first_outputs(&mut self) -> Vec<Value> {
        let mut bits = vec![vec![]; self.lanes.netlist().outputs.len()];
        self.lanes.outputs(|port, _, chunk, word| {
            if chunk == 0 {
                bits[port].push(word[0] & 1 == 1);
            }
        });
        bits.into_iter().map(Value::from_iter).collect()
    }

    fn settle_by_state(&mut self, masks: &[Word]) -> Result<(), ForeignError> {
        let last = self.lanes.netlist().outputs.len() - 1;
        for _ in 0..MAXIMUM_TICKS {
            let mut unstable = vec![NONE; self.lanes.chunks()];
            self.lanes.outputs(|port, _, chunk, word| {
                if port == last {
                    unstable[chunk] = std::array::from_fn(|part| word[part] & masks[chunk][part]);
                }
            });
            if unstable.iter().all(|word| *word == NONE) {
                return Ok(());
            }
            self.tick(&unstable)?;
            self.read(&unstable)?;
        }
        Err(ForeignError::Oscillation)
    }

    fn read(&mut self, masks: &[Word]) -> Result<(), ForeignError> {
        let Some(read) = self.read else { return Ok(()) };
        let mut pulse = |_| self.lanes.pulse(read, masks).map_err(|_| ForeignError::Oscillation);
        (0..self.reads).try_for_each(&mut pulse)
    }

    fn tick(&mut self, masks: &[Word]) -> Result<(), ForeignError> {
        self.lanes.pulse(self.tick, masks).map_err(|_| ForeignError::Oscillation)
    }
}

fn netlist(design: &ForeignDesign) -> NetlistWithMemories {
    NetlistWithMemories { netlist: design.netlist.clone(), memories: design.memories.clone() }
}

impl Copies for Simulator {
    type Error = ForeignError;

    fn lanes(&mut self) -> &mut Lanes {
        &mut self.lanes
    }

    fn start(&mut self) -> Result<(), ForeignError> {
        self.settle_all()
    }

    fn settle(&mut self) -> Result<(), ForeignError> {
        self.settle_all()
    }

    fn pulse(&mut self, input: u32, copies: &[Word]) -> Result<(), ForeignError> {
        let is_low = |(chunk, copies): (usize, &Word)| {
            let levels = self.lanes.get(input, chunk);
            levels.iter().zip(copies).all(|(level, copies)| level & copies == 0)
        };
        let ignored = self.rising_only.iter().find(|(bit, _)| *bit == input);
        let ignored = ignored.filter(|_| copies.iter().enumerate().all(is_low)).copied();
        self.lanes.toggle(input, copies);
        self.settle(copies)?;
        self.lanes.toggle(input, copies);
        let Some((_, level)) = ignored else { return self.settle(copies) };
        // The falling edge changes nothing else.
        for (chunk, copies) in copies.iter().enumerate() {
            let levels = self.lanes.get(level, chunk);
            self.lanes.set(level, chunk, std::array::from_fn(|part| levels[part] & !copies[part]));
        }
        Ok(())
    }
}
