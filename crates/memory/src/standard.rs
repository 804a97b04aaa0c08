//! The standard memory model (003_cd7601f9cf3f3a83.txt, section 2.2): every object has a concrete address and size, an
//! interval of its own, and a red zone after it.
//!
//! One departure. The paper resolves a pointer to every object whose interval it can reach, so `a[i]` with an unbounded
//! `i` forks over all objects in memory. In C, arithmetic on a pointer stays within its object, so where the pointer is a
//! constant address plus something symbolic, and the constant lies in (or just past) a live object, that object is the
//! only one meant: all else is an out-of-bounds error. A pointer without such a home may denote any object.

use expr::{ExprId, Op, Pool};

use crate::model::{MemoryModel, Resolution};
use crate::space::{AddressSpace, Allocation, EntryRef, Fault};

/// The standard model.
#[derive(Clone, Copy, Default, Debug)]
pub struct Standard;

impl MemoryModel for Standard {
    fn place(&self, space: &AddressSpace, request: &Allocation) -> Option<u64> {
        space.bump_address(request)
    }

    fn resolve(&self, space: &AddressSpace, pool: &Pool, pointer: ExprId, now: u64) -> Resolution {
        if let Some(address) = constant_part(pool, pointer) {
            if let Some(home) = home(space, address) {
                return Resolution::Within(home);
            }
            if let fault @ (Fault::Freed(_) | Fault::External(_) | Fault::Returned) = space.fault(address) {
                return Resolution::Gone(fault);
            }
        }
        match space.find(now) {
            Some(at) if space.entry(at).is_live() => Resolution::Maybe(at),
            _ => Resolution::Nowhere,
        }
    }

    fn inside(&self, space: &AddressSpace, pool: &mut Pool, pointer: ExprId, at: EntryRef, len: u64) -> ExprId {
        let size = space.entry(at).extent();
        if len > size {
            return pool.bool(false);
        }
        let offset = self.offset(space, pool, pointer, at);
        let last = pool.int(64, size - len);
        pool.ule(offset, last)
    }

    fn offset(&self, space: &AddressSpace, pool: &mut Pool, pointer: ExprId, at: EntryRef) -> ExprId {
        let base = pool.int(64, space.entry(at).base);
        pool.sub(pointer, base)
    }
}

/// The constant of a sum, if the pointer is one.
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
        // A sum keeps its constant at one end of the chain; follow the side that is a sum itself.
        at = node.children().find(|&child| pool.node(child).op == Op::Add)?;
    }
}

/// The live object that contains the address or ends at it.
fn home(space: &AddressSpace, address: u64) -> Option<EntryRef> {
    let at = space.find(address).or_else(|| space.find(address.wrapping_sub(1)))?;
    space.entry(at).is_live().then_some(at)
}
