//! Walking distance over whole spaces: never above the true distance, never more than one move apart between
//! neighbours, the same however it is computed.

use std::collections::HashMap;

use taquin::grid::Size;
use taquin::json::ReadError;
use taquin::npuzzle::{
    Board, Goal, GoalPreset, LinearConflict, Manhattan, Nibbles, Request, Space, State, Tables,
    WalkingDistance,
};
use taquin::search::{Budget, Heuristic, StateSpace, ida_star};

type Boards = Space<Nibbles>;

/// What a walk over a space saw.
#[derive(Debug, Default)]
struct Seen {
    states: usize,
    exact: usize,
    above_linear_conflict: usize,
}

/// Goes from the goal to all states no farther than `depth`, and looks at every move between them.
fn check(goal: &Goal, tables: &Tables, depth: u64) -> Seen {
    let space = Boards::new(goal.board(), goal);
    let walking = WalkingDistance::new(goal, tables).unwrap();
    let (manhattan, conflict) = (Manhattan::new(goal), LinearConflict::new(goal));
    let estimate = |parts| Heuristic::<Boards>::estimate(&walking, parts);
    let start = space.start();
    let mut known = HashMap::from([(start, 0)]);
    let mut queue: Vec<State<Nibbles>> = vec![start];
    let mut seen = Seen::default();
    assert_eq!(estimate(walking.of(&start)), 0);
    let mut head = 0;
    while head < queue.len() {
        let state = queue[head];
        let (distance, parts) = (known[&state], walking.of(&state));
        let least = estimate(parts);
        assert!(least <= distance, "{least} above {distance}: {state:?}");
        let of_manhattan = Heuristic::<Boards>::estimate(&manhattan, manhattan.of(&state));
        assert!(least >= of_manhattan, "{least} below {of_manhattan}: {state:?}");
        let of_conflict = Heuristic::<Boards>::estimate(&conflict, conflict.of(&state));
        seen.states += 1;
        seen.exact += usize::from(least == distance);
        seen.above_linear_conflict += usize::from(least > of_conflict);
        space.successors(&state, |slide, next| {
            let after = walking.after(parts, slide, &next);
            assert_eq!(after, walking.of(&next), "{state:?} {slide:?}");
            assert!(estimate(after).abs_diff(least) == 1, "{state:?} {slide:?}");
            if distance < depth {
                known.entry(next).or_insert_with(|| {
                    queue.push(next);
                    distance + 1
                });
            }
        });
        head += 1;
    }
    seen
}

/// A goal of this size with the blank in this cell, its tiles in another order than the presets'.
fn goal(rows: usize, cols: usize, blank: usize) -> Goal {
    let cells = rows * cols;
    // 13 has no divisor in common with any number of tiles used here.
    let mut tiles: Vec<u32> = (0..cells - 1).map(|at| (at * 13 % (cells - 1)) as u32 + 1).collect();
    tiles.insert(blank, 0);
    let rows: Vec<Vec<u32>> = tiles.chunks(cols).map(<[u32]>::to_vec).collect();
    Goal::explicit(Board::new(&rows).unwrap())
}

#[test]
fn whole_spaces_of_eight_and_nine_cells() {
    let tables = Tables::new();
    for (rows, cols) in [(3, 3), (2, 4), (4, 2), (2, 3), (2, 2)] {
        for blank in 0..rows * cols {
            let seen = check(&goal(rows, cols, blank), &tables, u64::MAX);
            assert_eq!(seen.states, (3..=rows * cols).product::<usize>(), "{rows} × {cols}");
        }
    }
    let preset = Goal::preset(GoalPreset::Spiral, Size { rows: 3, cols: 3 });
    assert_eq!(check(&preset, &tables, u64::MAX).states, 181_440);
}

/// Five columns and more have no table: Manhattan distance stands in for it.
#[test]
fn long_boards() {
    let tables = Tables::new();
    assert_eq!(check(&goal(1, 6, 2), &tables, u64::MAX).states, 6);
    for (rows, cols, blank) in [(2, 5, 3), (5, 2, 9), (2, 8, 15), (3, 5, 7), (5, 3, 0), (3, 4, 5)] {
        assert!(check(&goal(rows, cols, blank), &tables, 14).states > 500, "{rows} × {cols}");
    }
}

#[test]
fn near_the_goal_of_4_by_4() {
    let tables = Tables::new();
    for blank in [0, 5, 15] {
        let seen = check(&goal(4, 4, blank), &tables, 15);
        assert!(seen.exact > 0 && seen.exact < seen.states, "{seen:?}");
        assert!(seen.above_linear_conflict > 0, "{seen:?}");
    }
}

/// Short scrambles of 4 × 4: the plan is no longer and no shorter than under linear conflict.
#[test]
fn scrambles_of_4_by_4_are_solved_as_before() {
    let tables = Tables::new();
    for (seed, length) in (0..12_u64).map(|seed| (seed, 20 + 3 * seed)) {
        let goal = goal(4, 4, [15, 0, 6][seed as usize % 3]);
        let mut state = Boards::new(goal.board(), &goal).start();
        let mut random = seed;
        for _ in 0..length {
            let mut next = Vec::new();
            Boards::new(goal.board(), &goal).successors(&state, |_, child| next.push(child));
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state = next[(random >> 33) as usize % next.len()];
        }
        let tiles: Vec<u32> =
            (0..16).map(|cell| u32::from(taquin::npuzzle::Tiles::get(&state.tiles, cell))).collect();
        let rows: Vec<Vec<u32>> = tiles.chunks(4).map(<[u32]>::to_vec).collect();
        let space = Boards::new(&Board::new(&rows).unwrap(), &goal);
        let walking = WalkingDistance::new(&goal, &tables).unwrap();
        let found = ida_star(&space, &walking, &Budget::unlimited()).plan.unwrap();
        let expected = ida_star(&space, &LinearConflict::new(&goal), &Budget::unlimited()).plan.unwrap();
        assert_eq!(found, expected, "{rows:?}");
    }
}

#[test]
fn larger_boards_are_refused_at_the_heuristic() {
    let tables = Tables::new();
    let size = Size { rows: 2, cols: 9 };
    assert!(WalkingDistance::new(&Goal::preset(GoalPreset::BlankLast, size), &tables).is_none());
    let text =
        r#"{"board":[[1,2,3,4,5,6],[7,8,9,10,11,12],[13,14,15,16,17,0]],"heuristic":"walking_distance"}"#;
    let Err(ReadError::Faults(faults)) = Request::read(text.as_bytes(), &Default::default()) else {
        panic!("18 cells are too many")
    };
    let fault = serde_json::to_value(&faults.listed()[0]).unwrap();
    assert_eq!(fault["pointer"], "/heuristic");
    assert_eq!(fault["code"], "not-applicable");
    assert!(fault["detail"].as_str().unwrap().contains("at most 16 cells; 3×6 has 18"), "{fault}");
}
