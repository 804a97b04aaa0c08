//! The numbers that decide what the commands cost beside the run.

use tuning::CHOSEN;

tuning::table! {
    crate "pleach";
    constant {
        /// The time limit of a run if none is given.
        pub(crate) BINARY_REPLAY_TIMEOUT: u64 = 10, in 1..=1 << 20, "seconds", because CHOSEN;
        /// The time limit of a run if none is given.
        pub(crate) MICROC_REPLAY_TIMEOUT: u64 = 10, in 1..=1 << 20, "seconds", because CHOSEN;
        /// The default limit on the memory that the encoding of one question of a script may take.
        pub(crate) SOLVE_MEMORY: u64 = 4 << 30, in 1 << 20..=1 << 50, "bytes",
            because "high, because a script is one question or a few, and the only thing that the process does";
        /// The most functions of a generated program.
        pub(crate) MOST_FUNCTIONS: u64 = 1000, in 1..=1 << 24, "functions", because "more only repeat the same";
        /// The most statements of a generated program.
        pub(crate) MOST_STATEMENTS: u64 = 100_000, in 1..=1 << 24, "statements", because CHOSEN;
        /// The most statements of a block of a generated program.
        pub(crate) MOST_IN_BLOCK: u64 = 1000, in 1..=1 << 24, "statements",
            because "longer blocks take too long; the number itself was chosen";
        /// The most programs that are generated at once.
        pub(crate) MOST_PROGRAMS: u64 = 1_000_000, in 1..=1 << 32, "programs", because CHOSEN;
    }
}
