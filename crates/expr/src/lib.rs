//! Hash-consed expressions over bit-vectors and byte arrays.
//!
//! A [`Pool`] owns every node. An [`ExprId`] is a dense index into it, so terms are equal exactly if their ids
//! are, and tables with one entry for each term are plain vectors. Children are always created before their
//! parents: `child.index() < parent.index()`. Terms are built through the constructors of [`Pool`], which rewrite
//! them into a canonical form.

mod arrays;
mod bound;
mod build;
mod by_place;
mod choices;
mod definitions;
mod eval;
mod facts;
pub mod fit;
mod float_text;
mod fold;
mod forall;
mod import;
mod infix;
mod model;
mod node;
mod open_text;
mod parse;
mod pool;
mod print;
mod renaming;
mod rules;
mod script;
mod shadow;
mod sort;
mod span;
mod substitute;
mod support;
pub mod tuning;
mod undefined;
mod undefined_when;

pub use crate::tuning::Tuning;
pub use arrays::{ArrayAxioms, Places};
pub use choices::Choice;
pub use definitions::Definitions;
pub use eval::{Changes, Evaluator};
pub use facts::KnownBits;
pub use fold::Operand;
pub use forall::Forall;
pub use import::Import;
pub use model::Model;
pub use node::{ExprId, Node, Op, Symbol, SymbolId, TableId};
pub use parse::{ParseError, ParseErrorKind};
pub use pool::Pool;
pub use print::{Display, smt2_script};
pub use renaming::Renaming;
pub use script::{Command, parse_script, read_script};
pub use sort::Sort;
pub use span::{Span, byte_number, span};
pub use substitute::Substitution;
pub use support::ByteRange;
