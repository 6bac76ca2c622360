//! Replaying the log of a board on the statement-level simulator, for diagnosis.

use super::follower::Observation;
use super::log::{Event, Log};
use super::pins::{Expected, Pins};
use crate::{SimulatedBoard, SimulationError};
use baccarat_hdl::top::Top;
use de1_soc::{BoardOutputs, KEYS};
use punto_banco::casino::Release;
use rust_hdl_rtl::{Design, Oscillation};
use waveform::Recording;

/// A replayed hand, observation by observation.
#[derive(Clone)]
pub struct ReplayedLog {
    /// The observations since the table was cleared, the wrong one last.
    pub comparisons: Vec<Comparison>,
    /// Whether all outputs were those of the gate-level simulator.
    pub agrees: bool,
    /// The board, with a trace of the hand.
    pub machine: SimulatedBoard,
}

/// An observation, and the releases of KEY0 since the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Rising edges of CLOCK_50 since power-up.
    pub cycle: u64,
    /// The observation on the gate-level simulator.
    pub actual: Observation,
    /// The outputs on the statement-level simulator.
    pub replayed: BoardOutputs,
    /// The outputs by the rules; `None` if a card was due and none was seen.
    pub expected: Option<Expected>,
    /// The effects of the releases by the rules; `None` if the card was not seen.
    pub releases: Vec<Option<Release>>,
}

impl Comparison {
    /// Returns whether the outputs are those of the rules.
    pub fn is_correct(&self) -> bool {
        self.expected.is_some_and(|expected| expected.matches(&self.actual))
    }
}

/// Replays a log from power-up.
///
/// # Errors
///
/// [`SimulationError`] if the design does not have the pins of the casino, or oscillates.
pub fn replay(design: &Design, log: &Log) -> Result<ReplayedLog, SimulationError> {
    let mut machine = SimulatedBoard::of(design, Top::Casino)?;
    let start = start_of_last_hand(log);
    let (mut comparisons, mut releases, mut agrees) = (vec![], vec![], true);
    for (number, event) in log.events.iter().enumerate() {
        if number == start {
            machine.record(Recording::WHOLE);
        }
        match event {
            Event::Forced { register, value } => machine.force(register, *value)?,
            Event::Pins(pins) => set(&mut machine, *pins)?,
            // One by one: longer runs would skip idle cycles as a correct shoe does.
            Event::Cycles(cycles) => (0..*cycles).try_for_each(|_| machine.run(1))?,
            Event::Release(release) => releases.push(*release),
            Event::Observation { actual, expected } => {
                let (actual, replayed) = (*actual, machine.outputs());
                agrees &= replayed == actual.outputs;
                let releases = std::mem::take(&mut releases);
                if number >= start {
                    let (cycle, expected) = (machine.cycle(), *expected);
                    comparisons.push(Comparison { cycle, actual, replayed, expected, releases });
                }
            }
        }
    }
    Ok(ReplayedLog { comparisons, agrees, machine })
}

fn set(machine: &mut SimulatedBoard, pins: Pins) -> Result<(), Oscillation> {
    (0..KEYS).try_for_each(|key| machine.set_key(key, pins.holds(key)))?;
    machine.set_switches(u64::from(pins.switches))
}

/// Returns the number of the event with which the hand of the last release begins: the release that
/// cleared the table before.
fn start_of_last_hand(log: &Log) -> usize {
    let releases = log.events.iter().enumerate().rev();
    let mut releases = releases.filter_map(|(number, event)| match event {
        Event::Release(release) => Some((number, release)),
        _ => None,
    });
    releases.next();
    let clears = |release: &Option<Release>| matches!(release, Some(Release::Cleared { .. }));
    releases.find(|(_, release)| clears(release)).map_or(0, |(number, _)| number)
}
