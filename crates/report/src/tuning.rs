//! The numbers that decide what writing results and replaying tests cost.

use tuning::CHOSEN;

tuning::table! {
    crate "report";
    constant {
        /// Of the decisions of a path, one in so many counts as memory of its batch.
        pub(crate) DECISIONS_SHARED: usize = 8, in 1..=1 << 20, "decisions",
            because "most are shared with paths that go on or that end in the same batch";
        /// The greatest number of tests in one archive.
        pub(crate) ARCHIVE_TESTS: u64 = 10_000, in 1..=1 << 24, "tests", because CHOSEN;
        /// How much of an archive is buffered before a write.
        pub(crate) ARCHIVE_WAITING: usize = 256 << 10, in 512..=1 << 30, "bytes",
            because "a write takes about as long as the exploration of a path, so hundreds of tests share one";
        /// The number of ends that fill a batch.
        pub(crate) BATCH_ENDS: usize = 1 << 10, in 1..=1 << 20, "ends of paths", because CHOSEN;
        /// The number of bytes that fill a batch, if it does not have [`BATCH_ENDS`] ends before.
        pub(crate) BATCH_BYTES: usize = 64 << 10, in 1..=1 << 30, "bytes", because CHOSEN;
        /// The number of buffered bytes that should be handed on.
        pub(crate) LINES_WAITING: usize = 64 << 10, in 1..=1 << 30, "bytes", because CHOSEN;
        /// The number of batches that may wait before the run has to wait for them.
        pub(crate) WRITER_WAITING: usize = 32, in 1..=1 << 16, "batches",
            because "small, since batches that still wait when the run's time is over must be written then";
        /// Disk space that is reserved for the end of the run, when the disk may be full.
        pub(crate) RESERVE: usize = 320 << 10, in 4096..=1 << 30, "bytes",
            because "enough for a summary of hundreds of errors";
        /// The number of tests that become files of the run directory. Later ones that show no error go to
        /// archives.
        pub FILES: u64 = 1_000, in 0..=1 << 24, "tests",
            because "making a file takes longer than exploring most paths; the number itself was chosen";
        /// The greatest number of output bytes that are kept; the rest is dropped.
        pub(crate) REPLAY_KEPT: usize = 4 << 20, in 1..=1 << 32, "bytes", because CHOSEN;
        /// The longest time between two looks at whether a process is blocked.
        pub(crate) REPLAY_LOOK: u64 = 100, in 1..=10_000, "milliseconds", because CHOSEN;
    }
}
