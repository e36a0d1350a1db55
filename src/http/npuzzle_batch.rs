//! `POST /npuzzle/batch`: many boards, a line each.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::app::App;
use super::batch::{BatchBody, batch};
use super::batch_line::batch_line;
use super::exchange::Exchange;
use super::problem::Problem;
use crate::npuzzle::{Answer, Request};

batch_line!(NpuzzleBatchLine, Answer);

/// Solve many boards.
///
/// Newline-delimited JSON: each line is a spec as for solving one, with an optional field `id`, a string. Each gets a line
/// back, in the same order (NpuzzleBatchLine), as soon as it and those before it are answered; a line that is wrong spoils
/// only itself. There may be any number of lines. The time of a line runs from when its turn comes.
#[utoipa::path(
    post,
    path = "/npuzzle/batch",
    operation_id = "solveNpuzzleBatch",
    tag = "npuzzle",
    request_body(content = String, content_type = "application/x-ndjson", description = "A spec a line",
        example = "{\"board\": [[1, 2], [0, 3]], \"id\": \"a\"}\n{\"board\": [[1, 2], [3, 3]]}\n"),
    responses(
        (status = 200, description = "A line for each line that is not empty: NpuzzleBatchLine", body = String,
            content_type = "application/x-ndjson"),
        Problem,
    )
)]
pub(super) async fn handle(
    State(app): State<Arc<App>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    body: BatchBody,
) -> Result<Response, Problem> {
    batch::<Request>(&app, exchange, body)
}
