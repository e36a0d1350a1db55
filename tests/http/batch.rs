//! Batches: any number of lines, in order, each on its own.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::support::{PATIENCE, Server};
use serde_json::{Value, json};

fn batch(server: &Server, path: &str, body: String) -> Vec<Value> {
    let response = server.post_as(path, body, &[("content-type", "application/x-ndjson")]);
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/x-ndjson");
    response.text().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The head of a batch request whose body is sent in chunks.
fn begin(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "POST /npuzzle/batch HTTP/1.1\r\nHost: test\r\nContent-Type: application/x-ndjson\r\n\
         Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    .unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

fn chunk(stream: &mut TcpStream, text: &str) -> std::io::Result<()> {
    write!(stream, "{:x}\r\n{text}\r\n", text.len())
}

#[test]
fn a_line_in_a_line_out_and_a_bad_one_spoils_only_itself() {
    let server = Server::start(&["--batch-line-bytes", "200"]);
    let lines = [
        r#"{"id": "easy", "board": [[1, 2], [0, 3]]}"#,
        "",
        r#"{"board": [[1, 1]], "colour": 1, "id": 7}"#,
        "{",
        &format!(r#"{{"board": [[1, 2], [0, 3]]{}}}"#, " ".repeat(300)),
        r#"{"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]], "id": "\u00e4", "algorithm": "bfs", "detail": "cost"}"#,
    ];
    let replies = batch(&server, "/npuzzle/batch", lines.join("\n"));
    let numbers: Vec<_> = replies.iter().map(|reply| reply["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 3, 4, 5, 6], "empty lines count, and have no reply");
    assert_eq!((&replies[0]["id"], &replies[0]["answer"]["cost"]), (&json!("easy"), &json!(1)));
    let pointers: Vec<_> =
        replies[1]["problem"]["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
    assert_eq!(pointers, ["/id", "/board/0/1", "/colour"]);
    assert!(replies[1].get("id").is_none() && replies[1].get("answer").is_none());
    assert_eq!(replies[2]["problem"]["type"], "/problems/malformed-json");
    assert_eq!(replies[3]["problem"]["type"], "/problems/body-too-large");
    assert_eq!(
        (&replies[3]["problem"]["limit"], &replies[3]["problem"]["actual"]),
        (&json!(200), &json!(327))
    );
    assert_eq!((&replies[4]["id"], &replies[4]["answer"]["cost"]), (&json!("ä"), &json!(14)));
    let lots = batch(&server, "/parking/batch", "{\"rows\": 10, \"cols\": 10}\n{\"rows\": 0}\n".to_owned());
    assert_eq!((&lots[0]["answer"]["cost"], &lots[1]["problem"]["status"]), (&json!(69), &json!(422)));
    let wrong = server.post("/npuzzle/batch", "{}");
    assert_eq!(wrong.status(), 415);
    assert!(batch(&server, "/npuzzle/batch", String::new()).is_empty());
}

/// Eight thousand lots whose plans are long: far more is answered than fits into the buffers between the two ends.
#[test]
fn a_client_that_sends_all_before_it_reads_does_not_wait_for_itself() {
    let server = Server::start(&[]);
    let line = r#"{"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]], "detail": "boards"}"#;
    let text = format!("{line}\n").repeat(7_900_000 / (line.len() + 1));
    let lines = text.lines().count();
    let mut stream = begin(&server);
    for piece in text.as_bytes().chunks(1 << 16) {
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        chunk(&mut stream, std::str::from_utf8(piece).unwrap()).unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let mut replies = 0;
    for part in BufReader::new(stream).split(b'\n') {
        let part = part.unwrap();
        replies += usize::from(part.starts_with(b"{\"line\":") || part.ends_with(b"}}"));
    }
    assert_eq!(replies, lines);
}

#[test]
fn a_reply_comes_as_soon_as_its_line_is_there() {
    let server = Server::start(&[]);
    let mut stream = begin(&server);
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    for number in 1..=3 {
        chunk(&mut stream, "{\"board\": [[1, 2], [0, 3]]}\n").unwrap();
        loop {
            line.clear();
            reader.read_line(&mut line).unwrap();
            if line.starts_with("{\"line\"") {
                break;
            }
        }
        assert!(line.starts_with(&format!("{{\"line\":{number},")), "{line}");
    }
}

#[test]
fn a_client_that_hangs_up_ends_its_batch() {
    let server = Server::start(&["--time-ms-max", "600000"]);
    let mut stream = begin(&server);
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    let hopeless = json!({"board": board, "algorithm": "bfs", "limits": {"time_ms": 600_000}});
    chunk(&mut stream, &format!("{hopeless}\n{hopeless}\n{hopeless}\n")).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    drop(stream);
    let mut other = hopeless.clone();
    other["limits"]["time_ms"] = json!(500);
    let answer = server.solve("/npuzzle", &other);
    assert!(answer["search"]["queued_us"].as_u64().unwrap() < 400_000, "{answer}");
}

#[test]
fn a_body_that_breaks_off_is_told_in_the_last_line() {
    let server = Server::start(&["--body-ms", "300"]);
    let mut stream = begin(&server);
    chunk(&mut stream, "{\"board\": [[1, 2], [0, 3]]}\n{\"board\":").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let last = text.lines().rfind(|line| line.starts_with("{\"line\"")).unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&last["line"], &last["problem"]["type"]), (&json!(2), &json!("/problems/body-too-slow")));
}

#[test]
fn a_client_that_waits_for_a_reply_is_not_too_slow() {
    let server = Server::start(&["--body-ms", "300"]);
    let mut stream = begin(&server);
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    let slow = json!({"board": board, "algorithm": "bfs", "limits": {"time_ms": 1200}});
    chunk(&mut stream, &format!("{slow}\n")).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    while !line.starts_with("{\"line\"") {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0, "cut off");
    }
    assert!(line.contains("\"stopped_by\":\"time\""), "{line}");
}

#[test]
fn one_caller_has_so_many_requests_under_way_and_no_more() {
    let server = Server::start(&["--in-flight", "2", "--time-ms-max", "600000"]);
    let mut batches = [begin(&server), begin(&server)];
    for stream in &mut batches {
        chunk(stream, "\n").unwrap();
    }
    std::thread::sleep(Duration::from_millis(200));
    let refused = server.post("/npuzzle", r#"{"board": [[1, 0]]}"#);
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    let problem: Value = refused.json().unwrap();
    assert_eq!((&problem["type"], &problem["limit"]), (&json!("/problems/too-many-in-flight"), &json!(2)));
    assert_eq!(server.get("/livez").status(), 200);
    drop(batches);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.post("/npuzzle", r#"{"board": [[1, 0]]}"#).status(), 200);
}
