//! Sorts: what kind of value a term has.
//!
//! A node has a width and no sort of its own: the operator tells. The width of an array is that of its elements, 8, so that a width alone
//! does not tell an array from a byte. The constructors ask here before they build anything.

use std::fmt;

use crate::node::ExprId;
use crate::pool::Pool;

/// What kind of value a term has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A bit-vector of this width in bits; a boolean has one.
    Bits(u32),
    /// An array of bytes at 64-bit indices.
    Bytes,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bits(width) => write!(f, "{width} bits"),
            Sort::Bytes => f.write_str("an array of bytes"),
        }
    }
}

impl Pool {
    /// What kind of value a term has.
    #[inline]
    pub fn sort(&self, id: ExprId) -> Sort {
        let node = self.node(id);
        if node.op.is_array() { Sort::Bytes } else { Sort::Bits(node.width) }
    }

    /// The width of an operand that must be a bit-vector.
    ///
    /// # Panics
    /// If it is an array: a bug of the caller, as a width that does not fit is.
    #[inline]
    #[track_caller]
    pub(crate) fn bits(&self, id: ExprId) -> u32 {
        let node = self.node(id);
        assert!(!node.op.is_array(), "an operand of bits, not an array of bytes");
        node.width
    }
}
