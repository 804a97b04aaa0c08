//! Facts about the accesses to an array: which of them are whole elements, and which places an index can have.
//!
//! To a solver an array is a function, and axioms say that reads agree with it: `i = 5 => a[i] = 7` for each
//! entry, and `i = j => a[i] = a[j]` for two reads. Most of these axioms are redundant. Shuai 2021, §4.3, leaves
//! out those between bytes at different positions in their elements, according to the type that an array is
//! accessed with, and those outside of the interval of an index. Here a read of an element is one term, whatever
//! its size, so axioms between its bytes do not arise. That an index is a multiple of the size follows from its
//! known bits and not from the type, since a pointer to an `int` may point between two of them.

use crate::node::{ExprId, Op, TableId};
use crate::pool::Pool;
use crate::tuning::WIDEST_STRIDE;

/// Which axioms about arrays are left out because of facts about accesses. It affects cost, never an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ArrayAxioms {
    /// None are left out: every byte of every read may be at any place.
    All,
    /// Those between bytes at different positions in their elements: elements are read as a whole.
    Type,
    /// Those at places that an index cannot have.
    Interval,
    /// Both kinds.
    #[default]
    Both,
}

impl ArrayAxioms {
    /// All variants with their names.
    pub const NAMES: [(ArrayAxioms, &'static str); 4] = [
        (ArrayAxioms::All, "all"),
        (ArrayAxioms::Type, "type"),
        (ArrayAxioms::Interval, "interval"),
        (ArrayAxioms::Both, "both"),
    ];

    /// The variant with the given name.
    pub fn named(name: &str) -> Option<ArrayAxioms> {
        ArrayAxioms::NAMES.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    /// Whether elements are read as a whole.
    pub fn by_type(self) -> bool {
        matches!(self, ArrayAxioms::Type | ArrayAxioms::Both)
    }

    /// Whether axioms at places that an index cannot have are left out.
    pub fn by_interval(self) -> bool {
        matches!(self, ArrayAxioms::Interval | ArrayAxioms::Both)
    }
}

/// The places that an index can have: `first`, `first + stride`, … up to `last`. The stride is a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Places {
    /// The lowest place.
    pub first: u64,
    /// The highest place.
    pub last: u64,
    /// The distance between neighbouring places.
    pub stride: u64,
}

impl Places {
    /// The number of places, saturating at `u64::MAX`.
    pub fn count(&self) -> u64 {
        ((self.last - self.first) / self.stride).saturating_add(1)
    }

    /// All places in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |i| self.first + i * self.stride)
    }

    /// The places from `low` to `high`; `None` if there are none.
    pub fn within(self, low: u64, high: u64) -> Option<Places> {
        let (low, high) = (self.first.max(low), self.last.min(high));
        let first = low.checked_add((self.first.wrapping_sub(low)) & (self.stride - 1))?;
        if first > high {
            return None;
        }
        Some(Places { first, last: high - (high - first) % self.stride, ..self })
    }
}

/// The shape of a chain of stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// There are no stores.
    Base,
    /// Each store writes `size` bytes at an index that is `residue` modulo `size`.
    Elements { size: u32, residue: u64 },
    /// Stores may overlap each other in part.
    Mixed,
}

impl Shape {
    const MIXED: u64 = u64::MAX;

    /// The shape as a word, to be stored in the facts of an array.
    pub(crate) fn to_word(self) -> u64 {
        match self {
            Shape::Base => 0,
            Shape::Elements { size, residue } => u64::from(size) << 8 | residue,
            Shape::Mixed => Shape::MIXED,
        }
    }

    pub(crate) fn of_word(word: u64) -> Shape {
        match word {
            0 => Shape::Base,
            Shape::MIXED => Shape::Mixed,
            _ => Shape::Elements { size: (word >> 8) as u32, residue: word & 0xff },
        }
    }
}

impl Pool {
    /// The places that the known bits and bounds of an index allow.
    pub fn places(&self, index: ExprId) -> Places {
        let (low, high) = self.unsigned_range(index);
        let bits = self.known_bits(index);
        let stride = 1u64 << (!(bits.zeros | bits.ones)).trailing_zeros().min(WIDEST_STRIDE);
        let residue = bits.ones & (stride - 1);
        // The bounds may not be multiples of the stride plus the residue, so they are rounded inwards.
        let first = low.saturating_add(residue.wrapping_sub(low) & (stride - 1));
        let last = high.saturating_sub(high.wrapping_sub(residue) & (stride - 1));
        if first > last { Places { first: low, last: high, stride: 1 } } else { Places { first, last, stride } }
    }

    /// The index modulo an element's size, if that is the same under every assignment.
    pub fn residue(&self, index: ExprId, size: u32) -> Option<u64> {
        let low = u64::from(size) - 1;
        let bits = self.known_bits(index);
        ((bits.zeros | bits.ones) & low == low).then_some(bits.ones & low)
    }

    /// Whether the `size` bytes from the index on are one element: every store below writes all of them or none.
    pub fn is_element(&self, array: ExprId, index: ExprId, size: u32) -> bool {
        if size == 1 {
            return true;
        }
        if !size.is_power_of_two() || size > 8 || !self.array_axioms().by_type() {
            return false;
        }
        match self.shape(array) {
            Shape::Base => true,
            Shape::Elements { size: stored, residue } => stored == size && self.residue(index, size) == Some(residue),
            Shape::Mixed => false,
        }
    }

    /// The shape of a chain of shape `below` with one more store.
    pub(crate) fn shape_with(&self, below: Shape, index: ExprId, size: u32) -> Shape {
        let Some(residue) = self.residue(index, size) else { return Shape::Mixed };
        let here = Shape::Elements { size, residue };
        if below == Shape::Base || below == here { here } else { Shape::Mixed }
    }

    /// The little-endian element of a table; bytes beyond the end of the table are zero.
    pub fn table_element(&self, table: TableId, index: u64, size: u32) -> u64 {
        let bytes = self.table_bytes(table);
        let inside = usize::try_from(index).ok().and_then(|at| bytes.get(at..at.checked_add(size as usize)?));
        if let Some(inside) = inside {
            return inside.iter().enumerate().fold(0, |value, (i, &byte)| value | u64::from(byte) << (8 * i));
        }
        let byte = |at: u64| usize::try_from(at).ok().and_then(|at| bytes.get(at)).copied().unwrap_or(0);
        (0..size).fold(0, |value, i| value | u64::from(byte(index.wrapping_add(u64::from(i)))) << (8 * i))
    }

    /// The number of bytes of an array without stores.
    pub fn base_length(&self, base: ExprId) -> u64 {
        let node = self.node(base);
        match node.op {
            Op::Table => self.table_bytes(TableId(node.args[0])).len() as u64,
            _ => u64::from(self.width(node.arg(0)) / 8),
        }
    }
}
