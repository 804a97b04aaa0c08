//! Which memory joined states keep alive.
//!
//! Memory that nothing points to at the end is a leak ([`crate::leaks`]), and a choice between pointers points to all
//! that it mentions. So where leaks are looked for, states are joined only if they point to the same memory from the
//! same places: otherwise what one path has lost would be kept alive by the pointer of another. Variables that are
//! never read again count, as they do for leaks.

use expr::ExprId;
use memory::{Difference, Held, Value};
use rustc_hash::FxHashSet;

use crate::state::{Registers, State};
use crate::worker::Worker;

impl Worker<'_> {
    /// Whether two states point to the same memory from the same variables.
    pub(super) fn keep_alike(&self, a: &State, b: &State) -> bool {
        a.machine.pairs_outside_memory(&b.machine, Registers::All, &mut |_, one, other| {
            one == other || !self.points(a, one) && !self.points(b, other)
        })
    }

    /// Whether what a state holds around a difference points to allocated memory, or may.
    pub(super) fn points_around(&self, state: &State, difference: Difference) -> bool {
        state.machine.memory.held_around(difference).into_iter().any(|held| match held {
            Held::Value(value) => self.points(state, value),
            Held::Array => true,
        })
    }

    fn points(&self, state: &State, value: Value) -> bool {
        let is_allocated = |address: u64| {
            let memory = &state.machine.memory;
            memory.find(address).is_some_and(|found| memory.entry(found.object).kind.is_allocated())
        };
        match value {
            Value::Int(word) => is_allocated(word),
            Value::Expr(term) => self.mentions(term, &is_allocated),
        }
    }

    /// Whether a constant in a term contains a word of some kind.
    fn mentions(&self, root: ExprId, is_wanted: &dyn Fn(u64) -> bool) -> bool {
        let (mut seen, mut pending) = (FxHashSet::default(), vec![root]);
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            let Some(constant) = self.pool.as_const(term) else {
                pending.extend(self.pool.node(term).children());
                continue;
            };
            let bytes = constant.to_bytes();
            let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("it has the size of a word"));
            if bytes.chunks_exact(size_of::<u64>()).any(|bytes| is_wanted(word(bytes))) {
                return true;
            }
        }
        false
    }
}
