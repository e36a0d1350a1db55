//! What is left to pay from every state of a small space: uniform-cost search from all goals at once, backwards.

use super::budget::{Meter, StopReason};
use super::radix_heap::RadixHeap;
use super::space::Reversible;

/// By index of the state: what the cheapest plan costs, or `None` where there is none.
///
/// The space must have a perfect index. Time and memory grow with the number of indexes, whatever is reachable.
///
/// # Errors
/// The limit that was hit first. Nothing is handed back then: costs not yet final would look like those that are.
pub fn goal_costs<S: Reversible>(space: &S, meter: &mut Meter<'_>) -> Result<Vec<Option<u64>>, StopReason> {
    let size = space.index_size().unwrap_or(0);
    meter.hold(size * size_of::<Option<u64>>())?;
    let mut costs = vec![None; size];
    let mut open = RadixHeap::new();
    let mut result = Ok(());
    space.goals(|state| {
        if result.is_ok() {
            costs[space.index(&state)] = Some(0);
            result = meter.generate().and_then(|()| open.push(meter, 0, state));
        }
    });
    result?;
    while let Some((cost, state)) = open.pop(meter)? {
        if costs[space.index(&state)] != Some(cost) {
            continue; // a cheaper way was found after this entry was made
        }
        meter.stats.expanded += 1;
        let mut result = Ok(());
        space.predecessors(&state, |mv, before| {
            if result.is_err() {
                return;
            }
            result = meter.tick().and_then(|()| {
                let known = &mut costs[space.index(&before)];
                let cost = cost + space.cost(mv);
                if known.is_some_and(|known| known <= cost) {
                    return Ok(());
                }
                if known.is_none() {
                    meter.generate()?;
                }
                *known = Some(cost);
                open.push(meter, cost, before)
            });
        });
        result?;
    }
    meter.stats.peak_states = meter.stats.generated;
    Ok(costs)
}
