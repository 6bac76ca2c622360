//! Runs a board in real time.

use std::time::{Duration, Instant};

use de1_soc::CLOCK_50_HZ;

/// The frequency of CLOCK_50 in Hz.
pub const CLOCK_50: f64 = CLOCK_50_HZ as f64;

/// The highest frequency in Hz, for boards that run as fast as possible: where time is skipped,
/// there is no other limit.
pub const FASTEST: f64 = 1e9;

/// How long one call may simulate. A board whose state does not repeat falls behind, and its rate
/// shows that.
pub const SIMULATION_TIMEOUT: Duration = Duration::from_millis(20);

/// The number of cycles that a call completes even if the operating system interrupts it for longer
/// than the timeout, and how long they may take.
const FEW_CYCLES: u64 = 100;
const FEW_CYCLES_TIMEOUT: Duration = Duration::from_secs(10);

/// Keeps a board at a frequency of CLOCK_50.
#[derive(Clone, Debug)]
pub struct RealTimeClock {
    /// In Hz; `None` is as fast as possible.
    frequency: Option<f64>,
    /// When the board would have been in `first` if it had never fallen behind.
    start: Instant,
    first: u64,
    /// When the rate was last measured, just after catching up, and the cycle at that time.
    measured: (Instant, u64),
    rate: Option<f64>,
    /// Since when the clock is paused.
    paused: Option<Instant>,
}

/// The shortest time over which the rate is measured.
const RATE_WINDOW: Duration = Duration::from_millis(200);

/// The number of cycles over which a low rate is measured, and the longest time for them.
const RATE_CYCLES: f64 = 10.0;
const LONGEST_RATE_WINDOW: Duration = Duration::from_secs(4);

impl RealTimeClock {
    /// Starts at power-up of the board, with 50 MHz.
    pub fn new(now: Instant) -> RealTimeClock {
        RealTimeClock {
            frequency: Some(CLOCK_50),
            start: now,
            first: 0,
            measured: (now, 0),
            rate: None,
            paused: None,
        }
    }

    /// The frequency in Hz; `None` is as fast as possible.
    pub fn frequency(&self) -> Option<f64> {
        self.frequency
    }

    /// Goes on with another frequency from this cycle on.
    pub fn set_frequency(&mut self, frequency: Option<f64>, cycle: u64, now: Instant) {
        self.frequency = frequency;
        self.restart(cycle, now);
    }

    /// Goes on from this cycle.
    pub fn restart(&mut self, cycle: u64, now: Instant) {
        (self.start, self.first, self.measured) = (now, cycle, (now, cycle));
        self.rate = self.paused.map(|_| 0.0);
    }

    /// Stops the clock.
    pub fn pause(&mut self, now: Instant) {
        self.paused.get_or_insert(now);
        self.rate = Some(0.0);
    }

    /// Goes on after a pause, which is not made up for.
    pub fn resume(&mut self, cycle: u64, now: Instant) {
        if self.paused.take().is_some() {
            self.restart(cycle, now);
        }
    }

    pub fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Simulates all cycles that are due until `now`, none while paused. The board is in this
    /// cycle; `run` simulates a number of cycles until a deadline, and returns how many it has
    /// completed. The others are skipped, not made up for.
    pub fn catch_up<E>(
        &mut self,
        cycle: u64,
        now: Instant,
        mut run: impl FnMut(u64, Instant) -> Result<u64, E>,
    ) -> Result<(), E> {
        if self.is_paused() {
            return Ok(());
        }
        let elapsed = now.saturating_duration_since(self.start).as_secs_f64();
        let frequency = self.frequency.unwrap_or(FASTEST);
        let behind = ((elapsed * frequency) as u64).saturating_sub(cycle - self.first);
        let begun = Instant::now();
        let mut done = run(behind.min(FEW_CYCLES), begun + FEW_CYCLES_TIMEOUT)?;
        if done == FEW_CYCLES {
            done += run(behind - done, begun + SIMULATION_TIMEOUT)?;
        }
        self.start += Duration::from_secs_f64((behind - done) as f64 / frequency);
        let (then, measured) = self.measured;
        let elapsed = now.saturating_duration_since(then);
        if elapsed >= self.rate_window() {
            self.rate = Some((cycle + done - measured) as f64 / elapsed.as_secs_f64());
            self.measured = (now, cycle + done);
        }
        Ok(())
    }

    fn rate_window(&self) -> Duration {
        let cycles = self.frequency.map_or(0.0, |frequency| RATE_CYCLES / frequency);
        Duration::from_secs_f64(cycles).clamp(RATE_WINDOW, LONGEST_RATE_WINDOW)
    }

    /// Returns the recent number of simulated cycles per second, once it has been measured.
    pub fn rate(&self) -> Option<f64> {
        self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat_hdl::top::Clocking;
    use baccarat_sim::SimulatedBoard;
    use de1_soc::PERIOD;
    use rust_hdl_rtl::Oscillation;
    use waveform::Recording;

    const HOUR: Duration = Duration::from_secs(3600);

    fn cycles_in(duration: Duration) -> u64 {
        u64::try_from(duration.as_nanos() / u128::from(PERIOD)).expect("a short time")
    }

    fn catch_up(clock: &mut RealTimeClock, machine: &mut SimulatedBoard, now: Instant) {
        let cycle = machine.cycle();
        let run = |cycles, deadline| machine.run_until(cycles, deadline);
        clock.catch_up::<Oscillation>(cycle, now, run).expect("no oscillation");
    }

    #[test]
    fn a_machine_keeps_up_with_real_time() {
        let start = Instant::now();
        for clocking in Clocking::ALL {
            let mut machine = SimulatedBoard::new(clocking).expect("a machine");
            let mut clock = RealTimeClock::new(start);
            let times = [HOUR, HOUR, HOUR + Duration::from_nanos(19), 24 * HOUR];
            for time in times {
                catch_up(&mut clock, &mut machine, start + time);
                assert_eq!(machine.cycle(), cycles_in(time));
            }
            let rate = clock.rate().expect("a rate");
            assert!((rate - 50e6).abs() < 1.0, "{clocking}: {rate}");
        }
    }

    #[test]
    fn a_paused_clock_stands_still_and_does_not_make_up_for_the_pause() {
        let start = Instant::now();
        let mut machine = SimulatedBoard::new(Clocking::Synchronised).expect("a machine");
        let mut clock = RealTimeClock::new(start);
        catch_up(&mut clock, &mut machine, start + HOUR);
        clock.pause(start + HOUR);
        clock.pause(start + 2 * HOUR);
        catch_up(&mut clock, &mut machine, start + 3 * HOUR);
        assert_eq!((machine.cycle(), clock.rate()), (cycles_in(HOUR), Some(0.0)));
        clock.resume(machine.cycle(), start + 3 * HOUR);
        assert_eq!((clock.is_paused(), clock.rate()), (false, None));
        catch_up(&mut clock, &mut machine, start + 4 * HOUR);
        assert_eq!(machine.cycle(), cycles_in(2 * HOUR));
        assert!(clock.rate().is_some_and(|rate| (rate - 50e6).abs() < 1.0), "{:?}", clock.rate());
    }

    #[test]
    fn a_resumed_clock_runs_at_once_whatever_was_done_while_it_was_paused() {
        let start = Instant::now();
        let mut machine = SimulatedBoard::new(Clocking::Synchronised).expect("a machine");
        let mut clock = RealTimeClock::new(start);
        clock.pause(start);
        machine.run(1_000).expect("no oscillation");
        clock.set_frequency(Some(10.0), machine.cycle(), start + HOUR);
        clock.resume(machine.cycle(), start + 2 * HOUR);
        catch_up(&mut clock, &mut machine, start + 2 * HOUR + Duration::from_secs(1));
        assert_eq!(machine.cycle(), 1_010);
    }

    #[test]
    fn few_cycles_are_simulated_whatever_time_they_take() {
        let start = Instant::now();
        for (behind, expected) in [(1, vec![1]), (99, vec![99]), (1_000, vec![100, 900])] {
            let mut calls = vec![];
            let mut clock = RealTimeClock::new(start);
            let now = start + Duration::from_nanos(behind * PERIOD);
            let run = |cycles, deadline: Instant| {
                let patience = deadline.saturating_duration_since(Instant::now());
                assert_eq!(patience > Duration::from_secs(1), cycles <= FEW_CYCLES, "{patience:?}");
                calls.push(cycles);
                Ok(cycles)
            };
            clock.catch_up::<Oscillation>(0, now, run).expect("no oscillation");
            assert_eq!(calls, expected);
        }
    }

    #[test]
    fn the_rate_shows_that_a_machine_falls_behind() {
        let start = Instant::now();
        let mut machine = SimulatedBoard::new(Clocking::Synchronised).expect("a machine");
        machine.record(Recording::WHOLE);
        let mut clock = RealTimeClock::new(start);
        catch_up(&mut clock, &mut machine, start + Duration::from_secs(1));
        let rate = clock.rate().expect("a rate");
        assert!(rate > 0.0 && rate < 50e6, "{rate}");
        // Skipped cycles are not made up for.
        let cycle = machine.cycle();
        catch_up(&mut clock, &mut machine, start + Duration::from_secs(1));
        assert_eq!(machine.cycle(), cycle);
    }
}
