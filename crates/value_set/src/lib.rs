//! Sets of bit-vectors of `w` bits, each a union of strided intervals modulo 2^w.
//!
//! The domain combines two published ones: the multi-intervals of PARTI (Dustmann 2018), which have signed
//! operations and casts but no strides, and the strided value intervals of ASE (Abyaneh 2021), which have
//! multiplication and division but only unsigned numbers. Every operation says how good its result is
//! ([`Outcome`]): exact, a superset of the possible values, or declined. A set has no sign; operations do.
//!
//! Where a formula differs from the published one, the file that implements it says so. All formulas are tested
//! against enumeration.
//!
//! In reading order: [`Number`] is the type of bounds and strides, [`Interval`] is one arithmetic progression,
//! `pieces.rs` puts intervals in order, [`Set`] is the type to use, with the algebra of sets in `algebra.rs`;
//! [`Binary`] and [`Unary`] name the operations, in both directions, and [`Comparison`] the conditions.

mod algebra;
mod bitwise;
mod choice;
mod combine;
mod compare;
mod divide;
mod interval;
mod join;
mod linear;
mod multiply;
mod number;
mod op;
mod outcome;
mod pieces;
mod resize;
mod set;
mod shift;
mod signed;
pub mod tuning;
mod within;

pub use crate::tuning::DEFAULT_CAP;
pub use choice::Choice;
pub use compare::{Comparison, Truth};
pub use dashu_int::UBig;
pub use interval::Interval;
pub use number::Number;
pub use op::{Binary, Unary};
pub use outcome::Outcome;
pub use set::{Set, WideSet, WordSet};
