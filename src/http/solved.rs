//! What a solve was like, for the log and the metrics: an extension of its answer.

use std::borrow::Cow;
use std::time::Duration;

use crate::contract::{SearchReport, Status};
use crate::service::Origin;

/// A solve that has ended. Its words come from the contract, never from the request, so there are few of them.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// What was solved: `npuzzle`, `parking` or `parking_map`.
    pub(super) puzzle: &'static str,
    /// What really ran.
    pub(super) algorithm: Cow<'static, str>,
    /// How much was found out.
    pub(super) status: &'static str,
    /// States whose moves were tried.
    pub(super) expanded: u64,
    /// Time spent on waiting for a free core.
    pub(super) queued: Duration,
    /// Time spent on solving.
    pub(super) elapsed: Duration,
    /// Whether it was solved for this request, and kept.
    pub(super) origin: Origin,
}

impl Solved {
    /// What an answer says about its solve.
    pub(super) fn of(puzzle: &'static str, status: Status, search: &SearchReport) -> Self {
        Self {
            puzzle,
            algorithm: search.algorithm.clone(),
            status: status.name(),
            expanded: search.expanded,
            queued: Duration::from_micros(search.queued_us),
            elapsed: Duration::from_micros(search.elapsed_us),
            origin: Origin::Bypass,
        }
    }
}

/// As the header `Cache-Status` tells it (RFC 9211).
pub(super) const fn cache_status(origin: Origin) -> &'static str {
    match origin {
        Origin::Kept => "taquin; hit",
        Origin::Solved { is_kept: true } => "taquin; fwd=miss; stored",
        Origin::Solved { is_kept: false } => "taquin; fwd=miss",
        Origin::Shared => "taquin; fwd=miss; collapsed",
        Origin::Bypass => "taquin; fwd=bypass",
    }
}
