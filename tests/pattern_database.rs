//! Pattern databases as a caller meets them: by name, by `auto`, and while they are still being built.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use taquin::contract::{Limits, Status, StoppedBy};
use taquin::json::ReadError;
use taquin::npuzzle::{Answer, Request, Tables, solve};
use taquin::search::Budget;

fn request(spec: &serde_json::Value) -> Request {
    Request::read(spec.to_string().as_bytes(), &Limits::default()).expect("a valid spec")
}

fn answer(spec: &serde_json::Value, tables: &Arc<Tables>, budget: &Budget) -> Answer {
    solve(&request(spec), &Limits::default(), tables, budget)
}

/// 45 moves from the goal with the blank last.
fn board() -> serde_json::Value {
    json!([[5, 1, 3, 4], [2, 10, 6, 8], [13, 9, 7, 12], [0, 14, 11, 15]])
}

#[test]
fn a_request_that_names_them_waits_and_is_told() {
    let tables = Arc::new(Tables::new());
    for algorithm in ["auto", "ida_star", "a_star"] {
        let spec = json!({"board": board(), "algorithm": algorithm, "heuristic": "pattern_database"});
        let answer = answer(&spec, &tables, &Budget::unlimited());
        assert_eq!(answer.status, Status::Optimal);
        assert_eq!(answer.search.heuristic.as_deref(), Some("pattern_database"));
        assert_eq!(answer.search.algorithm, if algorithm == "a_star" { "a_star" } else { "ida_star" });
    }
    assert_eq!(tables.pattern_database_bytes(), 5_767_440);
}

#[test]
fn auto_gives_the_same_plan_with_and_without_them() {
    let spec = json!({"board": board()});
    let tables = Arc::new(Tables::new());
    let without = answer(&spec, &tables, &Budget::unlimited());
    assert_ne!(without.search.heuristic.as_deref(), Some("pattern_database"));
    let named = json!({"board": board(), "heuristic": "pattern_database"});
    let named = answer(&named, &tables, &Budget::unlimited());
    let with = answer(&spec, &tables, &Budget::unlimited());
    assert_eq!(with.search.heuristic.as_deref(), Some("pattern_database"));
    for other in [named, with] {
        assert_eq!((&other.path, other.cost), (&without.path, without.cost));
        assert_eq!(other.search.algorithm, without.search.algorithm);
    }
}

#[test]
fn boards_of_more_than_ten_cells_get_the_first_plan_whatever_guides_the_search() {
    let tables = Arc::new(Tables::new());
    let board = json!([[3, 1, 7, 2], [5, 0, 6, 4], [9, 10, 11, 8]]);
    let plans: Vec<_> = ["auto", "linear_conflict", "manhattan", "pattern_database", "auto"]
        .map(|heuristic| {
            let spec = json!({"board": board, "goal_preset": "spiral", "heuristic": heuristic});
            let spec = if answer(&spec, &tables, &Budget::unlimited()).solvable == Some(true) {
                spec
            } else {
                json!({"board": board, "heuristic": heuristic})
            };
            answer(&spec, &tables, &Budget::unlimited()).path.expect("a path")
        })
        .into();
    assert!(plans.iter().all(|plan| plan == &plans[0]));
}

#[test]
fn no_deadline_waits_for_a_table() {
    let tables = Arc::new(Tables::new());
    // 80 moves: nothing that is there at once solves it in time.
    let board = json!([[0, 11, 9, 13], [12, 15, 10, 14], [3, 7, 6, 2], [4, 8, 5, 1]]);
    for heuristic in ["pattern_database", "auto"] {
        let budget = Budget::unlimited().within(Duration::from_millis(20));
        let answer = answer(&json!({"board": board, "heuristic": heuristic}), &tables, &budget);
        assert_eq!((answer.status, answer.stopped_by), (Status::Solvable, Some(StoppedBy::Time)));
        assert!(answer.lower_bound >= Some(40), "{:?}", answer.lower_bound);
        assert!(answer.search.elapsed_us < 1_000_000);
    }
    // Whoever asks later profits from what the first one began.
    let spec = json!({"board": [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 0, 15]], "heuristic": "pattern_database"});
    assert_eq!(answer(&spec, &tables, &Budget::unlimited()).cost, Some(1));
}

#[test]
fn states_are_counted_through_all_attempts() {
    let board = json!([[0, 11, 9, 13], [12, 15, 10, 14], [3, 7, 6, 2], [4, 8, 5, 1]]);
    for states in [1, 100, 65_536, 200_000, 1_000_000] {
        let budget = Budget { states, ..Budget::unlimited() };
        let answer = answer(&json!({"board": board}), &Arc::new(Tables::new()), &budget);
        assert_eq!(answer.stopped_by, Some(StoppedBy::States));
        assert!(answer.search.generated <= states, "{} of {states}", answer.search.generated);
    }
}

#[test]
fn where_there_are_none_a_request_that_names_them_is_at_fault() {
    for (board, detail) in [
        (json!([[1, 2, 3, 0]]), "at least two rows and two columns"),
        (json!([[1], [0]]), "at least two rows and two columns"),
        (json!([Vec::from_iter(1..14), Vec::from_iter((14..26).chain([0]))]), "2×13 has 26"),
    ] {
        let spec = json!({"board": board, "heuristic": "pattern_database"});
        match Request::read(spec.to_string().as_bytes(), &Limits::default()) {
            Err(ReadError::Faults(faults)) => {
                let listed = format!("{faults:?}");
                assert!(listed.contains("/heuristic") && listed.contains(detail), "{listed}");
                assert_eq!(faults.count(), 1);
            }
            other => panic!("{other:?}"),
        }
    }
}
