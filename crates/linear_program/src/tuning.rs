//! The numbers that decide what linear programs cost, and how tight their answers are.

use tuning::CHOSEN;

tuning::table! {
    crate "linear_program";
    constant {
        /// The greatest number of rows. A program with more is not decided.
        pub ROWS: usize = 256, in 1..=1 << 16, "rows", because CHOSEN;
        /// The greatest number of variables. A program with more is not decided.
        pub(crate) VARIABLES: usize = 400, in 1..=1 << 16, "variables", because CHOSEN;
        /// A value is treated as an integer if it is at most this far from one.
        pub(crate) WHOLE: f64 = 1e-6, in 1e-12..=0.1, "units of a value", because CHOSEN;
        /// The approximate cost of narrowing bounds and checking a certificate, for each term of a row.
        pub(crate) TERM: u64 = 60, in 1..=10_000, "multiplications", because "estimated, not measured";
        /// The greatest number of passes over all rows.
        pub(crate) PROPAGATE_ROUNDS: usize = 24, in 1..=10_000, "passes", because CHOSEN;
        /// The greatest relative error of a fraction that counts as equal to a number.
        pub(crate) ROUND_NEAR: f64 = 1e-10, in 1e-15..=1e-3, "relative error", because "doubles have about 16 digits";
        /// The greatest denominator tried. A number that needs a greater one is not taken for a small fraction.
        pub(crate) ROUND_DENOMINATOR: i64 = 1 << 22, in 1..=1 << 31, "parts of one", because CHOSEN;
        /// The greatest size of a common denominator, in bits.
        pub(crate) ROUND_COMMON_BITS: usize = 160, in 1..=1 << 16, "bits", because CHOSEN;
        /// The size of the denominator, a power of two, of numbers that are not taken for small fractions.
        pub(crate) ROUNDED_BITS: i32 = 40, in 1..=52, "bits", because "doubles have 53 bits, the last of which are noise";
        /// Numbers below this magnitude are treated as zero.
        pub(crate) SIMPLEX_ZERO: f64 = 1e-9, in 1e-15..=1e-3, "units of a number", because "doubles have about 16 digits";
        /// A variable is treated as within its bounds if it exceeds them by at most this much.
        pub(crate) SIMPLEX_SLIGHT: f64 = 1e-9, in 1e-15..=1e-3, "units of a value", because "doubles have about 16 digits";
    }
}
