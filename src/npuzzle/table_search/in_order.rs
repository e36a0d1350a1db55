//! One board after the other: for tables that are near.

use super::iteration::Iteration;
use super::run::Run;
use super::tally::{Pause, Tally};
use crate::npuzzle::space::Slide;
use crate::search::StopReason;

impl<const COLS: usize, const PASSED: usize, const VIEWS: usize> Run<'_, COLS, PASSED, VIEWS> {
    /// Searches the subtrees that `next` names, one after the other.
    pub(super) fn in_order(
        &self,
        iteration: &Iteration<VIEWS>,
        next: &mut dyn FnMut() -> Option<usize>,
        tally: &mut Tally<'_>,
    ) -> Result<(), StopReason> {
        let limit = iteration.limit as usize;
        let Self { lenses, steps, goal, .. } = self;
        let mut path = vec![Slide::Up; limit + 1];
        // No more than three siblings wait at each depth, and one more at the first.
        let mut pending = vec![self.start(iteration.limit); 3 * limit + 8];
        while let Some(number) = next() {
            let subtree = iteration.subtree(number);
            subtree.trace(&mut path);
            pending[0] = subtree.root;
            let mut waiting = 1;
            while waiting > 0 {
                waiting -= 1;
                let node = pending[waiting];
                let depth = usize::from(node.depth);
                path[depth] = node.slide;
                if depth == limit {
                    if node.boards[0] == *goal {
                        iteration.pieces.found(number, path[1..].to_vec());
                        break;
                    }
                    continue;
                }
                let (count, choices) = steps.choices(node.blank, node.trail);
                if tally.count(count)? == Pause::Due && !iteration.pieces.is_needed(number) {
                    break;
                }
                for step in choices {
                    let mut child = node.after::<PASSED, false>(step, lenses, steps);
                    let most = child.look(lenses);
                    // All views are asked and the child is put down in any case, and counted only where it is
                    // within the limit. To ask and to put down no more than needed would spare less than it costs
                    // to guess which way such branches go; without them, the look-ups of all children wait for
                    // the memory at the same time.
                    pending[waiting] = child;
                    waiting += usize::from(most <= child.slack);
                }
                tally.stats.peak_states = tally.stats.peak_states.max(waiting as u64 + 1);
            }
        }
        Ok(())
    }
}
