//! Many boards with one design, in the lanes of the gate-level simulator.

use de1_soc::{BoardOutputs, KEYS, LIGHTS_AND_DISPLAYS, output_bit};
use rust_hdl_lanes::masks::{ALL, Countdown, NONE};
use rust_hdl_lanes::{LANES_PER_WORD, Lanes, Word, lane_values};
use rust_hdl_rtl::Oscillation;

/// Copies of a design.
pub trait Copies {
    /// Why a design does not settle.
    type Error;

    /// Returns the lanes. Changed inputs take effect with [`settle`](Self::settle).
    fn lanes(&mut self) -> &mut Lanes;

    /// Makes the present inputs those at power-up.
    fn start(&mut self) -> Result<(), Self::Error>;

    /// Simulates changed inputs.
    fn settle(&mut self) -> Result<(), Self::Error>;

    /// Toggles an input twice in some copies, a word for each chunk: a period of a clock, or a
    /// press of a key.
    fn pulse(&mut self, input: u32, copies: &[Word]) -> Result<(), Self::Error>;
}

impl Copies for Lanes {
    type Error = Oscillation;

    fn lanes(&mut self) -> &mut Lanes {
        self
    }

    /// Keys that are up at power-up are not clock edges.
    fn start(&mut self) -> Result<(), Oscillation> {
        self.ignore_edges();
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Oscillation> {
        self.settle()
    }

    fn pulse(&mut self, input: u32, copies: &[Word]) -> Result<(), Oscillation> {
        self.pulse(input, copies)
    }
}

/// Boards with CLOCK_50 and keys.
pub struct BoardLanes<C> {
    copies: C,
    clock: u32,
    keys: u32,
    everywhere: Vec<Word>,
}

impl<C: Copies> BoardLanes<C> {
    /// Takes boards at power-up and releases all keys. `None` if the design has no CLOCK_50 or no
    /// KEY\[3:0\].
    pub fn new(mut copies: C) -> Result<Option<BoardLanes<C>>, C::Error> {
        let lanes = copies.lanes();
        let (netlist, everywhere) = (lanes.netlist(), vec![ALL; lanes.chunks()]);
        let leaf = |name: &str, width: usize| {
            netlist.input(name).filter(|port| port.width as usize >= width).map(|port| port.leaf)
        };
        let (Some(clock), Some(keys)) = (leaf("CLOCK_50", 1), leaf("KEY", KEYS)) else {
            return Ok(None);
        };
        let mut boards = BoardLanes { copies, clock, keys, everywhere };
        boards.release_keys()?;
        Ok(Some(boards))
    }

    /// Turns all boards off and on again, with all keys up.
    pub fn power_up(&mut self) -> Result<(), C::Error> {
        self.copies.lanes().power_up();
        self.release_keys()
    }

    fn release_keys(&mut self) -> Result<(), C::Error> {
        let lanes = self.copies.lanes();
        (0..KEYS as u32).for_each(|key| lanes.fill(self.keys + key, true));
        self.copies.start()
    }

    /// Returns the lanes.
    pub fn lanes(&mut self) -> &mut Lanes {
        self.copies.lanes()
    }

    /// Ends the simulation.
    pub fn into_copies(self) -> C {
        self.copies
    }

    /// Runs CLOCK_50 of all boards for a number of cycles.
    pub fn run(&mut self, cycles: usize) -> Result<(), C::Error> {
        (0..cycles).try_for_each(|_| self.copies.pulse(self.clock, &self.everywhere))
    }

    /// Runs CLOCK_50 of each board for its own number of cycles. The clocks of the others stand
    /// still meanwhile.
    pub fn wait(&mut self, cycles: &Countdown) -> Result<(), C::Error> {
        cycles.cycles().try_for_each(|boards| self.copies.pulse(self.clock, boards))
    }

    /// Presses or releases KEY\[`key`\] of all boards.
    pub fn set_key(&mut self, key: usize, is_up: bool) -> Result<(), C::Error> {
        self.copies.lanes().fill(self.keys + key as u32, is_up);
        self.copies.settle()
    }

    /// Presses and releases KEY\[`key`\] of all boards between two cycles.
    pub fn pulse_key(&mut self, key: usize) -> Result<(), C::Error> {
        self.copies.pulse(self.keys + key as u32, &self.everywhere)
    }

    /// Returns what the boards show. The first outputs of the design have to be LEDR and the
    /// displays.
    pub fn output_planes(&mut self) -> OutputPlanes {
        let mut planes = vec![[NONE; 64]; self.everywhere.len()];
        let places = LIGHTS_AND_DISPLAYS.map(|(name, _)| output_bit(name));
        self.copies.lanes().outputs(|port, bit, chunk, word| {
            if let Some(place) = places.get(port) {
                planes[chunk][place + bit] = word;
            }
        });
        OutputPlanes(planes)
    }

    /// Returns what each board shows, as [`output_planes`](Self::output_planes) does.
    pub fn outputs(&mut self) -> Vec<BoardOutputs> {
        self.output_planes().outputs()
    }
}

/// What many boards show: for each chunk and each bit of [`BoardOutputs`], the boards in which it
/// is 1.
pub struct OutputPlanes(pub Vec<[Word; 64]>);

impl OutputPlanes {
    /// Returns what each board shows.
    pub fn outputs(&self) -> Vec<BoardOutputs> {
        let mut outputs = Vec::with_capacity(self.0.len() * LANES_PER_WORD);
        self.0.iter().for_each(|planes| outputs.extend(lane_values(planes).map(BoardOutputs)));
        outputs
    }
}
