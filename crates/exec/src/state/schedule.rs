//! What the main loop knows about a state: how many turns it has had, how much memory it has used, and whether
//! it repeats itself.

use expr::SymbolId;
use triomphe::Arc;

use crate::endless::Watch;
use crate::merge::{Link, Membership, RegionId};

/// The turns that a state has had.
#[derive(Clone, Default)]
pub struct Schedule {
    /// The number of batches used up since the last fork.
    pub batches: u32,
    /// The number of times the state was passed over since its last batch.
    pub passed_over: u32,
    /// The number of bytes that the process grew by while this state, or the state it was forked from, ran.
    pub grown: u64,
    /// The regions that the state is a member of.
    pub regions: Option<Arc<Membership>>,
    /// The nearest place that the state comes from where states may be joined with it.
    pub node: Option<Link>,
    /// The marked region that the state has reached the end of.
    pub leaves: Option<RegionId>,
    /// The inputs that sizes of objects depend on.
    pub sizes: Option<Arc<Vec<SymbolId>>>,
    /// An earlier copy of the state, to see whether it repeats itself.
    pub watch: Option<Box<Watch>>,
}

impl Schedule {
    /// Notes that the size of an object depends on an input.
    pub fn note_size(&mut self, symbol: SymbolId) {
        let sizes = Arc::make_mut(self.sizes.get_or_insert_default());
        if !sizes.contains(&symbol) {
            sizes.push(symbol);
        }
    }

    /// Counts turns anew when the state forks: a path that forks makes progress.
    pub fn restart(&mut self) {
        (self.batches, self.passed_over, self.watch) = (0, 0, None);
    }

    /// Records that a batch was used up.
    pub fn used_up(&mut self) {
        self.batches = self.batches.saturating_add(1);
        self.passed_over = 0;
    }
}
