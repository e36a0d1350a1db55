//! Any bytes as a path on a board: replaying it ends, and what is said of it fits together.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::npuzzle::{NpuzzleVerifySpec, VerifyRequest, verify};
use taquin_fuzz::{judge, judge_verification, limits};

fuzz_target!(|text: &[u8]| {
    let Some(request) = judge(text, VerifyRequest::read(text, &limits())) else { return };
    let told = verify(&request);
    judge_verification(&told);
    let NpuzzleVerifySpec { path, .. } = serde_json::from_slice(text).expect("it was read as this");
    assert_eq!(told.cost, told.moves);
    assert!(told.moves <= path.tiles.len() as u64);
    if told.legal {
        assert_eq!(told.moves, path.tiles.len() as u64);
        assert_eq!(path.directions.len(), path.tiles.len());
    }
});
