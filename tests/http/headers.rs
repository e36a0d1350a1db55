//! Headers that every answer carries, and those for browsers (CORS).

use crate::support::Server;
use reqwest::Method;
use reqwest::blocking::{Client, Response};
use reqwest::header::HeaderMap;

#[test]
fn every_answer_is_protected_and_none_names_the_program() {
    let server = Server::start(&[]);
    for response in [
        server.get("/livez"),
        server.get("/nothing"),
        server.get("/openapi.json"),
        server.post("/npuzzle", "{"),
        server.post("/npuzzle", r#"{"board": [[1, 0]]}"#),
    ] {
        let headers = response.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cache-control"], "no-store");
        assert!(!headers.contains_key("server"));
        assert!(!headers.contains_key("access-control-allow-origin"), "no page may call by default");
    }
}

#[test]
fn the_version_is_revealed_to_those_who_are_to_know() {
    let server = Server::start(&["--reveal-version"]);
    let server_header = server.get("/livez").headers()["server"].to_str().unwrap().to_owned();
    assert_eq!(server_header, concat!("taquin/", env!("CARGO_PKG_VERSION")));
}

fn ask(server: &Server, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
    let request = Client::new().request(method, server.url(path));
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value)).send().unwrap()
}

fn listed(headers: &HeaderMap, name: &str) -> Vec<String> {
    let value = headers[name].to_str().unwrap().to_ascii_lowercase();
    value.split(',').map(|item| item.trim().to_owned()).collect()
}

const PREFLIGHT: [(&str, &str); 2] = [
    ("access-control-request-method", "POST"),
    ("access-control-request-headers", "content-type,authorization"),
];

#[test]
fn pages_of_the_configured_origins_may_call() {
    let file = std::env::temp_dir().join(format!("taquin-cors-{}", uuid::Uuid::new_v4()));
    std::fs::write(&file, "secret\n").unwrap();
    let server = Server::start(&[
        "--cors-origin",
        "https://a.example,http://localhost:5173",
        "--cors-origin",
        "https://b.example",
        "--token-file",
        file.to_str().unwrap(),
    ]);
    std::fs::remove_file(&file).unwrap();
    for origin in ["https://a.example", "http://localhost:5173", "https://b.example"] {
        // A browser asks first, without a token.
        let mut headers = PREFLIGHT.to_vec();
        headers.push(("origin", origin));
        let asked = ask(&server, Method::OPTIONS, "/npuzzle", &headers);
        assert_eq!(asked.status(), 200);
        assert_eq!(asked.headers()["access-control-allow-origin"], origin);
        for wanted in ["content-type", "authorization", "idempotency-key"] {
            assert!(listed(asked.headers(), "access-control-allow-headers").contains(&wanted.to_owned()));
        }
        assert!(listed(asked.headers(), "access-control-allow-methods").contains(&"post".to_owned()));
        // Problems too, else a page could not tell what is wrong.
        for (path, status) in [("/npuzzle", 401), ("/livez", 200), ("/problems/none", 404)] {
            let response = ask(&server, Method::GET, path, &[("origin", origin)]);
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()["access-control-allow-origin"], origin);
            assert_eq!(
                listed(response.headers(), "access-control-expose-headers"),
                ["location", "retry-after", "x-request-id", "cache-status"]
            );
            assert!(listed(response.headers(), "vary").contains(&"origin".to_owned()));
        }
    }
    for origin in ["https://c.example", "http://a.example", "https://a.example:8443", "null"] {
        let response = ask(&server, Method::GET, "/livez", &[("origin", origin)]);
        assert!(!response.headers().contains_key("access-control-allow-origin"), "{origin}");
    }
}

#[test]
fn all_pages_may_call_if_so_configured() {
    let server = Server::start(&["--cors-origin", "*"]);
    let response = ask(&server, Method::GET, "/livez", &[("origin", "https://any.example")]);
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
}
