//! Every combination of some bits, lane by lane.

use super::execute::{LANES_PER_WORD, Word};

/// Returns bit `bit` of the lane numbers of a chunk, where lane `l` of chunk `c` has the number 256
/// `c` + `l`.
///
/// `n` leaves set to the bits 0 to `n` - 1 take each of their 2^`n` combinations in one of the
/// first 2^`n` lanes.
pub fn exhaustive_stimulus(bit: u32, chunk: usize) -> Word {
    /// Bits 0 to 5 of the numbers 0 to 63.
    const WITHIN: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    std::array::from_fn(|part| match WITHIN.get(bit as usize) {
        Some(pattern) => *pattern,
        None => {
            let number = chunk * LANES_PER_WORD + part * 64;
            if number.checked_shr(bit).unwrap_or(0) & 1 == 1 { u64::MAX } else { 0 }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_gets_its_number() {
        for chunk in [0, 1, 2, 5, 1000] {
            for lane in 0..LANES_PER_WORD {
                let bit = |bit| exhaustive_stimulus(bit, chunk)[lane / 64] >> (lane % 64) & 1;
                let number: u64 = (0..32).map(|position| bit(position) << position).sum();
                assert_eq!(number, (chunk * LANES_PER_WORD + lane) as u64);
            }
        }
    }
}
