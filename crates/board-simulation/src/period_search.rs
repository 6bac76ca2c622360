//! The period of a state while no input changes.

/// The number of cycles after which the reference state is replaced first. The shoe has fewer
/// ranks.
const FIRST_LIMIT: u64 = 16;

/// Detects the period of a state by Brent's algorithm, with one state in memory.
///
/// The state is that of some registers. Where registers can repeat although the words of a memory
/// have changed, the search has to begin anew after each such change.
#[derive(Clone, Debug)]
pub struct PeriodSearch<T> {
    state: Vec<T>,
    /// Cycles since that state.
    age: u64,
    /// The age at which it is replaced.
    limit: u64,
}

impl<T: PartialEq> PeriodSearch<T> {
    /// Begins with this state.
    pub fn new(state: impl Iterator<Item = T>) -> PeriodSearch<T> {
        PeriodSearch { state: state.collect(), age: 0, limit: FIRST_LIMIT }
    }

    /// Called after some cycles: returns a multiple of the period once the state has repeated, and
    /// the period itself if it was called after each cycle.
    pub fn step(&mut self, cycles: u64, state: impl Iterator<Item = T> + Clone) -> Option<u64> {
        self.age += cycles;
        if state.clone().zip(&self.state).all(|(now, then)| now == *then) {
            return Some(self.age);
        }
        if self.age >= self.limit {
            let limit = 2 * self.limit;
            *self = PeriodSearch { limit, ..PeriodSearch::new(state) };
        }
        None
    }
}
