//! The monitor on the page of `casino`.

use std::sync::{Mutex, PoisonError};

use crate::RequestError;
use crate::picture::picture;
use crate::protocol::Reply;
use baccarat_sim::SimulatedBoard;
use baccarat_sim::frames::{FrameState, Frames};
use rust_hdl_rtl::Design;

/// Draws the monitors of all sessions, one after the other: a frame takes some milliseconds.
pub struct Monitors {
    /// The design of `casino`.
    design: Design,
    /// Made for the first frame.
    frames: Mutex<Option<Frames>>,
}

impl Monitors {
    /// The monitors of `casino`.
    pub fn new(design: Design) -> Monitors {
        Monitors { design, frames: Mutex::default() }
    }

    /// Returns the picture of a machine if it is another than the last one, and remembers it.
    pub fn picture(
        &self,
        machine: &SimulatedBoard,
        last: &mut Option<FrameState>,
    ) -> Result<Option<Reply>, RequestError> {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let frames = match &mut *frames {
            Some(frames) => frames,
            none => none.insert(Frames::of(&self.design, machine)?),
        };
        let state = frames.state(machine);
        if last.as_ref() == Some(&state) {
            return Ok(None);
        }
        let frame = frames.draw(machine)?;
        *last = Some(state);
        Ok(Some(picture(&frame)?))
    }
}
