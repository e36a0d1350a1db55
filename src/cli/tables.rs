//! `taquin tables`: build, check and list the tables of a directory.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Subcommand, value_parser};
use taquin::npuzzle::Tables;
use taquin::npuzzle::table_file::{Built, CATALOGUE, TableDirectory, TableError, TableName, Watch};
use tokio::time::Instant;

use super::solve::print;

/// A table is missing, wrong, or could not be built.
const NOT_THERE: u8 = 1;

/// How often the line about progress is drawn anew.
const REDRAW: Duration = Duration::from_millis(200);

/// Options of `taquin tables`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Build tables that are not there yet; what was built when it is interrupted is kept
    Build(Chosen),
    /// Check tables to the last entry
    Verify(Chosen),
    /// List the tables that there can be, and their sizes
    List,
}

#[derive(Debug, clap::Args)]
struct Chosen {
    /// Directory of the tables
    #[arg(long, env = "TAQUIN_TABLE_DIR", value_name = "DIR")]
    table_dir: PathBuf,
    /// Threads at work; as many as there are cores unless given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Which ones; the most useful unless given (build), or all that are there (verify)
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(CATALOGUE.map(|table| table.name)))]
    names: Vec<String>,
}

impl Chosen {
    fn directory(&self) -> TableDirectory {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        TableDirectory::new(&self.table_dir, self.threads.map_or_else(cores, usize::from))
    }

    fn tables(&self, otherwise: impl Fn(&TableName) -> bool) -> Vec<TableName> {
        if self.names.is_empty() {
            CATALOGUE.into_iter().filter(otherwise).collect()
        } else {
            // Clap let only known names through.
            self.names.iter().filter_map(|name| TableName::find(name)).collect()
        }
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match &args.action {
        Action::Build(chosen) => runtime.block_on(build(chosen)),
        Action::Verify(chosen) => runtime.block_on(verify(chosen)),
        Action::List => list(),
    }
}

async fn build(chosen: &Chosen) -> anyhow::Result<ExitCode> {
    let directory = chosen.directory();
    for table in chosen.tables(|table| table.by_default) {
        let begun = Instant::now();
        let at = directory.clone();
        let built = watched("building", &table, move |watch| at.build(&table, watch)).await?;
        let path = directory.file(&table);
        match built {
            Ok(Built::AlreadyThere) => print(&format!("{}: already there\n", path.display()))?,
            Ok(Built::Now(before)) => {
                if let Some(fault) = before {
                    eprintln!("taquin: {fault}; built anew");
                }
                let (megabytes, seconds) = (table.bytes() as f64 / 1e6, begun.elapsed().as_secs_f64());
                print(&format!("{}: {megabytes:.1} MB in {seconds:.1} s\n", path.display()))?;
            }
            Err(error) if error.is_stopped() => {
                eprintln!("taquin: interrupted; the same command goes on from here");
                return Ok(ExitCode::from(NOT_THERE));
            }
            Err(error) => return Ok(failed(&error)),
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn verify(chosen: &Chosen) -> anyhow::Result<ExitCode> {
    let directory = chosen.directory();
    if let Err(error) = directory.look() {
        return Ok(failed(&error));
    }
    let tables = chosen.tables(|table| directory.file(table).exists());
    if tables.is_empty() {
        eprintln!("taquin: {}: no tables there", directory.path().display());
        return Ok(ExitCode::from(NOT_THERE));
    }
    let mut code = ExitCode::SUCCESS;
    for table in tables {
        let at = directory.clone();
        match watched("checking", &table, move |watch| at.verify(&table, watch)).await? {
            Ok(()) => print(&format!("{}: as it should be\n", directory.file(&table).display()))?,
            Err(error) => code = failed(&error),
        }
    }
    Ok(code)
}

fn failed(error: &TableError) -> ExitCode {
    eprintln!("taquin: {error}");
    ExitCode::from(NOT_THERE)
}

fn list() -> anyhow::Result<ExitCode> {
    for table in CATALOGUE {
        let mark = if table.by_default { "" } else { ", only if named" };
        print(&format!(
            "{}  {:6.1} MB  {}{mark}\n",
            table.name,
            table.bytes() as f64 / 1e6,
            table.purpose()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs long work in a thread of its own, tells how far it is where a person looks on, and stops it at Ctrl-C.
async fn watched<T: Send + 'static>(
    doing: &str,
    table: &TableName,
    work: impl FnOnce(&Watch) -> T + Send + 'static,
) -> anyhow::Result<T> {
    let watch = Arc::new(Watch::default());
    let watched = Arc::clone(&watch);
    let mut running = tokio::task::spawn_blocking(move || work(&watched));
    let shown = std::io::stderr().is_terminal();
    let mut redraw = tokio::time::interval(REDRAW);
    let mut interrupts = std::pin::pin!(tokio::signal::ctrl_c());
    loop {
        tokio::select! {
            done = &mut running => {
                if shown {
                    eprint!("\r\x1b[K");
                }
                return Ok(done?);
            }
            _ = &mut interrupts, if !watch.stop.is_cancelled() => watch.stop.cancel(),
            _ = redraw.tick(), if shown => {
                let percent = 100 * watch.done() / table.entries().max(1);
                eprint!("\r\x1b[K{doing} {}: {} {percent} %", table.name, bar(percent));
                let _ = std::io::stderr().flush();
            }
        }
    }
}

/// Forty characters, so many hundredths of them filled.
fn bar(percent: u64) -> String {
    let filled = (percent * 2 / 5).min(40) as usize;
    format!("[{}{}]", "#".repeat(filled), " ".repeat(40 - filled))
}

/// The tables that solves share, those of the directory among them; what cannot be read is told to `complain`.
pub(super) fn load(directory: Option<&PathBuf>, complain: impl Fn(&TableError)) -> (Tables, Vec<TableName>) {
    let tables = Tables::new();
    let Some(directory) = directory else { return (tables, Vec::new()) };
    let (loaded, faults) = tables.load(&TableDirectory::new(directory, 1));
    faults.iter().for_each(complain);
    (tables, loaded)
}
