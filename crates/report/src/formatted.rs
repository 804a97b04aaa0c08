//! Counts, for tests, how often a thread formats something: a prediction line, a test or an archive header.

use std::cell::Cell;

thread_local! {
    static FORMATTED: Cell<u64> = const { Cell::new(0) };
}

/// Counts one formatting.
pub fn note() {
    FORMATTED.set(FORMATTED.get() + 1);
}

/// How often this thread has formatted something so far.
pub fn on_this_thread() -> u64 {
    FORMATTED.get()
}
