//! `GET /problems/{name}`: what a problem type means, with an example and the remedy.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::problem::{Problem, ProblemBody};
use super::problem_kind::ProblemKind;
use super::reply::JsonReply;
use crate::json::{FaultCode, shorten};

/// What a problem type means.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct ProblemType {
    /// The path of this page, which is the problem's `type`.
    r#type: String,
    /// The kind of problem in a few words.
    title: String,
    /// The HTTP status it comes with.
    status: u16,
    /// What it means.
    meaning: String,
    /// What to do about it.
    remedy: String,
    /// A request that meets it.
    example: String,
    /// The codes in `errors` of an invalid spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    codes: Option<Vec<FaultMeaning>>,
}

/// What a code in `errors` means.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct FaultMeaning {
    /// The code.
    code: String,
    /// What it means and what would be right.
    meaning: String,
}

/// A request that meets the problem.
const fn example(kind: ProblemKind) -> &'static str {
    match kind {
        ProblemKind::MalformedJson => "POST /parking with the body {\"rows\": 3,",
        ProblemKind::Unauthorized => "GET /limits without a token, where tokens are configured",
        ProblemKind::NotFound => "GET /problems/no-such-problem",
        ProblemKind::MethodNotAllowed => "GET /parking",
        ProblemKind::BodyTooLarge => "POST /npuzzle with more bytes than body_bytes of /limits",
        ProblemKind::UnsupportedMediaType => "POST /parking with Content-Type: text/plain",
        ProblemKind::InvalidSpec => "POST /parking with the body {\"rows\": 0, \"colour\": \"red\"}",
        ProblemKind::BodyTooSlow => "POST /npuzzle with a body that stops coming before its end",
        ProblemKind::UriTooLong => "GET /limits? followed by more bytes than a path and query may have",
        ProblemKind::HeadersTooLarge => "GET /limits with a header of more bytes than headers may have",
        ProblemKind::Internal => "none that is known",
        ProblemKind::TooManyInFlight => "POST /npuzzle while this caller has in_flight of /limits under way",
        ProblemKind::Overloaded => "POST /npuzzle while more solves wait than waiting of /limits",
        ProblemKind::Draining => "GET /readyz after the process got SIGTERM",
    }
}

/// Explain a problem type.
#[utoipa::path(
    get,
    path = "/problems/{name}",
    operation_id = "getProblemType",
    tag = "service",
    params(("name" = String, Path, description = "The last part of a problem's `type`", example = "invalid-spec")),
    responses(
        (status = 200, description = "What the problem means and how to mend it", body = ProblemType),
        (status = 404, description = "No such problem", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub(super) async fn handle(name: Result<Path<String>, PathRejection>) -> Result<JsonReply, Problem> {
    let name = name.map_or_else(|_| String::new(), |Path(name)| name);
    let Some(kind) = ProblemKind::ALL.into_iter().find(|kind| kind.name() == name) else {
        let all = ProblemKind::ALL.map(ProblemKind::name).join(", ");
        return Err(Problem::not_found(format!("there is no problem {}; there are {all}", shorten(&name))));
    };
    let codes = || {
        let meaning = |code: &FaultCode| FaultMeaning {
            code: code.name().to_owned(),
            meaning: code.meaning().to_owned(),
        };
        FaultCode::ALL.iter().map(meaning).collect()
    };
    Ok(JsonReply::of(&ProblemType {
        r#type: format!("/problems/{}", kind.name()),
        title: kind.title().to_owned(),
        status: kind.status().as_u16(),
        meaning: kind.meaning().to_owned(),
        remedy: kind.remedy().to_owned(),
        example: example(kind).to_owned(),
        codes: (kind == ProblemKind::InvalidSpec).then(codes),
    }))
}
