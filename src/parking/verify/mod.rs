//! The verifier: replays a path on a lot by rules of its own.
//!
//! It shares the reading of specs with the solvers and nothing else, so that a mistake in how they move cars
//! cannot hide itself. A path of the right JSON types is never a fault: whatever is wrong with a move is said
//! in [`Verification::first_illegal`].

mod replay;

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use self::replay::Replay;
use super::faults::read_spec;
use super::request::{Refusal, Request, refuse_goals};
use super::spec::ParkingSpec;
use crate::contract::{FirstIllegal, Limits, Verification};
use crate::json::{self, Document, Faults, Node, Pointer, ReadError, present, required_object};

/// A lot and the path to replay on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParkingVerifySpec {
    /// The lot, as for solving.
    #[serde(deserialize_with = "required_object")]
    pub spec: ParkingSpec,
    /// The path, as answered.
    pub path: Vec<ParkingVerifyMove>,
}

/// One move of a path to replay: a line of cars, most often of one, slides one cell. Numbers, cells and names that
/// make no sense are no faults; they make the path illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ParkingVerifyMove {
    /// Number of the move, counted from 1 without gaps; moves of one time step share it.
    #[schema(format = Int64)]
    pub step: i64,
    /// Where the last car of the line stands: `[row, col]`.
    #[schema(value_type = Vec<i64>)]
    pub from: Vec<i64>,
    /// The empty cell that the first car of the line fills: `[row, col]`.
    #[schema(value_type = Vec<i64>)]
    pub to: Vec<i64>,
    /// Names of the cars that slide, the last of the line first. Compared if the spec has `labels`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub labels: Option<Vec<String>>,
}

impl<'de> Deserialize<'de> for ParkingVerifyMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            step: i64,
            from: Vec<i64>,
            to: Vec<i64>,
            #[serde(default, deserialize_with = "present")]
            labels: Option<Vec<String>>,
        }
        let Fields { step, from, to, labels } = required_object(deserializer)?;
        Ok(Self { step, from, to, labels })
    }
}

/// A path to replay, read and checked as far as JSON types go.
#[derive(Clone, Debug)]
pub struct VerifyRequest {
    request: Request,
    path: Vec<ParkingVerifyMove>,
}

impl VerifyRequest {
    /// Cells of the lot.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.request.lot().size().cells()
    }

    /// Reads `{"spec": …, "path": […]}`. Time linear in the length of the text and the number of cells.
    ///
    /// # Errors
    /// The text is no JSON, or every fault of the spec and of the path's JSON types.
    pub fn read(text: &[u8], limits: &Limits) -> Result<Self, ReadError> {
        let refusal = match json::read_object::<ParkingVerifySpec>(text) {
            Some(ParkingVerifySpec { spec, path }) => match Request::new(&spec, limits) {
                Ok(request) => return Ok(Self { request, path }),
                Err(refusal) => refusal,
            },
            None => Refusal::Invalid,
        };
        let document = Document::parse(text)?;
        let mut faults = Faults::default();
        match refusal {
            Refusal::Invalid => read_faults(&mut faults, document.root(), limits),
            Refusal::Goals(goals) => {
                refuse_goals(&mut faults, &Pointer::Field(&Pointer::Root, "spec"), goals, limits);
            }
        }
        Err(ReadError::Faults(faults))
    }
}

fn read_faults(faults: &mut Faults, node: Node<'_, '_>, limits: &Limits) {
    let Some(mut request) = node.object(faults) else { return };
    request.require("spec", faults, |faults, node| {
        read_spec(faults, node, limits.parking_side);
        Some(())
    });
    request.require("path", faults, |faults, node| {
        node.items(faults, "a list of moves", |faults, node| {
            let Some(mut entry) = node.object(faults) else { return };
            entry.require("step", faults, |faults, node| node.integer(faults, i64::MIN..=i64::MAX));
            for name in ["from", "to"] {
                entry.require(name, faults, |faults, node| {
                    node.items(faults, "a cell, [row, col],", |faults, node| {
                        node.integer(faults, i64::MIN..=i64::MAX);
                    });
                    Some(())
                });
            }
            entry.take("labels", faults, |faults, node| {
                node.items(faults, "a list of names", |faults, node| {
                    node.string(faults);
                });
                None::<()>
            });
            entry.finish(faults);
        });
        Some(())
    });
    request.finish(faults);
}

/// Replays the path, move by move, up to the first that is illegal. Time linear in path and lot.
///
/// A car to take out leaves at the end of the move or time step that brings it to an exit, if it may, and its
/// cell is empty from then on; what the other cars do afterwards is still replayed.
#[must_use]
pub fn verify(request: &VerifyRequest) -> Verification {
    let VerifyRequest { request, path } = request;
    let mut replay = Replay::of(request.lot(), request.labels.as_ref());
    let (mut moves, mut cost) = (0, 0);
    for entry in path {
        match replay.make(entry) {
            Ok(spent) => {
                moves += 1;
                cost += spent;
            }
            Err((code, detail)) => {
                let first_illegal = Some(FirstIllegal::new(moves, code, detail));
                return Verification { legal: false, solved: false, moves, cost, first_illegal };
            }
        }
    }
    replay.end();
    Verification { legal: true, solved: replay.is_solved(), moves, cost, first_illegal: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replays `[step, from, to]` entries on a lot of two rows and three columns, the exit in the bottom right
    /// corner, the empty on it, and a move along a row costing 3.
    fn replay(path: &str) -> Verification {
        let entries: Vec<(i64, Vec<i64>, Vec<i64>)> = serde_json::from_str(path).unwrap();
        let path: Vec<ParkingVerifyMove> = entries
            .into_iter()
            .map(|(step, from, to)| ParkingVerifyMove { step, from, to, labels: None })
            .collect();
        let path = serde_json::to_string(&path).unwrap();
        let spec = r#"{"rows":2,"cols":3,"cars":[[0,1]],"blocked":[[0,0]],"cost":{"horizontal":3}}"#;
        let text = format!(r#"{{"spec":{spec},"path":{path}}}"#);
        verify(&VerifyRequest::read(text.as_bytes(), &Limits::default()).unwrap())
    }

    fn first_illegal(path: &str) -> (u64, String) {
        let verification = replay(path);
        let first = verification.first_illegal.unwrap();
        assert!(!verification.legal && !verification.solved);
        assert_eq!(verification.moves, first.index);
        (first.index, first.code)
    }

    #[test]
    fn a_path_is_followed_to_its_end() {
        let stops_short = replay("[[1,[0,2],[1,2]],[2,[0,1],[0,2]]]");
        assert_eq!(
            stops_short,
            Verification { legal: true, solved: false, moves: 2, cost: 4, first_illegal: None }
        );
        let whole = "[1,[0,2],[1,2]],[2,[0,1],[0,2]],[3,[1,1],[0,1]],[4,[1,2],[1,1]],[5,[0,2],[1,2]]";
        let solved = replay(&format!("[{whole}]"));
        assert_eq!(
            solved,
            Verification { legal: true, solved: true, moves: 5, cost: 9, first_illegal: None }
        );
        // The car has left, so its cell is empty: another may move there, and it cannot be moved any more.
        assert!(replay(&format!("[{whole},[6,[1,1],[1,2]]]")).solved);
        assert_eq!(first_illegal(&format!("[{whole},[6,[1,2],[0,2]]]")), (5, "no-car".into()));
    }

    #[test]
    fn a_car_on_an_exit_has_left_before_the_first_move() {
        let text =
            r#"{"spec":{"rows":1,"cols":2,"cars":[[0,1]]},"path":[{"step":1,"from":[0,0],"to":[0,1]}]}"#;
        let verification = verify(&VerifyRequest::read(text.as_bytes(), &Limits::default()).unwrap());
        assert_eq!((verification.legal, verification.solved, verification.moves), (true, true, 1));
    }

    #[test]
    fn the_first_illegal_move_is_named() {
        for (path, index, code) in [
            ("[[2,[0,2],[1,2]]]", 0, "wrong-step"),
            ("[[-1,[0,2],[1,2]]]", 0, "wrong-step"),
            ("[[1,[0,2],[1,2]],[1,[0,1],[0,2]]]", 1, "wrong-step"),
            ("[[1,[0],[1,2]]]", 0, "not-a-cell"),
            ("[[1,[0,2],[1,2,0]]]", 0, "not-a-cell"),
            ("[[1,[-1,2],[1,2]]]", 0, "outside-lot"),
            ("[[1,[0,2],[4294967297,2]]]", 0, "outside-lot"),
            ("[[1,[0,1],[1,2]]]", 0, "not-neighbours"),
            ("[[1,[1,2],[1,2]]]", 0, "not-neighbours"),
            ("[[1,[1,0],[1,2]]]", 0, "not-neighbours"),
            ("[[1,[0,1],[0,2]]]", 0, "not-empty"),
            ("[[1,[0,1],[0,0]]]", 0, "not-empty"),
            ("[[1,[1,2],[0,2]]]", 0, "no-car"),
            ("[[1,[0,0],[0,1]]]", 0, "no-car"),
        ] {
            assert_eq!(first_illegal(path), (index, code.to_owned()), "{path}");
        }
    }

    /// Whether a path on a lot of three rows and three columns is legal, whether it solves and what it costs, or where
    /// and why it is illegal.
    fn outcome(spec: &str, path: &str) -> Result<(bool, u64), (u64, String)> {
        let text = format!(r#"{{"spec":{{"rows":3,"cols":3,{spec}}},"path":{path}}}"#);
        let verification = verify(&VerifyRequest::read(text.as_bytes(), &Limits::default()).unwrap());
        match verification.first_illegal {
            Some(first) => Err((first.index, first.code)),
            None => Ok((verification.solved, verification.cost)),
        }
    }

    fn illegal(index: u64, code: &str) -> Result<(bool, u64), (u64, String)> {
        Err((index, code.to_owned()))
    }

    #[test]
    fn lines_slide_as_one_move() {
        let line = r#"[{"step":1,"from":[0,2],"to":[2,2]}]"#;
        let spec = r#""cars":[[1,2]],"cost":{"vertical":7},"motion":"#;
        assert_eq!(outcome(&format!(r#"{spec}"block""#), line), Ok((true, 7)));
        assert_eq!(outcome(&format!(r#"{spec}"single""#), line), illegal(0, "not-neighbours"));
        let slanting = r#"[{"step":1,"from":[0,1],"to":[2,2]}]"#;
        assert_eq!(outcome(&format!(r#"{spec}"block""#), slanting), illegal(0, "not-straight"));
        let broken = r#""empty":[[1,2],[2,2]],"motion":"block""#;
        assert_eq!(outcome(broken, line), illegal(0, "no-car"));
    }

    #[test]
    fn a_time_step_takes_several_moves_that_share_no_cell() {
        let two = |first: &str, second: &str| format!("[{{\"step\":1,{first}}},{{{second}}}]");
        let (down, left) = (r#""from":[1,2],"to":[2,2]"#, r#""step":1,"from":[0,1],"to":[0,0]"#);
        let spec = r#""cars":[[1,2]],"empty":[[2,2],[0,0]],"motion":"parallel""#;
        assert_eq!(outcome(spec, &two(down, left)), Ok((true, 1)));
        let one_by_one = r#""cars":[[1,2]],"empty":[[2,2],[0,0]]"#;
        assert_eq!(outcome(one_by_one, &two(down, left)), illegal(1, "wrong-step"));
        // What a move leaves empty is so from the next step on.
        let after = r#""from":[0,2],"to":[1,2]"#;
        assert_eq!(outcome(spec, &two(down, &format!("\"step\":1,{after}"))), illegal(1, "not-empty"));
        assert_eq!(outcome(spec, &two(down, &format!("\"step\":2,{after}"))), Ok((true, 2)));
        assert_eq!(outcome(spec, &two(down, &format!("\"step\":3,{after}"))), illegal(1, "wrong-step"));
        let both = r#""step":1,"from":[2,1],"to":[2,2]"#;
        assert_eq!(outcome(spec, &two(down, both)), illegal(1, "shared-cell"));
    }

    #[test]
    fn cars_leave_when_they_may() {
        let spec = |in_order: bool| {
            format!(
                r#""cars":[[0,0],[1,2]],"exits":[[2,2],[0,1]],"empty":[[2,2],[0,1]],"in_order":{in_order}"#
            )
        };
        let (second, first) =
            (r#"{"step":1,"from":[1,2],"to":[2,2]}"#, r#"{"step":2,"from":[0,0],"to":[0,1]}"#);
        let third = r#"{"step":3,"from":[2,1],"to":[2,2]}"#;
        assert_eq!(outcome(&spec(false), &format!("[{second}]")), Ok((false, 1)));
        assert_eq!(outcome(&spec(false), &format!("[{second},{first}]")), Ok((true, 2)));
        // The second car waits on its exit until the first has left; then both are gone.
        assert_eq!(outcome(&spec(true), &format!("[{second}]")), Ok((false, 1)));
        assert_eq!(outcome(&spec(true), &format!("[{second},{first},{third}]")), Ok((true, 3)));
        let early = r#"{"step":2,"from":[2,1],"to":[2,2]}"#;
        assert_eq!(outcome(&spec(true), &format!("[{second},{early}]")), illegal(1, "not-empty"));
        assert_eq!(outcome(r#""cars":[[2,2],[0,1]],"exits":[[2,2],[0,1]]"#, "[]"), Ok((true, 0)));
    }

    #[test]
    fn claimed_names_are_compared() {
        let spec = r#""labels":[["A","B","C"],["","D","E"],["F","G",""]],"motion":"block""#;
        let claim = |labels: &str| format!(r#"[{{"step":1,"from":[0,2],"to":[2,2],"labels":{labels}}}]"#);
        assert_eq!(outcome(spec, &claim(r#"["C","E"]"#)), Ok((false, 1)));
        assert_eq!(outcome(spec, &claim(r#"["E","C"]"#)), illegal(0, "wrong-labels"));
        assert_eq!(outcome(spec, &claim(r#"["C"]"#)), illegal(0, "wrong-labels"));
        assert_eq!(outcome(r#""motion":"block""#, &claim("[]")), Ok((false, 1)));
    }
}
