//! A request that is checked: its board and goal exist, its options fit together.

use super::board::Board;
use super::faults;
use super::goal::Goal;
use super::spec::{Algorithm, Detail, HeuristicName, NpuzzleSpec};
use crate::contract::{Limits, LimitsUsed};
use crate::json::{Document, Faults, ReadError, read_object};

/// A valid request.
#[derive(Clone, Debug)]
pub struct Request {
    pub(super) board: Board,
    pub(super) goal: Goal,
    pub(super) algorithm: Algorithm,
    pub(super) heuristic: HeuristicName,
    pub(super) detail: Detail,
    pub(super) limits: LimitsUsed,
}

impl Request {
    /// Reads a JSON text. Time linear in its length.
    ///
    /// # Errors
    /// Why the text is no JSON, or everything that is wrong with the spec.
    pub fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        if let Some(request) = read_object(text).and_then(|spec| Self::new(&spec, limits)) {
            return Ok(request);
        }
        let document = Document::parse(text)?;
        let mut faults = Faults::default();
        faults::of_spec(&mut faults, document.root(), limits);
        Err(ReadError::Faults(faults))
    }

    /// Checks a spec; `None` if anything is wrong with it. ([`Self::read`] says what.)
    #[must_use]
    pub fn new(spec: &NpuzzleSpec, limits: &Limits) -> Option<Self> {
        let board = Board::new(&spec.board).ok()?;
        let size = board.size();
        if size.rows > limits.npuzzle_side || size.cols > limits.npuzzle_side {
            return None;
        }
        let goal = match (&spec.goal, spec.goal_preset) {
            (Some(_), Some(_)) => return None,
            (Some(rows), None) => Goal::explicit(Board::new(rows).ok().filter(|goal| goal.size() == size)?),
            (None, preset) => Goal::preset(preset.unwrap_or_default(), size),
        };
        let algorithm = spec.algorithm.unwrap_or_default();
        let heuristic = spec.heuristic.unwrap_or_default();
        let fits = (algorithm.is_guided() || heuristic == HeuristicName::Auto) && heuristic.knows(size);
        let asked = spec.limits.as_ref();
        let depth_fits = algorithm.knows_depth() || asked.is_none_or(|limits| limits.depth.is_none());
        (fits && depth_fits && asked.is_none_or(crate::contract::LimitsSpec::is_valid)).then(|| Self {
            board,
            goal,
            algorithm,
            heuristic,
            detail: spec.detail.unwrap_or_default(),
            limits: limits.used(asked),
        })
    }

    /// The board to start from.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board that is wanted.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &LimitsUsed {
        &self.limits
    }
}
