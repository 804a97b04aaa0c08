//! The numbers that decide what operations on sets cost.

use tuning::CHOSEN;

tuning::table! {
    crate "value_set";
    constant {
        /// The greatest number of intervals in a set, unless its type says otherwise. The prototype of ASE
        /// allows 2001.
        pub DEFAULT_CAP: usize = 32, in 1..=1 << 16, "intervals",
            because "chosen, not measured; the cost of an operation on two sets grows with its square";
        /// At most this many times `CAP` pairs of intervals are computed one by one. If there are more, both
        /// sets are coarsened first.
        pub(crate) COMBINE_PAIRS: usize = 2, in 1..=1024, "pairs for each allowed interval", because CHOSEN;
        /// The greatest width, in bits, at which every distance is tried to find those that give a result.
        pub(crate) SHIFT_WIDEST: u32 = 512, in 1..=1 << 16, "bits", because CHOSEN;
        /// Once a list under construction is longer than this many times the intervals that a set may have,
        /// overlaps are no longer split exactly. This bounds the cost of an operation.
        pub(crate) CROWDED: usize = 2, in 1..=1024, "intervals for each allowed interval", because CHOSEN;
    }
}
