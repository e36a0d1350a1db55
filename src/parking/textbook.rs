//! The textbook searches on any state space of a lot, as a request asks for them.

use super::Request;
use super::spec::ParkingAlgorithm;
use crate::search::{
    Budget, Heuristic, Outcome, StateSpace, a_star, breadth_first, depth_first, iterative_deepening,
};

/// Runs the algorithm asked for; A* for `auto`, and for what is no search from the start alone.
pub(super) fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    request: &Request,
    budget: &Budget,
) -> Outcome<S::Move> {
    let depth = request.limits().depth;
    match request.algorithm {
        ParkingAlgorithm::Bfs => breadth_first(space, budget),
        ParkingAlgorithm::Dfs => depth_first(space, depth, budget),
        ParkingAlgorithm::Iddfs => iterative_deepening(space, depth, budget),
        ParkingAlgorithm::Auto | ParkingAlgorithm::AStar | ParkingAlgorithm::Bidirectional => {
            a_star(space, heuristic, budget)
        }
    }
}
