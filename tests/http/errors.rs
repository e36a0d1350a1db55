//! Every refusal, as the caller sees it: snapshots of whole problem bodies.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use crate::support::{PATIENCE, Server};
use crate::tokens::TokenFile;
use serde_json::Value;

/// Status, `Allow` if there is one, and the body of a problem.
fn told(response: reqwest::blocking::Response) -> String {
    let status = response.status();
    let headers = response.headers().clone();
    assert_eq!(headers["content-type"], "application/problem+json");
    let allow = headers
        .get("allow")
        .map_or_else(String::new, |allow| format!("allow: {}\n", allow.to_str().unwrap()));
    let body: Value = response.json().unwrap();
    assert_eq!(body["status"], status.as_u16());
    assert_eq!(body["request_id"], headers["x-request-id"].to_str().unwrap());
    let mut body = body;
    body["request_id"] = "…".into();
    format!("{status}\n{allow}{}", serde_json::to_string_pretty(&body).unwrap())
}

#[test]
fn bodies_that_are_no_json() {
    let server = Server::start(&[]);
    let post = |body: &[u8]| told(server.post("/npuzzle", body.to_vec()));
    insta::assert_snapshot!("empty", post(b""));
    insta::assert_snapshot!("broken_off", post(b"{\"board\": [[1, 2],\n"));
    insta::assert_snapshot!("not_utf8", post(b"{\"board\": [[1, 0]], \"colour\": \"\xff\"}"));
    insta::assert_snapshot!("too_deep", post(&[b'['; 100_000]));
    insta::assert_snapshot!("trailing", post(b"{\"board\": [[1, 0]]} {}"));
}

#[test]
fn bodies_of_another_type() {
    let server = Server::start(&[]);
    let post = |headers: &[(&str, &str)]| told(server.post_as("/npuzzle", "{}", headers));
    insta::assert_snapshot!("no_content_type", post(&[]));
    insta::assert_snapshot!("text_plain", post(&[("content-type", "text/plain")]));
    insta::assert_snapshot!("latin1", post(&[("content-type", "application/json; charset=iso-8859-1")]));
    insta::assert_snapshot!(
        "gzip",
        post(&[("content-type", "application/json"), ("content-encoding", "gzip")])
    );
}

#[test]
fn plain_json_in_all_its_spellings_is_taken() {
    let server = Server::start(&[]);
    for content_type in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
    ] {
        let response = server.post_as(
            "/npuzzle",
            r#"{"board": [[1, 0]]}"#,
            &[("content-type", content_type), ("content-encoding", "identity")],
        );
        assert_eq!(response.status(), 200, "{content_type}");
    }
}

#[test]
fn bodies_that_are_too_large() {
    let server = Server::start(&["--body-bytes", "1000"]);
    insta::assert_snapshot!("too_large_declared", told(server.post("/npuzzle", vec![b' '; 1001])));
    // Chunked: the length is not known beforehand.
    let chunked = reqwest::blocking::Body::new(std::io::Cursor::new(vec![b' '; 5000]));
    insta::assert_snapshot!("too_large_chunked", told(server.post("/npuzzle", chunked)));
    assert_eq!(server.post("/npuzzle", format!("{:<1000}", r#"{"board": [[1, 0]]}"#)).status(), 200);
}

/// A client that sends everything before it reads still gets to read the refusal, whatever is the reason for it.
#[test]
fn a_large_body_is_refused_without_breaking_the_connection() {
    let tokens = TokenFile::new("let-me-in\n");
    let (open, closed) =
        (Server::start(&[]), Server::start(&["--token-file", tokens.path(), "--body-bytes", "1000"]));
    let json = "Content-Type: application/json";
    for (server, path, header, length, status) in [
        (&open, "/npuzzle", json, 48 << 20, 413),
        (&open, "/npuzzle", "Content-Type: text/plain", 8 << 20, 415),
        (&open, "/nothing/here", json, 8 << 20, 404),
        (&open, "/limits", json, 8 << 20, 405),
        (&closed, "/npuzzle", json, 200_000, 401),
        (&closed, "/npuzzle", "Authorization: Bearer let-me-out", 8 << 20, 401),
    ] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: test\r\n{header}\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        for sent in (0..length).step_by(1 << 20) {
            stream.write_all(&vec![b'['; (length - sent).min(1 << 20)]).unwrap();
        }
        // The connection is as good as before.
        stream.write_all(b"GET /livez HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        assert!(told.starts_with(&format!("HTTP/1.1 {status}")), "{path} {header}: {told}");
        assert!(told.contains("HTTP/1.1 200"), "{path} {header}: {told}");
    }
}

/// Nobody reads the body of a client that waits to be told whether to send it.
#[test]
fn who_asks_before_sending_is_told_no() {
    let server = Server::start(&["--body-bytes", "1000"]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "POST /npuzzle HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n").unwrap();
    let mut told = String::new();
    stream.read_to_string(&mut told).unwrap();
    assert!(told.starts_with("HTTP/1.1 413"), "{told}");
}

#[test]
fn routes_and_methods() {
    let server = Server::start(&[]);
    insta::assert_snapshot!("no_route", told(server.get("/nothing/here")));
    insta::assert_snapshot!("no_method", told(server.get("/npuzzle")));
    insta::assert_snapshot!("no_problem", told(server.get("/problems/none")));
}

#[test]
fn every_problem_type_is_explained() {
    let server = Server::start(&[]);
    for kind in taquin::http::ProblemKind::ALL {
        let page: Value = server.get(&format!("/problems/{}", kind.name())).json().unwrap();
        assert_eq!(page["type"], format!("/problems/{}", kind.name()));
        assert_eq!(page["status"], kind.status().as_u16());
        for field in ["title", "meaning", "remedy", "example"] {
            assert!(!page[field].as_str().unwrap().is_empty(), "{field} of {page}");
        }
    }
    let page: Value = server.get("/problems/invalid-spec").json().unwrap();
    let codes: Vec<_> =
        page["codes"].as_array().unwrap().iter().map(|code| code["code"].as_str().unwrap()).collect();
    assert_eq!(codes, taquin::json::FaultCode::ALL.iter().map(|code| code.name()).collect::<Vec<_>>());
}

#[test]
fn specs_with_faults() {
    let server = Server::start(&[]);
    let post = |path: &str, body: &str| told(server.post(path, body.to_owned()));
    insta::assert_snapshot!(
        "several_faults",
        post("/npuzzle", r#"{"board":[[1,2],[3,"x"]],"colour":1,"algorithm":"magic","goal_preset":"snail"}"#)
    );
    insta::assert_snapshot!("root_is_an_array", post("/npuzzle", "[3, 3]"));
    insta::assert_snapshot!("duplicate_key", post("/npuzzle", r#"{"board":[[1,0]],"board":[[1,0]]}"#));
    insta::assert_snapshot!(
        "numbers",
        post("/npuzzle", r#"{"board":[[1.0,2e0,-3],[18446744073709551616,"5",null]]}"#)
    );
    insta::assert_snapshot!("duplicate_tile", post("/npuzzle", r#"{"board":[[1,2],[0,0]]}"#));
    insta::assert_snapshot!("ragged", post("/npuzzle", r#"{"board":[[1,2],[3]]}"#));
    insta::assert_snapshot!(
        "not_applicable",
        post(
            "/npuzzle",
            r#"{"board":[[1,0]],"algorithm":"bfs","heuristic":"manhattan","limits":{"depth":3}}"#
        )
    );
    insta::assert_snapshot!(
        "does_not_apply",
        post("/npuzzle", r#"{"board":[[1,0]],"algorithm":"a_star","heuristic":"pattern_database"}"#)
    );
    insta::assert_snapshot!(
        "labels",
        post(
            "/parking",
            r#"{"rows":2,"cols":2,"motion":"parallel","cost":{"vertical":2},"labels":[["A","A"],["B","C"]]}"#
        )
    );
    insta::assert_snapshot!(
        "verify",
        post("/npuzzle/verify", r#"{"spec":{"board":[[1,1]]},"path":{"tiles":[1.5],"directions":7}}"#)
    );
    insta::assert_snapshot!(
        "long_input",
        post(
            "/npuzzle",
            &format!(r#"{{"board":[[1,0]],"{}":1,"algorithm":"{}"}}"#, "k".repeat(5000), "v".repeat(5000))
        )
    );
}

#[test]
fn at_most_a_hundred_faults_are_listed() {
    let server = Server::start(&[]);
    let row = vec!["\"x\""; 256].join(",");
    let body = format!("{{\"board\":[{}]}}", vec![format!("[{row}]"); 256].join(","));
    let problem: Value = server.post("/npuzzle", body).json().unwrap();
    assert_eq!(problem["errors"].as_array().unwrap().len(), 100);
    assert_eq!(problem["error_count"], 65_536);
}
