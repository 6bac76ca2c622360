//! A memory in lanes: an array of words for each lane, accessed at addresses in bit planes.

use std::array::from_fn;
use std::collections::BTreeMap;

use super::execute::{LANES_PER_WORD, Slot, Word, vectorised};
use super::logic::{Read, Write};
use super::masks::{ALL, NONE, has_lane, lanes_of, set_lane};
use super::transpose::{Bytes, to_bytes, to_planes};
use super::write_log::WriteLog;
use rust_hdl_gates::netlist::Memory;
use rust_hdl_rtl::Value;

/// The bytes of a cache line.
const LINE: usize = 64;

/// The number of lanes up to which ports run lane by lane.
const FEW: u32 = 4;

/// The words of a memory in every lane.
pub(super) struct LaneMemory {
    /// The bytes of all lanes. A word has its lowest byte first.
    bytes: Vec<u8>,
    /// The contents at power-up.
    power_up: Vec<u8>,
    /// The bits of a word.
    width: u32,
    /// The bytes of a word, a power of two, as its logarithm.
    word_shift: u32,
    /// The distance between the arrays of two lanes in bytes; 0 if all lanes share one.
    lane_stride: usize,
    chunks: usize,
    /// For each chunk, the last read, if all lanes share an array.
    last_reads: Vec<LastRead>,
    /// What the lanes have written, if they are moments of one copy.
    log: Option<WriteLog>,
}

/// A read, to skip the next one if nothing has changed.
#[derive(Clone, Default)]
struct LastRead {
    /// The first leaf of the register; none if the read was not one of all lanes.
    port: Option<u32>,
    address: Vec<Word>,
    data: Vec<Word>,
}

impl LaneMemory {
    /// Creates the memory for a number of chunks, at power-up. Without a write port all lanes share
    /// an array. If lanes are `moments` of one copy, they always do, and lane `n` reads what lanes
    /// up to `n` have written.
    pub fn new(memory: &Memory, chunks: usize, moments: bool) -> LaneMemory {
        let word_shift = memory.word_shift();
        let power_up = image(&memory.contents, memory.width, memory.bytes() as usize, word_shift);
        // A cache line of padding: otherwise equal addresses of all lanes compete for the same
        // cache sets.
        let is_written = !memory.writes.is_empty();
        let log = (is_written && moments)
            .then(|| WriteLog::new(1 << memory.address_width, 1 << word_shift));
        let lane_stride = match is_written && !moments {
            false => 0,
            true if power_up.len() < LINE => power_up.len(),
            true => power_up.len() + LINE,
        };
        let lanes = if lane_stride == 0 { 1 } else { chunks * LANES_PER_WORD };
        let bytes = vec![0; lanes * lane_stride.max(power_up.len())];
        let width = memory.width;
        let mut memory = LaneMemory {
            bytes,
            power_up,
            width,
            word_shift,
            lane_stride,
            chunks,
            last_reads: vec![LastRead::default(); chunks],
            log,
        };
        memory.power_up();
        memory
    }

    /// Returns every lane to power-up.
    pub fn power_up(&mut self) {
        self.last_reads.fill(LastRead::default());
        self.commit(0);
        let stride = self.lane_stride.max(self.power_up.len());
        for lane in self.bytes.chunks_exact_mut(stride) {
            lane[..self.power_up.len()].copy_from_slice(&self.power_up);
        }
    }

    /// Keeps what the first `lanes` have written. Returns whether any word has changed.
    pub fn commit(&mut self, lanes: usize) -> bool {
        self.log.as_mut().is_some_and(|log| log.commit(lanes, &mut self.bytes))
    }

    /// All words.
    pub fn bytes(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Exchanges the words with those of the same memory in another simulator of moments.
    pub fn exchange(&mut self, other: &mut LaneMemory) {
        std::mem::swap(&mut self.bytes, &mut other.bytes);
    }

    /// Copies the words of the same memory in another simulator of moments.
    pub fn copy(&mut self, other: &LaneMemory) {
        self.bytes.copy_from_slice(&other.bytes);
    }

    /// Returns a word of a lane, the lowest byte first.
    pub fn word(&self, lane: usize, address: usize) -> &[u8] {
        assert!(lane < self.chunks * LANES_PER_WORD, "lane {lane} does not exist");
        assert!(address < self.power_up.len() >> self.word_shift, "no address {address}");
        &self.bytes[lane * self.lane_stride + (address << self.word_shift)..]
            [..1 << self.word_shift]
    }

    /// Replaces all words in every lane; those without a value become 0.
    pub fn fill(&mut self, words: &BTreeMap<usize, Value>) {
        self.last_reads.fill(LastRead::default());
        let stride = self.lane_stride.max(self.power_up.len());
        let image = image(words, self.width, self.power_up.len(), self.word_shift);
        for lane in self.bytes.chunks_exact_mut(stride) {
            lane[..image.len()].copy_from_slice(&image);
        }
    }

    /// Runs a read port in the lanes of its mask. If all lanes share the words, a read of the same
    /// ones into a register that still has them is skipped.
    pub fn read(&mut self, chunk: usize, port: &Read<u32>, slots: &mut [Slot]) {
        let lanes = slots[port.mask as usize].0;
        if is_few(lanes) {
            return lanes_of(lanes).for_each(|lane| self.read_word(chunk, lane, port, slots));
        }
        if self.lane_stride != 0 || self.log.is_some() {
            return self.read_words(chunk, port, slots);
        }
        let last = &self.last_reads[chunk];
        let is_same = last.port == Some(port.register[0])
            && last.address.iter().copied().eq(levels(&port.address, slots))
            && last.data.iter().copied().eq(levels(&port.register, slots));
        if is_same {
            return;
        }
        self.read_words(chunk, port, slots);
        let last = &mut self.last_reads[chunk];
        last.port = (slots[port.mask as usize].0 == ALL).then_some(port.register[0]);
        last.address.clear();
        last.address.extend(levels(&port.address, slots));
        last.data.clear();
        last.data.extend(levels(&port.register, slots));
    }

    /// Runs a read port in a lane of a chunk.
    fn read_word(&self, chunk: usize, lane: usize, port: &Read<u32>, slots: &mut [Slot]) {
        let place = self.place(lane, &port.address, slots);
        let word = self.written(chunk, lane, place).unwrap_or_else(|| {
            &self.bytes[chunk * LANES_PER_WORD * self.lane_stride + place as usize..]
        });
        for (bit, leaf) in port.register.iter().enumerate() {
            let level = word[bit / 8] >> (bit % 8) & 1 == 1;
            set_lane(std::slice::from_mut(&mut slots[*leaf as usize].0), lane, level);
        }
    }

    /// The word at a place, if the lane of a chunk reads it from the log.
    fn written(&self, chunk: usize, lane: usize, place: u32) -> Option<&[u8]> {
        let address = place as usize >> self.word_shift;
        self.log.as_ref()?.find(address, chunk * LANES_PER_WORD + lane)
    }

    fn read_words(&self, chunk: usize, port: &Read<u32>, slots: &mut [Slot]) {
        vectorised(
            #[inline(always)]
            || {
                let lanes = slots[port.mask as usize].0;
                let places = self.places(&port.address, slots);
                let words = &self.bytes[chunk * LANES_PER_WORD * self.lane_stride..];
                let written: Vec<(usize, &[u8])> = match &self.log {
                    Some(log) if !log.is_empty() => (0..LANES_PER_WORD)
                        .filter_map(|lane| Some((lane, self.written(chunk, lane, places[lane])?)))
                        .collect(),
                    _ => vec![],
                };
                for (byte, leaves) in port.register.chunks(8).enumerate() {
                    let mut bytes = [0; LANES_PER_WORD];
                    for part in (0..4).filter(|part| lanes[*part] != 0) {
                        let part = 64 * part..64 * (part + 1);
                        for (read, place) in bytes[part.clone()].iter_mut().zip(&places[part]) {
                            *read = words[*place as usize + byte];
                        }
                    }
                    for (lane, word) in &written {
                        bytes[*lane] = word[byte];
                    }
                    for (leaf, read) in leaves.iter().zip(to_planes(&bytes)) {
                        let plane = &mut slots[*leaf as usize].0;
                        *plane =
                            from_fn(|part| read[part] & lanes[part] | plane[part] & !lanes[part]);
                    }
                }
            },
        );
    }

    /// Runs a write port in the lanes of its mask and its enable.
    pub fn write(&mut self, chunk: usize, port: &Write<u32>, slots: &[Slot]) {
        let [mask, enable] = [port.mask, port.enable].map(|slot| slots[slot as usize].0);
        let lanes: Word = from_fn(|part| mask[part] & enable[part]);
        if lanes == NONE {
            return;
        }
        let places = match is_few(lanes) {
            true => {
                let mut places = [0; LANES_PER_WORD];
                for lane in lanes_of(lanes) {
                    places[lane] = self.place(lane, &port.address, slots);
                }
                places
            }
            false => self.places(&port.address, slots),
        };
        let Some(log) = &mut self.log else {
            let words = &mut self.bytes[chunk * LANES_PER_WORD * self.lane_stride..];
            for (byte, data) in port.data.chunks(8).enumerate() {
                let bytes = to_bytes(planes(data, slots));
                for lane in lanes_of(lanes) {
                    words[places[lane] as usize + byte] = bytes[lane];
                }
            }
            return;
        };
        let data = port.data.chunks(8).map(|data| to_bytes(planes(data, slots)));
        let data: Vec<Bytes> = data.collect();
        for lane in lanes_of(lanes) {
            let address = places[lane] as usize >> self.word_shift;
            let word = data.iter().map(|bytes| bytes[lane]);
            log.push(address, chunk * LANES_PER_WORD + lane, word);
        }
    }

    /// Returns the place of the word at the address of a lane in the bytes of its chunk.
    fn place(&self, lane: usize, address: &[u32], slots: &[Slot]) -> u32 {
        let level = |leaf: &u32| has_lane(&[slots[*leaf as usize].0], lane);
        let address =
            address.iter().rev().fold(0, |number, leaf| number << 1 | u32::from(level(leaf)));
        (lane * self.lane_stride) as u32 + (address << self.word_shift)
    }

    /// Returns for each lane the place of the word at its address in the bytes of its chunk.
    #[inline(always)]
    fn places(&self, address: &[u32], slots: &[Slot]) -> [u32; LANES_PER_WORD] {
        let mut places: [u32; LANES_PER_WORD] = from_fn(|lane| (lane * self.lane_stride) as u32);
        for (byte, address) in address.chunks(8).enumerate() {
            let shift = 8 * byte as u32 + self.word_shift;
            for (place, bits) in places.iter_mut().zip(to_bytes(planes(address, slots))) {
                *place += u32::from(bits) << shift;
            }
        }
        places
    }
}

fn is_few(lanes: Word) -> bool {
    lanes.into_iter().map(u64::count_ones).sum::<u32>() <= FEW
}

fn levels(leaves: &[u32], slots: &[Slot]) -> impl Iterator<Item = Word> {
    leaves.iter().map(|leaf| slots[*leaf as usize].0)
}

/// Returns the bytes of a memory with these words.
fn image(words: &BTreeMap<usize, Value>, width: u32, bytes: usize, word_shift: u32) -> Vec<u8> {
    let mut image = vec![0; bytes];
    for (address, word) in words {
        for bit in (0..width).filter(|bit| word.bit(*bit)) {
            image[(address << word_shift) + bit as usize / 8] |= 1 << (bit % 8);
        }
    }
    image
}

/// Returns at most eight planes; others are 0.
#[inline(always)]
fn planes(numbers: &[u32], slots: &[Slot]) -> [Word; 8] {
    let mut planes = [NONE; 8];
    for (plane, number) in planes.iter_mut().zip(numbers) {
        *plane = slots[*number as usize].0;
    }
    planes
}
