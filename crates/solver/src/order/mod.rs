//! Order and differences: comparisons of terms with each other and with constants, as a graph.
//!
//! `x + c <= y` is an edge that holds y at least c above x. A constraint with a constant is an edge from or to a node that stands
//! for zero. What the graph says is decided exactly: the path's model satisfies every edge but the question's, so the question
//! moves one of its sides and whatever hangs on it, and either everything settles, which is a model, or the move comes
//! back to its origin around a cycle, which is a refutation by the constraints on it (S. Cotton and O. Maler, "Fast and
//! flexible difference constraint propagation for DPLL(T)", 2006).
//!
//! Terms are opaque here, so that a refutation never depends on what they are; extensions that keep a value are looked through,
//! and a term that adds a constant to another is linked to it where that cannot wrap.

mod comparison;
mod graph;
mod settle;

pub(crate) use comparison::{Comparison, number};
pub(crate) use graph::Graph;
pub(crate) use settle::{Notes, Settle, Stop};
