//! Pressing the keys of many boards.

use super::conventions::{Timing, WaitPhase};
use super::expected::Expected;
use crate::{RESET_KEY, STEP_KEY};
use board_simulation::{BoardLanes, Copies};
use de1_soc::OUTPUT_BITS;
use rust_hdl_lanes::Word;
use rust_hdl_lanes::masks::{Countdown, NONE};

/// Presses the keys of boards with a `task5`. Each board waits its own number of cycles; the keys
/// change on all boards at once.
pub struct Driver<C> {
    pub boards: BoardLanes<C>,
    timing: Timing,
}

impl<C: Copies> Driver<C> {
    /// Takes boards with all keys up.
    pub fn new(boards: BoardLanes<C>, timing: Timing) -> Driver<C> {
        Driver { boards, timing }
    }

    /// Presses KEY0 and keeps it down.
    pub fn push(&mut self, waits: Option<&Countdown>) -> Result<(), C::Error> {
        if self.timing.wait == WaitPhase::Up {
            self.wait(waits)?;
        }
        self.boards.run(self.timing.before)?;
        self.boards.set_key(STEP_KEY, false)?;
        self.boards.run(self.timing.down)
    }

    /// Releases KEY0.
    pub fn release(&mut self, waits: Option<&Countdown>) -> Result<(), C::Error> {
        if self.timing.wait == WaitPhase::Down {
            self.wait(waits)?;
        }
        self.boards.set_key(STEP_KEY, true)?;
        self.boards.run(self.timing.after)
    }

    /// Presses and releases KEY0.
    pub fn press(&mut self, waits: Option<&Countdown>) -> Result<(), C::Error> {
        if self.timing.down == 0 && self.timing.wait == WaitPhase::Up {
            // The same as below, but faster.
            self.wait(waits)?;
            self.boards.run(self.timing.before)?;
            self.boards.pulse_key(STEP_KEY)?;
            return self.boards.run(self.timing.after);
        }
        self.push(waits)?;
        self.release(waits)
    }

    fn wait(&mut self, waits: Option<&Countdown>) -> Result<(), C::Error> {
        waits.into_iter().try_for_each(|waits| self.boards.wait(waits))
    }

    /// Starts a new hand as the handout says: presses and releases KEY0 while KEY3 is down.
    pub fn reset(&mut self) -> Result<(), C::Error> {
        self.boards.set_key(RESET_KEY, false)?;
        self.boards.run(self.timing.before + self.timing.down)?;
        self.press(None)?;
        self.boards.set_key(RESET_KEY, true)?;
        self.boards.run(self.timing.after_reset)
    }

    /// Sets what the boards are compared with.
    pub fn expect(&mut self, expected: &Expected) {
        let lanes = self.boards.lanes();
        for chunk in 0..lanes.chunks() {
            for output in 0..OUTPUT_BITS {
                lanes.expect(output, chunk, expected.output(chunk, output));
            }
        }
    }

    /// Returns the boards that do not show what is expected, a word for each chunk. LEDR and the
    /// displays have to be the first outputs of the design. Others have to be 0.
    pub fn different(&mut self) -> Vec<Word> {
        let lanes = self.boards.lanes();
        let mut different = vec![NONE; lanes.chunks()];
        lanes.check(|chunk, boards| different[chunk] = boards);
        different
    }
}
