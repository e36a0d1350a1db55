//! The log: one line a request, with what an operator needs and nothing that a caller would rather keep.

use crate::support::Server;
use serde_json::{Value, json};

/// The lines of requests, of which there have to be so many.
fn requests(server: &Server, count: usize) -> Vec<Value> {
    let lines = |server: &Server| -> Vec<Value> {
        let log = server.log();
        // The last line may be on its way.
        let whole = log.rfind('\n').map_or("", |end| &log[..end]);
        let parse = |line: &str| serde_json::from_str(line).expect("a JSON line");
        whole.lines().map(parse).filter(|line: &Value| line["message"] == "request").collect()
    };
    server.wait_for("a line for each request", |server| lines(server).len() >= count);
    let lines = lines(server);
    assert_eq!(lines.len(), count, "one line for each request");
    lines
}

#[test]
fn a_line_tells_all_about_a_request() {
    let server = Server::start(&[]);
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let parent = format!("00-{trace}-00f067aa0ba902b7-01");
    let headers =
        [("content-type", "application/json"), ("x-request-id", "abc"), ("traceparent", parent.as_str())];
    let body = r#"{"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]]}"#;
    let answer = server.post_as("/npuzzle?secret=1", body, &headers).text().unwrap();
    let line = &requests(&server, 1)[0];
    for (field, value) in [
        ("level", json!("INFO")),
        ("request_id", json!("abc")),
        ("trace_id", json!(trace)),
        ("method", json!("POST")),
        ("route", json!("/npuzzle")),
        ("status", json!(200)),
        ("outcome", json!("optimal")),
        ("bytes_in", json!(body.len())),
        ("bytes_out", json!(answer.len())),
        ("caller", json!("peer")),
    ] {
        assert_eq!(line[field], value, "{field} of {line}");
    }
    let [queued, solving, total] =
        ["queued_us", "solve_us", "total_us"].map(|field| line[field].as_u64().unwrap());
    assert!(queued + solving <= total, "{line}");
    assert!(line["timestamp"].is_string());
    assert!(!server.log().contains("secret"), "queries are not logged");
}

#[test]
fn outcomes_are_statuses_of_solves_names_of_problems_or_ok() {
    let server = Server::start(&[]);
    server.post("/npuzzle", r#"{"board": [[2, 1, 0]]}"#);
    server.post("/npuzzle", "{");
    server.post("/parking/map", r#"{"rows": 2, "cols": 2}"#);
    server.get("/nothing/here");
    server.get("/npuzzle");
    server.get("/problems/none");
    server.get("/livez");
    let mut told: Vec<_> = requests(&server, 7)
        .iter()
        .map(|line| {
            ["route", "status", "outcome"].map(|field| line[field].to_string().replace('"', "")).join(" ")
        })
        .collect();
    told.sort();
    assert_eq!(
        told,
        [
            "/livez 200 ok",
            "/npuzzle 200 unsolvable",
            "/npuzzle 400 malformed-json",
            "/npuzzle 405 method-not-allowed",
            "/parking/map 200 optimal",
            "/problems/{name} 404 not-found",
            "none 404 not-found",
        ]
    );
}

#[test]
fn every_request_has_a_trace_and_a_bad_one_is_not_taken() {
    let server = Server::start(&[]);
    for parent in ["", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"] {
        server.post_as("/npuzzle", "{}", &[("traceparent", parent)]);
    }
    let lines = requests(&server, 2);
    let ids: Vec<_> = lines.iter().map(|line| line["trace_id"].as_str().unwrap()).collect();
    assert!(ids.iter().all(|id| id.len() == 32 && id.bytes().any(|digit| digit != b'0')), "{ids:?}");
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn callers_that_hang_up_are_logged_too() {
    let server = Server::start(&["--time-ms-max", "600000"]);
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    let spec = json!({"board": board, "algorithm": "iddfs", "limits": {"time_ms": 600_000}});
    let stream = server.send("/npuzzle", &spec);
    std::thread::sleep(std::time::Duration::from_millis(300));
    drop(stream);
    let line = &requests(&server, 1)[0];
    assert_eq!(line["outcome"], "client_gone");
    assert!(line.get("status").is_none() && line["bytes_in"] == spec.to_string().len(), "{line}");
}

#[test]
fn nothing_is_lost_at_the_end() {
    let server = Server::start(&["--grace-ms", "0"]);
    for _ in 0..200 {
        server.get("/livez");
    }
    server.terminate();
    server.wait_for_log("\"stopped\"");
    assert_eq!(requests(&server, 200).len(), 200);
}
