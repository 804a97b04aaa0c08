//! A sum of words as a sum of bits with coefficients modulo 2^w.
//!
//! The word `x` is the sum of `2^i` times its bit `i`. Slices, extensions, concatenations, masks and shifts only
//! move these bits to other coefficients, so the parts of a word that was cut and put together again cancel.
//! Bitwise operators and choices give products of bits, where the square of a bit is the bit itself. If
//! everything cancels except a constant, the sum always has that value.

use rustc_hash::FxHashMap;

use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::tuning::{BIT_SUM_DEGREE, BIT_SUM_TERMS};

use super::identity::low_bits;
use super::polynomial::{Atom, Expansion, Polynomial};

/// A product of bits: their numbers, sorted, then zeros. No bit has the number 0.
type Product = [u64; BIT_SUM_DEGREE];

/// One bit of a word: a sum of products of bits with small coefficients, whose value is always 0 or 1.
type Bit = Vec<(Product, i64)>;

/// A sum that is being split into bits.
pub(super) struct BitSum<'a> {
    expansion: &'a Expansion<'a>,
    sum: FxHashMap<Product, u128>,
    left: u32,
}

impl<'a> BitSum<'a> {
    pub(super) fn new(expansion: &'a Expansion<'a>) -> BitSum<'a> {
        BitSum { expansion, sum: FxHashMap::default(), left: expansion.pool.tuning.bit_sum_steps }
    }

    /// The value of a polynomial without products of atoms, if its bits cancel.
    pub(super) fn constant(mut self, polynomial: &Polynomial) -> Option<u128> {
        let width = self.expansion.width;
        for &(product, coefficient) in polynomial.terms() {
            match *product.atoms() {
                [] => self.add([0; BIT_SUM_DEGREE], coefficient),
                [atom] => {
                    for at in 0..width {
                        for (bits, factor) in self.bit_of_atom(self.expansion.atoms[atom as usize], at)? {
                            let factor = (i128::from(factor) as u128).wrapping_mul(coefficient);
                            self.add(bits, factor << at);
                        }
                    }
                }
                _ => return None,
            }
        }
        let constant = self.sum.remove(&[0; BIT_SUM_DEGREE]).unwrap_or(0);
        self.sum.values().all(|&coefficient| coefficient == 0).then_some(constant)
    }

    fn add(&mut self, product: Product, coefficient: u128) {
        let sum = self.sum.entry(product).or_default();
        *sum = sum.wrapping_add(coefficient) & low_bits(self.expansion.width);
    }

    fn bit_of_atom(&mut self, atom: Atom, at: u32) -> Option<Bit> {
        match atom {
            Atom::Term(id) | Atom::Extended(id) => self.bit(id, at),
            Atom::Meet(product) => {
                let mut meet = constant(true);
                for &atom in product.atoms() {
                    let bit = self.bit_of_atom(self.expansion.atoms[atom as usize], at)?;
                    meet = self.both(&meet, &bit)?;
                }
                Some(meet)
            }
            // Quotients have no slices that could cancel.
            Atom::Quotient { .. } | Atom::ExtendedQuotient { .. } => None,
        }
    }

    /// Bit `at` of a term; 0 above its width.
    fn bit(&mut self, id: ExprId, at: u32) -> Option<Bit> {
        self.left = self.left.checked_sub(1)?;
        let pool = self.expansion.pool;
        let node = *pool.node(id);
        if at >= node.width {
            return Some(constant(false));
        }
        match node.op {
            Op::Const | Op::WideConst => Some(constant(bit_of_constant(pool, id, at))),
            Op::Not => {
                let x = self.bit(node.arg(0), at)?;
                sum(constant(true), &x, -1)
            }
            // A mask first: where it is zero, its operand need not be visited.
            Op::And if pool.is_const(node.arg(1)) => {
                if bit_of_constant(pool, node.arg(1), at) {
                    self.bit(node.arg(0), at)
                } else {
                    Some(constant(false))
                }
            }
            Op::And | Op::Or | Op::Xor => {
                let (x, y) = (self.bit(node.arg(0), at)?, self.bit(node.arg(1), at)?);
                let both = self.both(&x, &y)?;
                match node.op {
                    Op::And => Some(both),
                    Op::Or => sum(sum(x, &y, 1)?, &both, -1),
                    _ => sum(sum(x, &y, 1)?, &both, -2),
                }
            }
            Op::Ite => {
                let (c, x, y) = (self.bit(node.arg(0), 0)?, self.bit(node.arg(1), at)?, self.bit(node.arg(2), at)?);
                let (x, not) = (self.both(&c, &x)?, self.both(&c, &y)?);
                sum(sum(y, &x, 1)?, &not, -1)
            }
            Op::Mul if pool.power_of_two(node.arg(1)).is_some() => {
                let by = pool.power_of_two(node.arg(1)).unwrap_or(0);
                if at < by { Some(constant(false)) } else { self.bit(node.arg(0), at - by) }
            }
            // A sum without carries.
            Op::Add if pool.never_both_set(node.arg(0), node.arg(1)) => {
                let (x, y) = (self.bit(node.arg(0), at)?, self.bit(node.arg(1), at)?);
                sum(x, &y, 1)
            }
            Op::Extract => self.bit(node.arg(0), node.args[1] + at),
            Op::ZExt => self.bit(node.arg(0), at),
            Op::SExt => self.bit(node.arg(0), at.min(pool.width(node.arg(0)) - 1)),
            Op::Concat => {
                let border = pool.width(node.arg(1));
                if at < border { self.bit(node.arg(1), at) } else { self.bit(node.arg(0), at - border) }
            }
            _ => {
                let mut product = [0; BIT_SUM_DEGREE];
                product[0] = (u64::from(id.0) + 1) << 32 | u64::from(at);
                Some(vec![(product, 1)])
            }
        }
    }

    fn both(&mut self, x: &Bit, y: &Bit) -> Option<Bit> {
        let mut product = Bit::new();
        for &(bits, factor) in x {
            let mut row = Bit::new();
            for &(others, other) in y {
                self.left = self.left.checked_sub(1)?;
                row.push((union(&bits, &others)?, other));
            }
            product = sum(product, &row, factor)?;
        }
        Some(product)
    }
}

fn constant(value: bool) -> Bit {
    if value { vec![([0; BIT_SUM_DEGREE], 1)] } else { Bit::new() }
}

fn bit_of_constant(pool: &Pool, id: ExprId, at: u32) -> bool {
    pool.as_const(id).is_some_and(|value| value.bit(at))
}

/// `x + factor * y`.
fn sum(mut x: Bit, y: &Bit, factor: i64) -> Option<Bit> {
    for &(bits, other) in y {
        match x.iter_mut().find(|(known, _)| *known == bits) {
            Some((_, sum)) => *sum += factor * other,
            None => x.push((bits, factor * other)),
        }
    }
    x.retain(|&(_, coefficient)| coefficient != 0);
    (x.len() <= BIT_SUM_TERMS).then_some(x)
}

/// The product of two products: the union of their bits.
fn union(a: &Product, b: &Product) -> Option<Product> {
    let mut all: Vec<u64> = a.iter().chain(b).copied().filter(|&bit| bit != 0).collect();
    all.sort_unstable();
    all.dedup();
    let mut product = [0; BIT_SUM_DEGREE];
    product.get_mut(..all.len())?.copy_from_slice(&all);
    Some(product)
}
