//! Timing diagrams.

use serde::Serialize;

/// Signals over time. All times are in ns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Timing {
    /// From top to bottom.
    pub rows: Vec<TimingRow>,
    /// In ascending order of time.
    pub events: Vec<TimingEvent>,
    /// Times at which cycles are left out.
    pub breaks: Vec<u64>,
    pub end: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimingRow {
    pub name: String,
    pub kind: TimingKind,
    /// The values, each with the time at which it starts, in ascending order. Bits and clocks are
    /// `0` or `1`.
    pub changes: Vec<(u64, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TimingKind {
    Clock,
    Bit,
    Bus,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimingEvent {
    pub time: u64,
    pub text: String,
}
