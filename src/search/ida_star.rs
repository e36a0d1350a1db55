//! Iterative-deepening A* (Korf, 1985): depth-first under a limit on the estimated total, raised step by step.

use super::budget::{Budget, Meter, StopReason};
use super::heuristic::Heuristic;
use super::outcome::{Outcome, Plan, SearchStats};
use super::space::StateSpace;

/// Finds a cheapest plan, keeping no more than one branch and its siblings.
///
/// Moves must cost at least 1. Of the cheapest plans it returns the first in the space's order of moves. There
/// is no visited set; the one repetition that is avoided is a move straight back. Every state counts as
/// generated each time it is met. The limit of an iteration is a proved bound on the cost. An iteration that
/// the limit did not cut has seen everything, which proves that there is no plan.
pub fn ida_star<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    budget: &Budget,
) -> Outcome<S::Move> {
    let meter = match Meter::start(budget, space.state_bytes()) {
        Ok(meter) => meter,
        Err(reason) => return Outcome::stopped(reason, 0, SearchStats::default()),
    };
    let mut limit = heuristic.estimate(heuristic.of(&space.start()));
    let mut search = Search { space, heuristic, meter, pending: Vec::new(), branch: Vec::new() };
    loop {
        match search.under(limit) {
            Ok(Iteration::Found(moves)) => {
                let cost = moves.iter().map(|&mv| space.cost(mv)).sum();
                return Outcome::found(Plan { moves, cost }, cost, search.meter.stats);
            }
            Ok(Iteration::Cut(next)) => limit = next,
            Ok(Iteration::Complete) => return Outcome::exhausted(search.meter.stats),
            Err(reason) => return Outcome::stopped(reason, limit, search.meter.stats),
        }
    }
}

enum Iteration<M> {
    Found(Vec<M>),
    /// The smallest total that was above the limit.
    Cut(u64),
    Complete,
}

struct Step<S: StateSpace, P> {
    state: S::State,
    mv: Option<S::Move>,
    depth: u32,
    cost: u64,
    parts: P,
}

struct Search<'s, 'b, S: StateSpace, H: Heuristic<S>> {
    space: &'s S,
    heuristic: &'s H,
    meter: Meter<'b>,
    /// States still to be expanded, the next one last.
    pending: Vec<Step<S, H::Parts>>,
    /// The way from the start to the state being expanded.
    branch: Vec<Step<S, H::Parts>>,
}

impl<S: StateSpace, H: Heuristic<S>> Search<'_, '_, S, H> {
    fn under(&mut self, limit: u64) -> Result<Iteration<S::Move>, StopReason> {
        let Self { space, heuristic, meter, pending, branch } = self;
        pending.clear();
        branch.clear();
        let heap_bytes = space.heap_bytes();
        let start = space.start();
        let parts = heuristic.of(&start);
        meter.room(pending)?;
        pending.push(Step { state: start, mv: None, depth: 0, cost: 0, parts });
        let mut next = u64::MAX;
        while let Some(step) = pending.pop() {
            let (depth, cost, parts) = (step.depth, step.cost, step.parts);
            branch.truncate(depth as usize);
            meter.room(branch)?;
            branch.push(step);
            let state = &branch[depth as usize].state;
            // An estimate of zero is rare enough to look only then.
            if heuristic.estimate(parts) == 0 && space.is_goal(state) {
                meter.stats.peak_states = meter.stats.peak_states.max(1);
                return Ok(Iteration::Found(branch.iter().filter_map(|step| step.mv).collect()));
            }
            meter.stats.expanded += 1;
            let came_from = depth.checked_sub(1).map(|above| &branch[above as usize].state);
            let first_child = pending.len();
            let mut result = Ok(());
            space.successors(state, |mv, child| {
                if result.is_err() || came_from == Some(&child) {
                    return;
                }
                result = meter.tick().and_then(|()| {
                    meter.generate()?;
                    let parts = heuristic.after(parts, mv, &child);
                    let cost = cost + space.cost(mv);
                    let total = cost + heuristic.estimate(parts);
                    if total <= limit {
                        meter.room(pending)?;
                        pending.push(Step { state: child, mv: Some(mv), depth: depth + 1, cost, parts });
                    } else {
                        next = next.min(total);
                    }
                    Ok(())
                });
            });
            // The stack gives back the last first: turn the children round, so that they keep their order.
            pending[first_child..].reverse();
            result?;
            meter.peak(pending.len() + branch.len(), heap_bytes)?;
        }
        Ok(if next == u64::MAX { Iteration::Complete } else { Iteration::Cut(next) })
    }
}
