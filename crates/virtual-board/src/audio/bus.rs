//! Bytes that a host writes on the I²C bus.
//!
//! Either side pulls a line low or releases it; a released line is high. The host makes the clock.
//! Data change while it is low, except at the start and at the end of a transfer. The device pulls
//! the data low after eight bits, for a bit, to acknowledge a byte.

use crate::ps2::microseconds;

/// The address of the codec, and a write.
const CODEC: u8 = 0x1a << 1;

/// The address of the video decoder ADV7180 on the same bus, and a write. Designs that configure it
/// after the codec wait until it acknowledges.
const VIDEO_DECODER: u8 = 0x20 << 1;

/// The shortest period of the clock that the codec allows.
const SHORTEST_PERIOD: u64 = microseconds(1_000) / 526;

/// How long the device may take to acknowledge.
const REACTION: u64 = microseconds(1) / 2;

/// The levels of both lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    pub clock: bool,
    pub data: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before a start, and after a byte that was not acknowledged.
    Idle,
    /// So many bits of a byte were received.
    Byte(u32),
    Acknowledge,
}

/// The device's end of the bus.
#[derive(Clone, Debug)]
pub struct Bus {
    lines: Lines,
    state: State,
    /// The bytes since the start, the last one in the lowest bits; the number of those that were
    /// acknowledged; and whether they are for the codec.
    bits: u32,
    bytes: u32,
    is_codec: bool,
    /// The cycle in which a line last changed, and that of the last rising edge of the clock.
    changed: u64,
    risen: u64,
    /// The shortest period of the clock so far.
    period: Option<u64>,
}

impl Default for Bus {
    /// Released lines.
    fn default() -> Bus {
        Bus {
            lines: Lines { clock: true, data: true },
            state: State::Idle,
            bits: 0,
            bytes: 0,
            is_codec: false,
            changed: 0,
            risen: 0,
            period: None,
        }
    }
}

impl Bus {
    /// Whether the device acknowledges a byte: it pulls the data low.
    pub fn is_acknowledging(&self) -> bool {
        self.state == State::Acknowledge
    }

    /// The cycle in which a line last changed.
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// Whether the lines have not changed in so many cycles before this one.
    pub fn is_quiet(&self, cycles: u64, cycle: u64) -> bool {
        self.changed + cycles <= cycle
    }

    /// After how many cycles it has to see the lines again, to acknowledge in time.
    pub fn longest_window(&self, cycle: u64) -> u64 {
        let bits = match self.state {
            State::Idle => 0,
            State::Byte(bits) => bits,
            State::Acknowledge => 8,
        };
        // It was half a period that was seen, if the clock is not regular.
        let period = self.period.map_or(SHORTEST_PERIOD, |period| SHORTEST_PERIOD.max(period / 2));
        // A host that leaves the clock as it is takes its time for the next edge, too.
        let waited = (cycle - self.changed) / 8;
        let waited = if self.state == State::Idle { 0 } else { waited };
        (7_u64.saturating_sub(bits.into()) * period).max(waited).max(REACTION)
    }

    /// The lines have these levels since a cycle. Returns the second and the third byte of a
    /// transfer to the codec, when they are complete.
    pub fn observe(&mut self, lines: Lines, cycle: u64) -> Option<[u8; 2]> {
        let before = std::mem::replace(&mut self.lines, lines);
        if before == lines {
            return None;
        }
        self.changed = cycle;
        match (before.clock, lines.clock) {
            (true, true) => {
                (self.bits, self.bytes) = (0, 0);
                self.state = if lines.data { State::Idle } else { State::Byte(0) };
            }
            (false, true) => self.rise(cycle),
            (true, false) => return self.fall(),
            (false, false) => {}
        }
        None
    }

    fn rise(&mut self, cycle: u64) {
        if let State::Byte(bits @ 0..8) = self.state {
            if bits > 0 {
                let period = cycle - self.risen;
                self.period = Some(self.period.map_or(period, |other| other.min(period)));
            }
            self.risen = cycle;
            self.bits = self.bits << 1 | u32::from(self.lines.data);
            self.state = State::Byte(bits + 1);
        }
    }

    fn fall(&mut self) -> Option<[u8; 2]> {
        match self.state {
            State::Acknowledge => self.state = State::Byte(0),
            State::Byte(8) => {
                let [_, _, second, third] = self.bits.to_be_bytes();
                let is_acknowledged = match self.bytes {
                    0 => {
                        self.is_codec = third == CODEC;
                        self.is_codec || third == VIDEO_DECODER
                    }
                    bytes => !self.is_codec || bytes < 3,
                };
                if !is_acknowledged {
                    self.state = State::Idle;
                    return None;
                }
                self.state = State::Acknowledge;
                self.bytes += 1;
                return (self.is_codec && self.bytes == 3).then_some([second, third]);
            }
            _ => {}
        }
        None
    }
}
