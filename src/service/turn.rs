//! One solve's turn: a slice in the short lane, then, if that was not enough, the long lane.
//!
//! A short solve never waits behind a long one, whoever turns out to be which: a solve that has used up its first
//! slice gives its permit to the next and waits, with all it has found so far, until a permit of the long lane is
//! free. What it may hold until then is little, so that many can wait. Where the long lane's waiting room is
//! full, it is refused.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::cores::{AtWork, Cores};
use super::lane::{self, Lane};
use crate::search::{CancelFlag, Host, Lender, Loan};

/// What all turns share.
#[derive(Debug)]
pub(super) struct Lanes {
    pub(super) short: Lane,
    pub(super) long: Lane,
    pub(super) cores: Cores,
}

/// Permit and core of a solve that runs. One whose deadline passed while it waited has no permit.
#[derive(Debug)]
struct Running {
    _permit: Option<lane::Running>,
    _core: AtWork,
}

/// One solve's turn.
#[derive(Debug)]
pub struct Turn {
    lanes: Arc<Lanes>,
    runtime: Handle,
    deadline: Option<Instant>,
    cancel: CancelFlag,
    gone: CancellationToken,
    running: Mutex<Option<Running>>,
    is_long: AtomicBool,
    is_refused: AtomicBool,
    before_us: u64,
    between_us: AtomicU64,
}

impl Turn {
    /// Begins in the short lane, after a wait of `before`. Called within the runtime.
    pub(super) fn begin(
        lanes: &Arc<Lanes>,
        permit: Option<lane::Running>,
        before: Duration,
        deadline: Option<Instant>,
        cancel: CancelFlag,
        gone: CancellationToken,
    ) -> Arc<Self> {
        let running = Running { _permit: permit, _core: lanes.cores.work() };
        Arc::new(Self {
            lanes: Arc::clone(lanes),
            runtime: Handle::current(),
            deadline,
            cancel,
            gone,
            running: Mutex::new(Some(running)),
            is_long: AtomicBool::new(false),
            is_refused: AtomicBool::new(false),
            before_us: micros(before),
            between_us: AtomicU64::new(0),
        })
    }

    /// Microseconds that it waited for a permit, before it began and since.
    #[must_use]
    pub fn queued_us(&self) -> u64 {
        self.before_us + self.paused_us()
    }

    /// Microseconds that it waited since it began.
    #[must_use]
    pub fn paused_us(&self) -> u64 {
        self.between_us.load(Ordering::Relaxed)
    }

    /// Whether it was refused the long lane.
    pub(super) fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }

    /// Gives back what it has, however long somebody still holds on to this.
    pub(super) fn end(&self) {
        self.set(None);
    }

    fn set(&self, running: Option<Running>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = running;
    }

    /// A permit of the long lane, unless the deadline passes or nobody wants the answer any more.
    async fn enter_the_long_lane(&self) -> Option<lane::Running> {
        let deadline = async {
            match self.deadline {
                Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            entered = self.lanes.long.enter() => {
                if entered.is_err() {
                    self.is_refused.store(true, Ordering::Relaxed);
                    self.cancel.cancel();
                }
                entered.ok()
            }
            () = deadline => None,
            () = self.gone.cancelled() => {
                self.cancel.cancel();
                None
            }
        }
    }
}

impl Host for Arc<Turn> {
    fn wait_to_go_on(&self) {
        self.set(None);
        let began = tokio::time::Instant::now();
        let permit = self.runtime.block_on(self.enter_the_long_lane());
        self.between_us.store(micros(began.elapsed()), Ordering::Relaxed);
        self.is_long.store(permit.is_some(), Ordering::Relaxed);
        self.set(Some(Running { _permit: permit, _core: self.lanes.cores.work() }));
    }
}

impl Lender for Arc<Turn> {
    fn lend(&self) -> Option<Loan> {
        self.is_long.load(Ordering::Relaxed).then(|| self.lanes.cores.lend()).flatten()
    }

    fn is_asked(&self) -> bool {
        self.lanes.cores.is_asked()
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
