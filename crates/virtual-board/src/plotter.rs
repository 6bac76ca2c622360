//! A monitor for top modules of DESim, the simulator of the University of Toronto.
//!
//! Such a design has no VGA signals. It names a pixel with VGA_X and VGA_Y, and its colour with
//! VGA_COLOR. While `plot` is 1, each rising edge of CLOCK_50 draws the pixel, with the levels just
//! before the edge.

use super::devices::Device;
use super::pins::Pins;
use super::window::{Levels, Window};
use board_simulation::{CHANNELS, Frame};
use de1_soc::PLOTTER_BITS;

/// The pixels of the monitor. Those of a smaller picture are blocks of them.
const WIDTH: usize = 640;
const HEIGHT: usize = 480;

/// The bits of VGA_X and VGA_Y, then VGA_COLOR, then `plot`.
const X_BITS: usize = 10;
const Y_BITS: usize = 9;
const COLOUR_BITS: usize = 24;

/// What has been drawn.
#[derive(Clone, Debug)]
pub struct Plotter {
    /// The width and the height of a drawn pixel on the monitor.
    scale: usize,
    /// The bits of red, of green and of blue.
    channel: usize,
    picture: Frame,
    /// How many drawn pixels had another colour before.
    drawn: u64,
    /// The levels of the outputs, and the last cycle that saw them.
    levels: u64,
    cycle: u64,
}

impl Plotter {
    /// A black monitor, if a design draws on it. The picture has 160 × 120, 320 × 240 or 640 × 480
    /// pixels: the bits of VGA_X that are not constant decide.
    pub fn new(pins: &Pins) -> Option<Plotter> {
        let [columns, colours] = pins.plotter?;
        let pixels = vec![0; WIDTH * HEIGHT * CHANNELS];
        Some(Plotter {
            scale: match columns {
                ..9 => 4,
                9 => 2,
                _ => 1,
            },
            channel: (colours / CHANNELS).clamp(1, COLOUR_BITS / CHANNELS),
            picture: Frame { width: WIDTH, height: HEIGHT, pixels },
            drawn: 0,
            levels: 0,
            cycle: 0,
        })
    }

    /// The picture, and a number that changes with it.
    pub fn picture(&self) -> (u64, &Frame) {
        (self.drawn, &self.picture)
    }

    /// What the monitor shows, for people.
    pub fn text(&self) -> String {
        let (width, height) = (WIDTH / self.scale, HEIGHT / self.scale);
        format!("{width} × {height}, drawn pixel by pixel with plot")
    }

    /// The outputs have these levels since a cycle.
    fn see(&mut self, levels: u64, cycle: u64) {
        self.pass(cycle);
        self.levels = levels;
    }

    /// The levels have not changed before this cycle.
    fn pass(&mut self, cycle: u64) {
        if cycle > self.cycle {
            self.cycle = cycle;
            self.draw();
        }
    }

    fn draw(&mut self) {
        let mut rest = self.levels;
        let mut take = |bits: usize| {
            let value = rest & ((1 << bits) - 1);
            rest >>= bits;
            value
        };
        let [x, y] = [X_BITS, Y_BITS].map(|bits| take(bits) as usize * self.scale);
        let colour = take(COLOUR_BITS);
        if take(1) == 0 || x >= WIDTH || y >= HEIGHT {
            return;
        }
        let most = (1 << self.channel) - 1;
        // Red has the highest bits.
        let rgb: [u8; CHANNELS] = std::array::from_fn(|channel| {
            let value = colour >> (self.channel * (CHANNELS - 1 - channel)) & most;
            (value * 255 / most) as u8
        });
        let at = |row: usize| (row * WIDTH + x) * CHANNELS;
        if self.picture.pixels[at(y)..].starts_with(&rgb) {
            return;
        }
        self.drawn += 1;
        for row in y..y + self.scale {
            let pixels = &mut self.picture.pixels[at(row)..][..self.scale * CHANNELS];
            pixels.chunks_mut(CHANNELS).for_each(|pixel| pixel.copy_from_slice(&rgb));
        }
    }
}

impl Device for Plotter {
    fn settle(&mut self, levels: &Levels, cycle: u64) {
        self.see(levels.value(PLOTTER_BITS), cycle);
    }

    fn observe(&mut self, window: &Window, first: u64) {
        for change in window.changes(PLOTTER_BITS) {
            self.see(change.value, first + window.cycle(&change));
        }
        self.pass(first + window.cycles as u64 - 1);
    }

    /// The pixels of a period are drawn already.
    fn skip(&mut self, cycles: u64, _: u64, _: u64) {
        self.cycle += cycles;
    }
}
