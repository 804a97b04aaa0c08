//! Long sums: a running sum of thousands of inputs, compared again and again.
//!
//! A program that adds up its input compares sums of which each is the one before and a summand more. [`chain`] numbers the
//! summands of such sums once, so that a sum is a number of them; [`totals`] knows between which numbers a sum lies on a path, by
//! what is known of the inputs, and follows from one question to the next by what has changed; [`reach`] moves inputs, the newest
//! first, until a sum is what a question wants, or finds that it cannot be.

mod chain;
mod comparison;
mod reach;
mod totals;

pub(crate) use chain::Chains;
pub(crate) use comparison::{Comparison, Relation};
pub(crate) use reach::{Goal, Reach, Reached};
pub(crate) use totals::Totals;
