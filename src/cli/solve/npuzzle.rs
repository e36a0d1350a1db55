//! `taquin solve npuzzle`: boards, drawn move by move.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use taquin::contract::LimitsSpec;
use taquin::npuzzle::{Algorithm, Answer, GoalPreset, HeuristicName, Request, solve, text};

use super::super::tables::load;
use super::{Common, as_text, exit_code, explain, is_json, limits, print, summary};

/// Options of `taquin solve npuzzle`. They belong to the text form; a JSON spec says all this itself.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// How to search
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)))]
    algorithm: Option<String>,
    /// What guides the search
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(HeuristicName::ALL.map(HeuristicName::name)))]
    heuristic: Option<String>,
    /// The board that is wanted
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(GoalPreset::ALL.map(GoalPreset::name)))]
    goal_preset: Option<String>,
    /// Look at nothing deeper (dfs and iddfs)
    #[arg(long, value_name = "MOVES")]
    depth: Option<u64>,
    /// Directory of tables made by `taquin tables build`
    #[arg(long, env = "TAQUIN_TABLE_DIR", value_name = "DIR")]
    table_dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let limits = Arc::new(limits());
    let text = args.spec()?;
    let request = Request::read(&text, &limits).map_err(explain)?;
    let used = request.limits().clone();
    let start = request.board().to_rows();
    let shared = Arc::clone(&limits);
    let (tables, _) = load(args.table_dir.as_ref(), |error| eprintln!("taquin: {error}"));
    let answer =
        super::solve(&limits, &used, move |budget| solve(&request, &shared, &Arc::new(tables), budget))?;
    if args.common.json {
        print(&(serde_json::to_string(&answer)? + "\n"))?;
    } else {
        print(&tell(&start, &answer))?;
    }
    Ok(exit_code(answer.status, answer.stopped_by.is_some()))
}

impl Args {
    /// The JSON spec: as given, or made from the text and the options.
    fn spec(&self) -> anyhow::Result<Vec<u8>> {
        let text = self.common.text()?;
        let options =
            [&self.algorithm, &self.heuristic, &self.goal_preset].iter().any(|option| option.is_some())
                || self.depth.is_some()
                || self.common.time_ms.is_some();
        if is_json(&text) {
            anyhow::ensure!(!options, "the puzzle is a JSON spec: write the options into it");
            return Ok(text);
        }
        let mut spec = text::parse(as_text(&text)?)?;
        // Clap let only known names through.
        let find = |name: &Option<String>| name.clone().unwrap_or_default();
        spec.algorithm = Algorithm::ALL.into_iter().find(|a| a.name() == find(&self.algorithm));
        spec.heuristic = HeuristicName::ALL.into_iter().find(|h| h.name() == find(&self.heuristic));
        spec.goal_preset = GoalPreset::ALL.into_iter().find(|g| g.name() == find(&self.goal_preset));
        spec.limits = (self.depth.is_some() || self.common.time_ms.is_some()).then_some(LimitsSpec {
            time_ms: self.common.time_ms,
            states: None,
            depth: self.depth,
        });
        Ok(serde_json::to_vec(&spec)?)
    }
}

/// The start, every move with the board after it, and the summary.
fn tell(start: &[Vec<u32>], answer: &Answer) -> String {
    let mut story = text::draw(start);
    if let Some(path) = &answer.path {
        text::tell(start, path, |line, rows| {
            let _ = write!(story, "\n{line}\n{}", text::draw(rows));
        });
    }
    let _ = writeln!(story, "\n{}", answer.reason);
    let figures = [answer.cost, answer.moves, answer.lower_bound];
    let summary = summary(answer.status, figures, answer.stopped_by, &answer.search);
    let _ = writeln!(story, "{summary}");
    story
}
