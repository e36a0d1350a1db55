//! Depth-first search as the textbooks draw it: a stack; a state is marked when pushed, so never pushed twice.

use super::budget::{Budget, Meter, StopReason};
use super::outcome::{Outcome, SearchStats};
use super::space::StateSpace;
use super::tree::{EXHAUSTIVE, NodeId, Seen, Tree};

/// Finds *a* plan, often a long one.
///
/// Nothing deeper than `depth` moves is looked at. Marking states when they are pushed makes the search
/// finite, but together with a depth limit it may miss plans that fit under the limit (a state first met deep
/// down is not met again higher up), so a search that the limit cut proves nothing and is
/// [`StopReason::Depth`]. Uncut, it visits every state that can be reached before it says there is no plan.
pub fn depth_first<S: StateSpace>(space: &S, depth: Option<u64>, budget: &Budget) -> Outcome<S::Move> {
    match Meter::start(budget, space.state_bytes()) {
        Ok(mut meter) => {
            let mut bound = 0;
            search(space, depth.unwrap_or(u64::MAX), &mut meter, &mut bound)
                .unwrap_or_else(|reason| Outcome::stopped(reason, bound, meter.stats))
        }
        Err(reason) => Outcome::stopped(reason, 0, SearchStats::default()),
    }
}

fn search<S: StateSpace>(
    space: &S,
    limit: u64,
    meter: &mut Meter<'_>,
    bound: &mut u64,
) -> Result<Outcome<S::Move>, StopReason> {
    let mut tree = Tree::<S, u32>::new(space, EXHAUSTIVE, meter)?;
    let start = space.start();
    let done = space.is_goal(&start);
    tree.insert(space, meter, start, None, || 0)?;
    meter.stats.peak_states = 1;
    if done {
        return Ok(Outcome::found(tree.plan_to(space, 0), 0, meter.stats));
    }
    *bound = 1;
    let mut stack: Vec<NodeId> = Vec::new();
    meter.room(&mut stack)?;
    stack.push(0);
    let mut cut = false;
    while let Some(id) = stack.pop() {
        let node = tree.node(id);
        let depth = node.extra;
        if u64::from(depth) >= limit {
            cut = true;
            continue;
        }
        let state = node.state.clone();
        meter.stats.expanded += 1;
        let mut goal = None;
        let mut result = Ok(());
        space.successors(&state, |mv, child| {
            if goal.is_some() || result.is_err() {
                return;
            }
            result = meter.tick().and_then(|()| {
                if let Seen::New(new) = tree.insert(space, meter, child, Some((id, mv)), || depth + 1)? {
                    if space.is_goal(&tree.node(new).state) {
                        goal = Some(new);
                    }
                    meter.room(&mut stack)?;
                    stack.push(new);
                }
                Ok(())
            });
        });
        meter.stats.peak_states = tree.len() as u64;
        result?;
        if let Some(id) = goal {
            return Ok(Outcome::found(tree.plan_to(space, id), *bound, meter.stats));
        }
    }
    if cut {
        return Err(StopReason::Depth);
    }
    Ok(Outcome::exhausted(meter.stats))
}
