//! Any bytes as a request for a map of costs; what is taken has an entry for every cell.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::parking::{MapRequest, map};
use taquin::search::Budget;
use taquin_fuzz::{judge, limits};

fuzz_target!(|text: &[u8]| {
    let limits = limits();
    let Some(request) = judge(text, MapRequest::read(text, &limits)) else { return };
    let answer = map(&request, &limits, &Budget { states: 500, ..Budget::unlimited() });
    let size = request.size();
    assert_eq!(answer.costs.len(), size.rows as usize);
    assert!(answer.costs.iter().all(|row| row.len() == size.cols as usize));
    assert!(answer.costs.iter().flatten().all(|&entry| entry >= -3));
    let most = answer.costs.iter().flatten().copied().max().filter(|&most| most >= 0);
    assert_eq!(answer.max, most.map(i64::cast_unsigned));
    let unproved = answer.costs.iter().flatten().any(|&entry| entry == -3);
    assert_eq!(unproved, answer.stopped_by.is_some());
});
