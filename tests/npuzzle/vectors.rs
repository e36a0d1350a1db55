//! Requests with known answers.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::ask::{answer, faults};
use crate::oracle::rows_of;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../data/npuzzle_vectors.json")).unwrap()
}

/// The request with these fields added.
fn with(request: &Value, fields: &Value) -> Value {
    let mut request = request.clone();
    request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    request
}

#[test]
fn known_answers_by_several_searches() {
    let ways = [
        json!({}),
        json!({"algorithm": "bfs"}),
        json!({"algorithm": "bidirectional"}),
        json!({"algorithm": "a_star", "heuristic": "manhattan"}),
        json!({"algorithm": "a_star", "heuristic": "linear_conflict"}),
        json!({"algorithm": "ida_star", "heuristic": "linear_conflict"}),
    ];
    let mut checked = 0;
    for vector in vectors()["vectors"].as_array().unwrap() {
        let request = &vector["request"];
        let rows = request["board"].as_array().unwrap();
        if rows.len() * rows[0].as_array().unwrap().len() == 16 {
            continue;
        }
        checked += 1;
        for way in &ways {
            let answer = answer(&with(request, way));
            match vector["moves"].as_u64() {
                Some(moves) => {
                    assert_eq!(
                        (&answer["status"], answer["cost"].as_u64()),
                        (&json!("optimal"), Some(moves))
                    );
                }
                None => assert_eq!(answer["status"], "unsolvable"),
            }
        }
    }
    assert_eq!(checked, 181);
}

/// Those of Korf's hundred boards (1985) that IDA* with linear conflict solves within a million generated states:
/// few enough to solve them all here, whatever guides `auto`.
const EASY: [&str; 17] =
    ["30", "31", "42", "46", "47", "48", "55", "61", "71", "74", "79", "85", "86", "90", "93", "94", "97"];

#[test]
fn the_easy_ones_of_korfs_hundred() {
    let table = include_str!("../data/korf100.tsv");
    let mut solved = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [id, tiles, moves] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        if !EASY.contains(&id) {
            continue;
        }
        let tiles: Vec<u16> = tiles.split(' ').map(|tile| tile.parse().unwrap()).collect();
        let request = json!({
            "board": rows_of(4, &tiles),
            "goal_preset": "blank_first",
        });
        let answer = answer(&request);
        assert_eq!(answer["status"], "optimal", "{id}");
        assert_eq!(answer["moves"].to_string(), moves, "{id}");
        solved.push(id);
    }
    assert_eq!(solved, EASY);
}

/// Boards that public solvers get wrong.
#[test]
fn boards_that_others_get_wrong() {
    for (board, moves) in [
        ([[3, 2, 5], [7, 4, 0], [1, 8, 6]], 19),
        ([[5, 7, 6], [1, 8, 2], [0, 3, 4]], 26),
        ([[5, 0, 4], [8, 1, 6], [2, 3, 7]], 23),
    ] {
        for algorithm in ["auto", "ida_star", "a_star", "bfs", "bidirectional"] {
            let answer = answer(&json!({"board": board, "algorithm": algorithm}));
            assert_eq!(answer["moves"], moves, "{algorithm}: {board:?}");
        }
    }
    for board in [
        json!([[1, 3, 4], [8, 0, 2], [7, 6, 5]]),
        json!([[1, 2, 3, 7], [12, 8, 15, 4], [13, 10, 11, 5], [9, 6, 14, 0]]),
    ] {
        for algorithm in ["auto", "ida_star", "a_star", "bfs", "dfs", "iddfs", "bidirectional"] {
            let answer = answer(&json!({"board": board, "algorithm": algorithm}));
            assert_eq!(
                (&answer["status"], &answer["search"]["generated"]),
                (&json!("unsolvable"), &json!(0))
            );
        }
    }
}

#[test]
fn invalid_requests_one_fault_each_at_its_place() {
    let vectors = vectors();
    for case in vectors["invalid"].as_array().unwrap() {
        let text = case["raw"].as_str().map_or_else(|| case["request"].to_string(), str::to_owned);
        let faults = faults(text.as_bytes());
        let pointers: Vec<&str> = faults.iter().map(|fault| fault.pointer.as_str()).collect();
        match case["pointer"].as_str() {
            Some(pointer) => assert_eq!(pointers, [pointer], "{text}"),
            None => assert!(!pointers.is_empty(), "{text}"),
        }
    }
    let several = &vectors["invalid_several"];
    let found = faults(several["request"].to_string().as_bytes());
    let found: BTreeSet<&str> = found.iter().map(|fault| fault.pointer.as_str()).collect();
    let wanted: BTreeSet<&str> =
        several["pointers"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
    assert_eq!(found, wanted);
}
