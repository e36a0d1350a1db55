//! The end of a server: every request that was taken is answered, whatever the load.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::{PATIENCE, Server};
use reqwest::blocking::Client;
use serde_json::{Value, json};

/// A board that no breadth-first search finishes.
fn hopeless() -> String {
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    json!({"board": board, "algorithm": "iddfs", "limits": {"time_ms": 600_000, "depth": 1000}}).to_string()
}

fn post(client: &Client, server: &Server, body: String) -> reqwest::Result<reqwest::blocking::Response> {
    client.post(server.url("/npuzzle")).header("content-type", "application/json").body(body).send()
}

/// Callers that behave as a load balancer does: they keep their connection, and once they are told that it is the last
/// answer on it, they go elsewhere.
#[test]
fn no_answer_is_lost_under_load() {
    let server = Server::start(&["--grace-ms", "500", "--time-ms-max", "600000", "--drain-ms", "300"]);
    let was_told = AtomicBool::new(false);
    let answered = std::thread::scope(|scope| {
        let callers: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let client = Client::builder().timeout(PATIENCE).build().unwrap();
                    let mut answered = 0;
                    loop {
                        let board = r#"{"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]]}"#;
                        let response = post(&client, &server, board.to_owned()).expect("an answer");
                        let is_last =
                            response.headers().get("connection").is_some_and(|value| value == "close");
                        let status = response.status();
                        let body: Value = response.json().expect("a whole answer");
                        // Those that wait behind the long solves are cancelled with them.
                        let is_solved = body["cost"] == 14 || body["stopped_by"] == "cancelled";
                        let is_refused = body["type"] == "/problems/draining";
                        let is_told =
                            (status == 200 && is_solved) || (status == 503 && is_refused && is_last);
                        assert!(is_told, "{status} {body}");
                        answered += 1;
                        if is_last {
                            assert!(was_told.load(Ordering::Relaxed), "told before it was told to stop");
                            return answered;
                        }
                    }
                })
            })
            .collect();
        std::thread::sleep(Duration::from_millis(500));
        // Long solves beside them, which only the end of the drain ends.
        let post = |body| post(&Client::builder().timeout(PATIENCE).build().unwrap(), &server, body);
        let long: Vec<_> = (0..4).map(|_| scope.spawn(move || post(hopeless()))).collect();
        std::thread::sleep(Duration::from_millis(200));
        was_told.store(true, Ordering::Relaxed);
        server.terminate();
        for solve in long {
            let answer: Value = solve.join().unwrap().expect("an answer").json().unwrap();
            assert_eq!(answer["stopped_by"], "cancelled", "{answer}");
        }
        callers.into_iter().map(|caller| caller.join().unwrap()).sum::<u32>()
    });
    assert!(answered >= 8);
    let (status, errors) = server.wait();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn in_the_grace_it_is_not_ready_and_still_serves() {
    let server = Server::start(&["--grace-ms", "600000"]);
    server.terminate();
    server.wait_for("not ready", |server| server.get("/readyz").status() == 503);
    assert_eq!(server.get("/readyz").headers()["retry-after"], "5");
    assert_eq!(server.get("/livez").status(), 200);
    let answer = server.post("/npuzzle", r#"{"board": [[1, 0]]}"#);
    assert_eq!((answer.status().as_u16(), &answer.headers()["connection"] == "close"), (200, true));
    server.terminate();
    assert_eq!(server.wait().0.code(), Some(143), "a second signal ends it at once");
}

#[test]
fn a_second_interrupt_ends_it_whatever_runs() {
    let server = Server::start(&["--time-ms-max", "600000", "--drain-ms", "600000"]);
    std::thread::scope(|scope| {
        let caller =
            scope.spawn(|| post(&Client::builder().timeout(PATIENCE).build().unwrap(), &server, hopeless()));
        std::thread::sleep(Duration::from_millis(300));
        server.signal("-INT");
        server.wait_for_log("told to stop");
        server.signal("-INT");
        assert!(caller.join().unwrap().is_err(), "nobody is there to answer");
    });
    assert_eq!(server.wait().0.code(), Some(130));
}

/// A request that is on its way when the server closes is refused in so many words.
#[test]
fn what_comes_too_late_is_told_so() {
    let server = Server::start(&["--drain-ms", "30000"]);
    let mut open = TcpStream::connect(&server.address).unwrap();
    let ask = "POST /npuzzle HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    let (first, second) = ask.split_at(40);
    open.write_all(first.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    server.signal("-INT");
    server.wait_for("the port is closed", |server| TcpStream::connect(&server.address).is_err());
    open.write_all(second.as_bytes()).unwrap();
    let mut told = String::new();
    open.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.1 503") && told.contains("/problems/draining"), "{told}");
    let told = told.to_ascii_lowercase();
    assert!(told.contains("retry-after: 5") && told.contains("connection: close"), "{told}");
    let (status, errors) = server.wait();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}
