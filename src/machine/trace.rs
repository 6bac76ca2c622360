//! What all signals were, over time.

use rust_hdl_rtl::Evaluator;

/// The period of CLOCK_50 in ns.
pub const PERIOD: u64 = 20;

/// How far apart key movements are, in ns. They happen while CLOCK_50 is low. No finger is that fast, but a waveform
/// with presses of a tenth of a second would have a million cycles in each.
const KEY_PACE: u64 = 2;

/// The values of all signals of the flat top, whenever they may have changed.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Times in ns, with the values in the order of the signals.
    pub moments: Vec<(u64, Vec<u128>)>,
    /// Times at which cycles are left out: the time of the trace does not go on for those.
    pub gaps: Vec<u64>,
    /// When it ends.
    pub end: u64,
}

/// How much is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recording {
    /// Cycles after each movement of a key; those that follow, until the next movement, are left out.
    pub cycles: u64,
    /// Nothing more is recorded after so many moments.
    pub moments: usize,
}

impl Recording {
    /// All there is.
    pub const WHOLE: Recording = Recording { cycles: u64::MAX, moments: usize::MAX };
}

#[derive(Clone, Debug)]
pub(super) struct Recorder {
    recording: Recording,
    trace: Trace,
    /// The next rising edge of CLOCK_50, in ns.
    next_edge: u64,
    /// How many key movements there have been since CLOCK_50 last fell.
    movements: u64,
    /// Cycles since a key last moved.
    idle: u64,
    /// Whether cycles have been left out since the last moment.
    is_behind: bool,
}

impl Recorder {
    pub fn new(recording: Recording, evaluator: &Evaluator) -> Recorder {
        let mut recorder = Recorder {
            recording,
            trace: Trace::default(),
            next_edge: PERIOD,
            movements: 0,
            idle: 0,
            is_behind: false,
        };
        recorder.note(0, evaluator);
        recorder.trace.end = PERIOD;
        recorder
    }

    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Whether the cycles from here to the next movement of a key would be left out.
    pub fn has_enough(&self) -> bool {
        self.idle >= self.recording.cycles || self.is_full()
    }

    fn is_full(&self) -> bool {
        self.trace.moments.len() >= self.recording.moments
    }

    /// Cycles have gone by without having been simulated.
    pub fn skipped(&mut self) {
        self.is_behind = true;
    }

    pub fn clock_moved(&mut self, is_high: bool, evaluator: &Evaluator) {
        if is_high && self.has_enough() {
            self.is_behind = true;
        }
        if self.is_behind {
            return;
        }
        if is_high {
            self.note(self.next_edge, evaluator);
        } else {
            self.note(self.next_edge + PERIOD / 2, evaluator);
            self.next_edge += PERIOD;
            self.movements = 0;
            self.idle += 1;
        }
    }

    pub fn key_moved(&mut self, evaluator: &Evaluator) {
        if self.is_full() {
            return;
        }
        // Any number of movements finds room while the clock is low.
        if KEY_PACE * (self.movements + 1) >= PERIOD / 2 {
            self.next_edge += PERIOD;
            self.movements = 0;
        }
        let low = self.next_edge - PERIOD / 2;
        if std::mem::take(&mut self.is_behind) {
            self.trace.gaps.push(low);
        }
        self.movements += 1;
        self.idle = 0;
        self.note(low + KEY_PACE * self.movements, evaluator);
    }

    fn note(&mut self, time: u64, evaluator: &Evaluator) {
        self.trace.moments.push((time, evaluator.values().to_vec()));
        self.trace.end = self.next_edge.max(time + PERIOD / 2);
    }
}
