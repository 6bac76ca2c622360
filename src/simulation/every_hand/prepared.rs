//! All hands with precomputed answers, to benchmark the simulator without the rules.

use super::batch::{BATCHES, CHUNKS};
use super::expected::Expected;
use super::run::{LaneRunner, board_netlist};
use crate::de1_soc::OUTPUT_BITS;
use crate::generator::Clocking;
use crate::simulation::SimulationError;
use rust_hdl_gates::{Execution, LANES_PER_WORD, Word};
use rust_hdl_rtl::{Design, Oscillation};

/// The expected outputs at the end of every hand, some 33 MB.
pub struct Answers {
    /// For each batch, chunk and output bit, the lanes in which it is 1.
    words: Vec<Word>,
}

impl Answers {
    /// Computes them from the rules.
    pub fn new() -> Answers {
        let mut expected = Expected::new();
        let mut words = Vec::with_capacity(BATCHES * CHUNKS * OUTPUT_BITS);
        for batch in 0..BATCHES {
            expected.prepare(batch, 6);
            for chunk in 0..CHUNKS {
                words.extend((0..OUTPUT_BITS).map(|output| expected.output(chunk, output)));
            }
        }
        Answers { words }
    }

    fn of(&self, batch: usize) -> &[Word] {
        let size = CHUNKS * OUTPUT_BITS;
        &self.words[batch * size..][..size]
    }
}

impl Default for Answers {
    fn default() -> Answers {
        Answers::new()
    }
}

/// Plays all hands on one thread.
pub struct TimedRunner {
    runner: LaneRunner,
}

impl TimedRunner {
    /// Creates copies of the top of a design.
    ///
    /// # Errors
    ///
    /// [`SimulationError`] if the design does not have the pins of the board.
    pub fn new(
        design: &Design,
        clocking: Clocking,
        execution: Execution,
    ) -> Result<TimedRunner, SimulationError> {
        Ok(TimedRunner { runner: LaneRunner::new(&board_netlist(design)?, clocking, execution)? })
    }

    /// Plays every hand to its end, compares the outputs with the answers, and returns the number of mismatches.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn play(&mut self, answers: &Answers) -> Result<usize, Oscillation> {
        let mut wrong = 0;
        for batch in 0..BATCHES {
            for presses in 0..=6 {
                self.runner.deal(batch, presses)?;
            }
            self.runner.expect_words(answers.of(batch));
            wrong += self.runner.count_mismatches();
        }
        Ok(wrong)
    }

    /// Returns the number of copies of the board.
    pub fn boards(&self) -> usize {
        CHUNKS * LANES_PER_WORD
    }
}
