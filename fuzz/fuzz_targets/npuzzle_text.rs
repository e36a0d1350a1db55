//! Any text as a board: what is one is drawn, and the drawing read as the same board.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::npuzzle::Request;
use taquin::npuzzle::text::{draw, parse};
use taquin_fuzz::limits;

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(spec) => {
            if Request::new(&spec, &limits()).is_some() {
                assert_eq!(parse(&draw(&spec.board)).expect("a drawing is a board").board, spec.board);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
