//! The period of the machine's state while no key moves.

use rust_hdl_rtl::{Evaluator, Snapshot};

/// The number of cycles after which the reference state is replaced first. The shoe has fewer ranks.
const FIRST_LIMIT: u64 = 16;

/// Detects the period of the state by Brent's algorithm, with one state in memory.
pub(super) struct PeriodSearch {
    state: Snapshot,
    /// Cycles since that state.
    age: u64,
    /// The age at which it is replaced.
    limit: u64,
}

impl PeriodSearch {
    pub fn new(evaluator: &Evaluator) -> PeriodSearch {
        PeriodSearch { state: evaluator.snapshot(), age: 0, limit: FIRST_LIMIT }
    }

    /// Called after each cycle: returns the period once the state has repeated.
    pub fn step(&mut self, evaluator: &Evaluator) -> Option<u64> {
        self.age += 1;
        if evaluator.matches(&self.state) {
            return Some(self.age);
        }
        if self.age == self.limit {
            *self = PeriodSearch { limit: 2 * self.limit, ..PeriodSearch::new(evaluator) };
        }
        None
    }
}
