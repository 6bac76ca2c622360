//! A design cycle by cycle.

use super::clocks::{Clocks, Instants};
use super::pins::Pins;
use super::window::{Half, Levels, Window};
use super::word_cycles::{CYCLES, WordCycles};
use foreign_designs::{ForeignDesign, PllClock, Simulator};
use foreign_sources::ForeignError;
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::{Memory, OutputPort};
use rust_hdl_lanes::{Execution, Word};
#[cfg(not(target_family = "wasm"))]
use std::thread;
use std::thread::JoinHandle;

/// The bits of a word of the state.
const WORD: usize = u64::BITS as usize;

/// The only lane of the simulator of gates that is used.
const FIRST: [Word; 1] = [[1, 0, 0, 0]];

/// What the monitor, the recording and the code that every board has take, in bytes.
const BOARD_BYTES: u64 = 16 << 20;

/// What a gate takes in the netlists and the machine code of a board, in bytes: 50 to 120 in
/// designs of 16,000 to 440,000 gates.
const GATE_BYTES: u64 = 128;

/// About how many bytes a board of a design takes. The simulator of gates has a copy of each
/// memory, with its contents at power-up and a list for each word.
pub fn board_bytes(design: &ForeignDesign) -> u64 {
    let memory = |memory: &Memory| 2 * memory.bytes() + (4 << memory.address_width);
    let memories = design.memories.iter().map(memory).sum::<u64>();
    BOARD_BYTES + GATE_BYTES * design.netlist.graph.len() as u64 + memories
}

/// A design with its state, advanced by cycles of CLOCK_50.
pub struct Timeline {
    /// Its gates, with the inputs and the memories. It has the present state unless the last cycles
    /// were simulated with words.
    simulator: Simulator,
    is_outdated: bool,
    clocks: Option<Clocks>,
    /// For each clock, the register with its level, if nothing else changes on its falling edge.
    clock_levels: Vec<Option<u32>>,
    /// The leaves of the registers.
    registers: Vec<u32>,
    /// The present values of all registers, packed in words.
    state: Vec<u64>,
    /// What was observed in the last cycles.
    window: Window,
    /// Simulates cycles faster, if the design has words, and whether it has the present state.
    words: Option<WordCycles>,
    are_words_current: bool,
    /// Makes that, which takes a while. Until then, cycles are simulated with gates.
    compilation: Option<JoinHandle<Option<WordCycles>>>,
    /// Whether a word of a memory has changed in the last cycles.
    pub has_written: bool,
}

impl Timeline {
    /// A design at power-up, with all inputs 0, of which these bits are observed. Its clocks go on
    /// as after so many cycles.
    pub fn new(design: &ForeignDesign, pins: &Pins, observed: &[Edge], cycle: u64) -> Timeline {
        let design = observing(design, observed);
        let clocks = pins.clock.map(|clock| clocks(&design, clock, cycle));
        let leaves = clocks.as_ref().map(|clocks| clocks.leaves().to_vec());
        let registers = design.netlist.registers.iter().map(|register| register.leaf).collect();
        let simulator = Simulator::moments(&design, 1, Execution::Fastest);
        let clock_levels = leaves.iter().flatten().map(|leaf| design.level(*leaf)).collect();
        let leaves = leaves.filter(|_| design.words.is_some());
        let compile = leaves.map(|leaves| move || WordCycles::new(&design, &leaves));
        #[cfg(not(target_family = "wasm"))]
        let (words, compilation) = (None, compile.map(thread::spawn));
        // WebAssembly has no threads here: the code is compiled at once.
        #[cfg(target_family = "wasm")]
        let (words, compilation) = (compile.and_then(|compile| compile()), None);
        let mut timeline = Timeline {
            simulator,
            is_outdated: false,
            clock_levels,
            registers,
            state: vec![],
            window: Window::default(),
            words,
            are_words_current: false,
            compilation,
            clocks,
            has_written: false,
        };
        timeline.observe();
        timeline
    }

    /// Sets the levels of some input bits, and lets the design settle.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Oscillation`]
    pub fn set_inputs(&mut self, levels: &[(u32, bool)]) -> Result<(), ForeignError> {
        self.update_gates();
        for (leaf, level) in levels {
            self.simulator.lanes.fill(*leaf, *level);
        }
        self.settle()?;
        self.observe();
        Ok(())
    }

    /// The registers, packed in words, and when the clocks have their next edges.
    pub fn state(&self) -> impl Iterator<Item = u64> + Clone {
        self.state.iter().copied().chain(self.clocks.iter().flat_map(Clocks::state))
    }

    /// Replaces the registers, memories and inputs by those of another timeline of the same design.
    pub fn take_state(&mut self, other: &Timeline) {
        self.simulator.lanes.copy_memories(&other.simulator.lanes);
        let inputs = &self.simulator.lanes.netlist().inputs;
        let inputs = inputs.iter().flat_map(|input| input.leaf..input.leaf + input.width);
        for leaf in inputs.collect::<Vec<u32>>() {
            let level = other.simulator.lanes.get(leaf, 0)[0] & 1 == 1;
            self.simulator.lanes.fill(leaf, level);
        }
        self.state.clone_from(&other.state);
        self.is_outdated = true;
        self.update_gates();
        self.observe();
    }

    /// The observed bits now.
    pub fn levels(&self) -> &Levels {
        self.window.levels()
    }

    /// Gives the gates the present state, if they do not have it.
    fn update_gates(&mut self) {
        if std::mem::take(&mut self.is_outdated) {
            for (leaf, level) in self.registers.iter().zip(unpack(&self.state)) {
                self.simulator.lanes.fill(*leaf, level);
            }
            for (leaf, level) in self.clocks.iter().flat_map(Clocks::levels) {
                self.simulator.lanes.fill(leaf, level);
            }
        }
    }

    /// Takes the state and the observed bits from the gates.
    fn observe(&mut self) {
        self.are_words_current = false;
        let lanes = &self.simulator.lanes;
        self.state = pack(self.registers.iter().map(|leaf| lanes.get(*leaf, 0)[0] & 1 == 1));
        self.window = Window::new(Levels::of(&self.observed()));
    }

    /// The observed bits, as the gates have them.
    fn observed(&mut self) -> Vec<bool> {
        let mut bits = vec![];
        self.simulator.lanes.outputs(|port, _, _, word| {
            if port == 0 {
                bits.push(word[0] & 1 == 1);
            }
        });
        bits
    }

    /// Simulates at least one and at most this many cycles.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Oscillation`]
    pub fn advance(&mut self, most: u64) -> Result<(), ForeignError> {
        self.has_written = false;
        if self.compilation.as_ref().is_some_and(JoinHandle::is_finished) {
            self.compile();
        }
        if self.words.is_some() { self.advance_words(most) } else { self.advance_gates() }
    }

    /// As [`advance`](Self::advance), but not further than the number of cycles that `end` returns
    /// for what was observed in them. They write to no memory, or it is only one cycle. Returns
    /// whether `end` has returned one.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub fn advance_until(
        &mut self,
        most: u64,
        end: impl FnOnce(&Window) -> Option<u64>,
    ) -> Result<bool, ForeignError> {
        let (state, clocks) = (self.state.clone(), self.clocks.clone());
        let levels = self.levels().clone();
        self.advance(most)?;
        let end = end(&self.window);
        if let Some(cycles) = end.filter(|end| *end < self.window.cycles as u64) {
            (self.state, self.clocks) = (state, clocks);
            (self.is_outdated, self.are_words_current) = (true, false);
            self.window = Window::new(levels);
            self.advance(cycles)?;
        }
        Ok(end.is_some())
    }

    /// Simulates a cycle with gates.
    fn advance_gates(&mut self) -> Result<(), ForeignError> {
        self.update_gates();
        let before = self.levels().clone();
        let (leaves, instants) = match &mut self.clocks {
            Some(clocks) => (clocks.leaves().to_vec(), clocks.advance(1, CYCLES)),
            None => (vec![], Instants::of_clock_50(1)),
        };
        let mut observed = vec![];
        for pair in 0..instants.pairs() {
            for half in [Half::High, Half::Low] {
                self.drive(&leaves, instants.levels(half, pair))?;
                observed.push((pair, half, Levels::of(&self.observed())));
            }
        }
        self.observe();
        self.window = Window::new(before);
        self.window.begin(&instants);
        for (pair, half, levels) in observed {
            self.window.record_all(pair, half, &levels);
        }
        Ok(())
    }

    /// Sets the clocks to these levels, a bit for each.
    fn drive(&mut self, leaves: &[u32], levels: u64) -> Result<(), ForeignError> {
        let lanes = &mut self.simulator.lanes;
        let mut is_quiet = true;
        for (bit, (leaf, register)) in leaves.iter().zip(&self.clock_levels).enumerate() {
            let level = levels >> bit & 1 == 1;
            if level == (lanes.get(*leaf, 0)[0] & 1 == 1) {
                continue;
            }
            lanes.fill(*leaf, level);
            match register {
                Some(register) if !level => lanes.fill(*register, false),
                _ => is_quiet = false,
            }
        }
        if is_quiet { Ok(()) } else { self.settle() }
    }

    /// Simulates cycles one after another with words.
    fn advance_words(&mut self, most: u64) -> Result<(), ForeignError> {
        if !self.are_words_current {
            self.update_gates();
        }
        let (Some(words), Some(clocks)) = (&mut self.words, &mut self.clocks) else {
            return Ok(());
        };
        let lanes = &mut self.simulator.lanes;
        if !self.are_words_current {
            words.take_state(lanes);
        }
        let instants = clocks.advance(most.min(CYCLES as u64) as usize, CYCLES);
        let (state, has_written) = words.run(&instants, lanes, &mut self.window)?;
        self.state.copy_from_slice(state);
        self.has_written = has_written;
        (self.is_outdated, self.are_words_current) = (true, true);
        Ok(())
    }

    fn settle(&mut self) -> Result<(), ForeignError> {
        self.simulator.settle(&FIRST)?;
        self.has_written |= self.simulator.lanes.commit_writes(1);
        Ok(())
    }

    /// Waits until the design is compiled. Returns whether cycles are simulated with words.
    pub fn compile(&mut self) -> bool {
        if let Some(compilation) = self.compilation.take() {
            self.words = compilation.join().ok().flatten();
        }
        self.words.is_some()
    }

    /// Whether the design is still being compiled.
    pub fn is_compiling(&self) -> bool {
        self.compilation.is_some()
    }

    /// What was observed in the cycles of the last [`advance`](Self::advance).
    pub fn window(&self) -> &Window {
        &self.window
    }
}

/// Packs bits in words.
fn pack(mut bits: impl ExactSizeIterator<Item = bool>) -> Vec<u64> {
    let word = |bits: &mut dyn Iterator<Item = bool>| {
        let bits = (0..).zip(bits.take(WORD));
        bits.fold(0, |word, (place, bit)| word | u64::from(bit) << place)
    };
    (0..bits.len().div_ceil(WORD)).map(|_| word(&mut bits)).collect()
}

/// The bits of words.
fn unpack(words: &[u64]) -> impl Iterator<Item = bool> {
    words.iter().flat_map(|word| (0..WORD).map(move |place| word >> place & 1 == 1))
}

/// The clocks of a design that is observed, after so many cycles: CLOCK_50, and those of PLLs on
/// which anything depends.
fn clocks(design: &ForeignDesign, clock: u32, cycle: u64) -> Clocks {
    let plls = design.plls.iter().filter(|pll| design.depends_on(pll.leaf));
    let plls: Vec<PllClock> = plls.copied().collect();
    Clocks::new(clock, &plls, cycle)
}

/// A design whose only outputs are these, and `$unstable`.
fn observing(design: &ForeignDesign, observed: &[Edge]) -> ForeignDesign {
    let unstable = design.netlist.outputs.last().cloned();
    let observed = OutputPort { name: "$observed".into(), bits: observed.to_vec() };
    let outputs = [observed].into_iter().chain(unstable).collect();
    let netlist = Netlist { outputs, ..design.netlist.clone() };
    ForeignDesign { netlist, ..design.clone() }
}
