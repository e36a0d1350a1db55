//! `taquin solve`: one puzzle from a file or the standard input, for people or as JSON.

mod npuzzle;
mod parking;

use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use taquin::contract::{Bound, Limits, LimitsUsed, SearchReport, Status, StoppedBy};
use taquin::json::ReadError;
use taquin::search::{Budget, CancelFlag, SpareCores};

/// No plan, or none found in time.
const NO_PLAN: u8 = 1;

/// Options of `taquin solve`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    puzzle: Puzzle,
}

#[derive(Debug, Subcommand)]
enum Puzzle {
    /// A sliding-tile board: rows of numbers, 0 for the blank, # for comments; or the JSON spec
    Npuzzle(npuzzle::Args),
    /// A dense car park: a map of characters, C the car, o others, . empty, # blocked, E the exit; or the JSON spec
    Parking(parking::Args),
}

/// Where the puzzle comes from and how the answer is told.
#[derive(Debug, clap::Args)]
struct Common {
    /// File to read; `-` or nothing reads the standard input
    file: Option<PathBuf>,
    /// Print the answer as the HTTP interface does, instead of pictures
    #[arg(long)]
    json: bool,
    /// Stop after so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.puzzle {
        Puzzle::Npuzzle(args) => npuzzle::run(args),
        Puzzle::Parking(args) => parking::run(args),
    }
}

impl Common {
    /// The text of the puzzle.
    fn text(&self) -> anyhow::Result<Vec<u8>> {
        match &self.file {
            Some(path) if path.as_os_str() != "-" => {
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
            }
            _ => {
                let mut stdin = std::io::stdin();
                if stdin.is_terminal() {
                    eprintln!("taquin: reading a puzzle from the terminal; Ctrl-D ends it");
                }
                let mut text = Vec::new();
                stdin.read_to_end(&mut text).context("cannot read the standard input")?;
                Ok(text)
            }
        }
    }
}

/// Whether the text is a JSON spec rather than one for people.
fn is_json(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"{")
}

/// The text for people, which must be UTF-8.
fn as_text(text: &[u8]) -> anyhow::Result<&str> {
    std::str::from_utf8(text).context("the text is not UTF-8")
}

/// The command line has no other callers to be fair to: a minute unless told otherwise, and no ceiling.
fn limits() -> Limits {
    Limits {
        time_ms: Bound { default: 60_000, most: u64::MAX },
        states: Bound { default: u64::MAX, most: u64::MAX },
        ..Limits::default()
    }
}

/// Everything that is wrong with a spec, a line each.
fn explain(error: ReadError) -> anyhow::Error {
    match error {
        ReadError::Syntax(error) => error.into(),
        ReadError::Faults(faults) => {
            let lines: Vec<String> = faults.listed().iter().map(ToString::to_string).collect();
            anyhow::anyhow!("this is no valid puzzle:\n  {}", lines.join("\n  "))
        }
    }
}

/// Runs a solve on all cores; Ctrl-C ends it with what is known by then.
fn solve<A: Send + 'static>(
    limits: &Limits,
    used: &LimitsUsed,
    work: impl FnOnce(&Budget) -> A + Send + 'static,
) -> anyhow::Result<A> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let flag = CancelFlag::default();
    let arrived = tokio::time::Instant::now().into_std();
    let others = std::thread::available_parallelism().map_or(0, |cores| cores.get() - 1);
    let spare = SpareCores::fixed(others);
    let budget = Budget { spare, ..limits.budget(used, arrived, flag.clone()) };
    runtime.block_on(async {
        let mut running = tokio::task::spawn_blocking(move || work(&budget));
        tokio::select! {
            answer = &mut running => Ok(answer?),
            _ = tokio::signal::ctrl_c() => {
                flag.cancel();
                Ok(running.await?)
            }
        }
    })
}

/// The last line for people: what was found out, and how.
fn summary(
    status: Status,
    [cost, moves, bound]: [Option<u64>; 3],
    stopped_by: Option<StoppedBy>,
    search: &SearchReport,
) -> String {
    let plan = |moves: Option<u64>| match (moves.unwrap_or(0), cost.unwrap_or(0)) {
        (1, 1) => "1 move".to_owned(),
        (moves, cost) if moves == cost => format!("{moves} moves"),
        (moves, cost) => format!("{moves} moves at a cost of {cost}"),
    };
    let bound = bound.unwrap_or(0);
    let found = match status {
        Status::Optimal => format!("{}, proved optimal", plan(moves)),
        Status::Feasible => format!("{}; every plan costs at least {bound}", plan(moves)),
        Status::Solvable => format!("solvable; every plan costs at least {bound}"),
        Status::Unsolvable => "unsolvable".to_owned(),
        Status::Unknown => format!("not decided; every plan costs at least {bound}"),
    };
    let stopped = stopped_by.map_or_else(String::new, |limit| format!(" (stopped by: {})", word(limit)));
    format!("{found}{stopped}\n{}", ran(search))
}

/// What ran, and its figures.
fn ran(search: &SearchReport) -> String {
    let guide = search.heuristic.as_ref().map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
    let time = search.elapsed_us as f64 / 1000.0;
    format!(
        "{}{guide}: {} states expanded, {} generated, {time:.1} ms",
        search.algorithm, search.expanded, search.generated
    )
}

/// 0 if what was asked for was found, 1 if there is no plan or none was found.
fn exit_code(status: Status, stopped: bool) -> ExitCode {
    match status {
        Status::Optimal | Status::Feasible => ExitCode::SUCCESS,
        Status::Solvable if !stopped => ExitCode::SUCCESS,
        Status::Solvable | Status::Unsolvable | Status::Unknown => ExitCode::from(NO_PLAN),
    }
}

/// Writes to the standard output; a reader that has seen enough is no failure.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// A word of the contract, as JSON would write it.
fn word(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
