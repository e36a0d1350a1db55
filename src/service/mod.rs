//! Where async meets blocking: solves run on tokio's blocking pool, a permit each.
//!
//! There are as many permits as the machine (or container) has cores, so that running solves do not slow each
//! other down; the others wait, and their deadline runs meanwhile. A long solve may borrow permits that nobody waits
//! for, a piece of work at a time. A solve whose caller went away is cancelled. This module knows neither HTTP nor any puzzle.

mod figures;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::contract::{Limits, LimitsUsed};
use crate::search::{Budget, CancelFlag, Lender, Loan, SpareCores};

pub use figures::Figures;

/// The work panicked; a defect of this program, and already in its log.
#[derive(Debug, thiserror::Error)]
#[error("the work panicked")]
pub struct Panicked;

/// Runs solves, and knows when to stop.
#[derive(Debug)]
pub struct Service {
    limits: Arc<Limits>,
    cores: usize,
    /// One a core.
    permits: Arc<Semaphore>,
    /// How many solves wait for one.
    waiting: Arc<AtomicUsize>,
    /// Set when no new work is wanted.
    draining: AtomicBool,
    /// Ends every running solve.
    cancel: CancellationToken,
}

impl Service {
    /// A service with one permit for each core that this process may use.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            limits: Arc::new(limits),
            cores,
            permits: Arc::new(Semaphore::new(cores)),
            waiting: Arc::default(),
            draining: AtomicBool::new(false),
            cancel: CancellationToken::new(),
        }
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Arc<Limits> {
        &self.limits
    }

    /// How many solves run at the same time.
    #[must_use]
    pub const fn cores(&self) -> usize {
        self.cores
    }

    /// From now on [`is_draining`](Self::is_draining).
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether the service is about to end.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Cancels every solve, running and to come: each answers what it knows by then.
    pub fn cancel_all(&self) {
        self.cancel.cancel();
    }

    /// Runs a solve that arrived at `arrived` as soon as a permit is free, within its budget; `work` is told
    /// how long it waited. A solve whose deadline passes while it waits runs all the same, with nothing left
    /// to spend: it answers what is known without a search.
    ///
    /// Dropping the future cancels the solve.
    ///
    /// # Errors
    /// If `work` panics.
    pub async fn solve<T: Send + 'static>(
        &self,
        arrived: Instant,
        used: &LimitsUsed,
        work: impl FnOnce(&Budget, Duration) -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        let flag = CancelFlag::default();
        let idle = IdlePermits { permits: Arc::clone(&self.permits), waiting: Arc::clone(&self.waiting) };
        let budget =
            Budget { spare: SpareCores::of(idle), ..self.limits.budget(used, arrived, flag.clone()) };
        let _cancel_when_dropped = CancelOnDrop(flag.clone());
        let queued = tokio::time::Instant::now();
        let waiting = Waiting::begin(&self.waiting);
        let permit = match budget.deadline {
            Some(deadline) => {
                let permit = Arc::clone(&self.permits).acquire_owned();
                tokio::time::timeout_at(deadline.into(), permit).await.ok().and_then(Result::ok)
            }
            None => Arc::clone(&self.permits).acquire_owned().await.ok(),
        };
        drop(waiting);
        let queued = queued.elapsed();
        let mut running = tokio::task::spawn_blocking(move || {
            // Given back only when the work really ends, however early its caller left.
            let _permit = permit;
            work(&budget, queued)
        });
        let finished = tokio::select! {
            finished = &mut running => finished,
            () = self.cancel.cancelled() => {
                flag.cancel();
                running.await
            }
        };
        finished.map_err(|_| Panicked)
    }
}

/// Permits that nobody waits for.
struct IdlePermits {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

impl Lender for IdlePermits {
    fn lend(&self) -> Option<Loan> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        Some(Box::new(permit))
    }

    fn is_asked(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }
}

/// One that waits for a permit, for as long as this lives.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn begin(waiting: &Arc<AtomicUsize>) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(waiting))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Runs work that is not a solve (reading a large body, say) on the blocking pool.
///
/// # Errors
/// If `work` panics.
pub async fn off_the_runtime<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Panicked> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Panicked)
}
