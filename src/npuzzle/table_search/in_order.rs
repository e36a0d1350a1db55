//! One board after the other: for tables that are near.

use super::run::Run;
use crate::npuzzle::space::Slide;
use crate::search::{Budget, StopReason};

impl<const COLS: usize, const PASSED: usize, const VIEWS: usize> Run<'_, COLS, PASSED, VIEWS> {
    /// One iteration: the first plan of exactly `limit` moves, if there is one.
    pub(super) fn in_order(&mut self, limit: u32, budget: &Budget) -> Result<Option<Vec<Slide>>, StopReason> {
        // No more than three siblings wait at each depth, and one more at the first.
        let mut pending = vec![self.start(limit); 3 * limit as usize + 8];
        let mut waiting = 1;
        let mut path = vec![Slide::Up; limit as usize + 1];
        let Self { lenses, steps, pace, stats, goal, .. } = self;
        while waiting > 0 {
            waiting -= 1;
            let node = pending[waiting];
            path[usize::from(node.depth)] = node.slide;
            if u32::from(node.depth) == limit {
                if node.boards[0] == *goal {
                    return Ok(Some(path.split_off(1)));
                }
                continue;
            }
            let (count, choices) = steps.choices(node.blank, node.trail);
            pace.count(stats, count, budget)?;
            for step in choices {
                let mut child = node.after::<PASSED, false>(step, lenses, steps);
                let most = child.look(lenses);
                // All views are asked and the child is put down in any case, and counted only where it is within
                // the limit. To ask and to put down no more than needed would spare less than it costs to guess
                // which way such branches go; without them, the look-ups of all children wait for the memory at
                // the same time.
                pending[waiting] = child;
                waiting += usize::from(most <= child.slack);
            }
            stats.peak_states = stats.peak_states.max(waiting as u64 + 1);
        }
        Ok(None)
    }
}
