//! Sums modulo 2^w as a list of coefficients: the normal form behind `add`, `sub`, `neg` and equalities of sums.
//!
//! A term is read as `c0 + c1*x1 + ... + cn*xn` with distinct atoms `xi`. An atom is any term except sums,
//! negations, complements (`~x` is `-x - 1`) and products by constants. Each list is written back in exactly one
//! form: atoms with coefficients up to 2^(w-1) on the plus side, the others under one `Neg`, each side sorted by
//! age, the constant last. A constant of -1 turns that `Neg` into a `Not`. Lists of more than [`LINEAR_ATOMS`] atoms are
//! left as they are.
//!
//! Coefficients of up to 64 bits are words, for speed; wider ones are bit-vectors.

use bv::{Bv, word};

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;
use crate::tuning::LINEAR_ATOMS;

/// Whether a part of a sum is added or subtracted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

impl Pool {
    /// The normal form of a sum; `None` if it is too long.
    pub(super) fn linear_sum(&mut self, parts: &[(ExprId, Sign)]) -> Option<ExprId> {
        match self.width(parts[0].0) {
            0..=64 => Linear::<u64>::read(self, parts).map(|sum| sum.build(self)),
            _ => Linear::<Bv>::read(self, parts).map(|sum| sum.build(self)),
        }
    }

    /// Both sides of the equation `a = b` after cancelling common atoms; `None` if that changes nothing.
    pub(super) fn linear_equation(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId)> {
        let parts = [(a, Sign::Plus), (b, Sign::Minus)];
        let sides = match self.width(a) {
            0..=64 => Linear::<u64>::read(self, &parts)?.equation(self, self.is_const(b)),
            _ => Linear::<Bv>::read(self, &parts)?.equation(self, self.is_const(b)),
        };
        sides.filter(|&(x, y)| (x, y) != (a, b) && (y, x) != (a, b))
    }
}

/// A number modulo 2^w.
trait Coefficient: Clone {
    fn new(width: u32, value: u64) -> Self;
    fn of_constant(pool: &Pool, id: ExprId) -> Self;
    fn term(&self, pool: &mut Pool, width: u32) -> ExprId;
    fn plus(&self, width: u32, other: &Self) -> Self;
    fn times(&self, width: u32, other: &Self) -> Self;
    fn minus(&self, width: u32) -> Self;
    fn is_zero(&self) -> bool;
    fn is_one(&self) -> bool;
    fn is_minus_one(&self, width: u32) -> bool;
    /// Whether it exceeds 2^(w-1), so that its negation is smaller.
    fn is_upper(&self, width: u32) -> bool;
}

impl Coefficient for u64 {
    fn new(_: u32, value: u64) -> u64 {
        value
    }

    fn of_constant(pool: &Pool, id: ExprId) -> u64 {
        pool.as_u64(id).expect("a constant of at most 64 bits")
    }

    fn term(&self, pool: &mut Pool, width: u32) -> ExprId {
        pool.int(width, *self)
    }

    fn plus(&self, width: u32, other: &u64) -> u64 {
        word::add(width, *self, *other)
    }

    fn times(&self, width: u32, other: &u64) -> u64 {
        word::mul(width, *self, *other)
    }

    fn minus(&self, width: u32) -> u64 {
        word::neg(width, *self)
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn is_one(&self) -> bool {
        *self == 1
    }

    fn is_minus_one(&self, width: u32) -> bool {
        *self == bv::mask(width)
    }

    fn is_upper(&self, width: u32) -> bool {
        *self > 1 << (width - 1)
    }
}

impl Coefficient for Bv {
    fn new(width: u32, value: u64) -> Bv {
        Bv::new(width, value)
    }

    fn of_constant(pool: &Pool, id: ExprId) -> Bv {
        pool.as_const(id).expect("the operator says so")
    }

    fn term(&self, pool: &mut Pool, _: u32) -> ExprId {
        pool.constant(self)
    }

    fn plus(&self, _: u32, other: &Bv) -> Bv {
        self.add(other)
    }

    fn times(&self, _: u32, other: &Bv) -> Bv {
        self.mul(other)
    }

    fn minus(&self, _: u32) -> Bv {
        self.neg()
    }

    fn is_zero(&self) -> bool {
        Bv::is_zero(self)
    }

    fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    fn is_minus_one(&self, _: u32) -> bool {
        self.is_all_ones()
    }

    fn is_upper(&self, width: u32) -> bool {
        self.sign() && !self.trunc(width - 1).is_zero()
    }
}

/// A sum of at most [`LINEAR_ATOMS`] atoms with non-zero coefficients.
struct Linear<C> {
    width: u32,
    constant: C,
    atoms: [(ExprId, C); LINEAR_ATOMS],
    len: usize,
    /// Whether two equal atoms or two constants were merged, so that writing the sum back makes the term smaller.
    merged: bool,
    constants: u32,
}

impl<C: Coefficient> Linear<C> {
    /// The sum of all parts; `None` if it gets too long.
    fn read(pool: &Pool, parts: &[(ExprId, Sign)]) -> Option<Linear<C>> {
        let width = pool.width(parts[0].0);
        let constant = C::new(width, 0);
        let mut sum = Linear { width, constant, atoms: no_atoms(), len: 0, merged: false, constants: 0 };
        for &(id, sign) in parts {
            let one = C::new(width, 1);
            sum.add(pool, id, if sign == Sign::Plus { one } else { one.minus(width) })?;
        }
        Some(sum)
    }

    fn add(&mut self, pool: &Pool, id: ExprId, factor: C) -> Option<()> {
        let width = self.width;
        let mut pending = no_atoms();
        pending[0] = (id, factor);
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (id, factor) = pending[count].clone();
            let node = pool.node(id);
            match node.op {
                Op::Const | Op::WideConst => {
                    self.constants += 1;
                    let value = C::of_constant(pool, id);
                    self.constant = self.constant.plus(width, &value.times(width, &factor));
                }
                Op::Add => {
                    if count + 2 > LINEAR_ATOMS {
                        return None;
                    }
                    pending[count] = (node.arg(1), factor.clone());
                    pending[count + 1] = (node.arg(0), factor);
                    count += 2;
                }
                Op::Neg | Op::Not => {
                    let minus = factor.minus(width);
                    if node.op == Op::Not {
                        self.constants += 1;
                        self.constant = self.constant.plus(width, &minus);
                    }
                    pending[count] = (node.arg(0), minus);
                    count += 1;
                }
                Op::Mul if pool.is_const(node.arg(1)) => {
                    let value = C::of_constant(pool, node.arg(1));
                    pending[count] = (node.arg(0), factor.times(width, &value));
                    count += 1;
                }
                _ => self.add_atom(id, factor)?,
            }
        }
        self.merged |= self.constants > 1;
        Some(())
    }

    fn add_atom(&mut self, atom: ExprId, factor: C) -> Option<()> {
        if let Some(position) = self.atoms[..self.len].iter().position(|&(known, _)| known == atom) {
            self.merged = true;
            let sum = self.atoms[position].1.plus(self.width, &factor);
            let gone = sum.is_zero();
            self.atoms[position].1 = sum;
            if gone {
                self.len -= 1;
                self.atoms.swap(position, self.len);
            }
        } else if !factor.is_zero() {
            if self.len == LINEAR_ATOMS {
                return None;
            }
            self.atoms[self.len] = (atom, factor);
            self.len += 1;
        }
        Some(())
    }

    /// Writes the sum as one term.
    fn build(mut self, pool: &mut Pool) -> ExprId {
        let width = self.width;
        let plus_count = self.sort();
        let (plus, minus) = self.atoms[..self.len].split_at(plus_count);
        let plus = sum(pool, width, plus);
        let mut constant = self.constant;
        let minus = sum(pool, width, minus).map(|minus| {
            let op = if constant.is_minus_one(width) { Op::Not } else { Op::Neg };
            if op == Op::Not {
                constant = C::new(width, 0);
            }
            // A single product takes the sign into its factor.
            match *pool.node(minus) {
                Node { op: Op::Mul, args, .. } if op == Op::Neg && pool.is_const(ExprId(args[1])) => {
                    let factor = C::of_constant(pool, ExprId(args[1]));
                    product(pool, ExprId(args[0]), width, &factor.minus(width))
                }
                _ => pool.finish(Node { op, width, args: [minus.0, 0, 0] }),
            }
        });
        let both = match (plus, minus) {
            (Some(plus), Some(minus)) => plain_add(pool, width, plus, minus),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return constant.term(pool, width),
        };
        with_constant(pool, both, &constant, width)
    }

    /// Writes the equation `sum = 0` as two sides without a common atom. The constant is on the right if that
    /// side is otherwise empty, else on the left, where the oldest atom is. `None` if the sum is better left
    /// alone: if nothing cancelled, no difference equals a constant, and the constant need not change sides.
    fn equation(mut self, pool: &mut Pool, equals_constant: bool) -> Option<(ExprId, ExprId)> {
        let width = self.width;
        let oldest = self.atoms[..self.len].iter().min_by_key(|&&(atom, _)| atom);
        let turned = !self.constant.is_zero() && oldest.is_some_and(|(_, factor)| factor.is_upper(width));
        if !(self.merged || turned || equals_constant && self.has_both_signs()) {
            return None;
        }
        if turned {
            self.constant = self.constant.minus(width);
            for (_, factor) in &mut self.atoms[..self.len] {
                *factor = factor.minus(width);
            }
        }
        let plus_count = self.sort();
        let (plus, minus) = self.atoms[..self.len].split_at(plus_count);
        let plus = sum(pool, width, plus);
        let minus = sum(pool, width, minus);
        Some(match (plus, minus) {
            (Some(plus), Some(minus)) => (with_constant(pool, plus, &self.constant, width), minus),
            (Some(plus), None) => (plus, self.constant.minus(width).term(pool, width)),
            (None, Some(minus)) => (minus, self.constant.term(pool, width)),
            (None, None) => (self.constant.term(pool, width), pool.int(width, 0)),
        })
    }

    /// Whether there are atoms for both sides of an equation.
    fn has_both_signs(&self) -> bool {
        let minus = self.atoms[..self.len].iter().filter(|(_, factor)| factor.is_upper(self.width)).count();
        minus > 0 && minus < self.len
    }

    /// Sorts the plus side first and each side by age, and makes the factors of the minus side positive. Returns
    /// the length of the plus side.
    fn sort(&mut self) -> usize {
        let width = self.width;
        let atoms = &mut self.atoms[..self.len];
        atoms.sort_unstable_by_key(|(atom, factor)| (factor.is_upper(width), *atom));
        let plus_count = atoms.iter().take_while(|(_, factor)| !factor.is_upper(width)).count();
        for (_, factor) in &mut atoms[plus_count..] {
            *factor = factor.minus(width);
        }
        plus_count
    }
}

fn no_atoms<C: Coefficient>() -> [(ExprId, C); LINEAR_ATOMS] {
    std::array::from_fn(|_| (ExprId(0), C::new(1, 0)))
}

/// The sum of the products, from left to right.
fn sum<C: Coefficient>(pool: &mut Pool, width: u32, atoms: &[(ExprId, C)]) -> Option<ExprId> {
    let mut total: Option<ExprId> = None;
    for (atom, factor) in atoms {
        let term = product(pool, *atom, width, factor);
        total = Some(match total {
            None => term,
            Some(total) => plain_add(pool, width, total, term),
        });
    }
    total
}

fn product<C: Coefficient>(pool: &mut Pool, atom: ExprId, width: u32, factor: &C) -> ExprId {
    if factor.is_one() {
        return atom;
    }
    let factor = factor.term(pool, width);
    pool.mul(atom, factor)
}

fn plain_add(pool: &mut Pool, width: u32, a: ExprId, b: ExprId) -> ExprId {
    let (a, b) = pool.ordered(a, b);
    pool.finish(Node { op: Op::Add, width, args: [a.0, b.0, 0] })
}

fn with_constant<C: Coefficient>(pool: &mut Pool, sum: ExprId, constant: &C, width: u32) -> ExprId {
    if constant.is_zero() {
        return sum;
    }
    let constant = constant.term(pool, width);
    pool.finish(Node { op: Op::Add, width, args: [sum.0, constant.0, 0] })
}
