//! The numbers that decide what models of library functions cost.

use tuning::CHOSEN;

tuning::table! {
    crate "models";
    constant {
        /// The greatest field width and precision. A conversion with a greater one counts as unknown.
        pub MAX_FIELD: usize = 1 << 20, in 1..=1 << 30, "characters", because "no format can ask for gigabytes";
        /// The greatest number of bytes that one system call writes.
        pub(crate) MOST_WRITTEN: u64 = 1 << 20, in 1..=1 << 30, "bytes", because CHOSEN;
    }
}
