//! The memory model that is used unless another is asked for: several objects are accessed together where they hold numbers, and
//! the path forks where they hold inputs.
//!
//! A choice between numbers is a table, or a number with conditions in it; a question about it is as easy as one about the
//! pointer. A choice between inputs is a term that the solver cannot take apart, and a path for each object asks
//! easier questions (`cargo xtask bench memory`: `priority_queue.c` and `sort_pointers.c` take 50 times as long with choices
//! everywhere, while `adjacency.c` and `shapes.c` take 10 times as long with a fork at each access).

use expr::{ExprId, Pool};

use crate::dynamic::Dynamic;
use crate::model::{Home, MemoryModel, Resolution, Way};
use crate::provenance::Provenance;
use crate::space::{AddressSpace, Allocation, ObjectId};
use crate::standard::Standard;

/// The model that chooses between forking and the dynamic one at each access.
#[derive(Clone, Copy, Default, Debug)]
pub struct Auto;

impl MemoryModel for Auto {
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64> {
        Standard.place(space, request)
    }

    fn home(&self, space: &AddressSpace, pool: &Pool, pointer: ExprId) -> Option<Home> {
        Standard.home(space, pool, pointer)
    }

    fn way(&self, space: &AddressSpace, pool: &Pool, access: (&Provenance, u64)) -> Way {
        let (provenance, len) = access;
        if space.holds_numbers(pool, provenance, len) { Dynamic.way(space, pool, access) } else { Way::Fork }
    }

    fn resolve(&self, space: &AddressSpace, now: u64, collected: &[ObjectId]) -> Resolution {
        Standard.resolve(space, now, collected)
    }
}
