//! Runs of a paused clock until something happens.

use std::time::Instant;

use crate::protocol::RunEvent;
use crate::real_time::SIMULATION_TIMEOUT;
use punto_banco::grouped;
use virtual_board::{Event, ForeignBoard, Wait};

/// The largest number of cycles until a frame: a second at 50 MHz.
const LONGEST_FRAME: u64 = 50_000_000;

/// The largest number of cycles until a light or a display changes: ten seconds at 50 MHz.
const LONGEST_DISPLAY: u64 = 500_000_000;

/// The last run, until the clock goes on in another way.
#[derive(Debug, Default)]
pub enum Run {
    #[default]
    None,
    Waits(Wait),
    Ended(String),
}

impl Run {
    /// Starts a run.
    pub fn until(event: RunEvent, board: &ForeignBoard) -> Run {
        Run::Waits(board.wait_for(match event {
            RunEvent::Frame => Event::Frame,
            RunEvent::Display => Event::Display,
        }))
    }

    /// Whether cycles are being simulated.
    pub fn is_running(&self) -> bool {
        matches!(self, Run::Waits(_))
    }

    /// Simulates for a short time, as fast as possible.
    pub fn advance(&mut self, board: &mut ForeignBoard) {
        let Run::Waits(wait) = self else { return };
        let end = wait.since + longest(wait.event);
        let deadline = Instant::now() + SIMULATION_TIMEOUT;
        let cycles = end.saturating_sub(board.cycle());
        if board.run_until(wait, cycles, deadline) {
            *self = Run::Ended(happened(wait, board));
        } else if board.failure().is_some() {
            *self = Run::None;
        } else if board.cycle() >= end {
            *self = Run::Ended(nothing(wait.event));
        }
    }

    /// What happens or has happened, for the page.
    pub fn text(&self) -> Option<String> {
        match self {
            Run::None => None,
            Run::Waits(wait) => Some(
                match wait.event {
                    Event::Frame => "Running until the next frame is complete",
                    Event::Display => "Running until a light or a display changes",
                }
                .into(),
            ),
            Run::Ended(text) => Some(text.clone()),
        }
    }
}

fn longest(event: Event) -> u64 {
    match event {
        Event::Frame => LONGEST_FRAME,
        Event::Display => LONGEST_DISPLAY,
    }
}

fn happened(wait: &Wait, board: &ForeignBoard) -> String {
    let cycles = after(board.cycle() - wait.since);
    match wait.event {
        Event::Frame => format!("A frame is complete {cycles}"),
        Event::Display => format!("{} changed {cycles}", board.changed_displays(wait).join(", ")),
    }
}

fn after(cycles: u64) -> String {
    match cycles {
        1 => "after 1 cycle".into(),
        _ => format!("after {} cycles", grouped(cycles.into())),
    }
}

fn nothing(event: Event) -> String {
    let cycles = grouped(longest(event).into());
    match event {
        Event::Frame => format!("No frame was complete within {cycles} cycles"),
        Event::Display => format!("No light and no display changed within {cycles} cycles"),
    }
}
