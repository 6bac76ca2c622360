//! A simulated DE1-SoC with any design.
//!
//! | module | contents |
//! |---|---|
//! | `pins` | which ports of a design belong to the board |
//! | `timeline` | the design cycle by cycle |
//! | `clocks` | the edges of CLOCK_50 and of clocks of PLLs |
//! | `word_cycles` | cycles with words |
//! | `window` | the changes of the observed bits in consecutive cycles |
//! | `cost` | what takes time |
//! | `event` | what a run waits for |
//! | `audio` | the audio codec |
//! | `devices` | what is connected to the board |
//! | `headers` | the pins of GPIO_0 and GPIO_1 |
//! | `led_matrix` | the display with 16 × 16 LEDs at GPIO_1 |
//! | `monitor` | the monitor at the VGA connector |
//! | `plotter` | the monitor of top modules of DESim |
//! | `ps2` | the keyboard and the mouse at the PS/2 connector |
//! | `tracer` | records the changes of some signals |

mod audio;
mod clocks;
mod cost;
mod devices;
mod event;
mod headers;
mod led_matrix;
mod monitor;
mod pins;
mod plotter;
mod ps2;
mod timeline;
mod tracer;
mod uart;
mod window;
mod word_cycles;

use std::sync::Arc;
use std::time::Instant;

pub use audio::{Codec, Reading, Registers, Silence};
pub use cost::Cost;
pub use event::{Event, SignalEvent, Wait};
pub use headers::HeaderPin;
pub use led_matrix::Leds;
pub use monitor::{Monitor, Signal};
use pins::Inputs;
pub use pins::Pins;
pub use ps2::{Keyboard, Mouse, MouseButtons};
pub use timeline::board_bytes;
pub use tracer::{MAXIMUM_TRACED, MAXIMUM_TRACED_BITS, TracedSignal, Tracer};
pub use uart::{BAUD_RATES, MAXIMUM_BYTES, PinPosition, Terminal, TerminalSettings};

use board_simulation::PeriodSearch;
use de1_soc::{GPIO, output_bit, outputs};
use devices::{Device, Devices};
use foreign_designs::ForeignDesign;
use foreign_sources::ForeignError;
use rust_hdl_gates::graph::Edge;
use rust_hdl_rtl::Value;
use timeline::Timeline;

/// The PS/2 devices react to a change of its lines after the cycles that are simulated at once.
const _: () = assert!(ps2::REACTION > word_cycles::CYCLES as u64);

/// A DE1-SoC with a design.
pub struct ForeignBoard {
    design: Arc<ForeignDesign>,
    pins: Pins,
    timeline: Timeline,
    /// Rising edges of CLOCK_50 since power-up.
    cycle: u64,
    inputs: Inputs,
    search: PeriodSearch<u64>,
    /// The period of the state in cycles while no input changes, once it is known.
    period: Option<u64>,
    devices: Devices,
    tracer: Tracer,
    /// Why the simulation has ended.
    failure: Option<ForeignError>,
}

impl ForeignBoard {
    /// A board at power-up, with the keys up and the switches down. Pins of headers are low unless
    /// they are pulled up.
    pub fn new(design: Arc<ForeignDesign>) -> ForeignBoard {
        let pins = Pins::of(&design);
        let observed: Vec<Edge> = pins.outputs.concat();
        let timeline = Timeline::new(&design, &pins, &observed, 0);
        let inputs = pins.idle_inputs();
        let mut board = ForeignBoard {
            devices: Devices::new(&pins),
            search: PeriodSearch::new([].into_iter()),
            design,
            pins,
            timeline,
            cycle: 0,
            inputs,
            period: None,
            tracer: Tracer::default(),
            failure: None,
        };
        board.set_inputs();
        board
    }

    /// Returns the design to power-up. Keys and switches, those of headers, too, and the terminal
    /// stay where they are, and what is traced is recorded anew.
    pub fn power_up(&mut self) {
        self.replace_design(self.design.clone());
    }

    /// Shows another design, at power-up. Keys and switches stay where they are, except those of
    /// pins of headers whose pull-up is another one; those of its signals that were traced are
    /// recorded.
    pub fn replace_design(&mut self, design: Arc<ForeignDesign>) {
        let traced: Vec<String> =
            self.tracer.signals.iter().map(|signal| signal.name.clone()).collect();
        let (mut inputs, idle) = (self.inputs, self.pins.idle_inputs());
        let terminal = self.terminal().map(Terminal::settings);
        *self = ForeignBoard::new(design);
        for ((now, before), new) in
            inputs.headers.iter_mut().zip(idle.headers).zip(self.inputs.headers)
        {
            *now = *now & !(before ^ new) | new & (before ^ new);
        }
        self.inputs = inputs;
        self.set_terminal(terminal);
        self.set_traced(&traced);
    }

    /// The design.
    pub fn design(&self) -> &ForeignDesign {
        &self.design
    }

    /// The connections of the design.
    pub fn pins(&self) -> &Pins {
        &self.pins
    }

    /// The number of rising edges of CLOCK_50 since power-up.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Waits until the design is compiled. Returns whether cycles are simulated with words.
    pub fn compile(&mut self) -> bool {
        self.timeline.compile()
    }

    /// What takes time when a cycle is simulated.
    pub fn cost(&self) -> Cost<'_> {
        match (&self.design.words, &self.design.unsupported) {
            (Some(_), _) if self.timeline.is_compiling() => Cost::Compilation,
            (Some(words), _) => Cost::Words(words.operations),
            (None, reason) => Cost::Gates(self.design.netlist.graph.len(), reason.as_ref()),
        }
    }

    /// Why the simulation has ended: the design oscillates.
    pub fn failure(&self) -> Option<&ForeignError> {
        self.failure.as_ref()
    }

    /// What is traced.
    pub fn traced(&self) -> &Tracer {
        &self.tracer
    }

    /// The values of the traced signals.
    pub fn traced_values(&self) -> Vec<Value> {
        self.tracer.values(self.timeline.levels())
    }

    /// Whether a key is pressed.
    pub fn is_pressed(&self, key: usize) -> bool {
        self.inputs.pressed[key]
    }

    /// Presses or releases a key.
    pub fn set_key(&mut self, key: usize, pressed: bool) {
        if self.inputs.pressed[key] != pressed {
            self.inputs.pressed[key] = pressed;
            let verb = if pressed { "pressed" } else { "released" };
            self.tracer.note(format!("KEY{key} {verb}"), self.cycle);
            self.set_inputs();
        }
    }

    /// The positions of SW\[9:0\].
    pub fn switches(&self) -> u64 {
        self.inputs.switches
    }

    /// Moves a switch.
    pub fn set_switch(&mut self, switch: usize, on: bool) {
        let switches = self.inputs.switches & !(1 << switch) | u64::from(on) << switch;
        if self.inputs.switches != switches {
            self.inputs.switches = switches;
            self.tracer.note(format!("SW{switch} {}", if on { "on" } else { "off" }), self.cycle);
            self.set_inputs();
        }
    }

    /// What is set at the pins of both headers.
    pub fn header_switches(&self) -> [u64; 2] {
        self.inputs.headers
    }

    /// Sets the level of a pin of a header, which it has while the design does not drive it.
    pub fn set_header_pin(&mut self, header: usize, pin: usize, high: bool) {
        let levels = self.inputs.headers[header] & !(1 << pin) | u64::from(high) << pin;
        if self.inputs.headers[header] != levels {
            self.inputs.headers[header] = levels;
            let level = if high { "high" } else { "low" };
            self.tracer.note(format!("{}[{pin}] {level}", GPIO[header].0), self.cycle);
            self.set_inputs();
        }
    }

    /// The level of an output of at most 64 bits.
    pub fn output(&self, name: &str) -> u64 {
        let width = outputs().find(|pin| pin.0 == name).map_or(0, |pin| pin.1);
        let first = output_bit(name);
        self.timeline.levels().value(first..first + width)
    }

    fn set_inputs(&mut self) {
        if self.failure.is_some() {
            return;
        }
        let driven = self.devices.drive(&self.pins);
        let levels: Vec<(u32, bool)> = self.pins.levels(&self.inputs).chain(driven).collect();
        if let Err(error) = self.timeline.set_inputs(&levels) {
            self.failure = Some(error);
            return;
        }
        self.restart_search();
        self.devices.settle(self.timeline.levels(), self.cycle);
        self.record(tracer::INPUT);
    }

    fn restart_search(&mut self) {
        self.period = None;
        self.search = PeriodSearch::new(self.timeline.state());
    }

    fn record(&mut self, after: u64) {
        self.tracer.record(self.timeline.levels(), self.cycle, after);
    }

    /// Whether a signal is CLOCK_50.
    pub fn is_clock(&self, bits: &[Edge]) -> bool {
        self.pins.is_clock(&self.design.netlist.graph, bits)
    }

    /// Records these signals from now on. Signals that do not exist are left out.
    pub fn set_traced(&mut self, names: &[String]) {
        let signals = &self.design.netlist.signals;
        let traced: Vec<&(String, Vec<Edge>)> = names
            .iter()
            .take(MAXIMUM_TRACED)
            .enumerate()
            .filter(|(index, name)| !names[..*index].contains(name))
            .filter_map(|(_, name)| signals.iter().find(|(path, _)| path == name))
            .collect();
        let is_clock = |bits: &[Edge]| self.is_clock(bits);
        let mut observed: Vec<Edge> = self.pins.outputs.concat();
        let recorded = traced.iter().filter(|(_, bits)| !is_clock(bits));
        observed.extend(recorded.flat_map(|(_, bits)| bits));
        let signal = |(name, bits): &&(String, Vec<Edge>)| TracedSignal {
            name: name.clone(),
            width: bits.len(),
            is_clock: is_clock(bits),
        };
        let signals = traced.iter().map(signal).collect();
        let mut timeline = Timeline::new(&self.design, &self.pins, &observed, self.cycle);
        timeline.take_state(&self.timeline);
        self.timeline = timeline;
        self.restart_search();
        self.tracer = Tracer::new(signals, self.timeline.levels(), self.cycle);
    }

    /// Simulates this many cycles, but stops at a deadline. Returns the number of cycles completed.
    /// Whole periods of the state are counted instead of simulated.
    pub fn run(&mut self, cycles: u64, deadline: Instant) -> u64 {
        self.run_waiting(None, cycles, deadline)
    }

    fn run_waiting(&mut self, mut wait: Option<&mut Wait>, cycles: u64, deadline: Instant) -> u64 {
        let mut done = 0;
        while done < cycles {
            let most = self.let_devices_act().min(cycles - done);
            if self.failure.is_some() || wait.as_deref().is_some_and(|wait| self.has_happened(wait))
            {
                break;
            }
            let skipped = self.skippable(wait.as_deref(), most);
            if skipped > 0 {
                self.devices.skip(skipped, self.period.unwrap_or(0), self.cycle);
                self.cycle += skipped;
                self.tracer.pass(self.cycle);
                done += skipped;
                continue;
            }
            match self
                .advance(wait.as_deref_mut(), most.min(self.devices.longest_window(self.cycle)))
            {
                Ok(cycles) => done += cycles,
                Err(error) => self.failure = Some(error),
            }
            if Instant::now() >= deadline {
                break;
            }
        }
        done
    }

    /// Lets the devices do what is due. Returns the cycles until one of them acts again.
    fn let_devices_act(&mut self) -> u64 {
        if self.devices.due().is_some_and(|due| due <= self.cycle) {
            let before = self.devices.drive(&self.pins);
            self.devices.act(self.cycle);
            if self.devices.drive(&self.pins) != before {
                self.set_inputs();
            }
        }
        self.devices.due().map_or(u64::MAX, |due| due - self.cycle)
    }

    /// Simulates at least one and at most this many cycles. Returns their number.
    fn advance(&mut self, wait: Option<&mut Wait>, most: u64) -> Result<u64, ForeignError> {
        let is_seen = self.advance_timeline(wait.as_deref(), most)?;
        let window = self.timeline.window();
        if let Some(wait) = wait {
            wait.observe(is_seen, window);
        }
        let (cycles, first) = (window.cycles as u64, self.cycle + 1);
        self.cycle += cycles;
        self.devices.observe(window, first);
        self.tracer.observe(window, first);
        if self.timeline.has_written {
            // The state is another one, whatever the registers have.
            self.restart_search();
        } else if self.period.is_none() {
            self.period = self.search.step(cycles, self.timeline.state());
        }
        Ok(cycles)
    }

    /// How many of these cycles repeat what was.
    fn skippable(&self, wait: Option<&Wait>, cycles: u64) -> u64 {
        let Some(period) = self.period else {
            return if self.pins.clock.is_none() { cycles } else { 0 };
        };
        let is_recorded = self.tracer.is_recording() && !self.tracer.is_quiet(period, self.cycle);
        let is_awaited = wait.is_some_and(|wait| !wait.has_seen(period, self.cycle));
        if is_awaited || is_recorded || !self.devices.is_quiet(period, self.cycle) {
            0
        } else {
            cycles / period * period
        }
    }
}
