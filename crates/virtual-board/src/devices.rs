//! What is connected to the board: a monitor, the LED matrix, the keyboard, the mouse, the audio
//! codec and a terminal.
//!
//! A device sees the design's outputs and drives some of its inputs. It changes what it drives only
//! in [`Device::act`], so that the cycles until then can be simulated at once.

use super::ForeignBoard;
use super::audio::Codec;
use super::led_matrix::{LedMatrix, Leds};
use super::monitor::Monitor;
use super::pins::Pins;
use super::plotter::Plotter;
use super::ps2::{Keyboard, Mouse, MouseButtons};
use super::uart::Terminal;
use super::window::{Levels, Window};
use board_simulation::Frame;

/// A device. Cycles are numbers of rising edges of CLOCK_50; bits are those of
/// [`outputs`](de1_soc::outputs).
pub trait Device {
    /// The levels of the leaves that it drives. They take the place of those of switches.
    fn drive(&self, _pins: &Pins) -> Vec<(u32, bool)> {
        vec![]
    }

    /// The cycle in which it acts next, if nothing else happens before. After [`act`](Self::act), a
    /// later one.
    fn due(&self) -> Option<u64> {
        None
    }

    /// Does what is due in a cycle.
    fn act(&mut self, _cycle: u64) {}

    /// The largest number of cycles after which it has to see the levels again, to react in time.
    fn longest_window(&self, _cycle: u64) -> u64 {
        u64::MAX
    }

    /// The bits have these levels after a change of the inputs.
    fn settle(&mut self, _levels: &Levels, _cycle: u64) {}

    /// Takes some cycles, of which `first` is the first.
    fn observe(&mut self, window: &Window, first: u64);

    /// Whether it would see nothing new in any number of periods like the one before this cycle.
    fn is_quiet(&self, _period: u64, _cycle: u64) -> bool {
        true
    }

    /// Some cycles after this one are left out, in which everything repeats with a period.
    fn skip(&mut self, _cycles: u64, _period: u64, _cycle: u64) {}
}

/// The devices for which a design has ports.
pub struct Devices {
    pub monitor: Option<Monitor>,
    pub plotter: Option<Plotter>,
    pub matrix: Option<LedMatrix>,
    pub keyboard: Option<Keyboard>,
    pub mouse: Option<Mouse>,
    pub codec: Option<Codec>,
    /// A person connects it.
    pub terminal: Option<Terminal>,
}

impl Devices {
    /// The devices at power-up.
    pub fn new(pins: &Pins) -> Devices {
        Devices {
            monitor: pins.has_vga().then(Monitor::default),
            plotter: Plotter::new(pins),
            matrix: pins.has_matrix.then(LedMatrix::default),
            keyboard: pins.has_keyboard().then(Keyboard::default),
            mouse: pins.has_mouse().then(Mouse::default),
            codec: pins.has_codec.then(Codec::default),
            terminal: None,
        }
    }

    fn all(&self) -> impl Iterator<Item = &dyn Device> {
        fn device<D: Device>(device: &Option<D>) -> Option<&dyn Device> {
            device.as_ref().map(|device| device as &dyn Device)
        }
        let Devices { monitor, plotter, matrix, keyboard, mouse, codec, terminal } = self;
        let ports = [device(keyboard), device(mouse), device(codec), device(terminal)];
        [device(monitor), device(plotter), device(matrix)].into_iter().chain(ports).flatten()
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut dyn Device> {
        fn device<D: Device>(device: &mut Option<D>) -> Option<&mut dyn Device> {
            device.as_mut().map(|device| device as &mut dyn Device)
        }
        let Devices { monitor, plotter, matrix, keyboard, mouse, codec, terminal } = self;
        let ports = [device(keyboard), device(mouse), device(codec), device(terminal)];
        [device(monitor), device(plotter), device(matrix)].into_iter().chain(ports).flatten()
    }
}

impl Device for Devices {
    fn drive(&self, pins: &Pins) -> Vec<(u32, bool)> {
        self.all().flat_map(|device| device.drive(pins)).collect()
    }

    fn due(&self) -> Option<u64> {
        self.all().filter_map(Device::due).min()
    }

    fn act(&mut self, cycle: u64) {
        self.all_mut().for_each(|device| device.act(cycle));
    }

    fn longest_window(&self, cycle: u64) -> u64 {
        self.all().map(|device| device.longest_window(cycle)).min().unwrap_or(u64::MAX)
    }

    fn settle(&mut self, levels: &Levels, cycle: u64) {
        self.all_mut().for_each(|device| device.settle(levels, cycle));
    }

    fn observe(&mut self, window: &Window, first: u64) {
        self.all_mut().for_each(|device| device.observe(window, first));
    }

    fn is_quiet(&self, period: u64, cycle: u64) -> bool {
        self.all().all(|device| device.is_quiet(period, cycle))
    }

    fn skip(&mut self, cycles: u64, period: u64, cycle: u64) {
        self.all_mut().for_each(|device| device.skip(cycles, period, cycle));
    }
}

impl ForeignBoard {
    /// The last picture on either monitor, and a number that changes with it.
    pub fn picture(&self) -> Option<(u64, &Frame)> {
        let drawn = self.devices.plotter.as_ref().map(Plotter::picture);
        drawn.or_else(|| self.monitor()?.picture())
    }

    /// What either monitor receives, for people.
    pub fn monitor_text(&self) -> Option<String> {
        let drawn = self.devices.plotter.as_ref().map(Plotter::text);
        drawn.or_else(|| Some(self.monitor()?.signal().to_string()))
    }

    /// The monitor at the VGA connector, if the design has outputs for it.
    pub fn monitor(&self) -> Option<&Monitor> {
        self.devices.monitor.as_ref()
    }

    /// What the LED matrix shows, if the design has all outputs for it.
    pub fn leds(&self) -> Option<Leds> {
        self.devices.matrix.as_ref().map(|matrix| matrix.leds(self.cycle))
    }

    /// The PS/2 keyboard, if the design has ports for one.
    pub fn keyboard(&self) -> Option<&Keyboard> {
        self.devices.keyboard.as_ref()
    }

    /// The PS/2 mouse, if the design has ports for one.
    pub fn mouse(&self) -> Option<&Mouse> {
        self.devices.mouse.as_ref()
    }

    /// The audio codec, if the design sends samples to one.
    pub fn codec(&self) -> Option<&Codec> {
        self.devices.codec.as_ref()
    }

    /// The audio codec, if the design sends samples to one.
    pub fn codec_mut(&mut self) -> Option<&mut Codec> {
        self.devices.codec.as_mut()
    }

    /// Presses or releases the key of the PS/2 keyboard that browsers call so. Returns whether
    /// there is such a key.
    pub fn set_keyboard_key(&mut self, name: &str, pressed: bool) -> bool {
        let keyboard = self.devices.keyboard.as_mut();
        keyboard.is_some_and(|keyboard| keyboard.set_key(name, pressed, self.cycle))
    }

    /// Releases all keys of the PS/2 keyboard.
    pub fn release_keyboard(&mut self) {
        if let Some(keyboard) = &mut self.devices.keyboard {
            keyboard.release_all(self.cycle);
        }
    }

    /// Moves the PS/2 mouse, in counts of its default resolution, and sets its buttons. Returns
    /// whether there is a mouse.
    pub fn set_mouse(&mut self, right: i16, down: i16, buttons: MouseButtons) -> bool {
        let mouse = self.devices.mouse.as_mut();
        mouse.is_some_and(|mouse| {
            mouse.shift(right, down);
            mouse.set_buttons(buttons);
            true
        })
    }
}
