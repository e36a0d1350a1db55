//! `taquin serve`: flags, environment, log, signals; then [`taquin::http::serve`].

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args as _, value_parser};
use taquin::contract::{Bound, Limits};
use taquin::http::{App, Tokens, serve};
use taquin::npuzzle::Tables;
use taquin::npuzzle::table_file::TableError;
use taquin::service::Widths;
use tokio::net::TcpListener;
use tracing::{info, warn};

use super::edge::EdgeArgs;
use super::log::log;
use super::memory::MemoryArgs;
use super::signals::{reload_tokens_when_told, told_to_stop};

/// Options of `taquin serve`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Address to listen on
    #[arg(long, env = "TAQUIN_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Milliseconds for a request that asks for no limit
    #[arg(long, env = "TAQUIN_TIME_MS", value_name = "MS", default_value_t = Limits::default().time_ms.default, value_parser = value_parser!(u64).range(1..))]
    time_ms: u64,
    /// Most milliseconds a request may ask for
    #[arg(long, env = "TAQUIN_TIME_MS_MAX", value_name = "MS", default_value_t = Limits::default().time_ms.most, value_parser = value_parser!(u64).range(1..))]
    time_ms_max: u64,
    /// Generated states for a request that asks for no limit
    #[arg(long, env = "TAQUIN_STATES", value_name = "N", default_value_t = Limits::default().states.default, value_parser = value_parser!(u64).range(1..))]
    states: u64,
    /// Most generated states a request may ask for
    #[arg(long, env = "TAQUIN_STATES_MAX", value_name = "N", default_value_t = Limits::default().states.most, value_parser = value_parser!(u64).range(1..))]
    states_max: u64,
    /// Requests of one caller (a token or, without tokens, an address) that may be under way; more are refused
    #[arg(long, env = "TAQUIN_IN_FLIGHT", value_name = "N", default_value_t = Limits::default().in_flight, value_parser = value_parser!(u32).range(1..))]
    in_flight: u32,
    /// Most bytes of a line of a batch
    #[arg(long, env = "TAQUIN_BATCH_LINE_BYTES", value_name = "BYTES", default_value_t = Limits::default().batch_line_bytes, value_parser = value_parser!(u64).range(1..=1 << 30))]
    batch_line_bytes: u64,
    /// Bytes of a batch that are read before they are answered
    #[arg(long, env = "TAQUIN_BATCH_AHEAD_BYTES", value_name = "BYTES", default_value_t = Limits::default().batch_ahead_bytes, value_parser = value_parser!(u64).range(..=1 << 30))]
    batch_ahead_bytes: u64,
    /// Most bytes of a request body
    #[arg(long, env = "TAQUIN_BODY_BYTES", value_name = "BYTES", default_value_t = Limits::default().body_bytes)]
    body_bytes: u64,
    /// Most rows, and columns, of an N-puzzle board
    #[arg(long, env = "TAQUIN_NPUZZLE_SIDE", value_name = "N", default_value_t = Limits::default().npuzzle_side, value_parser = value_parser!(u32).range(1..=256))]
    npuzzle_side: u32,
    /// Most rows, and columns, of a lot
    #[arg(long, env = "TAQUIN_PARKING_SIDE", value_name = "N", default_value_t = Limits::default().parking_side, value_parser = value_parser!(u32).range(1..=1000))]
    parking_side: u32,
    /// Most cells of a lot whose costs are wanted from every cell
    #[arg(long, env = "TAQUIN_MAP_CELLS", value_name = "N", default_value_t = Limits::default().map_cells, value_parser = value_parser!(u64).range(1..))]
    map_cells: u64,
    /// Most moves of a path in an answer; a longer one is left out
    #[arg(long, env = "TAQUIN_PATH_MOVES", value_name = "N", default_value_t = Limits::default().path_moves)]
    path_moves: u64,
    /// Most boards in an answer; more are left out
    #[arg(long, env = "TAQUIN_BOARDS", value_name = "N", default_value_t = Limits::default().boards)]
    boards: u64,
    /// Most cells of all boards in an answer together; more are left out
    #[arg(long, env = "TAQUIN_BOARD_CELLS", value_name = "N", default_value_t = Limits::default().board_cells)]
    board_cells: u64,
    /// Most goal states of a lot for the algorithm bidirectional
    #[arg(long, env = "TAQUIN_BIDIRECTIONAL_GOALS", value_name = "N", default_value_t = Limits::default().bidirectional_goals)]
    bidirectional_goals: u64,
    /// Directory of tables made by `taquin tables build`
    #[arg(long, env = "TAQUIN_TABLE_DIR", value_name = "DIR")]
    table_dir: Option<PathBuf>,
    /// Milliseconds that the server still serves after SIGTERM, though no longer ready, until load balancers know
    #[arg(long, env = "TAQUIN_GRACE_MS", value_name = "MS", default_value_t = 2000)]
    grace_ms: u64,
    /// Milliseconds that running requests get to finish after the grace (or Ctrl-C), before they are cancelled
    #[arg(long, env = "TAQUIN_DRAIN_MS", value_name = "MS", default_value_t = 5000)]
    drain_ms: u64,
    /// What to log: error, warn, info, debug or trace
    #[arg(long, env = "TAQUIN_LOG", value_name = "LEVEL", default_value = "info")]
    log: String,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    edge: EdgeArgs,
}

impl Args {
    fn limits(&self) -> anyhow::Result<Limits> {
        self.memory.share_out(&Limits {
            time_ms: Bound { default: self.time_ms, most: self.time_ms_max },
            states: Bound { default: self.states, most: self.states_max },
            in_flight: self.in_flight,
            batch_line_bytes: self.batch_line_bytes,
            batch_ahead_bytes: self.batch_ahead_bytes,
            body_bytes: self.body_bytes,
            npuzzle_side: self.npuzzle_side,
            parking_side: self.parking_side,
            map_cells: self.map_cells,
            path_moves: self.path_moves,
            boards: self.boards,
            board_cells: self.board_cells,
            bidirectional_goals: self.bidirectional_goals,
            ..Limits::default()
        })
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let _written_out_at_the_end = log(&args.log)?;
    warn_of_unknown_variables();
    let limits = args.limits()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(blocking_threads(&limits))
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let (stop, stop_at_once) =
            told_to_stop(Duration::from_millis(args.grace_ms)).context("cannot catch signals")?;
        let listener = TcpListener::bind(args.listen)
            .await
            .with_context(|| format!("cannot listen on {}", args.listen))?;
        let address = listener.local_addr()?;
        let app = App::new(limits, tables(args.table_dir.as_ref()), args.edge.edge()?);
        reload_tokens_when_told(&app).context("cannot catch signals")?;
        info!(
            %address,
            cores = app.service().cores(),
            limits = ?app.limits(),
            network = ?app.edge().network,
            origins = ?app.edge().origins,
            reveal_version = app.edge().reveal_version,
            tokens = app.edge().tokens().map(Tokens::count),
            grace_ms = args.grace_ms,
            drain_ms = args.drain_ms,
            "listening on http://{address}"
        );
        anyhow::Ok(tokio::select! {
            () = serve(listener, app, stop, Duration::from_millis(args.drain_ms)) => ExitCode::SUCCESS,
            code = stop_at_once => ExitCode::from(code),
        })
    });
    // Work that does not stop by itself is left behind; it ends with the process.
    runtime.shutdown_background();
    let code = served?;
    info!("stopped");
    Ok(code)
}

/// Threads for every solve that may run or wait with what it has found, for those whose time is over before they begin,
/// and for bodies that are read: enough that nobody waits for a thread.
fn blocking_threads(limits: &Limits) -> usize {
    let Widths { short, long } = Widths::of_this_machine();
    2 * (short + long) + 2 * usize::try_from(limits.waiting).unwrap_or(usize::MAX / 8)
}

/// The tables of the directory, if there is one; a log line for each, and for each that cannot be read.
fn tables(directory: Option<&PathBuf>) -> Tables {
    let complain =
        |error: &TableError| warn!(%error, "a table cannot be used; smaller ones serve in its place");
    let (tables, loaded) = super::tables::load(directory, complain);
    for table in &loaded {
        info!(table = table.name, bytes = table.bytes(), "mapped a table");
    }
    if let Some(directory) = directory.filter(|_| loaded.is_empty()) {
        warn!(directory = %directory.display(), "no table in the table directory; `taquin tables build` makes them");
    }
    tables
}

/// A misspelt variable would otherwise be silently without effect.
fn warn_of_unknown_variables() {
    let command = Args::augment_args(clap::Command::new("serve"));
    let known: Vec<_> = command.get_arguments().filter_map(clap::Arg::get_env).collect();
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TAQUIN_") && !known.contains(&name.as_os_str()) {
            warn!(variable = %name.to_string_lossy(), "unknown environment variable, ignored");
        }
    }
}
