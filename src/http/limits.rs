//! `GET /limits`: every limit by name.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::app::App;
use super::reply::JsonReply;
use crate::contract::Limits;

/// A limit of this server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(super) struct Limit {
    /// In force when a request says nothing; absent where a request has no say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0)]
    default: Option<u64>,
    /// The most there is; a request that asks for more gets this.
    #[schema(format = Int64, minimum = 0)]
    maximum: u64,
}

/// Every limit of this server, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Limits)]
pub(super) struct LimitsReply {
    /// Milliseconds from a request's arrival to its answer, queueing included.
    time_ms: Limit,
    /// States one solve may generate.
    states: Limit,
    /// Bytes of memory for everything.
    memory_bytes: Limit,
    /// Bytes of tables that are built when they are first wanted.
    table_bytes: Limit,
    /// Bytes of requests being read and answers being sent, all together.
    transit_bytes: Limit,
    /// Bytes one solve may hold.
    solve_bytes: Limit,
    /// Bytes one solve may take in its first moments; one that needs more waits for its turn to be a long one.
    slice_bytes: Limit,
    /// Bytes of answers kept for whoever asks the same again.
    cache_bytes: Limit,
    /// Solves that wait for a core; more are refused.
    waiting: Limit,
    /// Requests of one caller that are under way; more are refused.
    in_flight: Limit,
    /// Bytes of a line of a batch.
    batch_line_bytes: Limit,
    /// Bytes of a batch that are read before they are answered.
    batch_ahead_bytes: Limit,
    /// Bytes of a request body.
    body_bytes: Limit,
    /// Rows, and columns, of an N-puzzle board.
    npuzzle_side: Limit,
    /// Rows, and columns, of a lot.
    parking_side: Limit,
    /// Cells of a lot whose costs are wanted from every cell (`/parking/map`).
    map_cells: Limit,
    /// Moves of a path in an answer; a longer one is left out.
    path_moves: Limit,
    /// Boards in an answer; more are left out.
    boards: Limit,
    /// Cells of all boards in an answer together; more are left out.
    board_cells: Limit,
    /// Goal states of a lot up to which the algorithm `bidirectional` is applicable.
    bidirectional_goals: Limit,
    /// Solves that are in their first moments at the same time: one a core.
    running_solves: Limit,
    /// Solves beyond their first moments that run at the same time.
    long_solves: Limit,
    /// Connections at a time; more wait.
    connections: Limit,
    /// Requests at a time on one HTTP/2 connection.
    streams: Limit,
    /// Milliseconds for a request's headers.
    header_ms: Limit,
    /// Milliseconds within which a body that is waited for brings 1 KiB, or its end.
    body_ms: Limit,
    /// Milliseconds within which some of an answer is taken.
    write_ms: Limit,
    /// Milliseconds that a connection may be without a request.
    idle_ms: Limit,
    /// Bytes of a request's headers.
    header_bytes: Limit,
    /// Bytes of a request's path and query.
    uri_bytes: Limit,
}

impl LimitsReply {
    fn of(app: &App) -> Self {
        let (limits, service, network) = (app.limits(), app.service(), app.edge().network);
        let fixed = |maximum: u64| Limit { default: None, maximum };
        let ms = |time: Duration| fixed(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let Limits { time_ms, states, .. } = **limits;
        Self {
            time_ms: Limit { default: Some(time_ms.default), maximum: time_ms.most },
            states: Limit { default: Some(states.default), maximum: states.most },
            memory_bytes: fixed(limits.memory_bytes),
            table_bytes: fixed(limits.table_bytes),
            transit_bytes: fixed(limits.transit_bytes),
            solve_bytes: fixed(limits.solve_bytes),
            slice_bytes: fixed(limits.slice_bytes),
            cache_bytes: fixed(limits.cache_bytes),
            waiting: fixed(limits.waiting),
            in_flight: fixed(limits.in_flight.into()),
            batch_line_bytes: fixed(limits.batch_line_bytes),
            batch_ahead_bytes: fixed(limits.batch_ahead_bytes),
            body_bytes: fixed(limits.body_bytes),
            npuzzle_side: fixed(limits.npuzzle_side.into()),
            parking_side: fixed(limits.parking_side.into()),
            map_cells: fixed(limits.map_cells),
            path_moves: fixed(limits.path_moves),
            boards: fixed(limits.boards),
            board_cells: fixed(limits.board_cells),
            bidirectional_goals: fixed(limits.bidirectional_goals),
            running_solves: fixed(service.cores() as u64),
            long_solves: fixed(service.long_solves() as u64),
            connections: fixed(network.connections as u64),
            streams: fixed(network.streams.into()),
            header_ms: ms(network.header),
            body_ms: ms(network.body),
            write_ms: ms(network.write),
            idle_ms: ms(network.idle),
            header_bytes: fixed(network.header_bytes as u64),
            uri_bytes: fixed(network.uri_bytes as u64),
        }
    }
}

/// List the limits of this server.
#[utoipa::path(
    get,
    path = "/limits",
    operation_id = "getLimits",
    tag = "service",
    responses((status = 200, description = "Every limit by name", body = LimitsReply))
)]
pub(super) async fn handle(State(app): State<Arc<App>>) -> JsonReply {
    JsonReply::of(&LimitsReply::of(&app))
}
