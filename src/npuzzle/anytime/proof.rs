//! The proof: iteration after iteration of deepening, a turn at a time.
//!
//! A short iteration is one search that goes on where its last turn ended. A long one begins at a [`Frontier`], whose
//! subtrees are searched by this core and by every one that stands idle. How many subtrees a turn searches is decided
//! by the states that those before took, never by the clock or by who searched them: so what is known after so many
//! turns is the same however many cores there were.

use super::super::space::Slide;
use super::super::trail::Trail;
use super::deepening::{Deepening, Iteration};
use super::estimate::Estimate;
use super::field::{Board, Sources};
use super::frontier::{self, Frontier};
use crate::search::{Budget, Meter, Pieces, Purse, SearchStats, SpareCores, StopReason};

/// About how many times the states of an iteration the next one takes.
const GROWTH: u64 = 6;
/// Iterations that take more states than this begin at a frontier.
const LONG: u64 = 1_000_000;
/// One root for about so many states: more would take longer to find than they save.
const STATES_A_ROOT: u64 = 1_000;
/// No more roots are looked for: what the memory that layers and roots take is worth.
const MOST_ROOTS: u64 = 1 << 22;
/// Subtrees that are searched between two looks at what they took, at least, and states for which it pays to ask for
/// further cores.
const LEAST_SUBTREES: usize = 64;
const STATES_TO_SHARE: u64 = 200_000;
/// States that a thread takes out of the common purse at a time.
const GRANT: u64 = 4096;
/// Bytes that one thread's branch may take.
const BRANCH_BYTES: u64 = 1 << 20;

/// The iteration under way, if there is one.
#[derive(Debug)]
pub(super) struct Proof<P> {
    deepening: Deepening<P>,
    subtrees: Option<Subtrees>,
    /// States of the iteration before, and of this one so far.
    last: u64,
    so_far: u64,
    /// A plan that a limit kept from being proved the first of the shortest.
    pub(super) unproved: Option<Vec<Slide>>,
}

/// A long iteration.
#[derive(Debug)]
struct Subtrees {
    limit: u32,
    frontier: Frontier,
    /// The first subtree that was not searched yet, and the states that those before took.
    next: usize,
    met: u64,
    /// The smallest total above the limit so far.
    cut: u32,
}

impl<P: Copy + Send> Proof<P> {
    pub(super) fn new() -> Self {
        Self { deepening: Deepening::new(), subtrees: None, last: 0, so_far: 0, unproved: None }
    }

    /// Looks for a plan of at most `limit` moves, which no plan is shorter than, from where the last turn under this
    /// limit ended, meeting about as many states as are allowed.
    pub(super) fn under<E: Estimate<Parts = P>>(
        &mut self,
        guide: (&E, &Sources),
        start: &Board,
        limit: u32,
        allowance: u64,
        (budget, meter): (&Budget, &mut Meter<'_>),
    ) -> Result<Iteration, StopReason> {
        let before = meter.stats.generated;
        let result = self.turn(guide, start, limit, allowance, (budget, meter));
        self.so_far += meter.stats.generated - before;
        if matches!(result, Ok(Iteration::Cut(_))) {
            self.last = std::mem::take(&mut self.so_far);
        }
        result
    }

    fn turn<E: Estimate<Parts = P>>(
        &mut self,
        guide: (&E, &Sources),
        start: &Board,
        limit: u32,
        allowance: u64,
        (budget, meter): (&Budget, &mut Meter<'_>),
    ) -> Result<Iteration, StopReason> {
        if self.deepening.is_under(limit) {
            return self.deepening.resume(guide, allowance, meter);
        }
        let expected = GROWTH * self.last;
        if self.subtrees.is_none() {
            if expected < LONG || start.tiles.len() > frontier::MOST_CELLS {
                let root = (start, Trail::EMPTY.number());
                return self.deepening.under(guide, root, limit, allowance, meter);
            }
            let wanted = (expected / STATES_A_ROOT).min(MOST_ROOTS) as usize;
            let frontier = Frontier::new(guide, start, limit, wanted, meter)?;
            let cut = frontier.cut;
            self.subtrees = Some(Subtrees { limit, frontier, next: 0, met: 0, cut });
        }
        let Some(subtrees) = &mut self.subtrees else { return Ok(Iteration::Unfinished) };
        let result =
            subtrees.search(guide, start, (allowance, expected), (budget, meter), &mut self.unproved);
        if matches!(result, Ok(Iteration::Found(_) | Iteration::Cut(_)))
            && let Some(subtrees) = self.subtrees.take()
        {
            subtrees.frontier.give_back(meter);
        }
        result
    }
}

/// What one thread did.
struct Share {
    stats: SearchStats,
    cut: u32,
    result: Result<(), StopReason>,
}

impl Subtrees {
    /// Searches further subtrees until they took about as many states as are allowed; `expected` are those of the
    /// whole iteration.
    fn search<E: Estimate>(
        &mut self,
        guide: (&E, &Sources),
        start: &Board,
        (allowance, expected): (u64, u64),
        (budget, meter): (&Budget, &mut Meter<'_>),
        unproved: &mut Option<Vec<Slide>>,
    ) -> Result<Iteration, StopReason> {
        let mut left = allowance;
        while self.next < self.frontier.len() {
            if left == 0 {
                return Ok(Iteration::Unfinished);
            }
            let (met, of) =
                if self.next == 0 { (expected, self.frontier.len()) } else { (self.met, self.next) };
            let mean = (met / of as u64).max(1);
            let rest = self.frontier.len() - self.next;
            let turn = usize::try_from(left / mean).unwrap_or(rest).max(LEAST_SUBTREES).min(rest);
            let until = self.next + turn;
            let pieces = Pieces::new(self.next..until);
            let purse = Purse::new(budget.states - meter.stats.generated);
            let alone = SpareCores::default();
            let spare = if turn as u64 * mean < STATES_TO_SHARE { &alone } else { &budget.spare };
            let shares =
                pieces.share(spare, |next| self.work(guide, start, (&pieces, next), (budget, &purse)));
            let mut result = Ok(());
            let before = meter.stats.generated;
            for share in shares {
                meter.stats.expanded += share.stats.expanded;
                meter.stats.generated += share.stats.generated;
                self.cut = self.cut.min(share.cut);
                result = result.and(share.result);
            }
            let met = meter.stats.generated - before;
            match (pieces.into_found(), result) {
                (Some(plan), Ok(())) => return Ok(Iteration::Found(plan)),
                (found, Err(reason)) => {
                    *unproved = found;
                    return Err(reason);
                }
                (None, Ok(())) => {}
            }
            (self.next, self.met) = (until, self.met + met);
            left = left.saturating_sub(met);
        }
        Ok(Iteration::Cut(self.cut))
    }

    /// What one thread does: the subtrees that `next` names.
    fn work<E: Estimate>(
        &self,
        guide: (&E, &Sources),
        start: &Board,
        (pieces, next): (&Pieces<Vec<Slide>>, &mut dyn FnMut() -> Option<usize>),
        (budget, purse): (&Budget, &Purse),
    ) -> Share {
        let mut share = Share { stats: SearchStats::default(), cut: u32::MAX, result: Ok(()) };
        let branch = Budget { bytes: BRANCH_BYTES, states: u64::MAX, ..budget.clone() };
        let mut meter = match Meter::start(&branch, 1) {
            Ok(meter) => meter,
            Err(reason) => return Share { result: Err(reason), ..share },
        };
        let mut deepening = Deepening::new();
        let limit = self.limit - self.frontier.depth;
        while let Some(number) = next() {
            let (board, trail) = self.frontier.root(number, start, guide.1);
            let mut grant = purse.take(GRANT);
            let mut before = meter.stats.generated;
            let mut result = deepening.under(guide, (&board, trail), limit, grant, &mut meter);
            share.result = loop {
                purse.give_back(grant - (meter.stats.generated - before));
                match result {
                    Ok(Iteration::Found(rest)) => {
                        pieces.found(number, self.frontier.slides(number).chain(rest).collect());
                        break Ok(());
                    }
                    Ok(Iteration::Cut(cut)) => {
                        share.cut = share.cut.min(cut.saturating_add(self.frontier.depth));
                        break Ok(());
                    }
                    Ok(Iteration::Unfinished) if !pieces.is_needed(number) => break Ok(()),
                    Ok(Iteration::Unfinished) => {}
                    Err(reason) => break Err(reason),
                }
                (grant, before) = (purse.take(GRANT), meter.stats.generated);
                if grant == 0 {
                    break Err(StopReason::States);
                }
                result = deepening.resume(guide, grant, &mut meter);
            };
            if share.result.is_err() {
                break;
            }
        }
        Share { stats: meter.stats, ..share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use crate::npuzzle::anytime::estimate::Conflicts;
    use crate::npuzzle::anytime::field::sources;
    use crate::npuzzle::random::Random;
    use crate::npuzzle::relative::Relative;
    use crate::npuzzle::{Goal, GoalPreset};
    use std::collections::HashSet;

    const SIZE: Size = Size { rows: 4, cols: 5 };

    /// A board whose last iterations are long ones.
    fn hard() -> (Board, Conflicts, Sources) {
        let goal = Goal::preset(GoalPreset::BlankLast, SIZE);
        let relative = Relative::of(&Random(17).walk(goal.board(), 84), &goal);
        (Board::of(&relative), Conflicts::new(SIZE, relative.goal_blank, true), sources(SIZE))
    }

    /// The bound after every turn, and the plan.
    fn turns(budget: &Budget, allowance: u64) -> (Vec<u32>, Result<Vec<Slide>, StopReason>, SearchStats) {
        let (start, estimate, sources) = hard();
        let guide = (&estimate, &sources);
        let mut meter = Meter::start(budget, 1).unwrap();
        let (mut proof, mut bound) = (Proof::new(), estimate.value(estimate.of(&start.tiles)));
        let mut bounds = vec![bound];
        let ended = loop {
            match proof.under(guide, &start, bound, allowance, (budget, &mut meter)) {
                Ok(Iteration::Found(plan)) => break Ok(plan),
                Ok(Iteration::Cut(next)) => bound = next,
                Ok(Iteration::Unfinished) => {}
                Err(reason) => break Err(reason),
            }
            bounds.push(bound);
        };
        (bounds, ended, meter.stats)
    }

    #[test]
    fn turns_and_cores_change_neither_bounds_nor_plan() {
        let (_, whole, alone) = turns(&Budget::unlimited(), u64::MAX);
        let plan = whole.unwrap();
        assert!(alone.generated > 3 * LONG, "{alone:?}");
        let crew = || Budget { spare: SpareCores::fixed(3), ..Budget::unlimited() };
        for allowance in [300_000, u64::MAX] {
            let (bounds, by_one, _) = turns(&Budget::unlimited(), allowance);
            let (same_bounds, by_four, together) = turns(&crew(), allowance);
            assert_eq!((by_one.as_ref(), by_four.as_ref()), (Ok(&plan), Ok(&plan)));
            assert_eq!(bounds, same_bounds);
            assert!(together.generated < 2 * alone.generated);
        }
    }

    #[test]
    fn several_cores_keep_the_limits() {
        let crew = |states| Budget { spare: SpareCores::fixed(3), states, ..Budget::unlimited() };
        for states in [1, 1000, 1_500_000, 2_000_000] {
            let (_, ended, stats) = turns(&crew(states), u64::MAX);
            assert_eq!(ended, Err(StopReason::States));
            assert!(stats.generated <= states && stats.generated + 4 > states);
        }
        let (_, ended, _) = turns(&crew(u64::MAX).within(std::time::Duration::from_millis(1)), u64::MAX);
        assert_eq!(ended, Err(StopReason::Time));
    }

    #[test]
    fn a_frontier_has_every_board_once_and_all_within_the_limit() {
        let (start, estimate, sources) = hard();
        let budget = Budget::unlimited();
        let mut meter = Meter::start(&budget, 1).unwrap();
        let limit = estimate.value(estimate.of(&start.tiles)) + 6;
        let frontier = Frontier::new((&estimate, &sources), &start, limit, 500, &mut meter).unwrap();
        assert!(frontier.len() >= 500);
        let mut boards = HashSet::new();
        for root in 0..frontier.len() {
            let (board, _) = frontier.root(root, &start, &sources);
            assert!(frontier.depth + estimate.value(estimate.of(&board.tiles)) <= limit);
            assert!(boards.insert(board.tiles));
        }
        // Breadth first, layer by layer, with nothing left out but what lies above the limit.
        let mut layers = vec![HashSet::from([(start.tiles.clone(), start.blank)])];
        for depth in 1..=frontier.depth {
            let mut layer = HashSet::new();
            for (tiles, blank) in &layers[depth as usize - 1] {
                for &from in sources[*blank].iter().filter(|&&from| from != super::super::field::OFF) {
                    let mut tiles = tiles.clone();
                    tiles.swap(from as usize, *blank);
                    let is_new = !layers.iter().any(|layer| layer.contains(&(tiles.clone(), from as usize)));
                    if is_new && depth + estimate.value(estimate.of(&tiles)) <= limit {
                        layer.insert((tiles, from as usize));
                    }
                }
            }
            layers.push(layer);
        }
        assert_eq!(boards, layers.pop().unwrap().into_iter().map(|(tiles, _)| tiles).collect());
        frontier.give_back(&mut meter);
        assert!(meter.hold(usize::MAX).is_ok(), "all memory was given back");
    }

    #[test]
    fn a_frontier_without_memory_is_a_shallow_one() {
        let (start, estimate, sources) = hard();
        let budget = Budget { bytes: 200_000, ..Budget::unlimited() };
        let mut meter = Meter::start(&budget, 1).unwrap();
        let limit = estimate.value(estimate.of(&start.tiles)) + 10;
        let frontier = Frontier::new((&estimate, &sources), &start, limit, 1_000_000, &mut meter).unwrap();
        assert!((100..100_000).contains(&frontier.len()));
        frontier.give_back(&mut meter);
        assert!(meter.hold(200_000).is_ok(), "all memory was given back");
    }
}
