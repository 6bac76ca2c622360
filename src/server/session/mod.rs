//! A machine with its table, in real time.

mod inside;
mod pace;

use std::time::Instant;

use super::protocol::{Board, Inside, Reply, Request, Saved};
use crate::engine::Clocking;
use crate::machine::{KEYS, Machine, MachineError, Recording};
use inside::Probes;
use pace::Pace;

/// Cycles after a key has moved until everything that comes of it is to be seen; a multiple of what the synchronisers take.
const SETTLING: u64 = 8;

/// What is kept of a hand for its waveform: it stays readable, and small however long somebody plays with the keys.
const RECORDING: Recording = Recording { cycles: 6, moments: 2_000 };

/// One player's machine.
#[derive(Clone)]
pub struct Session {
    machine: Machine,
    pace: Pace,
    probes: Probes,
    sent: Sent,
}

/// What the page knows.
#[derive(Clone, Default)]
struct Sent {
    inside: Option<Inside>,
}

impl Session {
    /// Takes a machine fresh from power-up.
    pub fn new(mut machine: Machine, saved: Option<Saved>, seed: u64, now: Instant) -> Session {
        let _ = (saved, seed);
        let probes = Probes::new(&machine);
        machine.record(RECORDING);
        Session { machine, pace: Pace::new(now), probes, sent: Sent::default() }
    }

    pub fn clocking(&self) -> Clocking {
        self.machine.clocking()
    }

    /// Tells a page that has just come all there is to know.
    pub fn greet(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        self.sent = Sent::default();
        self.pulse(now, replies);
    }

    /// Time has gone by.
    pub fn pulse(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        let result = self.pace.catch_up(&mut self.machine, now);
        self.tell(result.map_err(MachineError::from), now, replies);
    }

    /// Does what a page asks for.
    pub fn answer(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>) {
        let result = match request {
            Request::Key { key, pressed } if key < KEYS => self.move_key(key, pressed, now),
            Request::Key { key, .. } => {
                return replies.push(Reply::Error { message: format!("there is no KEY{key}") });
            }
            Request::Hello { .. } => {
                return replies
                    .push(Reply::Error { message: "`hello` has been said already".into() });
            }
            _ => Ok(()),
        };
        self.tell(result, now, replies);
    }

    fn move_key(&mut self, key: usize, pressed: bool, now: Instant) -> Result<(), MachineError> {
        self.pace.catch_up(&mut self.machine, now)?;
        self.machine.set_key(key, pressed)?;
        self.machine.run(SETTLING)?;
        Ok(())
    }

    /// What has changed since the page was last told.
    fn tell(&mut self, result: Result<(), MachineError>, now: Instant, replies: &mut Vec<Reply>) {
        if let Err(error) = result {
            replies.push(Reply::Error { message: error.to_string() });
        }
        let picture = self.machine.picture();
        replies.push(Reply::Board(Board {
            hex: std::array::from_fn(|number| picture.hex(number)),
            ledr: picture.ledr(),
            keys: std::array::from_fn(|key| self.machine.is_pressed(key)),
            cycle: self.machine.cycle(),
            rate: self.pace.rate(&self.machine, now),
        }));
        let inside = self.probes.read(&self.machine);
        if self.sent.inside.as_ref() != Some(&inside) {
            replies.push(Reply::Inside(inside.clone()));
            self.sent.inside = Some(inside);
        }
    }
}
