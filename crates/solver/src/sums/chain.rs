//! Chains: the summands of growing sums, in the order in which they were added.

use std::collections::BTreeMap;

use expr::{ExprId, Node, Op, Pool, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::comparison::Comparison;
use crate::order::number;
use crate::tuning::SUMS_ROOM;
use crate::value_sets::Leaf;

/// The greatest factor of a summand, so that no sum here comes near the greatest integer.
const FACTOR: i128 = 1 << 40;

/// How the bits of a summand are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Signed,
    Unsigned,
    /// It is as wide as the sum, so either reading will do.
    Any,
}

/// An input, or another term that is not a sum, times a factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Summand {
    pub(crate) term: ExprId,
    /// The input, if it is one.
    pub(crate) leaf: Option<Leaf>,
    pub(crate) reading: Reading,
    pub(crate) factor: i128,
}

/// Summands, each added to the sum of those before it.
#[derive(Default)]
pub(crate) struct Chain {
    pub(crate) summands: Vec<Summand>,
    /// What constraints of paths say about the sum of the first summands; the key is how many of them.
    pub(crate) said: FxHashMap<u32, Vec<Said>>,
    /// The indices of summands that are inputs, by symbol and first bit.
    inputs: BTreeMap<(SymbolId, u32), Vec<u32>>,
}

/// A sum: the first `len` summands of a chain, and a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prefix {
    pub(crate) chain: u32,
    pub(crate) len: u32,
    pub(crate) constant: i128,
}

/// A constraint that compares a prefix of a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) constraint: ExprId,
    pub(crate) comparison: Comparison,
    pub(crate) prefix: Prefix,
}

/// All chains of a pool.
#[derive(Default)]
pub(crate) struct Chains {
    chains: Vec<Chain>,
    prefixes: FxHashMap<ExprId, Option<Prefix>>,
    noted: FxHashSet<ExprId>,
    summands: usize,
}

impl Chain {
    fn push(&mut self, summand: Summand) {
        let place = self.summands.len() as u32;
        if let Some(leaf) = summand.leaf {
            self.inputs.entry((leaf.symbol, leaf.low)).or_default().push(place);
        }
        self.summands.push(summand);
    }

    /// The summands whose inputs begin within a run of input bits.
    pub(crate) fn within(&self, leaf: Leaf) -> impl Iterator<Item = u32> {
        self.inputs.range((leaf.symbol, leaf.low)..(leaf.symbol, leaf.end())).flat_map(|(_, places)| places).copied()
    }
}

impl Chains {
    /// The chain of a prefix.
    pub(crate) fn chain(&self, prefix: Prefix) -> &Chain {
        &self.chains[prefix.chain as usize]
    }

    /// Notes a constraint, if it compares a sum; each is noted once.
    pub(crate) fn note(&mut self, pool: &Pool, constraint: ExprId) {
        if !self.noted.insert(constraint) {
            return;
        }
        let Some(comparison) = Comparison::of(pool, constraint) else { return };
        let Some(prefix) = self.prefix(pool, comparison.sum) else { return };
        self.chains[prefix.chain as usize].said.entry(prefix.len).or_default().push(Said {
            constraint,
            comparison,
            prefix,
        });
    }

    /// Whether there is so much that it should be forgotten.
    pub(crate) fn is_full(&self) -> bool {
        self.summands > SUMS_ROOM
    }

    /// The prefix that a term is; `None` if it is not a sum.
    pub(crate) fn prefix(&mut self, pool: &Pool, term: ExprId) -> Option<Prefix> {
        // Down to a sum that is known or contains no other, then up again, without recursion: sums can be
        // deeper than the stack.
        let mut above: Vec<(ExprId, Added)> = Vec::new();
        let mut at = term;
        let mut prefix = loop {
            if let Some(&known) = self.prefixes.get(&at) {
                break known;
            }
            let node = pool.node(at);
            match added(pool, node) {
                Some((rest, added)) => {
                    above.push((at, added));
                    at = rest;
                }
                None => {
                    let first = Summand::of(pool, at, node.width);
                    let prefix = first.map(|first| self.begin(first));
                    self.prefixes.insert(at, prefix);
                    break prefix;
                }
            }
        };
        for (sum, added) in above.into_iter().rev() {
            prefix = prefix.and_then(|prefix| match added {
                Added::Constant(more) => {
                    let constant = prefix.constant.checked_add(more)?;
                    (constant.abs() < 1 << 100).then_some(Prefix { constant, ..prefix })
                }
                Added::Summand(summand) => Some(self.extended(prefix, summand)),
            });
            self.prefixes.insert(sum, prefix);
        }
        prefix
    }

    fn begin(&mut self, first: Summand) -> Prefix {
        let mut chain = Chain::default();
        chain.push(first);
        self.summands += 1;
        self.chains.push(chain);
        Prefix { chain: self.chains.len() as u32 - 1, len: 1, constant: 0 }
    }

    /// A prefix with one more summand: on its chain, or on a copy if the chain continues differently.
    fn extended(&mut self, prefix: Prefix, summand: Summand) -> Prefix {
        self.summands += 1;
        let len = prefix.len as usize;
        let chain = &mut self.chains[prefix.chain as usize];
        if chain.summands.len() == len {
            chain.push(summand);
        } else if chain.summands[len] != summand {
            let mut copy = Chain::default();
            chain.summands[..len].iter().for_each(|&summand| copy.push(summand));
            copy.said = (1..=prefix.len).filter_map(|at| Some((at, chain.said.get(&at)?.clone()))).collect();
            copy.push(summand);
            self.summands += len;
            self.chains.push(copy);
            return Prefix { chain: self.chains.len() as u32 - 1, len: prefix.len + 1, ..prefix };
        }
        Prefix { len: prefix.len + 1, ..prefix }
    }
}

/// What is added to the rest of a sum.
enum Added {
    Constant(i128),
    Summand(Summand),
}

/// The rest of a sum and what is added to it. If one of two summands is not a sum itself, it is the one that is
/// added.
fn added(pool: &Pool, node: &Node) -> Option<(ExprId, Added)> {
    if node.op != Op::Add || node.width > 64 {
        return None;
    }
    let (a, b) = (node.arg(0), node.arg(1));
    for (constant, rest) in [(a, b), (b, a)] {
        if let Some(value) = pool.as_u64(constant) {
            return Some((rest, Added::Constant(number(value, node.width, true))));
        }
    }
    let is_sum = |term: ExprId| pool.node(term).op == Op::Add;
    // The younger one was added last.
    let (rest, last) = match (is_sum(a), is_sum(b)) {
        (true, true) => return None,
        (true, false) => (a, b),
        (false, true) => (b, a),
        (false, false) => (a.min(b), a.max(b)),
    };
    Summand::of(pool, last, node.width).map(|summand| (rest, Added::Summand(summand)))
}

impl Summand {
    /// The summand that a term of this width is.
    fn of(pool: &Pool, term: ExprId, width: u32) -> Option<Summand> {
        if width > 64 {
            return None;
        }
        let (mut term, mut factor) = (term, 1i128);
        loop {
            let node = pool.node(term);
            let constant = |place: usize| pool.as_u64(node.arg(place)).map(|value| (value, node.arg(1 - place)));
            let (inner, times) = match node.op {
                Op::Neg => (node.arg(0), -1),
                Op::Mul => match constant(0).or_else(|| constant(1)) {
                    Some((value, inner)) => (inner, number(value, width, true)),
                    None => break,
                },
                Op::Shl => match pool.as_u64(node.arg(1)).filter(|&distance| distance < 40) {
                    Some(distance) => (node.arg(0), 1 << distance),
                    None => break,
                },
                _ => break,
            };
            factor = factor.checked_mul(times).filter(|factor| factor.abs() <= FACTOR)?;
            term = inner;
        }
        if factor == 0 {
            return None;
        }
        let node = pool.node(term);
        let (inner, reading) = match node.op {
            Op::ZExt => (node.arg(0), Reading::Unsigned),
            Op::SExt => (node.arg(0), Reading::Signed),
            _ => (term, Reading::Any),
        };
        (pool.width(inner) <= 64).then(|| Summand { term: inner, leaf: Leaf::of(pool, inner), reading, factor })
    }
}
