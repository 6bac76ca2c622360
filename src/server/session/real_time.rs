//! Runs a machine in real time.

use std::time::{Duration, Instant};

use crate::machine::{Machine, PERIOD};
use rust_hdl_rtl::Oscillation;

/// How long one call may simulate. A machine whose state does not repeat falls behind, and its rate shows that.
const SIMULATION_TIMEOUT: Duration = Duration::from_millis(20);

/// Keeps a machine at 50 million cycles per second.
#[derive(Clone, Debug)]
pub struct RealTimeClock {
    /// When CLOCK_50 would have started if the machine had never fallen behind.
    start: Instant,
    /// When the rate was last measured, just after catching up, and the cycle at that time.
    measured: (Instant, u64),
    rate: Option<f64>,
    /// Since when the clock is paused.
    paused: Option<Instant>,
}

/// The shortest time over which the rate is measured.
const RATE_WINDOW: Duration = Duration::from_millis(200);

impl RealTimeClock {
    /// Starts at power-up of the machine.
    pub fn new(now: Instant) -> RealTimeClock {
        RealTimeClock { start: now, measured: (now, 0), rate: None, paused: None }
    }

    /// Stops the clock.
    pub fn pause(&mut self, now: Instant) {
        self.paused.get_or_insert(now);
        self.rate = Some(0.0);
    }

    /// Goes on after a pause, which is not made up for.
    pub fn resume(&mut self, machine: &Machine, now: Instant) {
        if let Some(since) = self.paused.take() {
            self.start += now.saturating_duration_since(since);
            self.measured = (now, machine.cycle());
            self.rate = None;
        }
    }

    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Simulates all cycles that are due until `now`, none while paused. Those that [`SIMULATION_TIMEOUT`] cuts off are skipped, not made up for.
    pub fn catch_up(&mut self, machine: &mut Machine, now: Instant) -> Result<(), Oscillation> {
        if self.is_paused() {
            return Ok(());
        }
        let due = cycles_in(now.saturating_duration_since(self.start));
        let behind = due.saturating_sub(machine.cycle());
        let done = machine.run_until(behind, Instant::now() + SIMULATION_TIMEOUT)?;
        self.start += duration_of(behind - done);
        let (then, cycle) = self.measured;
        let elapsed = now.saturating_duration_since(then);
        if elapsed >= RATE_WINDOW {
            self.rate = Some((machine.cycle() - cycle) as f64 / elapsed.as_secs_f64());
            self.measured = (now, machine.cycle());
        }
        Ok(())
    }

    /// Returns the recent number of simulated cycles per second, once it has been measured.
    pub fn rate(&self) -> Option<f64> {
        self.rate
    }
}

fn cycles_in(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos() / u128::from(PERIOD)).unwrap_or(u64::MAX)
}

fn duration_of(cycles: u64) -> Duration {
    Duration::from_nanos(cycles.saturating_mul(PERIOD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clocking;
    use crate::machine::Recording;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn a_machine_keeps_up_with_real_time() {
        let start = Instant::now();
        for clocking in [Clocking::Synchronised, Clocking::Direct] {
            let mut machine = Machine::new(clocking).expect("a machine");
            let mut clock = RealTimeClock::new(start);
            let times = [HOUR, HOUR, HOUR + Duration::from_nanos(19), 24 * HOUR];
            for time in times {
                clock.catch_up(&mut machine, start + time).expect("no oscillation");
                assert_eq!(machine.cycle(), cycles_in(time));
            }
            let rate = clock.rate().expect("a rate");
            assert!((rate - 50e6).abs() < 1.0, "{clocking}: {rate}");
        }
    }

    #[test]
    fn a_paused_clock_stands_still_and_does_not_make_up_for_the_pause() {
        let start = Instant::now();
        let mut machine = Machine::new(Clocking::Synchronised).expect("a machine");
        let mut clock = RealTimeClock::new(start);
        clock.catch_up(&mut machine, start + HOUR).expect("no oscillation");
        clock.pause(start + HOUR);
        clock.pause(start + 2 * HOUR);
        clock.catch_up(&mut machine, start + 3 * HOUR).expect("no oscillation");
        assert_eq!((machine.cycle(), clock.rate()), (cycles_in(HOUR), Some(0.0)));
        clock.resume(&machine, start + 3 * HOUR);
        assert_eq!((clock.is_paused(), clock.rate()), (false, None));
        clock.catch_up(&mut machine, start + 4 * HOUR).expect("no oscillation");
        assert_eq!(machine.cycle(), cycles_in(2 * HOUR));
        assert!(clock.rate().is_some_and(|rate| (rate - 50e6).abs() < 1.0), "{:?}", clock.rate());
    }

    #[test]
    fn the_rate_shows_that_a_machine_falls_behind() {
        let start = Instant::now();
        let mut machine = Machine::new(Clocking::Synchronised).expect("a machine");
        machine.record(Recording::WHOLE);
        let mut clock = RealTimeClock::new(start);
        clock.catch_up(&mut machine, start + Duration::from_secs(1)).expect("no oscillation");
        let rate = clock.rate().expect("a rate");
        assert!(rate > 0.0 && rate < 50e6, "{rate}");
        // Skipped cycles are not made up for.
        let cycle = machine.cycle();
        clock.catch_up(&mut machine, start + Duration::from_secs(1)).expect("no oscillation");
        assert_eq!(machine.cycle(), cycle);
    }
}
