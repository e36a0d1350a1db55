//! Where async meets blocking: what takes a search runs on tokio's blocking pool, when its turn comes.
//!
//! What is known to take microseconds is done at once, where it arrives. Everything else passes two lanes
//! (`turn.rs`): a slice in the short one, then the long one, which never takes all cores where there are several.
//! Both have a waiting room; whoever finds it full is refused at once. A deadline runs from the arrival, and a solve
//! whose caller went away is cancelled. This module knows neither HTTP nor any puzzle.

mod answers;
mod callers;
mod cores;
mod figures;
mod lane;
mod manners;
mod memory;
mod retry;
mod stay;
mod transit;
mod turn;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

pub use self::answers::{Answers, Encoded, Origin};
pub use self::callers::{Callers, Place};
use self::cores::Cores;
pub use self::figures::Figures;
use self::lane::{Full, Lane};
use self::manners::let_others_go_first;
use self::memory::resident;
pub use self::memory::{Shares, TooLittle, Wishes};
pub use self::transit::{Room, Transit};
use self::turn::Lanes;
pub use self::turn::Turn;
use crate::contract::{Effort, Limits, LimitsUsed};
use crate::search::{Budget, CancelFlag, Slice, SpareCores, now};

/// The first slice of a solve that may turn out to be short: most of those that end by themselves need less.
const SLICE: Duration = Duration::from_millis(100);
/// The first slice of a solve that is expected to be long: enough for a plan, and to be wrong about that.
const SLICE_OF_LONG: Duration = Duration::from_millis(10);

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The work panicked; a defect of this program, and already in its log.
    #[error("the work panicked")]
    Panicked,
    /// As many solves wait as may.
    #[error("the waiting room is full")]
    Full,
}

impl From<Full> for Refusal {
    fn from(_: Full) -> Self {
        Self::Full
    }
}

/// A solve that is wanted.
#[derive(Clone, Debug)]
pub struct Task {
    /// When the request arrived: its time runs from here.
    pub arrived: Instant,
    /// The limits in force.
    pub limits: LimitsUsed,
    /// What it is expected to take.
    pub effort: Effort,
}

/// How many solves run at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// In their first moments: one a core.
    pub short: usize,
    /// Beyond them: all cores but one, where there are several.
    pub long: usize,
}

impl Widths {
    /// For the cores that this process may use, its control group's quota considered.
    #[must_use]
    pub fn of_this_machine() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { short: cores, long: (cores - 1).max(1) }
    }
}

/// Runs solves, and knows when to stop.
#[derive(Debug)]
pub struct Service {
    limits: Arc<Limits>,
    lanes: Arc<Lanes>,
    transit: Transit,
    /// For work that is not a solve: one a core.
    others: Arc<Semaphore>,
    /// Set when no new work is wanted.
    draining: AtomicBool,
    /// Ends every running solve.
    cancel: CancellationToken,
}

impl Service {
    /// A service for the cores that this process may use.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let Widths { short, long } = Widths::of_this_machine();
        let room = usize::try_from(limits.waiting).unwrap_or(usize::MAX);
        let lanes =
            Lanes { short: Lane::new(short, room), long: Lane::new(long, room), cores: Cores::new(short) };
        Self {
            transit: Transit::new(limits.transit_bytes),
            others: Arc::new(Semaphore::new(short)),
            limits: Arc::new(limits),
            lanes: Arc::new(lanes),
            draining: AtomicBool::new(false),
            cancel: CancellationToken::new(),
        }
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Arc<Limits> {
        &self.limits
    }

    /// Room for requests and answers on their way.
    #[must_use]
    pub const fn transit(&self) -> &Transit {
        &self.transit
    }

    /// How many cores there are to solve on.
    #[must_use]
    pub fn cores(&self) -> usize {
        self.lanes.cores.all()
    }

    /// How many long solves run at the same time.
    #[must_use]
    pub fn long_solves(&self) -> usize {
        self.lanes.long.width()
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

    /// The budget of a task that is done where it arrived.
    #[must_use]
    pub fn budget(&self, task: &Task) -> Budget {
        self.limits.budget(&task.limits, task.arrived, CancelFlag::default())
    }

    /// Completes when every solve is cancelled.
    pub async fn cancelled(&self) {
        self.cancel.cancelled().await;
    }

    /// Runs work that is not a solve (reading a large body, say) on the blocking pool, as many at a time as there are
    /// cores, so that solves find their threads.
    ///
    /// # Errors
    /// If `work` panics.
    pub async fn off_the_runtime<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = Arc::clone(&self.others).acquire_owned().await;
        let work = move || {
            let_others_go_first();
            let result = work();
            drop(permit);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::Panicked)
    }

    /// Runs a solve when its turn comes, within its budget; `work` is told how long it waited. A solve whose deadline
    /// passes while it waits runs all the same, with nothing left to spend: it answers what is known without a search.
    ///
    /// Dropping the future cancels the solve.
    ///
    /// # Errors
    /// If as many wait as may, or if `work` panics.
    pub async fn solve<T: Send + 'static>(
        &self,
        task: &Task,
        work: impl FnOnce(&Budget, &Turn) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let is_long = task.effort == Effort::Long;
        if is_long && self.lanes.long.is_full() {
            return Err(Refusal::Full);
        }
        let (cancel, gone) = (CancelFlag::default(), self.cancel.child_token());
        let _leave = Leave(cancel.clone(), gone.clone());
        let budget = self.limits.budget(&task.limits, task.arrived, cancel.clone());
        let queued = tokio::time::Instant::now();
        let permit = match budget.deadline {
            Some(deadline) => {
                match tokio::time::timeout_at(deadline.into(), self.lanes.short.enter()).await {
                    Ok(entered) => Some(entered?),
                    Err(_) => None,
                }
            }
            None => Some(self.lanes.short.enter().await?),
        };
        let begun = tokio::time::Instant::now();
        let turn =
            Turn::begin(&self.lanes, permit, begun - queued, budget.deadline, cancel.clone(), gone.clone());
        let slice_bytes = self.limits.slice_bytes;
        let mut running = tokio::task::spawn_blocking(move || {
            let_others_go_first();
            // From now on, not from when a thread was asked for: that may take as long where all cores are busy.
            let until = now() + if is_long { SLICE_OF_LONG } else { SLICE };
            let slice = Slice::new(until, slice_bytes, Arc::clone(&turn));
            let budget = Budget { spare: SpareCores::of(Arc::clone(&turn)), slice, ..budget };
            // Given back only when the work really ends, however early its caller left.
            let _end = EndOnDrop(&turn);
            let result = work(&budget, &turn);
            if turn.is_refused() { Err(Refusal::Full) } else { Ok(result) }
        });
        let finished = tokio::select! {
            finished = &mut running => finished,
            () = self.cancel.cancelled() => {
                cancel.cancel();
                running.await
            }
        };
        finished.map_err(|_| Refusal::Panicked)?
    }
}

/// Ends a turn, even if the work panics.
struct EndOnDrop<'t>(&'t Turn);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Cancels a solve whose caller went away, whether it runs or waits.
struct Leave(CancelFlag, CancellationToken);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.cancel();
        self.1.cancel();
    }
}
