//! The numbers that decide what arrays cost.

tuning::table! {
    crate "array_theory";
    constant {
        /// The default for the number of stores and choices that a read is pushed through.
        pub(crate) EAGER: usize = 256, in 0..=1 << 20, "stores and choices",
            because "up to some hundred stores this was faster than lemmas; beyond that the terms grow too large";
    }
}
