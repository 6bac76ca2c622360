//! Sets of lanes: a bit for each lane, in a word for each chunk of 256. Lanes are numbered across
//! all chunks.

use std::slice::ChunksExact;

use super::execute::{LANES_PER_WORD, Word};

/// The word with no lane set.
pub const NONE: Word = [0; 4];

/// The word with every lane set.
pub const ALL: Word = [u64::MAX; 4];

/// Returns the chunk of a lane, its part of the word, and its bit in the part.
const fn place(lane: usize) -> (usize, usize, usize) {
    (lane / LANES_PER_WORD, lane % LANES_PER_WORD / 64, lane % 64)
}

/// Returns the lanes of a chunk for which this holds.
pub fn lanes_where(chunk: usize, mut holds: impl FnMut(usize) -> bool) -> Word {
    let first = chunk * LANES_PER_WORD;
    let mut word = NONE;
    for lane in first..first + LANES_PER_WORD {
        let (_, part, bit) = place(lane);
        word[part] |= u64::from(holds(lane)) << bit;
    }
    word
}

/// Returns whether a lane is in a set.
pub fn has_lane(words: &[Word], lane: usize) -> bool {
    let (chunk, part, bit) = place(lane);
    words[chunk][part] >> bit & 1 == 1
}

/// Adds a lane to a set, or removes it.
pub fn set_lane(words: &mut [Word], lane: usize, is_in: bool) {
    let (chunk, part, bit) = place(lane);
    let word = &mut words[chunk][part];
    *word = *word & !(1 << bit) | u64::from(is_in) << bit;
}

/// Returns the first lane of a set.
pub fn first_lane(words: &[Word]) -> Option<usize> {
    let parts = words.as_flattened();
    let part = parts.iter().position(|lanes| *lanes != 0)?;
    Some(64 * part + parts[part].trailing_zeros() as usize)
}

/// Returns the lanes of a set in one chunk, in their order.
pub(super) fn lanes_of(word: Word) -> impl Iterator<Item = usize> {
    (0..).zip(word).flat_map(|(part, mut rest)| {
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * part + bit)
        })
    })
}

/// A number of cycles for each lane: for each cycle, the lanes that still run.
#[derive(Clone, Debug)]
pub struct Countdown {
    chunks: usize,
    words: Vec<Word>,
}

impl Countdown {
    /// Prepares the cycles of `chunks` * 256 lanes.
    pub fn new(chunks: usize, cycles: impl Fn(usize) -> usize) -> Countdown {
        let mut words = vec![];
        for lane in 0..chunks * LANES_PER_WORD {
            if let Some(last) = cycles(lane).checked_sub(1) {
                if words.len() < (last + 1) * chunks {
                    words.resize((last + 1) * chunks, NONE);
                }
                set_lane(&mut words[last * chunks..][..chunks], lane, true);
            }
        }
        // A lane that runs in a cycle runs in all before it.
        for index in (chunks..words.len()).rev() {
            let later = words[index];
            words[index - chunks].iter_mut().zip(later).for_each(|(lanes, later)| *lanes |= later);
        }
        Countdown { chunks, words }
    }

    /// Returns the running lanes of each cycle, a word for each chunk.
    pub fn cycles(&self) -> ChunksExact<'_, Word> {
        self.words.chunks_exact(self.chunks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_lanes_for_which_the_condition_holds() {
        let holds = |lane: usize| lane % 7 == 3;
        let words: Vec<Word> = (0..3).map(|chunk| lanes_where(chunk, holds)).collect();
        assert!((0..3 * LANES_PER_WORD).all(|lane| has_lane(&words, lane) == holds(lane)));
        assert_eq!((first_lane(&words), first_lane(&[NONE, NONE])), (Some(3), None));
        let mut one = [NONE, NONE];
        for lane in [0, 63, 64, 300, 511] {
            set_lane(&mut one, lane, true);
            assert_eq!(first_lane(&one), Some(lane));
            set_lane(&mut one, lane, false);
        }
        assert_eq!(one, [NONE, NONE]);
    }

    #[test]
    fn each_lane_runs_for_its_number_of_cycles() {
        let cycles = |lane: usize| lane * lane % 11;
        let countdown = Countdown::new(2, cycles);
        assert_eq!(countdown.cycles().len(), 9);
        for lane in 0..2 * LANES_PER_WORD {
            let runs: Vec<bool> = countdown.cycles().map(|words| has_lane(words, lane)).collect();
            assert!(runs[..cycles(lane)].iter().all(|runs| *runs), "{lane}");
            assert!(runs[cycles(lane)..].iter().all(|runs| !*runs), "{lane}");
        }
        assert_eq!(Countdown::new(1, |_| 0).cycles().len(), 0);
    }
}
