//! A* (Hart, Nilsson and Raphael, 1968), and with the [`Blind`](super::Blind) heuristic uniform-cost search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::budget::{Budget, Meter, StopReason};
use super::heuristic::Heuristic;
use super::outcome::{Outcome, SearchStats};
use super::space::StateSpace;
use super::tree::{NodeId, SPARSE, Seen, Tree};

/// Finds a cheapest plan.
///
/// Of equally promising states it expands the one more moves away from the start, then the newer one. A state
/// to which a cheaper way turns up is opened again, so the heuristic must be admissible but need not be
/// consistent. When stopped, the smallest cost-so-far plus estimate among the open states is a proved bound.
pub fn a_star<S: StateSpace, H: Heuristic<S>>(space: &S, heuristic: &H, budget: &Budget) -> Outcome<S::Move> {
    match Meter::start(budget, space.state_bytes()) {
        Ok(mut meter) => {
            let mut bound = 0;
            search(space, heuristic, &mut meter, &mut bound)
                .unwrap_or_else(|reason| Outcome::stopped(reason, bound, meter.stats))
        }
        Err(reason) => Outcome::stopped(reason, 0, SearchStats::default()),
    }
}

/// Kept beside each state.
struct Extra<P> {
    /// Cost of the best way found so far.
    cost: u64,
    /// Moves of that way.
    depth: u32,
    parts: P,
}

/// An entry of the open list: total estimate, then (smaller is sooner) depth and age turned round.
type Open = Reverse<(u64, Reverse<u32>, Reverse<NodeId>, u64)>;

fn search<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    meter: &mut Meter<'_>,
    bound: &mut u64,
) -> Result<Outcome<S::Move>, StopReason> {
    let mut tree = Tree::<S, Extra<H::Parts>>::new(space, SPARSE, meter)?;
    let mut open: BinaryHeap<Open> = BinaryHeap::new();
    let start = space.start();
    let parts = heuristic.of(&start);
    *bound = heuristic.estimate(parts);
    let extra = || Extra { cost: 0, depth: 0, parts };
    tree.insert(space, meter, start, None, extra)?;
    push(&mut open, meter, *bound, 0, 0, 0)?;
    while let Some(Reverse((total, _, Reverse(id), cost))) = open.pop() {
        let node = tree.node(id);
        if node.extra.cost != cost {
            continue; // a cheaper way was found after this entry was made
        }
        *bound = total.max(*bound);
        let (state, depth, parts) = (node.state.clone(), node.extra.depth, node.extra.parts);
        if space.is_goal(&state) {
            return Ok(Outcome::found(tree.plan_to(space, id), cost, meter.stats));
        }
        meter.stats.expanded += 1;
        let mut result = Ok(());
        space.successors(&state, |mv, child| {
            if result.is_err() {
                return;
            }
            result = meter.tick().and_then(|()| {
                let parts = heuristic.after(parts, mv, &child);
                let cost = cost + space.cost(mv);
                let extra = || Extra { cost, depth: depth + 1, parts };
                let child = match tree.insert(space, meter, child, Some((id, mv)), extra)? {
                    Seen::New(new) => new,
                    Seen::Before(known) => {
                        let extra = &mut tree.node_mut(known).extra;
                        if extra.cost <= cost {
                            return Ok(());
                        }
                        (extra.cost, extra.depth) = (cost, depth + 1);
                        tree.reparent(known, id, mv);
                        known
                    }
                };
                push(&mut open, meter, cost + heuristic.estimate(parts), depth + 1, child, cost)
            });
        });
        meter.stats.peak_states = tree.len() as u64;
        result?;
    }
    Ok(Outcome::exhausted(meter.stats))
}

fn push(
    open: &mut BinaryHeap<Open>,
    meter: &mut Meter<'_>,
    total: u64,
    depth: u32,
    id: NodeId,
    cost: u64,
) -> Result<(), StopReason> {
    meter.room_in_heap(open)?;
    open.push(Reverse((total, Reverse(depth), Reverse(id), cost)));
    Ok(())
}
