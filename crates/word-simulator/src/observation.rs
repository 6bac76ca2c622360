//! Observed words, and records of their changes.

use std::collections::BTreeMap;

use super::compile::{Body, When};
use super::dependencies::INPUTS;
use super::emit::*;
use super::functions::Changed;
use super::netlist::{Id, Netlist, Operation, WORD};

/// The largest number of clock cycles in which changes are recorded.
pub const MAXIMUM_CYCLES: usize = 4_096;

/// The words of a record: the half cycle, and the value since then.
pub(super) const RECORD: usize = 2;

/// The words of the state for the records of an observed word: one for each half cycle.
const RECORDS: u32 = (2 * MAXIMUM_CYCLES * RECORD) as u32;

/// All observed words.
pub(super) struct Observation {
    words: Vec<Observed>,
    /// The word of the state that counts half cycles.
    pub time: u32,
}

/// The bits of an observed word, and where it is in the state.
struct Observed {
    pieces: Vec<Piece>,
    value: u32,
    /// The word with the place after the last record, in bytes from the begin of the state.
    cursor: u32,
    /// The first record.
    records: u32,
}

/// Some bits of an observed word, which change together.
struct Piece {
    /// What changes them.
    by: u64,
    /// The observed word, with zeros in the places of other bits.
    word: Id,
    /// The word of the state that holds its value.
    held: u32,
}

/// The places in the state of an observed word.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub value: u32,
    pub cursor: u32,
    pub records: u32,
}

impl Observation {
    /// Adds words to a netlist: of each, its bits, at most 64. `by` says what changes a node.
    pub fn new(
        netlist: &mut Netlist,
        words: &[Vec<(Id, u32)>],
        by: impl Fn(Id) -> u64,
    ) -> Observation {
        let time = netlist.reserve(1);
        let mut word = |bits: &Vec<(Id, u32)>| {
            let mut found: BTreeMap<u64, Vec<Option<(Id, u32)>>> = BTreeMap::new();
            for (place, bit) in bits.iter().enumerate() {
                let piece = found.entry(by(bit.0)).or_insert_with(|| vec![None; bits.len()]);
                piece[place] = Some(*bit);
            }
            let piece = |(by, bits): (u64, Vec<Option<(Id, u32)>>)| {
                let word = pack(netlist, &bits);
                Piece { by: by | INPUTS, word, held: netlist.reserve(1) }
            };
            let pieces = found.into_iter().map(piece).collect();
            let (value, cursor) = (netlist.reserve(1), netlist.reserve(1));
            Observed { pieces, value, cursor, records: 0 }
        };
        Observation { words: words.iter().map(&mut word).collect(), time }
    }

    /// Adds the words of the state for the records, after all others.
    pub fn reserve_records(&mut self, netlist: &mut Netlist) {
        for word in &mut self.words {
            word.records = netlist.reserve(RECORDS);
        }
    }

    pub fn places(&self) -> Vec<Places> {
        let places = |word: &Observed| {
            let Observed { value, cursor, records, .. } = *word;
            Places { value, cursor, records }
        };
        self.words.iter().map(places).collect()
    }

    /// Computes the words that may have changed, records those that have, and counts the half
    /// cycle.
    pub fn observe(&self, body: &mut Body, changed: &Changed) {
        for word in &self.words {
            word.observe(body, self.time, changed);
        }
        body.count(self.time);
    }

    /// The nodes of all words.
    pub fn nodes(&mut self) -> impl Iterator<Item = &mut Id> {
        self.words.iter_mut().flat_map(|word| &mut word.pieces).map(|piece| &mut piece.word)
    }
}

impl Observed {
    fn observe(&self, body: &mut Body, time: u32, changed: &Changed) {
        let mut may_change = When::Never;
        for Piece { by, word, held } in &self.pieces {
            let when = changed.any(body, *by);
            may_change = may_change.or(body, when);
            body.when(when, |body| {
                body.compute(&[*word]);
                let value = body.value(*word);
                body.store(*held, value);
            });
        }
        body.when(may_change, |body| {
            let mut value = body.constant(0);
            for piece in &self.pieces {
                let held = body.load(piece.held);
                value = body.builder.ins().bor(value, held);
            }
            let before = body.load(self.value);
            let differs = body.builder.ins().icmp(IntCC::NotEqual, value, before);
            body.when(When::If(differs), |body| self.record(body, time, value));
        });
    }

    fn record(&self, body: &mut Body, time: u32, value: Value) {
        body.store(self.value, value);
        let cursor = body.load(self.cursor);
        let time = body.load(time);
        let next = body.append(cursor, [time, value]);
        body.store(self.cursor, next);
    }
}

/// Adds a word of some bits, at most 64, of which each is a bit of a node or 0.
fn pack(netlist: &mut Netlist, bits: &[Option<(Id, u32)>]) -> Id {
    let runs = bits.chunk_by(|one, next| match (one, next) {
        (Some(one), Some(next)) => one.0 == next.0 && one.1 + 1 == next.1,
        (None, None) => true,
        _ => false,
    });
    let run = |run: &[Option<(Id, u32)>]| match run[0] {
        Some((of, offset)) => netlist.extract(of, offset, run.len() as u32),
        None => netlist.constant(0, run.len() as u32),
    };
    let parts: Vec<Id> = runs.map(run).collect();
    match parts.as_slice() {
        [one] => *one,
        _ => netlist.add(Operation::Concatenate(parts), bits.len() as u32),
    }
}

/// Adds words of some bits of nodes, 64 each.
pub(super) fn pack_all(netlist: &mut Netlist, bits: &[(Id, u32)]) -> Vec<Id> {
    let bits: Vec<Option<(Id, u32)>> = bits.iter().copied().map(Some).collect();
    bits.chunks(WORD as usize).map(|bits| pack(netlist, bits)).collect()
}
