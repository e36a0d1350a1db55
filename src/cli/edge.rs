//! Options of `taquin serve` for the edge of the service: who may call.

use std::path::PathBuf;

use taquin::http::{Edge, Tokens};

/// Flattened into the options of `taquin serve`.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Edge")]
pub(super) struct EdgeArgs {
    /// File of the bearer tokens that callers need, one a line; read again at SIGHUP
    #[arg(long, env = "TAQUIN_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl EdgeArgs {
    /// The edge that these options describe.
    ///
    /// # Errors
    /// If the token file is of no use.
    pub(super) fn edge(&self) -> anyhow::Result<Edge> {
        let tokens = self.token_file.as_deref().map(Tokens::of_file).transpose()?;
        Ok(Edge { tokens })
    }
}
