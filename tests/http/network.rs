//! Peers that are slow, many, or say too much before they say anything.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::support::{PATIENCE, Server};
use serde_json::{Value, json};

const SMALL: &str = r#"{"board": [[1, 0]]}"#;

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// What arrives until the server closes the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // A reset ends it as well as a close.
    let closed = stream.read_to_end(&mut text);
    assert!(closed.is_ok() || closed.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset));
    String::from_utf8(text).unwrap()
}

fn head(length: usize) -> String {
    format!(
        "POST /npuzzle HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

/// Reads one answer with a body of a declared length; the connection stays open.
fn answer(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    let mut byte = [0];
    while !text.ends_with("\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        text.push(byte[0].into());
    }
    let length = text.to_ascii_lowercase();
    let length = length.split("content-length: ").nth(1).unwrap().split("\r\n").next().unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    text + std::str::from_utf8(&body).unwrap()
}

#[test]
fn headers_that_do_not_end_end_the_connection() {
    let server = Server::start(&["--header-ms", "300"]);
    let silent = connect(&server);
    let mut partial = connect(&server);
    partial.write_all(b"GET /livez HTTP/1.1\r\nHost: te").unwrap();
    let mut second = connect(&server);
    second.write_all(b"GET /livez HTTP/1.1\r\nHost: test\r\n\r\n").unwrap();
    assert!(answer(&mut second).starts_with("HTTP/1.1 200"));
    second.write_all(b"GET /live").unwrap();
    for stream in [silent, partial, second] {
        assert_eq!(rest(stream), "", "closed without a word, and never a 408");
    }
}

#[test]
fn headers_that_trickle_end_the_connection() {
    let server = Server::start(&["--header-ms", "300"]);
    let mut stream = connect(&server);
    stream.write_all(b"GET /livez HTTP/1.1\r\n").unwrap();
    // Each byte comes soon after the one before; it is the whole that takes too long.
    let mut sent = 0;
    while stream.write_all(b"x").is_ok() {
        sent += 1;
        assert!(sent < 2000, "still open");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn bodies_that_stop_or_trickle_are_refused() {
    let server = Server::start(&["--body-ms", "300"]);
    let mut stopped = connect(&server);
    stopped.write_all(format!("{}{{\"board\"", head(100)).as_bytes()).unwrap();
    let told = rest(stopped);
    assert!(told.starts_with("HTTP/1.1 400") && told.contains("/problems/body-too-slow"), "{told}");
    assert!(told.to_ascii_lowercase().contains("connection: close"), "{told}");

    let mut trickle = connect(&server);
    trickle.write_all(head(1_000_000).as_bytes()).unwrap();
    let mut writer = trickle.try_clone().unwrap();
    let writing = std::thread::spawn(move || {
        let mut sent = 0;
        while writer.write_all(b" ").is_ok() && sent < 2000 {
            sent += 1;
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        sent
    });
    let mut status = [0; 12];
    trickle.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 400");
    drop(trickle);
    assert!(writing.join().unwrap() < 2000);
}

#[test]
fn a_body_with_pauses_is_taken_if_it_gets_on() {
    let server = Server::start(&["--body-ms", "600"]);
    let mut stream = connect(&server);
    let body = format!("{}{SMALL}", " ".repeat(10_000));
    stream.write_all(head(body.len()).as_bytes()).unwrap();
    for chunk in body.as_bytes().chunks(2_000) {
        stream.write_all(chunk).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert!(answer(&mut stream).starts_with("HTTP/1.1 200"));
}

#[test]
fn idle_connections_are_closed_and_busy_ones_are_not() {
    let server = Server::start(&["--idle-ms", "300", "--header-ms", "300"]);
    let mut stream = connect(&server);
    stream.write_all(format!("{}{SMALL}", head(SMALL.len())).as_bytes()).unwrap();
    assert!(answer(&mut stream).starts_with("HTTP/1.1 200"));
    assert_eq!(rest(stream), "");
    // A solve that takes longer than a connection may be idle.
    let board: Vec<Vec<u32>> = (0..5).map(|row| (0..5).map(|col| 24 - 5 * row - col).collect()).collect();
    let spec = json!({"board": board, "algorithm": "iddfs", "limits": {"time_ms": 1500, "depth": 1000}});
    assert_eq!(server.solve("/npuzzle", &spec)["stopped_by"], "time");
}

#[test]
fn a_peer_that_does_not_read_is_cut_off() {
    let server = Server::start(&["--write-ms", "300"]);
    let mut stream = connect(&server);
    // Far more answers than the buffers of a loopback connection take: 300 kB each.
    let spec = r#"{"rows": 1000, "cols": 1000}"#;
    let request = head(spec.len()).replace("/npuzzle", "/parking") + spec;
    stream.write_all(request.repeat(60).as_bytes()).unwrap();
    // Once it is cut off, nothing more can be sent.
    let mut sent = 0;
    while stream.write_all(b"P").is_ok() {
        sent += 1;
        assert!(sent < 2000, "still open");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn connections_beyond_the_maximum_wait_and_idle_ones_make_room() {
    let server = Server::start(&["--connections", "2"]);
    let ask = |stream: &mut TcpStream| {
        stream.write_all(b"GET /livez HTTP/1.1\r\nHost: test\r\n\r\n").unwrap();
        answer(stream)
    };
    // Each stays open; each newcomer has one of the idle ones closed.
    let mut all = Vec::new();
    for _ in 0..6 {
        let mut stream = connect(&server);
        assert!(ask(&mut stream).starts_with("HTTP/1.1 200"));
        all.push(stream);
    }
    all.truncate(4);
    for stream in all {
        assert_eq!(rest(stream), "");
    }
}

#[test]
fn addresses_and_headers_have_limits_of_their_own() {
    let server = Server::start(&["--uri-bytes", "100", "--header-bytes", "1000"]);
    let long = server.get(&format!("/limits?{}", "x".repeat(93)));
    assert_eq!(long.status(), 414);
    let problem: Value = long.json().unwrap();
    assert_eq!(
        (&problem["type"], &problem["limit"], &problem["actual"]),
        (&json!("/problems/uri-too-long"), &json!(100), &json!(101))
    );
    assert_eq!(server.get(&format!("/limits?{}", "x".repeat(92))).status(), 200);

    let value = "x".repeat(1000);
    let large =
        server.post_as("/npuzzle", SMALL, &[("content-type", "application/json"), ("cookie", &value)]);
    assert_eq!(large.status(), 431);
    assert_eq!(large.json::<Value>().unwrap()["type"], "/problems/headers-too-large");
    // What is far beyond the limit is refused before anything of it is looked at.
    let mut stream = connect(&server);
    let _ = stream.write_all(format!("GET /livez HTTP/1.1\r\nx: {}\r\n\r\n", "x".repeat(1 << 20)).as_bytes());
    assert!(!rest(stream).starts_with("HTTP/1.1 200"));
}

#[test]
fn http2_is_spoken_to_those_who_speak_it() {
    let server = Server::start(&["--idle-ms", "300", "--header-ms", "300"]);
    let client =
        reqwest::blocking::Client::builder().http2_prior_knowledge().timeout(PATIENCE).build().unwrap();
    // Once more after the connection was closed for being idle.
    for _ in 0..2 {
        let request =
            client.post(server.url("/npuzzle")).header("content-type", "application/json").body(SMALL);
        let response = request.send().unwrap();
        assert_eq!((response.status().as_u16(), response.version()), (200, reqwest::Version::HTTP_2));
        std::thread::sleep(std::time::Duration::from_millis(900));
    }
}
