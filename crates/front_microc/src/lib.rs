//! microc: a small language for studying symbolic execution. `docs/microc.md` describes it.
//!
//! A text is parsed to a tree ([`parse`]) and the tree is checked ([`check`]). Then it is either run by an
//! interpreter ([`interpret`]), which says what the program does on concrete input, or lowered ([`lower`]) to
//! the IR that the executor explores. The two share the tree and its types and nothing else, so the interpreter
//! is an oracle for the executor.
//!
//! **Invariant**: no text makes this crate panic or recurse without bound.

pub mod ast;
mod check;
mod code;
mod fault;
mod flow;
mod generate;
mod lexer;
mod lower;
mod machine;
mod normalize;
mod parser;
mod print;
mod source;
mod tree;
pub mod tuning;
mod types;
mod world;

pub use crate::tuning::MOST_DEPTH;
pub use check::{Program, Signature, Variable, check};
pub use fault::{Fault, MAX_CALLS};
pub use flow::{Flow, FlowKind, FlowNode, FunctionFlow, Line, Way, flow};
pub use generate::{MOST_PARAMETERS, Shape, generate};
pub use lower::{EntryError, Names, lower, lower_with_names};
pub use machine::{End, World, interpret};
pub use normalize::normalize;
pub use parser::{MAX_DEPTH, MAX_NESTING, parse};
pub use print::{expr_text, program_text};
pub use source::{Pos, Problem, Source};
pub use tree::{tree_graph, tree_json, tree_text};
pub use types::{MAX_LEVELS, MAX_SCALARS, Sizes, Type, TypeId, Types};
pub use world::{Numbers, Text};

/// Parses and checks a source.
pub fn load(source: &Source) -> Result<Program, Vec<Problem>> {
    check(parse(&source.text).map_err(|problem| vec![problem])?)
}
