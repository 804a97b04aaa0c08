//! Long sums: a running sum of thousands of inputs, compared again and again.
//!
//! A program that adds up its input compares sums each of which is the one before plus one more summand.
//! [`chain`] numbers the summands of such sums once, so that a sum is given by how many of them it has.
//! [`totals`] knows the bounds of a sum on a path, from what is known about the inputs, and updates them from
//! one question to the next by what has changed. [`reach`] changes inputs, the newest first, until a sum is
//! what a question asks for, or finds that it cannot be.

mod chain;
mod comparison;
mod reach;
mod totals;

pub(crate) use chain::Chains;
pub(crate) use comparison::{Comparison, Relation};
pub(crate) use reach::{Goal, Reach, Reached};
pub(crate) use totals::Totals;
