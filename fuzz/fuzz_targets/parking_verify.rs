//! Any bytes as a path on a lot: replaying it ends, and what is said of it fits together.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::parking::{ParkingVerifySpec, VerifyRequest, verify};
use taquin_fuzz::{judge, judge_verification, limits};

fuzz_target!(|text: &[u8]| {
    let Some(request) = judge(text, VerifyRequest::read(text, &limits())) else { return };
    let told = verify(&request);
    judge_verification(&told);
    let ParkingVerifySpec { path, .. } = serde_json::from_slice(text).expect("it was read as this");
    assert!(told.moves <= path.len() as u64);
    assert_eq!(told.legal, told.moves == path.len() as u64);
});
