//! The numbers that decide what reading scripts costs.

use tuning::CHOSEN;

tuning::table! {
    crate "front_smt";
    constant {
        /// The greatest number of levels; a script that pushes more is mistaken.
        pub(crate) LEVELS: usize = 1 << 20, in 1..=1 << 30, "levels", because CHOSEN;
        /// The greatest number of model entries to copy in one check. Each question copies the model, which has
        /// one entry for each symbol, so many symbols mean fewer, larger questions.
        pub(crate) COPIED_ENTRIES: usize = 1 << 28, in 1..=1 << 40, "entries of models", because CHOSEN;
        /// The greatest number that may bound the variable of a quantifier.
        pub(crate) QUANTIFIER_MOST: u64 = 1 << 16, in 1..=1 << 20, "values", because CHOSEN;
        /// The greatest number of values that variables of quantifiers within each other have together.
        pub(crate) QUANTIFIER_VALUES: u64 = 1 << 20, in 1..=1 << 30, "values", because CHOSEN;
        /// The greatest depth of quantifiers within each other, and of the function around them.
        pub(crate) QUANTIFIER_DEPTH: usize = 16, in 1..=31, "levels", because CHOSEN;
        /// The number of bytes read at a time.
        pub(crate) PIECE: usize = 1 << 16, in 1..=1 << 30, "bytes", because CHOSEN;
        /// The most digits of a decimal number. A quotient of such numbers is computed in a time that grows with the square.
        pub(crate) MAX_REAL_DIGITS: usize = 2_000, in 1..=1 << 20, "digits", because CHOSEN;
        /// The greatest number of decimal digits of a number.
        pub(crate) MAX_DIGITS: usize = 400_000, in 1..=1 << 24, "digits",
            because "somewhat more than the widest bit-vector needs";
        /// The greatest number of pairs that one `distinct` may compare.
        pub(crate) DISTINCT_PAIRS: usize = 1 << 24, in 1..=1 << 32, "pairs", because CHOSEN;
        /// The greatest width of multiplication and division of terms that are not constant.
        pub(crate) MAX_QUADRATIC_WIDTH: u32 = 1 << 13, in 1..=1 << 20, "bits",
            because "the number of gates grows with the square of the width; the number itself was chosen";
        /// The greatest width of a bit-vector.
        pub MAX_WIDTH: u32 = 1 << 20, in 64..=1 << 24, "bits",
            because "bounds the size of a single value; the number itself was chosen";
    }
}
