//! Several empties and too many states: one solve a cell.
//!
//! Cells that are hard to prove must not keep the others from being proved at all, so every cell first has a few
//! states only, and those that need more have their turn when the rest is done.

use super::super::ground::Ground;
use super::super::request::Request;
use super::super::{Lot, solve};
use super::{Charted, MapRequest, NOT_PROVED, UNSOLVABLE};
use crate::contract::{Limits, Status, StoppedBy};
use crate::search::{Budget, StopReason};

/// States that a cell may take at its first turn, and at its second.
const TURNS: [u64; 2] = [20_000, u64::MAX];

/// Fills in the entries of a region, and notes what ran and which limit left some of them open.
pub(super) fn chart(
    lot: &Lot,
    ground: &Ground,
    request: &MapRequest,
    limits: &Limits,
    budget: &Budget,
    costs: &mut [i64],
    charted: &mut Charted,
) -> Result<(), StopReason> {
    let mut left = budget.states;
    // What ran for the region is what ran for the cell that took the most states.
    let is_largest = ground.spots() > charted.ran.0;
    let mut most = None;
    let mut open: Vec<u32> =
        ground.cells.iter().copied().filter(|&cell| costs[cell as usize] == NOT_PROVED).collect();
    for (turn, states) in (1..).zip(TURNS) {
        let mut still_open = Vec::new();
        for cell in open {
            budget.check()?;
            let one = Budget { states: states.min(left), ..budget.clone() };
            let solving = Request::for_cost(lot.with_car(cell), request.limits().clone());
            let answer = solve(&solving, limits, &one);
            let search = &answer.search;
            if is_largest && most < Some(search.generated) {
                most = Some(search.generated);
                charted.ran = (ground.spots(), search.algorithm.clone());
            }
            left = left.saturating_sub(search.generated);
            charted.stats.expanded += search.expanded;
            charted.stats.generated += search.generated;
            charted.stats.peak_states = charted.stats.peak_states.max(search.peak_states);
            match (answer.status, answer.stopped_by) {
                (Status::Unsolvable, _) => costs[cell as usize] = UNSOLVABLE,
                (Status::Optimal, _) => costs[cell as usize] = super::entry(answer.cost),
                (_, Some(StoppedBy::Time)) => return Err(StopReason::Time),
                (_, Some(StoppedBy::Cancelled)) => return Err(StopReason::Cancelled),
                (_, Some(StoppedBy::States)) if left == 0 => return Err(StopReason::States),
                (_, Some(StoppedBy::States)) if turn < TURNS.len() => still_open.push(cell),
                // Another cell may do with less memory.
                _ => charted.stopped_by = Some(StopReason::Memory),
            }
        }
        open = still_open;
    }
    Ok(())
}
