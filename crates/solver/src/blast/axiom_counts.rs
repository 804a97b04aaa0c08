//! How many axioms about reads there could be, and how many are made, as Shuai 2021 counts them in its example
//! (§2.2). No decision depends on these counts; statistics show them, and benchmarks read them.

use expr::{ExprId, Places};
use rustc_hash::FxHashMap;

/// Axioms about reads, each counted once where it first comes up. Those about an element of several bytes count
/// once for each byte, as in Shuai 2021.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AxiomCounts {
    /// All axioms: between every byte that is read and every entry, and between any two bytes that are read.
    pub(crate) possible: u64,
    /// Axioms left out because the bytes have different places in their elements.
    pub(crate) avoided_by_type: u64,
    /// Axioms left out because the index cannot be there.
    pub(crate) avoided_by_interval: u64,
    /// Axioms added, at once or on demand.
    pub(crate) made: u64,
}

impl AxiomCounts {
    pub(crate) fn add(&mut self, other: AxiomCounts) {
        self.possible += other.possible;
        self.avoided_by_type += other.avoided_by_type;
        self.avoided_by_interval += other.avoided_by_interval;
        self.made += other.made;
    }
}

/// Counts for one SAT solver.
#[derive(Default)]
pub(super) struct AxiomCounter {
    counts: AxiomCounts,
    /// The reads so far of each array without stores.
    earlier: FxHashMap<ExprId, Earlier>,
}

/// The reads of one array.
#[derive(Default)]
struct Earlier {
    bytes: u64,
    /// How many elements of 1, 2, 4 and 8 bytes were read that never overlap another of the same size in part.
    aligned: [u64; 4],
}

/// A read of an array without stores.
#[derive(Clone, Copy)]
pub(super) struct CountedRead {
    pub(super) array: ExprId,
    /// The number of bytes read: 1, 2, 4 or 8.
    pub(super) size: u32,
    /// The length of the array in bytes.
    pub(super) length: u64,
    /// The places that the residue of the index leaves.
    pub(super) typed: Places,
    /// The places that everything known about the index leaves; `None` if it cannot be inside.
    pub(super) places: Option<Places>,
}

impl AxiomCounter {
    /// Counts the axioms about a read and those that need not be made.
    pub(super) fn possible(&mut self, read: CountedRead, by_type: bool) {
        let size = u64::from(read.size);
        let entries =
            |places: Places| places.within(0, read.length.saturating_sub(1)).map_or(0, |places| places.count());
        let earlier = self.earlier.entry(read.array).or_default();
        let within = size * (size - 1) / 2;
        let possible = size * read.length + size * earlier.bytes + within;
        // Elements of one size that never overlap in part meet as a whole.
        let aligned = read.typed.stride >= size && size > 1;
        let alike = &mut earlier.aligned[read.size.trailing_zeros() as usize];
        let met = if aligned { *alike } else { 0 };
        let pairs = met * size + size * (earlier.bytes - met * size) + if aligned { 0 } else { within };
        *alike += u64::from(aligned);
        earlier.bytes += size;
        let after_type = size * entries(read.typed) + pairs;
        let left = size * read.places.map_or(0, entries) + pairs;
        self.counts.possible += possible;
        if by_type {
            self.counts.avoided_by_type += possible.saturating_sub(after_type);
        }
        self.counts.avoided_by_interval += after_type.saturating_sub(left);
    }

    /// Counts `count` axioms that are made about elements of `size` bytes.
    pub(super) fn made(&mut self, size: u32, count: u64) {
        self.counts.made += u64::from(size) * count;
    }

    /// The counts since the last call.
    pub(super) fn take(&mut self) -> AxiomCounts {
        std::mem::take(&mut self.counts)
    }
}
