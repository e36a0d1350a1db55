//! Plans are replayed on plain boards; proofs are compared with the textbook search.

use super::deepening::{Deepening, Iteration};
use super::field::{Board as Moved, sources};
use super::{Conflicts, Estimate as _, Patterns, anytime, prove};
use crate::grid::{Direction, Size};
use crate::npuzzle::heuristic::LinearConflict;
use crate::npuzzle::pattern_database::{Partition, PatternDatabase, TableSet};
use crate::npuzzle::random::Random;
use crate::npuzzle::relative::Relative;
use crate::npuzzle::space::Space;
use crate::npuzzle::tiles::Quintets;
use crate::npuzzle::trail::Trail;
use crate::npuzzle::{Board, Goal, GoalPreset};
use crate::search::{Budget, Heuristic as _, Meter, Outcome, StateSpace as _, StopReason, ida_star};

fn states(states: u64) -> Budget {
    Budget { states, ..Budget::unlimited() }
}

fn run(board: &Board, goal: &Goal, budget: &Budget) -> (Outcome<Direction>, &'static str) {
    let relative = Relative::of(board, goal);
    let estimate = Conflicts::new(relative.size, relative.goal_blank, true);
    anytime(&relative, (&estimate, None), |_| 0, budget)
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
        goals.push(Goal::explicit(random.solvable(&goals[0])));
        for goal in &goals {
            let board = random.solvable(goal);
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
    let board = Random(2).solvable(&goal);
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
    let board = Random(3).solvable(&goal);
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
            let board = random.walk(goal.board(), moves);
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
    let board = Random(5).solvable(&goal);
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

/// Tables of groups of three, which are built at once.
fn small_tables(rows: u32, cols: u32) -> TableSet {
    let size = Size { rows: rows.max(cols), cols: rows.min(cols) };
    let tiles: Vec<u8> = (1..size.cells() as u8).collect();
    // As many groups as the estimate has room for; the tiles of the last ones are left to Manhattan distance.
    let partition: Partition = tiles.chunks(3).take(5).map(<[u8]>::to_vec).collect();
    TableSet::build(size, &[partition])
}

/// A corner, a side and the middle.
fn goals(size: Size, random: &mut Random) -> Vec<Goal> {
    let presets = [GoalPreset::BlankLast, GoalPreset::BlankFirst, GoalPreset::Spiral];
    let mut goals: Vec<Goal> = presets.map(|preset| Goal::preset(preset, size)).into();
    goals.push(Goal::explicit(random.solvable(&goals[0])));
    goals.push(Goal::explicit(random.walk(goals[0].board(), 3)));
    goals
}

#[test]
fn patterns_say_move_by_move_what_the_tables_say_at_once() {
    let mut random = Random(6);
    for (rows, cols) in [(5, 5), (4, 5), (6, 3), (2, 12), (11, 2)] {
        let size = Size { rows, cols };
        let tables = std::sync::Arc::new(small_tables(rows, cols));
        for goal in goals(size, &mut random) {
            let start = random.solvable(&goal);
            let patterns = Patterns::new(&tables, &start, &goal);
            let reference = PatternDatabase::new(std::sync::Arc::clone(&tables), &start, &goal);
            let mut board = Moved::of(&Relative::of(&start, &goal));
            let mut state = start.clone();
            let mut parts = patterns.of(&board.tiles);
            for _ in 0..200 {
                let relative = Relative::of(&state, &goal);
                let manhattan: u32 = (relative.homes.iter().enumerate())
                    .filter(|&(_, &home)| u32::from(home) != relative.goal_blank)
                    .map(|(cell, &home)| size.distance(home.into(), cell))
                    .sum();
                let packed = Space::<Quintets>::new(&state, &goal).start();
                let expected = manhattan.max(reference.of(&packed));
                assert_eq!(parts, patterns.of(&board.tiles));
                assert_eq!(patterns.value(parts), expected, "{state:?} to {goal:?}");
                let ways: Vec<_> = sources(size)[board.blank]
                    .into_iter()
                    .filter(|&from| from != super::field::OFF)
                    .collect();
                let from = ways[random.below(ways.len())] as usize;
                let to = board.blank;
                board.tiles.swap(from, to);
                board.blank = from;
                let before = parts;
                parts = patterns.after(before, &board.tiles, from, to);
                let value = patterns.value(parts);
                assert_eq!(value.abs_diff(patterns.value(before)) % 2, 1, "even or odd, as plans are");
                assert_eq!(patterns.after_within(before, &board.tiles, (from, to), value), Ok(parts));
                if value > 0 {
                    let beyond = patterns.after_within(before, &board.tiles, (from, to), value - 1);
                    assert_eq!(beyond, Err(value), "one view alone");
                }
                let mut tiles = state.tiles().to_vec();
                tiles.swap(from, to);
                state = Board::from_tiles(size, tiles);
            }
        }
    }
}

#[test]
fn an_iteration_in_many_turns_is_the_same_iteration() {
    let size = Size { rows: 5, cols: 5 };
    let goal = Goal::preset(GoalPreset::BlankLast, size);
    let board = Random(7).walk(goal.board(), 60);
    let start = Moved::of(&Relative::of(&board, &goal));
    let estimate = Conflicts::new(size, 24, true);
    let (guide, budget) = ((&estimate, &sources(size)), Budget::unlimited());
    let mut meter = Meter::start(&budget, 1).unwrap();
    let mut limit = estimate.value(estimate.of(&start.tiles));
    loop {
        let at_once = Deepening::new()
            .under(guide, (&start, Trail::EMPTY.number()), limit, u64::MAX, &mut meter)
            .unwrap();
        let mut deepening = Deepening::new();
        let mut turn = deepening.under(guide, (&start, Trail::EMPTY.number()), limit, 5, &mut meter).unwrap();
        while turn == Iteration::Unfinished {
            assert!(deepening.is_under(limit));
            turn = deepening.resume(guide, 777, &mut meter).unwrap();
        }
        assert_eq!(turn, at_once);
        match turn {
            Iteration::Cut(next) => limit = next,
            found => {
                assert!(matches!(found, Iteration::Found(moves) if leads_home(&board, &goal, &moves)));
                return;
            }
        }
    }
}

#[test]
fn proofs_by_patterns_are_those_of_the_textbook_search() {
    let mut random = Random(8);
    for (rows, cols) in [(5, 5), (4, 6), (9, 2)] {
        let size = Size { rows, cols };
        let tables = small_tables(rows, cols);
        for goal in goals(size, &mut random) {
            for moves in [0, 1, 8, 24] {
                let board = random.walk(goal.board(), moves);
                let relative = Relative::of(&board, &goal);
                let outcome = prove(&relative, &Patterns::new(&tables, &board, &goal), &Budget::unlimited());
                let space = Space::<Quintets>::new(&board, &goal);
                let expected = ida_star(&space, &LinearConflict::new(&goal), &Budget::unlimited());
                assert_eq!(outcome.plan, expected.plan, "{board:?} to {goal:?}");
                assert_eq!(outcome.lower_bound, expected.lower_bound);
            }
        }
    }
}

#[test]
fn with_patterns_plans_lead_home() {
    let size = Size { rows: 5, cols: 5 };
    let (tables, mut random) = (small_tables(5, 5), Random(9));
    for goal in goals(size, &mut random) {
        let board = random.solvable(&goal);
        let patterns = Patterns::new(&tables, &board, &goal);
        let (outcome, _) = anytime(&Relative::of(&board, &goal), (&patterns, None), |_| 0, &states(400_000));
        let plan = outcome.plan.expect("a plan");
        assert!(leads_home(&board, &goal, &plan.moves));
        assert!(outcome.lower_bound <= plan.cost && plan.cost < 200, "{}", plan.cost);
    }
}

#[test]
fn with_tables_for_the_last_block_plans_lead_home() {
    let mut random = Random(10);
    let tables = small_tables(5, 5);
    for (rows, cols) in [(6, 6), (5, 7), (9, 6)] {
        let size = Size { rows, cols };
        for goal in goals(size, &mut random) {
            let board = random.solvable(&goal);
            let relative = Relative::of(&board, &goal);
            let estimate = Conflicts::new(size, relative.goal_blank, true);
            let (outcome, by) = anytime(&relative, (&estimate, Some(&tables)), |_| 0, &states(400_000));
            let plan = outcome.plan.expect("a plan");
            assert!(leads_home(&board, &goal, &plan.moves), "{board:?} to {goal:?}");
            assert!(by != "constructive", "beams through the tables got nowhere");
        }
    }
}
