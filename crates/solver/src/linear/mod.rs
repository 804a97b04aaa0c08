//! Linear comparisons over the integers: sums of several inputs against each other.
//!
//! Where bounds show that a sum does not wrap, or always wraps equally often, a comparison of bit-vectors is
//! one of integers: common summands cancel, and bounds follow from bounds. [`form`] turns terms into integer
//! combinations of variables, and [`system`] decides a conjunction of rows by narrowing intervals and bisecting
//! them, within a budget.

mod form;
mod sum;
mod system;

pub(crate) use form::Variables;
pub(crate) use sum::Sum;
pub(crate) use system::System;
