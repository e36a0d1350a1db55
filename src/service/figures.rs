//! What the service is doing at this moment, for whoever watches it.

use super::{Service, resident};

/// A look at the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Cores that there are to solve on.
    pub cores: u64,
    /// Cores that solves use, borrowed ones among them; more than there are while short solves run beside long ones.
    pub running: u64,
    /// Solves that wait to begin.
    pub waiting: u64,
    /// Solves that have begun and wait for their turn to be long.
    pub paused: u64,
    /// Bytes of memory for everything.
    pub memory_bytes: u64,
    /// Bytes that this process occupies, where the system tells.
    pub resident_bytes: u64,
    /// Bytes set aside for requests and answers on their way.
    pub transit_bytes: u64,
}

impl Service {
    /// What it is doing now.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let lanes = &self.lanes;
        Figures {
            cores: lanes.cores.all() as u64,
            running: lanes.cores.busy() as u64,
            waiting: lanes.short.waiting() as u64,
            paused: lanes.long.waiting() as u64,
            memory_bytes: self.limits.memory_bytes,
            resident_bytes: resident().unwrap_or(0),
            transit_bytes: self.transit.held(),
        }
    }
}
