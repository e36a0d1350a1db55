//! The contract: committed, self-consistent, kept by the server, and fit for client generators.

use serde_json::{Value, json};

use crate::support::Server;

/// The contract of the code, as JSON.
fn document() -> Value {
    serde_json::to_value(taquin::http::document()).unwrap()
}

#[test]
fn the_committed_contract_is_the_codes_own() {
    let committed = include_str!("../../openapi.yaml");
    let own = taquin::http::document().to_yaml().unwrap();
    assert!(committed == own, "openapi.yaml is out of date: run `cargo run -- openapi > openapi.yaml`");
}

#[test]
fn client_generators_find_nothing_they_stumble_over() {
    fn walk(value: &Value, path: &str, visit: &mut impl FnMut(&str, &str, &Value)) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| {
                visit(path, key, value);
                walk(value, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), visit);
            }),
            Value::Array(items) => {
                (0..)
                    .zip(items)
                    .for_each(|(at, value): (usize, _)| walk(value, &format!("{path}/{at}"), visit));
            }
            _ => {}
        }
    }
    let document = document();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    walk(&document, "", &mut |path, key, value| {
        assert!(!["oneOf", "anyOf", "prefixItems", "const", "nullable"].contains(&key), "{key} at {path}");
        assert!(value != "null", "a type that may be null at {path}");
        if key == "type" && value == "integer" {
            let schema = document.pointer(path).unwrap();
            assert!(schema.get("format").is_some(), "an integer without a format at {path}");
        }
    });
    let mut ids: Vec<_> =
        operations(&document).map(|(_, _, operation)| operation["operationId"].clone()).collect();
    assert!(ids.iter().all(Value::is_string));
    let count = ids.len();
    ids.sort_by_key(Value::to_string);
    ids.dedup();
    assert_eq!(ids.len(), count, "every operation has an id of its own");
}

fn operations(document: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, operation)| (path, method, operation))
    })
}

/// A validator for a schema that may refer to the contract's components.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut root = schema.clone();
    root["components"] = document["components"].clone();
    jsonschema::draft202012::new(&root).unwrap()
}

fn assert_valid(document: &Value, schema: &Value, value: &Value, what: &str) {
    let faults: Vec<_> =
        validator(document, schema).iter_errors(value).map(|error| error.to_string()).collect();
    assert!(faults.is_empty(), "{what}: {faults:?} in {value}");
}

/// What depends on the machine and the moment.
fn without_times(mut answer: Value) -> Value {
    if let Some(search) = answer.get_mut("search") {
        search["elapsed_us"] = json!(0);
        search["queued_us"] = json!(0);
    }
    answer
}

/// Every request in the contract gets, from the running server, the very answer that stands beside it.
#[test]
fn the_examples_are_true() {
    let document = document();
    let server = Server::start(&[]);
    let mut solved = 0;
    for (path, method, operation) in operations(&document) {
        let told = &operation["responses"]["200"]["content"]["application/json"];
        let response = if method == "post" {
            let content = &operation["requestBody"]["content"];
            let (lines, body) = (&content["application/x-ndjson"], &content["application/json"]);
            if let Some(lines) = lines["example"].as_str() {
                let kind = [("content-type", "application/x-ndjson")];
                let replies = server.post_as(path, lines.to_owned(), &kind).text().unwrap();
                assert_eq!(replies.lines().count(), lines.lines().count());
                let name = if path.starts_with("/npuzzle") { "NpuzzleBatchLine" } else { "ParkingBatchLine" };
                let schema = serde_json::json!({"$ref": format!("#/components/schemas/{name}")});
                for reply in replies.lines() {
                    assert_valid(&document, &schema, &serde_json::from_str(reply).unwrap(), path);
                }
                continue;
            }
            assert_valid(&document, &body["schema"], &body["example"], path);
            solved += 1;
            server.post(path, body["example"].to_string())
        } else {
            let query: Vec<String> = operation["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|parameter| parameter["in"] == "query" && !parameter["example"].is_null())
                .map(|parameter| format!("{}={}", parameter["name"].as_str().unwrap(), parameter["example"]))
                .collect();
            server.get(&format!("{}?{}", path.replace("{name}", "invalid-spec"), query.join("&")))
        };
        assert_eq!(response.status(), 200, "{path}");
        if told.is_null() || path.starts_with("/openapi") {
            continue;
        }
        let answer: Value = response.json().unwrap();
        assert_valid(&document, &told["schema"], &answer, path);
        if let Some(example) = told.get("example") {
            assert_valid(&document, &told["schema"], example, path);
            assert_eq!(without_times(answer), without_times(example.clone()), "{path}");
        } else {
            assert_eq!(method, "get", "{path}: what is posted has an example");
        }
    }
    assert!(solved >= 4);
}

#[test]
fn both_forms_are_served() {
    let server = Server::start(&[]);
    let json: Value = server.get("/openapi.json").json().unwrap();
    assert_eq!(json, document());
    assert_eq!(server.get("/openapi.yaml").text().unwrap(), include_str!("../../openapi.yaml"));
}

/// Requests with every kind of ending, each answer checked against the contract's schema.
#[test]
fn every_status_keeps_to_the_schema() {
    let document = document();
    let server = Server::start(&[]);
    let board = json!([[8, 1, 3], [4, 0, 2], [7, 6, 5]]);
    for (path, spec, status) in [
        ("/npuzzle", json!({"board": board}), "optimal"),
        ("/npuzzle", json!({"board": board, "detail": "boards"}), "optimal"),
        ("/npuzzle", json!({"board": board, "detail": "verdict"}), "solvable"),
        ("/npuzzle", json!({"board": board, "algorithm": "dfs"}), "feasible"),
        ("/npuzzle", json!({"board": board, "algorithm": "bfs", "limits": {"states": 5}}), "solvable"),
        ("/npuzzle", json!({"board": [[2, 1], [3, 0]]}), "unsolvable"),
        ("/npuzzle", json!({"board": [[2, 1, 0]]}), "unsolvable"),
        ("/parking", json!({"rows": 10, "cols": 10}), "optimal"),
        ("/parking", json!({"rows": 3, "cols": 2, "detail": "verdict"}), "solvable"),
        ("/parking", json!({"rows": 5, "cols": 5, "algorithm": "dfs"}), "feasible"),
        ("/parking", json!({"rows": 1, "cols": 5}), "unsolvable"),
        ("/parking", json!({"rows": 5, "cols": 5, "algorithm": "bfs", "limits": {"states": 5}}), "unknown"),
    ] {
        let schema =
            &document["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"];
        let answer = server.solve(path, &spec);
        assert_eq!(answer["status"], status, "{spec}");
        assert_valid(&document, schema, &answer, path);
        has_the_fields_of_its_status(&answer);
    }
    let problem: Value = server.post("/npuzzle", "{}").json().unwrap();
    assert_valid(&document, &document["components"]["schemas"]["Problem"], &problem, "problem");
}

fn has_the_fields_of_its_status(answer: &Value) {
    let has = |field: &str| answer.get(field).is_some();
    let expected = match answer["status"].as_str().unwrap() {
        "optimal" | "feasible" => (Some(true), true, true),
        "solvable" => (Some(true), false, true),
        "unsolvable" => (Some(false), false, false),
        _ => (None, false, true),
    };
    let got = (answer.get("solvable").and_then(Value::as_bool), has("cost"), has("lower_bound"));
    assert_eq!(got, expected, "{answer}");
    assert_eq!(has("cost"), has("moves"), "{answer}");
    assert!(!answer.to_string().contains("null"), "{answer}");
}
