//! What is connected to the board: the monitor, the LED matrix, the keyboard and the mouse.
//!
//! A device sees the design's outputs and drives some of its inputs. It changes what it drives only
//! in [`Device::act`], so that the cycles until then can be simulated at once.

use super::led_matrix::LedMatrix;
use super::monitor::Monitor;
use super::pins::Pins;
use super::ps2::{Keyboard, Mouse};
use super::window::{Levels, Window};

/// A device. Cycles are numbers of rising edges of CLOCK_50; bits are those of
/// [`outputs`](crate::de1_soc::outputs).
pub trait Device {
    /// The levels of the leaves that it drives.
    fn drive(&self, _pins: &Pins) -> Vec<(u32, bool)> {
        vec![]
    }

    /// The cycle in which it acts next, if nothing else happens before.
    fn due(&self) -> Option<u64> {
        None
    }

    /// Does what is due in a cycle.
    fn act(&mut self, _cycle: u64) {}

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
    pub matrix: Option<LedMatrix>,
    pub keyboard: Option<Keyboard>,
    pub mouse: Option<Mouse>,
}

impl Devices {
    /// The devices at power-up.
    pub fn new(pins: &Pins) -> Devices {
        Devices {
            monitor: pins.has_monitor().then(Monitor::default),
            matrix: pins.has_matrix.then(LedMatrix::default),
            keyboard: pins.has_keyboard().then(Keyboard::default),
            mouse: pins.has_mouse().then(Mouse::default),
        }
    }

    fn all(&self) -> impl Iterator<Item = &dyn Device> {
        fn device<D: Device>(device: &Option<D>) -> Option<&dyn Device> {
            device.as_ref().map(|device| device as &dyn Device)
        }
        let Devices { monitor, matrix, keyboard, mouse } = self;
        [device(monitor), device(matrix), device(keyboard), device(mouse)].into_iter().flatten()
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut dyn Device> {
        fn device<D: Device>(device: &mut Option<D>) -> Option<&mut dyn Device> {
            device.as_mut().map(|device| device as &mut dyn Device)
        }
        let Devices { monitor, matrix, keyboard, mouse } = self;
        [device(monitor), device(matrix), device(keyboard), device(mouse)].into_iter().flatten()
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
