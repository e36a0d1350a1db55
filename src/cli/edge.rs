//! Options of `taquin serve` for the edge of the service: who may call, and what a peer may take.

use std::path::PathBuf;
use std::time::Duration;

use clap::value_parser;
use taquin::http::{Edge, NetworkLimits, Origin, Tokens};

/// The most that a header limit may be; twice as much has to fit into a buffer.
const HEADER_BYTES_MOST: u64 = 1 << 20;
/// Longer ones are refused by the HTTP implementation before anything of ours sees them.
const URI_BYTES_MOST: u64 = 65_534;

/// Flattened into the options of `taquin serve`.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Edge")]
pub(super) struct EdgeArgs {
    /// File of the bearer tokens that callers need, one a line; read again at SIGHUP
    #[arg(long, env = "TAQUIN_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Most connections at a time; further ones wait until one ends
    #[arg(long, env = "TAQUIN_CONNECTIONS", value_name = "N", default_value_t = NetworkLimits::default().connections as u64, value_parser = value_parser!(u64).range(1..))]
    connections: u64,
    /// Most requests at a time on one HTTP/2 connection
    #[arg(long, env = "TAQUIN_STREAMS", value_name = "N", default_value_t = NetworkLimits::default().streams, value_parser = value_parser!(u32).range(1..))]
    streams: u32,
    /// Milliseconds for the headers of a request to arrive; then the connection is closed
    #[arg(long, env = "TAQUIN_HEADER_MS", value_name = "MS", default_value_t = ms(NetworkLimits::default().header), value_parser = value_parser!(u64).range(1..))]
    header_ms: u64,
    /// Milliseconds within which a body that is waited for has to bring 1 KiB, or its end
    #[arg(long, env = "TAQUIN_BODY_MS", value_name = "MS", default_value_t = ms(NetworkLimits::default().body), value_parser = value_parser!(u64).range(1..))]
    body_ms: u64,
    /// Milliseconds within which a peer has to take some of its answer; then the connection is closed
    #[arg(long, env = "TAQUIN_WRITE_MS", value_name = "MS", default_value_t = ms(NetworkLimits::default().write), value_parser = value_parser!(u64).range(1..))]
    write_ms: u64,
    /// Milliseconds that a connection may be without a request; then it is closed
    #[arg(long, env = "TAQUIN_IDLE_MS", value_name = "MS", default_value_t = ms(NetworkLimits::default().idle), value_parser = value_parser!(u64).range(1..))]
    idle_ms: u64,
    /// Most bytes of a request's headers
    #[arg(long, env = "TAQUIN_HEADER_BYTES", value_name = "BYTES", default_value_t = NetworkLimits::default().header_bytes as u64, value_parser = value_parser!(u64).range(1..=HEADER_BYTES_MOST))]
    header_bytes: u64,
    /// Most bytes of a request's path and query
    #[arg(long, env = "TAQUIN_URI_BYTES", value_name = "BYTES", default_value_t = NetworkLimits::default().uri_bytes as u64, value_parser = value_parser!(u64).range(1..=URI_BYTES_MOST))]
    uri_bytes: u64,
    /// Web pages that may call from a browser, as https://example.org; * for all. Several: repeat it, or commas
    #[arg(long, env = "TAQUIN_CORS_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    cors_origin: Vec<Origin>,
    /// Name this program and its version in the header Server of every answer
    #[arg(long, env = "TAQUIN_REVEAL_VERSION")]
    reveal_version: bool,
}

const fn ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

impl EdgeArgs {
    /// The edge that these options describe.
    ///
    /// # Errors
    /// If the token file is of no use.
    pub(super) fn edge(&self) -> anyhow::Result<Edge> {
        let tokens = self.token_file.as_deref().map(Tokens::of_file).transpose()?;
        Ok(Edge::new(tokens, self.network(), self.cors_origin.clone(), self.reveal_version))
    }

    fn network(&self) -> NetworkLimits {
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        NetworkLimits {
            connections: size(self.connections),
            streams: self.streams,
            header: Duration::from_millis(self.header_ms),
            body: Duration::from_millis(self.body_ms),
            write: Duration::from_millis(self.write_ms),
            idle: Duration::from_millis(self.idle_ms),
            header_bytes: size(self.header_bytes),
            uri_bytes: size(self.uri_bytes),
        }
    }
}
