//! What both routes that verify share: the way from a path's text to what replaying it showed.

use std::time::Instant;

use super::app::App;
use super::body::JsonBody;
use super::problem::Problem;
use super::reply::JsonReply;
use crate::contract::{Effort, Limits, Verification};
use crate::json::ReadError;
use crate::service::Task;

/// On larger grids even a short path takes a while.
const MOST_CELLS_INLINE: usize = 10_000;

/// Reads a path and what it is a path on, which has so many `cells`, and replays it.
pub(super) async fn replay<R: Send + 'static>(
    app: &App,
    arrived: Instant,
    body: JsonBody,
    read: fn(&[u8], &Limits) -> Result<R, ReadError>,
    cells: fn(&R) -> usize,
    verify: fn(&R) -> Verification,
) -> Result<JsonReply, Problem> {
    let (is_short, room) = (body.is_short(), body.room());
    let request = body.read(app, read).await?;
    let is_small = is_short && cells(&request) <= MOST_CELLS_INLINE;
    let replay = move || {
        let _room = room;
        JsonReply::of(&verify(&request))
    };
    if is_small {
        return Ok(replay());
    }
    let task = Task { arrived, limits: app.limits().used(None), effort: Effort::Unknown };
    Ok(app.service().solve(&task, move |_, _| replay()).await?)
}
