//! The straight reading of a request and the reading of its faults must be of one mind.

use proptest::prelude::*;
use proptest::sample::select;

use crate::contract::Limits;
use crate::json::{Document, FaultCode, Faults, ReadError, read_object};
use crate::parking::faults::read_spec;
use crate::parking::request::Refusal;
use crate::parking::spec::ParkingSpec;
use crate::parking::{Request, VerifyRequest};

/// Values for each field, right ones and wrong ones, as text: `1.0`, `-0` and the like must stay what they are.
const VALUES: &[(&str, &[&str])] = &[
    (
        "rows",
        &["3", "3", "3", "2", "1", "0", "-1", "1001", "3.0", "-0", "3e0", "99999999999999999999", "\"3\""],
    ),
    ("cols", &["3", "3", "3", "4", "1", "0", "null", "true", "[3]", "{}", "1.5", "18446744073709551616"]),
    (
        "cars",
        &[
            "[[0,0]]",
            "[[0,0]]",
            "[[2,2]]",
            "[[1,1]]",
            "[]",
            "[[0,0],[1,1]]",
            "[[0,0],[0,0]]",
            "[0,1]",
            "[[0]]",
            "[[0,1,2]]",
            "[[-1,0]]",
            "[[3,0]]",
            "[null]",
            "[[0,\"a\"]]",
            "[[4294967296,0]]",
            "[[-0,0]]",
            "\"C\"",
            "[[0.0,1]]",
            "[{\"row\":0,\"col\":0}]",
            "[[0,0],7]",
            "[[[0],0]]",
        ],
    ),
    ("in_order", &["true", "false", "\"true\"", "null", "0"]),
    ("exits", &["[[2,2]]", "[[0,0]]", "[[1,1],[0,2]]", "[[1,1],[1,1]]", "[]", "[[9,9]]", "{}", "[1,[1,1]]"]),
    (
        "empty",
        &[
            "[]",
            "[[2,1]]",
            "[[2,2],[1,0]]",
            "[[0,0]]",
            "[[1,1]]",
            "[[0,1],[0,1]]",
            "[[2,2],[0]]",
            "null",
            "[[3,3]]",
        ],
    ),
    ("blocked", &["[]", "[[1,1]]", "[[0,0]]", "[[2,2]]", "[[2,1],[2,1]]", "[[0,5]]", "7", "[[1,null]]"]),
    (
        "cost",
        &[
            "{}",
            "{\"horizontal\":0}",
            "{\"vertical\":1000000}",
            "{\"vertical\":1000001}",
            "{\"horizontal\":-1}",
            "[1,2]",
            "null",
            "{\"horizontal\":1,\"horizontal\":1}",
            "{\"diagonal\":1}",
            "{\"vertical\":null}",
            "{\"horizontal\":1,\"vertical\":1}",
        ],
    ),
    (
        "motion",
        &["\"single\"", "\"single\"", "\"block\"", "\"parallel\"", "\"hover\"", "{\"single\":null}", "1"],
    ),
    (
        "algorithm",
        &[
            "\"auto\"",
            "\"bfs\"",
            "\"dfs\"",
            "\"iddfs\"",
            "\"a_star\"",
            "\"bidirectional\"",
            "\"magic\"",
            "{\"bfs\":null}",
            "\"\\ud800\"",
            "\"b\\u0066s\"",
            "null",
        ],
    ),
    ("detail", &["\"path\"", "\"cost\"", "\"verdict\"", "\"boards\"", "[\"path\"]"]),
    (
        "limits",
        &[
            "{}",
            "{\"time_ms\":5}",
            "{\"depth\":3}",
            "{\"time_ms\":0}",
            "{\"states\":1e3}",
            "{\"tme_ms\":5}",
            "[]",
            "{\"states\":9007199254740992}",
            "{\"depth\":null}",
        ],
    ),
    (
        "labels",
        &[
            "[[\"A\",\"\",\"\"],[\"\",\"B\",\"\"],[\"\",\"\",\"\"]]",
            "[[\"A\",\"b\",\"\"],[\"\",\"C\",\"\"],[\"\",\"\",\"\"]]",
            "[[\"A\",\"\",\"\"],[\"\",\"A\",\"\"],[\"\",\"\",\"D\"]]",
            "[[\"\",\"\",\"\"],[\"x\",\"y\",\"z\"],[\"\",\"E\",\"\"]]",
            "[]",
            "[[]]",
            "[[\"A\"]]",
            "[[\"\",\"\",\"\"],[\"\",\"\"],[\"\",\"\",\"\"]]",
            "[[\"\",\"\",\"\"],[\"\",1,\"\",2],[null,\"\",\"\"]]",
            "[\"A\",[\"\",\"\",\"\"],7]",
            "{}",
            "[[\"\\ud800\",\"\",\"\"],[\"\",\"\",\"\"],[\"\",\"\",\"\"]]",
        ],
    ),
    ("colour", &["\"red\"", "null"]),
];

/// A spec with about half of the fields, mostly right, some of them twice.
fn spec_text() -> impl Strategy<Value = String> {
    let fields: Vec<_> = VALUES
        .iter()
        .map(|&(name, values)| {
            let often = matches!(name, "rows" | "cols");
            let rarely = matches!(name, "colour");
            let present = if often {
                0.97
            } else if rarely {
                0.03
            } else {
                0.4
            };
            // The first of the values are right: draw them more often.
            let value = prop_oneof![3 => select(&values[..values.len().min(3)]), 1 => select(values)];
            let field = value.prop_map(move |value| format!("\"{name}\":{value}"));
            (proptest::bool::weighted(present), proptest::bool::weighted(0.01), field)
        })
        .collect();
    fields.prop_map(|fields| {
        let mut written = Vec::new();
        for (present, twice, field) in fields {
            written.extend((0..usize::from(present) + usize::from(present && twice)).map(|_| field.clone()));
        }
        format!("{{{}}}", written.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn what_is_refused_has_a_fault_and_what_has_none_is_taken(text in spec_text()) {
        let limits = Limits { bidirectional_goals: 20, ..Limits::default() };
        let straight = read_object::<ParkingSpec>(text.as_bytes()).map(|spec| Request::new(&spec, &limits));
        let taken = matches!(straight, Some(Ok(_) | Err(Refusal::Goals(_))));
        let mut faults = Faults::default();
        read_spec(&mut faults, Document::parse(text.as_bytes()).unwrap().root(), limits.parking_side);
        prop_assert_eq!(taken, faults.is_empty(), "{:?}", faults);
        // A key that occurs twice is one fault, its value may be another.
        let listed = faults.listed().iter().filter(|fault| fault.code != FaultCode::DuplicateKey);
        let mut pointers: Vec<&str> = listed.map(|fault| &*fault.pointer).collect();
        let count = pointers.len();
        pointers.sort_unstable();
        pointers.dedup();
        prop_assert_eq!(pointers.len(), count, "two faults at one place: {:?}", faults);
    }

    #[test]
    fn the_same_for_verifying(spec in spec_text(), path in select(&[
        "[]", "[{\"step\":1,\"from\":[0,0],\"to\":[0,1]}]", "[{\"step\":-9,\"from\":[],\"to\":[1,2,3]}]",
        "[[1,[0,0],[0,1]]]", "[{\"step\":1,\"from\":[0,0]}]", "[{\"step\":1.0,\"from\":[0,0],\"to\":[0,-0]}]",
        "[{\"step\":1,\"from\":[0,0],\"to\":\"x\"}]", "null", "{}", "[{\"step\":1,\"from\":[0,0],\"to\":[],\"x\":1}]",
        "[{\"step\":9223372036854775808,\"from\":[0,0],\"to\":[null]}]",
        "[{\"step\":1,\"from\":[0,0],\"to\":[0,1],\"labels\":[1]}]", "[{\"step\":1,\"from\":[0,0],\"to\":[0,1],\"labels\":null}]",
    ][..])) {
        let limits = Limits::default();
        let text = format!("{{\"spec\":{spec},\"path\":{path}}}");
        let read = VerifyRequest::read(text.as_bytes(), &limits);
        let spec_taken = Request::read(spec.as_bytes(), &limits).is_ok();
        // The first three paths have the right types.
        let path_taken = path.len() == 2 && path != "{}" || path.contains("[0,1]}") || path.contains("[1,2,3]");
        prop_assert_eq!(read.is_ok(), spec_taken && path_taken);
        if let Err(ReadError::Faults(faults)) = read {
            prop_assert!(!faults.is_empty());
            let places = faults.listed().iter().map(|fault| &*fault.pointer);
            prop_assert!(places.clone().all(|place| place.starts_with("/spec") || place.starts_with("/path")));
        }
    }
}

fn faults(text: &str) -> Vec<(String, &'static str)> {
    match Request::read(text.as_bytes(), &Limits::default()) {
        Err(ReadError::Faults(faults)) => {
            faults.listed().iter().map(|fault| (fault.pointer.clone(), fault.code.name())).collect()
        }
        other => panic!("{other:?} for {text}"),
    }
}

#[test]
fn names_belong_to_cars_and_fit_the_lot() {
    let with = |labels: &str| faults(&format!(r#"{{"rows":2,"cols":2,"labels":{labels}}}"#));
    let fault = |pointer: &str, code| (pointer.to_owned(), code);
    let named = br#"{"rows":2,"cols":2,"labels":[["A","B"],["",""]]}"#;
    assert!(Request::read(named, &Limits::default()).is_ok());
    assert_eq!(with(r#"[["A","B"]]"#), [fault("/labels", "wrong-size")]);
    assert_eq!(with(r#"[["A","B"],["C"]]"#), [fault("/labels/1", "ragged-row")]);
    assert_eq!(
        with(r#"[["A","A"],["A",""]]"#),
        [fault("/labels/0/1", "duplicate"), fault("/labels/1/0", "duplicate")]
    );
    // The empty that is there when none is given, and a pillar.
    assert_eq!(with(r#"[["A",""],["","B"]]"#), [fault("/labels/1/1", "overlap")]);
    assert_eq!(
        faults(r#"{"rows":2,"cols":2,"blocked":[[1,0]],"labels":[["A",""],["B",null]]}"#),
        [fault("/labels/1/0", "overlap"), fault("/labels/1/1", "null-value")]
    );
}

#[test]
fn motions_and_several_cars_restrict_the_rest() {
    let fault = |pointer: &str, code| (pointer.to_owned(), code);
    assert_eq!(
        faults(r#"{"rows":3,"cols":3,"motion":"parallel","cost":{"horizontal":2,"vertical":1}}"#),
        [fault("/cost/horizontal", "conflict")]
    );
    assert_eq!(faults(r#"{"rows":3,"cols":3,"cars":[[0,0],[5,5]]}"#), [fault("/cars/1", "outside-grid")]);
    let both_ways = [fault("/algorithm", "not-applicable")];
    assert_eq!(faults(r#"{"rows":3,"cols":3,"cars":[[0,0],[1,1]],"algorithm":"bidirectional"}"#), both_ways);
    assert_eq!(faults(r#"{"rows":3,"cols":3,"motion":"block","algorithm":"bidirectional"}"#), both_ways);
}

#[test]
fn faults_that_follow_from_others_are_left_out() {
    // Without columns nobody can say which cell is outside, but a row can be told.
    assert_eq!(
        faults(r#"{"rows":3,"cols":0,"cars":[[1,9]],"exits":[[3,0]]}"#),
        [("/cols".into(), "out-of-range"), ("/exits/0".into(), "outside-grid")]
    );
    // One mistake in a list of cells is told once, null apart.
    assert_eq!(
        faults(r#"{"rows":3,"cols":3,"empty":[1,"x",null,{},null,[1]]}"#),
        [
            ("/empty/0".into(), "wrong-type"),
            ("/empty/2".into(), "null-value"),
            ("/empty/5".into(), "wrong-length")
        ]
    );
    // Where empty and blocked overlap, it is empty that is blamed; a field left out never is.
    assert_eq!(
        faults(r#"{"rows":2,"cols":2,"empty":[[1,1],[0,0]],"blocked":[[1,1]]}"#),
        [("/empty/0".into(), "overlap"), ("/empty/1".into(), "overlap")]
    );
    assert_eq!(faults(r#"{"rows":2,"cols":2,"blocked":[[1,1],[0,0]]}"#), [("/blocked/1".into(), "overlap")]);
}
