//! Bound indices: which of them occur free in a term, and which quantifiers a term contains.
//!
//! A bounded universal fact ([`Pool::forall`]) binds an index. Below the quantifier, terms mention it as an
//! [`Op::Index`], a leaf that is no symbol and no input. A term that mentions an index outside of its quantifier
//! is *open*: it has a value only where the index has one.

use crate::forall::parts_of;
use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

/// The number of levels: an index is told from others by its level.
pub(crate) const LEVELS: u32 = 32;

/// What is recorded of one node.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// A bit for each level of which an index occurs free.
    free: u32,
    /// A bit for each level that a quantifier within the term binds.
    bound: u32,
}

/// The nodes that mention indices or quantifiers. Nothing is stored as long as there is no index.
#[derive(Default)]
pub(crate) struct Bound {
    /// One entry for each node; nodes beyond the end mention none.
    entries: Vec<Entry>,
}

impl Bound {
    /// Records a node that is about to get the id `index`.
    #[inline]
    pub(crate) fn note(&mut self, index: usize, node: &Node) {
        if self.entries.is_empty() && !matches!(node.op, Op::Index | Op::Forall) {
            return;
        }
        let entry = self.entry(node);
        if (entry.free, entry.bound) != (0, 0) {
            self.entries.resize(index + 1, Entry::default());
            self.entries[index] = entry;
        }
    }

    fn entry(&self, node: &Node) -> Entry {
        let of = |id: ExprId| self.of(id);
        match node.op {
            Op::Index => Entry { free: 1 << node.args[0], bound: 0 },
            Op::Forall => {
                let (level, _) = parts_of(node);
                let (count, body) = (of(node.arg(0)), of(node.arg(1)));
                Entry { free: count.free | body.free & !(1 << level), bound: count.bound | body.bound | 1 << level }
            }
            _ => node.children().map(of).fold(Entry::default(), |all, child| Entry {
                free: all.free | child.free,
                bound: all.bound | child.bound,
            }),
        }
    }

    #[inline]
    fn of(&self, id: ExprId) -> Entry {
        self.entries.get(id.index()).copied().unwrap_or_default()
    }
}

impl Pool {
    /// Whether the term contains a bounded universal fact.
    #[inline]
    pub fn is_quantified(&self, id: ExprId) -> bool {
        self.bound.of(id).bound != 0
    }

    /// Whether the term mentions an index outside of its quantifier.
    #[inline]
    pub fn is_open(&self, id: ExprId) -> bool {
        self.bound.of(id).free != 0
    }

    /// Whether some term of the pool mentions an index. If not, no term is quantified or open.
    #[inline]
    pub fn has_indices(&self) -> bool {
        !self.bound.entries.is_empty()
    }

    /// The levels of the indices that occur free in a term, a bit for each.
    pub fn free_levels(&self, id: ExprId) -> u32 {
        self.bound.of(id).free
    }

    /// The levels that quantifiers within a term bind, a bit for each.
    pub(crate) fn bound_levels(&self, id: ExprId) -> u32 {
        self.bound.of(id).bound
    }
}
