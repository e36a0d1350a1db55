//! Limits: what the server allows, what a request asks for, what was in force.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MOST_EXACT;
use crate::json::{FaultCode, Faults, Fields, Node, present};
use crate::search::{Budget, CancelFlag, Slice, SpareCores};

/// A limit that a request may lower or raise: what holds when it says nothing, and how far it may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// In force when the request is silent.
    pub default: u64,
    /// Anything above is clipped to this.
    pub most: u64,
}

impl Bound {
    /// What is in force for a request that asks for `wanted`.
    #[must_use]
    pub fn clip(self, wanted: Option<u64>) -> u64 {
        wanted.unwrap_or(self.default).min(self.most)
    }
}

/// Everything the server limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds from the request's arrival to its answer, queueing included.
    pub time_ms: Bound,
    /// States one solve may generate.
    pub states: Bound,
    /// Bytes of memory for everything.
    pub memory_bytes: u64,
    /// Bytes of tables that are built when they are first wanted.
    pub table_bytes: u64,
    /// Bytes of requests being read and answers being sent, all together.
    pub transit_bytes: u64,
    /// Bytes one solve may hold.
    pub solve_bytes: u64,
    /// Bytes one solve may take before it waits for a permit to be long.
    pub slice_bytes: u64,
    /// Bytes of answers kept for whoever asks the same again.
    pub cache_bytes: u64,
    /// Solves that wait for a core; more are refused.
    pub waiting: u64,
    /// Requests of one caller that are under way; more are refused.
    pub in_flight: u32,
    /// Bytes of a line of a batch.
    pub batch_line_bytes: u64,
    /// Bytes of a batch that are read before they are answered.
    pub batch_ahead_bytes: u64,
    /// Bytes of a request body.
    pub body_bytes: u64,
    /// Rows, and columns, of an N-puzzle board.
    pub npuzzle_side: u32,
    /// Rows, and columns, of a lot.
    pub parking_side: u32,
    /// Cells of a lot whose costs are wanted from every cell.
    pub map_cells: u64,
    /// Moves of a path in an answer; a longer one is left out.
    pub path_moves: u64,
    /// Boards in an answer; more are left out.
    pub boards: u64,
    /// Cells of all boards in an answer together; more are left out.
    pub board_cells: u64,
    /// Goal states of a lot up to which `bidirectional` is applicable.
    pub bidirectional_goals: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time_ms: Bound { default: 10_000, most: 60_000 },
            states: Bound { default: 1_000_000_000, most: 100_000_000_000 },
            memory_bytes: 4 << 30,
            table_bytes: 256 << 20,
            transit_bytes: 512 << 20,
            solve_bytes: 1 << 30,
            slice_bytes: 32 << 20,
            cache_bytes: 64 << 20,
            waiting: 64,
            in_flight: 32,
            batch_line_bytes: 1 << 20,
            batch_ahead_bytes: 8 << 20,
            body_bytes: 32 << 20,
            npuzzle_side: 256,
            parking_side: 1000,
            map_cells: 10_000,
            path_moves: 5_000_000,
            boards: 10_000,
            board_cells: 10_000_000,
            bidirectional_goals: 1_000_000,
        }
    }
}

impl Limits {
    /// The limits in force for a request.
    #[must_use]
    pub fn used(&self, asked: Option<&LimitsSpec>) -> LimitsUsed {
        LimitsUsed {
            time_ms: self.time_ms.clip(asked.and_then(|limits| limits.time_ms)),
            states: self.states.clip(asked.and_then(|limits| limits.states)),
            depth: asked.and_then(|limits| limits.depth),
        }
    }

    /// The budget of a request that arrived at `arrived` and runs under `used`.
    #[must_use]
    pub fn budget(&self, used: &LimitsUsed, arrived: Instant, cancel: CancelFlag) -> Budget {
        Budget {
            deadline: arrived.checked_add(Duration::from_millis(used.time_ms)),
            states: used.states,
            bytes: self.solve_bytes,
            cancel,
            spare: SpareCores::default(),
            slice: Slice::default(),
        }
    }
}

/// Limits a request asks for. Each is clipped to the server's maximum; the answer says what was in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitsSpec {
    /// Milliseconds from the request's arrival to its answer. Left out: the server's default (`/limits`).
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub time_ms: Option<u64>,
    /// States generated: a search with a visited set counts each once, the others every time they meet it.
    /// Left out: the server's default.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub states: Option<u64>,
    /// Moves from the start beyond which nothing is looked at; for `dfs` and `iddfs` only. Left out: none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub depth: Option<u64>,
}

impl LimitsSpec {
    /// Whether every value is in the range that [`read_limits`] accepts.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let within = |value: Option<u64>, least| {
            value.is_none_or(|value| value >= least && value <= MOST_EXACT as u64)
        };
        within(self.time_ms, 1) && within(self.states, 1) && within(self.depth, 0)
    }
}

/// Notes everything that is wrong with a `limits` object. `with_depth` says whether the algorithm chosen knows
/// a depth limit; `None` where the algorithm itself is at fault.
pub fn read_limits(faults: &mut Faults, node: Node<'_, '_>, with_depth: Option<bool>) {
    let Some(mut object) = node.object(faults) else { return };
    object.take("time_ms", faults, |faults, node| node.integer(faults, 1..=MOST_EXACT));
    object.take("states", faults, |faults, node| node.integer(faults, 1..=MOST_EXACT));
    object.take("depth", faults, |faults, node| {
        if node.integer(faults, 0..=MOST_EXACT).is_some() && with_depth == Some(false) {
            let detail = "a depth limit applies to the algorithms dfs and iddfs only";
            node.fault(faults, FaultCode::NotApplicable, detail);
        }
        None::<()>
    });
    object.finish(faults);
}

/// The limits that were in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LimitsUsed {
    /// Milliseconds from the request's arrival.
    #[schema(format = Int64, minimum = 1)]
    pub time_ms: u64,
    /// States generated.
    #[schema(format = Int64, minimum = 1)]
    pub states: u64,
    /// Depth limit, where the request set one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    pub depth: Option<u64>,
}

impl LimitsUsed {
    /// Writes its fields as serde does.
    pub fn write(&self, fields: &mut Fields<'_>) {
        fields.number("time_ms", self.time_ms);
        fields.number("states", self.states);
        fields.number_if("depth", self.depth);
    }
}
