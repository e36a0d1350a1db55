//! The command line: what people type, what they see, and the exit code.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs `taquin` with this standard input; exit code, output, errors.
fn taquin(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The output with the one figure that differs from run to run taken out.
fn seen(arguments: &[&str], input: &str) -> String {
    let (code, output, errors) = taquin(arguments, input);
    let timeless = output
        .lines()
        .map(|line| match line.rsplit_once(", ") {
            Some((rest, time)) if time.ends_with(" ms") => format!("{rest}, … ms"),
            _ => line.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("\n");
    format!("exit code {code}\n{timeless}\n{errors}")
}

#[test]
fn boards_move_by_move() {
    insta::assert_snapshot!(
        "npuzzle",
        seen(&["solve", "npuzzle"], "# nearly there\n3\n1 2 3\n4 0 6\n7 5 8\n")
    );
    insta::assert_snapshot!("npuzzle_unsolvable", seen(&["solve", "npuzzle", "-"], "2 1\n3 0\n"));
    insta::assert_snapshot!(
        "npuzzle_options",
        seen(&["solve", "npuzzle", "--algorithm", "bfs", "--goal-preset", "blank_first"], "1 0\n2 3\n")
    );
}

#[test]
fn lots_step_by_step() {
    let spec = r#"{"rows": 3, "cols": 2}"#;
    insta::assert_snapshot!("parking", seen(&["solve", "parking"], spec));
}

#[test]
fn costs_from_every_cell() {
    let lot = "C o o o\no o # o\no o o E\nvertical 3\n";
    insta::assert_snapshot!("parking_map", seen(&["solve", "parking", "--map"], lot));
    insta::assert_snapshot!("parking_map_unsolvable", seen(&["solve", "parking", "--map"], "C #\n# E\n"));
    insta::assert_snapshot!("help_solve_parking", seen(&["solve", "parking", "--help"], ""));
    let (code, output, _) = taquin(&["solve", "parking", "--map", "--json"], r#"{"rows": 2, "cols": 2}"#);
    let answer: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((code, &answer["costs"]), (0, &serde_json::json!([[5, 1], [1, -2]])));
    assert_eq!(taquin(&["solve", "parking", "--map", "--depth", "3"], lot).0, 2);
    let (code, _, errors) = taquin(&["solve", "parking", "--map"], r#"{"rows": 1000, "cols": 1000}"#);
    assert_eq!(code, 2);
    assert!(errors.contains("a map of 1000000 cells"), "{errors}");
}

#[test]
fn wrong_input_is_explained() {
    insta::assert_snapshot!("not_a_number", seen(&["solve", "npuzzle"], "1 2\n3 x\n"));
    insta::assert_snapshot!("not_a_board", seen(&["solve", "npuzzle"], "1 2\n2 5\n"));
    insta::assert_snapshot!(
        "not_a_spec",
        seen(&["solve", "npuzzle"], "{\"board\": [[1, 2], [3, 3]], \"colour\": 1}")
    );
    insta::assert_snapshot!("not_json", seen(&["solve", "npuzzle"], "{\"board\": "));
    insta::assert_snapshot!("empty", seen(&["solve", "npuzzle"], ""));
    insta::assert_snapshot!(
        "options_beside_json",
        seen(&["solve", "npuzzle", "--algorithm", "bfs"], "{\"board\": [[1, 0]]}")
    );
    let (code, _, errors) = taquin(&["solve", "npuzzle", "no/such/file"], "");
    assert_eq!(code, 2);
    assert!(errors.contains("cannot read no/such/file"), "{errors}");
}

#[test]
fn json_is_the_answer_of_the_interface() {
    let (code, output, _) = taquin(&["solve", "npuzzle", "--json"], "1 2\n0 3\n");
    let answer: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((code, &answer["cost"], &answer["path"]["directions"]), (0, &1.into(), &"L".into()));
    let (code, output, _) = taquin(&["solve", "parking", "--json"], r#"{"rows": 10, "cols": 10}"#);
    let answer: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((code, &answer["moves"]), (0, &69.into()));
}

/// The exit code says whether there is a plan: 0, 1, and 2 for bad input or usage.
#[test]
fn exit_codes() {
    for (arguments, input, code) in [
        (&["solve", "npuzzle"][..], "1 0", 0),
        (&["solve", "npuzzle"], "2 1 0", 1),
        (
            &["solve", "npuzzle", "--algorithm", "bfs", "--time-ms", "1"],
            "9 8 7 6 5\n4 3 2 1 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 24 23 0",
            1,
        ),
        (&["solve", "npuzzle"], "1 1", 2),
        (&["solve", "parking"], r#"{"rows": 1, "cols": 5}"#, 1),
        (&["solve", "parking"], r#"{"rows": 0, "cols": 5}"#, 2),
        (&["--no-such-flag"], "", 2),
        (&["healthcheck", "--listen", "127.0.0.1:1"], "", 1),
    ] {
        assert_eq!(taquin(arguments, input).0, code, "{arguments:?} {input}");
    }
}

/// `taquin solve … | head` must not end in a panic.
#[test]
fn a_reader_that_has_seen_enough() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["openapi"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn help() {
    insta::assert_snapshot!("help", seen(&["--help"], ""));
    insta::assert_snapshot!("help_solve_npuzzle", seen(&["solve", "npuzzle", "--help"], ""));
    insta::assert_snapshot!("help_tables_build", seen(&["tables", "build", "--help"], ""));
    insta::assert_snapshot!("tables_list", seen(&["tables", "list"], ""));
}
