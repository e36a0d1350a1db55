//! What all routes that solve share: the way from a request's text to its answer.

use std::sync::Arc;
use std::time::Instant;

use axum::http::HeaderName;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;

use super::app::App;
use super::body::JsonBody;
use super::problem::Problem;
use super::reply::JsonReply;
use crate::contract::{Effort, Limits, LimitsUsed, SearchReport, StoppedBy};
use crate::json::ReadError;
use crate::search::Budget;
use crate::service::{Origin, Solved, Task};

const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");

/// Longer requests are not looked up among the answers that are kept: they hardly ever come again.
const MOST_KEPT_TEXT: usize = 64 << 10;

/// Something that can be asked.
pub(super) trait Question: Sized + Send + 'static {
    /// Its kind; one word.
    const KIND: &'static str;
    /// What is answered.
    type Answer: Answer;

    /// Reads and checks it.
    fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError>;

    /// The limits in force.
    fn limits(&self) -> &LimitsUsed;

    /// What it is expected to take to answer it.
    fn effort(&self, app: &App) -> Effort;

    /// Answers it, within a budget.
    fn solve(&self, app: &App, budget: &Budget) -> Self::Answer;
}

/// What is answered.
pub(super) trait Answer: Serialize {
    /// The limit that cut it short.
    fn stopped_by(&self) -> Option<StoppedBy>;

    /// How it was found.
    fn search(&mut self) -> &mut SearchReport;
}

/// Reads a question and answers it.
pub(super) async fn ask<Q: Question>(
    app: &Arc<App>,
    arrived: Instant,
    body: JsonBody,
) -> Result<Response, Problem> {
    // Kept, with the room it takes, until the answer is there.
    let asked = body.clone();
    let question: Q = body.read(app, Q::read).await?;
    let (reply, origin) = answer(app, arrived, question, asked.text()).await?;
    let reply = reply.on_its_way(app.service().transit()).ok_or_else(Problem::overloaded)?;
    Ok(([(CACHE_STATUS, told(origin))], reply).into_response())
}

/// Answers a question, by one of the answers that are kept if it can be; `text` is how it was written.
pub(super) async fn answer<Q: Question>(
    app: &Arc<App>,
    arrived: Instant,
    question: Q,
    text: &[u8],
) -> Result<(JsonReply, Origin), Problem> {
    let task = Task { arrived, limits: question.limits().clone(), effort: question.effort(app) };
    if task.effort == Effort::Instant {
        let budget = app.service().budget(&task);
        return Ok((JsonReply::of(&question.solve(app, &budget)), Origin::Bypass));
    }
    let asked = Arc::clone(app);
    let solving = async {
        let solve = app.service().solve(&task, move |budget, turn| {
            let mut answer = question.solve(&asked, budget);
            let search = answer.search();
            search.queued_us = turn.queued_us();
            search.elapsed_us = search.elapsed_us.saturating_sub(turn.paused_us());
            Solved { bytes: JsonReply::of(&answer).into(), is_final: answer.stopped_by().is_none() }
        });
        solve.await
    };
    if text.len() > MOST_KEPT_TEXT {
        return Ok((solving.await?.bytes.into(), Origin::Bypass));
    }
    let (bytes, origin): (Bytes, Origin) = app.answers().get(Q::KIND, text, solving).await?;
    Ok((bytes.into(), origin))
}

/// As the header `Cache-Status` tells it (RFC 9211).
pub(super) const fn told(origin: Origin) -> &'static str {
    match origin {
        Origin::Kept => "taquin; hit",
        Origin::Solved { is_kept: true } => "taquin; fwd=miss; stored",
        Origin::Solved { is_kept: false } => "taquin; fwd=miss",
        Origin::Shared => "taquin; fwd=miss; collapsed",
        Origin::Bypass => "taquin; fwd=bypass",
    }
}
