//! One board in real time, with what its page shows.
//!
//! | module | contents |
//! |---|---|
//! | `request_error` | why a request fails |
//! | `board` | our machines in real time: clock, internals, waveform, hands |
//! | `game` | the keys and the clock of our machines |
//! | `machine` | what the sessions of our machines begin with |
//! | `task5` | `task5` with a table that keeps shoe and bets |
//! | `casino` | `casino`, which keeps shoe and bets itself |
//! | `foreign` | a foreign design |
//! | `picture` | a frame of a monitor as a message |
//! | `shared_design` | what is shown of it, and replaced when its sources change |
//! | `changes` | what is sent only when it changes |
//! | `history` | the hands that were played |
//! | `probes` | the internal signals |
//! | `real_time` | the clock at 50 MHz |
//! | `protocol` | the messages between page and session |
//! | `timing` | a timing diagram as a message |

mod board;
mod casino;
mod changes;
mod foreign;
mod game;
mod history;
mod machine;
mod picture;
mod probes;
pub mod protocol;
mod real_time;
mod request_error;
mod shared_design;
mod task5;
mod timing;

use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use casino::CasinoSession;
pub use foreign::ForeignSession;
pub use machine::Machine;
use protocol::Reply;
use request_error::RequestError;
pub use shared_design::{SharedDesign, Shown};
use task5::Task5Session;

/// How many other requests one counts as that takes about that much longer.
const HIGH_COST: f64 = 20.0;

/// The board of one tab.
pub trait Session: Send {
    /// How often it is simulated, and its page gets what has changed.
    fn interval(&self) -> Duration;

    /// Sends the whole state to a page that has just connected.
    fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>);

    /// The first message to such a page, before the state.
    fn welcome(&self, token: String, resumed: bool) -> Reply {
        Reply::Welcome { token, resumed, clocking: None }
    }

    /// Simulates until `now`.
    fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>);

    /// Answers a message of the page. Returns how many simple requests it counts as.
    fn handle(&mut self, message: &str, now: Instant, replies: &mut Vec<Reply>) -> f64;
}

/// What the sessions of a page have of their own.
trait Page: Send {
    type Request: DeserializeOwned;

    /// How the board is clocked, if its page says so.
    fn clocking(&self) -> Option<String> {
        None
    }

    fn interval(&self) -> Duration {
        Duration::from_millis(250)
    }

    /// Returns whether a request takes much longer than others.
    fn is_costly(request: &Self::Request) -> bool;

    /// Simulates until `now`.
    fn catch_up(&mut self, now: Instant) -> Result<(), RequestError>;

    /// Prepares to send everything to a page that has just connected, and releases the keys.
    fn start(&mut self, replies: &mut Vec<Reply>) -> Result<(), RequestError>;

    /// Does what a request asks.
    fn answer(
        &mut self,
        request: Self::Request,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) -> Result<(), RequestError>;

    /// Sends the board with the next changes even if it has not changed.
    fn forget_board(&mut self);

    /// Adds what has changed since the last call.
    fn push_changes(&mut self, now: Instant, replies: &mut Vec<Reply>) -> Result<(), RequestError>;
}

impl<P: Page> Session for P {
    fn welcome(&self, token: String, resumed: bool) -> Reply {
        Reply::Welcome { token, resumed, clocking: self.clocking() }
    }

    fn interval(&self) -> Duration {
        Page::interval(self)
    }

    fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        let caught_up = self.catch_up(now);
        let result = caught_up.and(self.start(replies));
        finish(self, result, now, replies);
    }

    fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        let result = self.catch_up(now);
        finish(self, result, now, replies);
    }

    fn handle(&mut self, message: &str, now: Instant, replies: &mut Vec<Reply>) -> f64 {
        let request = match protocol::parse(message) {
            Ok(request) => request,
            Err(message) => {
                replies.push(Reply::Error { message });
                return 1.0;
            }
        };
        let cost = if P::is_costly(&request) { HIGH_COST } else { 1.0 };
        self.forget_board();
        let result = self.catch_up(now).and_then(|()| self.answer(request, now, replies));
        finish(self, result, now, replies);
        cost
    }
}

/// Adds the error, and whatever has changed.
fn finish(
    page: &mut impl Page,
    result: Result<(), RequestError>,
    now: Instant,
    replies: &mut Vec<Reply>,
) {
    let error = |error: RequestError| Reply::Error { message: error.to_string() };
    replies.extend(result.err().map(error));
    let result = page.push_changes(now, replies);
    replies.extend(result.err().map(error));
}
