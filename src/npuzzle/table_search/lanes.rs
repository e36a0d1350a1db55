//! Several subtrees, searched in turns.
//!
//! What a large table costs is the wait for the memory, and one subtree cannot go on before the entries of its
//! youngest boards are there. So a board's children are put down with their entries asked for only, and while these
//! are on the way other subtrees have their turn.

use super::iteration::{Iteration, Subtree};
use super::lens::Lens;
use super::node::Node;
use super::run::Run;
use super::tally::Tally;
use crate::npuzzle::space::Slide;
use crate::search::StopReason;

/// Subtrees under way at the same time.
const LANES: usize = 4;

/// One subtree under way.
#[derive(Debug)]
struct Lane<const VIEWS: usize> {
    /// Its number.
    subtree: usize,
    pending: Vec<Node<VIEWS>>,
    /// How many of `pending` wait for their turn, and how many after those wait for their entries.
    waiting: usize,
    fresh: usize,
    /// Most that ever waited.
    peak: usize,
    /// The slides that lead to the board at hand, from the second place on.
    path: Vec<Slide>,
}

impl<const VIEWS: usize> Lane<VIEWS> {
    fn new(limit: u32, idle: Node<VIEWS>) -> Self {
        Self {
            subtree: 0,
            // No more than three siblings wait at each depth, and one more at the first.
            pending: vec![idle; 3 * limit as usize + 8],
            waiting: 0,
            fresh: 0,
            peak: 0,
            path: vec![Slide::Up; limit as usize + 1],
        }
    }

    /// Takes on a subtree.
    fn begin(&mut self, subtree: &Subtree<VIEWS>, number: usize) {
        self.subtree = number;
        self.pending[0] = subtree.root;
        self.waiting = 1;
        subtree.trace(&mut self.path);
    }

    /// Keeps those of the boards put down last that are worth a look.
    ///
    /// All views are asked, and the board is moved up, in any case: to do no more than needed would spare less than
    /// it costs to guess which way such branches go.
    #[inline(always)]
    fn settle(&mut self, lenses: &[Lens<'_>; VIEWS]) {
        for at in self.waiting..self.waiting + std::mem::take(&mut self.fresh) {
            let mut node = self.pending[at];
            let most = node.look(lenses);
            self.pending[self.waiting] = node;
            self.waiting += usize::from(most <= node.slack);
        }
        self.peak = self.peak.max(self.waiting);
    }

    /// Whether nothing waits.
    #[inline]
    const fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// The board to go on with, of one or more; its last slide is written down.
    #[inline]
    fn pop(&mut self) -> Node<VIEWS> {
        self.waiting -= 1;
        let node = self.pending[self.waiting];
        self.path[usize::from(node.depth)] = node.slide;
        node
    }

    /// Puts a board down whose entries were asked for.
    #[inline]
    fn put(&mut self, node: Node<VIEWS>) {
        self.pending[self.waiting + self.fresh] = node;
        self.fresh += 1;
    }

    /// Gives the subtree up.
    fn clear(&mut self) {
        (self.waiting, self.fresh) = (0, 0);
    }
}

impl<const COLS: usize, const PASSED: usize, const VIEWS: usize> Run<'_, COLS, PASSED, VIEWS> {
    /// Searches the subtrees that `next` names, several in turns.
    pub(super) fn by_lanes(
        &self,
        iteration: &Iteration<VIEWS>,
        next: &mut dyn FnMut() -> Option<usize>,
        tally: &mut Tally<'_>,
    ) -> Result<(), StopReason> {
        let limit = iteration.limit;
        let mut lanes: [Lane<VIEWS>; LANES] = std::array::from_fn(|_| Lane::new(limit, self.start(limit)));
        let (mut busy, mut more) = (LANES, true);
        while busy > 0 {
            busy = 0;
            for lane in &mut lanes {
                lane.settle(&self.lenses);
                if !iteration.pieces.is_needed(lane.subtree) {
                    lane.clear();
                }
                if lane.is_empty() {
                    let number = more.then(&mut *next).flatten();
                    more = number.is_some();
                    let Some(number) = number else { continue };
                    lane.begin(iteration.subtree(number), number);
                }
                busy += 1;
                let node = lane.pop();
                if u32::from(node.depth) == limit {
                    if node.boards[0] == self.goal {
                        iteration.pieces.found(lane.subtree, lane.path[1..].to_vec());
                    }
                    continue;
                }
                let (count, choices) = self.steps.choices(node.blank, node.trail);
                tally.count(count)?;
                for step in choices {
                    lane.put(node.after::<PASSED, true>(step, &self.lenses, &self.steps));
                }
            }
        }
        let peak = lanes.iter().map(|lane| lane.peak as u64).sum();
        tally.stats.peak_states = tally.stats.peak_states.max(peak);
        Ok(())
    }
}
