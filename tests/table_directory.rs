//! A directory of tables, from the command line: built, checked, damaged, missing, served from all the same.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory that does not exist yet, and is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn taquin(arguments: &[&str], directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(arguments).env("TAQUIN_TABLE_DIR", directory);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, output and errors of a run, the directory called DIR.
fn seen(arguments: &[&str], directory: &Path) -> (i32, String, String) {
    told(&taquin(arguments, directory).output().unwrap(), directory)
}

fn told(output: &Output, directory: &Path) -> (i32, String, String) {
    let text = |bytes: &[u8]| {
        String::from_utf8(bytes.to_vec()).unwrap().replace(&directory.display().to_string(), "DIR")
    };
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn build_verify_damage_repair() {
    let scratch = Scratch::new("repair");
    let (verify, build) = (["tables", "verify"], ["tables", "build", "3x3"]);
    let (code, _, errors) = seen(&verify, &scratch.0);
    assert_eq!((code, &*errors), (1, "taquin: DIR: No such file or directory (os error 2)\n"));
    let (code, output, errors) = seen(&build, &scratch.0);
    assert_eq!((code, &*errors), (0, ""));
    assert!(output.starts_with("DIR/3x3.taquin: 0.0 MB in "), "{output}");
    let right = || {
        let (code, output, errors) = seen(&verify, &scratch.0);
        assert_eq!((code, &*output, &*errors), (0, "DIR/3x3.taquin: as it should be\n", ""));
    };
    right();
    assert_eq!(seen(&build, &scratch.0).1, "DIR/3x3.taquin: already there\n");

    let file = scratch.0.join("3x3.taquin");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, &bytes).unwrap();
    let (code, output, errors) = seen(&verify, &scratch.0);
    let fault = "taquin: DIR/3x3.taquin: the checksum of block 0 is wrong";
    assert_eq!((code, &*output, errors), (1, "", format!("{fault}\n")));
    let (code, _, errors) = seen(&build, &scratch.0);
    assert_eq!((code, errors), (0, format!("{fault}; built anew\n")));
    right();

    let (code, _, errors) = seen(&["tables", "verify", "4x4"], &scratch.0);
    assert_eq!((code, &*errors), (1, "taquin: DIR/4x4.taquin: No such file or directory (os error 2)\n"));
    let (code, _, errors) = seen(&["tables", "build", "9x9"], &scratch.0);
    assert!(code == 2 && errors.contains("possible values: 4x4, 5x5"), "{errors}");
}

#[test]
fn where_nothing_can_be_written_nothing_is_built() {
    let scratch = Scratch::new("unwritable");
    fs::write(&scratch.0, "a file, not a directory").unwrap();
    let (code, output, errors) = seen(&["tables", "build", "3x3"], &scratch.0);
    assert_eq!((code, &*output), (1, ""));
    assert!(errors.starts_with("taquin: DIR"), "{errors}");
    let _ = fs::remove_file(&scratch.0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_says_so_and_leaves_no_ruins() {
    let scratch = Scratch::new("interrupted");
    let child = taquin(&["tables", "build", "3x5", "--threads", "1"], &scratch.0).spawn().unwrap();
    while !scratch.0.exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let (code, output, errors) = told(&child.wait_with_output().unwrap(), &scratch.0);
    assert_eq!((code, &*output), (1, ""));
    assert_eq!(errors, "taquin: interrupted; the same command goes on from here\n");
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 0);
}

/// What a server with this directory logs until it listens.
fn log_until_listening(directory: &Path) -> Vec<serde_json::Value> {
    let mut server = taquin(&["serve", "--listen", "127.0.0.1:0"], directory).spawn().unwrap();
    let mut lines = Vec::new();
    for line in BufReader::new(server.stdout.take().unwrap()).lines() {
        let line: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let listening = line["address"].is_string();
        lines.push(line);
        if listening {
            break;
        }
    }
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(lines.last().is_some_and(|line| line["address"].is_string()), "{lines:?}");
    lines
}

#[test]
fn a_server_takes_what_is_right_and_warns_of_the_rest() {
    let scratch = Scratch::new("served");
    let levels = |lines: &[serde_json::Value]| {
        lines.iter().map(|line| line["level"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(levels(&log_until_listening(&scratch.0)), ["WARN", "WARN", "INFO"]);
    assert_eq!(seen(&["tables", "build", "3x3"], &scratch.0).0, 0);
    assert_eq!(levels(&log_until_listening(&scratch.0)), ["INFO", "INFO"]);
    fs::write(scratch.0.join("4x4.taquin"), "garbage").unwrap();
    let lines = log_until_listening(&scratch.0);
    assert_eq!(levels(&lines), ["WARN", "INFO", "INFO"]);
    let error = lines[0]["error"].as_str().unwrap();
    assert!(error.ends_with("4x4.taquin: this is no table of taquin's"), "{error}");
}

/// The answer does not depend on the directory, whatever is in it.
#[test]
fn a_directory_at_fault_changes_no_answer() {
    let scratch = Scratch::new("fault");
    fs::create_dir_all(&scratch.0).unwrap();
    let solve = || {
        let arguments = ["solve", "npuzzle", "--heuristic", "pattern_database"];
        let mut child = taquin(&arguments, &scratch.0).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"8 1 3\n4 0 2\n7 6 5\n").unwrap();
        let (code, output, errors) = told(&child.wait_with_output().unwrap(), &scratch.0);
        let plan = output.split("with an odd number").next().unwrap().to_owned();
        (code, plan, errors)
    };
    let without = solve();
    assert_eq!((without.0, &*without.2), (0, ""));
    assert_eq!(seen(&["tables", "build", "3x3"], &scratch.0).0, 0);
    assert_eq!(solve(), without);
    fs::write(scratch.0.join("3x3.taquin"), "").unwrap();
    let (code, plan, errors) = solve();
    assert_eq!((code, plan), (0, without.1));
    assert_eq!(errors, "taquin: DIR/3x3.taquin: this is no table of taquin's\n");
}
