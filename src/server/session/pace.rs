//! CLOCK_50 in real time.

use std::time::{Duration, Instant};

use crate::machine::{Machine, PERIOD};
use rust_hdl_rtl::Oscillation;

/// How long a machine may be simulated in one go. One that has no period falls behind then, which its rate shows.
const PATIENCE: Duration = Duration::from_millis(20);

/// Keeps a machine at 50 million cycles a second.
#[derive(Clone, Debug)]
pub struct Pace {
    /// When CLOCK_50 would have begun had the machine never fallen behind.
    start: Instant,
    /// When the rate was last asked for, and the cycle then.
    asked: (Instant, u64),
    rate: f64,
}

/// The shortest time over which a rate means something.
const RATE_WINDOW: Duration = Duration::from_millis(200);

impl Pace {
    /// From power-up.
    pub fn new(now: Instant) -> Pace {
        Pace { start: now, asked: (now, 0), rate: 0.0 }
    }

    /// Lets all cycles go by that there should have been until now.
    pub fn catch_up(&mut self, machine: &mut Machine, now: Instant) -> Result<(), Oscillation> {
        let due = cycles_in(now.saturating_duration_since(self.start));
        let behind = due.saturating_sub(machine.cycle());
        let done = machine.run_until(behind, Instant::now() + PATIENCE)?;
        self.start += time_of(behind - done);
        Ok(())
    }

    /// Cycles a second that there have been of late.
    pub fn rate(&mut self, machine: &Machine, now: Instant) -> f64 {
        let (then, cycle) = self.asked;
        let elapsed = now.saturating_duration_since(then);
        if elapsed >= RATE_WINDOW {
            self.rate = (machine.cycle() - cycle) as f64 / elapsed.as_secs_f64();
            self.asked = (now, machine.cycle());
        }
        self.rate
    }
}

fn cycles_in(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos() / u128::from(PERIOD)).unwrap_or(u64::MAX)
}

fn time_of(cycles: u64) -> Duration {
    Duration::from_nanos(cycles.saturating_mul(PERIOD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clocking;
    use crate::machine::Recording;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn the_engine_keeps_up_with_real_time() {
        let start = Instant::now();
        for clocking in [Clocking::Synchronised, Clocking::Direct] {
            let mut machine = Machine::new(clocking).expect("a machine");
            let mut pace = Pace::new(start);
            let moments = [HOUR, HOUR, HOUR + Duration::from_nanos(19), 24 * HOUR];
            for moment in moments {
                pace.catch_up(&mut machine, start + moment).expect("no oscillation");
                assert_eq!(machine.cycle(), cycles_in(moment));
            }
            let rate = pace.rate(&machine, start + 24 * HOUR);
            assert!((rate - 50e6).abs() < 1.0, "{clocking}: {rate}");
        }
    }

    #[test]
    fn a_machine_without_a_period_falls_behind_and_says_so() {
        let start = Instant::now();
        let mut machine = Machine::new(Clocking::Synchronised).expect("a machine");
        machine.record(Recording::WHOLE);
        let mut pace = Pace::new(start);
        pace.catch_up(&mut machine, start + Duration::from_secs(1)).expect("no oscillation");
        let rate = pace.rate(&machine, start + Duration::from_secs(1));
        assert!(rate > 0.0 && rate < 50e6, "{rate}");
        // What it could not do is not made up for.
        let cycle = machine.cycle();
        pace.catch_up(&mut machine, start + Duration::from_secs(1)).expect("no oscillation");
        assert_eq!(machine.cycle(), cycle);
    }
}
