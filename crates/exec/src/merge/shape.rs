//! The shapes of conditions: what is left of a condition if its numbers are not looked at.
//!
//! Conditions of the same shape may be instances of one (Trabish 2024, example 6.2.1). The constructors of terms give
//! some instances another form, such as `n != 0` for `n > 0`, a wide leaf for a read at a constant place, and `x` for
//! `x + 0`. So comparisons with a number have one shape for each side, and such forms that of the general term. A shape
//! only says where it is worth looking: whether the conditions are instances is found by building them again.

use expr::{ExprId, Node, Op, Pool};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

use crate::tuning::SHAPE_DEPTH;

/// The shape of a condition, as a number.
pub(super) type Shape = u64;

/// The shapes of terms seen so far.
#[derive(Default)]
pub(super) struct Shapes {
    known: FxHashMap<ExprId, Shape>,
}

/// The shape of every number.
const NUMBER: Shape = 0;
/// What the shape of a negation differs in.
const NEGATED: Shape = 1 << 63;

fn mixed(parts: impl IntoIterator<Item = u64>) -> Shape {
    parts.into_iter().fold(0, |so_far, part| FxBuildHasher.hash_one((so_far, part))) >> 1
}

fn is_number(pool: &Pool, term: ExprId) -> bool {
    matches!(pool.node(term).op, Op::Const | Op::WideConst)
}

impl Shapes {
    /// The shape of a condition.
    pub(super) fn of(&mut self, pool: &Pool, condition: ExprId) -> Shape {
        self.within(pool, condition, SHAPE_DEPTH)
    }

    fn within(&mut self, pool: &Pool, term: ExprId, depth: u32) -> Shape {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        let node = *pool.node(term);
        let Some(deeper) = depth.checked_sub(1) else { return mixed([u64::from(node.op.number())]) };
        let shape = self.found(pool, &node, term, deeper);
        self.known.insert(term, shape);
        shape
    }

    fn found(&mut self, pool: &Pool, node: &Node, term: ExprId, depth: u32) -> Shape {
        match node.op {
            Op::Const | Op::WideConst => NUMBER,
            Op::Sym | Op::Table | Op::Forall | Op::Index => mixed([u64::from(node.op.number()), term.index() as u64]),
            Op::Not if node.width == 1 => self.within(pool, node.arg(0), depth) ^ NEGATED,
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let [a, b] = [node.arg(0), node.arg(1)];
                let (other, is_high) = match (is_number(pool, a), is_number(pool, b)) {
                    (true, false) => (b, node.op != Op::Eq),
                    (false, true) => (a, false),
                    _ => {
                        return mixed([
                            u64::from(node.op.number()),
                            self.within(pool, a, depth),
                            self.within(pool, b, depth),
                        ]);
                    }
                };
                let side = if is_high { NEGATED } else { 0 };
                mixed([u64::from(Op::Eq.number()), self.within(pool, other, depth)]) ^ side
            }
            Op::Extract if pool.node(node.arg(0)).op == Op::Sym && node.args[1].is_multiple_of(8) => {
                mixed([u64::from(Op::Select.number()), node.arg(0).index() as u64, u64::from(node.width), NUMBER])
            }
            Op::Select if pool.node(node.arg(0)).op == Op::Bytes => {
                let symbol = pool.node(node.arg(0)).arg(0);
                let at = self.within(pool, node.arg(1), depth);
                mixed([u64::from(Op::Select.number()), symbol.index() as u64, u64::from(node.width), at])
            }
            Op::Add if is_number(pool, node.arg(0)) => self.within(pool, node.arg(1), depth),
            Op::Add if is_number(pool, node.arg(1)) => self.within(pool, node.arg(0), depth),
            Op::Extract if node.args[1] == 0 => self.within(pool, node.arg(0), depth),
            op => {
                let children: Vec<Shape> = node.children().map(|child| self.within(pool, child, depth)).collect();
                mixed([u64::from(op.number()), u64::from(node.width)].into_iter().chain(children))
            }
        }
    }
}
