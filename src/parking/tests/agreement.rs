//! Every algorithm against breadth-first and uniform-cost search, every packing of states against the others.

use proptest::prelude::*;

use super::{lot, replayed, small_lot, solved};
use crate::contract::{Minimised, Status};
use crate::parking::Lot;
use crate::parking::ground::Ground;
use crate::parking::lot::Settled;
use crate::parking::space::{Bits, List, LotSpace, Pair};
use crate::parking::spec::{ParkingAlgorithm, ParkingSpec};
use crate::search::{Blind, Budget, Meter, Outcome, Plan, a_star, bidirectional, breadth_first};

fn ground(lot: &Lot) -> Ground {
    Ground::of(lot, &mut Meter::start(&Budget::unlimited(), 0).unwrap()).unwrap()
}

/// Fewest moves and smallest cost, by searches that know nothing but the rules; `None` if there is no plan.
fn truth(lot: &Lot) -> Option<(u64, u64)> {
    let ground = ground(lot);
    let budget = Budget::unlimited();
    if lot.settled() == Settled::Nobody {
        return Some((0, 0));
    }
    if ground.empties.is_empty() || ground.exits.is_empty() {
        return None;
    }
    let space = List::new(lot, &ground, &budget);
    let moves = breadth_first(&space, &budget).plan?.moves.len() as u64;
    Some((moves, a_star(&space, &Blind, &budget).plan?.cost))
}

fn figures<M>(outcome: &Outcome<M>) -> (Option<usize>, bool, u64) {
    (outcome.plan.as_ref().map(|plan| plan.moves.len()), outcome.exhausted, outcome.stats.generated)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn all_algorithms_tell_the_truth(spec in small_lot()) {
        let lot = lot(&spec);
        let truth = truth(&lot);
        for algorithm in ParkingAlgorithm::ALL {
            let mut budget = Budget::unlimited();
            if algorithm == ParkingAlgorithm::Iddfs {
                budget.states = 20_000; // without a visited set it may never end
            }
            let answer = solved(&spec, algorithm, &budget);
            let name = algorithm.name();
            if algorithm == ParkingAlgorithm::Iddfs && answer.stopped_by.is_some() {
                prop_assert_eq!(answer.status, Status::Unknown);
                let bound = answer.lower_bound.unwrap();
                prop_assert!(truth.is_none_or(|(_, cost)| bound <= cost), "iddfs: {bound} for {truth:?}");
                continue;
            }
            let Some((moves, cost)) = truth else {
                prop_assert_eq!(answer.status, Status::Unsolvable, "{}", name);
                prop_assert!(answer.reason.is_some_and(|reason| reason.contains('[')), "{}", name);
                prop_assert_eq!((answer.path, answer.lower_bound, answer.stopped_by), (None, None, None));
                continue;
            };
            let verification = replayed(&spec, &answer);
            prop_assert!(verification.legal && verification.solved, "{name}: {verification:?}");
            prop_assert_eq!(Some(verification.moves), answer.moves, "{}", name);
            prop_assert_eq!(Some(verification.cost), answer.cost, "{}", name);
            let bound = answer.lower_bound.unwrap();
            prop_assert!(bound <= cost, "{name}: a bound of {bound} for a cost of {cost}");
            let proved = answer.cost == Some(bound);
            prop_assert_eq!(answer.status, if proved { Status::Optimal } else { Status::Feasible });
            let unequal = lot.horizontal() != lot.vertical();
            match algorithm {
                ParkingAlgorithm::Auto | ParkingAlgorithm::AStar => {
                    prop_assert_eq!((answer.status, answer.cost), (Status::Optimal, Some(cost)), "{}", name);
                }
                ParkingAlgorithm::Dfs => prop_assert!(answer.moves >= Some(moves)),
                _ => {
                    prop_assert_eq!(answer.moves, Some(moves), "{}", name);
                    prop_assert_eq!(answer.search.minimised, unequal.then_some(Minimised::Moves));
                    prop_assert!(unequal || proved, "{name}: equal costs, and no proof");
                }
            }
        }
    }

    #[test]
    fn packings_do_not_matter(spec in small_lot()) {
        let lot = lot(&spec);
        let ground = ground(&lot);
        prop_assume!(!ground.empties.is_empty() && !ground.exits.is_empty());
        let budget = Budget::unlimited();
        let (bits, list) = (Bits::new(&lot, &ground), List::new(&lot, &ground, &budget));
        let by_list = breadth_first(&list, &budget);
        let by_bits = breadth_first(&bits, &budget);
        prop_assert_eq!(figures(&by_bits), figures(&by_list));
        prop_assert_eq!(moves(by_bits.plan), moves(by_list.plan));
        prop_assert_eq!(bits.reached().spots().collect::<Vec<_>>(), list.reached().spots().collect::<Vec<_>>());
        let forward = figures(&bidirectional(&list, &budget));
        let both = figures(&bidirectional(&bits, &budget));
        prop_assert_eq!((both.0, both.1), (forward.0, forward.1));
        if let [empty] = ground.empties[..] {
            let pair = Pair::new(&lot, &ground, empty);
            let by_pair = breadth_first(&pair, &budget);
            prop_assert_eq!(figures(&by_pair), figures(&breadth_first(&list, &budget)));
            let both = figures(&bidirectional(&pair, &budget));
            prop_assert_eq!((both.0, both.1), (forward.0, forward.1));
        }
    }
}

fn moves<M>(plan: Option<Plan<M>>) -> Option<Vec<M>> {
    plan.map(|plan| plan.moves)
}

#[test]
fn empties_and_exits_behind_pillars_change_nothing() {
    // The part on the right holds another exit and three empties.
    let spec = crate::parking::text::parse(
        "C o o # . E
         o # o # . o
         o o E # . o",
    )
    .unwrap();
    let answer = solved(&spec, ParkingAlgorithm::Auto, &Budget::unlimited());
    assert_eq!(answer.search.algorithm, "one_empty_graph");
    let alone = crate::parking::text::parse("C o o\no # o\no o E").unwrap();
    assert_eq!(answer.cost, solved(&alone, ParkingAlgorithm::Bfs, &Budget::unlimited()).cost);
}

#[test]
fn reasons_name_what_is_closed_off() {
    let reason = |map: &str| {
        let spec = crate::parking::text::parse(map).unwrap();
        let reasons: Vec<String> = [ParkingAlgorithm::Auto, ParkingAlgorithm::Bfs, ParkingAlgorithm::Dfs]
            .map(|algorithm| solved(&spec, algorithm, &Budget::unlimited()).reason.unwrap())
            .to_vec();
        assert!(reasons.iter().all(|reason| *reason == reasons[0]), "{reasons:?}");
        reasons[0].clone()
    };
    assert_eq!(
        reason("C o # o\no o # E"),
        "blocked cells close the car at [0, 0] off from the exit at [1, 3]: of the lot it could reach no more than 4 cells"
    );
    assert_eq!(
        reason("C O # .\no o # ."),
        "blocked cells close the car at [0, 0] off from every empty cell, [0, 3], [1, 3]: nothing around it can move"
    );
    assert_eq!(reason("C O"), "there is no empty cell, so neither the car at [0, 0] nor any other can move");
    assert_eq!(
        reason("C . o o E"),
        "the car at [0, 0] can get to [0, 0], [0, 1], [0, 2] and no further, not to the exit at [0, 4]: \
         the 2 empty cells cannot be brought round to its other sides"
    );
    let spec = ParkingSpec { blocked: Some(vec![super::cell(1, 1)]), ..ParkingSpec::new(2, 2) };
    let answer = solved(&spec, ParkingAlgorithm::Iddfs, &Budget::unlimited());
    assert_eq!(answer.reason.as_deref(), Some("the only exit, [1, 1], is blocked"));
}
