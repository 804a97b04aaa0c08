//! The check of questions about arrays by integer linear programming.
//!
//! The algorithm is the pre-check of "Type and Interval Aware Array Constraint Solving for Symbolic Execution" (section 4.2,
//! algorithm 3): constraints and question become rows over integers, the place of each read is minimised and maximised, the table
//! between these places bounds what is read, and the rows are looked at again with these bounds. Arithmetic modulo 2^w is
//! modelled by quotients ([`translation`]), comparisons by rows ([`condition`]), bits and divisions by quotients or by bounds
//! ([`operation`]); [`read`] knows elements of tables, [`interval`] goes through the reads. What is not linear is a variable of its
//! own or is left out, so that only refutations and bounds follow, never a model.
//!
//! It departs from the paper where that is exact or cheap: signed comparisons are not left out, a remainder by c is at most
//! c - 1, and places are not clipped to the table, as a read beyond its end is defined and zero.

mod cache;
mod condition;
mod interval;
mod operation;
mod read;
mod translation;

pub(crate) use interval::{Found, Outcome, Precheck};
