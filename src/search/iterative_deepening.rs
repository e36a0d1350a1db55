//! Iterative-deepening depth-first search: depth-first to depth 1, then 2, then 3 … in next to no memory.

use super::budget::{Budget, Meter, StopReason};
use super::outcome::{Outcome, Plan, SearchStats};
use super::space::StateSpace;

/// Finds a plan with the fewest moves, whatever they cost, keeping no more than one branch and its siblings.
///
/// Nothing deeper than `depth` moves is looked at. There is no visited set; the one repetition that is
/// avoided is a move straight back. Every state counts as generated each time it is met. After the iteration
/// to depth `d` it is proved that every plan has more than `d` moves. An iteration that reaches no state at
/// its depth has seen everything, which proves that there is no plan; where states repeat in cycles that never
/// happens, and only a limit ends a search for a goal that cannot be reached.
pub fn iterative_deepening<S: StateSpace>(
    space: &S,
    depth: Option<u64>,
    budget: &Budget,
) -> Outcome<S::Move> {
    let mut meter = match Meter::start(budget, space.state_bytes()) {
        Ok(meter) => meter,
        Err(reason) => return Outcome::stopped(reason, 0, SearchStats::default()),
    };
    if space.is_goal(&space.start()) {
        meter.stats.peak_states = 1;
        return Outcome::found(Plan { moves: Vec::new(), cost: 0 }, 0, meter.stats);
    }
    let most = depth.unwrap_or(u64::MAX);
    let mut search = Search { space, meter, pending: Vec::new(), branch: Vec::new() };
    let mut limit = 0;
    loop {
        if limit >= most {
            return Outcome::stopped(StopReason::Depth, limit + 1, search.meter.stats);
        }
        limit += 1;
        match search.search_to(limit) {
            Ok(Iteration::Found(moves)) => {
                let cost = moves.iter().map(|&mv| space.cost(mv)).sum();
                return Outcome::found(Plan { moves, cost }, limit, search.meter.stats);
            }
            Ok(Iteration::Cut) => {}
            Ok(Iteration::Complete) => return Outcome::exhausted(search.meter.stats),
            Err(reason) => return Outcome::stopped(reason, limit, search.meter.stats),
        }
    }
}

enum Iteration<M> {
    Found(Vec<M>),
    /// Some state at the depth limit was left unexpanded.
    Cut,
    Complete,
}

struct Step<S: StateSpace> {
    state: S::State,
    mv: Option<S::Move>,
    depth: u64,
}

struct Search<'s, 'b, S: StateSpace> {
    space: &'s S,
    meter: Meter<'b>,
    /// States still to be expanded, the next one last.
    pending: Vec<Step<S>>,
    /// The way from the start to the state being expanded.
    branch: Vec<Step<S>>,
}

impl<S: StateSpace> Search<'_, '_, S> {
    fn search_to(&mut self, limit: u64) -> Result<Iteration<S::Move>, StopReason> {
        let Self { space, meter, pending, branch } = self;
        pending.clear();
        branch.clear();
        let heap_bytes = space.heap_bytes();
        meter.room(pending)?;
        pending.push(Step { state: space.start(), mv: None, depth: 0 });
        let mut cut = false;
        while let Some(step) = pending.pop() {
            let depth = step.depth;
            branch.truncate(depth as usize);
            meter.room(branch)?;
            branch.push(step);
            meter.stats.expanded += 1;
            let state = &branch[depth as usize].state;
            let came_from = depth.checked_sub(1).map(|above| &branch[above as usize].state);
            let first_child = pending.len();
            let mut goal = None;
            let mut result = Ok(());
            space.successors(state, |mv, child| {
                if goal.is_some() || result.is_err() || came_from == Some(&child) {
                    return;
                }
                result = meter.tick().and_then(|()| {
                    meter.generate()?;
                    if depth + 1 < limit {
                        meter.room(pending)?;
                        pending.push(Step { state: child, mv: Some(mv), depth: depth + 1 });
                    } else if space.is_goal(&child) {
                        goal = Some(mv);
                    } else {
                        cut = true;
                    }
                    Ok(())
                });
            });
            // The stack gives back the last first: turn the children round, so that they keep their order.
            pending[first_child..].reverse();
            result?;
            meter.peak(pending.len() + branch.len(), heap_bytes)?;
            if let Some(last) = goal {
                let moves = branch.iter().filter_map(|step| step.mv).chain([last]).collect();
                return Ok(Iteration::Found(moves));
            }
        }
        Ok(if cut { Iteration::Cut } else { Iteration::Complete })
    }
}
