//! The period of the machine's state while no key moves.

use rust_hdl_rtl::{Evaluator, SignalId, Value};

/// The number of cycles after which the reference state is replaced first. The shoe has fewer ranks.
const FIRST_LIMIT: u64 = 16;

/// Detects the period of the state by Brent's algorithm, with one state in memory.
///
/// The state is that of some registers. Memories are not part of it: other registers change while they are written.
pub(super) struct PeriodSearch {
    state: Vec<Value>,
    /// Cycles since that state.
    age: u64,
    /// The age at which it is replaced.
    limit: u64,
}

impl PeriodSearch {
    pub fn new(registers: &[SignalId], evaluator: &Evaluator) -> PeriodSearch {
        let state = registers.iter().map(|register| evaluator.get(*register)).collect();
        PeriodSearch { state, age: 0, limit: FIRST_LIMIT }
    }

    /// Called after each cycle with the same registers: returns the period once their state has repeated.
    pub fn step(&mut self, registers: &[SignalId], evaluator: &Evaluator) -> Option<u64> {
        self.age += 1;
        let values = evaluator.values();
        if registers.iter().zip(&self.state).all(|(register, value)| values[register.0] == *value) {
            return Some(self.age);
        }
        if self.age == self.limit {
            let limit = 2 * self.limit;
            *self = PeriodSearch { limit, ..PeriodSearch::new(registers, evaluator) };
        }
        None
    }
}
