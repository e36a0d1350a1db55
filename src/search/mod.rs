//! The textbook searches, generic over one small [`StateSpace`] trait.
//!
//! One file each: [`breadth_first()`], [`depth_first()`], [`iterative_deepening()`], [`bidirectional()`],
//! [`a_star()`] (uniform-cost search is A* with the [`Blind`] heuristic) and [`ida_star()`]. They all poll a
//! [`Budget`] and hand back an [`Outcome`] that keeps what was learned when a limit ended the search.
//! [`goal_costs()`] asks for no plan but for what is left from every state of a small space.
//!
//! Nothing here knows any puzzle, and nothing here recurses: the depth of a search is the input's to decide,
//! so every search keeps a stack or queue of its own on the heap.

mod a_star;
mod bidirectional;
mod breadth_first;
mod budget;
mod depth_first;
mod expansion;
mod goal_costs;
mod heuristic;
mod ida_star;
mod iterative_deepening;
mod outcome;
mod pieces;
mod purse;
mod radix_heap;
mod shards;
mod slice;
mod space;
mod spare;
mod tree;

#[cfg(test)]
mod tests;

pub use a_star::a_star;
pub use bidirectional::bidirectional;
pub use breadth_first::breadth_first;
pub(crate) use budget::now;
pub use budget::{Budget, CancelFlag, Meter, StopReason};
pub use depth_first::depth_first;
pub(crate) use expansion::ExpansionGuard;
pub use goal_costs::goal_costs;
pub use heuristic::{Blind, Heuristic};
pub use ida_star::ida_star;
pub use iterative_deepening::iterative_deepening;
pub use outcome::{Outcome, Plan, SearchStats};
pub(crate) use pieces::Pieces;
pub(crate) use purse::Purse;
pub(crate) use radix_heap::RadixHeap;
pub(crate) use shards::{Shards, hash};
pub use slice::{Host, Slice};
pub use space::{Reversible, StateSpace};
pub use spare::{Lender, Loan, SpareCores};
