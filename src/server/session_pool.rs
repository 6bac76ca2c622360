//! The sessions that exist, and which connection has leased which.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::protocol::Saved;
use super::session::{self, Monitors, Session, Template};
use super::simulation_threads::SimulationThreads;
use crate::simulation::SimulationError;

/// How long a session is kept after its tab was closed. A page that is reloaded also closes first.
const CLOSED_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a session is kept after its connection was lost.
const LOST_TIMEOUT: Duration = Duration::from_secs(120);

/// How often expired sessions are evicted.
const EVICTION_INTERVAL: Duration = Duration::from_secs(1);

/// What a tab presents to resume its session: 128 random bits in hexadecimal.
pub type Token = String;

/// All sessions, up to a limit.
pub struct SessionPool {
    /// Every session starts with a copy of one.
    templates: Vec<Template>,
    limit: usize,
    slots: Mutex<HashMap<Token, Slot>>,
    monitors: Arc<Monitors>,
    /// Where sessions are started and called.
    pub threads: SimulationThreads,
}

/// A session that connections share.
pub type SharedSession = Arc<Mutex<Box<dyn Session>>>;

struct Slot {
    page: &'static str,
    session: SharedSession,
    state: SlotState,
}

enum SlotState {
    /// Leased to a connection, which closes when it is notified.
    Leased(Arc<Notify>),
    /// Not leased; evicted at this time.
    ExpiresAt(Instant),
}

/// A connection's right to use a session.
pub struct Lease {
    pub token: Token,
    pub session: SharedSession,
    /// Notified when another connection acquires the session with the same token.
    pub taken_over: Arc<Notify>,
    pub resumed: bool,
}

/// Why a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisconnectReason {
    /// The page or the server closed it.
    Closed,
    /// The connection was lost.
    Lost,
    /// Another connection has leased the session.
    TakenOver,
}

/// Why no session could be leased.
#[derive(Debug, thiserror::Error)]
pub enum AcquireError {
    #[error(
        "all {0} machines are in use: close another tab, or restart the server with a higher limit"
    )]
    Full(usize),
    #[error("this server does not have {0}")]
    NotOffered(&'static str),
    #[error("cannot get random numbers from the system: {0}")]
    NoRandomness(getrandom::Error),
    #[error(transparent)]
    Machine(#[from] SimulationError),
}

impl SessionPool {
    /// Creates a pool for sessions that copy these, which share the limit.
    pub fn new(templates: Vec<Template>, limit: usize) -> SessionPool {
        SessionPool {
            templates,
            limit,
            slots: Mutex::default(),
            monitors: Arc::default(),
            threads: SimulationThreads::new(),
        }
    }

    /// Returns the number of sessions, including those that are not leased but have not expired.
    pub fn len(&self) -> usize {
        self.slots().len()
    }

    /// Leases the session of `token` if it still exists and is one of this page, otherwise a new one.
    ///
    /// If the pool is full, the unleased session that expires first is evicted.
    pub fn acquire(
        &self,
        page: &'static str,
        token: Option<&str>,
        saved: Option<Saved>,
    ) -> Result<Lease, AcquireError> {
        let taken_over = Arc::new(Notify::new());
        let mut slots = self.slots();
        if let Some(token) = token
            && let Some(slot) = slots.get_mut(token)
            && slot.page == page
        {
            let leased = SlotState::Leased(taken_over.clone());
            if let SlotState::Leased(previous) = std::mem::replace(&mut slot.state, leased) {
                previous.notify_one();
            }
            let (token, session) = (token.to_string(), slot.session.clone());
            return Ok(Lease { token, session, taken_over, resumed: true });
        }
        if slots.len() >= self.limit {
            let evicted = first_to_expire(&slots).ok_or(AcquireError::Full(self.limit))?;
            slots.remove(&evicted);
        }
        let token = new_token().map_err(AcquireError::NoRandomness)?;
        let seed = getrandom::u64().map_err(AcquireError::NoRandomness)?;
        let template = self.templates.iter().find(|template| template.page() == page);
        let template = template.ok_or(AcquireError::NotOffered(page))?;
        let session = session::start(template, &self.monitors, saved, seed, Instant::now())?;
        let session = Arc::new(Mutex::new(session));
        let state = SlotState::Leased(taken_over.clone());
        slots.insert(token.clone(), Slot { page, session: session.clone(), state });
        Ok(Lease { token, session, taken_over, resumed: false })
    }

    /// Ends a lease. The session can be resumed until it expires.
    pub fn release(&self, lease: &Lease, reason: DisconnectReason) {
        let timeout = match reason {
            DisconnectReason::Closed => CLOSED_TIMEOUT,
            DisconnectReason::Lost => LOST_TIMEOUT,
            DisconnectReason::TakenOver => return,
        };
        let mut slots = self.slots();
        if let Some(slot) = slots.get_mut(&lease.token)
            && let SlotState::Leased(owner) = &slot.state
            && Arc::ptr_eq(owner, &lease.taken_over)
        {
            slot.state = SlotState::ExpiresAt(Instant::now() + timeout);
        }
    }

    fn evict_expired(&self, now: Instant) {
        self.slots().retain(|_, slot| match slot.state {
            SlotState::Leased(_) => true,
            SlotState::ExpiresAt(expiry) => now < expiry,
        });
    }

    /// Locks the map. A poisoned lock is used as it is: no change to the map can be half done.
    fn slots(&self) -> MutexGuard<'_, HashMap<Token, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn first_to_expire(slots: &HashMap<Token, Slot>) -> Option<Token> {
    let unleased = slots.iter().filter_map(|(token, slot)| match slot.state {
        SlotState::Leased(_) => None,
        SlotState::ExpiresAt(expiry) => Some((expiry, token)),
    });
    unleased.min().map(|(_, token)| token.clone())
}

/// Evicts expired sessions periodically, until the task is aborted.
pub async fn evict_periodically(pool: Arc<SessionPool>) {
    let mut interval = tokio::time::interval(EVICTION_INTERVAL);
    loop {
        interval.tick().await;
        pool.evict_expired(Instant::now());
    }
}

fn new_token() -> Result<Token, getrandom::Error> {
    Ok(format!("{:016x}{:016x}", getrandom::u64()?, getrandom::u64()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Clocking, Top};
    use crate::simulation::SimulatedBoard;

    const TASK5: &str = "task5";

    fn pool(limit: usize) -> SessionPool {
        let tops = [Top::Task5(Clocking::Synchronised), Top::Casino];
        let machines = tops
            .map(|top| Template::Machine(Box::new(SimulatedBoard::new(top).expect("a machine"))));
        SessionPool::new(machines.into(), limit)
    }

    #[test]
    fn sessions_are_limited_and_evicted_when_they_expire() {
        let pool = pool(2);
        let first = pool.acquire(TASK5, None, None).expect("a lease");
        let second = pool.acquire(TASK5, None, None).expect("a lease");
        assert_ne!(first.token, second.token);
        let full = pool.acquire(TASK5, None, None).err().expect("no lease").to_string();
        assert!(full.starts_with("all 2 machines are in use"), "{full}");

        pool.release(&first, DisconnectReason::Closed);
        pool.release(&second, DisconnectReason::Lost);
        pool.evict_expired(Instant::now());
        assert_eq!(pool.len(), 2);
        pool.evict_expired(Instant::now() + CLOSED_TIMEOUT);
        assert_eq!(pool.len(), 1);
        pool.evict_expired(Instant::now() + LOST_TIMEOUT);
        assert_eq!(pool.len(), 0);
    }

    #[test]
    fn a_full_pool_evicts_the_unleased_session_that_expires_first() {
        let pool = pool(2);
        let [lost, closed] = [(); 2].map(|()| pool.acquire(TASK5, None, None).expect("a lease"));
        pool.release(&lost, DisconnectReason::Lost);
        pool.release(&closed, DisconnectReason::Closed);
        let new = pool.acquire(TASK5, None, None).expect("a lease");
        assert!(!new.resumed);
        assert!(pool.acquire(TASK5, Some(&lost.token), None).expect("the same session").resumed);
        assert!(pool.acquire(TASK5, Some(&closed.token), None).is_err());
    }

    #[test]
    fn a_tab_that_reconnects_resumes_its_session() {
        let pool = pool(1);
        let before = pool.acquire(TASK5, None, None).expect("a lease");
        pool.release(&before, DisconnectReason::Lost);
        let after = pool.acquire(TASK5, Some(&before.token), None).expect("the same session");
        assert!(after.resumed);
        assert!(Arc::ptr_eq(&before.session, &after.session));
        pool.evict_expired(Instant::now() + LOST_TIMEOUT);
        assert_eq!(pool.len(), 1);
    }

    #[tokio::test]
    async fn the_newest_connection_takes_the_session_over() {
        let pool = pool(1);
        let before = pool.acquire(TASK5, None, None).expect("a lease");
        let after = pool.acquire(TASK5, Some(&before.token), None).expect("the same session");
        before.taken_over.notified().await;
        // Releasing the old lease afterwards has no effect.
        pool.release(&before, DisconnectReason::Lost);
        pool.evict_expired(Instant::now() + LOST_TIMEOUT);
        assert_eq!(pool.len(), 1);
        assert!(after.resumed);
    }

    #[test]
    fn an_unknown_token_gets_a_new_session() {
        let pool = pool(2);
        for token in ["", "0", "00000000000000000000000000000000"] {
            let lease = pool.acquire(TASK5, Some(token), None).expect("a lease");
            assert!(!lease.resumed);
            assert_ne!(lease.token, token);
            pool.release(&lease, DisconnectReason::Closed);
            pool.evict_expired(Instant::now() + CLOSED_TIMEOUT);
        }
    }

    #[test]
    fn a_token_of_another_machine_gets_a_new_session_within_the_same_limit() {
        let pool = pool(2);
        let task5 = pool.acquire(TASK5, None, None).expect("a lease");
        let casino = pool.acquire("casino", Some(&task5.token), None).expect("a lease");
        assert!(!casino.resumed);
        assert_ne!(casino.token, task5.token);
        assert!(matches!(pool.acquire(TASK5, None, None), Err(AcquireError::Full(2))));
    }
}
