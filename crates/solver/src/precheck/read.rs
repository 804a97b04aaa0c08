//! Reads of arrays: elements of one or several bytes, and what a table holds between two indices.
//!
//! An element of several bytes is a read of that width, or bytes read at consecutive indices and concatenated,
//! the first one lowest.

use expr::{ExprId, Op, Pool, TableId};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use super::translation::Translation;
use crate::linear::Sum;
use crate::tuning::{PRECHECK_BOUNDS, PRECHECK_PLACES};

/// A read of an array.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// The reads it consists of: their indices, and how far each is behind the first.
    pub(super) places: Vec<(ExprId, u64)>,
    /// The array, and how many bytes are read.
    pub(super) array: ExprId,
    bytes: u32,
    /// The first index, as a sum.
    pub(super) place: Sum,
    /// The variable that is its value.
    pub(super) variable: u32,
}

/// The least and the greatest element of tables between indices, remembered.
#[derive(Default)]
pub(crate) struct TableBounds {
    known: FxHashMap<Spread, Option<(u64, u64)>>,
}

/// Elements of a table at the indices `low`, `low + stride` and so on up to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Spread {
    table: TableId,
    bytes: u32,
    low: u64,
    high: u64,
    stride: u64,
}

impl<F: FnMut(ExprId) -> WordSet> Translation<'_, F> {
    /// The variable of an element that is read, if the term is one.
    pub(super) fn read(&mut self, term: ExprId) -> Option<Sum> {
        let (array, places) = element(self.pool, term)?;
        let place = self.unsigned(places[0].0)?;
        let (low, high) = self.pool.unsigned_range(term);
        let variable = self.program.variable(i128::from(low), i128::from(high));
        self.reads.push(Read { places, array, bytes: self.pool.width(term) / 8, place, variable });
        Some(Sum::variable(variable))
    }
}

impl Read {
    /// The stride of its indices: any two possible ones differ by a multiple of it.
    fn stride(&self, pool: &Pool) -> u64 {
        let common = self.place.terms.iter().fold(0, |divisor, term| gcd(divisor, term.1.unsigned_abs()));
        let known = pool.known_bits(self.places[0].0);
        let by_bits = 1u128 << (known.zeros | known.ones).trailing_ones();
        u64::try_from(common.max(by_bits)).unwrap_or(1)
    }

    /// Bounds of what is read between two indices; `None` if nothing is known.
    pub(super) fn bounds(&self, pool: &Pool, tables: &mut TableBounds, low: u64, high: u64) -> Option<(u64, u64)> {
        let node = pool.node(self.array);
        // Indices that wrap around would read the beginning again.
        if node.op != Op::Table || high > u64::MAX - 64 {
            return None;
        }
        let stride = self.stride(pool);
        // The first index that is not below the lower bound: all are congruent to this number.
        let known = pool.known_bits(self.places[0].0);
        let by_bits = 1u64.checked_shl((known.zeros | known.ones).trailing_ones()).unwrap_or(0);
        let residue =
            if by_bits == stride { i128::from(known.ones & by_bits.wrapping_sub(1)) } else { self.place.constant };
        let ahead = (residue - i128::from(low)).rem_euclid(i128::from(stride));
        let low = low.checked_add(ahead as u64)?;
        tables.of(pool, Spread { table: TableId(node.args[0]), bytes: self.bytes, low, high, stride })
    }
}

impl TableBounds {
    fn of(&mut self, pool: &Pool, spread: Spread) -> Option<(u64, u64)> {
        if let Some(&known) = self.known.get(&spread) {
            return known;
        }
        if self.known.len() >= PRECHECK_BOUNDS {
            self.known.clear();
        }
        let bounds = spread.bounds(pool.table_bytes(spread.table));
        self.known.insert(spread, bounds);
        bounds
    }
}

impl Spread {
    /// The bounds of the elements; `None` if there are too many, or none at all.
    fn bounds(&self, contents: &[u8]) -> Option<(u64, u64)> {
        let end = contents.len() as u64;
        let last = self.high.min(end.saturating_sub(1));
        if self.low > self.high || last.saturating_sub(self.low) / self.stride >= PRECHECK_PLACES {
            return None;
        }
        // Elements beyond the end are zero.
        let beyond = (self.high >= end).then_some((0, 0));
        let inside = (self.low..=last).step_by(usize::try_from(self.stride).ok()?).map(|place| {
            let byte = |offset: u32| contents.get(place as usize + offset as usize).map_or(0, |&byte| u64::from(byte));
            (0..self.bytes).fold(0, |value, offset| value | byte(offset) << (8 * offset))
        });
        inside.fold(beyond, |bounds, value| {
            let (low, high) = bounds.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        })
    }
}

/// The array and the indices, lowest first, of the reads that a term of at most 8 bytes consists of.
fn element(pool: &Pool, term: ExprId) -> Option<(ExprId, Vec<(ExprId, u64)>)> {
    let mut parts = Vec::new();
    flatten(pool, term, &mut parts)?;
    let first = pool.node(parts[0]);
    let array = first.arg(0);
    let (base, offset) = base_and_offset(pool, first.arg(1));
    let mut bytes = 0u64;
    let mut places = Vec::with_capacity(parts.len());
    for part in parts {
        let node = pool.node(part);
        if node.arg(0) != array || base_and_offset(pool, node.arg(1)) != (base, offset.wrapping_add(bytes)) {
            return None;
        }
        places.push((node.arg(1), bytes));
        bytes += u64::from(node.width / 8);
    }
    Some((array, places))
}

/// Collects the reads that a term consists of, lowest first; `None` if it contains something else.
fn flatten(pool: &Pool, term: ExprId, parts: &mut Vec<ExprId>) -> Option<()> {
    let node = pool.node(term);
    match node.op {
        Op::Select => parts.push(term),
        Op::Concat => {
            flatten(pool, node.arg(1), parts)?;
            flatten(pool, node.arg(0), parts)?;
        }
        _ => return None,
    }
    Some(())
}

/// An index as a term plus a constant.
fn base_and_offset(pool: &Pool, index: ExprId) -> (ExprId, u64) {
    let node = pool.node(index);
    if node.op == Op::Add {
        for place in 0..2 {
            if let Some(offset) = pool.as_u64(node.arg(place)) {
                return (node.arg(1 - place), offset);
            }
        }
    }
    (index, 0)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
