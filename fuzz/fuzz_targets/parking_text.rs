//! Any text as a map of a lot: what is one is drawn, and the drawing read as the same lot.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::parking::Request;
use taquin::parking::text::{draw, parse};
use taquin_fuzz::limits;

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(spec) => {
            let Ok(request) = Request::from_spec(&spec, &limits()) else { return };
            let picture = draw(request.lot());
            let again = parse(&picture).expect("a drawing is a map");
            let again = Request::from_spec(&again, &limits()).expect("a drawing of a lot is a lot");
            assert_eq!(draw(again.lot()), picture);
            assert_eq!(again.lot().cars(), request.lot().cars());
            assert_eq!(again.lot().empties(), request.lot().empties());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
