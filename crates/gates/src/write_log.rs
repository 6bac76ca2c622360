//! What lanes that are consecutive moments of one copy have written to a memory.

/// Writes that are not in the memory yet. Lane `n` reads what lanes up to `n` have written.
pub(super) struct WriteLog {
    /// For each word of the memory, the number of the write of the highest lane, counted from 1; 0
    /// without one.
    last: Vec<u32>,
    writes: Vec<Write>,
    /// The words that were written, one after the other.
    words: Vec<u8>,
    /// The bytes of a word.
    word_bytes: usize,
}

/// A write to a word by a lane.
struct Write {
    address: u32,
    lane: u32,
    /// The number of the write to the same word before this one, by this or a lower lane.
    before: u32,
}

impl WriteLog {
    /// For a memory of so many words with so many bytes.
    pub fn new(words: usize, word_bytes: usize) -> WriteLog {
        WriteLog { last: vec![0; words], writes: vec![], words: vec![], word_bytes }
    }

    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }

    /// Notes what a lane writes, after all that it has written before.
    pub fn push(&mut self, address: usize, lane: usize, word: impl Iterator<Item = u8>) {
        // The first of the writes that follow in the order of the lanes.
        let mut after = None;
        let mut before = self.last[address];
        while before != 0 && self.write(before).lane > lane as u32 {
            after = Some(before);
            before = self.write(before).before;
        }
        self.writes.push(Write { address: address as u32, lane: lane as u32, before });
        self.words.extend(word);
        self.words.resize(self.writes.len() * self.word_bytes, 0);
        let number = self.writes.len() as u32;
        match after {
            Some(after) => self.writes[after as usize - 1].before = number,
            None => self.last[address] = number,
        }
    }

    /// The word that a lane reads, if it or a lower one has written it.
    pub fn find(&self, address: usize, lane: usize) -> Option<&[u8]> {
        let mut number = self.last[address];
        while number != 0 {
            if self.write(number).lane <= lane as u32 {
                let first = (number as usize - 1) * self.word_bytes;
                return Some(&self.words[first..first + self.word_bytes]);
            }
            number = self.write(number).before;
        }
        None
    }

    /// Keeps what the first so many lanes have written in the bytes of the memory, and forgets all
    /// writes. Returns whether a word is another one now.
    pub fn commit(&mut self, lanes: usize, bytes: &mut [u8]) -> bool {
        let mut has_changed = false;
        for index in 0..self.writes.len() {
            let address = self.writes[index].address as usize;
            if self.last[address] == 0 {
                continue;
            }
            if let Some(word) = lanes.checked_sub(1).and_then(|lane| self.find(address, lane)) {
                let place = &mut bytes[address * self.word_bytes..][..self.word_bytes];
                has_changed |= place != word;
                place.copy_from_slice(word);
            }
            self.last[address] = 0;
        }
        self.writes.clear();
        self.words.clear();
        has_changed
    }

    fn write(&self, number: u32) -> &Write {
        &self.writes[number as usize - 1]
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
