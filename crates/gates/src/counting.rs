//! All values of some bits, lane after lane.

use super::execute::{LANES_PER_WORD, Word};

/// Lane `l` of chunk `c` counts 256 `c` + `l`: bit `bit` of these numbers. Given to as many leaves as a design has, in
/// as many chunks as it takes, it is every combination of their values.
pub fn counting(bit: u32, chunk: usize) -> Word {
    /// The lowest six bits of 0 to 63.
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
    fn the_lanes_count() {
        for chunk in [0, 1, 2, 5, 1000] {
            for lane in 0..LANES_PER_WORD {
                let bit = |bit| counting(bit, chunk)[lane / 64] >> (lane % 64) & 1;
                let number: u64 = (0..32).map(|place| bit(place) << place).sum();
                assert_eq!(number, (chunk * LANES_PER_WORD + lane) as u64);
            }
        }
    }
}
