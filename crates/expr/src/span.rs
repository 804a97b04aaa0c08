//! Spans: the first and the last of the bytes that a term may depend on.
//!
//! A span is coarser than a support, but so small that every term can have one.

use crate::node::{ExprId, Op, SymbolId};
use crate::pool::Pool;
use crate::support::ByteRange;

/// A half-open range of byte numbers (see [`byte_number`]).
pub type Span = (u64, u64);

/// The empty span, which changes nothing when joined with another.
const NONE: Span = (u64::MAX, 0);
/// Marks a term whose span has not been computed yet.
const UNKNOWN: Span = (u64::MAX, u64::MAX);

/// The number of a byte: the symbol in the upper half, the position within the symbol in the lower half.
pub fn byte_number(symbol: SymbolId, index: u32) -> u64 {
    u64::from(symbol.0) << 32 | u64::from(index)
}

/// The span of a support.
pub fn span(support: &[ByteRange]) -> Span {
    match support {
        [first, ..] => {
            let last = support.last().expect("it has a first");
            (byte_number(first.symbol, first.from), byte_number(last.symbol, last.to))
        }
        [] => NONE,
    }
}

/// The spans computed so far, of terms and their inner terms.
#[derive(Default)]
pub(crate) struct Spans {
    known: Vec<Span>,
    stack: Vec<ExprId>,
}

impl Spans {
    /// The span of a term. Each term is visited only once.
    pub(crate) fn of(&mut self, pool: &Pool, root: ExprId) -> Span {
        if self.known.len() < pool.len() {
            self.known.resize(pool.len(), UNKNOWN);
        }
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.known[term.index()] == UNKNOWN {
                let node = pool.node(term);
                let bytes = |symbol: u32, low: u32, width: u32| {
                    let symbol = SymbolId(symbol);
                    (byte_number(symbol, low / 8), byte_number(symbol, (low + width).div_ceil(8)))
                };
                let mut all = match node.op {
                    Op::Sym => bytes(node.args[0], 0, node.width),
                    Op::Extract if pool.node(node.arg(0)).op == Op::Sym => {
                        bytes(pool.node(node.arg(0)).args[0], node.args[1], node.width)
                    }
                    _ => {
                        let before = self.stack.len();
                        let known = &self.known;
                        self.stack.extend(node.children().filter(|child| known[child.index()] == UNKNOWN));
                        if self.stack.len() > before {
                            continue;
                        }
                        NONE
                    }
                };
                if all == NONE {
                    for child in node.children() {
                        let of_child = self.known[child.index()];
                        all = (all.0.min(of_child.0), all.1.max(of_child.1));
                    }
                }
                self.known[term.index()] = all;
            }
            self.stack.pop();
        }
        self.known[root.index()]
    }
}
