//! `docs/errors.md` is the catalogue of problems, faults and illegal moves as the server itself tells it: each
//! problem's page, and for each code a request that meets it, with the server's reply. The committed file must be that.

use std::fmt::Write as _;

use serde_json::Value;
use taquin::contract::IllegalMove;
use taquin::http::ProblemKind;
use taquin::json::FaultCode;

use crate::support::Server;

const FILE: &str = "docs/errors.md";
const REFRESH: &str = "INSTA_UPDATE=always cargo test --test http catalogue";

/// A route and a body whose one fault is of this code.
const fn faulty(code: FaultCode) -> (&'static str, &'static str) {
    match code {
        FaultCode::MissingField => ("/parking", r#"{"rows": 3}"#),
        FaultCode::UnknownField => ("/parking", r#"{"rows": 3, "cols": 3, "colour": "red"}"#),
        FaultCode::DuplicateKey => ("/parking", r#"{"rows": 3, "rows": 4, "cols": 3}"#),
        FaultCode::NullValue => ("/parking", r#"{"rows": 3, "cols": 3, "empty": null}"#),
        FaultCode::WrongType => ("/parking", r#"{"rows": "3", "cols": 3}"#),
        FaultCode::NotAnInteger => ("/parking", r#"{"rows": 3.0, "cols": 3}"#),
        FaultCode::OutOfRange => ("/parking", r#"{"rows": 0, "cols": 3}"#),
        FaultCode::UnknownValue => ("/parking", r#"{"rows": 3, "cols": 3, "motion": "diagonal"}"#),
        FaultCode::Empty => ("/parking", r#"{"rows": 3, "cols": 3, "cars": []}"#),
        FaultCode::RaggedRow => ("/npuzzle", r#"{"board": [[1, 2], [0]]}"#),
        FaultCode::TooLarge => ("/parking/map", r#"{"rows": 200, "cols": 200}"#),
        FaultCode::Duplicate => ("/npuzzle", r#"{"board": [[1, 2], [2, 0]]}"#),
        FaultCode::OutsideGrid => ("/parking", r#"{"rows": 3, "cols": 3, "cars": [[3, 0]]}"#),
        FaultCode::Overlap => ("/parking", r#"{"rows": 3, "cols": 3, "cars": [[0, 0]], "empty": [[0, 0]]}"#),
        FaultCode::WrongSize => ("/npuzzle", r#"{"board": [[1, 2], [3, 0]], "goal": [[1, 2, 3, 0]]}"#),
        FaultCode::WrongLength => ("/parking", r#"{"rows": 3, "cols": 3, "cars": [[0, 0, 1]]}"#),
        FaultCode::Conflict => {
            ("/npuzzle", r#"{"board": [[1, 0]], "goal": [[1, 0]], "goal_preset": "spiral"}"#)
        }
        FaultCode::NotApplicable => {
            ("/npuzzle", r#"{"board": [[1, 0]], "algorithm": "bfs", "heuristic": "manhattan"}"#)
        }
    }
}

/// A spec and a path, to be verified, whose first mistake is of this code.
const fn illegal(code: IllegalMove) -> (&'static str, &'static str) {
    match code {
        IllegalMove::LengthMismatch => {
            ("/npuzzle", r#"{"spec": {"board": [[1, 0]]}, "path": {"tiles": [1], "directions": ""}}"#)
        }
        IllegalMove::UnknownDirection => {
            ("/npuzzle", r#"{"spec": {"board": [[1, 0]]}, "path": {"tiles": [1], "directions": "X"}}"#)
        }
        IllegalMove::OffTheBoard => {
            ("/npuzzle", r#"{"spec": {"board": [[1, 0]]}, "path": {"tiles": [1], "directions": "L"}}"#)
        }
        IllegalMove::WrongTile => {
            ("/npuzzle", r#"{"spec": {"board": [[1, 2, 0]]}, "path": {"tiles": [1], "directions": "R"}}"#)
        }
        IllegalMove::WrongStep => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2}, "path": [{"step": 2, "from": [1, 0], "to": [1, 1]}]}"#,
        ),
        IllegalMove::NotACell => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2}, "path": [{"step": 1, "from": [1], "to": [1, 1]}]}"#,
        ),
        IllegalMove::OutsideLot => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2}, "path": [{"step": 1, "from": [2, 1], "to": [1, 1]}]}"#,
        ),
        IllegalMove::NotNeighbours => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2}, "path": [{"step": 1, "from": [0, 0], "to": [1, 1]}]}"#,
        ),
        IllegalMove::NotStraight => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2, "motion": "block"}, "path": [{"step": 1, "from": [0, 0], "to": [1, 1]}]}"#,
        ),
        IllegalMove::NoCar => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2}, "path": [{"step": 1, "from": [1, 1], "to": [0, 1]}]}"#,
        ),
        IllegalMove::NotEmpty => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2}, "path": [{"step": 1, "from": [0, 0], "to": [0, 1]}]}"#,
        ),
        IllegalMove::SharedCell => (
            "/parking",
            r#"{"spec": {"rows": 2, "cols": 2, "motion": "parallel"}, "path": [{"step": 1, "from": [1, 0], "to": [1, 1]}, {"step": 1, "from": [0, 1], "to": [1, 1]}]}"#,
        ),
        IllegalMove::WrongLabels => (
            "/parking",
            r#"{"spec": {"rows": 1, "cols": 2, "labels": [["A", ""]]}, "path": [{"step": 1, "from": [0, 0], "to": [0, 1], "labels": ["B"]}]}"#,
        ),
    }
}

/// The text of a field that must be there.
fn text<'a>(page: &'a Value, field: &str) -> &'a str {
    page[field].as_str().unwrap_or_else(|| panic!("no {field} in {page}"))
}

fn problem(out: &mut String, page: &Value) -> std::fmt::Result {
    let name = text(page, "type").trim_start_matches("/problems/");
    writeln!(out, "\n### `{name}` – {}: {}\n", page["status"], text(page, "title"))?;
    writeln!(out, "- **Cause.** {}", text(page, "meaning"))?;
    writeln!(out, "- **Example.** {}", text(page, "example"))?;
    writeln!(out, "- **Fix.** {}", text(page, "remedy"))
}

fn fault(out: &mut String, server: &Server, code: FaultCode) -> std::fmt::Result {
    let (route, body) = faulty(code);
    let problem: Value = server.post(route, body).json().unwrap();
    let errors = problem["errors"].as_array().unwrap_or_else(|| panic!("{body}: {problem}"));
    let [only] = errors.as_slice() else { panic!("{body} has one fault, not {errors:?}") };
    assert_eq!(text(only, "code"), code.name(), "{body}: {only}");
    writeln!(out, "\n### `{}`\n", code.name())?;
    writeln!(out, "- **Cause and fix.** {}", code.meaning())?;
    writeln!(out, "- **Example.** `POST {route}` with `{body}`")?;
    writeln!(out, "- **Answer.** `{}`: {}", text(only, "pointer"), text(only, "detail"))
}

fn mistake(out: &mut String, server: &Server, code: IllegalMove) -> std::fmt::Result {
    let (puzzle, body) = illegal(code);
    let told: Value = server.post(&format!("{puzzle}/verify"), body).json().unwrap();
    let first = &told["first_illegal"];
    assert_eq!(text(first, "code"), code.name(), "{body}: {told}");
    writeln!(out, "\n### `{}`\n", code.name())?;
    writeln!(out, "- **Cause and fix.** {}", code.meaning())?;
    writeln!(out, "- **Example.** `POST {puzzle}/verify` with `{body}`")?;
    writeln!(out, "- **Answer.** `{}`: {}", first["index"], text(first, "detail"))
}

fn catalogue(server: &Server) -> Result<String, std::fmt::Error> {
    let mut out = String::from(
        "# Errors\n\n\
         Every answer with a status of 400 or above is an `application/problem+json` object (RFC 9457) whose `type` is one\n\
         of the problems below; a running server explains each under `/problems/{name}`. Programs should look at `type`,\n\
         `status` and the `code` of each entry of `errors`: these stay as they are, while titles and details are for people\n\
         and may be reworded. New types and codes may be added.\n\n",
    );
    writeln!(out, "This file is written by a test, from the server's own words: `{REFRESH}`.")?;
    writeln!(out, "\n## Problems")?;
    for kind in ProblemKind::ALL {
        problem(&mut out, &server.get(&format!("/problems/{}", kind.name())).json().unwrap())?;
    }
    writeln!(out, "\n## Faults of a spec\n")?;
    writeln!(
        out,
        "An `invalid-spec` lists in `errors` what is wrong: a JSON pointer, one of these codes, and a detail."
    )?;
    for &code in FaultCode::ALL {
        fault(&mut out, server, code)?;
    }
    writeln!(out, "\n## Illegal moves\n")?;
    writeln!(
        out,
        "A path that is illegal is no error: `/npuzzle/verify` and `/parking/verify` answer 200, and `first_illegal` has the"
    )?;
    writeln!(out, "index of the first move at fault, one of these codes, and a detail.")?;
    for &code in IllegalMove::ALL {
        mistake(&mut out, server, code)?;
    }
    Ok(out)
}

#[test]
fn the_committed_catalogue_is_the_servers_own() {
    let own = catalogue(&Server::start(&[])).unwrap();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        std::fs::write(&path, &own).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == own, "{FILE} is out of date: run `{REFRESH}`");
}
