//! Thousands of requests, good and bad, drawn from a fixed seed: none may bring the server down, none may be
//! answered by a defect.

use serde_json::{Value, json};

use crate::support::Server;

const REQUESTS: u64 = 10_000;

/// SplitMix64 (Steele, Lea and Flood, 2014): the same requests on every run and machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }

    fn cell(&mut self, rows: u64, cols: u64) -> Value {
        json!([self.below(rows), self.below(cols)])
    }
}

fn npuzzle(random: &mut Random) -> Value {
    let (rows, cols) = (1 + random.below(3), 1 + random.below(3));
    let mut tiles: Vec<u64> = (0..rows * cols).collect();
    for at in (1..tiles.len()).rev() {
        tiles.swap(at, random.below(at as u64 + 1) as usize);
    }
    let board: Vec<_> = tiles.chunks(cols as usize).collect();
    let algorithm = *random.pick(&["auto", "bfs", "dfs", "bidirectional", "a_star", "ida_star"]);
    json!({"board": board, "algorithm": algorithm, "detail": random.pick(&["verdict", "cost", "path", "boards"])})
}

fn parking(random: &mut Random) -> Value {
    let (rows, cols) = (1 + random.below(4), 1 + random.below(4));
    let cells = |random: &mut Random, count| (0..count).map(|_| random.cell(rows, cols)).collect::<Vec<_>>();
    let (empties, pillars) = (1 + random.below(2), random.below(2));
    json!({
        "rows": rows, "cols": cols, "cars": cells(random, 1), "exits": cells(random, 1),
        "empty": cells(random, empties), "blocked": cells(random, pillars),
        "algorithm": random.pick(&["auto", "bfs", "dfs", "a_star"]),
        "cost": {"horizontal": random.below(3), "vertical": random.below(3)},
    })
}

/// Spoils a spec, or its text.
fn spoil(random: &mut Random, spec: &mut Value) -> Option<Vec<u8>> {
    let fields = spec.as_object_mut().unwrap();
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = random.pick(&names).clone();
    let odd = [
        json!(null),
        json!(-1),
        json!(1.5),
        json!("x"),
        json!([]),
        json!([[]]),
        json!({}),
        json!(u64::MAX),
        json!([[0, 0], [0, 0]]),
    ];
    match random.below(6) {
        0 => drop(fields.remove(&name)),
        1 => drop(fields.insert("colour".to_owned(), json!(1))),
        2 => {
            let mut text = spec.to_string().into_bytes();
            text.truncate(random.below(text.len() as u64) as usize);
            return Some(text);
        }
        3 => {
            let mut text = spec.to_string().into_bytes();
            let at = random.below(text.len() as u64) as usize;
            text[at] = random.next() as u8;
            return Some(text);
        }
        _ => drop(fields.insert(name, random.pick(&odd).clone())),
    }
    None
}

/// Resident memory in KiB, where the system tells.
fn resident(server: &Server) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn ten_thousand_requests_of_all_kinds() {
    let server = Server::start(&[]);
    let mut random = Random(1);
    let mut counts = std::collections::BTreeMap::new();
    let mut early = None;
    for request in 0..REQUESTS {
        let is_npuzzle = random.below(2) == 0;
        let path = if is_npuzzle { "/npuzzle" } else { "/parking" };
        let mut spec = if is_npuzzle { npuzzle(&mut random) } else { parking(&mut random) };
        let spoilt = if random.below(2) == 0 { spoil(&mut random, &mut spec) } else { None };
        let body = spoilt.unwrap_or_else(|| spec.to_string().into_bytes());
        let shown = String::from_utf8_lossy(&body).into_owned();
        let response = server.post(path, body);
        let status = response.status().as_u16();
        *counts.entry(status).or_insert(0) += 1;
        let answer: Value = response.json().unwrap_or_else(|error| panic!("{path} {shown}: {error}"));
        assert!(status < 500, "{path} {shown}: {answer}");
        assert_eq!(status == 422, answer.get("errors").is_some(), "{path} {shown}: {answer}");
        if request == REQUESTS / 5 {
            early = resident(&server);
        }
    }
    assert!([200, 400, 422].iter().all(|status| counts[status] > 500), "{counts:?}");
    if let (Some(early), Some(late)) = (early, resident(&server)) {
        assert!(late < early + (32 << 10), "memory grows: {early} KiB, then {late} KiB");
    }
    assert!(!server.log().contains("panicked"), "{}", server.log());
}
