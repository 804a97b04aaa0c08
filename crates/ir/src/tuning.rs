//! The numbers that decide what the analyses of the IR cost.

use tuning::CHOSEN;

tuning::table! {
    crate "ir";
    constant {
        /// κ is reduced until there are at most this many copies of blocks, or [`UNROLL_COPIES_A_BLOCK`] times
        /// the number of blocks if that is more. κ = 1 is always allowed.
        pub(crate) UNROLL_COPIES: u64 = 1 << 16, in 1..=1 << 32, "copies of blocks", because CHOSEN;
        /// How many copies of a block are always allowed, on average.
        pub(crate) UNROLL_COPIES_A_BLOCK: u64 = 16, in 1..=1 << 16, "copies", because CHOSEN;
        /// How many questions are processed together where costs are sums; this bounds the memory for the sets
        /// of questions. A maximum of sums cannot be computed from parts, so [`Tally::Most`] processes all
        /// questions together.
        pub(crate) COARSE_TOGETHER: usize = 4096, in 1..=1 << 24, "questions",
            because "bounds the memory for the sets of questions";
        /// How many passes over the function are made before all local variables are given up as escaped.
        pub(crate) MEMORY_PASSES: usize = 16, in 1..=1 << 16, "passes", because CHOSEN;
        /// The fixed part of the budget: how many steps to a place and visited members of sets are allowed
        /// before the count is given up.
        pub(crate) TAINT_BUDGET: usize = 1 << 14, in 0..=1 << 32, "steps and members", because CHOSEN;
        /// The part of the budget that is added for each value at each point.
        pub(crate) TAINT_BUDGET_A_VALUE: usize = 16, in 0..=1 << 16, "steps and members", because CHOSEN;
        /// The number of offsets in one object that a register may point to before it points anywhere in it. A pointer that
        /// goes through an object step by step gets there.
        pub(crate) POINTED_OFFSETS: usize = 24, in 1..=1 << 16, "offsets", because CHOSEN;
        /// The number of offsets of an object at which stored addresses are told apart.
        pub(crate) POINTED_CELLS: usize = 256, in 1..=1 << 20, "offsets", because CHOSEN;
        /// The greatest width of a register or a constant.
        pub MAX_WIDTH: u32 = 1 << 16, in 64..=1 << 24, "bits",
            because "enough for every aggregate that a front end keeps in a register, and a short text cannot ask for gigabytes";
        /// The default for κ: how many times the body of a loop counts in the recursive estimate.
        pub DEFAULT_KAPPA: u32 = 1, in 1..=1 << 16, "times", because CHOSEN;
        /// The default cap: the greatest cost in the lattice estimate.
        pub DEFAULT_CAP: u32 = 10, in 1..=1 << 31, "questions", because CHOSEN;
    }
}
