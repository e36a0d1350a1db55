//! The `taquin` program: see [`cli`].

mod cli;

use std::process::ExitCode;

use clap::Parser as _;

/// Bad input or usage; clap uses the same code.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    cli::Cli::parse().run().unwrap_or_else(|error| {
        eprintln!("taquin: {error:#}");
        ExitCode::from(BAD_INPUT)
    })
}
