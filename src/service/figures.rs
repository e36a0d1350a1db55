//! What the service is doing at this moment, for whoever watches it.

use std::sync::atomic::Ordering;

use super::Service;

/// A look at the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Solves that run at the same time at most.
    pub cores: u64,
    /// Solves that run, and pieces of them on borrowed cores.
    pub running: u64,
    /// Solves that wait for a core.
    pub waiting: u64,
    /// Bytes that all solves together may hold.
    pub memory_bytes: u64,
}

impl Service {
    /// What it is doing now.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let free = self.permits.available_permits();
        Figures {
            cores: self.cores as u64,
            running: self.cores.saturating_sub(free) as u64,
            waiting: self.waiting.load(Ordering::Relaxed) as u64,
            memory_bytes: self.limits.solve_bytes.saturating_mul(self.cores as u64),
        }
    }
}
