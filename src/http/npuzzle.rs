//! `POST /npuzzle`: can this board be turned into that one, in how few moves, and which?

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use super::app::App;
use super::body::JsonBody;
use super::finish::Arrived;
use super::problem::Problem;
use super::reply::JsonReply;
use super::solved::Solved;
use crate::npuzzle::{Answer, NpuzzleSpec, Request, solve};

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
    Extension(Arrived(arrived)): Extension<Arrived>,
    body: JsonBody,
) -> Result<(Extension<Solved>, JsonReply), Problem> {
    let request = body.read(&app, Request::read).await?;
    let (limits, tables) = (Arc::clone(app.limits()), Arc::clone(app.tables()));
    let used = request.limits().clone();
    let solving = app.service().solve(arrived, &used, move |budget, queued| {
        let mut answer = solve(&request, &limits, &tables, budget);
        answer.search.queued_us = queued.as_micros() as u64;
        let solved = Solved::of("npuzzle", answer.status, &answer.search);
        (Extension(solved), JsonReply::of(&answer))
    });
    Ok(solving.await?)
}
