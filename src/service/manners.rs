//! Who goes first where cores are scarce: the threads that take and answer requests, not those that solve.
//!
//! A solve is a matter of milliseconds to seconds, a probe one of microseconds; but a thread that has used its core for long
//! looks just like one that has slept to a scheduler that shares evenly.

use std::cell::Cell;

/// Steps behind the others; each leaves a thread about a fifth less where there is not enough for all.
const BEHIND: i32 = 5;

thread_local! {
    static IS_BEHIND: Cell<bool> = const { Cell::new(false) };
}

/// From now on this thread lets others go first, where the system has such a thing for single threads.
pub(super) fn let_others_go_first() {
    if IS_BEHIND.replace(true) {
        return;
    }
    // On Linux priorities are those of threads; anywhere else this would be the whole process. A refusal changes nothing.
    // Threads begun by this one inherit it.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::getpriority_process(None)
        .and_then(|now| rustix::process::setpriority_process(None, now + BEHIND));
}
