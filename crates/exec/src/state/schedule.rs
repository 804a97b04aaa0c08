//! What the main loop knows about a state: how many turns it has had, how much it has grown, and whether it repeats itself.

use crate::endless::Watch;

/// The turns of a state.
#[derive(Clone, Default)]
pub struct Schedule {
    /// How many batches it has used up since it was forked.
    pub batches: u64,
    /// How often it was passed over since the last one.
    pub passed_over: u64,
    /// How many bytes the process grew by while it ran, and before it was forked.
    pub grown: u64,
    /// What it was before, to see whether it repeats itself.
    pub watch: Option<Box<Watch>>,
}

impl Schedule {
    /// Counts turns anew: a path that forks makes progress.
    pub fn restart(&mut self) {
        (self.batches, self.passed_over, self.watch) = (0, 0, None);
    }

    /// Notes that a batch was used up.
    pub fn used_up(&mut self) {
        self.batches += 1;
        self.passed_over = 0;
    }
}
