//! Reading requests: whatever is sent, it is a request, or no JSON, or at least one fault is found.

use proptest::prelude::*;
use serde_json::{Value, json};
use taquin::contract::Limits;
use taquin::json::{FaultCode, ReadError};
use taquin::npuzzle::{Request, VerifyRequest};

use crate::ask::faults;
use crate::oracle::{cases, rows_of};

/// Pointers and codes.
fn found(text: &str) -> Vec<(String, FaultCode)> {
    faults(text.as_bytes()).into_iter().map(|fault| (fault.pointer, fault.code)).collect()
}

#[test]
fn faults_as_a_table() {
    use FaultCode::*;
    #[rustfmt::skip]
    let table: &[(&str, &[(&str, FaultCode)])] = &[
        (r#"{"board":[[1,2],[3,0]]}"#, &[]),
        (r#"{"board":[[1,2],[3,-0]]}"#, &[("/board/1/1", NotAnInteger)]),
        (r#"{"board":[[1,2],[3,0.0]]}"#, &[("/board/1/1", NotAnInteger)]),
        (r#"{"board":[[1,2],[3,0e0]]}"#, &[("/board/1/1", NotAnInteger)]),
        (r#"{"board":[[1,2],[3,-1]]}"#, &[("/board/1/1", OutOfRange)]),
        (r#"{"board":[[1,2],[3,18446744073709551616]]}"#, &[("/board/1/1", OutOfRange)]),
        (r#"{"board":[[1,2],[3,"\ud800"]]}"#, &[("/board/1/1", WrongType)]),
        (r#"{"board":[[1,2],{"3":0}]}"#, &[("/board/1", WrongType)]),
        (r#"{"board":{"0":[1,2],"1":[3,0]}}"#, &[("/board", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"algorithm":{"bfs":null}}"#, &[("/algorithm", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"heuristic":{"auto":null}}"#, &[("/heuristic", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"detail":{"cost":null}}"#, &[("/detail", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"goal_preset":{"spiral":null}}"#, &[("/goal_preset", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"limits":[1000,5,3]}"#, &[("/limits", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"limits":{"depth":3}}"#, &[("/limits/depth", NotApplicable)]),
        (r#"{"board":[[1,2],[3,0]],"limits":{"states":9007199254740992}}"#, &[("/limits/states", OutOfRange)]),
        (r#"{"board":[[1,2],[3,0]],"b\u006fard":[]}"#, &[("/board", DuplicateKey)]),
        (r#"{"board":[[1,2],[3,0]],"\ud800":1}"#, &[("", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"a/b~c":1}"#, &[("/a~1b~0c", UnknownField)]),
        (r#"{"board":[[1,2],[3,0]],"algorithm":"constructive","heuristic":"manhattan"}"#, &[("/heuristic", NotApplicable)]),
        // One mistake is not told twice …
        (r#"{"board":[[],[1,2],[3,0]]}"#, &[("/board/0", Empty)]),
        (r#"{"board":[[1,2],[3,0]],"goal":null,"goal_preset":"spiral"}"#, &[("/goal", NullValue)]),
        // … and all of them are told.
        (r#"{"board":[[1,"x"],[3]]}"#, &[("/board/1", RaggedRow), ("/board/0/1", WrongType)]),
        (r#"{"board":[[1,2],[3,0]],"goal":[[1,"x",0]]}"#, &[("/goal", WrongSize), ("/goal/0/1", WrongType)]),
    ];
    for (text, wanted) in table {
        let wanted: Vec<_> = wanted.iter().map(|&(pointer, code)| (pointer.to_owned(), code)).collect();
        assert_eq!(found(text), wanted, "{text}");
    }
}

#[test]
fn paths_are_judged_by_their_types_alone() {
    let read = |path: &str| {
        let text = format!(r#"{{"spec":{{"board":[[1,2],[3,0]]}},"path":{path}}}"#);
        match VerifyRequest::read(text.as_bytes(), &Limits::default()) {
            Ok(_) => Vec::new(),
            Err(ReadError::Faults(faults)) => {
                assert!(!faults.is_empty(), "{text}");
                faults.listed().iter().map(|fault| fault.pointer.clone()).collect()
            }
            Err(error) => panic!("{error}: {text}"),
        }
    };
    for path in [
        r#"{"tiles":[],"directions":""}"#,
        r#"{"tiles":[99,-1,0],"directions":"XYZ"}"#,
        r#"{"tiles":[-9223372036854775808],"directions":"LLLL"}"#,
    ] {
        assert_eq!(read(path), Vec::<String>::new(), "{path}");
    }
    for (path, pointer) in [
        (r#"{"tiles":[1.0],"directions":"L"}"#, "/path/tiles/0"),
        (r#"{"tiles":[-0],"directions":"L"}"#, "/path/tiles/0"),
        (r#"{"tiles":null,"directions":""}"#, "/path/tiles"),
        (r#"{"tiles":[],"directions":["L"]}"#, "/path/directions"),
        (r#"{"tiles":[]}"#, "/path/directions"),
        (r#"{"tiles":[],"directions":"","moves":0}"#, "/path/moves"),
        (r#"[[],""]"#, "/path"),
    ] {
        assert_eq!(read(path), [pointer], "{path}");
    }
}

/// Valid requests of every kind.
fn specs() -> impl Strategy<Value = Value> {
    let size = (1..=3_usize, 1..=3_usize).prop_flat_map(|(rows, cols)| {
        let tiles: Vec<u16> = (0..(rows * cols) as u16).collect();
        let board = Just(tiles).prop_shuffle().prop_map(move |tiles| json!(rows_of(cols, &tiles)));
        (board.clone(), prop::option::of(board))
    });
    let word = |words: &'static [&'static str]| prop::option::of(prop::sample::select(words));
    let limits = prop::option::of((1..5000_u64, 1..5000_u64));
    let options = (
        word(&["blank_last", "blank_first", "spiral"]),
        word(&["auto", "bfs", "dfs", "iddfs", "bidirectional", "a_star", "ida_star"]),
        word(&["auto", "manhattan", "linear_conflict"]),
        word(&["verdict", "cost", "path", "boards"]),
    );
    (size, options, limits).prop_map(|((board, goal), (preset, algorithm, heuristic, detail), limits)| {
        let mut spec = json!({"board": board});
        let guided = ["auto", "a_star", "ida_star"].contains(&algorithm.unwrap_or("auto"));
        match (goal, preset) {
            (Some(goal), _) => spec["goal"] = goal,
            (None, Some(preset)) => spec["goal_preset"] = json!(preset),
            (None, None) => {}
        }
        for (name, word) in
            [("algorithm", algorithm), ("heuristic", heuristic.filter(|_| guided)), ("detail", detail)]
        {
            if let Some(word) = word {
                spec[name] = json!(word);
            }
        }
        if let Some((time_ms, states)) = limits {
            spec["limits"] = json!({"time_ms": time_ms, "states": states});
            if !guided && algorithm != Some("bfs") && algorithm != Some("bidirectional") {
                spec["limits"]["depth"] = json!(states);
            }
        }
        spec
    })
}

/// The pointers of all values inside a value, and its own.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), all));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| pointers(field, &format!("{at}/{name}"), all));
        }
        _ => {}
    }
}

/// What may stand where something else should.
const STRANGERS: [&str; 18] = [
    "null",
    "true",
    "-1",
    "-0",
    "0",
    "1",
    "1.0",
    "1e0",
    "1e999",
    "9007199254740992",
    "18446744073709551616",
    "\"auto\"",
    "\"\\ud800\"",
    "[]",
    "[[]]",
    "[[0]]",
    "{}",
    "{\"bfs\":null}",
];

/// Puts a text in the place of the value at a pointer.
fn replace(spec: &Value, pointer: &str, text: &str) -> String {
    let mut spec = spec.clone();
    *spec.pointer_mut(pointer).unwrap() = json!("PLACE");
    spec.to_string().replace("\"PLACE\"", text)
}

/// Either a request, or faults at places that are there (or, for a missing field, could be).
fn check(text: &str) {
    let Ok(sent) = serde_json::from_str::<Value>(text) else {
        // `Value` is stricter than JSON: it has no lone surrogates, and no numbers beyond its own.
        faults(text.as_bytes());
        return;
    };
    for fault in faults(text.as_bytes()) {
        let (parent, _) = fault.pointer.rsplit_once('/').unwrap_or_default();
        let there = sent.pointer(&fault.pointer).is_some();
        let missing =
            fault.code == FaultCode::MissingField && sent.pointer(parent).is_some_and(Value::is_object);
        assert!(there || missing, "{fault:?} in {text}");
        assert!(!fault.detail.is_empty());
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn a_valid_request_is_read(spec in specs()) {
        prop_assert_eq!(found(&spec.to_string()), vec![]);
    }

    #[test]
    fn a_stranger_anywhere(spec in specs(), place in any::<prop::sample::Index>()) {
        let mut all = Vec::new();
        pointers(&spec, "", &mut all);
        for stranger in STRANGERS {
            check(&replace(&spec, &all[place.index(all.len())], stranger));
        }
    }

    #[test]
    fn fields_and_items_that_are_gone_new_or_there_twice(spec in specs(), place in any::<prop::sample::Index>()) {
        let mut all = Vec::new();
        pointers(&spec, "", &mut all);
        let pointer = &all[place.index(all.len())];
        let changed = |value: Value| replace(&spec, pointer, &value.to_string());
        match spec.pointer(pointer).unwrap() {
            Value::Object(fields) => {
                let (name, value) = fields.iter().next().unwrap();
                let mut without = fields.clone();
                without.remove(name);
                check(&changed(json!(without)));
                without.insert(format!("{name}x"), value.clone());
                prop_assert_ne!(found(&changed(json!(without))), vec![]);
                let twice = format!("{{\"{name}\":{value},\"{name}\":{value}}}");
                prop_assert_ne!(found(&replace(&spec, pointer, &twice)), vec![]);
            }
            Value::Array(items) => {
                check(&changed(json!(items[1..])));
                let twice: Vec<_> = items.iter().chain(items.last()).collect();
                prop_assert_ne!(found(&changed(json!(twice))), vec![]);
            }
            _ => {}
        }
        let mut unknown = spec.clone();
        unknown["bord"] = json!(1);
        prop_assert_eq!(found(&unknown.to_string()), vec![("/bord".to_owned(), FaultCode::UnknownField)]);
    }

    #[test]
    fn text_that_is_cut_or_garbled_never_panics(
        spec in specs(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        noise in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let text = spec.to_string().into_bytes();
        let mut garbled = text.clone();
        garbled[at.index(text.len())] = byte;
        for text in [&text[..at.index(text.len())], &garbled, &noise] {
            match Request::read(text, &Limits::default()) {
                Err(ReadError::Faults(faults)) => prop_assert!(!faults.is_empty()),
                Err(ReadError::Syntax(error)) => prop_assert!(!error.to_string().is_empty()),
                Ok(_) => prop_assert!(serde_json::from_slice::<Value>(text).is_ok()),
            }
        }
    }
}
