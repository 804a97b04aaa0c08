//! The dynamic memory model: a pointer that comes from several objects accesses them together, as its term chooses between
//! their addresses.
//!
//! Where Trabish 2024, §3.2.3.2, moves the objects that a pointer was resolved to into one segment, here what is read is chosen
//! by what the address was chosen by: a read through a table of pointers becomes a read of a table of contents, and at a
//! symbolic offset one of a table of all objects. Objects stay where they are, so pointers may be compared, printed and
//! counted with. It is known of each address which object it belongs to: a pointer that leaves its object is an error even
//! where another object begins.
//!
//! A path still forks over objects whose end depends on their contents, over very large objects, and over too many of them.

use expr::{ExprId, Pool};

use crate::merge::Merge;
use crate::model::{Home, MemoryModel, Resolution, Way};
use crate::provenance::Provenance;
use crate::space::{AddressSpace, Allocation, ObjectId};
use crate::standard::Standard;
use crate::tuning::{CHOSEN_OBJECTS, MERGED_LARGEST};

/// The dynamic model.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dynamic;

impl MemoryModel for Dynamic {
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64> {
        Standard.place(space, request)
    }

    fn home(&self, space: &AddressSpace, pool: &Pool, pointer: ExprId) -> Option<Home> {
        Standard.home(space, pool, pointer)
    }

    fn way(&self, space: &AddressSpace, _: &Pool, (provenance, _): (&Provenance, u64)) -> Way {
        let few = provenance.objects().len() <= CHOSEN_OBJECTS;
        if few && space.can_be_chosen(provenance, MERGED_LARGEST) { Way::Choose } else { Way::Fork }
    }

    fn resolve(&self, space: &AddressSpace, now: u64, collected: &[ObjectId]) -> Resolution {
        Merge.resolve(space, now, collected)
    }
}
