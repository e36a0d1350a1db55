//! Options of `taquin serve` on memory, and how it is shared out.

use taquin::contract::Limits;
use taquin::http::ROOM_A_BODY_BYTE;
use taquin::service::{Shares, Widths, Wishes};

/// How much memory there is, and what it is for.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct MemoryArgs {
    /// Bytes of memory for everything [default: three quarters of what the container or machine has]
    #[arg(long, env = "TAQUIN_MEMORY_BYTES", value_name = "BYTES")]
    memory_bytes: Option<u64>,
    /// Bytes that each long solve may hold [default: what the other parts leave, 4 GiB at most]
    #[arg(long, env = "TAQUIN_SOLVE_BYTES", value_name = "BYTES")]
    solve_bytes: Option<u64>,
    /// Bytes that a solve may take before it waits for its turn to be a long one [default: a quarter of the memory
    /// for all of them, 32 MiB at most]
    #[arg(long, env = "TAQUIN_SLICE_BYTES", value_name = "BYTES")]
    slice_bytes: Option<u64>,
    /// Bytes of answers kept for whoever asks the same again; 0 keeps none [default: a sixteenth of the memory, 64 MiB
    /// at most]
    #[arg(long, env = "TAQUIN_CACHE_BYTES", value_name = "BYTES")]
    cache_bytes: Option<u64>,
    /// Solves that may wait for a core; more are refused
    #[arg(long, env = "TAQUIN_WAITING", value_name = "N", default_value_t = Limits::default().waiting, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    waiting: u64,
}

impl MemoryArgs {
    /// The limits, with those on memory as they were asked for, or as they follow from the others.
    pub(super) fn share_out(&self, limits: &Limits) -> anyhow::Result<Limits> {
        let Self { memory_bytes, solve_bytes, slice_bytes, cache_bytes, waiting } = *self;
        let wishes =
            Wishes { total: memory_bytes, cache: cache_bytes, slice: slice_bytes, solve: solve_bytes };
        let widths = Widths::of_this_machine();
        let Shares { total, tables, cache, transit, slice, solve } =
            Shares::of(wishes, widths.long as u64, widths.short as u64 + waiting)?;
        Ok(Limits {
            memory_bytes: total,
            table_bytes: tables,
            cache_bytes: cache,
            transit_bytes: transit,
            slice_bytes: slice.min(solve),
            solve_bytes: solve,
            waiting,
            // A longer body or line would never find room.
            body_bytes: limits.body_bytes.min(transit / ROOM_A_BODY_BYTE),
            batch_line_bytes: limits.batch_line_bytes.min(transit / 4 / ROOM_A_BODY_BYTE),
            batch_ahead_bytes: limits.batch_ahead_bytes.min(transit / 8),
            ..limits.clone()
        })
    }
}
