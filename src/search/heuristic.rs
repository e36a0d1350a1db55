//! Estimates that never exceed what is left to pay.

use super::space::StateSpace;

/// An admissible estimate of the cost from a state to the nearest goal, kept up to date move by move.
///
/// A search keeps [`Parts`](Self::Parts) beside each state, so that an estimate is the parent's, corrected by
/// what one move changes.
pub trait Heuristic<S: StateSpace> {
    /// What is kept beside a state.
    type Parts: Copy;

    /// Computes the parts from scratch.
    fn of(&self, state: &S::State) -> Self::Parts;

    /// The parts of `child`, which `mv` leads to from a state whose parts are `parent`.
    fn after(&self, parent: Self::Parts, mv: S::Move, child: &S::State) -> Self::Parts;

    /// The estimate itself. Must not exceed the true cost.
    fn estimate(&self, parts: Self::Parts) -> u64;
}

/// Knows nothing: A* with it is uniform-cost search.
#[derive(Clone, Copy, Debug)]
pub struct Blind;

impl<S: StateSpace> Heuristic<S> for Blind {
    type Parts = ();

    fn of(&self, _: &S::State) {}

    fn after(&self, (): (), _: S::Move, _: &S::State) {}

    fn estimate(&self, (): ()) -> u64 {
        0
    }
}
