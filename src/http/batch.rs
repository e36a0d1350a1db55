//! Batches: a spec a line, an answer a line, in the same order, any number of them in constant memory.
//!
//! Two sides run at their own pace. One takes lines off the wire, as far ahead as there is room, so that a client that
//! sends everything before it reads does not wait for itself. The other answers them when the client reads: several at a
//! time, but on no more than half of the cores. When the client goes away, both end.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use futures_util::{FutureExt as _, StreamExt as _};
use serde::Serialize;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::app::App;
use super::body::{ROOM_A_BODY_BYTE, is_plain};
use super::exchange::{Exchange, Owed};
use super::lines::{Line, Lines, Text};
use super::problem::{Problem, ProblemBody};
use super::question::{Question, answer};
use super::read_ahead::{End, Next, ReadAhead};
use crate::json::{Faults, Identified, ReadError};
use crate::service::Room;

const NDJSON: &str = "application/x-ndjson";

/// As many answers that are there already are sent at once.
const SENT_AT_ONCE: usize = 64;

/// Where all places are taken, a line waits so long before it is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// A line of the reply that tells of a problem.
#[derive(Debug, Serialize)]
struct Trouble {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    problem: ProblemBody,
}

/// The body of a batch, not yet read.
pub(super) struct BatchBody(Body);

impl FromRequest<Arc<App>> for BatchBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Arc<App>) -> Result<Self, Problem> {
        is_plain(request.headers(), NDJSON)?;
        Ok(Self(request.into_body()))
    }
}

/// Answers all lines of a batch.
pub(super) fn batch<Q: Question>(
    app: &Arc<App>,
    exchange: Arc<Exchange>,
    BatchBody(body): BatchBody,
) -> Result<Response, Problem> {
    let at_a_time = (app.service().cores() / 2).max(1);
    let limits = app.limits();
    let (line_bytes, ahead_bytes) =
        (limits.batch_line_bytes, limits.batch_ahead_bytes.max(limits.batch_line_bytes));
    let needed = 2 * ahead_bytes + line_bytes * ROOM_A_BODY_BYTE * at_a_time as u64;
    let room = app.service().transit().take(needed).ok_or_else(Problem::overloaded)?;
    let ahead = usize::try_from(ahead_bytes).unwrap_or(usize::MAX);
    let ahead = Arc::new(ReadAhead::new(Arc::clone(&exchange), ahead));
    let gone = CancellationToken::new();
    let reader = tokio::spawn(read(Arc::clone(app), body, Arc::clone(&ahead), gone.clone()));
    let most = usize::try_from(line_bytes).unwrap_or(usize::MAX);
    let source = Source {
        exchange,
        ahead,
        lines: Lines::new(most),
        owed: None,
        _reader: AbortOnDropHandle::new(reader),
        _room: room,
    };
    let asked = Arc::clone(app);
    let replies = stream::unfold(source, |mut source| async move { Some((source.next().await?, source)) })
        .map(move |taken| reply::<Q>(Arc::clone(&asked), taken))
        .buffered(at_a_time)
        .ready_chunks(SENT_AT_ONCE)
        .take_until(gone.cancelled_owned())
        .map(|replies| Ok::<Bytes, Infallible>(replies.concat().into()));
    let kind = [(CONTENT_TYPE, HeaderValue::from_static(NDJSON))];
    Ok((kind, Body::from_stream(replies)).into_response())
}

/// Takes a body off the wire while there is room for it; says when there is nobody left to reply to.
async fn read(app: Arc<App>, body: Body, ahead: Arc<ReadAhead>, gone: CancellationToken) {
    let mut body = body.into_data_stream();
    loop {
        let data = tokio::select! {
            data = body.next() => data,
            () = app.service().cancelled() => return ahead.end(End::Whole),
        };
        match data {
            Some(Ok(data)) => ahead.push(&data).await,
            Some(Err(error)) => {
                return match Problem::of_slow_body(&error) {
                    Some(problem) => ahead.end(End::TooSlow(problem)),
                    None => gone.cancel(),
                };
            }
            None => return ahead.end(End::Whole),
        }
    }
}

/// What is to be replied to.
enum Taken {
    /// A line, which is owed a reply.
    Line(Line, Owed),
    /// A line that did not come to its end.
    Cut(u64, Problem),
}

/// Where the lines come from, and all that ends with them.
struct Source {
    exchange: Arc<Exchange>,
    ahead: Arc<ReadAhead>,
    lines: Lines,
    /// While there may be whole lines left.
    owed: Option<Owed>,
    _reader: AbortOnDropHandle<()>,
    _room: Room,
}

impl Source {
    async fn next(&mut self) -> Option<(Arc<Exchange>, Taken)> {
        let exchange = &self.exchange;
        loop {
            if let Some(line) = self.lines.next() {
                return Some((Arc::clone(exchange), Taken::Line(line, exchange.owe())));
            }
            self.owed = None;
            match self.ahead.next().await {
                Next::Piece(piece, owed) => {
                    self.lines.push(&piece);
                    self.owed = Some(owed);
                }
                Next::End(End::TooSlow(problem)) => {
                    let cut = Taken::Cut(self.lines.number(), problem);
                    self.ahead.end(End::Whole);
                    self.lines.clear();
                    return Some((Arc::clone(exchange), cut));
                }
                Next::End(End::Whole) if self.lines.is_over() => return None,
                Next::End(End::Whole) => {
                    self.lines.end();
                    self.ahead.end(End::Whole);
                }
            }
        }
    }
}

/// The reply to a line, which ends in a line feed.
async fn reply<Q: Question>(app: Arc<App>, (exchange, taken): (Arc<Exchange>, Taken)) -> Vec<u8> {
    let (line, _owed) = match taken {
        Taken::Line(line, owed) => (line, owed),
        Taken::Cut(line, problem) => return told(&exchange, line, None, &problem),
    };
    let number = line.number;
    let text = match line.text {
        Text::Whole(text) => text,
        Text::TooLong(actual) => {
            let problem = Problem::line_too_large(app.limits().batch_line_bytes, actual);
            return told(&exchange, number, None, &problem);
        }
    };
    let Identified { id, faults, rest } = Identified::read(&text);
    let answered = AssertUnwindSafe(solve::<Q>(&app, faults, &rest)).catch_unwind().await;
    match answered.unwrap_or_else(|_| Err(Problem::internal())) {
        Ok(answer) => {
            let mut reply = format!("{{\"line\":{number}").into_bytes();
            if let Some(id) = &id {
                reply.extend_from_slice(b",\"id\":");
                reply.extend_from_slice(serde_json::Value::from(id.as_str()).to_string().as_bytes());
            }
            reply.extend_from_slice(b",\"answer\":");
            reply.extend_from_slice(&answer);
            reply.extend_from_slice(b"}\n");
            reply
        }
        Err(problem) => told(&exchange, number, id, &problem),
    }
}

/// The answer to one spec; its time runs from when its turn comes. Where all places are taken it waits for one.
async fn solve<Q: Question>(app: &Arc<App>, mut faults: Faults, text: &[u8]) -> Result<Bytes, Problem> {
    let arrived = Instant::now().into_std();
    let question = match Q::read(text, app.limits()) {
        Ok(question) if faults.is_empty() => Arc::new(question),
        Ok(_) => return Err(ReadError::Faults(faults).into()),
        Err(ReadError::Faults(others)) => {
            faults.append(others);
            return Err(ReadError::Faults(faults).into());
        }
        Err(error) => return Err(error.into()),
    };
    let patience = Duration::from_millis(question.limits().time_ms);
    loop {
        match answer(app, arrived, &question, text).await {
            Err(problem) if problem.is_overload() && arrived.elapsed() < patience => {
                tokio::time::sleep(PAUSE).await;
            }
            Err(problem) => return Err(problem),
            Ok((reply, solved)) => {
                app.edge().gauges.end_solve(&solved);
                return Ok(reply.into());
            }
        }
    }
}

fn told(exchange: &Exchange, line: u64, id: Option<String>, problem: &Problem) -> Vec<u8> {
    let line = Trouble { line, id, problem: problem.body(exchange.request_id()) };
    let mut text = serde_json::to_vec(&line).expect("problems are plain data");
    text.push(b'\n');
    text
}
