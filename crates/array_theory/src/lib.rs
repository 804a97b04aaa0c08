//! SMT-LIB arrays of any index and element width, reduced to bit-vectors on demand.
//!
//! [`Arrays`] holds array terms beside a [`Pool`](expr::Pool) of bit-vector terms. Reads and equalities of arrays are
//! bit-vector terms in which some symbols stand for what a declared array holds at an index, or for whether two arrays
//! are equal. Nothing forces these symbols to behave: the user solves the bit-vector question, hands the model to
//! [`Arrays::violated`], adds the lemmas that come back, and repeats until none comes. Then the model extends to real
//! arrays, and [`Arrays::value`] says which. `refine.rs` argues why that is right.
//!
//! ```text
//! loop {
//!     match solve(assertions + lemmas) {
//!         Unsat => unsat,
//!         Sat(model) => match arrays.violated(pool, evaluator, &model, &assertions) {
//!             none => sat, with arrays.value(..) for the arrays,
//!             some => lemmas += some,
//!         }
//!     }
//! }
//! ```

mod lemma;
mod refine;
mod relevant;
mod select;
mod term;
mod value;

pub use term::{ArrayId, Arrays};
pub use value::ArrayValue;
