//! The metrics: their names, types, units and labels are part of what operators build on.

use std::collections::BTreeSet;

use crate::support::Server;

#[test]
fn names_types_units_and_labels() {
    let server = Server::start(&[]);
    server.post("/npuzzle", r#"{"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]]}"#);
    server.get("/nothing/here");
    let response = server.get("/metrics");
    assert_eq!(
        response.headers()["content-type"],
        "application/openmetrics-text; version=1.0.0; charset=utf-8"
    );
    let text = response.text().unwrap();
    assert!(text.ends_with("# EOF\n"));
    let mut told = Vec::new();
    let mut seen = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with('#') {
            told.push(line.to_owned());
            continue;
        }
        let (name, labels) = line.split_once('{').map_or_else(
            || (line.split(' ').next().unwrap(), String::new()),
            |(name, labels)| {
                let labels = labels.rsplit_once('}').unwrap().0;
                let names: Vec<_> = labels.split(',').map(|label| label.split('=').next().unwrap()).collect();
                (name, names.join(","))
            },
        );
        if seen.insert((name.to_owned(), labels.clone())) {
            told.push(format!("{name}{{{labels}}}"));
        }
    }
    insta::assert_snapshot!("metrics", told.join("\n"));
}

/// The value of a sample.
fn value(server: &Server, sample: &str) -> Option<f64> {
    let text = server.get("/metrics").text().unwrap();
    let line =
        text.lines().find(|line| line.strip_prefix(sample).is_some_and(|rest| rest.starts_with(' ')))?;
    line.rsplit(' ').next().unwrap().parse().ok()
}

#[test]
fn requests_solves_and_connections_are_counted() {
    let server = Server::start(&[]);
    for _ in 0..3 {
        server.post("/parking", r#"{"rows": 10, "cols": 10}"#);
    }
    server.post("/parking", "{");
    let count = r#"taquin_http_request_duration_seconds_count{route="/parking",method="POST",status="200"}"#;
    assert_eq!(value(&server, count), Some(3.0));
    let refused = count.replace("200", "400");
    assert_eq!(value(&server, &refused), Some(1.0));
    let solves =
        r#"taquin_solve_duration_seconds_count{puzzle="parking",algorithm="closed_form",status="optimal"}"#;
    assert_eq!(value(&server, solves), Some(3.0));
    assert_eq!(value(&server, "taquin_http_requests_in_flight"), Some(1.0), "that which asks");
    assert!(value(&server, "taquin_http_connections").unwrap() >= 1.0);
    assert!(value(&server, "taquin_memory_resident_bytes").unwrap() > 1e6);
    assert_eq!(value(&server, "taquin_solves_waiting"), Some(0.0));
}

#[test]
fn what_callers_make_up_becomes_no_label() {
    let server = Server::start(&[]);
    for path in 0..50 {
        server.get(&format!("/made-up/{path}"));
        server.get(&format!("/problems/{path}"));
    }
    let client = reqwest::blocking::Client::new();
    for method in 0..50 {
        let method = reqwest::Method::from_bytes(format!("M{method}").as_bytes()).unwrap();
        client.request(method, server.url("/npuzzle")).send().unwrap();
    }
    let text = server.get("/metrics").text().unwrap();
    let counts: Vec<_> =
        text.lines().filter(|line| line.starts_with("taquin_http_request_duration_seconds_count")).collect();
    assert_eq!(counts.len(), 3, "{counts:?}");
}
