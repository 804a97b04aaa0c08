//! Sets of bit-vectors as unions of wrapped strided intervals modulo 2^w: pure mathematics.
//!
//! The domain joins two published ones: PARTI's multi-intervals (signed operations, casts, no strides) and ASE's strided value
//! intervals (multiplication, division, unsigned). Every operation says how good its result is ([`Outcome`]): exact, more
//! than the possible values, or declined. No set has a sign; operations have.
//!
//! Where a formula differs from the paper it comes from, the file that has it says so. All of them are tested against
//! enumeration.
//!
//! In reading order: [`Number`] is what bounds are made of, [`Interval`] one progression, `pieces.rs` puts intervals in order,
//! [`Set`] is the type to use, with the algebra of sets in `algebra.rs`; [`Binary`] and [`Unary`] name the operations, in both
//! directions, and [`Comparison`] the conditions.

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
mod within;

pub use choice::Choice;
pub use compare::{Comparison, Truth};
pub use dashu_int::UBig;
pub use interval::Interval;
pub use number::Number;
pub use op::{Binary, Unary};
pub use outcome::Outcome;
pub use set::{DEFAULT_CAP, Set, WideSet, WordSet};
