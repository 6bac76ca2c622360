//! A monitor at the VGA connector.
//!
//! The converter of the board takes a pixel at each rising edge of VGA_CLK: the levels just before
//! it. The monitor finds the polarity of the synchronisation signals by their shorter level. The
//! numbers of pixels and lines tell which standard timing it is, and thereby where the picture is.
//! If what VGA_BLANK_N does not blank has the size of the timing, or if the timing is none of the
//! standard ones, this is the picture.

use std::fmt;

use super::devices::Device;
use super::window::{Levels, Window};
use board_simulation::{CHANNELS, Frame};
use de1_soc::{CLOCK_50_HZ, MONITOR_BITS};

/// A standard timing, from the VESA monitor timing standard.
struct Mode {
    width: usize,
    height: usize,
    /// Pixels per line and lines per frame, with blanking.
    line: usize,
    frame: usize,
    /// Pixels and lines from the end of the synchronisation pulse to the picture.
    back_porch: (usize, usize),
}

/// 60 Hz with a pixel clock of 25 MHz, 72 Hz with 50 MHz, and 60 Hz with 40, 65 and 108 MHz.
const MODES: [Mode; 5] = [
    Mode { width: 640, height: 480, line: 800, frame: 525, back_porch: (48, 33) },
    Mode { width: 800, height: 600, line: 1040, frame: 666, back_porch: (64, 23) },
    Mode { width: 800, height: 600, line: 1056, frame: 628, back_porch: (88, 23) },
    Mode { width: 1024, height: 768, line: 1344, frame: 806, back_porch: (160, 29) },
    Mode { width: 1280, height: 1024, line: 1688, frame: 1066, back_porch: (248, 38) },
];

/// The deviation of lines and frames from a mode that the monitor accepts, in percent.
const TOLERANCE: usize = 3;

/// The largest numbers of pixels in a line and of lines in a frame, with blanking.
const LONGEST: usize = 2048;

/// Cycles of CLOCK_50 after which VGA_CLK without a rising edge has stopped.
const STOPPED: u64 = 10_000;

/// The bit of a pixel that is 1 unless it is blanked. The colours are below.
const VISIBLE: u32 = 1 << 24;

/// What the monitor receives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Signal {
    /// No frame yet, at power-up or after the clock stopped.
    #[default]
    Waiting,
    /// VGA_CLK has no edges.
    NoClock,
    /// VGA_HS has no pulses, or too rarely.
    NoLines,
    /// VGA_VS has no pulses, or too rarely.
    NoFrames,
    /// VGA_BLANK_N is always 0.
    Blanked,
    /// A picture of this size, and its frequency in Hz at 50 MHz.
    Picture { width: usize, height: usize, frequency: f64 },
    /// Pixels per line and lines per frame of a timing that is not a standard one, without
    /// VGA_BLANK_N.
    Unknown { line: usize, frame: usize },
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::Waiting => f.write_str("No frame yet"),
            Signal::NoClock => f.write_str("No signal: VGA_CLK does not change"),
            Signal::NoLines => write!(f, "No signal: VGA_HS has no pulse within {LONGEST} pixels"),
            Signal::NoFrames => write!(f, "No signal: VGA_VS has no pulse within {LONGEST} lines"),
            Signal::Blanked => f.write_str("No picture: VGA_BLANK_N is always 0"),
            Signal::Picture { width, height, frequency } => {
                write!(f, "{width} × {height} at {frequency:.1} Hz")
            }
            Signal::Unknown { line, frame } => {
                write!(
                    f,
                    "Unknown timing: {line} pixels per line and {frame} lines per frame. Without VGA_BLANK_N, it has to be"
                )?;
                for (index, Mode { width, height, line, frame, .. }) in MODES.iter().enumerate() {
                    let or = match index {
                        0 => "",
                        index if index + 1 < MODES.len() => ",",
                        _ => " or",
                    };
                    write!(f, "{or} {line} × {frame} for {width} × {height}")?;
                }
                Ok(())
            }
        }
    }
}

/// Follows the signals of the monitor.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    signal: Signal,
    /// The last complete frame, and how many that were another one than before there were.
    picture: Option<Frame>,
    frames: u64,
    /// How many complete frames there were, even if one was the same as before.
    completed: u64,
    /// The levels of the pins.
    before: u64,
    /// The pixels until now.
    pixels: u64,
    horizontal: Pulses,
    vertical: Pulses,
    /// The pixels since the end of the last pulse on VGA_HS.
    line: Vec<u32>,
    /// The lines that have ended since the end of the last pulse on VGA_VS.
    lines: Vec<Vec<u32>>,
    /// The pixels of the first of them before that.
    offset: usize,
    /// The cycles in which this frame began, and in which the last pixel was taken.
    begun: Option<u64>,
    taken: u64,
}

impl Monitor {
    /// What the monitor receives.
    pub fn signal(&self) -> Signal {
        self.signal
    }

    /// The number of complete frames.
    pub fn completed(&self) -> u64 {
        self.completed
    }

    /// The last frame that is another one than before, and its number.
    pub fn picture(&self) -> Option<(u64, &Frame)> {
        self.picture.as_ref().map(|picture| (self.frames, picture))
    }

    /// The pins have these levels since a cycle, which only a pixel needs.
    #[inline]
    fn see(&mut self, levels: u64, cycle: impl FnOnce() -> u64) {
        if levels & !self.before & CLOCK != 0 {
            self.take(self.before, cycle());
        }
        self.before = levels;
    }

    /// Takes a pixel.
    fn take(&mut self, levels: u64, cycle: u64) {
        self.taken = cycle;
        if self.horizontal.ends(levels & HS != 0, self.pixels) {
            let line = std::mem::take(&mut self.line);
            self.lines.push(line);
            if self.signal == Signal::NoClock {
                self.signal = Signal::Waiting;
            }
            if self.lines.len() > LONGEST {
                self.lose(Signal::NoFrames);
            }
        }
        if self.vertical.ends(levels & VS != 0, self.pixels) {
            self.finish_frame(cycle);
        }
        self.pixels += 1;
        let visible = if levels & BLANK_N != 0 { VISIBLE } else { 0 };
        self.line.push((levels & COLOURS) as u32 | visible);
        if self.line.len() > LONGEST {
            self.lose(Signal::NoLines);
        }
    }

    fn lose(&mut self, signal: Signal) {
        self.signal = signal;
        self.picture = None;
        self.begun = None;
        self.line.clear();
        self.lines.clear();
    }

    fn finish_frame(&mut self, cycle: u64) {
        let lines = std::mem::take(&mut self.lines);
        let offset = std::mem::replace(&mut self.offset, self.line.len());
        let Some(begun) = self.begun.replace(cycle) else { return };
        let frequency = f64::from(CLOCK_50_HZ) / (cycle - begun).max(1) as f64;
        match self.crop(&lines, offset) {
            Ok(picture) => {
                let (width, height) = (picture.width, picture.height);
                self.signal = Signal::Picture { width, height, frequency };
                self.completed += 1;
                if self.picture.as_ref() != Some(&picture) {
                    self.picture = Some(picture);
                    self.frames += 1;
                }
            }
            Err(signal) => {
                self.lose(signal);
                self.begun = Some(cycle);
            }
        }
    }

    /// The picture in a frame.
    fn crop(&self, lines: &[Vec<u32>], offset: usize) -> Result<Frame, Signal> {
        let line = lines.last().map_or(0, Vec::len);
        let is_near =
            |value: usize, standard: usize| value.abs_diff(standard) * 100 <= standard * TOLERANCE;
        let mode =
            MODES.iter().find(|mode| is_near(line, mode.line) && is_near(lines.len(), mode.frame));
        let is_blanked = lines.iter().flatten().any(|pixel| pixel & VISIBLE == 0);
        let visible = |line: &Vec<u32>| -> Vec<u32> {
            line.iter().copied().filter(|pixel| pixel & VISIBLE != 0).collect()
        };
        if is_blanked {
            let rows: Vec<Vec<u32>> =
                lines.iter().map(visible).filter(|row| !row.is_empty()).collect();
            let (width, height) = (rows.iter().map(Vec::len).max().unwrap_or(0), rows.len());
            if width == 0 {
                return Err(Signal::Blanked);
            }
            if mode.is_none_or(|mode| (mode.width, mode.height) == (width, height)) {
                return Ok(frame(width, height, |row, x| rows[row].get(x)));
            }
        }
        let mode = mode.ok_or(Signal::Unknown { line, frame: lines.len() })?;
        // Designs end the vertical pulse at different places of a line.
        let late = offset > mode.back_porch.0 + line / 2;
        let first = mode.back_porch.1 + usize::from(late);
        let pixel = |row: usize, x: usize| {
            let pixel = lines.get(first + row)?.get(mode.back_porch.0 + x)?;
            (pixel & VISIBLE != 0).then_some(pixel)
        };
        Ok(frame(mode.width, mode.height, pixel))
    }
}

impl Device for Monitor {
    fn skip(&mut self, cycles: u64, period: u64, cycle: u64) {
        if self.begun.is_none_or(|begun| begun + period < cycle) {
            // There was no frame in the last period, so there are none.
            let is_empty = self.line.is_empty() && self.lines.is_empty();
            let signal = match self.lines.len() {
                _ if is_empty || self.taken + period < cycle => Signal::NoClock,
                0 => Signal::NoLines,
                _ => Signal::NoFrames,
            };
            if self.signal != signal {
                self.lose(signal);
            }
        }
        self.begun = self.begun.map(|begun| begun + cycles);
        self.taken += cycles;
    }

    fn settle(&mut self, levels: &Levels, cycle: u64) {
        self.see(levels.value(MONITOR_BITS), || cycle);
    }

    fn observe(&mut self, window: &Window, first: u64) {
        for change in window.changes(MONITOR_BITS) {
            self.see(change.value, || first + window.cycle(&change));
        }
        if first > self.taken + STOPPED {
            self.lose(Signal::NoClock);
            self.taken = first;
        }
    }
}

/// A frame with these pixels; black where there are none.
fn frame<'a>(
    width: usize,
    height: usize,
    pixel: impl Fn(usize, usize) -> Option<&'a u32>,
) -> Frame {
    let mut pixels = Vec::with_capacity(width * height * CHANNELS);
    for row in 0..height {
        for x in 0..width {
            let rgb = pixel(row, x).copied().unwrap_or(0);
            pixels.extend((0..CHANNELS).map(|channel| (rgb >> (8 * channel)) as u8));
        }
    }
    Frame { width, height, pixels }
}

/// Finds the pulses of a signal, which are its shorter level.
#[derive(Clone, Debug, Default)]
struct Pulses {
    level: bool,
    /// The first pixel at this level.
    first: u64,
    /// The length of the last run at each level.
    last: [u64; 2],
}

impl Pulses {
    /// The level is this one from a pixel on. Returns whether a pulse has ended.
    fn ends(&mut self, level: bool, pixel: u64) -> bool {
        if level == self.level {
            return false;
        }
        let ended = pixel - self.first;
        self.last[usize::from(self.level)] = ended;
        (self.level, self.first) = (level, pixel);
        ended < self.last[usize::from(level)]
    }
}

/// Bits of the levels.
const COLOURS: u64 = 0xff_ffff;
const HS: u64 = 1 << 24;
const VS: u64 = 1 << 25;
const BLANK_N: u64 = 1 << 26;
const CLOCK: u64 = 1 << 28;
