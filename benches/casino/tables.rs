//! Many tables in the lanes of the simulator, driven by their pins.

use de1_soc::OUTPUT_BITS;
use fastrand::Rng;
use rust_hdl_gates::NetlistWithMemories;
use rust_hdl_gates::rtl::Oscillation;
use rust_hdl_lanes::masks::{ALL, NONE};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word};

/// The number of chunks of tables. Their memories fit the cache.
const CHUNKS: usize = 4;

/// The number of cards in a shoe. Table `n` starts `n` cycles later, modulo this number.
const CARDS: usize = 416;

/// The cycles from power-up until the first shoe is written on every table.
const FIRST_SHOE: usize = 1000;

/// A release of KEY0 on all tables.
pub struct Release {
    /// The cycles before KEY0 is pressed.
    pub wait: usize,
    /// The levels of SW.
    pub switches: usize,
}

impl Release {
    /// Up to 63 cycles, and up to three chips on any of the bets.
    pub fn random(random: &mut Rng) -> Release {
        Release { wait: random.usize(..64), switches: random.usize(..8) << 7 | random.usize(..4) }
    }
}

/// The outputs of all tables after each release.
#[derive(Default)]
pub struct Answers {
    /// For each release, chunk and output bit, the tables on which it is 1.
    words: Vec<Word>,
    /// The number of finished hands.
    pub hands: usize,
}

impl Answers {
    /// Adds the outputs after a release.
    pub fn add(&mut self, tables: &mut Tables) {
        let mut words = vec![NONE; CHUNKS * OUTPUT_BITS];
        let mut output = 0;
        tables.lanes.outputs(|port, bit, chunk, word| {
            output = if (port, bit) == (0, 0) { 0 } else { output + 1 };
            words[chunk * OUTPUT_BITS + output] = word;
        });
        self.words.extend(words);
        self.hands += tables.finished;
    }

    /// Returns the words after a release.
    pub fn of(&self, release: usize) -> &[Word] {
        let size = CHUNKS * OUTPUT_BITS;
        &self.words[release * size..][..size]
    }

    /// Returns the outputs of each table, release by release: LEDR, then HEX5 to HEX0, starting at
    /// bit 0.
    pub fn by_table(&self) -> Vec<u64> {
        let tables = (0..CHUNKS * LANES_PER_WORD)
            .map(|table| (table / LANES_PER_WORD, table % LANES_PER_WORD));
        let outputs = |(chunk, lane): (usize, usize)| {
            self.words.chunks_exact(CHUNKS * OUTPUT_BITS).map(move |words| {
                let words = words[chunk * OUTPUT_BITS..][..OUTPUT_BITS].iter().rev();
                words.fold(0, |bits, word| bits << 1 | (word[lane / 64] >> (lane % 64) & 1))
            })
        };
        tables.flat_map(outputs).collect()
    }
}

/// Tables, each with its own cards and bankroll.
pub struct Tables {
    lanes: Lanes,
    clock: u32,
    keys: u32,
    switches: u32,
    all: [Word; CHUNKS],
    /// The tables on which a hand is over.
    over: [Word; CHUNKS],
    /// The number of tables on which the last release finished a hand.
    finished: usize,
}

impl Tables {
    /// Creates tables. `None` if the netlist does not have these pins.
    pub fn new(netlist: NetlistWithMemories, execution: Execution) -> Option<Tables> {
        let leaf = |name| Some(netlist.netlist.input(name)?.leaf);
        let (clock, keys, switches) = (leaf("CLOCK_50")?, leaf("KEY")?, leaf("SW")?);
        let lanes = Lanes::new(netlist, CHUNKS, execution);
        let (all, over) = ([ALL; CHUNKS], [NONE; CHUNKS]);
        Some(Tables { lanes, clock, keys, switches, all, over, finished: 0 })
    }

    /// Starts the tables, one after the other, and lets them write their shoes.
    pub fn start(&mut self) -> Result<(), Oscillation> {
        self.over = [NONE; CHUNKS];
        self.lanes.power_up();
        (self.keys..self.keys + 4).for_each(|key| self.lanes.fill(key, true));
        for cycle in 0..FIRST_SHOE {
            let runs = |table: usize| cycle >= table % CARDS;
            let word = |chunk: usize, part: usize| {
                let first = chunk * LANES_PER_WORD + 64 * part;
                (0..64).fold(0, |word, lane| word | u64::from(runs(first + lane)) << lane)
            };
            let masks: [Word; CHUNKS] =
                std::array::from_fn(|chunk| std::array::from_fn(|part| word(chunk, part)));
            self.lanes.pulse(self.clock, &masks)?;
        }
        Ok(())
    }

    /// Presses and releases KEY0, and waits until the displays have changed. Where a hand is over,
    /// KEY3 is held.
    pub fn release(&mut self, release: &Release) -> Result<(), Oscillation> {
        for bit in 0..10 {
            self.lanes.fill(self.switches + bit, release.switches >> bit & 1 == 1);
        }
        for (chunk, over) in self.over.iter().enumerate() {
            self.lanes.set(self.keys + 3, chunk, over.map(|part| !part));
        }
        self.cycles(release.wait)?;
        self.lanes.fill(self.keys, false);
        self.cycles(1)?;
        self.lanes.fill(self.keys, true);
        self.cycles(5)?;
        // A hand is over when one of its upper two lights is on. All ten lights mean that the
        // stakes are refused.
        let (mut over, mut all) = ([NONE; CHUNKS], self.all);
        self.lanes.outputs(|port, bit, chunk, word| {
            if port == 0 {
                for (part, lights) in word.into_iter().enumerate() {
                    over[chunk][part] |= if bit >= 8 { lights } else { 0 };
                    all[chunk][part] &= lights;
                }
            }
        });
        for (over, all) in over.iter_mut().flatten().zip(all.iter().flatten()) {
            *over &= !all;
        }
        let before = std::mem::replace(&mut self.over, over);
        let now = over.iter().flatten().zip(before.iter().flatten());
        self.finished = now.map(|(now, before)| (now & !before).count_ones() as usize).sum();
        Ok(())
    }

    fn cycles(&mut self, count: usize) -> Result<(), Oscillation> {
        (0..count).try_for_each(|_| self.lanes.pulse(self.clock, &self.all))
    }

    /// Returns the number of tables whose outputs differ from the answers.
    pub fn count_mismatches(&mut self, answers: &[Word]) -> usize {
        for (index, word) in answers.iter().enumerate() {
            self.lanes.expect(index % OUTPUT_BITS, index / OUTPUT_BITS, *word);
        }
        let mut count = 0;
        self.lanes.check(|_, wrong| {
            count += wrong.iter().map(|part| part.count_ones() as usize).sum::<usize>()
        });
        count
    }
}
