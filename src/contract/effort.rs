//! How much work a request is expected to be, judged from the request alone.

/// What an answer will take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Less than about 100 microseconds, for certain: it is looked up, or follows from a formula.
    Instant,
    /// Anything: nobody knows before it was tried.
    Unknown,
    /// Most likely all the time it is given.
    Long,
}
