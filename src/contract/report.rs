//! How an answer was found: the one part of it that may differ from run to run.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::json::Fields;
use crate::search::SearchStats;

/// What a search minimised, where that is not the cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Minimised {
    /// The number of moves, though moves differ in cost.
    Moves,
}

/// Figures of the search behind an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchReport {
    /// What really ran: the algorithm asked for, or what `auto` chose. An open list.
    #[schema(value_type = String)]
    pub algorithm: Cow<'static, str>,
    /// The estimate that guided it, if it was guided. An open list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, nullable = false)]
    pub heuristic: Option<Cow<'static, str>>,
    /// What was minimised, where that is not the cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub minimised: Option<Minimised>,
    /// States whose moves were tried.
    #[schema(format = Int64, minimum = 0)]
    pub expanded: u64,
    /// States generated.
    #[schema(format = Int64, minimum = 0)]
    pub generated: u64,
    /// The largest number of states held at one time.
    #[schema(format = Int64, minimum = 0)]
    pub peak_states: u64,
    /// Microseconds spent on solving.
    #[schema(format = Int64, minimum = 0)]
    pub elapsed_us: u64,
    /// Microseconds spent on waiting for a free core.
    #[schema(format = Int64, minimum = 0)]
    pub queued_us: u64,
}

impl SearchReport {
    /// A report of this algorithm with these figures; the times are filled in by whoever measures them.
    #[must_use]
    pub fn new(algorithm: impl Into<Cow<'static, str>>, stats: SearchStats) -> Self {
        Self {
            algorithm: algorithm.into(),
            heuristic: None,
            minimised: None,
            expanded: stats.expanded,
            generated: stats.generated,
            peak_states: stats.peak_states,
            elapsed_us: 0,
            queued_us: 0,
        }
    }

    /// Writes its fields as serde does.
    pub fn write(&self, fields: &mut Fields<'_>) {
        fields.text("algorithm", &self.algorithm);
        if let Some(heuristic) = &self.heuristic {
            fields.text("heuristic", heuristic);
        }
        if let Some(Minimised::Moves) = self.minimised {
            fields.text("minimised", "moves");
        }
        fields.number("expanded", self.expanded);
        fields.number("generated", self.generated);
        fields.number("peak_states", self.peak_states);
        fields.number("elapsed_us", self.elapsed_us);
        fields.number("queued_us", self.queued_us);
    }
}
