//! Every search against the same plain oracle, on thousands of small graphs and a few endless ones.

mod endless;
mod graph;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use self::graph::{Estimates, Graph, Move, graphs, graphs_with_percentages};
use super::*;

/// Searches without a visited set go round in circles for ever where there is no plan, and for very long where
/// a plan is dear.
const PATIENCE: u64 = 30_000;

fn patient() -> Budget {
    states(PATIENCE)
}

fn states(states: u64) -> Budget {
    Budget { states, ..Budget::unlimited() }
}

/// So many random cases. (One that fails is worth a test with a name, not a file of seeds.)
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

type Search<S> = fn(&S, &Budget) -> Outcome<<S as StateSpace>::Move>;

/// Every search that needs nothing but the space. All moves must cost something.
fn searches<S: Reversible>() -> [(&'static str, Search<S>); 6] {
    [
        ("breadth_first", breadth_first),
        ("depth_first", |space, budget| depth_first(space, None, budget)),
        ("iterative_deepening", |space, budget| iterative_deepening(space, None, budget)),
        ("bidirectional", bidirectional),
        ("a_star", |space, budget| a_star(space, &Blind, budget)),
        ("ida_star", |space, budget| ida_star(space, &Blind, budget)),
    ]
}

/// What is to be minimised.
#[derive(Clone, Copy, Debug)]
enum Least {
    Moves,
    Cost,
}

/// The outcome is the truth: an optimal plan that can be made, or the proof that there is none; or, for a
/// search that may run out of patience, a bound that is not above the truth.
fn check(graph: &Graph, least: Least, may_stop: bool, outcome: &Outcome<Move>) -> TestCaseResult {
    let truth = match least {
        Least::Moves => graph.fewest(),
        Least::Cost => graph.cheapest(),
    };
    if let Some(plan) = &outcome.plan {
        prop_assert_eq!(graph.replay(&plan.moves), Some(plan.cost));
        let size = match least {
            Least::Moves => plan.moves.len() as u64,
            Least::Cost => plan.cost,
        };
        prop_assert_eq!(Some(size), truth);
        prop_assert_eq!(outcome.lower_bound, size);
        prop_assert_eq!((outcome.exhausted, outcome.stopped_by), (false, None));
    } else if outcome.exhausted {
        prop_assert_eq!(truth, None);
        prop_assert_eq!(outcome.stopped_by, None);
    } else {
        prop_assert!(may_stop, "neither a plan nor a proof: {outcome:?}");
        prop_assert!(outcome.stopped_by.is_some());
        prop_assert!(truth.is_none_or(|truth| outcome.lower_bound <= truth), "{outcome:?}, really {truth:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn searches_that_minimise_moves_tell_the_truth(graph in graphs()) {
        let fewest = graph.fewest();
        check(&graph, Least::Moves, false, &breadth_first(&graph, &Budget::unlimited()))?;
        check(&graph, Least::Moves, false, &bidirectional(&graph, &Budget::unlimited()))?;
        // Without a plan a circle has no end; no plan needs more moves than there are states.
        let depth = graph.edges.len() as u64;
        let deepening = iterative_deepening(&graph, Some(depth), &Budget::unlimited());
        check(&graph, Least::Moves, fewest.is_none(), &deepening)?;
        prop_assert!(deepening.stopped_by.is_none_or(|reason| reason == StopReason::Depth));
    }

    #[test]
    fn a_star_tells_the_truth_whatever_guides_it((graph, percent) in graphs_with_percentages()) {
        check(&graph, Least::Cost, false, &a_star(&graph, &Blind, &Budget::unlimited()))?;
        let estimates = Estimates::admissible(&graph, &percent);
        check(&graph, Least::Cost, false, &a_star(&graph, &estimates, &Budget::unlimited()))?;
    }

    #[test]
    fn ida_star_tells_the_truth_whatever_guides_it((graph, percent) in graphs_with_percentages()) {
        let graph = graph.with_positive_costs();
        check(&graph, Least::Cost, true, &ida_star(&graph, &Blind, &patient()))?;
        let estimates = Estimates::admissible(&graph, &percent);
        check(&graph, Least::Cost, true, &ida_star(&graph, &estimates, &patient()))?;
    }

    #[test]
    fn depth_first_finds_a_plan_exactly_where_there_is_one(graph in graphs()) {
        let outcome = depth_first(&graph, None, &Budget::unlimited());
        prop_assert_eq!(outcome.exhausted, graph.fewest().is_none());
        prop_assert_eq!(outcome.stopped_by, None);
        prop_assert_eq!(outcome.plan.is_none(), outcome.exhausted);
        if let Some(plan) = outcome.plan {
            prop_assert_eq!(graph.replay(&plan.moves), Some(plan.cost));
            prop_assert!(outcome.lower_bound <= graph.fewest().unwrap());
        }
    }

    #[test]
    fn of_the_optimal_plans_the_first((graph, percent) in graphs_with_percentages()) {
        let moves = |outcome: Outcome<Move>| outcome.plan.map(|plan| plan.moves);
        let graph = graph.with_positive_costs();
        let estimates = Estimates::admissible(&graph, &percent);
        let guided = ida_star(&graph, &estimates, &patient());
        prop_assert!(guided.stopped_by.is_some() || moves(guided) == graph.first_cheapest_plan());

        let graph = graph.with_unit_costs();
        let estimates = Estimates::admissible(&graph, &percent);
        let first = graph.first_cheapest_plan();
        prop_assert_eq!(&moves(breadth_first(&graph, &Budget::unlimited())), &first);
        let depth = Some(graph.edges.len() as u64);
        prop_assert_eq!(&moves(iterative_deepening(&graph, depth, &Budget::unlimited())), &first);
        for outcome in [ida_star(&graph, &estimates, &patient()), ida_star(&graph, &Blind, &patient())] {
            prop_assert!(first.is_none() || outcome.plan.is_some());
            prop_assert_eq!(&moves(outcome), &first);
        }
    }

    #[test]
    fn a_depth_limit_cuts_and_proves_nothing(graph in graphs()) {
        let fewest = graph.fewest();
        for depth in 0..=graph.edges.len() as u64 {
            let within = fewest.is_some_and(|fewest| fewest <= depth);
            let deepening = iterative_deepening(&graph, Some(depth), &Budget::unlimited());
            let first = depth_first(&graph, Some(depth), &Budget::unlimited());
            prop_assert_eq!(deepening.plan.is_some(), within);
            for outcome in [deepening, first] {
                prop_assert!(outcome.plan.as_ref().is_none_or(|plan| plan.moves.len() as u64 <= depth && within));
                prop_assert!(!outcome.exhausted || fewest.is_none());
                let cut = outcome.plan.is_none() && !outcome.exhausted;
                prop_assert_eq!(outcome.stopped_by, cut.then_some(StopReason::Depth));
                prop_assert!(fewest.is_none_or(|fewest| outcome.lower_bound <= fewest));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn stopped_anywhere_the_bound_holds((graph, percent) in graphs_with_percentages()) {
        let graph = graph.with_positive_costs();
        let estimates = Estimates::admissible(&graph, &percent);
        let (fewest, cheapest) = (graph.fewest(), graph.cheapest());
        for limit in 0..60 {
            let plain = searches().map(|(name, search)| (name, search(&graph, &states(limit))));
            let guided = [
                ("guided a_star", a_star(&graph, &estimates, &states(limit))),
                ("guided ida_star", ida_star(&graph, &estimates, &states(limit))),
            ];
            for (name, outcome) in plain.into_iter().chain(guided) {
                prop_assert!(outcome.stats.generated <= limit, "{name}: {outcome:?}");
                prop_assert!(outcome.stats.expanded <= outcome.stats.generated + 60, "{name}: {outcome:?}");
                let truth = if name.ends_with("a_star") { cheapest } else { fewest };
                let known = outcome.plan.is_some() || outcome.exhausted;
                prop_assert_eq!(outcome.stopped_by, (!known).then_some(StopReason::States), "{}", name);
                prop_assert!(truth.is_none_or(|truth| outcome.lower_bound <= truth), "{name}: {outcome:?}");
                prop_assert!(!outcome.exhausted || truth.is_none(), "{name}: {outcome:?}");
            }
        }
    }
}

/// The start's first move is free of promise but cheap: `C` is reached dearly first and expanded, then again
/// more cheaply through `A`, whose estimate is the larger one.
#[test]
fn a_state_reached_more_cheaply_is_opened_again() {
    let [start, a, c, d, goal] = [0, 1, 2, 3, 4];
    let mut edges = vec![Vec::new(); 5];
    edges[start] = vec![(a, 1), (c, 3)];
    edges[a] = vec![(c, 1)];
    edges[c] = vec![(d, 3)];
    edges[d] = vec![(goal, 3)];
    let graph = Graph { edges, goals: vec![false, false, false, false, true], indexed: false };
    let estimates = Estimates(vec![0, 7, 0, 0, 0]);
    let outcome = a_star(&graph, &estimates, &Budget::unlimited());
    assert_eq!(outcome.plan.map(|plan| (plan.cost, plan.moves.len())), Some((8, 4)));
    // Start, C by the dear way, D, A, then C and D again.
    assert_eq!((outcome.stats.expanded, outcome.stats.generated), (6, 5));
}

#[test]
fn a_walled_room_and_an_open_one() {
    #[rustfmt::skip]
    let open = Graph::grid(&[
        "S.#.",
        "#...",
        "..#G",
    ]);
    #[rustfmt::skip]
    let walled = Graph::grid(&[
        "S.#.",
        "..#.",
        "..#G",
    ]);
    for (name, search) in searches::<Graph>() {
        let plan = search(&open, &patient()).plan.expect(name);
        assert_eq!(open.replay(&plan.moves), Some(plan.cost), "{name}");
        assert!(plan.moves.len() == 5 || name == "depth_first", "{name}: {plan:?}");
        let outcome = search(&walled, &patient());
        // In a room with circles only a visited set can tell that everything was seen.
        let proof = !["iterative_deepening", "ida_star"].contains(&name);
        assert_eq!((outcome.plan.is_none(), outcome.exhausted), (true, proof), "{name}");
    }
}

#[test]
fn deepening_proves_that_there_is_no_plan_where_no_circle_is() {
    let corridor = Graph::grid(&["...S...", "######G"]);
    let cut_off = Graph::grid(&["...S..#", "######G"]);
    for (name, search) in searches::<Graph>() {
        assert_eq!(search(&corridor, &patient()).plan.map(|plan| plan.cost), Some(4), "{name}");
        assert!(search(&cut_off, &patient()).exhausted, "{name}");
    }
}
