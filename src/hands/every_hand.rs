//! All hands on all cores.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

use super::batch::{
    BATCHES, CHUNKS, Expected, HANDS_PER_BATCH, KIND_BIT, KIND_BITS, Schedule, Waits, cards,
    common_picture, extra_wait, players, three,
};
use super::croupier::Croupier;
use super::picture::{OUTPUT_BITS, Picture};
use super::results::{KIND_COUNT, Results, kind};
use crate::engine::{Clocking, TOP};
use crate::gates::lanes::{ALL, NONE};
use crate::gates::{Execution, LANES_PER_WORD, Lanes, Netlist, Word, blast};
use crate::rtl::{self, Design, Oscillation};
use crate::rules::Rank;

/// Why the hands cannot be played, or not to the end.
#[derive(Debug, Error)]
pub enum PlayError {
    #[error(transparent)]
    Design(#[from] rtl::Error),
    #[error(
        "the design has no module `{TOP}` with the pins CLOCK_50, KEY[3:0], LEDR[9:0] and HEX5 to HEX0"
    )]
    NoBoard,
    #[error(transparent)]
    Oscillation(#[from] Oscillation),
}

/// A hand after which the board did not show what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub cards: [Rank; 6],
    /// How often the key had been pressed.
    pub presses: usize,
}

/// Plays every hand on copies of the top, and compares all lights and displays after every press. `played` hears how many
/// more hands are done. Uses as many threads as there are cores.
///
/// The first wrong hand, in the order of the cards, ends it.
///
/// # Errors
///
/// [`PlayError`] if the design is no such board.
pub fn play_every_hand(
    design: &Design,
    clocking: Clocking,
    execution: Execution,
    played: &(dyn Fn(usize) + Sync),
) -> Result<Result<Results, Mismatch>, PlayError> {
    let netlist = board(design)?;
    let next = AtomicUsize::new(0);
    // No batch beyond the first wrong one needs to be played.
    let wrong: Mutex<Option<(usize, Mismatch)>> = Mutex::new(None);
    let worker = || -> Result<Results, PlayError> {
        let mut table = Table::new(&netlist, clocking, execution)?;
        let mut results = Results::default();
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            let limit = wrong.lock().map_or(0, |wrong| wrong.map_or(BATCHES, |(batch, _)| batch));
            if batch >= limit {
                return Ok(results);
            }
            match table.play(batch)? {
                Ok(()) => table.count(&mut results),
                Err(mismatch) => {
                    if let Ok(mut wrong) = wrong.lock()
                        && wrong.is_none_or(|(first, _)| batch < first)
                    {
                        *wrong = Some((batch, mismatch));
                    }
                }
            }
            played(HANDS_PER_BATCH);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let results = std::thread::scope(|scope| -> Result<Results, PlayError> {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let mut all = Results::default();
        for worker in workers {
            match worker.join() {
                Ok(results) => all.merge(&results?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(all)
    })?;
    let wrong = wrong.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(wrong.map_or(Ok(results), |(_, mismatch)| Err(mismatch)))
}

/// The top as gates, if it has the board's outputs in the board's order.
fn board(design: &Design) -> Result<Netlist, PlayError> {
    let top = design.find(TOP).ok_or(PlayError::NoBoard)?;
    let netlist = blast(design, top)?;
    let outputs: Vec<(&str, usize)> =
        netlist.outputs.iter().map(|port| (port.name.as_str(), port.bits.len())).collect();
    let displays = [("HEX5", 7), ("HEX4", 7), ("HEX3", 7), ("HEX2", 7), ("HEX1", 7), ("HEX0", 7)];
    match outputs.as_slice() {
        [("LEDR", 10), rest @ ..] if *rest == displays => Ok(netlist),
        _ => Err(PlayError::NoBoard),
    }
}

/// A table at which a batch of hands is played at once.
struct Table {
    croupier: Croupier,
    schedule: Schedule,
    expected: Expected,
    /// The kind of each hand, bit by bit.
    kinds: Vec<[Word; KIND_BITS]>,
    players: Vec<Word>,
}

impl Table {
    fn new(
        netlist: &Netlist,
        clocking: Clocking,
        execution: Execution,
    ) -> Result<Table, PlayError> {
        let lanes = Lanes::new(netlist.clone(), CHUNKS, execution);
        let croupier = Croupier::new(lanes, clocking).ok_or(PlayError::NoBoard)?;
        Ok(Table {
            schedule: Schedule::new(croupier.shortest_wait()),
            croupier,
            expected: Expected::new(),
            kinds: vec![[NONE; KIND_BITS]; CHUNKS],
            players: (0..CHUNKS).map(players).collect(),
        })
    }

    fn play(&mut self, batch: usize) -> Result<Result<(), Mismatch>, Oscillation> {
        self.croupier.new_hand()?;
        if let Err(mismatch) = self.check_all(batch, 0) {
            return Ok(Err(mismatch));
        }
        let mut rank = self.croupier.rank_after_reset();
        for (index, next) in three(batch).into_iter().enumerate() {
            self.croupier.cycle_all(extra_wait(rank, next, self.croupier.shortest_wait()))?;
            self.croupier.press()?;
            if let Err(mismatch) = self.check_all(batch, index + 1) {
                return Ok(Err(mismatch));
            }
            rank = next;
        }
        for presses in 4..=6 {
            let waits: &Waits = match presses {
                4 => &self.schedule.fourth[rank],
                5 => &self.schedule.fifth,
                _ => &self.schedule.sixth,
            };
            waits.iter().try_for_each(|boards| self.croupier.cycle(boards))?;
            self.croupier.press()?;
            self.expected.prepare(batch, presses, kind);
            let (lanes, kinds) = (&mut self.croupier.lanes, &mut self.kinds);
            self.expected.for_each_bit(|bit, chunk, word| match bit {
                0..OUTPUT_BITS => lanes.expect(bit, chunk, word),
                _ => kinds[chunk][bit - KIND_BIT] = word,
            });
            if let Some(lane) = self.wrong_lane() {
                return Ok(Err(Mismatch { cards: cards(batch, lane), presses }));
            }
        }
        Ok(Ok(()))
    }

    /// Compares where all boards show the same.
    fn check_all(&mut self, batch: usize, presses: usize) -> Result<(), Mismatch> {
        let Picture(picture) = common_picture(batch, presses);
        for output in 0..OUTPUT_BITS {
            let word = if picture >> output & 1 == 1 { ALL } else { NONE };
            (0..CHUNKS).for_each(|chunk| self.croupier.lanes.expect(output, chunk, word));
        }
        match self.wrong_lane() {
            Some(lane) => Err(Mismatch { cards: cards(batch, lane), presses }),
            None => Ok(()),
        }
    }

    /// The first lane that shows something else than it should.
    fn wrong_lane(&mut self) -> Option<usize> {
        let mut first = None;
        self.croupier.lanes.check(|chunk, wrong| {
            for (part, bits) in wrong.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                let lane = chunk * LANES_PER_WORD + part * 64 + bits.trailing_zeros() as usize;
                first = Some(first.map_or(lane, |first: usize| first.min(lane)));
            }
        });
        first
    }

    /// Reads the outcomes off the lights LEDR\[8\] and LEDR\[9\].
    fn count(&mut self, results: &mut Results) {
        let mut lights = vec![[NONE; 2]; CHUNKS];
        self.croupier.lanes.outputs(|port, bit, chunk, word| {
            if port == 0 && bit >= 8 {
                lights[chunk][bit - 8] = word;
            }
        });
        for chunk in 0..CHUNKS {
            let [player, dealer] = lights[chunk];
            for part in 0..4 {
                let (player, dealer) = (player[part], dealer[part]);
                let outcomes = [dealer & !player, player & !dealer, player & dealer];
                for number in 0..KIND_COUNT {
                    let bits = self.kinds[chunk].iter().enumerate();
                    let of_kind = bits.fold(self.players[chunk][part], |lanes, (bit, word)| {
                        lanes & if number >> bit & 1 == 1 { word[part] } else { !word[part] }
                    });
                    for (outcome, lanes) in outcomes.iter().enumerate() {
                        results.add(number, outcome, u64::from((lanes & of_kind).count_ones()));
                    }
                }
            }
        }
    }
}
