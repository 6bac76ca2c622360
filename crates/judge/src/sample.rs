//! What the pins show during random hands.

use std::collections::BTreeMap;

use super::pins::driver;
use super::{JudgeError, Observation};
use baccarat_sim::RANKS;
use baccarat_sim::every_hand::Timing;
use de1_soc::{BoardOutputs, DISPLAYS, LEDS};
use foreign_designs::ForeignDesign;
use rust_hdl_lanes::LANES_PER_WORD;
use rust_hdl_lanes::masks::Countdown;

/// The number of presses of a sampled hand: more than the conventions need.
pub(super) const PRESSES: usize = 16;

/// The longest that keys are held, in cycles of CLOCK_50.
pub(super) const LONGEST_HOLD: usize = 1024;

const CHUNKS: usize = 4;

/// How long the outputs have to be quiet, in cycles of CLOCK_50.
const QUIET: usize = 40;

/// Random hands: each copy waits before each press.
pub(super) struct Sample {
    /// For each copy, the cycles that it waits before each press.
    pub waits: Vec<[usize; PRESSES]>,
    /// After the reset.
    pub start: BoardOutputs,
    /// After each press of KEY0, before its release, for each copy.
    pub pushed: Vec<Vec<BoardOutputs>>,
    /// After each release.
    pub released: Vec<Vec<BoardOutputs>>,
}

impl Sample {
    /// Plays random hands, with the same waits in each sample.
    ///
    /// # Errors
    ///
    /// [`Observation::NeverQuiet`] if effects take longer than the keys are held,
    /// [`Observation::NoReset`]
    pub fn new(design: &ForeignDesign, timing: Timing) -> Result<Sample, JudgeError> {
        let mut driver = driver(design, CHUNKS, timing)?;
        let mut random = fastrand::Rng::with_seed(1);
        let lanes = CHUNKS * LANES_PER_WORD;
        let random_waits: Vec<[usize; PRESSES]> =
            (0..lanes).map(|_| std::array::from_fn(|_| random.usize(..RANKS))).collect();
        let schedule: Vec<Countdown> = (0..PRESSES)
            .map(|press| Countdown::new(CHUNKS, |lane| random_waits[lane][press]))
            .collect();
        driver.reset()?;
        let start = driver.boards.outputs();
        let (mut pushed, mut released) = (Vec::new(), Vec::new());
        for waits in &schedule {
            driver.push(Some(waits))?;
            pushed.push(driver.boards.outputs());
            driver.release(Some(waits))?;
            released.push(driver.boards.outputs());
        }
        // The same after long waits: nothing may change by itself.
        driver.reset()?;
        driver.boards.run(QUIET)?;
        let again = driver.boards.outputs();
        let different =
            start.iter().chain(&again).fold(0, |bits, outputs| bits | (outputs.0 ^ start[0].0));
        if different != 0 {
            return Err(Observation::NoReset { outputs: names(BoardOutputs(different)) }.into());
        }
        driver.press(None)?;
        for _ in 0..PRESSES {
            let before = driver.boards.outputs();
            driver.boards.run(QUIET)?;
            if driver.boards.outputs() != before {
                return Err(Observation::NeverQuiet { cycles: timing.down }.into());
            }
            driver.press(None)?;
        }
        Ok(Sample { waits: random_waits, start: start[0], pushed, released })
    }

    /// The number of hands.
    pub fn hands(&self) -> usize {
        self.waits.len()
    }

    /// The displays of a hand that stop being blank, each with its press, until one of them changes
    /// again: then another hand is dealt.
    pub fn appearances(&self, hand: usize) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (press, outputs) in self.released.iter().enumerate() {
            let changes = |(first, display): &(usize, usize)| {
                outputs[hand].hex(*display) != self.released[*first][hand].hex(*display)
            };
            if found.iter().any(changes) {
                break;
            }
            for display in 0..6 {
                let is_new = found.iter().all(|(_, known)| *known != display);
                if is_new && outputs[hand].hex(display) != self.start.hex(display) {
                    found.push((press, display));
                }
            }
        }
        found
    }
}

/// The names of the lights and displays that have a bit set.
fn names(bits: BoardOutputs) -> String {
    let lights = (0..LEDS).filter(|light| bits.ledr() >> light & 1 == 1);
    let lights = lights.map(|light| format!("LEDR[{light}]"));
    let displays = (0..DISPLAYS).rev().filter(|display| bits.hex(*display) != 0);
    lights.chain(displays.map(|display| format!("HEX{display}"))).collect::<Vec<_>>().join(", ")
}

/// The most frequent value, and how often it occurs.
pub(super) fn most_common<T: Ord + Copy>(
    values: impl IntoIterator<Item = T>,
) -> Option<(T, usize)> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    values.into_iter().for_each(|value| *counts.entry(value).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count)
}
