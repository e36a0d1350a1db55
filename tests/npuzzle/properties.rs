//! What holds for any board: searches agree, verdicts are right, plans are legal, answers keep the contract.

use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};
use taquin::grid::Size;
use taquin::npuzzle::{
    Board, Goal, GoalPreset, LinearConflict, Manhattan, Nibbles, Quintets, Slide, Space, State, Tiles, Wide,
};
use taquin::search::{
    Budget, Outcome, StateSpace, a_star, bidirectional, breadth_first, depth_first, ida_star,
    iterative_deepening,
};

use crate::ask::{answer, answer_within, cancelled, verification};
use crate::oracle::{cases, neighbours, rows_of};

const ALGORITHMS: [&str; 7] = ["auto", "bfs", "dfs", "iddfs", "bidirectional", "a_star", "ida_star"];

/// A board and a goal of one size, both in any order.
fn boards() -> impl Strategy<Value = (usize, Vec<u16>, Vec<u16>)> {
    let size =
        prop_oneof![(2..=3_usize, 2..=3_usize), (Just(1_usize), 1..=6_usize), (1..=6_usize, Just(1_usize))];
    size.prop_flat_map(|(rows, cols)| {
        let tiles: Vec<u16> = (0..(rows * cols) as u16).collect();
        // A line of many tiles has one order in hundreds: shuffle none but the blank of the goal.
        let goal = if rows == 1 || cols == 1 {
            let goal = tiles.clone();
            (0..goal.len())
                .prop_map(move |blank| {
                    let mut goal = goal.clone();
                    goal[..=blank].rotate_left(1);
                    goal
                })
                .boxed()
        } else {
            Just(tiles.clone()).prop_shuffle().boxed()
        };
        let board = prop_oneof![Just(tiles.clone()), Just(tiles).prop_shuffle()];
        (Just(cols), board, goal)
    })
}

/// `blank_last` after a random walk of at most so many moves, never straight back.
fn scrambled(rows: usize, cols: usize, most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..=most).prop_map(move |walk| {
        let cells = rows * cols;
        let (mut before, mut tiles) =
            (Vec::new(), (1..=cells).map(|tile| (tile % cells) as u16).collect::<Vec<_>>());
        for step in walk {
            let next: Vec<_> =
                neighbours(rows, cols, &tiles).into_iter().filter(|next| *next != before).collect();
            before = std::mem::replace(&mut tiles, next[step.index(next.len())].clone());
        }
        tiles
    })
}

fn space<T: Tiles>(cols: usize, board: &[u16], goal: &Goal) -> Space<T> {
    Space::new(&Board::new(&rows_of(cols, board)).unwrap(), goal)
}

/// Asks each algorithm and checks its answer against the fewest moves, `None` where there is no plan.
fn check_all(request: &Value, fewest: Option<u64>) {
    for algorithm in ALGORITHMS {
        let mut request = request.clone();
        request["algorithm"] = json!(algorithm);
        let answer = answer(&request);
        let (bound, moves) = (answer["lower_bound"].as_u64(), answer["moves"].as_u64());
        let Some(fewest) = fewest else {
            assert_eq!(answer["status"], "unsolvable", "{request}");
            continue;
        };
        assert!(bound <= Some(fewest), "{request}: {answer}");
        match algorithm {
            "dfs" => assert!(moves >= Some(fewest), "{request}: {answer}"),
            // In a space this small only deepening without a visited set may run into the limit.
            "iddfs" if moves.is_none() => assert_eq!(answer["stopped_by"], "states", "{request}: {answer}"),
            _ => assert_eq!(moves, Some(fewest), "{request}: {answer}"),
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn all_searches_agree_and_the_verdict_is_reachability((cols, board, goal) in boards()) {
        let aim = Goal::explicit(Board::new(&rows_of(cols, &goal)).unwrap());
        let wave = breadth_first(&space::<Nibbles>(cols, &board, &aim), &Budget::unlimited());
        prop_assert!(wave.exhausted != wave.plan.is_some());
        let fewest = wave.plan.map(|plan| plan.moves.len() as u64);
        let request = json!({
            "board": rows_of(cols, &board),
            "goal": rows_of(cols, &goal),
            "limits": {"states": 400_000},
        });
        check_all(&request, fewest);
    }

    #[test]
    fn short_walks_on_four_by_four(board in scrambled(4, 4, 14)) {
        let request = json!({"board": rows_of(4, &board), "limits": {"states": 1_000_000}});
        let fewest = answer(&json!({"board": rows_of(4, &board), "algorithm": "bfs"}))["moves"].as_u64();
        for algorithm in ALGORITHMS.into_iter().filter(|&algorithm| algorithm != "dfs") {
            let mut request = request.clone();
            request["algorithm"] = json!(algorithm);
            prop_assert_eq!(answer(&request)["moves"].as_u64(), fewest, "{}", request);
        }
    }

    #[test]
    fn of_the_shortest_plans_the_first(board in scrambled(3, 4, 16)) {
        let path = |algorithm: &str, heuristic: &str| {
            let mut request = json!({"board": rows_of(4, &board), "algorithm": algorithm});
            if !heuristic.is_empty() {
                request["heuristic"] = json!(heuristic);
            }
            answer(&request)["path"].clone()
        };
        let first = path("bfs", "");
        for (algorithm, heuristic) in
            [("iddfs", ""), ("ida_star", "manhattan"), ("ida_star", "linear_conflict"), ("ida_star", "auto")]
        {
            prop_assert_eq!(&path(algorithm, heuristic), &first, "{} {}", algorithm, heuristic);
        }
    }

    #[test]
    fn each_detail_adds_to_the_one_before(board in scrambled(3, 3, 20)) {
        let rows = rows_of(3, &board);
        let ask = |detail: &str| answer(&json!({"board": rows, "detail": detail}));
        let [verdict, cost, path, boards] = ["verdict", "cost", "path", "boards"].map(ask);
        prop_assert_eq!(&verdict["status"], "solvable");
        prop_assert!(verdict["lower_bound"].as_u64() <= cost["cost"].as_u64());
        prop_assert_eq!(&cost["cost"], &path["cost"]);
        prop_assert_eq!(&path["path"], &boards["path"]);
        let seen = boards["boards"].as_array().unwrap();
        prop_assert_eq!(seen.len() as u64, boards["moves"].as_u64().unwrap() + 1);
        prop_assert_eq!(&seen[0], &json!(rows));
        prop_assert_eq!(&seen[seen.len() - 1], &json!([[1, 2, 3], [4, 5, 6], [7, 8, 0]]));
        for pair in seen.windows(2) {
            let tiles: Vec<u16> = serde_json::from_value::<Vec<Vec<u16>>>(pair[0].clone()).unwrap().concat();
            let next: Vec<u16> = serde_json::from_value::<Vec<Vec<u16>>>(pair[1].clone()).unwrap().concat();
            prop_assert!(neighbours(3, 3, &tiles).contains(&next), "{:?}", pair);
        }
    }
}

/// What every search makes of a board stored in this way: plan, bound and figures.
fn outcomes<T: Tiles>(cols: usize, board: &[u16], goal: &Goal) -> Vec<String> {
    let space = space::<T>(cols, board, goal);
    let (manhattan, conflict) = (Manhattan::new(goal), LinearConflict::new(goal));
    let budget = Budget { states: 20_000, ..Budget::unlimited() };
    let outcomes: [Outcome<Slide>; 8] = [
        breadth_first(&space, &budget),
        depth_first(&space, Some(20), &budget),
        iterative_deepening(&space, None, &budget),
        bidirectional(&space, &budget),
        a_star(&space, &manhattan, &budget),
        a_star(&space, &conflict, &budget),
        ida_star(&space, &manhattan, &budget),
        ida_star(&space, &conflict, &budget),
    ];
    outcomes.iter().map(|outcome| format!("{outcome:?}")).collect()
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn storage_makes_no_difference(small in scrambled(4, 4, 30), five in scrambled(5, 5, 12), six in scrambled(6, 6, 12)) {
        let goal = |side| Goal::preset(GoalPreset::BlankLast, Size { rows: side, cols: side });
        let narrow = outcomes::<Nibbles>(4, &small, &goal(4));
        prop_assert_eq!(&narrow, &outcomes::<Quintets>(4, &small, &goal(4)));
        prop_assert_eq!(&narrow, &outcomes::<Wide>(4, &small, &goal(4)));
        prop_assert_eq!(&outcomes::<Quintets>(5, &five, &goal(5)), &outcomes::<Wide>(5, &five, &goal(5)));
        for (cols, board) in [(5, five), (6, six)] {
            let ask = |algorithm: &str| answer(&json!({"board": rows_of(cols, &board), "algorithm": algorithm}));
            let moves = ask("bfs")["moves"].as_u64();
            prop_assert!(moves.is_some_and(|moves| moves <= 12));
            for algorithm in ["auto", "iddfs", "bidirectional", "a_star", "ida_star"] {
                prop_assert_eq!(ask(algorithm)["moves"].as_u64(), moves, "{}", algorithm);
            }
        }
    }

    #[test]
    fn a_move_and_the_move_back(board in scrambled(6, 6, 40)) {
        let goal = Goal::preset(GoalPreset::BlankLast, Size { rows: 6, cols: 6 });
        let space = space::<Wide>(6, &board, &goal);
        let mut around = Vec::new();
        space.successors(&space.start(), |slide, child| around.push((slide, child)));
        prop_assert_eq!(around.len(), neighbours(6, 6, &board).len());
        for (slide, child) in around {
            let mut back: Option<State<Wide>> = None;
            space.successors(&child, |other, state| {
                if other == slide.opposite() {
                    back = Some(state);
                }
            });
            prop_assert_eq!(back, Some(space.start()));
            prop_assert_eq!(child.tiles.get(child.blank as usize), 0);
        }
    }
}

/// `blank_last` of side 256.
fn vast() -> Vec<Vec<u32>> {
    (0..256).map(|row| (0..256).map(|col| (row * 256 + col + 1) % 65_536).collect()).collect()
}

#[test]
fn the_largest_board_two_moves_away() {
    let mut rows = vast();
    (rows[255][255], rows[255][254], rows[254][254]) = (65_535, 65_279, 0);
    for algorithm in ALGORITHMS.into_iter().filter(|&algorithm| algorithm != "dfs") {
        let answer = answer(&json!({"board": rows, "algorithm": algorithm}));
        let path = json!({"tiles": [65_279, 65_535], "directions": "UL"});
        assert_eq!((&answer["status"], &answer["path"]), (&json!("optimal"), &path), "{algorithm}");
    }
}

#[test]
fn the_largest_board_with_two_tiles_exchanged() {
    let mut rows = vast();
    rows[0].swap(0, 1);
    let answer = answer(&json!({"board": rows}));
    assert_eq!(
        (&answer["status"], &answer["verdict"]["board_inversions"]),
        (&json!("unsolvable"), &json!(1))
    );
}

/// A board that no search finishes, and its Manhattan distance.
fn hopeless() -> (Value, u64) {
    let rows: Vec<Vec<u64>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    let mut distance = 0;
    for (row, line) in (0..).zip(&rows) {
        for (col, &tile) in (0..).zip(line) {
            if tile > 0 {
                distance += ((tile - 1) / 5).abs_diff(row) + ((tile - 1) % 5).abs_diff(col);
            }
        }
    }
    (json!(rows), distance)
}

#[test]
fn whatever_ends_a_hopeless_search_the_verdict_and_a_bound_remain() {
    let (board, distance) = hopeless();
    let limits = json!({"time_ms": 20, "states": 20_000});
    let with_depth = json!({"time_ms": 20, "states": 20_000, "depth": 9});
    let late = || Budget::unlimited().within(Duration::ZERO);
    let soon = || Budget::unlimited().within(Duration::from_millis(20));
    let few = || Budget { states: 20_000, ..Budget::unlimited() };
    let small = || Budget { bytes: 100_000, ..Budget::unlimited() };
    for algorithm in ALGORITHMS {
        let mut endings = vec![
            ("time", late(), &limits),
            ("time", soon(), &limits),
            ("states", few(), &limits),
            ("cancelled", cancelled(), &limits),
        ];
        if ["bfs", "dfs", "bidirectional", "a_star"].contains(&algorithm) {
            endings.push(("memory", small(), &limits));
        }
        if ["dfs", "iddfs"].contains(&algorithm) {
            endings.push(("depth", Budget::unlimited(), &with_depth));
        }
        for (reason, budget, limits) in endings {
            let request = json!({"board": board, "algorithm": algorithm, "limits": limits});
            let answer = answer_within(&request, &budget);
            let ending = (&answer["status"], &answer["stopped_by"]);
            // Of all of them only `auto` constructs a plan first, if there is time for that.
            let status = if algorithm == "auto" && answer["cost"].is_u64() { "feasible" } else { "solvable" };
            assert_eq!(ending, (&json!(status), &json!(reason)), "{algorithm}");
            assert!(answer["lower_bound"].as_u64() >= Some(distance), "{algorithm}: {answer}");
            assert_eq!(&answer["limits"], limits, "{algorithm}");
        }
    }
}

#[test]
fn what_is_illegal_about_a_path_and_where() {
    let spec = json!({"board": [[1, 2, 3], [4, 0, 6], [7, 5, 8]]});
    #[rustfmt::skip]
    let table = [
        // 5 goes up, 8 goes left: solved.
        (json!([5, 8]), "UL", None, 2),
        (json!([]), "", None, 0),
        (json!([5]), "U", None, 1),
        (json!([5, 8, 8]), "ULR", None, 3),
        (json!([6, 8]), "UL", Some("wrong-tile"), 0),
        (json!([5, 7]), "UL", Some("wrong-tile"), 1),
        (json!([5, 0]), "UL", Some("wrong-tile"), 1),
        (json!([5, -8]), "UL", Some("wrong-tile"), 1),
        (json!([5, 65_544]), "UL", Some("wrong-tile"), 1),
        // The blank's way instead of the tile's.
        (json!([5, 8]), "DR", Some("wrong-tile"), 0),
        (json!([5, 8, 6]), "ULU", Some("off-the-board"), 2),
        (json!([5, 8, 6]), "ULL", Some("off-the-board"), 2),
        (json!([6, 3, 2, 1, 1]), "LDRRL", None, 5),
        (json!([2, 2]), "DD", Some("off-the-board"), 1),
        (json!([4, 4]), "RR", Some("off-the-board"), 1),
        (json!([5, 8]), "UX", Some("unknown-direction"), 1),
        (json!([5, 8]), "ul", Some("unknown-direction"), 0),
        (json!([5, 8]), "U→", Some("unknown-direction"), 1),
        (json!([5, 8]), "U", Some("length-mismatch"), 1),
        (json!([5]), "UL", Some("length-mismatch"), 1),
        (json!([]), "U", Some("length-mismatch"), 0),
        // The first of several mistakes.
        (json!([6]), "UL", Some("wrong-tile"), 0),
    ];
    for (tiles, directions, code, moves) in table {
        let said = verification(&spec, &json!({"tiles": tiles, "directions": directions}));
        let context = format!("{tiles} {directions}: {said}");
        assert_eq!(said["legal"], code.is_none(), "{context}");
        assert_eq!(said["solved"], directions == "UL" && code.is_none(), "{context}");
        assert_eq!((&said["moves"], &said["cost"]), (&json!(moves), &json!(moves)), "{context}");
        assert_eq!(said["first_illegal"]["code"].as_str(), code, "{context}");
        assert_eq!(said["first_illegal"]["index"].as_u64(), code.map(|_| moves), "{context}");
    }
}
