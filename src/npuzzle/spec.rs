//! The request as the caller writes it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};

use super::goal::GoalPreset;
use super::heuristic::MOST_WALKING_CELLS;
use super::informed::{MOST_TABLE_CELLS, has_pattern_databases};
use crate::contract::LimitsSpec;
use crate::grid::Size;
use crate::json::{Word, object, present, word};

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NpuzzleAlgorithm)]
pub enum Algorithm {
    /// The best for the board's size; the answer says which.
    #[default]
    Auto,
    /// Breadth-first: fewest moves, layer by layer.
    Bfs,
    /// Depth-first: some plan, often a long one.
    Dfs,
    /// Iterative-deepening depth-first: fewest moves in next to no memory.
    Iddfs,
    /// Breadth-first from both ends.
    Bidirectional,
    /// A*: fewest moves, guided by a heuristic.
    AStar,
    /// Iterative-deepening A*: the same in next to no memory.
    IdaStar,
    /// Line by line by fixed rules: some plan, at once, on a board of any size.
    Constructive,
}

impl Algorithm {
    /// The word for it in requests and answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::Iddfs => "iddfs",
            Self::Bidirectional => "bidirectional",
            Self::AStar => "a_star",
            Self::IdaStar => "ida_star",
            Self::Constructive => "constructive",
        }
    }

    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Auto,
        Self::Bfs,
        Self::Dfs,
        Self::Iddfs,
        Self::Bidirectional,
        Self::AStar,
        Self::IdaStar,
        Self::Constructive,
    ];

    /// Whether a depth limit applies.
    #[must_use]
    pub const fn knows_depth(self) -> bool {
        matches!(self, Self::Dfs | Self::Iddfs)
    }

    /// Whether a heuristic applies.
    #[must_use]
    pub const fn is_guided(self) -> bool {
        matches!(self, Self::Auto | Self::AStar | Self::IdaStar)
    }
}

impl Word for Algorithm {
    const WORDS: &'static [(&'static str, Self)] = &[
        (Self::Auto.name(), Self::Auto),
        (Self::Bfs.name(), Self::Bfs),
        (Self::Dfs.name(), Self::Dfs),
        (Self::Iddfs.name(), Self::Iddfs),
        (Self::Bidirectional.name(), Self::Bidirectional),
        (Self::AStar.name(), Self::AStar),
        (Self::IdaStar.name(), Self::IdaStar),
        (Self::Constructive.name(), Self::Constructive),
    ];
}

/// The estimate that guides `auto`, `a_star` and `ida_star`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NpuzzleHeuristic)]
pub enum HeuristicName {
    /// The best there is; the answer says which.
    #[default]
    Auto,
    /// Rows and columns from every tile to where it belongs.
    Manhattan,
    /// Manhattan distance, and two moves for each tile that must leave its line.
    LinearConflict,
    /// All vertical and all horizontal moves, each as if tiles could pass each other: boards of at most 16
    /// cells.
    WalkingDistance,
    /// What groups of tiles need by themselves, from tables that are built when first wanted (it waits for them):
    /// boards of at most 25 cells with at least two rows and columns.
    PatternDatabase,
}

impl HeuristicName {
    /// The word for it in requests and answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear_conflict",
            Self::WalkingDistance => "walking_distance",
            Self::PatternDatabase => "pattern_database",
        }
    }

    /// Whether there is such an estimate for boards of this size.
    #[must_use]
    pub fn knows(self, size: Size) -> bool {
        match self {
            Self::Auto | Self::Manhattan | Self::LinearConflict => true,
            Self::WalkingDistance => size.cells() <= MOST_WALKING_CELLS,
            Self::PatternDatabase => has_pattern_databases(size),
        }
    }

    /// Boards of more cells are too large for it.
    pub(super) const fn most_cells(self) -> usize {
        match self {
            Self::Auto | Self::Manhattan | Self::LinearConflict => usize::MAX,
            Self::WalkingDistance => MOST_WALKING_CELLS,
            Self::PatternDatabase => MOST_TABLE_CELLS,
        }
    }

    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Auto, Self::Manhattan, Self::LinearConflict, Self::WalkingDistance, Self::PatternDatabase];
}

impl Word for HeuristicName {
    const WORDS: &'static [(&'static str, Self)] = &[
        (Self::Auto.name(), Self::Auto),
        (Self::Manhattan.name(), Self::Manhattan),
        (Self::LinearConflict.name(), Self::LinearConflict),
        (Self::WalkingDistance.name(), Self::WalkingDistance),
        (Self::PatternDatabase.name(), Self::PatternDatabase),
    ];
}

/// How much to find out and to send; each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NpuzzleDetail)]
pub enum Detail {
    /// Whether the goal can be reached. No search.
    Verdict,
    /// In how few moves.
    Cost,
    /// By which moves.
    #[default]
    Path,
    /// And every board on the way.
    Boards,
}

impl Word for Detail {
    const WORDS: &'static [(&'static str, Self)] =
        &[("verdict", Self::Verdict), ("cost", Self::Cost), ("path", Self::Path), ("boards", Self::Boards)];
}

/// A tile's number in the contract: a whole number, 0 for the blank.
pub(super) struct TileNumber;

impl utoipa::PartialSchema for TileNumber {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .description(Some("A tile's number; 0 is the blank."))
            .minimum(Some(0))
            .maximum(Some(65_535))
            .into()
    }
}

impl ToSchema for TileNumber {
    fn name() -> std::borrow::Cow<'static, str> {
        "Tile".into()
    }
}

/// A sliding-tile board to solve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"board": [[8, 1, 3], [4, 0, 2], [7, 6, 5]]}))]
pub struct NpuzzleSpec {
    /// Rows of numbers: each of 0 … rows·cols−1 once, 0 for the blank. Any rectangle up to 256 × 256.
    #[schema(value_type = Vec<Vec<TileNumber>>, min_items = 1, max_items = 256)]
    pub board: Vec<Vec<u32>>,
    /// Rows of the board that is wanted; of the board's size. Left out: `goal_preset`.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Vec<TileNumber>>, nullable = false, min_items = 1, max_items = 256)]
    pub goal: Option<Vec<Vec<u32>>>,
    /// The board that is wanted, by name; not together with `goal`. Both left out: `blank_last`.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub goal_preset: Option<GoalPreset>,
    /// How to search. Left out: `auto`.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub algorithm: Option<Algorithm>,
    /// What guides the search; not with `bfs`, `dfs`, `iddfs`, `bidirectional`,
    /// `constructive`. Left out: `auto`.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub heuristic: Option<HeuristicName>,
    /// How much to find out and to send. Left out: `path`.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<Detail>,
    /// Limits of this request.
    #[serde(default, deserialize_with = "object", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub limits: Option<LimitsSpec>,
}

impl NpuzzleSpec {
    /// A board to bring to `blank_last`, everything else left out.
    #[must_use]
    pub const fn of(board: Vec<Vec<u32>>) -> Self {
        Self {
            board,
            goal: None,
            goal_preset: None,
            algorithm: None,
            heuristic: None,
            detail: None,
            limits: None,
        }
    }
}
