//! Lots whose optimal cost is known, solved and replayed.

use serde_json::{Value, json};
use taquin::contract::{Limits, Status};
use taquin::json::ReadError;
use taquin::parking::{Answer, ParkingMove, Request, VerifyRequest, solve, verify};
use taquin::search::Budget;

const VECTORS: &str = include_str!("data/parking_vectors.json");
const CITY: &str = include_str!("data/parking_10x10.json");

fn answer(request: &Value, budget: &Budget) -> Answer {
    let limits = Limits::default();
    let request = Request::read(request.to_string().as_bytes(), &limits).unwrap();
    solve(&request, &limits, budget)
}

/// Solves by `auto` and replays the plan with the verifier.
fn check(vector: &Value) {
    let (id, request) = (&vector["id"], &vector["request"]);
    let answer = answer(request, &Budget::unlimited());
    let Some(cost) = vector["cost"].as_u64() else {
        assert_eq!(answer.status, Status::Unsolvable, "{id}");
        assert!(answer.reason.is_some_and(|reason| reason.len() > 20), "{id}");
        assert_eq!((answer.cost, answer.moves, answer.lower_bound), (None, None, None), "{id}");
        return;
    };
    assert_eq!(
        (answer.status, answer.cost, answer.lower_bound),
        (Status::Optimal, Some(cost), Some(cost)),
        "{id}"
    );
    let replayed = replayed(request, answer.path.as_deref().unwrap());
    assert_eq!(replayed, (true, true, cost, answer.moves.unwrap()), "{id}");
}

/// Whether the verifier finds a path legal, whether it solves, its cost and moves.
fn replayed(request: &Value, path: &[ParkingMove]) -> (bool, bool, u64, u64) {
    let text = json!({"spec": request, "path": path}).to_string();
    let verification = verify(&VerifyRequest::read(text.as_bytes(), &Limits::default()).unwrap());
    (verification.legal, verification.solved, verification.cost, verification.moves)
}

#[test]
fn every_known_cost_is_found_and_its_plan_is_legal() {
    let data: Value = serde_json::from_str(VECTORS).unwrap();
    let vectors = data["vectors"].as_array().unwrap();
    assert!(vectors.len() > 200);
    vectors.iter().for_each(check);
}

#[test]
fn names_follow_their_cars() {
    let data: Value = serde_json::from_str(VECTORS).unwrap();
    let example = &data["labels_example"];
    check(example);
    let path = answer(&example["request"], &Budget::unlimited()).path.unwrap();
    let vip = path.iter().filter(|entry| entry.labels.as_deref() == Some(&["VIP".to_owned()]));
    assert_eq!(vip.count(), 3);
}

#[test]
fn several_empties_on_ten_by_ten() {
    let data: Value = serde_json::from_str(CITY).unwrap();
    let vectors = data["vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 110);
    vectors.iter().for_each(check);
    // A limit that ends the search leaves what is known by then, and that must hold.
    for vector in vectors {
        let (id, request) = (&vector["id"], &vector["request"]);
        let answer = answer(request, &Budget { states: 100, ..Budget::unlimited() });
        let cost = vector["cost"].as_u64();
        assert!(answer.lower_bound <= cost, "{id}: a bound of {:?} for {cost:?}", answer.lower_bound);
        assert!(answer.cost.is_none_or(|found| Some(found) >= cost), "{id}: {:?} for {cost:?}", answer.cost);
        if let Some(path) = &answer.path {
            assert_eq!(
                replayed(request, path),
                (true, true, answer.cost.unwrap(), answer.moves.unwrap()),
                "{id}"
            );
        }
    }
}

fn pointers(request: &[u8]) -> Vec<String> {
    match Request::read(request, &Limits::default()) {
        Err(ReadError::Faults(faults)) => faults.listed().iter().map(|fault| fault.pointer.clone()).collect(),
        other => panic!("{other:?} for {}", String::from_utf8_lossy(request)),
    }
}

#[test]
fn every_fault_is_found_at_its_place() {
    let data: Value = serde_json::from_str(VECTORS).unwrap();
    for case in data["invalid"].as_array().unwrap() {
        let text = case["raw"].as_str().map_or_else(|| case["request"].to_string(), str::to_owned);
        let found = pointers(text.as_bytes());
        // The one request with two faults is that with a negative number and one too big.
        assert_eq!(found.len(), if text.contains("1e+20") { 2 } else { 1 }, "{text}: {found:?}");
        assert!(
            found.iter().any(|pointer| pointer == case["pointer"].as_str().unwrap()),
            "{text}: {found:?}"
        );
    }
    let several = &data["invalid_several"];
    let found = pointers(several["request"].to_string().as_bytes());
    let mut wanted: Vec<&str> =
        several["pointers"].as_array().unwrap().iter().map(|pointer| pointer.as_str().unwrap()).collect();
    let mut found: Vec<&str> = found.iter().map(String::as_str).collect();
    wanted.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, wanted);
}

/// Over every placement of car and empties: how many there are, the largest cost and the sum of all.
fn sums(rows: u32, cols: u32, empties: usize) -> (u64, u64, u64) {
    let cells: Vec<[u32; 2]> = (0..rows).flat_map(|row| (0..cols).map(move |col| [row, col])).collect();
    let (mut states, mut most, mut sum) = (0, 0, 0);
    for &car in &cells {
        let others: Vec<[u32; 2]> = cells.iter().copied().filter(|&cell| cell != car).collect();
        for_each_choice(&others, empties, &mut Vec::new(), &mut |empty| {
            let lot = json!({"rows": rows, "cols": cols, "cars": [car], "empty": empty, "detail": "cost"});
            let cost = answer(&lot, &Budget::unlimited()).cost.unwrap();
            states += 1;
            most = most.max(cost);
            sum += cost;
        });
    }
    (states, most, sum)
}

fn for_each_choice(
    from: &[[u32; 2]],
    count: usize,
    chosen: &mut Vec<[u32; 2]>,
    visit: &mut impl FnMut(&[[u32; 2]]),
) {
    if count == 0 {
        return visit(chosen);
    }
    for place in 0..from.len() {
        chosen.push(from[place]);
        for_each_choice(&from[place + 1..], count - 1, chosen, visit);
        chosen.pop();
    }
}

#[test]
fn whole_lots_add_up() {
    assert_eq!(sums(5, 5, 1), (600, 29, 8_784));
    assert_eq!(sums(5, 5, 2), (6_900, 26, 88_604));
    assert_eq!(sums(10, 10, 1), (9_900, 69, 357_969));
}
