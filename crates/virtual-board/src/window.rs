//! The observed bits of a design in consecutive cycles.
//!
//! They are packed in words, so that what belongs together is compared and read at once: a word for
//! each of the board's [groups of outputs](output_groups), then those of the traced signals.

use std::ops::Range;

use super::clocks::{Instants, PERIOD_PS};
use de1_soc::{ALL_OUTPUT_BITS, output_groups};

/// The bits of a word.
const WORD: usize = u64::BITS as usize;

/// The bits of each word, of so many observed bits.
pub fn words(bits: usize) -> impl Iterator<Item = Range<usize>> {
    let mut first = 0;
    let outputs = output_groups().into_iter().map(move |ports| {
        let begin = first;
        first += ports.iter().map(|port| port.1).sum::<usize>();
        begin..first
    });
    let traced =
        (ALL_OUTPUT_BITS..bits).step_by(WORD).map(move |first| first..bits.min(first + WORD));
    outputs.chain(traced)
}

/// The word with a bit, and its place in the word.
fn place(bit: usize) -> (usize, usize) {
    let mut found = (0, 0);
    for (word, bits) in words(bit + 1).enumerate().take_while(|(_, bits)| bits.start <= bit) {
        found = (word, bit - bits.start);
    }
    found
}

/// The levels of the observed bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels(Vec<u64>);

impl Levels {
    /// Packs the levels of some observed bits.
    pub fn of(bits: &[bool]) -> Levels {
        let pack = |word: Range<usize>| {
            let bits = bits[word].iter().rev();
            bits.fold(0, |value, bit| value << 1 | u64::from(*bit))
        };
        Levels(words(bits.len()).map(pack).collect())
    }

    /// Those of some bits of a word, as a number. Bits that are not observed are 0.
    pub fn value(&self, bits: Range<usize>) -> u64 {
        let (word, first) = place(bits.start);
        self.0.get(word).map_or(0, |value| value >> first & mask(bits.len()))
    }

    /// Those of all traced bits, and zeros after them.
    pub fn traced(&self) -> impl Iterator<Item = bool> {
        let words = self.0.get(output_groups().len()..).unwrap_or_default();
        words.iter().flat_map(|word| (0..WORD).map(move |bit| word >> bit & 1 == 1))
    }
}

/// A half of a clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Half {
    /// After the rising edge.
    High,
    /// After the falling edge.
    Low,
}

/// Some bits have changed, in a half of a cycle; in designs with clocks of PLLs, at one of a pair
/// of [instants](Instants).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub pair: usize,
    pub half: Half,
    /// Their levels since then.
    pub value: u64,
}

/// What is observed in some clock cycles: the changes after the rising and after the falling edge
/// of each.
#[derive(Clone, Debug, Default)]
pub struct Window {
    pub cycles: usize,
    /// The times of instants in ps, from the first rising edge of CLOCK_50 on; none if they are the
    /// halves of its cycles.
    times: Vec<u64>,
    /// The levels before the first cycle, and after the last one.
    before: Levels,
    after: Levels,
    /// The changes of each word.
    changes: Vec<Vec<Change>>,
}

impl Window {
    /// No cycle yet, with these levels.
    pub fn new(levels: Levels) -> Window {
        let changes = vec![vec![]; levels.0.len()];
        Window { cycles: 0, times: vec![], before: levels.clone(), after: levels, changes }
    }

    /// Begins anew after the last cycle, with cycles in which clocks change at these instants.
    pub fn begin(&mut self, instants: &Instants) {
        self.cycles = instants.cycles;
        self.times = instants.times();
        self.before.0.copy_from_slice(&self.after.0);
        self.changes.iter_mut().for_each(Vec::clear);
    }

    /// The time of a half of a cycle, or of one of a pair of instants, in ps from the first rising
    /// edge of CLOCK_50 on.
    pub fn time(&self, pair: usize, half: Half) -> u64 {
        let index = 2 * pair + half as usize;
        self.times.get(index).copied().unwrap_or(index as u64 * PERIOD_PS / 2)
    }

    /// The cycle of CLOCK_50 of a change, counted from 0.
    pub fn cycle(&self, change: &Change) -> u64 {
        self.time(change.pair, change.half) / PERIOD_PS
    }

    /// The levels before the first cycle.
    pub fn levels_before(&self) -> &Levels {
        &self.before
    }

    /// The levels after the last cycle.
    pub fn levels(&self) -> &Levels {
        &self.after
    }

    /// Records the value of a word in a half of a cycle, if it has changed.
    pub fn record(&mut self, word: usize, change: Change) {
        if self.after.0[word] != change.value {
            self.after.0[word] = change.value;
            self.changes[word].push(change);
        }
    }

    /// Records the levels in a half of a cycle, as far as they have changed.
    pub fn record_all(&mut self, pair: usize, half: Half, levels: &Levels) {
        for (word, value) in levels.0.iter().enumerate() {
            self.record(word, Change { pair, half, value: *value });
        }
    }

    /// Records changes of a word.
    pub fn extend(&mut self, word: usize, changes: impl Iterator<Item = Change>) {
        self.changes[word].extend(changes);
        if let Some(last) = self.changes[word].last() {
            self.after.0[word] = last.value;
        }
    }

    /// The changes of some bits of a word, in order.
    ///
    /// # Panics
    ///
    /// If they are not observed.
    pub fn changes(&self, bits: Range<usize>) -> impl Iterator<Item = Change> {
        let (word, first) = place(bits.start);
        let mask = mask(bits.len());
        let mut last = self.before.0[word] >> first & mask;
        self.changes[word].iter().filter_map(move |change| {
            let value = change.value >> first & mask;
            let is_change = std::mem::replace(&mut last, value) != value;
            is_change.then_some(Change { value, ..*change })
        })
    }

    /// Calls `visit` with the levels after each half of a cycle, or instant, in which traced bits
    /// change.
    pub fn traced(&self, mut visit: impl FnMut(usize, Half, &Levels)) {
        let traced = self.changes.iter().enumerate().skip(output_groups().len());
        let mut all: Vec<(usize, Change)> = traced
            .flat_map(|(word, changes)| changes.iter().map(move |change| (word, *change)))
            .collect();
        all.sort_by_key(|(_, change)| (change.pair, change.half));
        let mut levels = self.before.clone();
        for same in
            all.chunk_by(|(_, one), (_, next)| (one.pair, one.half) == (next.pair, next.half))
        {
            same.iter().for_each(|(word, change)| levels.0[*word] = change.value);
            visit(same[0].1.pair, same[0].1.half, &levels);
        }
    }
}

/// As many ones.
fn mask(bits: usize) -> u64 {
    u64::MAX.checked_shr((WORD - bits) as u32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use de1_soc::output_bit;

    #[test]
    fn bits_of_a_group_of_outputs_are_in_one_word() {
        assert_eq!(place(output_bit("LEDR") + 3), (0, 3));
        assert_eq!(place(output_bit("VGA_R")), (1, 0));
        assert_eq!(place(output_bit("VGA_CLK")), (1, 28));
        let groups = output_groups().len();
        assert_eq!(place(ALL_OUTPUT_BITS - 1).0, groups - 1);
        assert_eq!(place(ALL_OUTPUT_BITS), (groups, 0));
        assert_eq!(place(ALL_OUTPUT_BITS + 130), (groups + 2, 2));
        let bits = ALL_OUTPUT_BITS + 70;
        let all: Vec<usize> = words(bits).flatten().collect();
        assert_eq!(all, (0..bits).collect::<Vec<_>>());
        assert!(words(bits).all(|word| word.len() <= WORD));
    }

    #[test]
    fn changes_of_other_bits_of_a_word_are_left_out() {
        let mut window = Window::new(Levels::of(&[false; ALL_OUTPUT_BITS]));
        for (pair, value) in [(1, 0b0100), (2, 0b0110), (3, 0b1010), (4, 0b1010)] {
            window.record(0, Change { pair, half: Half::High, value });
        }
        let changes: Vec<(usize, u64)> =
            window.changes(2..4).map(|change| (change.pair, change.value)).collect();
        assert_eq!(changes, [(1, 0b01), (3, 0b10)]);
        window.begin(&Instants::of_clock_50(1));
        assert_eq!(window.changes(0..4).count(), 0);
        assert_eq!(window.levels().value(1..4), 0b101);
    }

    #[test]
    fn changes_of_traced_bits_are_visited_in_order() {
        let mut window = Window::new(Levels::of(&[false; ALL_OUTPUT_BITS + 65]));
        let groups = output_groups().len();
        let change = |pair, half, value| Change { pair, half, value };
        window.record(0, change(0, Half::High, 1));
        window.record(groups, change(2, Half::Low, 5));
        window.record(groups, change(3, Half::High, 4));
        window.record(groups + 1, change(2, Half::High, 1));
        window.record(groups + 1, change(2, Half::Low, 0));
        let mut visited = vec![];
        window.traced(|pair, half, levels| {
            let bits: Vec<usize> =
                levels.traced().enumerate().filter(|bit| bit.1).map(|bit| bit.0).collect();
            visited.push((pair, half, bits));
        });
        let expected =
            [(2, Half::High, vec![64]), (2, Half::Low, vec![0, 2]), (3, Half::High, vec![2])];
        assert_eq!(visited[..], expected);
    }
}
