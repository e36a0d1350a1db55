//! Plans on lots too large for a proof: whatever is answered when a limit ends the search can be replayed.

use proptest::prelude::*;

use crate::contract::Limits;
use crate::grid::Size;
use crate::parking::{
    Answer, ParkingMotion, ParkingSpec, ParkingVerifySpec, Request, VerifyRequest, solve, verify,
};
use crate::search::Budget;

const MOTIONS: [ParkingMotion; 3] =
    [ParkingMotion::Block, ParkingMotion::Parallel, ParkingMotion::ParallelBlock];

fn solved(spec: &ParkingSpec, states: u64) -> Answer {
    let limits = Limits::default();
    let budget = Budget { states, ..Budget::unlimited() };
    let answer = solve(&Request::from_spec(spec, &limits).unwrap(), &limits, &budget);
    if let Some(path) = &answer.path {
        let path = serde_json::from_value(serde_json::to_value(path).unwrap()).unwrap();
        let text = serde_json::to_vec(&ParkingVerifySpec { spec: spec.clone(), path }).unwrap();
        let replayed = verify(&VerifyRequest::read(&text, &limits).unwrap());
        assert!(replayed.legal && replayed.solved, "{replayed:?}: {spec:?}");
        assert_eq!((Some(replayed.cost), Some(replayed.moves)), (answer.cost, answer.moves), "{spec:?}");
        assert!(answer.lower_bound <= answer.cost, "{spec:?}");
    }
    answer
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_answered_can_be_replayed(
        (rows, cols) in (2_u32..=7, 2_u32..=7),
        motion in proptest::sample::select(&MOTIONS[..]),
        order in Just((0..49_usize).collect::<Vec<_>>()).prop_shuffle(),
        (cars, empties, pillars, exits, in_order) in (1_usize..=3, 1_usize..=6, 0_usize..=5, 1_usize..=2, any::<bool>()),
    ) {
        let size = Size { rows, cols };
        let mut cells = order.into_iter().filter(|&cell| cell < size.cells()).map(|cell| size.cell(cell));
        let mut take = |count: usize| cells.by_ref().take(count).collect::<Vec<_>>();
        let cars = take(cars);
        let exits = [take(exits), cars.clone()].concat()[..exits].to_vec();
        let spec = ParkingSpec {
            cars: Some(cars),
            exits: Some(exits),
            empty: Some(take(empties)),
            blocked: Some(take(pillars)),
            in_order: Some(in_order),
            motion: Some(motion),
            ..ParkingSpec::new(rows, cols)
        };
        solved(&spec, 2_000);
    }
}

#[test]
fn more_empties_never_cost_more() {
    let corner = |empties: usize, motion| {
        let cells = [(9, 9), (9, 8), (8, 9), (8, 8), (9, 7), (7, 9)];
        let empty = cells.map(|(row, col)| crate::grid::Cell { row, col })[..empties].to_vec();
        let spec = ParkingSpec { empty: Some(empty), motion: Some(motion), ..ParkingSpec::new(10, 10) };
        let answer = solved(&spec, 30_000);
        (answer.cost.unwrap(), answer.lower_bound.unwrap())
    };
    let figures = |motion| {
        let figures = [1, 2, 3, 4, 5, 6].map(|empties| corner(empties, motion));
        assert!(figures.windows(2).all(|pair| pair[1].0 <= pair[0].0), "{motion:?}: {figures:?}");
        figures
    };
    figures(ParkingMotion::Block);
    let lines = figures(ParkingMotion::ParallelBlock);
    assert_eq!(lines, [(53, 53), (27, 27), (19, 19), (19, 19), (19, 19), (19, 19)]);
    let singly = figures(ParkingMotion::Parallel);
    assert_eq!(singly[..2], [(69, 69), (50, 50)]);
    assert!(singly[2..].iter().all(|&(cost, bound)| cost <= 50 && bound >= 37), "{singly:?}");
}

#[test]
fn large_lots_have_a_plan_at_once() {
    for (motion, most) in [(ParkingMotion::Parallel, 240), (ParkingMotion::ParallelBlock, 99)] {
        let empty = (0..30).map(|place| crate::grid::Cell { row: 49 - place / 6, col: 49 - place % 6 });
        let spec =
            ParkingSpec { empty: Some(empty.collect()), motion: Some(motion), ..ParkingSpec::new(50, 50) };
        let answer = solved(&spec, 5_000);
        assert!(answer.cost.unwrap() <= most, "{answer:?}");
    }
}
