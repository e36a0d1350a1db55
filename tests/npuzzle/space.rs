//! Whole spaces: every board of a size, against a wave from the goal.

use serde_json::Value;
use taquin::grid::Size;
use taquin::npuzzle::{
    Board, Goal, GoalPreset, LinearConflict, Manhattan, Nibbles, Space, State, Tiles, Verdict,
};
use taquin::search::{
    Budget, Heuristic, StateSpace, a_star, bidirectional, breadth_first, depth_first, ida_star,
    iterative_deepening,
};

use crate::oracle::{distances, permutations, rows_of};

const PRESETS: [GoalPreset; 3] = [GoalPreset::BlankLast, GoalPreset::BlankFirst, GoalPreset::Spiral];

fn board(cols: usize, tiles: &[u16]) -> Board {
    Board::new(&rows_of(cols, tiles)).unwrap()
}

/// The three presets, and one goal with the blank in the midst of a jumble.
fn goals(rows: usize, cols: usize) -> Vec<Goal> {
    let size = Size { rows: rows as u32, cols: cols as u32 };
    let cells = rows * cols;
    let jumble: Vec<u16> = (0..cells).map(|cell| ((cell * 5 + cells / 2 * 3) % cells) as u16).collect();
    let presets = PRESETS.map(|preset| Goal::preset(preset, size));
    let jumbled = (!cells.is_multiple_of(5)).then(|| Goal::explicit(board(cols, &jumble)));
    presets.into_iter().chain(jumbled).collect()
}

fn state(tiles: &[u16]) -> State<Nibbles> {
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    State { tiles: Nibbles::pack(tiles), blank: blank as u32 }
}

#[test]
fn the_verdict_is_right_for_every_board() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for goal in goals(rows, cols) {
            let reachable = distances(rows, cols, goal.board().tiles());
            let mut solvable = 0;
            permutations(rows * cols, |tiles| {
                let (_, verdict, reason) = Verdict::of(&board(cols, tiles), &goal);
                assert_eq!(verdict, reachable.contains_key(tiles), "{tiles:?} to {goal:?}: {reason}");
                solvable += usize::from(verdict);
            });
            assert_eq!(solvable, reachable.len(), "{rows}×{cols}");
        }
    }
}

#[test]
fn as_many_boards_at_each_distance_as_is_known() {
    let text = include_str!("../data/distance_distributions.json");
    let known: Value = serde_json::from_str(text).unwrap();
    for (name, rows, cols, boards, most) in [
        ("2x2", 2, 2, 12, 6),
        ("3x2", 2, 3, 360, 21),
        ("3x2", 3, 2, 360, 21),
        ("4x2", 2, 4, 20_160, 36),
        ("4x2", 4, 2, 20_160, 36),
        ("3x3", 3, 3, 181_440, 31),
    ] {
        let counts: Vec<u64> = serde_json::from_value(known["boards"][name]["counts"].clone()).unwrap();
        assert_eq!((counts.iter().sum::<u64>(), counts.len()), (boards, most + 1), "{name}");
        let size = Size { rows, cols };
        for preset in [GoalPreset::BlankLast, GoalPreset::BlankFirst] {
            assert_eq!(layers(&Goal::preset(preset, size)), counts, "{size}");
        }
        let goal = Goal::preset(GoalPreset::BlankLast, size);
        let mut found = vec![0; counts.len()];
        let distances = distances(rows as usize, cols as usize, goal.board().tiles());
        distances.values().for_each(|&distance| found[distance as usize] += 1);
        assert_eq!(found, counts, "{size}");
    }
}

/// How many states lie at each distance, by the library's own moves and index.
fn layers(goal: &Goal) -> Vec<u64> {
    let space = Space::<Nibbles>::new(goal.board(), goal);
    let mut seen = vec![false; space.index_size().unwrap()];
    seen[space.index(&space.start())] = true;
    let (mut layer, mut counts) = (vec![space.start()], Vec::new());
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        let mut next = Vec::new();
        for state in &layer {
            space.successors(state, |_, child| {
                if !std::mem::replace(&mut seen[space.index(&child)], true) {
                    next.push(child);
                }
            });
        }
        layer = next;
    }
    counts
}

/// Checks a heuristic on every board from which the goal can be reached.
fn check_heuristic<H: Heuristic<Space<Nibbles>, Parts: PartialEq + std::fmt::Debug>>(
    (rows, cols): (usize, usize),
    goal: &Goal,
    heuristic: &H,
) {
    let space = Space::<Nibbles>::new(goal.board(), goal);
    for (tiles, &distance) in &distances(rows, cols, goal.board().tiles()) {
        let state = state(tiles);
        let parts = heuristic.of(&state);
        let estimate = heuristic.estimate(parts);
        assert!(estimate <= distance, "{tiles:?} is {distance} moves away, not {estimate}");
        assert_eq!(estimate % 2, distance % 2, "{tiles:?}: a parity that no plan has");
        space.successors(&state, |mv, child| {
            let after = heuristic.after(parts, mv, &child);
            assert_eq!(after, heuristic.of(&child), "{tiles:?}, {mv:?}");
            let step = heuristic.estimate(after).abs_diff(estimate);
            assert!(step <= 1, "{tiles:?}, {mv:?}: one move, and the estimate changes by {step}");
        });
    }
}

#[test]
fn estimates_are_admissible_consistent_and_kept_up_to_date() {
    for (rows, cols) in [(1, 4), (2, 2), (2, 4), (4, 2), (3, 3)] {
        for goal in goals(rows, cols) {
            check_heuristic((rows, cols), &goal, &Manhattan::new(&goal));
            check_heuristic((rows, cols), &goal, &LinearConflict::new(&goal));
        }
    }
}

#[test]
fn every_small_board_by_every_search() {
    for (rows, cols) in [(1, 4), (2, 2), (2, 3), (3, 2)] {
        for goal in goals(rows, cols) {
            let (manhattan, conflict) = (Manhattan::new(&goal), LinearConflict::new(&goal));
            let budget = Budget::unlimited();
            for (tiles, &distance) in &distances(rows, cols, goal.board().tiles()) {
                let space = Space::<Nibbles>::new(&board(cols, tiles), &goal);
                let outcomes = [
                    ("bfs", breadth_first(&space, &budget)),
                    ("bidirectional", bidirectional(&space, &budget)),
                    ("a_star by manhattan", a_star(&space, &manhattan, &budget)),
                    ("a_star by conflict", a_star(&space, &conflict, &budget)),
                    ("ida_star by manhattan", ida_star(&space, &manhattan, &budget)),
                    ("ida_star by conflict", ida_star(&space, &conflict, &budget)),
                ];
                for (name, outcome) in outcomes {
                    let cost = outcome.plan.map(|plan| plan.cost);
                    assert_eq!(cost, Some(distance), "{name}: {tiles:?} to {goal:?}");
                    assert_eq!(outcome.lower_bound, distance, "{name}");
                }
                if distance <= 12 {
                    let outcome = iterative_deepening(&space, None, &budget);
                    assert_eq!(outcome.plan.map(|plan| plan.cost), Some(distance), "{tiles:?}");
                }
                let outcome = depth_first(&space, None, &budget);
                assert!(outcome.plan.is_some_and(|plan| plan.cost >= distance), "{tiles:?}");
            }
        }
    }
}

#[test]
fn an_impossible_board_exhausts_half_of_the_space() {
    let goal = Goal::preset(GoalPreset::BlankLast, Size { rows: 3, cols: 3 });
    let space = Space::<Nibbles>::new(&board(3, &[1, 3, 4, 8, 0, 2, 7, 6, 5]), &goal);
    let budget = Budget::unlimited();
    for outcome in [
        breadth_first(&space, &budget),
        depth_first(&space, None, &budget),
        a_star(&space, &LinearConflict::new(&goal), &budget),
    ] {
        assert!(outcome.exhausted && outcome.plan.is_none());
        assert_eq!((outcome.stats.generated, outcome.stats.peak_states), (181_440, 181_440));
    }
}

#[test]
fn every_hundredth_board_of_the_eight_puzzle_by_every_guided_search() {
    let goal = Goal::preset(GoalPreset::Spiral, Size { rows: 3, cols: 3 });
    let mut boards: Vec<_> = distances(3, 3, goal.board().tiles()).into_iter().collect();
    boards.sort_unstable();
    let (manhattan, conflict) = (Manhattan::new(&goal), LinearConflict::new(&goal));
    let budget = Budget::unlimited();
    for (tiles, distance) in boards.into_iter().step_by(100) {
        let space = Space::<Nibbles>::new(&board(3, &tiles), &goal);
        for outcome in [
            a_star(&space, &manhattan, &budget),
            a_star(&space, &conflict, &budget),
            ida_star(&space, &conflict, &budget),
            bidirectional(&space, &budget),
        ] {
            assert_eq!(outcome.plan.map(|plan| plan.cost), Some(distance), "{tiles:?}");
        }
    }
}
