//! How the service behaves: deadlines, callers that leave, shutdown, probes, limits.

use crate::support::Server;
use serde_json::{Value, json};

/// A board that no breadth-first search finishes.
fn hopeless(time_ms: u64) -> Value {
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    json!({"board": board, "algorithm": "bfs", "limits": {"time_ms": time_ms}})
}

/// How many long solves run at a time.
fn long_solves(server: &Server) -> usize {
    let limits: Value = server.get("/limits").json().unwrap();
    limits["long_solves"]["maximum"].as_u64().unwrap() as usize
}

#[test]
fn a_deadline_is_kept_and_the_answer_says_what_is_known() {
    let server = Server::start(&[]);
    let answer = server.solve("/npuzzle", &hopeless(300));
    assert_eq!(answer["status"], "solvable");
    assert_eq!(answer["solvable"], true);
    assert!(answer["stopped_by"] == "time" || answer["stopped_by"] == "memory", "{answer}");
    assert!(answer["lower_bound"].as_u64().unwrap() > 0);
    assert!(answer.get("cost").is_none() && answer.get("path").is_none(), "{answer}");
    let at_once = server.solve("/npuzzle", &hopeless(1));
    assert_eq!((&at_once["solvable"], &at_once["stopped_by"]), (&json!(true), &json!("time")));
}

#[test]
fn the_servers_maximum_holds_whatever_is_asked_for() {
    let server = Server::start(&["--time-ms-max", "200", "--time-ms", "100", "--states-max", "1000"]);
    let answer = server.solve("/npuzzle", &hopeless(1_000_000));
    assert_eq!(answer["limits"], json!({"time_ms": 200, "states": 1000}));
    assert_eq!(answer["stopped_by"], "states");
    let silent = server.solve("/npuzzle", &json!({"board": [[1, 0]]}));
    assert_eq!(silent["limits"], json!({"time_ms": 100, "states": 1000}));
}

#[test]
fn memory_is_a_limit_like_any_other() {
    let server = Server::start(&["--solve-bytes", "1000000"]);
    let answer = server.solve("/npuzzle", &hopeless(30_000));
    assert_eq!((&answer["status"], &answer["stopped_by"]), (&json!("solvable"), &json!("memory")));
}

#[test]
fn callers_that_hang_up_give_their_cores_back() {
    let server = Server::start(&["--time-ms-max", "600000"]);
    // Far more than run at a time; each would run for ten minutes.
    let callers: Vec<_> = (0..4 * long_solves(&server) as u64)
        .map(|more| server.send("/npuzzle", &hopeless(600_000 - more)))
        .collect();
    std::thread::sleep(std::time::Duration::from_millis(200));
    drop(callers);
    // It is expected to be long, too, and would wait behind them.
    let answer = server.solve("/npuzzle", &hopeless(300));
    assert!(answer["search"]["queued_us"].as_u64().unwrap() < 200_000, "{answer}");
}

#[test]
fn time_in_the_queue_counts() {
    let server = Server::start(&["--time-ms-max", "600000"]);
    let _busy: Vec<_> = (0..long_solves(&server) as u64)
        .map(|more| server.send("/npuzzle", &hopeless(600_000 - more)))
        .collect();
    std::thread::sleep(std::time::Duration::from_millis(200));
    let answer = server.solve("/npuzzle", &hopeless(1000));
    assert_eq!((&answer["solvable"], &answer["stopped_by"]), (&json!(true), &json!("time")), "{answer}");
    let search = &answer["search"];
    // It had its first slice, then waited until its deadline.
    assert!(search["queued_us"].as_u64().unwrap() >= 500_000, "{answer}");
    assert!(search["elapsed_us"].as_u64().unwrap() < 500_000, "{answer}");
    assert!(search["expanded"].as_u64().unwrap() > 0, "{answer}");
}

#[test]
fn sigterm_drains_then_cancels_then_exits_with_0() {
    let server = Server::start(&["--time-ms-max", "600000", "--drain-ms", "300"]);
    let client = reqwest::blocking::Client::new();
    let url = server.url("/npuzzle");
    let running = std::thread::spawn(move || {
        let request = client.post(url).header("content-type", "application/json");
        request.body(hopeless(600_000).to_string()).send().unwrap().json::<Value>().unwrap()
    });
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.terminate();
    let answer = running.join().unwrap();
    assert_eq!((&answer["status"], &answer["stopped_by"]), (&json!("solvable"), &json!("cancelled")));
    let (status, errors) = server.wait();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn an_idle_server_stops_at_once() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/readyz").json::<Value>().unwrap(), json!({"status": "ready"}));
    server.terminate();
    let (status, errors) = server.wait();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn a_request_id_is_taken_or_made_and_always_told() {
    let server = Server::start(&[]);
    let id = |value: &str| {
        let headers = [("content-type", "application/json"), ("x-request-id", value)];
        let response = server.post_as("/npuzzle", "{}", &headers);
        let header = response.headers()["x-request-id"].to_str().unwrap().to_owned();
        assert_eq!(response.json::<Value>().unwrap()["request_id"], header.as_str());
        header
    };
    assert_eq!(id("abc-123"), "abc-123");
    for bad in ["", "two words", &"x".repeat(200)] {
        let made = id(bad);
        assert_ne!(made, bad);
        assert_eq!(made.len(), 36, "a UUID: {made}");
    }
    assert!(server.get("/livez").headers().contains_key("x-request-id"));
}

#[test]
fn unknown_variables_are_warned_of() {
    // Kubernetes injects such a variable for a service that is called taquin.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["--listen", "203.0.113.1:1"])
        .env("TAQUIN_PORT", "tcp://10.0.0.1:80")
        .output()
        .unwrap();
    let (log, errors) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(log.contains("unknown environment variable") && log.contains("TAQUIN_PORT"), "{log}");
    assert!(errors.contains("cannot listen on 203.0.113.1:1"), "{errors}");
    assert_eq!(output.status.code(), Some(2));
}
