//! What a request for a lot looks like on the wire, field by field; nothing here is checked yet.
//!
//! A spec that deserialises has the right JSON types and no unknown field. Whether it describes a lot is for
//! [`Lot::new`](super::Lot::new) to say, and what exactly is wrong with it for the reading of its faults.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::contract::LimitsSpec;
use crate::grid::Cell;
use crate::json::{Word, object, present, word};

/// The most that one move may cost.
pub(super) const MOST_COST: u32 = 1_000_000;

/// A lot, the cars to take out of it, and how to look for the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParkingSpec {
    /// Rows of the lot.
    #[schema(format = Int64, minimum = 1, maximum = 1000)]
    pub rows: u32,
    /// Columns of the lot.
    #[schema(format = Int64, minimum = 1, maximum = 1000)]
    pub cols: u32,
    /// The cars to take out. One that stands on an exit leaves at once, and its cell is empty from then on.
    /// Left out: the car in the top left corner.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1)]
    pub cars: Option<Vec<Cell>>,
    /// Take the cars out in the order given: only the first of those that remain may leave, the others wait on
    /// exits or pass over them. Left out: false, they leave in whichever order is cheapest.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub in_order: Option<bool>,
    /// Where cars may leave; one on a blocked cell is legal and unreachable. Left out: the bottom right
    /// corner.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 1)]
    pub exits: Option<Vec<Cell>>,
    /// The empty cells; every cell that is neither empty nor blocked holds a car. Left out: the first exit, or
    /// none if that cell is blocked or holds one of `cars`.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub empty: Option<Vec<Cell>>,
    /// Cells that hold neither car nor space: pillars, lifts, missing cells. Left out: none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub blocked: Option<Vec<Cell>>,
    /// What moves cost. Left out: 1 each. With `parallel` and `parallel_block` the cost of a plan is the number of
    /// its time steps, and anything but 1 is a fault.
    #[serde(default, deserialize_with = "object", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cost: Option<ParkingCost>,
    /// How cars may move. Left out: `single`.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub motion: Option<ParkingMotion>,
    /// The cars' own names: a row of strings for each row of the lot, an empty string where there is no car or
    /// none with a name. No name occurs twice. Moves then carry the names of the cars that slide.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub labels: Option<Vec<Vec<String>>>,
    /// How to look for the plan. Left out: `auto`.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub algorithm: Option<ParkingAlgorithm>,
    /// How much to find out and send. Left out: `path`.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub detail: Option<ParkingDetail>,
    /// Limits of the search. Left out: the server's defaults.
    #[serde(default, deserialize_with = "object", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub limits: Option<LimitsSpec>,
}

impl ParkingSpec {
    /// A lot of this size with everything else left out.
    #[must_use]
    pub const fn new(rows: u32, cols: u32) -> Self {
        Self {
            rows,
            cols,
            cars: None,
            in_order: None,
            exits: None,
            empty: None,
            blocked: None,
            cost: None,
            motion: None,
            labels: None,
            algorithm: None,
            detail: None,
            limits: None,
        }
    }
}

/// What one move costs along each axis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParkingCost {
    /// Cost of a move to another column. Left out: 1.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0, maximum = 1_000_000)]
    pub horizontal: Option<u32>,
    /// Cost of a move to another row. Left out: 1.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Int64, minimum = 0, maximum = 1_000_000)]
    pub vertical: Option<u32>,
}

/// How cars may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParkingMotion {
    /// One car slides one cell into an empty neighbour.
    #[default]
    Single,
    /// A straight, unbroken line of one or more cars slides one cell into the empty at its head, as one move.
    Block,
    /// Time steps: each is a set of single moves whose cells are pairwise disjoint. The cost is the number of steps.
    Parallel,
    /// The same with block moves.
    ParallelBlock,
}

impl ParkingMotion {
    /// Whether a line of several cars may slide as one move.
    pub(super) const fn in_blocks(self) -> bool {
        matches!(self, Self::Block | Self::ParallelBlock)
    }

    /// Whether several moves may share a time step, and the cost is the number of steps.
    pub(super) const fn in_steps(self) -> bool {
        matches!(self, Self::Parallel | Self::ParallelBlock)
    }
}

impl Word for ParkingMotion {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("single", Self::Single),
        ("block", Self::Block),
        ("parallel", Self::Parallel),
        ("parallel_block", Self::ParallelBlock),
    ];
}

/// How to look for the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParkingAlgorithm {
    /// Whatever proves the cheapest plan soonest.
    #[default]
    Auto,
    /// Breadth-first search: fewest moves.
    Bfs,
    /// Depth-first search: some plan.
    Dfs,
    /// Iterative-deepening depth-first search: fewest moves.
    Iddfs,
    /// Breadth-first search from both ends: fewest moves.
    Bidirectional,
    /// A* under a lower bound: smallest cost.
    AStar,
}

impl ParkingAlgorithm {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Auto, Self::Bfs, Self::Dfs, Self::Iddfs, Self::Bidirectional, Self::AStar];

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
        }
    }

    /// Whether a depth limit means something for it.
    pub(super) const fn knows_depth(self) -> bool {
        matches!(self, Self::Dfs | Self::Iddfs)
    }

    /// Whether it minimises the number of moves, whatever they cost.
    pub(super) const fn minimises_moves(self) -> bool {
        matches!(self, Self::Bfs | Self::Iddfs | Self::Bidirectional)
    }
}

impl Word for ParkingAlgorithm {
    const WORDS: &'static [(&'static str, Self)] = &[
        (Self::Auto.name(), Self::Auto),
        (Self::Bfs.name(), Self::Bfs),
        (Self::Dfs.name(), Self::Dfs),
        (Self::Iddfs.name(), Self::Iddfs),
        (Self::Bidirectional.name(), Self::Bidirectional),
        (Self::AStar.name(), Self::AStar),
    ];
}

/// How much to find out and send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParkingDetail {
    /// Whether there is a plan.
    Verdict,
    /// What it costs.
    Cost,
    /// The plan, move by move.
    #[default]
    Path,
}

impl Word for ParkingDetail {
    const WORDS: &'static [(&'static str, Self)] =
        &[("verdict", Self::Verdict), ("cost", Self::Cost), ("path", Self::Path)];
}
