//! Numbered jobs on all cores, up to the lowest that fails.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The jobs that workers take, and the failure of the lowest failed one.
pub struct Jobs<F> {
    count: usize,
    next: AtomicUsize,
    first: Mutex<Failure<F>>,
}

/// The lowest failed job and its failure, if one has failed.
type Failure<F> = Option<(usize, F)>;

impl<F> Jobs<F> {
    /// Takes the next job. Jobs after the lowest failed one are not needed.
    pub fn take(&self) -> Option<usize> {
        let job = self.next.fetch_add(1, Ordering::Relaxed);
        let limit = self.first().as_ref().map_or(self.count, |(job, _)| *job);
        (job < limit).then_some(job)
    }

    /// Notes that a job has failed.
    pub fn fail(&self, job: usize, failure: F) {
        let mut first = self.first();
        if first.as_ref().is_none_or(|(other, _)| job < *other) {
            *first = Some((job, failure));
        }
    }

    /// A poisoned lock is harmless: every update is a single assignment.
    fn first(&self) -> MutexGuard<'_, Failure<F>> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls `worker` in one thread per core (in this thread if there is only one, or if the platform
/// has no threads); each takes jobs until there are none. Returns their results, and the lowest
/// failed job with its failure.
///
/// # Errors
///
/// The error of a worker.
pub fn run<R: Send, F: Send, E: Send>(
    count: usize,
    worker: impl Fn(&Jobs<F>) -> Result<R, E> + Sync,
) -> Result<(Vec<R>, Failure<F>), E> {
    let jobs = Jobs { count, next: AtomicUsize::new(0), first: Mutex::new(None) };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let results = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(|| worker(&jobs))).collect();
        let own = worker(&jobs);
        let others = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(own).chain(others).collect::<Result<Vec<R>, E>>()
    })?;
    let failure = jobs.first.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((results, failure))
}

/// Does jobs in threads like [`run`]. Returns their results in order.
///
/// # Errors
///
/// The failure of the lowest failed job.
pub fn map<T: Send, F: Send>(
    count: usize,
    job: impl Fn(usize) -> Result<T, F> + Sync,
) -> Result<Vec<T>, F> {
    let worker = |jobs: &Jobs<F>| {
        let mut results = Vec::new();
        while let Some(number) = jobs.take() {
            match job(number) {
                Ok(result) => results.push((number, result)),
                Err(failure) => jobs.fail(number, failure),
            }
        }
        Ok::<_, Infallible>(results)
    };
    let Ok((results, failure)) = run(count, worker);
    match failure {
        Some((_, failure)) => Err(failure),
        None => {
            let results: BTreeMap<usize, T> = results.into_iter().flatten().collect();
            Ok(results.into_values().collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_the_lowest_failure_is_returned() {
        assert_eq!(map(100, Ok::<_, ()>), Ok((0..100).collect()));
        let failing = |job| if job % 30 == 29 { Err(job) } else { Ok(job) };
        assert_eq!(map(100, failing), Err(29));
    }

    #[test]
    fn every_job_is_done_once_up_to_the_lowest_that_fails() {
        for failing in [None, Some(40)] {
            let (done, failure) = run(100, |jobs| {
                let mut done = vec![];
                while let Some(job) = jobs.take() {
                    done.push(job);
                    if failing.is_some_and(|failing| job >= failing) {
                        jobs.fail(job, "wrong");
                    }
                }
                Ok::<_, ()>(done)
            })
            .expect("no error");
            assert_eq!(failure, failing.map(|job| (job, "wrong")));
            let mut done = done.concat();
            done.sort_unstable();
            let needed = failing.map_or(100, |failing| failing + 1);
            assert_eq!(done[..needed], (0..needed).collect::<Vec<_>>());
        }
    }
}
