//! A question about small numbers that are kept in wide inputs, with the inputs as wide as their values.
//!
//! A size is an input of 32 or 64 bits, and constraints say that it is at most some hundred. Where paths were joined, questions compare it with
//! each place of a buffer, and each comparison is made of all its bits. So before such a question is translated to clauses, an input
//! whose set of values needs few bits is replaced by these bits with zeros above them. What constraints and question say is then the same, given that
//! the bits above are zeros, which stays a constraint.
//!
//! It pays where questions are long, and costs the reasons of a refutation: all constraints count then, since any may have
//! narrowed the sets.

use std::sync::Arc;

use expr::{ExprId, Pool, Substitution};

use crate::constraints::Constraints;
use crate::path::Slice;
use crate::query::Query;
use crate::tuning::{NARROWED_BITS, NARROWED_TERMS, NARROWED_WORK};
use crate::value_sets::Learnt;

/// The inputs replaced last, and the terms without them.
#[derive(Default)]
pub(crate) struct Narrowed {
    /// Each input with the number of bits that are left of it.
    inputs: Vec<(ExprId, u32)>,
    substitution: Substitution,
    /// Whether questions have been long.
    pays: bool,
    /// The number of questions that became narrow.
    pub(crate) questions: u64,
}

impl Narrowed {
    /// The query with narrow inputs; `None` if none is wide, or questions have been answered quickly so far. The SAT solver has lately
    /// needed so much `work` for one.
    pub(crate) fn query(&mut self, pool: &mut Pool, query: &Query, work: u64) -> Option<Query> {
        self.pays |= work >= NARROWED_WORK;
        if !self.pays {
            return None;
        }
        let mut inputs: Vec<(ExprId, u32)> = Vec::new();
        for (leaf, set) in query.slice.learnt.sets.iter() {
            let bits = 128 - set.greatest()?.leading_zeros();
            let is_whole = leaf.low == 0 && pool.symbol_info(leaf.symbol).width == leaf.width;
            if is_whole && bits > 0 && bits + NARROWED_BITS <= leaf.width {
                inputs.push((pool.symbol_term(leaf.symbol), bits));
            }
        }
        if inputs.is_empty() {
            return None;
        }
        if inputs != self.inputs {
            self.substitution = Substitution::new();
            for &(input, bits) in &inputs {
                let low = pool.extract(input, 0, bits);
                let wide = pool.zext(low, pool.width(input));
                self.substitution.replace(pool, input, wide);
            }
            self.inputs = inputs;
        }
        let question = self.substitution.apply(pool, query.question, NARROWED_TERMS)?;
        if pool.is_const(question) {
            return None;
        }
        let mut constraints = Vec::new();
        for &constraint in query.slice.constraints.iter() {
            let narrow = self.substitution.apply(pool, constraint, NARROWED_TERMS)?;
            if !pool.is_const(narrow) {
                constraints.push(narrow);
            }
        }
        for &(input, bits) in &self.inputs {
            let rest = pool.width(input) - bits;
            let (above, zero) = (pool.extract(input, bits, rest), pool.int(rest, 0));
            constraints.push(pool.eq(above, zero));
        }
        // Different constraints may say the same of narrow inputs.
        constraints.sort_unstable();
        constraints.dedup();
        self.questions += 1;
        let constraints = Constraints::of(pool, constraints);
        let slice = Slice { constraints, learnt: Learnt::nothing(), ..Slice::clone(&query.slice) };
        let mut narrowed = query.about(question);
        narrowed.slice = Arc::new(slice);
        narrowed.index_ranges = query.index_ranges.clone();
        Some(narrowed)
    }

    /// Forgets the terms that were visited.
    pub(crate) fn forget(&mut self) {
        *self = Narrowed { pays: self.pays, questions: self.questions, ..Narrowed::default() };
    }
}
