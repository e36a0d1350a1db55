//! Asking the library as a caller would: JSON in, JSON out.

use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};
use taquin::contract::Limits;
use taquin::json::{Fault, ReadError};
use taquin::npuzzle::{Request, Tables, VerifyRequest, solve, verify};
use taquin::search::{Budget, CancelFlag};

/// Shared by all tests, as a server's requests share them.
static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::new()));

/// The request, read.
pub(crate) fn read(request: &Value) -> Request {
    let text = request.to_string();
    Request::read(text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error:?}: {request}"))
}

/// The answer under the request's own limits of states and depth, without a deadline.
pub(crate) fn answer(request: &Value) -> Value {
    let read = read(request);
    answer_within(request, &Budget { states: read.limits().states, ..Budget::unlimited() })
}

/// The answer under a budget; it keeps the contract, and a path in it is legal.
pub(crate) fn answer_within(request: &Value, budget: &Budget) -> Value {
    let answer = serde_json::to_value(solve(&read(request), &Limits::default(), &TABLES, budget)).unwrap();
    check_contract(request, &answer);
    if answer.get("path").is_some() {
        let verification = verification(request, &answer["path"]);
        let replayed =
            json!({"legal": true, "solved": true, "moves": answer["moves"], "cost": answer["cost"]});
        assert_eq!(verification, replayed, "{request}: {answer}");
    }
    answer
}

/// A budget whose flag is up before the search begins.
pub(crate) fn cancelled() -> Budget {
    let cancel = CancelFlag::default();
    cancel.cancel();
    Budget { cancel, ..Budget::unlimited() }
}

/// What the verifier says of a path.
pub(crate) fn verification(spec: &Value, path: &Value) -> Value {
    let text = json!({"spec": spec, "path": path}).to_string();
    let request = VerifyRequest::read(text.as_bytes(), &Limits::default())
        .unwrap_or_else(|error| panic!("{error:?}: {text}"));
    serde_json::to_value(verify(&request)).unwrap()
}

/// What is wrong with a text that is JSON; nothing if it is a request.
pub(crate) fn faults(text: &[u8]) -> Vec<Fault> {
    match Request::read(text, &Limits::default()) {
        Ok(_) => Vec::new(),
        Err(ReadError::Faults(faults)) => {
            assert!(!faults.is_empty(), "refused, and nothing wrong: {}", String::from_utf8_lossy(text));
            faults.listed().to_vec()
        }
        Err(ReadError::Syntax(error)) => panic!("{error}: {}", String::from_utf8_lossy(text)),
    }
}

/// Which fields an answer has, by its status; and that nothing is null.
fn check_contract(request: &Value, answer: &Value) {
    let number = |name: &str| answer.get(name).map(|value| value.as_u64().expect(name));
    let status = answer["status"].as_str().expect("a status");
    let [cost, moves, bound] = ["cost", "moves", "lower_bound"].map(number);
    let stopped = answer.get("stopped_by").map(|word| word.as_str().expect("a word"));
    let solvable = answer.get("solvable").map(|value| value.as_bool().expect("a boolean"));
    let detail = request.get("detail").map_or("path", |detail| detail.as_str().unwrap());
    let context = format!("{request}: {answer}");
    let (has_plan, is_proved) = match status {
        "optimal" => (true, true),
        "feasible" => (true, false),
        "solvable" => (false, false),
        "unsolvable" => (false, true),
        // Parity always knows.
        _ => panic!("{context}"),
    };
    assert_eq!(solvable, Some(status != "unsolvable"), "{context}");
    assert_eq!((cost.is_some(), moves), (has_plan, cost), "{context}");
    assert_eq!(bound.is_some(), status != "unsolvable", "{context}");
    assert!(!is_proved || (bound == cost && stopped.is_none()), "{context}");
    assert!(!has_plan || is_proved || bound < cost, "{context}");
    assert!(
        stopped.is_none_or(|word| ["time", "states", "memory", "depth", "cancelled"].contains(&word)),
        "{context}"
    );
    let cut_short = status == "solvable" && detail != "verdict";
    assert!(!cut_short || stopped.is_some(), "{context}");

    let told = has_plan && ["path", "boards"].contains(&detail);
    assert_eq!(answer.get("path").is_some(), told, "{context}");
    assert_eq!(answer.get("boards").is_some(), told && detail == "boards", "{context}");
    for name in ["path_omitted", "boards_omitted"] {
        assert_eq!(answer.get(name), None, "{context}");
    }
    let parity = answer["verdict"]["rule"] == "parity";
    for name in ["board_inversions", "goal_inversions", "blank_row_distance", "cols"] {
        assert_eq!(answer["verdict"].get(name).is_some(), parity, "{context}");
    }
    assert!(answer["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{context}");
    for (part, name) in [
        ("limits", "time_ms"),
        ("limits", "states"),
        ("search", "expanded"),
        ("search", "generated"),
        ("search", "peak_states"),
        ("search", "elapsed_us"),
        ("search", "queued_us"),
    ] {
        assert!(answer[part][name].is_u64(), "{part}.{name} in {context}");
    }
    let asked = request.get("algorithm").and_then(Value::as_str).filter(|&asked| asked != "auto");
    assert!(asked.is_none_or(|asked| answer["search"]["algorithm"] == asked), "{context}");
    assert!(!answer.to_string().contains("null"), "{context}");
}
