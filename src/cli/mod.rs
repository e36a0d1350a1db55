//! The command line: roles of one binary, as subcommands.

mod edge;
mod healthcheck;
mod log;
mod memory;
mod serve;
mod signals;
mod solve;
mod tables;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Plans sliding puzzles: dense car parks and sliding-tile boards.
///
/// Without a subcommand it serves over HTTP, as `taquin serve` does.
#[derive(Debug, Parser)]
#[command(name = "taquin", version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Box<serve::Args>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answer over HTTP (the default)
    Serve(Box<serve::Args>),
    /// Solve one puzzle from a file or the standard input
    Solve(solve::Args),
    /// Build large tables once, to be mapped at every start; check them
    Tables(tables::Args),
    /// Print the contract, openapi.yaml
    Openapi,
    /// Ask a running server whether it is alive; exit code 0 if so
    Healthcheck(healthcheck::Args),
}

impl Cli {
    /// Plays the role that was asked for.
    ///
    /// # Errors
    /// What keeps the program from playing it at all; a puzzle without a solution is an exit code.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command.unwrap_or(Command::Serve(self.serve)) {
            Command::Serve(args) => serve::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Tables(args) => tables::run(&args),
            Command::Openapi => {
                let yaml = taquin::http::document().to_yaml()?;
                solve::print(&yaml)?;
                Ok(ExitCode::SUCCESS)
            }
            Command::Healthcheck(args) => Ok(healthcheck::run(&args)),
        }
    }
}
