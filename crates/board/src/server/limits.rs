//! The limits of the server: how many, how often, how long.

use std::time::{Duration, Instant};

/// The limits that can be set.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The number of simulated boards.
    pub machines: u16,
    /// How many bytes the boards of a foreign design may take together.
    pub memory: u64,
    /// How many messages per second a page may send on average. Bursts may be twice that. Manual
    /// play does not reach it.
    pub messages_per_second: f64,
    /// How long a peer may take to send the head of a request, and how long a connection may wait
    /// for one. Otherwise peers that send slowly could keep all others out.
    pub head_timeout: Duration,
    /// How long a session is kept after its tab was closed. A page that is reloaded also closes
    /// first.
    pub closed_timeout: Duration,
    /// How long a session is kept after its connection was lost.
    pub lost_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            machines: 64,
            memory: DEFAULT_MEMORY_MIB << 20,
            messages_per_second: 100.0,
            head_timeout: Duration::from_secs(5),
            closed_timeout: Duration::from_secs(5),
            lost_timeout: Duration::from_secs(120),
        }
    }
}

/// In MiB.
pub const DEFAULT_MEMORY_MIB: u64 = 2048;

/// A browser opens several connections at once to load a page, and keeps one open.
const CONNECTIONS_PER_MACHINE: u32 = 4;

/// Connections on which pages are refused when all machines are in use.
const SPARE_CONNECTIONS: u32 = 64;

impl Limits {
    /// Returns the number of connections at once; further ones wait until one closes.
    pub fn connections(&self) -> u32 {
        u32::from(self.machines) * CONNECTIONS_PER_MACHINE + SPARE_CONNECTIONS
    }
}

/// How long a peer may send nothing. Pages send a ping every 15 seconds; browsers may slow down
/// those in the background.
pub const READ_TIMEOUT: Duration = Duration::from_secs(100);

/// How long a peer may accept none of the data sent to it.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// How long a page may take to send its first message, or to receive one.
pub const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a page may take to answer a close frame.
pub const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A page without messages for so long is lost. Browsers let the timers of hidden pages run once a
/// minute, and with them the pings.
pub const SILENCE_TIMEOUT: Duration = Duration::from_secs(150);

/// A longer message, in bytes, is not received to its end and closes the connection.
pub const MAX_RECEIVED: usize = 1024 * 1024;

/// A token bucket: it refills at a constant rate and holds at most the tokens of two seconds.
pub struct TokenBucket {
    /// Tokens per second.
    rate: f64,
    tokens: f64,
    updated: Instant,
}

/// More was taken than the bucket held.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("too many messages: the limit is {rate} per second")]
pub struct RateExceeded {
    rate: f64,
}

impl TokenBucket {
    /// Returns a full bucket.
    pub fn new(rate: f64, now: Instant) -> TokenBucket {
        TokenBucket { rate, tokens: 2.0 * rate, updated: now }
    }

    /// Takes `cost` tokens.
    ///
    /// # Errors
    ///
    /// [`RateExceeded`] if there are not enough. The tokens are taken nevertheless.
    pub fn take(&mut self, cost: f64, now: Instant) -> Result<(), RateExceeded> {
        let refill = now.saturating_duration_since(self.updated).as_secs_f64() * self.rate;
        self.tokens = (self.tokens + refill).min(2.0 * self.rate) - cost;
        self.updated = now;
        if self.tokens < 0.0 { Err(RateExceeded { rate: self.rate }) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_of_two_seconds_is_allowed_and_then_the_rate() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(10.0, start);
        for _ in 0..20 {
            assert_eq!(bucket.take(1.0, start), Ok(()));
        }
        let later = start + Duration::from_secs(1);
        assert_eq!(bucket.take(10.0, later), Ok(()));
        let error = bucket.take(1.0, later).expect_err("the bucket is empty");
        assert_eq!(error.to_string(), "too many messages: the limit is 10 per second");
        // A longer silence does not allow more.
        let later = start + Duration::from_secs(60);
        assert_eq!(bucket.take(20.0, later), Ok(()));
        assert!(bucket.take(1.0, later).is_err());
    }
}
