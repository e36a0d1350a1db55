//! `taquin solve parking`: lots, drawn step by step.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use taquin::contract::{Limits, LimitsSpec};
use taquin::json::ReadError;
use taquin::parking::{Answer, Lot, MapAnswer, MapRequest, ParkingAlgorithm, Request, map, solve, text};

use super::{Common, as_text, exit_code, explain, is_json, limits, print, ran, summary, word};

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
    /// Draw what it costs to take the car out from every cell, instead of one plan
    #[arg(long, conflicts_with_all = ["algorithm", "depth"])]
    map: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let limits = Arc::new(limits());
    let text = args.spec()?;
    let request = Request::read(&text, &limits).map_err(explain)?;
    if args.map {
        return costs(&request, &limits, args.common.json);
    }
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

/// What the car costs from every cell, whichever the lot names.
fn costs(request: &Request, limits: &Arc<Limits>, json: bool) -> anyhow::Result<ExitCode> {
    let charted = MapRequest::of(request, limits).map_err(|faults| explain(ReadError::Faults(faults)))?;
    let (used, shared) = (request.limits().clone(), Arc::clone(limits));
    let answer = super::solve(limits, &used, move |budget| map(&charted, &shared, budget))?;
    if json {
        print(&(serde_json::to_string(&answer)? + "\n"))?;
    } else {
        print(&tell_costs(request.lot(), &answer))?;
    }
    Ok(exit_code(answer.status, answer.stopped_by.is_some()))
}

/// The picture, and what was found out.
fn tell_costs(lot: &Lot, answer: &MapAnswer) -> String {
    let picture = text::draw_costs(lot, answer, colours());
    let figures = match (answer.mean, answer.max) {
        (Some(mean), Some(max)) => format!("mean {mean:.2}, max {max}"),
        _ => "no plan from any cell".to_owned(),
    };
    let open = answer.costs.iter().flatten().filter(|&&cost| cost == -3).count();
    let proved = match answer.stopped_by.map(word) {
        Some(limit) => format!("{open} entries are not proved (stopped by: {limit})"),
        None => "every entry is proved".to_owned(),
    };
    format!("{picture}\n{figures}; {proved}\n{}\n", ran(&answer.search))
}

/// Whether numbers may be coloured: on a terminal, unless `NO_COLOR` says that nobody wants that.
fn colours() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !unwanted
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
    let figures = [answer.cost, answer.moves, answer.lower_bound];
    let summary = summary(answer.status, figures, answer.stopped_by, &answer.search);
    writeln!(story, "{summary}")?;
    Ok(story)
}
