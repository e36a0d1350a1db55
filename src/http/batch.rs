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
use super::body::{JsonBody, READ_INLINE, ROOM_A_BODY_BYTE, is_plain};
use super::exchange::{Exchange, Owed};
use super::lines::{Line, Lines, Text};
use super::problem::{Problem, ProblemBody};
use super::question::{Question, answer};
use super::read_ahead::{End, Next, ReadAhead};
use crate::contract::Effort;
use crate::json::{Identified, ReadError};
use crate::service::Room;

const NDJSON: &str = "application/x-ndjson";

/// As many answers that are there already are sent at once.
const SENT_AT_ONCE: usize = 64;

/// Where all places are taken, a line waits so long before it is tried again.
const PAUSE: Duration = Duration::from_millis(50);
/// Each time twice as long, up to this.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

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
    let limits = app.limits();
    let (line_bytes, ahead_bytes) =
        (limits.batch_line_bytes, limits.batch_ahead_bytes.max(limits.batch_line_bytes));
    // Half of the cores, but no more than there is room for.
    let transit = app.service().transit();
    let a_line = line_bytes * ROOM_A_BODY_BYTE;
    let fitting = (transit.most() / 2).saturating_sub(2 * ahead_bytes) / a_line.max(1);
    let at_a_time = (app.service().cores() / 2).min(fitting as usize).max(1);
    let needed = 2 * ahead_bytes + a_line * at_a_time as u64;
    let room = transit.take(needed).ok_or_else(Problem::overloaded)?;
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
        .map(|replies| Ok::<Bytes, Infallible>(joined(replies)));
    let kind = [(CONTENT_TYPE, HeaderValue::from_static(NDJSON))];
    Ok((kind, Body::from_stream(replies)).into_response())
}

/// Takes a body off the wire while there is room for it; says when there is nobody left to reply to.
async fn read(app: Arc<App>, body: Body, ahead: Arc<ReadAhead>, gone: CancellationToken) {
    let mut body = body.into_data_stream();
    loop {
        let data = tokio::select! {
            data = body.next() => data,
            () = app.service().cancelled() => return ahead.end(End::Cut(Problem::draining())),
        };
        match data {
            Some(Ok(data)) => ahead.push(&data).await,
            Some(Err(error)) => {
                return match Problem::of_slow_body(&error) {
                    Some(problem) => ahead.end(End::Cut(problem)),
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
                Next::End(End::Cut(problem)) => {
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

/// The reply to a line, which ends in a line feed, and the room that a long one takes.
#[derive(Debug)]
struct Reply {
    text: Vec<u8>,
    room: Option<Room>,
}

/// Replies that are sent at once, and their rooms until they are.
struct Joined {
    text: Vec<u8>,
    _rooms: Vec<Room>,
}

impl AsRef<[u8]> for Joined {
    fn as_ref(&self) -> &[u8] {
        &self.text
    }
}

fn joined(replies: Vec<Reply>) -> Bytes {
    let mut text = Vec::with_capacity(replies.iter().map(|reply| reply.text.len()).sum());
    let mut rooms = Vec::new();
    for reply in replies {
        text.extend_from_slice(&reply.text);
        rooms.extend(reply.room);
    }
    Bytes::from_owner(Joined { text, _rooms: rooms })
}

/// Replies to a line. Only what takes microseconds is done here, where it goes on only while the client reads; everything
/// that waits for a turn or shares a solve runs by itself, so that a client which does not read holds up nobody else.
async fn reply<Q: Question>(app: Arc<App>, (exchange, taken): (Arc<Exchange>, Taken)) -> Reply {
    let (line, owed) = match taken {
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
    if text.len() <= READ_INLINE {
        let read = std::panic::catch_unwind(AssertUnwindSafe(|| Asked::<Q>::read(&app, &text)));
        match read {
            Ok(asked) if asked.is_instant(&app) => {
                let answered = AssertUnwindSafe(asked.answer(&app)).catch_unwind().await;
                let answered = answered.unwrap_or_else(|_| Err(Problem::internal()));
                return written(&app, &exchange, number, asked.id, answered).await;
            }
            Ok(asked) => return by_itself(app, exchange, number, owed, async move |_| asked).await,
            Err(_) => return told(&exchange, number, None, &Problem::internal()),
        }
    }
    let read = async move |app: Arc<App>| {
        let shared = Arc::clone(&app);
        let read = app.service().off_the_runtime(move || Asked::<Q>::read(&shared, &text)).await;
        read.unwrap_or_else(|_| Asked {
            id: None,
            question: Err(Problem::internal()),
            text: JsonBody::of_text(Bytes::new()),
        })
    };
    by_itself(app, exchange, number, owed, read).await
}

/// Has a line answered in a task of its own, which ends when nobody waits for it.
async fn by_itself<Q: Question, F>(
    app: Arc<App>,
    exchange: Arc<Exchange>,
    number: u64,
    owed: Owed,
    read: impl FnOnce(Arc<App>) -> F + Send + 'static,
) -> Reply
where
    F: Future<Output = Asked<Q>> + Send,
{
    let (shared, told_by) = (Arc::clone(&app), Arc::clone(&exchange));
    let task = tokio::spawn(async move {
        let _owed = owed;
        let asked = read(Arc::clone(&shared)).await;
        let answered = asked.answer(&shared).await;
        written(&shared, &told_by, number, asked.id, answered).await
    });
    let done = AbortOnDropHandle::new(task).await;
    done.unwrap_or_else(|_| told(&exchange, number, None, &Problem::internal()))
}

/// What a line asks.
struct Asked<Q> {
    id: Option<String>,
    question: Result<Arc<Q>, Problem>,
    text: JsonBody,
}

impl<Q: Question> Asked<Q> {
    fn read(app: &App, text: &[u8]) -> Self {
        let Identified { id, mut faults, rest } = Identified::read(text);
        let question = match Q::read(&rest, app.limits()) {
            Ok(question) if faults.is_empty() => Ok(Arc::new(question)),
            Ok(_) => Err(ReadError::Faults(faults).into()),
            Err(ReadError::Faults(others)) => {
                faults.append(others);
                Err(ReadError::Faults(faults).into())
            }
            Err(error) => Err(error.into()),
        };
        Self { id, question, text: JsonBody::of_text(Bytes::copy_from_slice(&rest)) }
    }

    fn is_instant(&self, app: &App) -> bool {
        self.question.as_ref().is_ok_and(|question| question.effort(app) == Effort::Instant)
            || self.question.is_err()
    }

    /// The answer; its time runs from now. Where all places are taken it waits for one.
    async fn answer(&self, app: &Arc<App>) -> Result<Bytes, Problem> {
        let arrived = Instant::now().into_std();
        let question = self.question.as_ref().map_err(Clone::clone)?;
        let patience = Duration::from_millis(question.limits().time_ms);
        let mut pause = PAUSE;
        loop {
            match answer(app, arrived, question, &self.text).await {
                Err(problem) if problem.is_overload() && arrived.elapsed() < patience => {
                    tokio::time::sleep(pause).await;
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
                Err(problem) => return Err(problem),
                Ok((reply, solved)) => {
                    app.edge().gauges.end_solve(&solved);
                    return Ok(reply.into_bytes());
                }
            }
        }
    }
}

/// Writes the reply down, once there is room for it if it is long.
async fn written(
    app: &App,
    exchange: &Exchange,
    number: u64,
    id: Option<String>,
    answered: Result<Bytes, Problem>,
) -> Reply {
    let answer = match answered {
        Ok(answer) => answer,
        Err(problem) => return told(exchange, number, id, &problem),
    };
    let room = if answer.len() <= READ_INLINE {
        None
    } else {
        // As it is, and joined with others.
        match app.service().transit().take(2 * answer.len() as u64) {
            Some(room) => Some(room),
            None => return told(exchange, number, id, &Problem::overloaded()),
        }
    };
    let mut text = Vec::with_capacity(answer.len() + 64 + id.as_ref().map_or(0, String::len));
    text.extend_from_slice(format!("{{\"line\":{number}").as_bytes());
    if let Some(id) = &id {
        text.extend_from_slice(b",\"id\":");
        text.extend_from_slice(serde_json::Value::from(id.as_str()).to_string().as_bytes());
    }
    text.extend_from_slice(b",\"answer\":");
    text.extend_from_slice(&answer);
    text.extend_from_slice(b"}\n");
    Reply { text, room }
}

fn told(exchange: &Exchange, line: u64, id: Option<String>, problem: &Problem) -> Reply {
    let line = Trouble { line, id, problem: problem.body(exchange.request_id()) };
    let mut text = serde_json::to_vec(&line).expect("problems are plain data");
    text.push(b'\n');
    Reply { text, room: None }
}
