//! More work than the server can do: who waits, who is refused, and who notices nothing.

use std::io::Read as _;
use std::time::Duration;

use crate::support::Server;
use serde_json::{Value, json};

/// A solve that would take all the time it is given; no two are the same.
fn hopeless(number: u64) -> Value {
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    json!({"board": board, "algorithm": "bfs", "limits": {"time_ms": 60_000 - number}})
}

/// A lot whose plan takes a search of a few milliseconds.
fn short(number: u64) -> Value {
    json!({"rows": 4, "cols": 4, "empty": [[3, 3], [0, number % 3 + 1]], "algorithm": "bfs", "limits": {"time_ms": 60_000 - number}})
}

#[test]
fn a_short_solve_never_waits_behind_long_ones() {
    let server = Server::start(&["--waiting", "1000", "--in-flight", "1000"]);
    let _long: Vec<_> = (0..40).map(|number| server.send("/npuzzle", &hopeless(number))).collect();
    std::thread::sleep(Duration::from_secs(1));
    for number in 0..20 {
        let answer = server.solve("/parking", &short(number));
        assert_eq!(answer["status"], "optimal");
        // Behind a long one it would be a minute.
        assert!(answer["search"]["queued_us"].as_u64().unwrap() < 5_000_000, "{answer}");
    }
    for probe in ["/livez", "/readyz"] {
        assert_eq!(server.get(probe).status(), 200);
    }
}

#[test]
fn who_finds_the_waiting_room_full_is_told_when_to_come_back() {
    let server = Server::start(&["--waiting", "2", "--in-flight", "1000"]);
    let mut streams: Vec<_> = (0..30).map(|number| server.send("/npuzzle", &hopeless(number))).collect();
    let mut refused = 0;
    for stream in &mut streams {
        stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        let mut text = String::new();
        // Those that wait or run say nothing for a minute.
        if stream.read_to_string(&mut text).is_ok() {
            assert!(text.starts_with("HTTP/1.1 503 "), "{text}");
            assert!(text.contains("/problems/overloaded"), "{text}");
            let seconds = text.split("retry-after: ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
            assert!((1..=60).contains(&seconds.parse().unwrap()), "{text}");
            refused += 1;
        }
    }
    assert!((20..30).contains(&refused), "{refused} of 30 refused");
    // What takes microseconds, and what is short, is answered all the same.
    assert_eq!(server.solve("/parking", &json!({"rows": 10, "cols": 10}))["cost"], 69);
    assert_eq!(server.solve("/parking", &short(1))["status"], "optimal");
    assert_eq!(server.get("/readyz").status(), 200);
}

#[test]
fn what_was_solved_before_is_not_solved_again() {
    let server = Server::start(&[]);
    let spec = short(3).to_string();
    let of = |spec: &str| {
        let response = server.post("/parking", spec.to_owned());
        let status = response.headers()["cache-status"].to_str().unwrap().to_owned();
        (status, response.json::<Value>().unwrap())
    };
    let (first, again) = (of(&spec), of(&spec));
    assert_eq!((first.0.as_str(), again.0.as_str()), ("taquin; fwd=miss; stored", "taquin; hit"));
    assert_eq!(first.1, again.1);
    let (status, _) = of(r#"{"rows": 10, "cols": 10}"#);
    assert_eq!(status, "taquin; fwd=bypass", "a formula needs no memory");
    let cut_short = json!({"rows": 40, "cols": 40, "empty": [[5, 5], [7, 9]], "algorithm": "bfs",
        "limits": {"states": 1000}});
    for _ in 0..2 {
        let (status, answer) = of(&cut_short.to_string());
        assert_eq!((status.as_str(), &answer["stopped_by"]), ("taquin; fwd=miss", &json!("states")));
    }
}

#[test]
fn the_same_at_the_same_time_is_solved_once_and_a_caller_that_leaves_spoils_nothing() {
    let server = Server::start(&["--time-ms-max", "600000"]);
    let mut same = hopeless(0);
    same["limits"]["time_ms"] = json!(1500);
    let leaves = server.send("/npuzzle", &same);
    std::thread::sleep(Duration::from_millis(200));
    let mut followers: Vec<_> = (0..10).map(|_| server.send("/npuzzle", &same)).collect();
    std::thread::sleep(Duration::from_millis(200));
    drop(leaves);
    let mut fresh = 0;
    for stream in &mut followers {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("HTTP/1.1 200 ") && text.contains("\"stopped_by\":\"time\""), "{text}");
        fresh += usize::from(!text.contains("collapsed"));
    }
    assert_eq!(fresh, 1, "one of them took the solve over");
}
