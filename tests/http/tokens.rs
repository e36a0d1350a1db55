//! Bearer tokens: who gets in, what stays open to all, and files that change while the server runs.

use std::path::PathBuf;
use std::process::Command;

use crate::support::Server;
use reqwest::blocking::Response;
use serde_json::Value;

/// A token file that is removed when the test is over.
pub(crate) struct TokenFile(PathBuf);

impl TokenFile {
    pub(crate) fn new(text: &str) -> Self {
        let file = Self(std::env::temp_dir().join(format!("taquin-tokens-{}", uuid::Uuid::new_v4())));
        file.write(text);
        file
    }

    fn write(&self, text: &str) {
        std::fs::write(&self.0, text).unwrap();
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TokenFile {
    fn drop(&mut self) {
        // Already gone where a test removed it.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn post(server: &Server, authorization: Option<&str>) -> Response {
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(authorization.map(|value| ("authorization", value)));
    server.post_as("/npuzzle", r#"{"board": [[1, 0]]}"#, &headers)
}

#[test]
fn only_who_has_a_token_gets_in() {
    let file = TokenFile::new("# control room\nfirst-token\n\n  second.token/+==  \n");
    let server = Server::start(&["--token-file", file.path()]);
    for right in ["Bearer first-token", "bearer second.token/+==", "BEARER  first-token"] {
        assert_eq!(post(&server, Some(right)).status(), 200, "{right}");
    }
    let wrong = [
        "Bearer first-toke",
        "Bearer first-token2",
        "Bearer FIRST-TOKEN",
        "Bearer ",
        "Bearer",
        "first-token",
        "Basic first-token",
        "Bearer # control room",
        "Bearer first-token second.token/+==",
    ];
    for authorization in wrong.map(Some).into_iter().chain([None]) {
        let response = post(&server, authorization);
        assert_eq!(response.status(), 401, "{authorization:?}");
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        assert_eq!(response.json::<Value>().unwrap()["type"], "/problems/unauthorized");
    }
    let twice = [("authorization", "Bearer first-token"), ("authorization", "Bearer first-token")];
    assert_eq!(server.post_as("/npuzzle", "{}", &twice).status(), 401, "two headers are none");
    assert!(!server.log().contains("first-token"), "tokens stay out of the log: {}", server.log());
}

#[test]
fn all_routes_ask_but_probes_and_what_explains_the_service() {
    let file = TokenFile::new("secret");
    let server = Server::start(&["--token-file", file.path()]);
    for open in ["/livez", "/readyz", "/openapi.yaml", "/openapi.json", "/problems/unauthorized"] {
        assert_eq!(server.get(open).status(), 200, "{open}");
    }
    assert_eq!(server.get("/problems/none").status(), 404);
    for closed in ["/limits", "/npuzzle", "/parking/map", "/nothing", "/livez/", "/problems", "//livez"] {
        assert_eq!(server.get(closed).status(), 401, "{closed}");
    }
    let document = serde_json::to_value(taquin::http::document()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let is_open = operation["security"] == serde_json::json!([]);
            assert_ne!(is_open, operation["responses"].get("401").is_some(), "{path} in the contract");
            let asked = server.get(&path.replace("{name}", "none")).status() == 401;
            assert_ne!(is_open, asked, "{path}: the server does as the contract says");
        }
    }
}

#[test]
fn without_a_token_file_anybody_gets_in() {
    let server = Server::start(&[]);
    assert_eq!(post(&server, None).status(), 200);
    assert_eq!(post(&server, Some("Bearer whatever")).status(), 200);
}

#[test]
fn a_file_that_changed_is_read_at_sighup_and_a_useless_one_is_not_taken() {
    let file = TokenFile::new("old");
    let server = Server::start(&["--token-file", file.path()]);
    let status = |token: &str| post(&server, Some(&format!("Bearer {token}"))).status().as_u16();
    file.write("new\nother\n");
    assert_eq!((status("old"), status("new")), (200, 401), "not before it is told");
    server.signal("-HUP");
    server.wait_for_log("read the tokens again");
    assert_eq!((status("old"), status("new"), status("other")), (401, 200, 200));

    for (useless, complaint) in [("# none\n\n", "no token in"), ("fine\nnot fine\n", "line 2 of")] {
        file.write(useless);
        server.signal("-HUP");
        server.wait_for_log(complaint);
        assert_eq!((status("new"), status("fine")), (200, 401), "{useless:?}");
    }
    std::fs::remove_file(&file.0).unwrap();
    server.signal("-HUP");
    server.wait_for_log("cannot read");
    assert_eq!(status("new"), 200);
}

#[test]
fn a_token_file_of_no_use_is_an_error_at_start() {
    let empty = TokenFile::new("# nobody\n");
    let spaced = TokenFile::new("two words\n");
    let missing = "/nonexistent/tokens";
    for (path, complaint) in
        [(empty.path(), "no token in"), (spaced.path(), "line 1 of"), (missing, "cannot read the token file")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["--listen", "127.0.0.1:0"])
            .env("TAQUIN_TOKEN_FILE", path)
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(complaint), "{errors}");
        assert_eq!(output.status.code(), Some(2));
    }
}
