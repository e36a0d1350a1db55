//! `POST /parking/map` over a socket: entries, codes, limits, faults.

use serde_json::{Value, json};

use crate::support::Server;

#[test]
fn entries_and_codes() {
    let server = Server::start(&[]);
    let lot = json!({"rows": 3, "cols": 4, "blocked": [[1, 2]], "cost": {"vertical": 2}});
    let answer = server.solve("/parking/map", &lot);
    assert_eq!(answer["status"], "optimal");
    assert!(answer.get("stopped_by").is_none());
    for (row, col) in (0..3).flat_map(|row| (0..4).map(move |col| (row, col))) {
        let entry = &answer["costs"][row][col];
        if [(1, 2), (2, 3)].contains(&(row, col)) {
            assert_eq!(*entry, -2);
            continue;
        }
        let mut one = lot.clone();
        (one["cars"], one["empty"]) = (json!([[row, col]]), json!([[2, 3]]));
        assert_eq!(*entry, server.solve("/parking", &one)["cost"], "[{row}, {col}]");
    }
    let line = server.solve("/parking/map", &json!({"rows": 1, "cols": 4}));
    assert_eq!((&line["costs"], &line["max"]), (&json!([[-1, -1, 1, -2]]), &json!(1)));
    let closed = server.solve("/parking/map", &json!({"rows": 1, "cols": 3, "blocked": [[0, 2]]}));
    assert_eq!((&closed["costs"], &closed["status"]), (&json!([[-1, -1, -2]]), &json!("unsolvable")));
    assert!(closed.get("mean").is_none() && closed.get("max").is_none(), "{closed}");
}

#[test]
fn the_classic_has_its_known_mean() {
    let server = Server::start(&[]);
    let answer = server.solve("/parking/map", &json!({"rows": 10, "cols": 10}));
    assert_eq!((&answer["max"], &answer["search"]["algorithm"]), (&json!(69), &json!("closed_form")));
    let several = json!({"rows": 10, "cols": 10, "empty": [[9, 9], [9, 8], [8, 9]]});
    let answer = server.solve("/parking/map", &several);
    assert_eq!((&answer["status"], &answer["max"]), (&json!("optimal"), &json!(64)));
}

#[test]
fn limits_are_kept_and_the_rest_is_marked() {
    let server = Server::start(&["--map-cells", "900"]);
    let limits: Value = server.get("/limits").json().unwrap();
    assert_eq!(limits["map_cells"], json!({"maximum": 900}));
    let empty: Vec<Value> = (0..10).map(|index| json!([3 * index, 29 - 2 * index])).collect();
    let lot = json!({"rows": 30, "cols": 30, "empty": empty, "limits": {"time_ms": 50}});
    let answer = server.solve("/parking/map", &lot);
    assert_eq!((&answer["status"], &answer["stopped_by"]), (&json!("unknown"), &json!("time")));
    assert!(answer["costs"].to_string().contains("-3"));
    let problem: Value =
        server.post("/parking/map", json!({"rows": 30, "cols": 31}).to_string()).json().unwrap();
    assert_eq!(problem["errors"][0]["pointer"], "/rows");
    assert_eq!(problem["errors"][0]["code"], "too-large");
}

#[test]
fn every_fault_at_its_place() {
    let server = Server::start(&[]);
    let spec = json!({
        "rows": 2, "cols": 2, "cars": [[0, 0]], "exits": [], "empty": [[0, 1], [0, 1]], "blocked": [[2, 0]],
        "cost": {"vertical": -1}, "limits": {"depth": 3}, "detail": "cost"
    });
    let response = server.post("/parking/map", spec.to_string());
    assert_eq!(response.status(), 422);
    let problem: Value = response.json().unwrap();
    let mut pointers: Vec<&str> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["pointer"].as_str().unwrap())
        .collect();
    pointers.sort_unstable();
    let wanted = ["/blocked/0", "/cars", "/cost/vertical", "/detail", "/empty/1", "/exits", "/limits/depth"];
    assert_eq!(pointers, wanted);
    let missing: Value = server.post("/parking/map", "{}").json().unwrap();
    assert_eq!(missing["error_count"], 2);
    assert_eq!(server.get("/parking/map").status(), 405);
}
