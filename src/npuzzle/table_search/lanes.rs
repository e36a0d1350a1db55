//! Several subtrees, searched in turns.
//!
//! What a large table costs is the wait for the memory, and one subtree cannot go on before the entries of its
//! youngest boards are there. So a board's children are put down with their entries asked for only, and while these
//! are on the way other subtrees have their turn. The subtrees are numbered in the order of moves, and a plan
//! found in one of them ends those after it alone: the first of all plans is what comes out.

use super::lens::Lens;
use super::node::Node;
use super::run::Run;
use crate::npuzzle::space::Slide;
use crate::search::{Budget, StopReason};

/// Subtrees under way at the same time.
const LANES: usize = 4;

/// An iteration is cut into so many subtrees or a few more, so that lanes seldom run dry.
const SUBTREES: usize = 64;

/// How deep the first boards of the subtrees are at most.
const MOST_CUT: u32 = 24;

/// A part of the search.
#[derive(Clone, Copy, Debug)]
struct Subtree<const VIEWS: usize> {
    /// Its entries were looked at.
    root: Node<VIEWS>,
    /// The slides that lead there, two bits each, the last in the lowest.
    slides: u64,
}

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
        let mut slides = subtree.slides;
        for place in self.path[1..=usize::from(subtree.root.depth)].iter_mut().rev() {
            *place = Slide::ALL[(slides & 3) as usize];
            slides >>= 2;
        }
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
    /// One iteration: the first plan of exactly `limit` moves, if there is one.
    pub(super) fn by_lanes(&mut self, limit: u32, budget: &Budget) -> Result<Option<Vec<Slide>>, StopReason> {
        let start = self.start(limit);
        let mut subtrees = vec![Subtree { root: start, slides: 0 }];
        for _ in 0..MOST_CUT.min(limit) {
            if subtrees.len() >= SUBTREES || subtrees.is_empty() {
                break;
            }
            self.cut(&mut subtrees, budget)?;
        }
        let mut lanes: [Lane<VIEWS>; LANES] = std::array::from_fn(|_| Lane::new(limit, start));
        let mut left = subtrees.iter().zip(0..);
        let mut found: Option<(usize, Vec<Slide>)> = None;
        let mut busy = LANES;
        while busy > 0 {
            busy = 0;
            for lane in &mut lanes {
                lane.settle(&self.lenses);
                if lane.is_empty() {
                    // Of what comes later in the order of moves than a plan found, nothing is needed.
                    let next =
                        left.next().filter(|&(_, number)| found.as_ref().is_none_or(|&(at, _)| number < at));
                    let Some((subtree, number)) = next else { continue };
                    lane.begin(subtree, number);
                }
                busy += 1;
                let node = lane.pop();
                if u32::from(node.depth) == limit {
                    if node.boards[0] == self.goal && found.as_ref().is_none_or(|&(at, _)| lane.subtree < at)
                    {
                        found = Some((lane.subtree, lane.path[1..].to_vec()));
                    }
                    continue;
                }
                let (count, choices) = self.steps.choices(node.blank, node.trail);
                self.pace.count(&mut self.stats, count, budget)?;
                for step in choices {
                    lane.put(node.after::<PASSED, true>(step, &self.lenses, &self.steps));
                }
            }
            if let Some((at, _)) = found {
                lanes.iter_mut().filter(|lane| lane.subtree >= at).for_each(Lane::clear);
            }
        }
        let peak = subtrees.len() + lanes.iter().map(|lane| lane.peak).sum::<usize>();
        self.stats.peak_states = self.stats.peak_states.max(peak as u64);
        Ok(found.map(|(_, path)| path))
    }

    /// Puts in place of each subtree those of its root's children that are worth a look, in the order of moves.
    fn cut(&mut self, subtrees: &mut Vec<Subtree<VIEWS>>, budget: &Budget) -> Result<(), StopReason> {
        let mut after = Vec::with_capacity(3 * subtrees.len() + 1);
        for Subtree { root, slides } in subtrees.drain(..) {
            let (count, choices) = self.steps.choices(root.blank, root.trail);
            self.pace.count(&mut self.stats, count, budget)?;
            let begin = after.len();
            for step in choices {
                let mut child = root.after::<PASSED, true>(step, &self.lenses, &self.steps);
                if child.look(&self.lenses) <= child.slack {
                    after.push(Subtree { root: child, slides: slides << 2 | child.slide as u64 });
                }
            }
            after[begin..].reverse();
        }
        *subtrees = after;
        Ok(())
    }
}
