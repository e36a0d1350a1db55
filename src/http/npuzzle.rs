//! `POST /npuzzle`: can this board be turned into that one, in how few moves, and which?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::app::App;
use super::body::JsonBody;
use super::exchange::Exchange;
use super::problem::Problem;
use super::question::{self, Question, ask};
use super::reply::JsonReply;
use crate::contract::{Effort, Limits, LimitsUsed, SearchReport, Status, StoppedBy};
use crate::json::ReadError;
use crate::npuzzle::{Answer, NpuzzleSpec, Request, effort, encode, solve};
use crate::search::Budget;

/// Solve a sliding-tile board.
///
/// The verdict comes first, by permutation parity, and costs nothing; then the search that was asked for, or
/// the best there is: boards of at most ten cells, and of twelve where the server was given such tables, are looked up in a table of all distances. Whatever limit ends it, the answer says what was proved by then.
#[utoipa::path(
    post,
    path = "/npuzzle",
    operation_id = "solveNpuzzle",
    tag = "npuzzle",
    request_body(content = NpuzzleSpec, example = json!({"board": [[1, 2], [0, 3]]})),
    responses(
        (status = 200, description = "What was found out, unsolvable boards and early ends included",
            body = Answer, example = json!({
                "solvable": true, "status": "optimal", "cost": 1, "moves": 1, "lower_bound": 1,
                "verdict": {"rule": "parity", "board_inversions": 0, "goal_inversions": 0,
                    "blank_row_distance": 0, "cols": 2},
                "reason": "with an even number of columns the board's inversions plus the rows between the two \
                           blanks must be even or odd as the goal's inversions are: 0 + 0 is even, 0 is even, \
                           so the goal can be reached",
                "path": {"tiles": [3], "directions": "L"},
                "limits": {"time_ms": 10000, "states": 1_000_000_000},
                "search": {"algorithm": "complete_table", "expanded": 0, "generated": 0, "peak_states": 0,
                    "elapsed_us": 4, "queued_us": 0}
            })),
        Problem,
    )
)]
pub(super) async fn handle(
    State(app): State<Arc<App>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    body: JsonBody,
) -> Result<Response, Problem> {
    ask::<Request>(&app, &exchange, body).await
}

impl Question for Request {
    const KIND: &'static str = "npuzzle";
    type Answer = Answer;

    fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        Self::read(text, limits)
    }

    fn limits(&self) -> &LimitsUsed {
        self.limits()
    }

    fn effort(&self, app: &App) -> Effort {
        effort(self, app.tables())
    }

    fn solve(&self, app: &App, budget: &Budget) -> Answer {
        solve(self, app.limits(), app.tables(), budget)
    }
}

impl question::Answer for Answer {
    fn status(&self) -> Status {
        self.status
    }

    fn stopped_by(&self) -> Option<StoppedBy> {
        self.stopped_by
    }

    fn search(&mut self) -> &mut SearchReport {
        &mut self.search
    }

    fn encode(&self) -> JsonReply {
        JsonReply::from_json(encode(self))
    }
}
