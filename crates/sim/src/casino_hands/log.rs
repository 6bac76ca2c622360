//! What happened at one board, to replay it.

use super::follower::{Follower, Observation};
use super::pins::{Expected, Pins};
use punto_banco::casino::Release;

/// An event at the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A register was forced to a value.
    Forced { register: String, value: u64 },
    /// Keys and switches moved.
    Pins(Pins),
    /// CLOCK_50 ran for some cycles.
    Cycles(usize),
    /// KEY0 was released, with this effect by the rules; `None` if the card was not seen.
    Release(Option<Release>),
    /// The outputs were compared with those of the reference; `None` if it does not know the card.
    Observation { actual: Observation, expected: Option<Expected> },
}

/// The events at one board since power-up.
#[derive(Clone, Debug)]
pub struct Log {
    pub(super) lane: usize,
    pub(super) events: Vec<Event>,
}

impl Log {
    pub(super) fn new(lane: usize) -> Log {
        Log { lane, events: vec![] }
    }

    /// Returns the events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub(super) fn moved(&mut self, pins: Pins) {
        let moves = |event: &Event| matches!(event, Event::Pins(before) if *before == pins);
        let is_last = |event: &&Event| matches!(event, Event::Pins(_));
        if !self.events.iter().rev().find(is_last).is_some_and(moves) {
            self.events.push(Event::Pins(pins));
        }
    }

    pub(super) fn ran(&mut self, cycles: usize) {
        match self.events.last_mut() {
            Some(Event::Cycles(before)) => *before += cycles,
            _ => self.events.push(Event::Cycles(cycles)),
        }
    }

    pub(super) fn observed(
        &mut self,
        actual: Observation,
        follower: &Follower,
        drawn: Option<Release>,
    ) {
        self.events.push(Event::Observation { actual, expected: None });
        if follower.awaits_card() {
            return;
        }
        // The card that earlier observations waited for has been seen.
        for event in self.events.iter_mut().rev() {
            match event {
                Event::Observation { actual, expected: expected @ None } => {
                    *expected = Some(Expected::of(follower.casino(), actual.pins));
                }
                Event::Release(effect @ None) => {
                    *effect = drawn;
                    return;
                }
                Event::Observation { .. } | Event::Release(Some(_)) => return,
                Event::Forced { .. } | Event::Pins(_) | Event::Cycles(_) => {}
            }
        }
    }
}
