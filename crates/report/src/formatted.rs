//! Counts, for tests, what a thread formats: lines of predictions, tests and headers of archives.

use std::cell::Cell;

thread_local! {
    static FORMATTED: Cell<u64> = const { Cell::new(0) };
}

/// Something is formatted.
pub fn note() {
    FORMATTED.set(FORMATTED.get() + 1);
}

/// How much this thread has formatted so far.
pub fn on_this_thread() -> u64 {
    FORMATTED.get()
}
