//! `GET /npuzzle/random`: a board to solve.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, State};

use super::app::App;
use super::exchange::Exchange;
use super::problem::{Problem, ProblemBody};
use super::query::as_object;
use super::reply::JsonReply;
use crate::contract::{Effort, MOST_EXACT};
use crate::npuzzle::{DrawRequest, Drawn, draw};
use crate::search::StopReason;
use crate::service::Task;

/// Draw a random board.
///
/// It can always become the goal `blank_last`, and is the same for the same parameters and seed on every platform and in
/// every release. Without further parameters every such board is as likely as any other.
#[utoipa::path(
    get,
    path = "/npuzzle/random",
    operation_id = "drawNpuzzle",
    tag = "npuzzle",
    params(
        ("rows" = Option<i64>, Query, description = "Rows of the board. Left out: 4.", minimum = 1, maximum = 256, example = 3),
        ("cols" = Option<i64>, Query, description = "Columns of the board. Left out: as many as rows.", minimum = 1, maximum = 256),
        ("seed" = Option<i64>, Query, description = "What to draw from. Left out: drawn, and told in the answer.",
            minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 7),
        ("scramble" = Option<i64>, Query, minimum = 0, maximum = 1_000_000,
            description = "A walk of so many moves from the goal, none of which undoes the one before, instead of any board."),
        ("min_moves" = Option<i64>, Query, minimum = 0, maximum = 9_007_199_254_740_991_i64,
            description = "Any of the boards that are at least so many moves from the goal; for boards of at most ten cells, with two rows and columns or more. Left out: 0."),
        ("max_moves" = Option<i64>, Query, minimum = 0, maximum = 9_007_199_254_740_991_i64,
            description = "Any of the boards that are at most so many moves from the goal; as min_moves. Left out: no limit."),
    ),
    responses(
        (status = 200, description = "A board", body = Drawn, example = json!({
            "board": [[6, 2, 5], [1, 7, 8], [0, 4, 3]], "seed": 7, "moves": 20
        })),
        (status = 422, description = "The parameters make no sense (`invalid-spec`)", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "Too many requests of this caller under way (`too-many-in-flight`)", body = ProblemBody, content_type = "application/problem+json"),
        (status = 500, description = "A defect of this program (`internal`)", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "Too much to do at present (`overloaded`)", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn handle(
    State(app): State<Arc<App>>,
    Extension(exchange): Extension<Arc<Exchange>>,
    RawQuery(query): RawQuery,
) -> Result<JsonReply, Problem> {
    let text = as_object(&query.unwrap_or_default());
    let request = DrawRequest::read(text.as_bytes(), app.limits()).map_err(Problem::of_query)?;
    let seed = request.seed().unwrap_or_else(|| uuid::Uuid::new_v4().as_u64_pair().0 & MOST_EXACT as u64);
    let task =
        Task { arrived: exchange.arrived(), limits: app.limits().used(None), effort: request.effort() };
    let drawn: Result<Drawn, StopReason> = if task.effort == Effort::Instant {
        draw(&request, seed, app.tables(), &app.service().budget(&task))
    } else {
        let shared = Arc::clone(&app);
        app.service().solve(&task, move |budget, _| draw(&request, seed, shared.tables(), budget)).await?
    };
    // What it waits for is a table, which takes a second at most unless there is too much to do.
    drawn.map(|drawn| JsonReply::of(&drawn)).map_err(|_| Problem::overloaded())
}
