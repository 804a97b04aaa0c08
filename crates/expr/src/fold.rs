//! What each operator computes: maps [`Op`] to the semantics in `bv`.
//!
//! The constant folder and the evaluator both use these functions, so an operator means the same to both.

use bv::{Bv, word};

use float::Operation;

use crate::node::{Node, Op, TableId};
use crate::pool::Pool;

/// Applies a unary or binary operator to words. `width` is the width of the result, `arg_width` that of the first
/// operand; both are at most 64. Unary operators ignore `b`, except that it is the lowest bit of an
/// [`Op::Extract`]. For [`Op::Concat`] the width of `b` is `width - arg_width`.
#[inline]
pub(crate) fn apply_word(op: Op, width: u32, arg_width: u32, a: u64, b: u64) -> u64 {
    match op {
        Op::Not => word::not(width, a),
        Op::Neg => word::neg(width, a),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Add => word::add(width, a, b),
        Op::Mul => word::mul(width, a, b),
        Op::UDiv => word::udiv(width, a, b),
        Op::URem => word::urem(width, a, b),
        Op::SDiv => word::sdiv(width, a, b),
        Op::SRem => word::srem(width, a, b),
        Op::Shl => word::shl(width, a, b),
        Op::LShr => word::lshr(width, a, b),
        Op::AShr => word::ashr(width, a, b),
        Op::Eq => u64::from(a == b),
        Op::Ult => u64::from(a < b),
        Op::Ule => u64::from(a <= b),
        Op::Slt => u64::from(word::slt(arg_width, a, b)),
        Op::Sle => u64::from(word::sle(arg_width, a, b)),
        Op::Extract => word::extract(a, b as u32, width),
        Op::Concat => word::concat(a, width - arg_width, b),
        Op::ZExt => a,
        Op::SExt => word::sext(arg_width, width, a),
        Op::Float(operation) => apply_float(operation, width, arg_width, [a.into(), b.into(), 0], b as u32) as u64,
        _ => unreachable!("{op:?} is no operator on words"),
    }
}

/// Applies an operation on floating-point numbers. `extra` is the extra number of an operation that has one.
#[cold]
pub(crate) fn apply_float(operation: Operation, width: u32, arg_width: u32, args: [u128; 3], extra: u32) -> u128 {
    operation.apply(width, arg_width, args, extra)
}

/// Applies an operation on floating-point numbers at any width up to 128 bits.
pub(crate) fn apply_float_wide(operation: Operation, width: u32, args: &[Bv], extra: u32) -> Bv {
    let mut words = [0; 3];
    for (word, arg) in words.iter_mut().zip(args) {
        *word = arg.words().iter().rev().fold(0, |value, &part| value << 64 | u128::from(part));
    }
    let bits = apply_float(operation, width, args[0].width(), words, extra);
    let parts = [bits as u64, (bits >> 64) as u64];
    Bv::from_words(width, &parts[..width.div_ceil(64) as usize])
}

/// The values of an operand in several cases at once.
#[derive(Clone, Copy)]
pub enum Operand<'a> {
    /// One value for each case.
    Values(&'a [u64]),
    /// The same value in all cases.
    Constant(u64),
}

impl Operand<'_> {
    #[inline]
    fn at(self, case: usize) -> u64 {
        match self {
            Operand::Values(values) => values[case],
            Operand::Constant(value) => value,
        }
    }
}

impl Pool {
    /// Computes the values of a node in `cases` cases from the values of its operands, all of at most 64 bits.
    /// The first operand of a read must be a constant table; its `Operand` is ignored.
    ///
    /// # Panics
    /// If the node is a leaf, an array, or a read of anything but a constant table.
    pub fn apply_all(&self, node: &Node, [a, b, c]: [Operand<'_>; 3], cases: usize, out: &mut Vec<u64>) {
        // A separate loop for each operator, so that the operator is chosen outside of the loop.
        macro_rules! loops {
            ($($op:ident)*) => {
                match node.op {
                    Op::Float(operation) => {
                        let (width, arg_width) = (node.width, self.width(node.arg(0)));
                        let arity = operation.function.arity();
                        out.extend((0..cases).map(|i| {
                            let args = [a.at(i), if arity > 1 { b.at(i) } else { 0 }, if arity > 2 { c.at(i) } else { 0 }];
                            apply_float(operation, width, arg_width, args.map(u128::from), node.args[1]) as u64
                        }));
                    }
                    Op::Ite => out.extend((0..cases).map(|i| if a.at(i) == 1 { b.at(i) } else { c.at(i) })),
                    Op::Select => {
                        let array = self.node(node.arg(0));
                        assert_eq!(array.op, Op::Table, "only constants are read without a model");
                        let (table, size) = (TableId(array.args[0]), node.width / 8);
                        out.extend((0..cases).map(|i| self.table_element(table, b.at(i), size)));
                    }
                    $(Op::$op => {
                        let (width, arg_width) = (node.width, self.width(node.arg(0)));
                        let b = if node.op == Op::Extract { Operand::Constant(u64::from(node.args[1])) } else { b };
                        out.extend((0..cases).map(|i| apply_word(Op::$op, width, arg_width, a.at(i), b.at(i))));
                    })*
                    op => unreachable!("{op:?} is no operator on words"),
                }
            };
        }
        out.clear();
        loops!(Not Neg And Or Xor Add Mul UDiv URem SDiv SRem Shl LShr AShr Eq Ult Ule Slt Sle Extract Concat ZExt SExt);
    }
}

/// Applies a unary operator at any width; `lo` is the lowest bit of an [`Op::Extract`].
pub(crate) fn apply_unary(op: Op, width: u32, a: &Bv, lo: u32) -> Bv {
    match op {
        Op::Not => a.not(),
        Op::Neg => a.neg(),
        Op::Extract => a.extract(lo, width),
        Op::ZExt => a.zext(width),
        Op::SExt => a.sext(width),
        Op::Float(operation) => apply_float_wide(operation, width, std::slice::from_ref(a), lo),
        _ => unreachable!("{op:?} is no unary operator"),
    }
}

/// Applies a binary operator at any width.
pub(crate) fn apply_binary(op: Op, a: &Bv, b: &Bv) -> Bv {
    let truth = |value: bool| Bv::new(1, u64::from(value));
    match op {
        Op::And => a.and(b),
        Op::Or => a.or(b),
        Op::Xor => a.xor(b),
        Op::Add => a.add(b),
        Op::Mul => a.mul(b),
        Op::UDiv => a.udiv(b),
        Op::URem => a.urem(b),
        Op::SDiv => a.sdiv(b),
        Op::SRem => a.srem(b),
        Op::Shl => a.shl(b),
        Op::LShr => a.lshr(b),
        Op::AShr => a.ashr(b),
        Op::Eq => truth(a == b),
        Op::Ult => truth(a.ult(b)),
        Op::Ule => truth(a.ule(b)),
        Op::Slt => truth(a.slt(b)),
        Op::Sle => truth(a.sle(b)),
        Op::Concat => a.concat(b),
        Op::Float(operation) => {
            let width = if operation.function.compares() { 1 } else { a.width() };
            apply_float_wide(operation, width, &[a.clone(), b.clone()], 0)
        }
        _ => unreachable!("{op:?} is no binary operator"),
    }
}
