//! What a search needs to know of a puzzle: where it starts, what counts as done, what can be done next.

use std::hash::Hash;

/// A state space: a start, a goal test and the moves out of every state.
///
/// The order in which [`successors`](Self::successors) visits the moves is fixed; it decides which of several
/// optimal plans a search returns, and makes every search deterministic.
pub trait StateSpace {
    /// A state. Cheap to clone where the puzzle allows: packed into a machine word or two.
    type State: Clone + Eq + Hash;
    /// What leads from one state to the next.
    type Move: Copy;

    /// Where the search begins.
    fn start(&self) -> Self::State;

    /// Whether the state is what is wanted.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` with every move out of `state` and the state it leads to, in the space's fixed order.
    fn successors(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// What a move costs. 1 unless the space says otherwise; zero is allowed, but not for
    /// [`ida_star`](super::ida_star()), which would follow a free cycle for ever.
    fn cost(&self, _mv: Self::Move) -> u64 {
        1
    }

    /// How many indexes [`index`](Self::index) can return, if the space has a perfect index. Visited sets are
    /// then plain arrays.
    fn index_size(&self) -> Option<usize> {
        None
    }

    /// A number below [`index_size`](Self::index_size), different for every state. Called only where
    /// `index_size` is `Some`.
    fn index(&self, _state: &Self::State) -> usize {
        unreachable!("a space without an index size is never asked for an index")
    }

    /// Bytes that one stored state occupies, its heap part included.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }

    /// Of these, the bytes outside the value itself.
    fn heap_bytes(&self) -> usize {
        self.state_bytes().saturating_sub(size_of::<Self::State>())
    }
}

/// A space that can also be searched from its goals towards the start.
pub trait Reversible: StateSpace {
    /// Calls `visit` with every goal state; each once.
    fn goals(&self, visit: impl FnMut(Self::State));

    /// Calls `visit` with every state that one move turns into `state`, and that move.
    fn predecessors(&self, state: &Self::State, visit: impl FnMut(Self::Move, Self::State));
}
