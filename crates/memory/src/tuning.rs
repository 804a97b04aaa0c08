//! The numbers that decide what memory costs.

use tuning::CHOSEN;

tuning::table! {
    crate "memory";
    constant {
        /// Like `read_candidates` of terms, for an object with undefined bytes. It decides more than cost: an array term
        /// would make these bytes zeros, so uses of them that come later are not reported.
        pub(crate) UNDEFINED_READ_CANDIDATES: u64 = 256, in 0..=1 << 16, "offsets", because CHOSEN;
        /// Like `write_candidates` of terms, for an object with undefined bytes; what is said above holds for it, too.
        pub(crate) UNDEFINED_WRITE_CANDIDATES: u64 = 64, in 0..=1 << 16, "offsets", because CHOSEN;
        /// The greatest number of objects that one access may choose between. An access reads each of them, and
        /// a store writes each, whichever is meant.
        pub(crate) MERGED_OBJECTS: usize = 32, in 2..=1 << 16, "objects", because CHOSEN;
        /// The size in bytes of the largest object that may be one of several: an access at a symbolic offset
        /// may look at every byte.
        pub(crate) MERGED_LARGEST: u64 = 1 << 20, in 1..=1 << 32, "bytes", because CHOSEN;
        /// The greatest number of objects that one access may choose between where the pointer's term shows how.
        pub(crate) CHOSEN_OBJECTS: usize = 1024, in 2..=1 << 20, "objects", because CHOSEN;
        /// The greatest number of bytes of the objects that are read as one table.
        pub(crate) SEGMENT_BYTES: u64 = 64 << 10, in 0..=1 << 32, "bytes", because CHOSEN;
        /// The number of bytes that `Object::concrete_until` examines at a time.
        pub(crate) CONCRETE_WINDOW: u64 = 4096, in 1..=1 << 24, "bytes", because CHOSEN;
        /// The number of bytes that `Object::common_until` compares at a time.
        pub(crate) COMPARED_WINDOW: u64 = 512, in 1..=1 << 24, "bytes", because CHOSEN;
        /// The work of setting a run.
        pub(crate) RUN_WORK: u64 = 32, in 0..=1 << 16, "bytes moved", because "estimated, not measured";
        /// The number of runs beyond which unwritten bytes of an object are no longer undefined but zeros: each
        /// run costs time.
        pub(crate) UNDEFINED_RUNS: usize = 4096, in 1..=1 << 24, "runs",
            because "each run costs time; the number itself was chosen";
        /// The greatest number of bytes that a copy within an object moves through a buffer.
        pub(crate) COPY_BUFFER: usize = 64, in 8..=4096, "bytes", because CHOSEN;
        /// The number of elements of a persistent vector that its clones share together. Changing one copies
        /// all of them.
        pub(crate) CHUNK: usize = 32, in 1..=4096, "elements", because CHOSEN;
        /// The work of setting a node.
        pub(crate) NODE_WORK: u64 = 16, in 0..=1 << 16, "bytes moved", because "estimated, not measured";
        /// The size of the smallest block of memory that states share. Changing a byte copies it.
        pub(crate) PAGE: usize = 4096, in 64..=1 << 20, "bytes",
            because "chosen, not measured; the size of a page of the machine";
    }
}
