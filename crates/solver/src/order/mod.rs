//! Order and differences: comparisons of terms with each other and with constants, as a graph.
//!
//! `x + c <= y` is an edge that keeps y at least c above x. A constraint with a constant is an edge from or to
//! a node that stands for zero. The graph is decided exactly: the path's model satisfies every edge except the
//! question's, so the question moves one of its sides and whatever depends on it. Either everything settles,
//! which gives a model, or the move comes back to its origin around a cycle, which is a refutation by the
//! constraints on the cycle (Cotton 2006).
//!
//! Terms are opaque here, so a refutation never depends on what they are; extensions that keep a value are
//! skipped, and a term that adds a constant to another is linked to it where that cannot wrap.

mod comparison;
mod graph;
mod settle;

pub(crate) use comparison::{Comparison, number};
pub(crate) use graph::Graph;
pub(crate) use settle::{Notes, Settle, Stop};
