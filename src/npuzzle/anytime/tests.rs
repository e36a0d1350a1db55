//! Plans are replayed on plain boards; proofs are compared with the textbook search.

use super::field::Board as Moved;
use super::{Conflicts, Estimate as _, anytime};
use crate::grid::{Direction, Size};
use crate::npuzzle::heuristic::LinearConflict;
use crate::npuzzle::relative::Relative;
use crate::npuzzle::space::Space;
use crate::npuzzle::tiles::Quintets;
use crate::npuzzle::{Board, Goal, GoalPreset, Verdict};
use crate::search::{Budget, Outcome, StopReason, ida_star};

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    /// Any board that can become the goal.
    fn board(&mut self, goal: &Goal) -> Board {
        let size = goal.board().size();
        let mut tiles: Vec<u16> = (0..size.cells()).map(|tile| tile as u16).collect();
        (1..tiles.len()).rev().for_each(|at| tiles.swap(at, self.below(at + 1)));
        if !Verdict::of(&Board::from_tiles(size, tiles.clone()), goal).1 {
            let mut of_tiles = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
            let (a, b) = (of_tiles.next().unwrap(), of_tiles.next().unwrap());
            tiles.swap(a, b);
        }
        Board::from_tiles(size, tiles)
    }

    /// The goal after so many slides, none of which undoes the one before.
    fn walk(&mut self, goal: &Goal, moves: usize) -> Board {
        let size = goal.board().size();
        let (mut tiles, mut blank) = (goal.board().tiles().to_vec(), goal.board().blank());
        let mut last = None;
        for _ in 0..moves {
            let ways: Vec<(Direction, usize)> = Direction::ALL
                .into_iter()
                .filter(|way| last != Some(way.opposite()))
                .filter_map(|way| Some((way, size.neighbour(blank, way)?)))
                .collect();
            let (way, next) = ways[self.below(ways.len())];
            tiles.swap(blank, next);
            (blank, last) = (next, Some(way));
        }
        Board::from_tiles(size, tiles)
    }
}

fn states(states: u64) -> Budget {
    Budget { states, ..Budget::unlimited() }
}

fn run(board: &Board, goal: &Goal, budget: &Budget) -> (Outcome<Direction>, &'static str) {
    let relative = Relative::of(board, goal);
    let estimate = Conflicts::new(relative.size, relative.goal_blank, true);
    anytime(&relative, &estimate, |_| 0, budget)
}

/// Makes the moves one by one; whether they lead home.
fn leads_home(board: &Board, goal: &Goal, moves: &[Direction]) -> bool {
    let size = board.size();
    let (mut tiles, mut blank) = (board.tiles().to_vec(), board.blank());
    for slide in moves {
        let Some(from) = size.neighbour(blank, slide.opposite()) else { return false };
        tiles.swap(from, blank);
        blank = from;
    }
    tiles == goal.board().tiles()
}

#[test]
fn plans_lead_home_on_boards_of_all_shapes() {
    let mut random = Random(1);
    let sizes =
        [(5, 5), (4, 5), (3, 6), (2, 9), (9, 2), (6, 6), (5, 8), (2, 20), (12, 12), (3, 30), (13, 25)];
    for (rows, cols) in sizes.map(|(rows, cols): (u32, u32)| (rows, cols)) {
        let size = Size { rows, cols };
        let presets = [GoalPreset::BlankLast, GoalPreset::BlankFirst, GoalPreset::Spiral];
        let mut goals: Vec<Goal> = presets.map(|preset| Goal::preset(preset, size)).into();
        goals.push(Goal::explicit(random.board(&goals[0])));
        for goal in &goals {
            let board = random.board(goal);
            let (outcome, by) = run(&board, goal, &states(400_000));
            let plan = outcome.plan.unwrap_or_else(|| panic!("no plan on {size}"));
            assert!(leads_home(&board, goal, &plan.moves), "{size} by {by}");
            assert_eq!(plan.cost, plan.moves.len() as u64);
            assert!(outcome.lower_bound <= plan.cost);
            assert_eq!((plan.cost - outcome.lower_bound) % 2, 0, "all plans are even, or all are odd");
            assert_eq!(outcome.stopped_by.is_none(), plan.cost == outcome.lower_bound);
        }
    }
}

#[test]
fn more_states_never_make_a_plan_longer() {
    let goal = Goal::preset(GoalPreset::BlankLast, Size { rows: 7, cols: 7 });
    let board = Random(2).board(&goal);
    let mut shortest = u64::MAX;
    for budget in [30_000, 100_000, 300_000, 1_000_000, 3_000_000] {
        let length = run(&board, &goal, &states(budget)).0.plan.expect("a plan").cost;
        assert!(length <= shortest);
        shortest = length;
    }
    let constructed =
        crate::npuzzle::constructive::construct(&Relative::of(&board, &goal), &states(u64::MAX));
    assert!(3 * shortest < 2 * constructed.plan.unwrap().cost, "it is worth the time");
}

#[test]
fn the_same_states_find_the_same_plan() {
    let goal = Goal::preset(GoalPreset::BlankFirst, Size { rows: 6, cols: 7 });
    let board = Random(3).board(&goal);
    let first = run(&board, &goal, &states(700_000)).0;
    let second = run(&board, &goal, &states(700_000)).0;
    assert_eq!((first.plan, first.lower_bound), (second.plan, second.lower_bound));
}

#[test]
fn boards_near_their_goal_are_proved_as_the_textbook_search_proves_them() {
    let mut random = Random(4);
    for (rows, cols) in [(5, 5), (4, 5), (3, 7), (2, 12)] {
        let goal = Goal::preset(GoalPreset::BlankLast, Size { rows, cols });
        for moves in [0, 1, 2, 5, 11, 20, 30] {
            let board = random.walk(&goal, moves);
            let (outcome, _) = run(&board, &goal, &Budget::unlimited());
            let space = Space::<Quintets>::new(&board, &goal);
            let expected = ida_star(&space, &LinearConflict::new(&goal), &Budget::unlimited());
            assert_eq!(outcome.stopped_by, None);
            assert_eq!(outcome.lower_bound, expected.lower_bound);
            assert_eq!(outcome.plan.expect("a plan").cost, expected.plan.expect("a plan").cost, "{board:?}");
        }
    }
}

#[test]
fn every_limit_ends_it_with_what_is_known() {
    let goal = Goal::preset(GoalPreset::BlankLast, Size { rows: 20, cols: 20 });
    let board = Random(5).board(&goal);
    let cancelled = Budget::unlimited();
    cancelled.cancel.cancel();
    for (budget, reason) in [
        (Budget::unlimited().within(std::time::Duration::ZERO), StopReason::Time),
        (cancelled, StopReason::Cancelled),
        (states(0), StopReason::States),
        (states(100), StopReason::States),
        (states(2_000_000), StopReason::States),
        (Budget { bytes: 1, ..Budget::unlimited() }, StopReason::Memory),
        (Budget::unlimited().within(std::time::Duration::from_millis(300)), StopReason::Time),
    ] {
        let (outcome, _) = run(&board, &goal, &budget);
        assert_eq!(outcome.stopped_by, Some(reason));
        let estimate = Conflicts::new(goal.board().size(), 399, true);
        let least = estimate.value(estimate.of(&Moved::of(&Relative::of(&board, &goal)).tiles));
        assert!(outcome.lower_bound >= least.into());
        if let Some(plan) = outcome.plan {
            assert!(leads_home(&board, &goal, &plan.moves));
        }
        assert!(outcome.stats.generated <= budget.states);
    }
}
