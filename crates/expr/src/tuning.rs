//! The numbers that decide what terms cost.

use tuning::CHOSEN;

tuning::table! {
    crate "expr";
    tunable {
        /// The greatest number of table entries that are scanned to bound the result of a read.
        table_scan: u64 = 256, in 0..=1 << 24, "entries", because CHOSEN;
        /// If a walk for a condition visits more than this many terms, the supports of the condition's operands
        /// are cached as well.
        support_walk: usize = 64, in 1..=1 << 24, "terms", because CHOSEN;
        /// The greatest number of stores that a read is moved past.
        array_stores: usize = 256, in 1..=1 << 20, "stores", because CHOSEN;
        /// The greatest number of nodes of a branch of a choice that are visited to use its condition.
        assume_nodes: u32 = 12, in 0..=1 << 16, "nodes",
            because "small, because most reads at symbolic places make a choice";
        /// The greatest number of nodes that are expanded to compare two polynomials.
        polynomial_steps: u32 = 256, in 1..=1 << 20, "nodes", because CHOSEN;
        /// The greatest number of products of bits that are processed before the attempt is given up.
        bit_sum_steps: u32 = 20_000, in 1..=1 << 30, "products of bits", because CHOSEN;
        /// The greatest number of nodes of a comparison that are evaluated before it is given up.
        identity_nodes: u32 = 256, in 1..=1 << 20, "nodes", because CHOSEN;
        /// The number of cached values at which the cache is cleared.
        identity_samples: usize = 1 << 15, in 1..=1 << 30, "values", because CHOSEN;
        /// The most nodes of a term at one place of an array that may differ from the term at the next, where
        /// reads are written as one term in the index.
        histogram_nodes: u32 = 96, in 1..=1 << 20, "nodes", because CHOSEN;
        /// The most elements of an array of counters that are looked at for sums.
        span_elements: usize = 256, in 3..=1 << 20, "elements", because CHOSEN;
        /// At how many places that were this one or another an element of such an array may have been written.
        span_cases: u32 = 6, in 0..=64, "places", because CHOSEN;
        /// The greatest number of candidate offsets for which memory makes of a read of symbolic contents a multiplexer tree,
        /// and not an array term.
        read_candidates: u64 = 8, in 0..=1 << 16, "offsets",
            because "higher limits were slower on programs that read and write tables";
        /// The greatest number of candidate offsets for which a write to memory updates each candidate, and makes no array
        /// term.
        write_candidates: u64 = 2, in 0..=1 << 16, "offsets",
            because "higher limits were slower on programs that read and write tables";
        /// The greatest number of choices that a read of memory at one of a few offsets makes.
        read_choices: usize = 16, in 1..=1 << 16, "choices", because CHOSEN;
        /// The greatest number of terms that are visited to see which numbers a term chooses between.
        choice_terms: usize = 1024, in 1..=1 << 14, "terms", because CHOSEN;
        /// The greatest number of places of tables at which these numbers are looked up.
        choice_places: u64 = 8192, in 1..=1 << 24, "places", because CHOSEN;
    }
    constant {
        /// The greatest number of nodes that are visited of each condition that a sum counts.
        pub(crate) ASSUME_CONDITION: u32 = 3, in 0..=1 << 16, "nodes", because CHOSEN;
        /// An array of fewer elements is not looked at for sums.
        pub(crate) SPAN_FEW: usize = 3, in 0..=1 << 20, "elements", because "a choice between so few is as good";
        /// The greatest constant count at which a bounded universal fact is written out as it is made.
        pub(crate) FORALL_WRITTEN_OUT: u64 = 4, in 1..=1 << 10, "instances", because CHOSEN;
        /// The most terms that are visited of each instance to which a term is fitted.
        pub(crate) FIT_TERMS: usize = 1_000, in 1..=1 << 20, "terms", because CHOSEN;
        /// Where there are fewer places, what is there is not fitted to terms of the place.
        pub(crate) PLACES_FEW: usize = 4, in 2..=1 << 20, "places", because "a choice between so few is as good";
        /// The most parts in which places are looked at that each have one term of the place.
        pub(crate) PLACES_PARTS: usize = 4, in 1..=1 << 10, "parts", because CHOSEN;
        /// How often what is at some places is remembered. Beyond it all is forgotten.
        pub(crate) PLACES_REMEMBERED: usize = 1 << 10, in 1..=1 << 24, "contents", because CHOSEN;
        /// The greatest depth of bounded universal facts within each other that are read from a text.
        pub(crate) FORALL_READ_DEPTH: u32 = 32, in 1..=64, "levels", because "there are so many indices";
        /// The number of models whose values are kept.
        pub(crate) EVAL_MODELS: usize = 4, in 1..=1 << 10, "models", because CHOSEN;
        /// The number of entries in a page of the values of terms under a model.
        pub(crate) EVAL_PAGE: usize = 256, in 1..=1 << 20, "entries", because CHOSEN;
        /// The greatest number of pages in a table that is reused for another model. A larger table is dropped
        /// instead.
        pub(crate) EVAL_PAGES_KEPT: usize = 4096, in 1..=1 << 20, "pages", because CHOSEN;
        /// The number of symbols in a page of a model. Changing a model copies only the pages that change,
        /// since a path may have thousands of symbols.
        pub(crate) MODEL_PAGE: usize = 16, in 1..=1 << 16, "symbols", because CHOSEN;
        /// The greatest number of bytes of a symbol that a model stores inline.
        pub(crate) MODEL_INLINE: usize = 8, in 1..=64, "bytes", because CHOSEN;
        /// Terms nested deeper than this many levels get a name of their own.
        pub(crate) PRINT_DEPTH: u32 = 40, in 1..=1000, "levels", because CHOSEN;
        /// The greatest number of pieces in a row that is brought into normal form.
        pub(crate) PIECES: usize = 16, in 2..=256, "pieces", because CHOSEN;
        /// The greatest number of terms in a polynomial.
        pub(crate) POLYNOMIAL_TERMS: usize = 64, in 1..=1 << 16, "terms", because "the square of a sum of ten has 55";
        /// The greatest number of atoms in a product.
        pub(crate) POLYNOMIAL_DEGREE: usize = 6, in 1..=64, "atoms", because CHOSEN;
        /// The greatest number of bits in a product.
        pub(crate) BIT_SUM_DEGREE: usize = 4, in 1..=64, "bits", because CHOSEN;
        /// The greatest number of products that one bit of a word may consist of.
        pub(crate) BIT_SUM_TERMS: usize = 16, in 1..=1 << 16, "products", because CHOSEN;
        /// The greatest number of atoms in a sum that is brought into normal form.
        pub(crate) LINEAR_ATOMS: usize = 32, in 2..=1024, "atoms", because CHOSEN;
        /// The most summands of a sum that is looked at for indicators.
        pub(crate) HISTOGRAM_SUMMANDS: usize = 32, in 2..=1024, "summands", because CHOSEN;
        /// The widest term that an index into an array of counters is made of.
        pub(crate) HISTOGRAM_BITS: u32 = 32, in 1..=63, "bits", because CHOSEN;
        /// The number of arbitrary assignments that two terms are compared under before an identity is tried to
        /// be proved.
        pub(crate) IDENTITY_LANES: usize = 4, in 1..=64, "assignments", because CHOSEN;
        /// The greatest depth at which a term is searched for an operator that makes an attempt worthwhile.
        pub(crate) IDENTITY_DEPTH: u32 = 4, in 1..=64, "levels", because CHOSEN;
        /// The greatest depth of nested constructor calls at which rules are still tried.
        pub(crate) RULE_DEPTH: u32 = 32, in 1..=64, "nested calls", because CHOSEN;
        /// The base-2 logarithm of the greatest stride.
        pub(crate) WIDEST_STRIDE: u32 = 32, in 1..=63, "bits", because CHOSEN;
    }
}
