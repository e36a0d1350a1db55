//! Breadth-first search: a queue, layer by layer; the first goal met is one of the nearest.

use super::budget::{Budget, Meter, StopReason};
use super::outcome::{Outcome, SearchStats};
use super::space::StateSpace;
use super::tree::{EXHAUSTIVE, Seen, Tree};

/// Finds a plan with the fewest moves, whatever they cost.
///
/// Of the shortest plans it returns the first in the space's order of moves. Time and memory grow with the
/// number of states up to the goal's layer. When stopped while it expands the layer at depth `d`, it has
/// proved that every plan has more than `d` moves.
pub fn breadth_first<S: StateSpace>(space: &S, budget: &Budget) -> Outcome<S::Move> {
    match Meter::start(budget, space.state_bytes()) {
        Ok(mut meter) => {
            let mut depth = 0;
            search(space, &mut meter, &mut depth)
                .unwrap_or_else(|reason| Outcome::stopped(reason, depth, meter.stats))
        }
        Err(reason) => Outcome::stopped(reason, 0, SearchStats::default()),
    }
}

/// Keeps in `bound` how many moves every plan is proved to need.
fn search<S: StateSpace>(
    space: &S,
    meter: &mut Meter<'_>,
    bound: &mut u64,
) -> Result<Outcome<S::Move>, StopReason> {
    // The array of nodes, in the order of their insertion, is the queue itself.
    let mut tree = Tree::<S, ()>::new(space, EXHAUSTIVE, meter)?;
    let start = space.start();
    let done = space.is_goal(&start);
    tree.insert(space, meter, start, None, || ())?;
    if done {
        meter.stats.peak_states = 1;
        return Ok(Outcome::found(tree.plan_to(space, 0), 0, meter.stats));
    }
    let mut layer_end = 1;
    *bound = 1;
    let mut head = 0;
    while head < tree.len() {
        if head == layer_end {
            layer_end = tree.len();
            *bound += 1;
        }
        let state = tree.node(head as u32).state.clone();
        meter.stats.expanded += 1;
        let mut goal = None;
        let mut result = Ok(());
        space.successors(&state, |mv, child| {
            if goal.is_some() || result.is_err() {
                return;
            }
            result = meter.tick().and_then(|()| {
                if let Seen::New(id) = tree.insert(space, meter, child, Some((head as u32, mv)), || ())?
                    && space.is_goal(&tree.node(id).state)
                {
                    goal = Some(id);
                }
                Ok(())
            });
        });
        meter.stats.peak_states = tree.len() as u64;
        result?;
        if let Some(id) = goal {
            return Ok(Outcome::found(tree.plan_to(space, id), *bound, meter.stats));
        }
        head += 1;
    }
    Ok(Outcome::exhausted(meter.stats))
}
