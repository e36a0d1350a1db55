//! A request, read and checked: what [`solve`](super::solve()) works on.

use super::faults::read_spec;
use super::ground::goal_states;
use super::labels::Labels;
use super::lot::Lot;
use super::spec::{ParkingAlgorithm, ParkingDetail, ParkingMotion, ParkingSpec};
use crate::contract::{Limits, LimitsUsed};
use crate::json::{self, Document, FaultCode, Faults, Pointer, ReadError};

/// A lot, and how to solve it.
#[derive(Clone, Debug)]
pub struct Request {
    lot: Lot,
    pub(super) labels: Option<Labels>,
    pub(super) algorithm: ParkingAlgorithm,
    pub(super) detail: ParkingDetail,
    limits: LimitsUsed,
}

/// Why a spec of the right types is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Some field is wrong; reading the faults says which.
    Invalid,
    /// All is well, but `bidirectional` would have to start from this many goal states.
    Goals(u64),
}

impl Request {
    /// Reads a JSON spec. Time linear in the length of the text and the number of cells.
    ///
    /// # Errors
    /// The text is no JSON, or every fault of the spec.
    pub fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        let refusal = match json::read_object::<ParkingSpec>(text) {
            Some(spec) => match Self::new(&spec, limits) {
                Ok(request) => return Ok(request),
                Err(refusal) => refusal,
            },
            None => Refusal::Invalid,
        };
        let document = Document::parse(text)?;
        let mut faults = Faults::default();
        match refusal {
            Refusal::Invalid => read_spec(&mut faults, document.root(), limits.parking_side),
            Refusal::Goals(goals) => refuse_goals(&mut faults, &Pointer::Root, goals, limits),
        }
        Err(ReadError::Faults(faults))
    }

    /// Checks a spec that did not come as JSON.
    ///
    /// # Errors
    /// Every fault of the spec.
    pub fn from_spec(spec: &ParkingSpec, limits: &Limits) -> Result<Self, Faults> {
        Self::new(spec, limits).or_else(|_| {
            let text = serde_json::to_vec(spec).unwrap_or_default();
            Self::read(&text, limits).map_err(|error| match error {
                ReadError::Faults(faults) => faults,
                ReadError::Syntax(error) => {
                    let mut faults = Faults::default();
                    faults.add(&Pointer::Root, FaultCode::WrongType, error.to_string());
                    faults
                }
            })
        })
    }

    pub(super) fn new(spec: &ParkingSpec, limits: &Limits) -> Result<Self, Refusal> {
        let lot = Lot::new(spec, limits.parking_side).map_err(|_| Refusal::Invalid)?;
        let labels = Labels::new(spec, &lot).map_err(|_| Refusal::Invalid)?;
        let algorithm = spec.algorithm.unwrap_or_default();
        if let Some(asked) = &spec.limits
            && (!asked.is_valid() || asked.depth.is_some() && !algorithm.knows_depth())
        {
            return Err(Refusal::Invalid);
        }
        if algorithm == ParkingAlgorithm::Bidirectional {
            if lot.cars().len() > 1 || lot.motion() != ParkingMotion::Single {
                return Err(Refusal::Invalid);
            }
            let goals = goal_states(&lot);
            if goals > limits.bidirectional_goals {
                return Err(Refusal::Goals(goals));
            }
        }
        let detail = spec.detail.unwrap_or_default();
        Ok(Self { lot, labels, algorithm, detail, limits: limits.used(spec.limits.as_ref()) })
    }

    /// The same request for another state of its lot.
    pub(super) fn with_lot(&self, lot: Lot) -> Self {
        Self { lot, labels: None, limits: self.limits.clone(), ..*self }
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &LimitsUsed {
        &self.limits
    }

    /// The lot.
    #[must_use]
    pub const fn lot(&self) -> &Lot {
        &self.lot
    }
}

/// Notes that a lot is too much for `bidirectional`; `at` is where its spec stands.
pub(super) fn refuse_goals(faults: &mut Faults, at: &Pointer<'_>, goals: u64, limits: &Limits) {
    let detail = format!(
        "bidirectional starts from every goal state at once, here {goals} of them; \
         the server takes up to {}: choose another algorithm",
        limits.bidirectional_goals
    );
    faults.add(&Pointer::Field(at, "algorithm"), FaultCode::NotApplicable, detail);
}
