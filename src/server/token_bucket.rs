//! Rate limiting.

use std::time::Instant;

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
    use std::time::Duration;

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
    }
}
