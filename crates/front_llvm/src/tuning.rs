//! The numbers that decide what loading bitcode costs, and what is made of it.

use tuning::CHOSEN;

tuning::table! {
    crate "front_llvm";
    constant {
        /// The maximum number of leaves of a value that is lowered.
        pub(crate) MAX_LEAVES: u64 = 4096, in 1..=1 << 24, "leaves",
            because "larger values are not written by hand, and compilers copy them in memory";
        /// The maximum size in bytes of a copy that is made by loads and stores instead of a call.
        pub(crate) INLINE_COPY_BYTES: u64 = 128, in 0..=1 << 16, "bytes", because CHOSEN;
        /// How much memory a trial of bitcode may take in addition to what the process has.
        pub(crate) TRIAL_MEMORY: u64 = 4 << 30, in 1 << 20..=1 << 40, "bytes",
            because "damaged files can ask for any amount; valid ones need a small part of this";
        /// The CPU time in seconds after which a trial counts as crashed.
        pub(crate) TRIAL_SECONDS: u64 = 300, in 1..=1 << 20, "seconds of CPU time", because CHOSEN;
    }
}
