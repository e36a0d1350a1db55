//! Every engine keeps its deadline: what it has found by then is answered, and which limit it was.

use crate::support::Server;
use serde_json::{Value, json};

/// Asks for an answer within 60 ms of what takes far longer.
fn ask(server: &Server, path: &str, mut spec: Value) {
    spec["limits"] = json!({"time_ms": 60});
    let answer = server.solve(path, &spec);
    assert_eq!(answer["stopped_by"], "time", "{path} {spec}: {answer}");
}

#[test]
fn of_boards() {
    let server = Server::start(&[]);
    let mut board: Vec<Vec<u32>> = (0..6).map(|row| (0..6).map(|col| 35 - 6 * row - col).collect()).collect();
    // All turned round it could not be solved.
    board[5].swap(3, 4);
    for algorithm in ["auto", "bfs", "iddfs", "bidirectional", "a_star", "ida_star"] {
        ask(&server, "/npuzzle", json!({"board": board, "algorithm": algorithm}));
    }
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    for heuristic in ["auto", "manhattan", "linear_conflict", "pattern_database"] {
        for algorithm in ["auto", "a_star", "ida_star"] {
            let spec = json!({"board": board, "algorithm": algorithm, "heuristic": heuristic});
            ask(&server, "/npuzzle", spec);
        }
    }
}

#[test]
fn of_lots() {
    let server = Server::start(&[]);
    let empty: Vec<_> = (0..40).map(|at| json!([(at * 7) % 100, (at * 11) % 97 + 1])).collect();
    let blocked: Vec<_> = (1..20).map(|at| json!([at * 5, 0])).collect();
    let lot =
        json!({"rows": 100, "cols": 100, "cars": [[99, 99]], "exits": [[0, 0], [0, 99]], "empty": empty});
    for algorithm in ["auto", "bfs", "iddfs", "a_star"] {
        let mut spec = lot.clone();
        spec["algorithm"] = json!(algorithm);
        ask(&server, "/parking", spec.clone());
        spec["blocked"] = json!(blocked);
        ask(&server, "/parking", spec);
    }
    let mut several = lot.clone();
    several["cars"] = json!([[99, 99], [98, 3], [4, 97]]);
    ask(&server, "/parking", several);
    for motion in ["block", "parallel", "parallel_block"] {
        let mut spec = lot.clone();
        spec["motion"] = json!(motion);
        ask(&server, "/parking", spec);
    }
    ask(
        &server,
        "/parking/map",
        json!({"rows": 60, "cols": 60, "exits": [[0, 0]], "empty": [[1, 1], [30, 30], [59, 59]], "blocked": [[4, 4]]}),
    );
}
