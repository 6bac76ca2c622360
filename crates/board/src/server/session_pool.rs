//! The sessions that exist, and which connection has leased which.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use super::Page;
use super::limits::Limits;
use baccarat_sim::SimulationError;
use board_session::Session;
use board_session::protocol::Saved;

/// What a tab presents to resume its session: 128 random bits in hexadecimal.
pub type Token = String;

/// Starts a session at power-up. The values of the browser and the seed are for machines whose
/// table the server keeps.
pub type StartSession = Box<
    dyn Fn(Option<Saved>, u64, Instant) -> Result<Box<dyn Session>, SimulationError> + Send + Sync,
>;

/// All sessions, up to a limit.
pub struct SessionPool {
    pub limits: Limits,
    slots: Mutex<HashMap<Token, Slot>>,
}

/// A session that connections share.
pub type SharedSession = Arc<Mutex<Box<dyn Session>>>;

struct Slot {
    page: &'static str,
    /// `None` until it has started.
    session: Option<SharedSession>,
    state: SlotState,
}

enum SlotState {
    /// Leased to a connection, which closes when it is notified.
    Leased(Arc<Notify>),
    /// Not leased; evicted when it is looked for after this time.
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
    Full(u16),
    #[error(
        "no memory for another board: one of this design takes {} MiB, and all together may take {} MiB. \
         Close another tab, or restart the server with a higher --memory",
        .board.div_ceil(1 << 20),
        .limit >> 20
    )]
    NoMemory { board: u64, limit: u64 },
    #[error("cannot get random numbers from the system: {0}")]
    NoRandomness(getrandom::Error),
    #[error(transparent)]
    Machine(#[from] SimulationError),
}

impl SessionPool {
    pub fn new(limits: Limits) -> SessionPool {
        SessionPool { limits, slots: Mutex::default() }
    }

    /// Returns the number of sessions, including those that are not leased but have not expired.
    pub fn len(&self) -> usize {
        self.slots(Instant::now()).len()
    }

    /// Leases the session of `token` if it still exists and is one of this page, otherwise a new
    /// one, whose start does not block other tabs.
    ///
    /// If the pool is full, the unleased session that expires first is evicted.
    pub fn acquire(
        &self,
        page: &Page,
        token: Option<&str>,
        saved: Option<Saved>,
    ) -> Result<Lease, AcquireError> {
        let now = Instant::now();
        let taken_over = Arc::new(Notify::new());
        let mut slots = self.slots(now);
        if let Some(token) = token
            && let Some(slot) = slots.get_mut(token)
            && slot.page == page.name
            && let Some(session) = slot.session.clone()
        {
            let leased = SlotState::Leased(taken_over.clone());
            if let SlotState::Leased(previous) = std::mem::replace(&mut slot.state, leased) {
                previous.notify_one();
            }
            return Ok(Lease { token: token.to_string(), session, taken_over, resumed: true });
        }
        self.make_room(&mut slots, (page.board_bytes)())?;
        let token = new_token().map_err(AcquireError::NoRandomness)?;
        let seed = getrandom::u64().map_err(AcquireError::NoRandomness)?;
        let state = SlotState::Leased(taken_over.clone());
        slots.insert(token.clone(), Slot { page: page.name, session: None, state });
        drop(slots);
        let start = Start { pool: self, token: &token };
        let session = Arc::new(Mutex::new((page.start)(saved, seed, now)?));
        if let Some(slot) = self.slots(now).get_mut(start.token) {
            slot.session = Some(session.clone());
        }
        drop(start);
        Ok(Lease { token, session, taken_over, resumed: false })
    }

    /// Evicts sessions that are not leased until there is room for a board of so many bytes. All
    /// boards are of one design, or take none of the memory that is limited.
    fn make_room(&self, slots: &mut HashMap<Token, Slot>, board: u64) -> Result<(), AcquireError> {
        let Limits { machines, memory: limit, .. } = self.limits;
        loop {
            let missing = if slots.len() >= machines.into() {
                AcquireError::Full(machines)
            } else if board * (slots.len() as u64 + 1) > limit {
                AcquireError::NoMemory { board, limit }
            } else {
                return Ok(());
            };
            let evicted = first_to_expire(slots).ok_or(missing)?;
            slots.remove(&evicted);
        }
    }

    /// Ends a lease. The session can be resumed until it expires.
    pub fn release(&self, lease: &Lease, reason: DisconnectReason) {
        let now = Instant::now();
        let timeout = match reason {
            DisconnectReason::Closed => self.limits.closed_timeout,
            DisconnectReason::Lost => self.limits.lost_timeout,
            DisconnectReason::TakenOver => return,
        };
        if let Some(slot) = self.slots(now).get_mut(&lease.token)
            && let SlotState::Leased(owner) = &slot.state
            && Arc::ptr_eq(owner, &lease.taken_over)
        {
            slot.state = SlotState::ExpiresAt(now + timeout);
        }
    }

    /// Locks the map and evicts what has expired. A poisoned lock is used as it is: no change to
    /// the map can be half done.
    fn slots(&self, now: Instant) -> MutexGuard<'_, HashMap<Token, Slot>> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(|_, slot| match slot.state {
            SlotState::Leased(_) => true,
            SlotState::ExpiresAt(expiry) => now < expiry,
        });
        slots
    }
}

/// The start of a session. Dropping it frees the slot unless the session has started.
struct Start<'p> {
    pool: &'p SessionPool,
    token: &'p Token,
}

impl Drop for Start<'_> {
    fn drop(&mut self) {
        let mut slots = self.pool.slots(Instant::now());
        slots.retain(|token, slot| token != self.token || slot.session.is_some());
    }
}

fn first_to_expire(slots: &HashMap<Token, Slot>) -> Option<Token> {
    let unleased = slots.iter().filter_map(|(token, slot)| match slot.state {
        SlotState::Leased(_) => None,
        SlotState::ExpiresAt(expiry) => Some((expiry, token)),
    });
    unleased.min().map(|(_, token)| token.clone())
}

fn new_token() -> Result<Token, getrandom::Error> {
    Ok(format!("{:016x}{:016x}", getrandom::u64()?, getrandom::u64()?))
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use board_session::protocol::Reply;

    /// A session without a board.
    struct Idle;

    impl Session for Idle {
        fn interval(&self) -> Duration {
            Duration::MAX
        }

        fn connect(&mut self, _: Instant, _: &mut Vec<Reply>) {}

        fn advance(&mut self, _: Instant, _: &mut Vec<Reply>) {}

        fn handle(&mut self, _: &str, _: Instant, _: &mut Vec<Reply>) -> f64 {
            0.0
        }
    }

    fn page(name: &'static str) -> Page {
        page_with_start(name, || ())
    }

    /// A page that does this when a session starts.
    fn page_with_start(name: &'static str, on_start: impl Fn() + Send + Sync + 'static) -> Page {
        let start: StartSession = Box::new(move |_, _, _| {
            on_start();
            Ok(Box::new(Idle))
        });
        Page { name, state_diagram: None, board_bytes: Box::new(|| 0), start }
    }

    fn pool(machines: u16) -> SessionPool {
        SessionPool::new(Limits { machines, ..Limits::default() })
    }

    fn acquire(pool: &SessionPool, token: Option<&Token>) -> Result<Lease, AcquireError> {
        pool.acquire(&page("task5"), token.map(String::as_str), None)
    }

    #[test]
    fn sessions_are_limited_and_evicted_when_they_expire() {
        let pool = pool(2);
        let first = acquire(&pool, None).expect("a lease");
        let second = acquire(&pool, None).expect("a lease");
        assert_ne!(first.token, second.token);
        let full = acquire(&pool, None).err().expect("no lease").to_string();
        assert!(full.starts_with("all 2 machines are in use"), "{full}");

        pool.release(&first, DisconnectReason::Closed);
        pool.release(&second, DisconnectReason::Lost);
        let Limits { closed_timeout, lost_timeout, .. } = pool.limits;
        for (later, left) in [(Duration::ZERO, 2), (closed_timeout, 1), (lost_timeout, 0)] {
            assert_eq!(pool.slots(Instant::now() + later).len(), left, "after {later:?}");
        }
    }

    #[test]
    fn a_session_that_takes_long_to_start_does_not_block_others_but_has_its_place() {
        let pool = pool(2);
        let (started, wait_for_start) = mpsc::channel();
        let (finish, wait_to_finish) = mpsc::channel::<()>();
        let wait_to_finish = Mutex::new(wait_to_finish);
        let slow = page_with_start("design", move || {
            started.send(()).expect("the test waits");
            let wait = wait_to_finish.lock().expect("no panic");
            wait.recv_timeout(Duration::from_secs(20)).expect("others are not blocked");
        });
        thread::scope(|scope| {
            let opened = scope.spawn(|| pool.acquire(&slow, None, None).is_ok());
            wait_for_start.recv().expect("a start");
            let other = acquire(&pool, None).expect("a lease");
            assert!(acquire(&pool, None).is_err(), "both places are taken");
            pool.release(&other, DisconnectReason::Closed);
            finish.send(()).expect("it waits");
            assert!(opened.join().expect("no panic"));
        });
        assert_eq!(pool.len(), 2);
    }

    #[test]
    fn boards_are_limited_by_what_they_take_together() {
        let limits = Limits { memory: 5 << 20, ..Limits::default() };
        let pool = SessionPool::new(limits);
        let page = |mib: u64| Page { board_bytes: Box::new(move || mib << 20), ..page("design") };
        let open = |mib: u64| pool.acquire(&page(mib), None, None);
        let first = open(2).expect("a lease");
        open(2).expect("a lease");
        let refused = open(2).err().expect("no lease").to_string();
        assert_eq!(
            refused,
            "no memory for another board: one of this design takes 2 MiB, and all together may take 5 MiB. \
             Close another tab, or restart the server with a higher --memory"
        );
        pool.release(&first, DisconnectReason::Closed);
        open(2).expect("the place of the closed tab");
        assert!(open(6).is_err());
        assert_eq!(pool.len(), 2);
    }

    #[test]
    fn a_session_that_cannot_start_leaves_its_place() {
        let pool = pool(1);
        let faulty = page_with_start("design", || panic!("on purpose"));
        let attempt = || pool.acquire(&faulty, None, None).is_ok();
        assert!(catch_unwind(AssertUnwindSafe(attempt)).is_err());
        assert_eq!(pool.len(), 0);
        acquire(&pool, None).expect("a lease");
    }

    #[test]
    fn a_full_pool_evicts_the_unleased_session_that_expires_first() {
        let pool = pool(2);
        let [lost, closed] = [(); 2].map(|()| acquire(&pool, None).expect("a lease"));
        pool.release(&lost, DisconnectReason::Lost);
        pool.release(&closed, DisconnectReason::Closed);
        assert!(!acquire(&pool, None).expect("a lease").resumed);
        assert!(acquire(&pool, Some(&lost.token)).expect("the same session").resumed);
        assert!(acquire(&pool, Some(&closed.token)).is_err());
    }

    #[tokio::test]
    async fn the_newest_connection_takes_the_session_over() {
        let pool = pool(1);
        let before = acquire(&pool, None).expect("a lease");
        let after = acquire(&pool, Some(&before.token)).expect("the same session");
        assert!(after.resumed && Arc::ptr_eq(&before.session, &after.session));
        before.taken_over.notified().await;
        // Releasing the old lease afterwards has no effect.
        pool.release(&before, DisconnectReason::Lost);
        assert_eq!(pool.slots(Instant::now() + pool.limits.lost_timeout).len(), 1);
    }

    #[test]
    fn an_unknown_token_or_one_of_another_page_gets_a_new_session_within_the_same_limit() {
        let pool = pool(4);
        for token in ["", "0", "00000000000000000000000000000000"] {
            let lease = acquire(&pool, Some(&token.to_string())).expect("a lease");
            assert!(!lease.resumed && lease.token != token);
        }
        let lease = acquire(&pool, None).expect("a lease");
        assert!(pool.acquire(&page("casino"), Some(&lease.token), None).is_err());
        pool.release(&lease, DisconnectReason::Closed);
        let casino = pool.acquire(&page("casino"), Some(&lease.token), None).expect("a lease");
        assert!(!casino.resumed && casino.token != lease.token);
    }
}
