//! SMT-LIB arrays of any index and element width, reduced to bit-vectors on demand.
//!
//! [`Arrays`] holds array terms beside a [`Pool`](expr::Pool) of bit-vector terms. Reads and equalities of arrays
//! are bit-vector terms in which some symbols stand for the element of a declared array at an index, or for the
//! truth of an equality of two arrays. Nothing constrains these symbols at first: the user solves the bit-vector
//! question, hands the model to [`Arrays::violated`], adds the lemmas that it returns, and repeats until there
//! are none. Then the model extends to arrays, and [`Arrays::value`] gives them. `refine.rs` explains why this is
//! correct.
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
pub mod tuning;
mod value;

pub use term::{ArrayId, Arrays};
pub use value::ArrayValue;
