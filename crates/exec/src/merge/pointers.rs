//! What joined states point to, and which memory they keep alive.
//!
//! A loop that walks over a text leaves a pointer behind that differs in its offset only. So pointers into one object
//! are joined: to the address of the object and a choice between offsets, so that an access sees which object it is. A pointer to the end of an
//! object counts as one into it, as where memory is accessed.
//!
//! Memory that nothing points to at the end is a leak ([`crate::leaks`]), and a choice between pointers points to all
//! that it mentions. So where leaks are looked for, states are joined only if they point to the same memory from the
//! same places: otherwise what one path has lost would be kept alive by the pointer of another. Variables that are
//! never read again count, as they do for leaks.

use expr::{ExprId, Pool};
use memory::{Difference, Held, Home, MemoryModel, Value};
use rustc_hash::FxHashSet;

use crate::state::{Registers, State, States};
use crate::worker::Worker;

/// The address of the object that a value points to, if it is an address.
fn pointed_at(layout: &dyn MemoryModel, pool: &Pool, state: &State, value: Value) -> Option<u64> {
    let memory = &state.machine.memory;
    let object = match value {
        Value::Int(word) if word < memory::NULL_PAGE => return None,
        Value::Int(word) => memory.find(word).or_else(|| memory.find(word - 1))?.object,
        Value::Expr(term) if pool.width(term) != 64 => return None,
        Value::Expr(term) => match layout.home(memory, pool, term)? {
            Home::Object(object) => object,
            Home::Gone(_) => return None,
        },
    };
    Some(memory.entry(object).base())
}

/// The address of the object that all of some states point to with the values, one for each, if it is the same.
pub(super) fn same_base(layout: &dyn MemoryModel, pool: &Pool, states: &States, values: &[Value]) -> Option<u64> {
    let mut bases = states.iter().zip(values).map(|(state, &value)| pointed_at(layout, pool, state, value));
    let first = bases.next()??;
    bases.all(|base| base == Some(first)).then_some(first)
}

impl Worker<'_> {
    /// The address of the object that a value points to, if it is an address.
    pub(super) fn pointed_at(&self, state: &State, value: Value) -> Option<u64> {
        pointed_at(self.run.layout, &self.pool, state, value)
    }

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
