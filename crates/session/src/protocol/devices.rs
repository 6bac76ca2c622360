//! The devices at the board of a foreign design.

use serde::Serialize;

use virtual_board::{MouseButtons, TerminalSettings};

/// A PS/2 keyboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeyboardState {
    /// The `KeyboardEvent.code` of each key that is held.
    pub held: Vec<&'static str>,
    /// Whether the lights are on: Num Lock, Caps Lock and Scroll Lock.
    pub leds: [bool; 3],
}

/// A PS/2 mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MouseState {
    pub buttons: MouseButtons,
    /// Whether the design wants to know movements and buttons.
    pub reporting: bool,
}

/// The pins of a header, 36 bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeaderState {
    pub levels: u64,
    /// The positions of the switches.
    pub switches: u64,
}

/// The terminal at the headers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TerminalState {
    pub settings: TerminalSettings,
    /// The number of bytes that wait to be sent to the design.
    pub waiting: usize,
    /// The number of frames that had no stop bit.
    pub errors: u64,
}

/// The audio codec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AudioState {
    /// Why nothing is heard, whatever the samples are; absent if they are.
    pub silence: Option<String>,
    /// The format of the samples, who makes their clocks, and the volume.
    pub settings: String,
    /// The number of samples of either side in a second of simulated time; absent without samples.
    pub rate: Option<u32>,
    /// The largest magnitudes of the last samples, left and right.
    pub peaks: [u32; 2],
    /// The largest magnitude that there can be.
    pub full_scale: u32,
    /// Whether simulated time is real time, so that samples can be heard.
    pub in_real_time: bool,
}
