//! Conversion between bit planes, which have a bit for each lane, and numbers, one for each lane.

use std::array::from_fn;

use super::execute::{LANES_PER_WORD, Word};

/// Eight bits of each lane as a byte.
pub(super) type Bytes = [u8; LANES_PER_WORD];

/// Returns for each lane the byte with its bits of the planes, the lowest first.
#[inline(always)]
pub(super) fn to_bytes(mut square: [Word; 8]) -> Bytes {
    exchange_bytes(&mut square);
    for word in &mut square {
        transpose_bits(word);
    }
    let mut bytes = [0; LANES_PER_WORD];
    for part in 0..4 {
        for (row, word) in square.iter().enumerate() {
            bytes[64 * part + 8 * row..][..8].copy_from_slice(&word[part].to_le_bytes());
        }
    }
    bytes
}

/// Returns the eight planes of the bits of each lane's byte.
#[inline(always)]
pub(super) fn to_planes(bytes: &Bytes) -> [Word; 8] {
    let mut square = [[0; 4]; 8];
    for part in 0..4 {
        for (row, word) in square.iter_mut().enumerate() {
            let mut eight = [0; 8];
            eight.copy_from_slice(&bytes[64 * part + 8 * row..][..8]);
            word[part] = u64::from_le_bytes(eight);
        }
    }
    for word in &mut square {
        transpose_bits(word);
    }
    exchange_bytes(&mut square);
    square
}

/// Transposes a matrix of 8 x 8 bytes in each part: byte `b` of row `r` becomes byte `r` of row
/// `b`.
#[inline(always)]
fn exchange_bytes(square: &mut [Word; 8]) {
    const MASKS: [u64; 3] = [0x00ff_00ff_00ff_00ff, 0x0000_ffff_0000_ffff, 0x0000_0000_ffff_ffff];
    for (step, mask) in MASKS.into_iter().enumerate() {
        let (distance, shift) = (1 << step, 8 << step);
        for row in (0..8).filter(|row| row & distance == 0) {
            let (low, high) = (square[row], square[row + distance]);
            let swapped: Word = from_fn(|part| (low[part] >> shift ^ high[part]) & mask);
            square[row] = from_fn(|part| low[part] ^ swapped[part] << shift);
            square[row + distance] = from_fn(|part| high[part] ^ swapped[part]);
        }
    }
}

/// Transposes the matrix of 8 x 8 bits in each part: bit `b` of byte `r` becomes bit `r` of byte
/// `b`.
#[inline(always)]
fn transpose_bits(word: &mut Word) {
    for part in word {
        for (distance, mask) in
            [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
        {
            let swapped = (*part >> distance ^ *part) & mask;
            *part ^= swapped << distance ^ swapped;
        }
    }
}

/// Transposes a matrix of 64 x 64 bits.
pub fn transpose(square: &mut [u64; 64]) {
    let mut distance = 32;
    let mut mask: u64 = 0xffff_ffff;
    while distance > 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (square[row] >> distance ^ square[row + distance]) & mask;
            square[row] ^= swapped << distance;
            square[row + distance] ^= swapped;
            // The next row without the bit of the distance.
            row = (row + distance + 1) & !distance;
        }
        distance /= 2;
        mask ^= mask << distance;
    }
}

/// Returns for each lane the number with its bits of the planes, the lowest first.
pub fn lane_values(planes: &[Word; 64]) -> [u64; LANES_PER_WORD] {
    let mut values = [0; LANES_PER_WORD];
    for (part, values) in values.chunks_exact_mut(64).enumerate() {
        let mut square = from_fn(|bit| planes[bit][part]);
        transpose(&mut square);
        values.copy_from_slice(&square);
    }
    values
}

/// Returns the planes of the bits of a number for each lane, the lowest first: the inverse of
/// [`lane_values`] for each chunk.
///
/// # Panics
///
/// If the lanes are not those of whole chunks.
pub fn lane_planes(values: &[u64]) -> Vec<[Word; 64]> {
    let (chunks, []) = values.as_chunks::<LANES_PER_WORD>() else { panic!("whole chunks") };
    let planes = |values: &[u64; LANES_PER_WORD]| {
        let mut planes = [[0; 4]; 64];
        for (part, values) in values.as_chunks::<64>().0.iter().enumerate() {
            let mut square = *values;
            transpose(&mut square);
            (0..64).for_each(|bit| planes[bit][part] = square[bit]);
        }
        planes
    };
    chunks.iter().map(planes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_swaps_rows_and_columns() {
        let mut random = fastrand::Rng::with_seed(3);
        let square: [u64; 64] = std::array::from_fn(|_| random.u64(..));
        let mut transposed = square;
        transpose(&mut transposed);
        for (row, bits) in square.iter().enumerate() {
            for (column, bits_of_column) in transposed.iter().enumerate() {
                assert_eq!(bits_of_column >> row & 1, bits >> column & 1);
            }
        }
    }

    #[test]
    fn planes_and_values_have_the_same_bits() {
        let mut random = fastrand::Rng::with_seed(5);
        let values: Vec<u64> = (0..2 * LANES_PER_WORD).map(|_| random.u64(..)).collect();
        let planes = lane_planes(&values);
        assert_eq!(planes.iter().flat_map(lane_values).collect::<Vec<_>>(), values);
    }

    #[test]
    fn planes_and_bytes_have_the_same_bits() {
        let mut random = fastrand::Rng::with_seed(1);
        let planes: [Word; 8] = from_fn(|_| from_fn(|_| random.u64(..)));
        let bytes = to_bytes(planes);
        for (lane, byte) in bytes.iter().enumerate() {
            for (bit, plane) in planes.iter().enumerate() {
                assert_eq!(u64::from(byte >> bit & 1), plane[lane / 64] >> (lane % 64) & 1);
            }
        }
        assert_eq!(to_planes(&bytes), planes);
    }
}
