//! Any bytes as a request to plan a lot: taken or refused with reasons; what is taken is taken again as it is written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::parking::{ParkingSpec, Request};
use taquin_fuzz::{judge, limits};

fuzz_target!(|text: &[u8]| {
    if judge(text, Request::read(text, &limits())).is_none() {
        return;
    }
    let spec: ParkingSpec = serde_json::from_slice(text).expect("the request was read as a spec");
    let again = serde_json::to_vec(&spec).expect("a spec can be written");
    assert_eq!(serde_json::from_slice::<ParkingSpec>(&again).expect("what was written can be read"), spec);
    assert!(Request::read(&again, &limits()).is_ok());
});
