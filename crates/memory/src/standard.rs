//! The standard memory model (Trabish 2024, §2.2): every object has a concrete address and size, an interval of
//! its own, and a red zone after it. A path forks over the objects that a pointer may denote.
//!
//! There is one departure. Trabish 2024 resolves a pointer to every object whose interval it can reach, so
//! `a[i]` with an unbounded `i` forks over all objects in memory. In C, arithmetic on a pointer stays within
//! its object. So if the pointer is a constant address plus a symbolic term, and the constant lies in a live
//! object or just past its end, only that object is meant, and all other addresses are out-of-bounds errors. The
//! same holds for each address if the pointer is one of several plus a term ([`Provenance`]). A pointer that shows no
//! such address may denote any object.

use expr::{ExprId, Op, Pool};

use crate::model::{Home, MemoryModel, Resolution, Way};
use crate::provenance::Provenance;
use crate::space::{AddressSpace, Allocation, Fault, ObjectId};

/// The standard model.
#[derive(Clone, Copy, Default, Debug)]
pub struct Standard;

impl MemoryModel for Standard {
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64> {
        space.bump_address(request)
    }

    fn home(&self, space: &AddressSpace, pool: &Pool, pointer: ExprId) -> Option<Home> {
        let address = constant_part(pool, pointer)?;
        if let Some(home) = live_object(space, address) {
            return Some(Home::Object(home));
        }
        match space.fault(address) {
            fault @ (Fault::Freed(_) | Fault::External(_) | Fault::Returned) => Some(Home::Gone(fault)),
            _ => None,
        }
    }

    fn way(&self, _: &AddressSpace, _: &Pool, _: (&Provenance, u64)) -> Way {
        Way::Fork
    }

    fn resolve(&self, space: &AddressSpace, now: u64, _: &[ObjectId]) -> Resolution {
        match space.find(now) {
            Some(found) if space.entry(found.object).is_live() => Resolution::Fork(found.object),
            _ => Resolution::Nowhere,
        }
    }
}

/// The constant summand of a pointer that is a sum.
fn constant_part(pool: &Pool, pointer: ExprId) -> Option<u64> {
    let mut at = pointer;
    loop {
        let node = pool.node(at);
        if node.op != Op::Add {
            return None;
        }
        if let Some(constant) = node.children().find_map(|child| pool.as_u64(child)) {
            return Some(constant);
        }
        // A sum keeps its constant at one end of the chain; follow the child that is a sum itself.
        at = node.children().find(|&child| pool.node(child).op == Op::Add)?;
    }
}

/// The live object that contains the address or ends at it.
fn live_object(space: &AddressSpace, address: u64) -> Option<ObjectId> {
    let found = space.find(address).or_else(|| space.find(address.wrapping_sub(1)))?;
    space.entry(found.object).is_live().then_some(found.object)
}
