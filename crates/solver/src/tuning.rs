//! The numbers that decide what the solver costs.

use tuning::CHOSEN;

tuning::table! {
    crate "solver";
    tunable {
        /// The most graphs of differences that are kept for signed and for unsigned comparisons each: questions about
        /// different inputs alternate.
        order_graphs: usize = 4, in 1..=1024, "graphs", because CHOSEN;
        /// The most moves of model repair for one question.
        repair_moves: usize = 24, in 0..=100_000, "moves", because CHOSEN;
    }
}
