//! Bytes on the two lines of a PS/2 device.
//!
//! Either side pulls a line low or releases it; a released line is high. The device makes the clock
//! in both directions. A frame is a start bit, 8 data bits, lowest first, odd parity and a stop
//! bit. The device's data are valid while the clock is low; it reads the host's while the clock is
//! high.
//!
//! The times are those of *IBM Personal System/2 Hardware Interface Technical Reference, Keyboard
//! and Auxiliary Device Controller*: the clock is low for 30 to 50 µs and high for as long, and
//! data change 5 to 25 µs before it falls.

use de1_soc::PERIOD;

/// Returns the cycles of CLOCK_50 in a time.
pub const fn microseconds(time: u64) -> u64 {
    time * 1_000 / PERIOD
}

/// How long the clock is low, and high: 12.5 kHz.
const HALF: u64 = microseconds(40);

/// From the middle of the time in which the clock is high, when data change, to its edges.
const QUARTER: u64 = HALF / 2;

/// The time between two bytes.
const PAUSE: u64 = microseconds(500);

/// The time after which the device reacts to the lines.
pub const REACTION: u64 = microseconds(100);

/// The bits of a frame.
const FRAME: u32 = 11;

/// The levels of both lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    pub clock: bool,
    pub data: bool,
}

impl Lines {
    pub const RELEASED: Lines = Lines { clock: true, data: true };
}

/// How a transfer has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// A byte; `None` if its parity or its stop bit is wrong.
    Received(Option<u8>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transfer {
    None,
    /// A frame of which these bits were put on the line.
    Sending {
        frame: u16,
        count: u32,
    },
    /// Bits without the start bit, and their number. The last one is the device's acknowledgement.
    Receiving {
        bits: u16,
        count: u32,
        is_stopped: bool,
    },
}

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// In the middle of the time in which the clock is high, the next bit is written or read.
    Bit,
    Fall,
    Rise,
}

/// The device's end of the lines.
#[derive(Clone, Debug)]
pub struct Link {
    /// The lines that the device pulls low are `false`.
    drive: Lines,
    /// The lines as both sides make them.
    lines: Lines,
    /// The cycle in which they last changed.
    changed: u64,
    transfer: Transfer,
    step: Step,
    /// The cycle of the next step.
    due: Option<u64>,
    /// The cycle from which a byte may be sent.
    ready: u64,
}

impl Default for Link {
    /// Released lines.
    fn default() -> Link {
        Link {
            drive: Lines::RELEASED,
            lines: Lines::RELEASED,
            changed: 0,
            transfer: Transfer::None,
            step: Step::Bit,
            due: None,
            ready: 0,
        }
    }
}

impl Link {
    /// The lines as the device drives them.
    pub fn drive(&self) -> Lines {
        self.drive
    }

    /// The cycle of the next step.
    pub fn due(&self) -> Option<u64> {
        self.due
    }

    /// The cycle from which a byte may be sent, if the host does not prevent it.
    pub fn ready(&self) -> Option<u64> {
        (self.transfer == Transfer::None && self.lines == Lines::RELEASED).then_some(self.ready)
    }

    /// Whether the lines have not changed in so many cycles before this one.
    pub fn is_quiet(&self, cycles: u64, cycle: u64) -> bool {
        self.changed + cycles <= cycle
    }

    /// The lines have these levels since a cycle. A host that pulls the clock low inhibits the
    /// device, and one that pulls only the data low requests to send.
    pub fn observe(&mut self, lines: Lines, cycle: u64) {
        if self.lines == lines {
            return;
        }
        (self.lines, self.changed) = (lines, cycle);
        if self.transfer == Transfer::None {
            self.listen(cycle);
        }
    }

    fn listen(&mut self, cycle: u64) {
        let is_request = self.lines.clock && !self.lines.data;
        self.due = is_request.then_some(cycle + REACTION);
        self.ready = self.ready.max(cycle + REACTION);
    }

    /// Begins to send a byte.
    pub fn send(&mut self, byte: u8, cycle: u64) {
        let parity = u16::from(byte.count_ones().is_multiple_of(2));
        let frame = 1 << 10 | parity << 9 | u16::from(byte) << 1;
        self.transfer = Transfer::Sending { frame, count: 0 };
        self.due = Some(cycle);
    }

    /// Takes the next step, in the cycle in which it is due.
    pub fn step(&mut self, cycle: u64) -> Option<Outcome> {
        match self.step {
            // The host pulls the clock low: what is sent has to be sent again.
            Step::Bit if !self.lines.clock && !self.is_complete() => self.end(cycle),
            Step::Bit => return self.next_bit(cycle),
            Step::Fall => {
                self.drive.clock = false;
                self.wait(HALF, Step::Rise, cycle);
            }
            Step::Rise => {
                self.drive.clock = true;
                self.wait(QUARTER, Step::Bit, cycle);
            }
        }
        None
    }

    fn next_bit(&mut self, cycle: u64) -> Option<Outcome> {
        let data = self.lines.data;
        let mut outcome = None;
        match &mut self.transfer {
            Transfer::None => {
                self.transfer = Transfer::Receiving { bits: 0, count: 0, is_stopped: true };
                self.wait(0, Step::Fall, cycle);
                return None;
            }
            Transfer::Sending { count: FRAME, .. } => outcome = Some(Outcome::Sent),
            Transfer::Sending { frame, count } => {
                self.drive.data = *frame >> *count & 1 == 1;
                *count += 1;
            }
            Transfer::Receiving { bits, count: 10, is_stopped } => {
                let is_right = *is_stopped && bits.count_ones() % 2 == 1;
                outcome = Some(Outcome::Received(is_right.then_some(*bits as u8)));
            }
            // Without a stop bit, the clock goes on until the host releases the data.
            Transfer::Receiving { count: 9, is_stopped, .. } if !data => *is_stopped = false,
            Transfer::Receiving { count: count @ 9, .. } => {
                self.drive.data = false;
                *count += 1;
            }
            Transfer::Receiving { bits, count, .. } => {
                *bits |= u16::from(data) << *count;
                *count += 1;
            }
        }
        match outcome {
            Some(_) => self.end(cycle),
            None => self.wait(QUARTER, Step::Fall, cycle),
        }
        outcome
    }

    /// Whether the host can no longer interrupt: after the parity bit.
    fn is_complete(&self) -> bool {
        matches!(
            self.transfer,
            Transfer::Sending { count: FRAME, .. } | Transfer::Receiving { count: 10, .. }
        )
    }

    fn wait(&mut self, cycles: u64, step: Step, cycle: u64) {
        (self.step, self.due) = (step, Some(cycle + cycles));
    }

    fn end(&mut self, cycle: u64) {
        self.drive = Lines::RELEASED;
        (self.transfer, self.step) = (Transfer::None, Step::Bit);
        self.ready = cycle + PAUSE;
        self.listen(cycle);
    }
}
