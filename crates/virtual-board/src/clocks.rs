//! CLOCK_50 and the clocks of PLLs: their edges, in the order of time.
//!
//! Edges are at whole picoseconds: what is left of their times is cut off, so that the frequency of
//! a clock is exact. Time begins with the first rising edge of CLOCK_50. A clock of a PLL is 0
//! until its first rising edge.

use super::window::Half;
use de1_soc::PERIOD;
use foreign_designs::{ClockTiming, PllClock};

/// The period of CLOCK_50 in ps, and half of it.
pub const PERIOD_PS: u64 = PERIOD * 1_000;
const HALF: u64 = PERIOD_PS / 2;

/// CLOCK_50 and the clocks of PLLs.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// Their input bits, that of CLOCK_50 first.
    leaves: Vec<u32>,
    /// The edges of those of PLLs.
    plls: Vec<Edges>,
    /// The largest number of instants in a cycle of CLOCK_50.
    most: usize,
}

impl Clocks {
    /// The clocks after so many cycles of CLOCK_50.
    pub fn new(clock: u32, plls: &[PllClock], cycles: u64) -> Clocks {
        let leaves = [clock].into_iter().chain(plls.iter().map(|pll| pll.leaf)).collect();
        let edges = |pll: &PllClock| {
            2 * (pll.timing.numerator.div_ceil(pll.timing.denominator) as usize + 1)
        };
        let most = 2 + plls.iter().map(edges).sum::<usize>();
        let plls = plls.iter().map(|pll| Edges::new(pll.timing, cycles)).collect();
        let clocks = Clocks { leaves, plls, most };
        let most = if clocks.are_aligned() { 2 } else { most };
        Clocks { most, ..clocks }
    }

    /// The input bits, that of CLOCK_50 first.
    pub fn leaves(&self) -> &[u32] {
        &self.leaves
    }

    /// Whether all edges are at edges of CLOCK_50.
    pub fn are_aligned(&self) -> bool {
        self.plls.iter().all(|pll| pll.are_multiples(HALF))
    }

    /// The levels of the clocks of PLLs, with their input bits.
    pub fn levels(&self) -> impl Iterator<Item = (u32, bool)> {
        self.leaves[1..].iter().zip(&self.plls).map(|(leaf, pll)| (*leaf, pll.level))
    }

    /// What decides when the next edges are.
    pub fn state(&self) -> impl Iterator<Item = u64> + Clone {
        self.plls.iter().flat_map(|pll| [u64::from(pll.level), pll.next, pll.fraction])
    }

    /// The next cycles: as many of these as surely have no more pairs of instants than this, but at
    /// least one.
    pub fn advance(&mut self, cycles: usize, most_pairs: usize) -> Instants {
        let mut instants = Instants::of_clock_50(cycles);
        if self.plls.is_empty() {
            return instants;
        }
        for cycle in 0..cycles {
            if cycle > 0 && instants.list.len() + self.most > 2 * most_pairs {
                instants.cycles = cycle;
                break;
            }
            self.push_cycle(cycle as u64 * PERIOD_PS, &mut instants.list);
        }
        // Nothing happens at the last instant if it only makes a pair.
        if instants.list.len() % 2 == 1 {
            instants.list.extend(instants.list.last().copied());
        }
        instants
    }

    /// Adds the instants of a cycle that begins at a time.
    fn push_cycle(&mut self, begin: u64, instants: &mut Vec<Instant>) {
        let mut now = 0;
        while now < PERIOD_PS {
            let mut levels = u64::from(now < HALF);
            let mut next = if now < HALF { HALF } else { PERIOD_PS };
            for (bit, pll) in (1..).zip(&mut self.plls) {
                if pll.next == now {
                    pll.pass();
                }
                levels |= u64::from(pll.level) << bit;
                next = next.min(pll.next);
            }
            instants.push(Instant { time: begin + now, levels });
            now = next;
        }
        self.plls.iter_mut().for_each(|pll| pll.next -= PERIOD_PS);
    }
}

/// Some clocks change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Instant {
    /// In ps.
    time: u64,
    /// The levels of the clocks after it, a bit for each, that of CLOCK_50 first.
    levels: u64,
}

/// The instants at which clocks change in some cycles of CLOCK_50, in pairs. Without clocks of
/// PLLs, these are the edges of CLOCK_50.
#[derive(Clone, Debug)]
pub struct Instants {
    /// The number of cycles.
    pub cycles: usize,
    /// None if there are only edges of CLOCK_50.
    list: Vec<Instant>,
}

impl Instants {
    /// The edges of CLOCK_50 in some cycles.
    pub fn of_clock_50(cycles: usize) -> Instants {
        Instants { cycles, list: vec![] }
    }

    /// Whether they are the edges of CLOCK_50 only.
    pub fn are_of_clock_50(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of pairs.
    pub fn pairs(&self) -> usize {
        if self.are_of_clock_50() { self.cycles } else { self.list.len() / 2 }
    }

    /// The levels of the clocks after an instant of a pair, a bit for each, that of CLOCK_50 first.
    pub fn levels(&self, half: Half, pair: usize) -> u64 {
        match self.list.get(2 * pair + half as usize) {
            Some(instant) => instant.levels,
            None => u64::from(half == Half::High),
        }
    }

    /// The times of the instants in ps since the first one. None if they are edges of CLOCK_50.
    pub fn times(&self) -> Vec<u64> {
        self.list.iter().map(|instant| instant.time).collect()
    }
}

/// The edges of a clock of a PLL.
#[derive(Clone, Debug)]
struct Edges {
    level: bool,
    /// The time of the next edge in ps since the beginning of the present cycle of CLOCK_50, and
    /// what is cut off.
    next: u64,
    fraction: u64,
    /// How long it is 0 and 1, in ps, each with a fraction.
    lengths: [(u64, u64); 2],
    /// What a ps is in units of the fractions.
    unit: u64,
}

impl Edges {
    /// The edges after so many cycles of CLOCK_50.
    fn new(timing: ClockTiming, cycles: u64) -> Edges {
        let ClockTiming { numerator, denominator, phase, duty_cycle } = timing;
        let unit = 100 * u64::from(numerator);
        let wide = u128::from(unit);
        let period = u128::from(PERIOD_PS) * u128::from(denominator) * 100;
        let high = period / 100 * u128::from(duty_cycle);
        let split = |length: u128| ((length / wide) as u64, (length % wide) as u64);
        let first = (i128::from(phase) * i128::from(unit)).rem_euclid(period as i128) as u128;
        let now = u128::from(cycles) * u128::from(PERIOD_PS) * wide;
        // The last rising edge before now.
        let (level, next) = match now.checked_sub(first) {
            None | Some(0) => (false, first),
            Some(passed) => {
                let rise = first + (passed - 1) / period * period;
                if rise + high >= now { (true, rise + high) } else { (false, rise + period) }
            }
        };
        let (next, fraction) = split(next - now);
        Edges { level, next, fraction, lengths: [split(period - high), split(high)], unit }
    }

    /// The next edge happens.
    fn pass(&mut self) {
        self.level = !self.level;
        let (length, fraction) = self.lengths[usize::from(self.level)];
        self.next += length;
        self.fraction += fraction;
        if self.fraction >= self.unit {
            self.fraction -= self.unit;
            self.next += 1;
        }
    }

    /// Whether all edges are at multiples of a time, of which a cycle of CLOCK_50 is one.
    fn are_multiples(&self, of: u64) -> bool {
        let is_multiple = |(time, fraction): (u64, u64)| time.is_multiple_of(of) && fraction == 0;
        is_multiple((self.next, self.fraction)) && self.lengths.into_iter().all(is_multiple)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pll(numerator: u32, denominator: u32, phase: i64, duty_cycle: u32) -> Clocks {
        let timing = ClockTiming { numerator, denominator, phase, duty_cycle };
        Clocks::new(0, &[PllClock { leaf: 1, timing }], 0)
    }

    /// The times of the first edges of the only clock of a PLL, with its levels after them.
    fn edges(mut clocks: Clocks, count: usize) -> Vec<(u64, bool)> {
        let instants = clocks.advance(1_000, 10_000);
        let mut edges = vec![];
        let mut before = false;
        for Instant { time, levels } in instants.list {
            let level = levels >> 1 & 1 == 1;
            if std::mem::replace(&mut before, level) != level {
                edges.push((time, level));
            }
        }
        edges.truncate(count);
        edges
    }

    #[test]
    fn clocks_have_their_frequency_phase_and_duty_cycle() {
        let (on, off) = (true, false);
        assert_eq!(edges(pll(1, 2, 0, 50), 3), [(0, on), (20_000, off), (40_000, on)]);
        assert_eq!(edges(pll(2, 1, 0, 50), 3), [(0, on), (5_000, off), (10_000, on)]);
        assert_eq!(edges(pll(1, 1, -3_000, 50), 3), [(17_000, on), (27_000, off), (37_000, on)]);
        assert_eq!(edges(pll(1, 1, 43_000, 25), 3), [(3_000, on), (8_000, off), (23_000, on)]);
        // 65 MHz: 15,384.6 ps.
        let fast: Vec<u64> = edges(pll(13, 10, 0, 50), 5).iter().map(|edge| edge.0).collect();
        assert_eq!(fast, [0, 7_692, 15_384, 23_076, 30_769]);
    }

    #[test]
    fn frequencies_are_exact() {
        const CYCLES: usize = 200_000;
        let mut clocks = pll(1007, 2000, 0, 50);
        let instants = clocks.advance(CYCLES, usize::MAX / 2);
        let rises =
            instants.list.windows(2).filter(|pair| !pair[0].levels & pair[1].levels & 2 > 0);
        assert_eq!(rises.count() + 1, CYCLES * 1007 / 2000);
        assert!(clocks.state().eq(pll(1007, 2000, 0, 50).state()), "it begins anew");
    }

    #[test]
    fn edges_at_any_time_are_those_that_follow_from_the_edges_before() {
        for (numerator, denominator, phase, duty_cycle) in
            [(1, 2, 0, 50), (13, 10, -3_000, 50), (1007, 2000, 12_345, 30), (1, 700, 9_000, 50)]
        {
            let mut clocks = pll(numerator, denominator, phase, duty_cycle);
            for cycles in 0..2_100 {
                let timing = ClockTiming { numerator, denominator, phase, duty_cycle };
                let expected = Clocks::new(0, &[PllClock { leaf: 1, timing }], cycles);
                assert!(clocks.state().eq(expected.state()), "{numerator} / {denominator}");
                assert_eq!(clocks.advance(1, 1).cycles, 1);
            }
        }
    }

    #[test]
    fn a_clock_is_aligned_if_all_its_edges_are_edges_of_clock_50() {
        let aligned = [(1, 1, 10_000, 50), (1, 2, 0, 50), (1, 2, 10_000, 25), (1, 5, 0, 50)];
        for (numerator, denominator, phase, duty_cycle) in aligned {
            assert!(pll(numerator, denominator, phase, duty_cycle).are_aligned());
        }
        let others = [(2, 1, 0, 50), (1, 1, -3_000, 50), (1, 1, 0, 25), (13, 10, 0, 50)];
        for (numerator, denominator, phase, duty_cycle) in others {
            assert!(!pll(numerator, denominator, phase, duty_cycle).are_aligned());
        }
    }

    #[test]
    fn cycles_end_before_there_are_too_many_instants() {
        let mut clocks = pll(2, 1, 0, 50);
        let instants = clocks.advance(100, 20);
        assert_eq!((instants.cycles, instants.pairs()), (9, 18));
        assert_eq!(instants.times()[..5], [0, 5_000, 10_000, 15_000, 20_000]);
        let mut odd = pll(1, 1, 3_000, 25);
        let instants = odd.advance(1, 1);
        assert_eq!((instants.cycles, instants.pairs()), (1, 2));
        assert_eq!([Half::High, Half::Low].map(|half| instants.levels(half, 1)), [1, 0]);
        let mut late = pll(1, 1, 12_000, 10);
        let instants = late.advance(1, 1);
        assert_eq!(instants.times(), [0, 10_000, 12_000, 14_000]);
    }
}
