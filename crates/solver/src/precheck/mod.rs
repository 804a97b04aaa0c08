//! The check of questions about arrays by integer linear programming.
//!
//! The algorithm is the pre-check of Shuai 2021, §4.2, algorithm 3: constraints and question become rows over
//! integers, the index of each read is minimised and maximised, the table between these indices bounds what is
//! read, and the rows are checked again with these bounds. Arithmetic modulo 2^w is modelled by quotients
//! ([`translation`]), comparisons by rows ([`condition`]), bits and divisions by quotients or by bounds
//! ([`operation`]); [`read`] knows elements of tables, [`interval`] goes through the reads. What is not linear
//! becomes a variable of its own or is left out, so that only refutations and bounds follow, never a model.
//!
//! It differs from Shuai 2021 where that is exact or cheap: signed comparisons are not left out, a remainder by
//! c is at most c - 1, and indices are not clipped to the table, as a read beyond its end is defined and zero.

mod cache;
mod condition;
mod interval;
mod operation;
mod read;
mod translation;

pub(crate) use interval::{Checked, Found, Precheck};
