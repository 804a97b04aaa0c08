//! The numbers that decide what running and generating microc programs costs.

use tuning::CHOSEN;

tuning::table! {
    crate "front_microc";
    constant {
        /// The number of steps between two calls of `World::go_on`.
        pub(crate) STEPS_BETWEEN: u32 = 1 << 12, in 1..=1 << 24, "steps", because CHOSEN;
        /// After this many statements no more blocks are generated.
        pub(crate) MOST_STATEMENTS: u32 = 50_000, in 1..=1 << 24, "statements",
            because "deep programs would become too large; the number itself was chosen";
        /// The maximum nesting depth of blocks in a generated program.
        pub MOST_DEPTH: u32 = 100, in 1..=200, "blocks", because "the text has to stay within the limits of the parser";
    }
}
