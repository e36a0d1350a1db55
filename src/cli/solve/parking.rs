//! `taquin solve parking`: lots, drawn step by step.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use taquin::contract::LimitsSpec;
use taquin::parking::{Answer, Lot, ParkingAlgorithm, Request, solve, text};

use super::{Common, as_text, exit_code, explain, is_json, limits, print, summary, word};

/// Options of `taquin solve parking`. They belong to the text form; a JSON spec says all this itself.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// How to search
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ParkingAlgorithm::ALL.map(ParkingAlgorithm::name)))]
    algorithm: Option<String>,
    /// Look at nothing deeper (dfs and iddfs)
    #[arg(long, value_name = "MOVES")]
    depth: Option<u64>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let limits = Arc::new(limits());
    let text = args.spec()?;
    let request = Request::read(&text, &limits).map_err(explain)?;
    let used = request.limits().clone();
    let lot = request.lot().clone();
    let shared = Arc::clone(&limits);
    let answer = super::solve(&limits, &used, move |budget| solve(&request, &shared, budget))?;
    if args.common.json {
        print(&(serde_json::to_string(&answer)? + "\n"))?;
    } else {
        print(&tell(&lot, &answer)?)?;
    }
    Ok(exit_code(answer.status, answer.stopped_by.is_some()))
}

impl Args {
    /// The JSON spec: as given, or made from the map and the options.
    fn spec(&self) -> anyhow::Result<Vec<u8>> {
        let text = self.common.text()?;
        let time_ms = self.common.time_ms;
        let limited = self.depth.is_some() || time_ms.is_some();
        if is_json(&text) {
            let options = limited || self.algorithm.is_some();
            anyhow::ensure!(!options, "the puzzle is a JSON spec: write the options into it");
            return Ok(text);
        }
        let mut spec = text::parse(as_text(&text)?)?;
        // Clap let only known names through.
        spec.algorithm = self
            .algorithm
            .as_ref()
            .and_then(|name| ParkingAlgorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name));
        spec.limits = limited.then_some(LimitsSpec { time_ms, states: None, depth: self.depth });
        Ok(serde_json::to_vec(&spec)?)
    }
}

/// The lot, every move with the lot after it, and the summary.
fn tell(lot: &Lot, answer: &Answer) -> anyhow::Result<String> {
    let mut story = String::new();
    match &answer.path {
        Some(path) => text::draw_plan(lot, path, &mut story)?,
        None => story.push_str(&text::draw(lot)),
    }
    story.push('\n');
    if let Some(reason) = &answer.reason {
        writeln!(story, "{reason}")?;
    }
    let stopped = answer.stopped_by.map(word);
    let summary = summary(
        answer.status,
        answer.cost,
        answer.moves,
        answer.lower_bound,
        stopped.as_deref(),
        &answer.search,
    );
    writeln!(story, "{summary}")?;
    Ok(story)
}
