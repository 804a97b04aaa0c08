//! Leaves: the runs of input bits that sets are kept for.
//!
//! A value read whole is one leaf, however many bytes it has. A narrower view of it is an extract of the leaf;
//! a wider one, or one that only overlaps, makes both one leaf that covers them (see
//! [`Sets::cover`](super::sets::Sets::cover)).

use expr::{ExprId, Model, Op, Pool, SymbolId};

/// Bits `low .. low + width` of a symbol, at most 64 of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Leaf {
    pub(crate) symbol: SymbolId,
    pub(crate) low: u32,
    pub(crate) width: u32,
}

impl Leaf {
    /// The leaf that the term reads, if it is one.
    pub(crate) fn of(pool: &Pool, term: ExprId) -> Option<Leaf> {
        let node = pool.node(term);
        let leaf = match node.op {
            Op::Sym => Leaf { symbol: SymbolId(node.args[0]), low: 0, width: node.width },
            Op::Extract => {
                let inner = pool.node(node.arg(0));
                if inner.op != Op::Sym {
                    return None;
                }
                Leaf { symbol: SymbolId(inner.args[0]), low: node.args[1], width: node.width }
            }
            _ => return None,
        };
        (leaf.width <= 64).then_some(leaf)
    }

    /// The bit after the last one.
    pub(crate) fn end(&self) -> u32 {
        self.low + self.width
    }

    /// Whether all bits of the other leaf are bits of this one.
    pub(crate) fn contains(&self, other: &Leaf) -> bool {
        self.symbol == other.symbol && self.low <= other.low && other.end() <= self.end()
    }

    /// Whether the two leaves have bits in common.
    pub(crate) fn overlaps(&self, other: &Leaf) -> bool {
        self.symbol == other.symbol && self.low < other.end() && other.low < self.end()
    }

    /// The smallest run of bits that contains both leaves, which must be of one symbol; `None` if it is wider
    /// than 64 bits.
    pub(crate) fn hull(&self, other: &Leaf) -> Option<Leaf> {
        let low = self.low.min(other.low);
        let width = self.end().max(other.end()) - low;
        (width <= 64).then_some(Leaf { symbol: self.symbol, low, width })
    }

    /// The value of the leaf in a model.
    pub(crate) fn value(&self, model: &Model) -> u128 {
        u128::from(model.word(self.symbol, self.low, self.width))
    }

    /// The model with another value for the leaf.
    pub(crate) fn assigned(&self, model: &Model, value: u128) -> Model {
        let first = self.low / 8;
        let bits = value << (self.low % 8);
        let count = (self.low % 8 + self.width).div_ceil(8);
        model.with_bytes((0..count).map(|i| (self.symbol, first + i, (bits >> (8 * i)) as u8)))
    }
}
