//! Limits are kept by every algorithm, in every phase, and what was learned by then is still right.

use std::time::Duration;

use super::{cell, replayed, solved};
use crate::contract::{Limits, Status, StoppedBy};
use crate::parking::spec::{ParkingAlgorithm, ParkingDetail, ParkingMotion, ParkingSpec};
use crate::parking::{Request, solve};
use crate::search::{Budget, CancelFlag, now};

/// Generous: debug builds on busy machines run these.
const PROMPT: Duration = Duration::from_millis(1500);

/// A lot with pillars in every third row and column, and `empties` empties along the bottom.
fn large(side: u32, empties: u32) -> ParkingSpec {
    let blocked = (0..side).flat_map(|row| (0..side).map(move |col| cell(row, col)));
    ParkingSpec {
        blocked: Some(blocked.filter(|cell| cell.row % 3 == 1 && cell.col % 3 == 1).collect()),
        empty: Some((0..empties).map(|col| cell(side - 1, side - 1 - 2 * col)).collect()),
        ..ParkingSpec::new(side, side)
    }
}

/// The top half holds cars, the bottom half nothing.
fn half_empty(side: u32) -> ParkingSpec {
    let cells = (side / 2..side).flat_map(|row| (0..side).map(move |col| cell(row, col)));
    ParkingSpec { empty: Some(cells.collect()), ..ParkingSpec::new(side, side) }
}

/// All but those that cannot be asked of large lots with several empties.
fn forward() -> impl Iterator<Item = ParkingAlgorithm> {
    ParkingAlgorithm::ALL.into_iter().filter(|algorithm| *algorithm != ParkingAlgorithm::Bidirectional)
}

#[test]
fn a_cancelled_solve_returns_at_once() {
    let cancel = CancelFlag::default();
    cancel.cancel();
    let budget = Budget { cancel, ..Budget::unlimited() };
    for algorithm in forward() {
        let answer = solved(&large(300, 4), algorithm, &budget);
        assert_eq!((answer.status, answer.stopped_by), (Status::Unknown, Some(StoppedBy::Cancelled)));
        assert_eq!(answer.lower_bound, Some(598), "the car's own moves");
    }
    let answer = solved(&large(60, 1), ParkingAlgorithm::Bidirectional, &budget);
    assert_eq!(answer.stopped_by, Some(StoppedBy::Cancelled));
}

#[test]
fn a_running_solve_can_be_cancelled() {
    for algorithm in [ParkingAlgorithm::Bfs, ParkingAlgorithm::Iddfs, ParkingAlgorithm::AStar] {
        let cancel = CancelFlag::default();
        let budget = Budget { cancel: cancel.clone(), ..Budget::unlimited() };
        let began = now();
        let answer = std::thread::scope(|scope| {
            let solving = scope.spawn(|| solved(&large(40, 6), algorithm, &budget));
            std::thread::sleep(Duration::from_millis(50));
            cancel.cancel();
            solving.join().unwrap()
        });
        assert_eq!(answer.stopped_by, Some(StoppedBy::Cancelled), "{algorithm:?}");
        assert!(began.elapsed() < PROMPT, "{algorithm:?} took {:?}", began.elapsed());
    }
}

#[test]
fn deadlines_are_kept_on_lots_of_any_size() {
    let lots = [large(300, 4), large(1000, 1), large(1000, 3), half_empty(60), half_empty(300)];
    for (lot, algorithm) in lots.iter().flat_map(|lot| forward().map(move |algorithm| (lot, algorithm))) {
        let spec = ParkingSpec { algorithm: Some(algorithm), ..lot.clone() };
        let limits = Limits::default();
        let request = Request::from_spec(&spec, &limits).unwrap();
        for time in [1, 30] {
            let began = now();
            let budget = Budget::unlimited().within(Duration::from_millis(time));
            let answer = solve(&request, &limits, &budget);
            let took = began.elapsed();
            assert!(took < PROMPT, "{algorithm:?} took {took:?} on {}", request.lot().size());
            let stopped = matches!(answer.stopped_by, Some(StoppedBy::Time));
            assert!(stopped || answer.solvable == Some(true), "{algorithm:?}: {:?}", answer.status);
            assert!(answer.lower_bound.unwrap() >= u64::from(2 * spec.rows - 2));
        }
    }
}

#[test]
fn memory_and_states_are_limited() {
    for algorithm in forward().filter(|&algorithm| algorithm != ParkingAlgorithm::Iddfs) {
        let budget = Budget { bytes: 1 << 20, ..Budget::unlimited() };
        let answer = solved(&large(40, 6), algorithm, &budget);
        assert_eq!(answer.stopped_by, Some(StoppedBy::Memory), "{algorithm:?}");
        let answer = solved(&half_empty(100), algorithm, &budget);
        assert!(
            answer.stopped_by == Some(StoppedBy::Memory) || answer.solvable == Some(true),
            "{algorithm:?}"
        );
        let budget = Budget { states: 1000, ..Budget::unlimited() };
        let answer = solved(&large(40, 6), algorithm, &budget);
        assert_eq!(answer.stopped_by, Some(StoppedBy::States), "{algorithm:?}");
        assert!(answer.search.generated <= 1000);
    }
}

#[test]
fn a_plan_is_at_hand_when_a_limit_ends_the_search_for_the_cheapest() {
    let spec = large(60, 5);
    let budget = Budget { states: 20_000, ..Budget::unlimited() };
    let answer = solved(&spec, ParkingAlgorithm::Auto, &budget);
    assert_eq!((answer.status, answer.stopped_by), (Status::Feasible, Some(StoppedBy::States)));
    assert!(answer.search.generated <= 20_000);
    assert!(answer.lower_bound.unwrap() >= 3 * 118 - 2 && answer.lower_bound < answer.cost);
    let verification = replayed(&spec, &answer);
    assert!(verification.legal && verification.solved, "{verification:?}");
    assert_eq!((Some(verification.cost), Some(verification.moves)), (answer.cost, answer.moves));
    // A verdict needs no more than that plan.
    let spec = ParkingSpec { detail: Some(ParkingDetail::Verdict), ..spec };
    let answer = solved(&spec, ParkingAlgorithm::Auto, &budget);
    assert_eq!((answer.status, answer.stopped_by, answer.path), (Status::Solvable, None, None));
    assert_eq!(answer.search.algorithm, "one_empty_graph");
}

#[test]
fn a_depth_limit_proves_nothing() {
    let limits = Limits::default();
    for algorithm in ["dfs", "iddfs"] {
        let text = format!(r#"{{"rows":3,"cols":3,"algorithm":"{algorithm}","limits":{{"depth":3}}}}"#);
        let request = Request::read(text.as_bytes(), &limits).unwrap();
        let answer = solve(&request, &limits, &Budget::unlimited());
        assert_eq!((answer.status, answer.stopped_by), (Status::Unknown, Some(StoppedBy::Depth)));
        assert_eq!(answer.lower_bound, Some(13), "one empty on an open lot has a closed form");
        assert_eq!(answer.limits.depth, Some(3));
    }
}

#[test]
fn detail_decides_what_is_sent() {
    let answer = |detail, path_moves| {
        let spec = ParkingSpec { detail: Some(detail), ..ParkingSpec::new(3, 2) };
        let limits = Limits { path_moves, ..Limits::default() };
        solve(&Request::from_spec(&spec, &limits).unwrap(), &limits, &Budget::unlimited())
    };
    let verdict = answer(ParkingDetail::Verdict, 100);
    assert_eq!((verdict.status, verdict.solvable), (Status::Solvable, Some(true)));
    assert_eq!((verdict.cost, verdict.moves, verdict.path, verdict.lower_bound), (None, None, None, Some(9)));
    let cost = answer(ParkingDetail::Cost, 100);
    assert_eq!((cost.cost, cost.moves, cost.path, cost.path_omitted), (Some(9), Some(9), None, None));
    let path = answer(ParkingDetail::Path, 9);
    assert_eq!((path.path.map(|path| path.len()), path.path_omitted), (Some(9), None));
    let omitted = answer(ParkingDetail::Path, 8);
    assert_eq!((omitted.path, omitted.path_omitted, omitted.moves), (None, Some(true), Some(9)));
}

#[test]
fn bidirectional_is_refused_where_there_are_too_many_goal_states() {
    let limits = Limits { bidirectional_goals: 8, ..Limits::default() };
    let spec = ParkingSpec { algorithm: Some(ParkingAlgorithm::Bidirectional), ..ParkingSpec::new(3, 3) };
    assert!(Request::from_spec(&spec, &limits).is_ok());
    let spec = ParkingSpec { cols: 4, ..spec };
    let faults = Request::from_spec(&spec, &limits).unwrap_err();
    assert_eq!(faults.count(), 1);
    assert_eq!(faults.listed()[0].pointer, "/algorithm");
    assert_eq!(faults.listed()[0].code.name(), "not-applicable");
}

/// As large as before, with `cars` cars along the top to take out.
fn with_cars(spec: ParkingSpec, cars: u32, motion: ParkingMotion) -> ParkingSpec {
    let cars = (0..cars).map(|col| cell(0, col)).collect();
    ParkingSpec { cars: Some(cars), motion: Some(motion), ..spec }
}

#[test]
fn several_cars_and_other_motions_end_when_they_must() {
    let motions =
        [ParkingMotion::Single, ParkingMotion::Block, ParkingMotion::Parallel, ParkingMotion::ParallelBlock];
    let lots = [(large(60, 5), 3), (large(300, 4), 200), (large(1000, 3), 900), (half_empty(60), 40)];
    for (motion, (lot, cars)) in
        motions.into_iter().flat_map(|motion| lots.iter().map(move |lot| (motion, lot)))
    {
        let spec = with_cars(lot.clone(), *cars, motion);
        let time = Budget::unlimited().within(Duration::from_millis(30));
        let states = Budget { states: 300, ..Budget::unlimited() }.within(Duration::from_millis(500));
        let memory = Budget { bytes: 1 << 20, ..Budget::unlimited() }.within(Duration::from_millis(500));
        let cancel = CancelFlag::default();
        cancel.cancel();
        let cancelled = Budget { cancel, ..Budget::unlimited() };
        for budget in [time, states, memory, cancelled] {
            let answer = solved(&spec, ParkingAlgorithm::Auto, &budget);
            let bound = answer.lower_bound.unwrap();
            assert!(bound >= u64::from(spec.rows), "{motion:?}: {bound}");
            // With so many empties nothing better than the first plan is looked for by time steps.
            let is_first = answer.status == Status::Feasible
                && spec.empty.as_ref().is_some_and(|empty| empty.len() > 1000);
            let is_over = motion.in_steps() && is_first || answer.stopped_by.is_some();
            assert!(is_over, "{motion:?}: {:?}", answer.status);
            if answer.path.is_some() {
                let verification = replayed(&spec, &answer);
                assert!(verification.legal && verification.solved, "{motion:?}: {verification:?}");
                assert!(answer.cost >= Some(bound));
            }
        }
    }
}
