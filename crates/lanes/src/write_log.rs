//! What lanes that are consecutive moments of one copy have written to a memory.

/// Writes that are not in the memory yet. Lane `n` reads what lanes up to `n` have written.
pub(super) struct WriteLog {
    /// For each word of the memory, the number of its list, counted from 1; 0 without writes.
    list_of: Vec<u32>,
    /// The lists, of which the first `used` have writes. The others are kept for later.
    lists: Vec<List>,
    used: usize,
    /// The words that were written, one after the other.
    words: Vec<u8>,
    /// The bytes of a word.
    word_bytes: usize,
}

/// The writes to one word of the memory.
#[derive(Default)]
struct List {
    address: usize,
    /// The lanes, in their order, and the place of what each has written in the words.
    writes: Vec<(u32, u32)>,
}

impl WriteLog {
    /// For a memory of `words` of `word_bytes`.
    pub fn new(words: usize, word_bytes: usize) -> WriteLog {
        let list_of = vec![0; words];
        WriteLog { list_of, lists: vec![], used: 0, words: vec![], word_bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Notes what a lane writes, after all that it has written before.
    pub fn push(&mut self, address: usize, lane: usize, word: impl Iterator<Item = u8>) {
        if self.list_of[address] == 0 {
            if self.used == self.lists.len() {
                self.lists.push(List::default());
            }
            self.lists[self.used].address = address;
            self.used += 1;
            self.list_of[address] = self.used as u32;
        }
        let place = self.words.len();
        self.words.extend(word);
        self.words.resize(place + self.word_bytes, 0);
        let writes = &mut self.lists[self.list_of[address] as usize - 1].writes;
        let index = writes.partition_point(|(other, _)| *other <= lane as u32);
        writes.insert(index, (lane as u32, place as u32));
    }

    /// The word that a lane reads, if it or a lower one has written it.
    pub fn find(&self, address: usize, lane: usize) -> Option<&[u8]> {
        let list = (self.list_of[address] as usize).checked_sub(1)?;
        let writes = &self.lists[list].writes;
        let index = writes.partition_point(|(other, _)| *other <= lane as u32);
        let (_, place) = writes[index.checked_sub(1)?];
        Some(&self.words[place as usize..][..self.word_bytes])
    }

    /// Keeps what the first `lanes` have written in the bytes of the memory, and forgets all
    /// writes. Returns whether any word has changed.
    pub fn commit(&mut self, lanes: usize, bytes: &mut [u8]) -> bool {
        let mut has_changed = false;
        for index in 0..self.used {
            let address = self.lists[index].address;
            if let Some(word) = lanes.checked_sub(1).and_then(|lane| self.find(address, lane)) {
                let place = &mut bytes[address * self.word_bytes..][..self.word_bytes];
                has_changed |= place != word;
                place.copy_from_slice(word);
            }
            self.list_of[address] = 0;
            self.lists[index].writes.clear();
        }
        self.used = 0;
        self.words.clear();
        has_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_reads_what_lanes_up_to_it_have_written() {
        let mut log = WriteLog::new(4, 2);
        for (lane, address, byte) in [(3, 1, 30), (9, 1, 90), (5, 1, 50), (5, 1, 51), (0, 2, 7)] {
            log.push(address, lane, [byte].into_iter());
        }
        let cases = [
            (1, 2, None),
            (1, 3, Some(30)),
            (1, 4, Some(30)),
            (1, 5, Some(51)),
            (1, 8, Some(51)),
            (1, 9, Some(90)),
            (2, 0, Some(7)),
            (3, 9, None),
        ];
        for (address, lane, expected) in cases {
            let expected = expected.map(|byte| [byte, 0]);
            let read = log.find(address, lane);
            assert_eq!(read, expected.as_ref().map(|word| &word[..]), "{address}, lane {lane}");
        }
    }

    #[test]
    fn writes_of_several_passes_are_in_the_order_of_the_lanes() {
        const LANES: usize = 150;
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let mut log = WriteLog::new(1, 1);
            let mut written = [None; LANES];
            for _ in 0..3 {
                let share = random.usize(1..20);
                for (lane, word) in written.iter_mut().enumerate() {
                    if random.usize(..share) == 0 {
                        let byte = random.u8(..2);
                        *word = Some(byte);
                        log.push(0, lane, [byte].into_iter());
                    }
                }
            }
            let mut expected = None;
            for (lane, word) in written.iter().enumerate() {
                expected = word.or(expected);
                assert_eq!(log.find(0, lane).map(|word| word[0]), expected, "lane {lane}");
            }
        }
    }

    #[test]
    fn writes_of_the_first_lanes_are_kept_and_the_others_forgotten() {
        for (lanes, expected, changes) in [
            (0, [1, 1, 1], false),
            (3, [1, 1, 1], false),
            (4, [1, 30, 1], true),
            (10, [1, 90, 1], true),
            (12, [1, 90, 11], true),
        ] {
            let mut bytes = [1, 1, 1];
            let mut log = WriteLog::new(3, 1);
            for (lane, address, byte) in [(3, 1, 30), (9, 1, 90), (2, 0, 1), (11, 2, 11)] {
                log.push(address, lane, [byte].into_iter());
            }
            assert_eq!(log.commit(lanes, &mut bytes), changes, "{lanes} lanes");
            assert_eq!(bytes, expected, "{lanes} lanes");
            assert!(log.is_empty() && (0..3).all(|address| log.find(address, 99).is_none()));
        }
    }
}
