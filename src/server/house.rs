//! Who sits at which machine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::protocol::Saved;
use super::session::Session;
use crate::machine::Machine;

/// How long a machine waits for a tab that said goodbye: a page that is loaded again does that, too.
const AFTER_GOODBYE: Duration = Duration::from_secs(5);

/// How long a machine waits for a tab whose connection was lost.
const AFTER_A_LOSS: Duration = Duration::from_secs(120);

/// How often machines are looked for that nobody came back to.
const SWEEP: Duration = Duration::from_secs(1);

/// What a tab shows to get its machine again: 128 random bits in hexadecimal.
pub type Token = String;

/// All machines.
pub struct House {
    /// Fresh from power-up; every other one begins as a copy.
    first: Machine,
    limit: usize,
    seats: Mutex<HashMap<Token, Seat>>,
}

struct Seat {
    session: Arc<Mutex<Session>>,
    occupancy: Occupancy,
}

enum Occupancy {
    /// A connection has it; the connection ends when it is notified.
    Taken(Arc<Notify>),
    /// Nobody, until then.
    Kept(Instant),
}

/// A connection's right to a machine.
pub struct Claim {
    pub token: Token,
    pub session: Arc<Mutex<Session>>,
    /// Notified when another connection comes with the same token.
    pub taken_over: Arc<Notify>,
    pub resumed: bool,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    Goodbye,
    Loss,
    /// Somebody else has the machine now.
    TakenOver,
}

/// Why there is no machine for somebody.
#[derive(Debug, thiserror::Error)]
pub enum NoSeat {
    #[error(
        "all {0} machines are taken: close a tab in which one runs, or start the server with more (--machines)"
    )]
    Full(usize),
    #[error("the system gives no random numbers: {0}")]
    NoToken(getrandom::Error),
}

impl House {
    pub fn new(first: Machine, limit: usize) -> House {
        House { first, limit, seats: Mutex::default() }
    }

    /// How many machines there are, those included that wait for somebody to come back.
    pub fn machines(&self) -> usize {
        self.seats().len()
    }

    /// Gives a tab the machine that it had, or a new one.
    pub fn claim(&self, token: Option<&str>, saved: Option<Saved>) -> Result<Claim, NoSeat> {
        let taken_over = Arc::new(Notify::new());
        let mut seats = self.seats();
        if let Some(token) = token
            && let Some(seat) = seats.get_mut(token)
        {
            let now = Occupancy::Taken(taken_over.clone());
            if let Occupancy::Taken(before) = std::mem::replace(&mut seat.occupancy, now) {
                before.notify_one();
            }
            let (token, session) = (token.to_string(), seat.session.clone());
            return Ok(Claim { token, session, taken_over, resumed: true });
        }
        if seats.len() >= self.limit {
            let longest = free_first(&seats).ok_or(NoSeat::Full(self.limit))?;
            seats.remove(&longest);
        }
        let token = new_token().map_err(NoSeat::NoToken)?;
        let seed = getrandom::u64().map_err(NoSeat::NoToken)?;
        let session = Session::new(self.first.clone(), saved, seed, Instant::now());
        let session = Arc::new(Mutex::new(session));
        let occupancy = Occupancy::Taken(taken_over.clone());
        seats.insert(token.clone(), Seat { session: session.clone(), occupancy });
        Ok(Claim { token, session, taken_over, resumed: false })
    }

    /// A connection has ended.
    pub fn leave(&self, claim: &Claim, parting: Parting) {
        let patience = match parting {
            Parting::Goodbye => AFTER_GOODBYE,
            Parting::Loss => AFTER_A_LOSS,
            Parting::TakenOver => return,
        };
        let mut seats = self.seats();
        if let Some(seat) = seats.get_mut(&claim.token)
            && let Occupancy::Taken(owner) = &seat.occupancy
            && Arc::ptr_eq(owner, &claim.taken_over)
        {
            seat.occupancy = Occupancy::Kept(Instant::now() + patience);
        }
    }

    /// Frees the machines that nobody came back to.
    fn clear(&self, now: Instant) {
        self.seats().retain(|_, seat| match seat.occupancy {
            Occupancy::Taken(_) => true,
            Occupancy::Kept(until) => now < until,
        });
    }

    /// What is in there is whole at all times, also after a panic elsewhere.
    fn seats(&self) -> MutexGuard<'_, HashMap<Token, Seat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The machine that has waited the longest for somebody who did not come back.
fn free_first(seats: &HashMap<Token, Seat>) -> Option<Token> {
    let waiting = seats.iter().filter_map(|(token, seat)| match seat.occupancy {
        Occupancy::Taken(_) => None,
        Occupancy::Kept(until) => Some((until, token)),
    });
    waiting.min().map(|(_, token)| token.clone())
}

/// Clears up for as long as it is let.
pub async fn sweep(house: Arc<House>) {
    let mut interval = tokio::time::interval(SWEEP);
    loop {
        interval.tick().await;
        house.clear(Instant::now());
    }
}

fn new_token() -> Result<Token, getrandom::Error> {
    Ok(format!("{:016x}{:016x}", getrandom::u64()?, getrandom::u64()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clocking;

    fn house(limit: usize) -> House {
        House::new(Machine::new(Clocking::Synchronised).expect("a machine"), limit)
    }

    #[test]
    fn machines_are_limited_and_freed_when_nobody_comes_back() {
        let house = house(2);
        let first = house.claim(None, None).expect("a seat");
        let second = house.claim(None, None).expect("a seat");
        assert_ne!(first.token, second.token);
        let full = house.claim(None, None).err().expect("no seat").to_string();
        assert!(full.starts_with("all 2 machines are taken"), "{full}");

        house.leave(&first, Parting::Goodbye);
        house.leave(&second, Parting::Loss);
        house.clear(Instant::now());
        assert_eq!(house.machines(), 2);
        house.clear(Instant::now() + AFTER_GOODBYE);
        assert_eq!(house.machines(), 1);
        house.clear(Instant::now() + AFTER_A_LOSS);
        assert_eq!(house.machines(), 0);
    }

    #[test]
    fn who_comes_is_worth_more_than_who_may_come_back() {
        let house = house(2);
        let [lost, closed] = [(); 2].map(|()| house.claim(None, None).expect("a seat"));
        house.leave(&lost, Parting::Loss);
        house.leave(&closed, Parting::Goodbye);
        let new = house.claim(None, None).expect("a seat");
        assert!(!new.resumed);
        assert!(house.claim(Some(&lost.token), None).expect("the same seat").resumed);
        assert!(house.claim(Some(&closed.token), None).is_err());
    }

    #[test]
    fn a_tab_that_comes_back_has_its_machine_again() {
        let house = house(1);
        let before = house.claim(None, None).expect("a seat");
        house.leave(&before, Parting::Loss);
        let after = house.claim(Some(&before.token), None).expect("the same seat");
        assert!(after.resumed);
        assert!(Arc::ptr_eq(&before.session, &after.session));
        house.clear(Instant::now() + AFTER_A_LOSS);
        assert_eq!(house.machines(), 1);
    }

    #[tokio::test]
    async fn the_newest_connection_has_the_machine() {
        let house = house(1);
        let before = house.claim(None, None).expect("a seat");
        let after = house.claim(Some(&before.token), None).expect("the same seat");
        before.taken_over.notified().await;
        // The old connection ends later, and that changes nothing.
        house.leave(&before, Parting::Loss);
        house.clear(Instant::now() + AFTER_A_LOSS);
        assert_eq!(house.machines(), 1);
        assert!(after.resumed);
    }

    #[test]
    fn a_token_that_nobody_was_given_is_no_token() {
        let house = house(2);
        for token in ["", "0", "00000000000000000000000000000000"] {
            let claim = house.claim(Some(token), None).expect("a seat");
            assert!(!claim.resumed);
            assert_ne!(claim.token, token);
            house.leave(&claim, Parting::Goodbye);
            house.clear(Instant::now() + AFTER_GOODBYE);
        }
    }
}
