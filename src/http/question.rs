//! What all routes that solve share: the way from a request's text to its answer.

use std::sync::Arc;
use std::time::Instant;

use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::app::App;
use super::body::JsonBody;
use super::exchange::Exchange;
use super::problem::Problem;
use super::reply::JsonReply;
use super::solved::{Solved, cache_status};
use crate::contract::{Effort, Limits, LimitsUsed, SearchReport, Status, StoppedBy};
use crate::json::ReadError;
use crate::search::Budget;
use crate::service::{Encoded, Origin, Task};

const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");

/// Longer requests are not looked up among the answers that are kept: they hardly ever come again.
const MOST_KEPT_TEXT: usize = 64 << 10;

/// Something that can be asked.
pub(super) trait Question: Sized + Send + Sync + 'static {
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
pub(super) trait Answer: Serialize + Sized {
    /// How much was found out.
    fn status(&self) -> Status;

    /// The limit that cut it short.
    fn stopped_by(&self) -> Option<StoppedBy>;

    /// How it was found.
    fn search(&mut self) -> &mut SearchReport;

    /// As it is sent.
    fn encode(&self) -> JsonReply {
        JsonReply::of(self)
    }
}

/// Reads a question and answers it.
pub(super) async fn ask<Q: Question>(
    app: &Arc<App>,
    exchange: &Exchange,
    body: JsonBody,
) -> Result<Response, Problem> {
    // Kept, with the room it takes, until the answer is there.
    let asked = body.clone();
    let question = Arc::new(body.read(app, Q::read).await?);
    let (reply, solved) = answer::<Q>(app, exchange.arrived(), &question, &asked).await?;
    let reply = reply.on_its_way(app.service().transit()).ok_or_else(Problem::overloaded)?;
    let mut response = reply.into_response();
    response.headers_mut().insert(CACHE_STATUS, HeaderValue::from_static(cache_status(solved.origin)));
    exchange.answered_by(solved);
    Ok(response)
}

/// Answers a question, by one of the answers that are kept if it can be; `asked` is how it was written, and the room it
/// takes until the solve has really ended.
pub(super) async fn answer<Q: Question>(
    app: &Arc<App>,
    arrived: Instant,
    question: &Arc<Q>,
    asked: &JsonBody,
) -> Result<(JsonReply, Solved), Problem> {
    let task = Task { arrived, limits: question.limits().clone(), effort: question.effort(app) };
    if task.effort == Effort::Instant {
        let mut answer = question.solve(app, &app.service().budget(&task));
        return Ok((answer.encode(), Solved::of(Q::KIND, answer.status(), answer.search())));
    }
    // Apart, so that what is answered at once does not carry about what it takes to look, nor to wait.
    if asked.text().len() <= MOST_KEPT_TEXT
        && let Some(kept) = Box::pin(app.answers().kept(Q::KIND, asked.text())).await
    {
        return Ok((kept.bytes.into(), Solved { origin: Origin::Kept, ..kept.note }));
    }
    Box::pin(in_turn(app, task, question, asked)).await
}

/// Answers a question by an answer that is kept, or by a solve when its turn comes.
async fn in_turn<Q: Question>(
    app: &Arc<App>,
    task: Task,
    question: &Arc<Q>,
    asked: &JsonBody,
) -> Result<(JsonReply, Solved), Problem> {
    let (shared, question, room) = (Arc::clone(app), Arc::clone(question), asked.room());
    let solving = app.service().solve(&task, move |budget, turn| {
        let _room = room;
        let mut answer = question.solve(&shared, budget);
        let search = answer.search();
        search.queued_us = turn.queued_us();
        search.elapsed_us = search.elapsed_us.saturating_sub(turn.paused_us());
        Encoded {
            bytes: answer.encode().to_keep(),
            is_final: answer.stopped_by().is_none(),
            note: Solved::of(Q::KIND, answer.status(), answer.search()),
        }
    });
    let text = asked.text();
    let (answer, origin) = if text.len() > MOST_KEPT_TEXT {
        (solving.await?, Origin::Bypass)
    } else {
        app.answers().get(Q::KIND, text, solving).await?
    };
    Ok((answer.bytes.into(), Solved { origin, ..answer.note }))
}
