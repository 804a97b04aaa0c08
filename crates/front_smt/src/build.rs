//! Builds a term of the pool from an operator and its operands, whose number and sorts have been checked.

use expr::{ExprId, Pool};

use crate::operator::Operator;

/// The application of an operator to terms.
pub(crate) fn build(pool: &mut Pool, operator: Operator, operands: &[ExprId]) -> ExprId {
    let first = operands[0];
    let second = operands.get(1).copied().unwrap_or(first);
    match operator {
        Operator::Not | Operator::BvNot => pool.not(first),
        Operator::And | Operator::BvAnd => balanced(pool, operands, Pool::and),
        Operator::Or | Operator::BvOr => balanced(pool, operands, Pool::or),
        Operator::Xor | Operator::BvXor => balanced(pool, operands, Pool::xor),
        Operator::Add => balanced(pool, operands, Pool::add),
        Operator::Mul => balanced(pool, operands, Pool::mul),
        Operator::Implies => implication(pool, operands),
        Operator::Equal => {
            let pairs: Vec<ExprId> = operands.windows(2).map(|pair| pool.eq(pair[0], pair[1])).collect();
            balanced(pool, &pairs, Pool::and)
        }
        Operator::Distinct => distinct(pool, operands),
        Operator::Ite => pool.ite(first, second, operands[2]),
        Operator::BvNeg => pool.neg(first),
        Operator::RedOr => {
            let zero = pool.int(pool.width(first), 0);
            pool.ne(first, zero)
        }
        Operator::RedAnd => {
            let ones = pool.all_ones(pool.width(first));
            pool.eq(first, ones)
        }
        Operator::BvNand => {
            let and = pool.and(first, second);
            pool.not(and)
        }
        Operator::BvNor => {
            let or = pool.or(first, second);
            pool.not(or)
        }
        Operator::BvXnor => operands[1..].iter().fold(first, |left, &right| {
            let xor = pool.xor(left, right);
            pool.not(xor)
        }),
        Operator::Sub => pool.sub(first, second),
        Operator::UDiv => pool.udiv(first, second),
        Operator::URem => pool.urem(first, second),
        Operator::SDiv => pool.sdiv(first, second),
        Operator::SRem => pool.srem(first, second),
        Operator::SMod => signed_modulo(pool, first, second),
        Operator::Shl => pool.shl(first, second),
        Operator::LShr => pool.lshr(first, second),
        Operator::AShr => pool.ashr(first, second),
        Operator::Comp => pool.eq(first, second),
        Operator::Ult => pool.ult(first, second),
        Operator::Ule => pool.ule(first, second),
        Operator::Ugt => pool.ugt(first, second),
        Operator::Uge => pool.uge(first, second),
        Operator::Slt => pool.slt(first, second),
        Operator::Sle => pool.sle(first, second),
        Operator::Sgt => pool.sgt(first, second),
        Operator::Sge => pool.sge(first, second),
        Operator::NegOverflow
        | Operator::UAddOverflow
        | Operator::SAddOverflow
        | Operator::UMulOverflow
        | Operator::SMulOverflow
        | Operator::USubOverflow
        | Operator::SSubOverflow
        | Operator::SDivOverflow => overflow(pool, operator, first, second),
        Operator::Concat => {
            // From the right, since concatenations nest to the right.
            let (&last, others) = operands.split_last().expect("an operator has operands");
            others.iter().rev().fold(last, |low, &high| pool.concat(high, low))
        }
        Operator::Extract { high, low } => pool.extract(first, low, high - low + 1),
        Operator::Repeat(count) => repeat(pool, first, count),
        Operator::ZeroExtend(count) => pool.zext(first, pool.width(first) + count),
        Operator::SignExtend(count) => pool.sext(first, pool.width(first) + count),
        Operator::RotateLeft(count) => {
            let by = count % pool.width(first);
            rotate(pool, first, by)
        }
        Operator::RotateRight(count) => {
            let width = pool.width(first);
            let by = (width - count % width) % width;
            rotate(pool, first, by)
        }
        Operator::Float(_) => unreachable!("it is built with the sorts of its operands"),
        Operator::Select | Operator::Store | Operator::Constant { .. } => {
            unreachable!("an array is no term of the pool")
        }
    }
}

/// The terms joined by an associative operator, as a balanced tree.
pub(crate) fn balanced(pool: &mut Pool, terms: &[ExprId], join: fn(&mut Pool, ExprId, ExprId) -> ExprId) -> ExprId {
    let mut layer = terms.to_vec();
    while layer.len() > 1 {
        layer = layer
            .chunks(2)
            .map(|chunk| match *chunk {
                [left, right] => join(pool, left, right),
                _ => chunk[0],
            })
            .collect();
    }
    layer[0]
}

/// `a => (b => c)` as a disjunction: some operand except the last fails, or the last one holds.
fn implication(pool: &mut Pool, operands: &[ExprId]) -> ExprId {
    let (&last, premises) = operands.split_last().expect("an operator has operands");
    let all = balanced(pool, premises, Pool::and);
    pool.implies(all, last)
}

fn distinct(pool: &mut Pool, operands: &[ExprId]) -> ExprId {
    let width = pool.width(operands[0]);
    if width < usize::BITS - 1 && operands.len() > 1 << width {
        return pool.bool(false);
    }
    let mut pairs = Vec::new();
    for (place, &left) in operands.iter().enumerate() {
        pairs.extend(operands[place + 1..].iter().map(|&right| pool.ne(left, right)));
    }
    balanced(pool, &pairs, Pool::and)
}

/// The remainder with the divisor's sign: the one with the dividend's sign, plus the divisor if the signs differ.
fn signed_modulo(pool: &mut Pool, dividend: ExprId, divisor: ExprId) -> ExprId {
    let remainder = pool.srem(dividend, divisor);
    let zero = pool.int(pool.width(dividend), 0);
    let exact = pool.eq(remainder, zero);
    let (a, b) = (sign(pool, remainder), sign(pool, divisor));
    let same = pool.eq(a, b);
    let keep = pool.or(exact, same);
    let moved = pool.add(remainder, divisor);
    pool.ite(keep, remainder, moved)
}

fn overflow(pool: &mut Pool, operator: Operator, a: ExprId, b: ExprId) -> ExprId {
    let width = pool.width(a);
    match operator {
        Operator::NegOverflow => is_least(pool, a),
        Operator::SDivOverflow => {
            let ones = pool.all_ones(width);
            let (least, minus_one) = (is_least(pool, a), pool.eq(b, ones));
            pool.and(least, minus_one)
        }
        Operator::UAddOverflow => {
            let sum = pool.add(a, b);
            pool.ult(sum, a)
        }
        Operator::USubOverflow => pool.ult(a, b),
        Operator::SAddOverflow | Operator::SSubOverflow => {
            let result = if operator == Operator::SAddOverflow { pool.add(a, b) } else { pool.sub(a, b) };
            let (of_a, of_b, of_result) = (sign(pool, a), sign(pool, b), sign(pool, result));
            // A sum overflows only if the signs are equal, a difference only if they differ.
            let could = if operator == Operator::SAddOverflow { pool.eq(of_a, of_b) } else { pool.ne(of_a, of_b) };
            let turned = pool.ne(of_a, of_result);
            pool.and(could, turned)
        }
        _ => {
            let extend = if operator == Operator::UMulOverflow { Pool::zext } else { Pool::sext };
            let (wide_a, wide_b) = (extend(pool, a, 2 * width), extend(pool, b, 2 * width));
            let product = pool.mul(wide_a, wide_b);
            let low = pool.trunc(product, width);
            let fitting = extend(pool, low, 2 * width);
            pool.ne(product, fitting)
        }
    }
}

/// Whether the term is the least signed value.
fn is_least(pool: &mut Pool, term: ExprId) -> ExprId {
    let width = pool.width(term);
    let mut least = pool.int(1, 1);
    if width > 1 {
        let zeros = pool.int(width - 1, 0);
        least = pool.concat(least, zeros);
    }
    pool.eq(term, least)
}

fn sign(pool: &mut Pool, term: ExprId) -> ExprId {
    pool.extract(term, pool.width(term) - 1, 1)
}

/// Rotates left by less than the width: bits that leave at the top come in at the bottom.
fn rotate(pool: &mut Pool, term: ExprId, by: u32) -> ExprId {
    if by == 0 {
        return term;
    }
    let width = pool.width(term);
    let (top, rest) = (pool.extract(term, width - by, by), pool.extract(term, 0, width - by));
    pool.concat(rest, top)
}

/// Copies of a term side by side, made by doubling, so that a million copies of a constant are cheap.
fn repeat(pool: &mut Pool, term: ExprId, count: u32) -> ExprId {
    if !pool.is_const(term) {
        return (1..count).fold(term, |low, _| pool.concat(term, low));
    }
    let (mut result, mut block, mut rest) = (None, term, count);
    loop {
        if rest & 1 == 1 {
            result = Some(result.map_or(block, |low| pool.concat(block, low)));
        }
        rest >>= 1;
        if rest == 0 {
            return result.expect("at least one copy is wanted");
        }
        block = pool.concat(block, block);
    }
}
