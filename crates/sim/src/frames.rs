//! The frames that `casino` draws on its monitor.
//!
//! The game does not change while a frame is drawn, and a row of it depends on no other row. So the
//! registers of the game are held, and the simulator of gates draws each row in a lane of its own:
//! a frame takes as many clock cycles as a row. The pixels are those that a simulation of the whole
//! frame finds at the pins, cycle by cycle.

use std::collections::{BTreeMap, BTreeSet};

use super::{SimulatedBoard, SimulationError};
use baccarat_hdl::top::Top;
use baccarat_hdl::{casino::Casino, field_path};
use board_simulation::CHANNELS;
pub use board_simulation::Frame;
use rust_hdl_gates::netlist::InputPort;
use rust_hdl_gates::{Netlist, NetlistWithMemories, bit_blast_flat};
use rust_hdl_lanes::masks::{ALL, lanes_where};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, ProgramCounts};
use rust_hdl_rtl::{self as rtl, Design, MemoryId, SignalId, Value};

/// The pixels of a row.
pub const WIDTH: usize = 640;

/// The rows of a frame.
pub const HEIGHT: usize = 480;

/// The outputs with the colours of a pixel.
const COLOURS: [&str; CHANNELS] = ["VGA_R", "VGA_G", "VGA_B"];

/// The part of the design that converts the numbers on the screen to decimal.
const NUMBERS: &str = field_path!(Casino, monitor.numbers, ".");

/// The memory with their digits.
const DIGITS: &str = field_path!(Casino, monitor.numbers.digit_glyphs, ".memory");

/// The memories with the roads. The machine keeps them for the frames: no light or display depends
/// on them.
pub(super) const ROADS: [&str; 2] = [
    field_path!(Casino, game.plate.beads, ".memory"),
    field_path!(Casino, game.road.cells, ".memory"),
];

/// The registers of the game that only the picture needs: they read the roads.
const ROAD_READS: [&str; 5] = [
    field_path!(Casino, game.plate.beads, "_read_data"),
    field_path!(Casino, game.plate.has_bead),
    field_path!(Casino, game.road.first_shown),
    field_path!(Casino, game.road.is_on_road),
    field_path!(Casino, game.road.cells, "_read_data"),
];

/// Clock cycles in which all numbers are converted: see `number_writer.rs` of the hardware.
const CONVERSION: usize = 512;

/// Clock cycles from the first pixel of a row in the layout until it is at the pins: four pixel
/// clocks.
const LATENCY: usize = 8;

/// Clock cycles in which the registers of the picture that do not follow the beam take in the
/// state.
const PREPARATION: usize = 4;

/// Draws the frames of a simulated board with `casino`.
pub struct Frames {
    picture: Part,
    numbers: Part,
    /// The memory with the digits in `numbers` and in `picture`.
    digits: [usize; 2],
    /// Leaves of the position of the beam and of the pixel clock, the lowest bit first.
    x: Vec<u32>,
    y: Vec<u32>,
    pixel_clock: Vec<u32>,
    colours: [Vec<u32>; CHANNELS],
}

/// What a frame depends on: two machines in the same state show the same picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameState {
    registers: Vec<Value>,
    memories: Vec<BTreeMap<usize, Value>>,
}

/// A part of the design with the state that it depends on.
struct Part {
    lanes: Lanes,
    clock: u32,
    /// Registers of the machine that are inputs here.
    registers: Vec<(SignalId, InputPort)>,
    /// Memories of the machine that are only read here.
    memories: Vec<(MemoryId, usize)>,
}

impl Frames {
    /// Prepares the frames of machines with a design.
    ///
    /// # Errors
    ///
    /// [`SimulationError`] if the design cannot be simulated, or has no monitor.
    pub fn of(design: &Design, machine: &SimulatedBoard) -> Result<Frames, SimulationError> {
        let draws = |name: &str| is_of_picture(name) && !name.starts_with(NUMBERS);
        let picture = netlist(design, draws, &COLOURS)?;
        let numbers = netlist(design, |name| name.starts_with(NUMBERS), &[DIGITS])?;
        let digits = [&numbers, &picture]
            .map(|part| part.memories.iter().position(|memory| memory.name == DIGITS));
        let [Some(digits), Some(shown)] = digits else {
            return Err(missing(DIGITS));
        };
        let leaves = |name: &str| leaves(&picture.netlist, name).ok_or_else(|| missing(name));
        let [red, green, blue] = COLOURS.map(leaves);
        Ok(Frames {
            digits: [digits, shown],
            x: leaves(field_path!(Casino, monitor.x))?,
            y: leaves(field_path!(Casino, monitor.y))?,
            pixel_clock: leaves("VGA_CLK")?,
            colours: [red?, green?, blue?],
            picture: Part::new(picture, machine, HEIGHT)?,
            numbers: Part::new(numbers, machine, 1)?,
        })
    }

    /// Returns what the next frame depends on.
    pub fn state(&self, machine: &SimulatedBoard) -> FrameState {
        let parts = [&self.picture, &self.numbers];
        let registers = parts.iter().flat_map(|part| &part.registers);
        let memories = parts.iter().flat_map(|part| &part.memories);
        FrameState {
            registers: registers.map(|(id, _)| machine.evaluator.get(*id)).collect(),
            memories: memories.map(|(id, _)| machine.evaluator.memory(*id).clone()).collect(),
        }
    }

    /// Draws the frame that begins when the machine has settled.
    ///
    /// # Errors
    ///
    /// [`SimulationError::Oscillation`].
    pub fn draw(&mut self, machine: &SimulatedBoard) -> Result<Frame, SimulationError> {
        self.picture.hold(machine);
        self.convert_numbers(machine)?;
        self.picture.run(PREPARATION)?;
        self.place_beam();
        self.picture.run(LATENCY)?;
        let mut pixels = vec![0; WIDTH * HEIGHT * CHANNELS];
        for column in 0..WIDTH {
            for (channel, leaves) in self.colours.iter().enumerate() {
                let place = column * CHANNELS + channel;
                for chunk in 0..self.picture.lanes.chunks() {
                    let levels = self.picture.lanes.numbers(leaves, chunk);
                    for (row, level) in (chunk * LANES_PER_WORD..HEIGHT).zip(&levels) {
                        pixels[row * WIDTH * CHANNELS + place] = *level;
                    }
                }
            }
            self.picture.run(2)?;
        }
        Ok(Frame { width: WIDTH, height: HEIGHT, pixels })
    }

    /// Returns the counts of the programs that simulate the numbers and the picture.
    pub fn programs(&self) -> Vec<(String, ProgramCounts)> {
        let named = |part: &str, lanes: &Lanes| {
            let programs = lanes.programs().into_iter();
            programs.map(|(name, counts)| (format!("{part}, {name}"), counts)).collect::<Vec<_>>()
        };
        [named("numbers", &self.numbers.lanes), named("picture", &self.picture.lanes)].concat()
    }

    /// Writes the digits of all numbers into the memory that the picture reads.
    fn convert_numbers(&mut self, machine: &SimulatedBoard) -> Result<(), SimulationError> {
        self.numbers.lanes.power_up();
        self.numbers.hold(machine);
        self.numbers.run(CONVERSION)?;
        let [digits, shown] = self.digits;
        let word = |address: usize| self.numbers.lanes.memory_word(digits, 0, address)[0];
        let words: BTreeMap<usize, Value> =
            (0..64).map(|address| (address, u128::from(word(address)).into())).collect();
        self.picture.lanes.fill_memory(shown, &words);
        Ok(())
    }

    /// Puts the beam at the start of a row in each lane.
    fn place_beam(&mut self) {
        let lanes = &mut self.picture.lanes;
        self.x.iter().chain(&self.pixel_clock).for_each(|leaf| lanes.fill(*leaf, false));
        for (bit, leaf) in self.y.iter().enumerate() {
            for chunk in 0..lanes.chunks() {
                let rows = lanes_where(chunk, |row| row >> bit & 1 == 1);
                lanes.set(*leaf, chunk, rows);
            }
        }
    }
}

/// Whether a register or memory is part of the monitor, or of the game but needed for the picture
/// alone.
fn is_of_picture(name: &str) -> bool {
    // A register that is an output of the monitor has the name of its net: `monitor_bead_column`.
    name.starts_with(field_path!(Casino, monitor, "."))
        || name.starts_with(field_path!(Casino, monitor, "_"))
        || ROAD_READS.contains(&name)
}

/// Returns the gates of a part of the casino, by the names of its registers and memories. All other
/// state is held.
fn netlist(
    design: &Design,
    is_part: impl Fn(&str) -> bool,
    observed: &[&str],
) -> Result<NetlistWithMemories, SimulationError> {
    let top = design.find(Top::Casino.module());
    let top = top.ok_or(SimulationError::NoBoard(Top::Casino.module()))?;
    let flat = rtl::flatten(design, top)?.holding(|name| !is_part(name)).observed_at(observed);
    Ok(bit_blast_flat(flat)?)
}

impl Part {
    fn new(
        netlist: NetlistWithMemories,
        machine: &SimulatedBoard,
        lanes: usize,
    ) -> Result<Part, SimulationError> {
        let module = &machine.evaluator.flat().module;
        let (mut registers, mut memories) = (Vec::new(), Vec::new());
        let needed = needed_leaves(&netlist);
        let clock = netlist.netlist.input("CLOCK_50").ok_or_else(|| missing("CLOCK_50"))?.leaf;
        for input in &netlist.netlist.inputs {
            let is_needed =
                (input.leaf..input.leaf + input.width).any(|leaf| needed.contains(&leaf));
            if is_needed && input.leaf != clock && !is_of_picture(&input.name) {
                let signal = module.find(&input.name).ok_or_else(|| missing(&input.name))?;
                registers.push((signal, input.clone()));
            }
        }
        for (index, memory) in netlist.memories.iter().enumerate() {
            let is_same = |held: &rtl::Memory| held.name == memory.name;
            match module.memories.iter().position(is_same) {
                Some(id) => memories.push((MemoryId(id), index)),
                None if is_of_picture(&memory.name) => {}
                None => return Err(missing(&memory.name)),
            }
        }
        let lanes = Lanes::new(netlist, lanes.div_ceil(LANES_PER_WORD), Execution::Fastest);
        Ok(Part { lanes, clock, registers, memories })
    }

    /// Takes over the state of the machine.
    fn hold(&mut self, machine: &SimulatedBoard) {
        for (register, input) in &self.registers {
            let value = machine.evaluator.get(*register);
            for bit in 0..input.width {
                self.lanes.fill(input.leaf + bit, value.bit(bit));
            }
        }
        for (memory, index) in &self.memories {
            self.lanes.fill_memory(*index, machine.evaluator.memory(*memory));
        }
    }

    fn run(&mut self, cycles: usize) -> Result<(), SimulationError> {
        let all = vec![ALL; self.lanes.chunks()];
        (0..cycles).try_for_each(|_| self.lanes.pulse(self.clock, &all))?;
        Ok(())
    }
}

/// Returns the leaves that outputs, registers or memories depend on.
fn needed_leaves(netlist: &NetlistWithMemories) -> BTreeSet<u32> {
    let NetlistWithMemories { netlist, memories } = netlist;
    let outputs = netlist.outputs.iter().flat_map(|port| &port.bits);
    let registers = netlist.registers.iter().map(|register| &register.next);
    let reads = memories.iter().flat_map(|memory| &memory.reads).flat_map(|read| &read.address);
    let writes = memories.iter().flat_map(|memory| &memory.writes);
    let writes = writes
        .flat_map(|write| std::iter::once(&write.enable).chain(&write.address).chain(&write.data));
    let roots: Vec<_> = outputs.chain(registers).chain(reads).chain(writes).copied().collect();
    netlist.graph.support(&roots)
}

/// The leaves of a register, the lowest bit first.
fn leaves(netlist: &Netlist, name: &str) -> Option<Vec<u32>> {
    let is_bit = |bit: &str| {
        bit.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
    };
    let bits = netlist.registers.iter().filter(|bit| is_bit(&bit.name));
    let leaves: Vec<u32> = bits.map(|bit| bit.leaf).collect();
    (!leaves.is_empty()).then_some(leaves)
}

fn missing(name: &str) -> SimulationError {
    SimulationError::NoRegister(name.to_string())
}
