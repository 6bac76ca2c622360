//! Threads for work that takes milliseconds, so that it does not delay the connections.

use std::num::NonZero;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

/// Runs as many simulations at once as there are processors; further ones wait in order.
pub struct SimulationThreads {
    permits: Semaphore,
}

impl SimulationThreads {
    pub fn new() -> SimulationThreads {
        let processors = available_parallelism().map_or(1, NonZero::get);
        SimulationThreads { permits: Semaphore::new(processors) }
    }

    /// Runs `work` on another thread and returns its result.
    ///
    /// # Errors
    ///
    /// [`JoinError`] if it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        // The semaphore is never closed.
        let _permit = self.permits.acquire().await;
        spawn_blocking(work).await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn work_does_not_block_the_thread_of_the_connections() {
        let (sender, receiver) = mpsc::channel();
        let threads = SimulationThreads::new();
        let work = threads.run(move || receiver.recv_timeout(Duration::from_secs(10)));
        // On this thread, the work would wait in vain for what this sends.
        let (received, sent) = tokio::join!(work, async { sender.send(()) });
        assert_eq!((received.expect("no panic"), sent), (Ok(()), Ok(())));
    }

    #[tokio::test]
    async fn no_more_work_runs_at_once_than_there_are_processors() {
        let processors = available_parallelism().expect("a number").get();
        let threads = Arc::new(SimulationThreads::new());
        let running = Arc::new(AtomicUsize::new(0));
        let mut work = JoinSet::new();
        for _ in 0..4 * processors {
            let (threads, running) = (threads.clone(), running.clone());
            work.spawn(async move {
                let count = move || {
                    let count = running.fetch_add(1, Ordering::SeqCst) + 1;
                    std::thread::sleep(Duration::from_millis(5));
                    running.fetch_sub(1, Ordering::SeqCst);
                    count
                };
                threads.run(count).await.expect("no panic")
            });
        }
        let most = work.join_all().await.into_iter().max();
        assert!(most.is_some_and(|most| most <= processors), "{most:?} at once");
    }
}
