//! What a verifier says of a path.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::IllegalMove;

/// What replaying a path showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Verification {
    /// Whether every move is legal.
    pub legal: bool,
    /// Whether the path is legal and does what was wanted.
    pub solved: bool,
    /// Legal moves made before the end, or before the first illegal one.
    #[schema(format = Int64, minimum = 0)]
    pub moves: u64,
    /// What those moves cost.
    #[schema(format = Int64, minimum = 0)]
    pub cost: u64,
    /// The first move that cannot be made, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first_illegal: Option<FirstIllegal>,
}

/// The first move of a path that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FirstIllegal {
    /// Its position in the path, from 0.
    #[schema(format = Int64, minimum = 0)]
    pub index: u64,
    /// The kind of mistake; `docs/errors.md` lists them. An open list.
    pub code: String,
    /// What is wrong and what would be right, for people.
    pub detail: String,
}

impl FirstIllegal {
    /// The move at this index is illegal.
    #[must_use]
    pub fn new(index: u64, code: IllegalMove, detail: impl Into<String>) -> Self {
        Self { index, code: code.name().to_owned(), detail: detail.into() }
    }
}
