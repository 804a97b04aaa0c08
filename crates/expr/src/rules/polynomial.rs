//! A term as a polynomial modulo 2^w, multiplied out.
//!
//! Sums, products, negations and complements are expanded. Bitwise operators are integer combinations of
//! conjunctions, since in every bit `x | y = x + y - xy`, `x ^ y = x + y - 2xy` and `~x = 1 - x`, and what holds
//! in every bit with the same coefficients holds for the words (the linear case of mixed Boolean-arithmetic
//! expressions; Zhou 2007, §3). A remainder is `x - (x / y) * y`, which also holds for `y = 0`. Everything else
//! is an atom.
//!
//! Expanding a product of `k` sums of two terms gives 2^k terms. So expansion is given up for polynomials of more
//! than [`POLYNOMIAL_TERMS`] terms, products of more than [`POLYNOMIAL_DEGREE`] atoms and terms of more than `polynomial_steps` nodes.

use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::tuning::{POLYNOMIAL_DEGREE, POLYNOMIAL_TERMS};

use super::identity::low_bits;

/// Marks an unused place in a product.
const NONE: u32 = u32::MAX;

/// A factor that is not expanded any further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atom {
    /// A term.
    Term(ExprId),
    /// A term, zero-extended.
    Extended(ExprId),
    /// A quotient, which need not exist as a term.
    Quotient { signed: bool, dividend: ExprId, divisor: ExprId },
    /// The quotient of narrower terms, zero-extended.
    ExtendedQuotient { dividend: ExprId, divisor: ExprId },
    /// The conjunction of several atoms.
    Meet(Product),
}

/// A product of atoms, by their indices in [`Expansion::atoms`], sorted; unused places are [`NONE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Product([u32; POLYNOMIAL_DEGREE]);

impl Product {
    const ONE: Product = Product([NONE; POLYNOMIAL_DEGREE]);

    fn of(atom: u32) -> Product {
        let mut product = Product::ONE;
        product.0[0] = atom;
        product
    }

    /// The indices of the atoms.
    pub(super) fn atoms(&self) -> &[u32] {
        &self.0[..self.0.iter().position(|&atom| atom == NONE).unwrap_or(POLYNOMIAL_DEGREE)]
    }

    /// The product of both; `idempotent` if the square of an atom is the atom. `None` if it has too many atoms.
    fn with(&self, other: &Product, idempotent: bool) -> Option<Product> {
        let mut product = Product::ONE;
        let mut len = 0;
        let (mut left, mut right) = (self.atoms(), other.atoms());
        while let Some(&next) = left.first().into_iter().chain(right.first()).min() {
            let (in_left, in_right) = (left.first() == Some(&next), right.first() == Some(&next));
            let times = if in_left && in_right && !idempotent { 2 } else { 1 };
            left = &left[usize::from(in_left)..];
            right = &right[usize::from(in_right)..];
            for _ in 0..times {
                *product.0.get_mut(len)? = next;
                len += 1;
            }
        }
        Some(product)
    }
}

/// Products with their coefficients: sorted, distinct, and without coefficients of 0.
#[derive(Clone, Default, Debug)]
pub(super) struct Polynomial {
    terms: Vec<(Product, u128)>,
}

impl Polynomial {
    fn single(product: Product, coefficient: u128) -> Polynomial {
        let terms = if coefficient == 0 { Vec::new() } else { vec![(product, coefficient)] };
        Polynomial { terms }
    }

    /// The value, if the polynomial is a constant.
    pub(super) fn constant(&self) -> Option<u128> {
        match self.terms[..] {
            [] => Some(0),
            [(Product::ONE, value)] => Some(value),
            _ => None,
        }
    }

    /// The products with their coefficients.
    pub(super) fn terms(&self) -> &[(Product, u128)] {
        &self.terms
    }
}

/// The expansion of terms at one width, and the atoms found so far.
pub(super) struct Expansion<'p> {
    pub(super) pool: &'p Pool,
    pub(super) width: u32,
    pub(super) atoms: Vec<Atom>,
    steps: u32,
}

impl<'p> Expansion<'p> {
    pub(super) fn new(pool: &'p Pool, width: u32) -> Expansion<'p> {
        Expansion { pool, width, atoms: Vec::new(), steps: pool.tuning.polynomial_steps }
    }

    /// `a - b` multiplied out; `None` if it becomes too large.
    pub(super) fn difference(&mut self, a: ExprId, b: ExprId) -> Option<Polynomial> {
        let (a, b) = (self.word(a)?, self.word(b)?);
        self.sum(&a, &b, u128::MAX)
    }

    /// `a - b` with both as atoms.
    pub(super) fn unexpanded_difference(&mut self, a: ExprId, b: ExprId) -> Polynomial {
        self.atoms = vec![Atom::Term(a), Atom::Term(b)];
        Polynomial { terms: vec![(Product::of(0), 1), (Product::of(1), low_bits(self.width))] }
    }

    /// The polynomial of the low bits of a term that is at least as wide as the polynomial.
    fn word(&mut self, id: ExprId) -> Option<Polynomial> {
        self.steps = self.steps.checked_sub(1)?;
        let node = *self.pool.node(id);
        match node.op {
            Op::Const | Op::WideConst => {
                let value = self.pool.as_u128(id)?;
                Some(Polynomial::single(Product::ONE, value & low_bits(self.width)))
            }
            Op::Add => {
                let (x, y) = (self.word(node.arg(0))?, self.word(node.arg(1))?);
                self.sum(&x, &y, 1)
            }
            Op::Neg => {
                let x = self.word(node.arg(0))?;
                self.sum(&Polynomial::default(), &x, u128::MAX)
            }
            Op::Not => {
                let x = self.word(node.arg(0))?;
                let minus_one = Polynomial::single(Product::ONE, low_bits(self.width));
                self.sum(&minus_one, &x, u128::MAX)
            }
            Op::Mul => {
                let (x, y) = (self.word(node.arg(0))?, self.word(node.arg(1))?);
                self.product(&x, &y, false)
            }
            Op::And | Op::Or | Op::Xor => {
                let bits = self.bits(id)?;
                self.word_of_bits(&bits)
            }
            Op::UDiv | Op::SDiv => {
                let signed = node.op == Op::SDiv;
                self.atom(Atom::Quotient { signed, dividend: node.arg(0), divisor: node.arg(1) })
            }
            Op::URem | Op::SRem => {
                let (dividend, divisor) = (node.arg(0), node.arg(1));
                let quotient = self.atom(Atom::Quotient { signed: node.op == Op::SRem, dividend, divisor })?;
                let (x, y) = (self.word(dividend)?, self.word(divisor)?);
                self.remainder(&x, &y, &quotient)
            }
            Op::ZExt => self.extended(node.arg(0)),
            Op::Concat => self.concatenation(node.arg(0), node.arg(1)),
            // Taking the low bits commutes with all operators above.
            Op::Extract if node.args[1] == 0 => self.word(node.arg(0)),
            _ => self.atom(Atom::Term(id)),
        }
    }

    /// The polynomial of a zero-extended term.
    fn extended(&mut self, id: ExprId) -> Option<Polynomial> {
        self.steps = self.steps.checked_sub(1)?;
        let node = *self.pool.node(id);
        match node.op {
            Op::Const | Op::WideConst => self.word(id),
            Op::ZExt => self.extended(node.arg(0)),
            Op::Concat => self.concatenation(node.arg(0), node.arg(1)),
            Op::UDiv => self.atom(Atom::ExtendedQuotient { dividend: node.arg(0), divisor: node.arg(1) }),
            // The product of quotient and divisor does not exceed the dividend, so nothing wraps at either width.
            Op::URem => {
                let (dividend, divisor) = (node.arg(0), node.arg(1));
                let quotient = self.atom(Atom::ExtendedQuotient { dividend, divisor })?;
                let (x, y) = (self.extended(dividend)?, self.extended(divisor)?);
                self.remainder(&x, &y, &quotient)
            }
            _ => self.atom(Atom::Extended(id)),
        }
    }

    fn concatenation(&mut self, high: ExprId, low: ExprId) -> Option<Polynomial> {
        let factor = 1u128.checked_shl(self.pool.width(low)).unwrap_or(0);
        let (high, low) = (self.extended(high)?, self.extended(low)?);
        self.sum(&low, &high, factor)
    }

    fn remainder(&self, x: &Polynomial, y: &Polynomial, quotient: &Polynomial) -> Option<Polynomial> {
        let multiple = self.product(y, quotient, false)?;
        self.sum(x, &multiple, u128::MAX)
    }

    /// A term as a polynomial in one bit of each atom, the same for all bits, where the square of an atom is the atom.
    fn bits(&mut self, id: ExprId) -> Option<Polynomial> {
        self.steps = self.steps.checked_sub(1)?;
        let node = *self.pool.node(id);
        match node.op {
            Op::And | Op::Or | Op::Xor => {
                let (x, y) = (self.bits(node.arg(0))?, self.bits(node.arg(1))?);
                let both = self.product(&x, &y, true)?;
                if node.op == Op::And {
                    return Some(both);
                }
                let shared = if node.op == Op::Or { u128::MAX } else { u128::MAX - 1 };
                let sum = self.sum(&x, &y, 1)?;
                self.sum(&sum, &both, shared)
            }
            Op::Not => {
                let x = self.bits(node.arg(0))?;
                self.sum(&Polynomial::single(Product::ONE, 1), &x, u128::MAX)
            }
            Op::Extract if node.args[1] == 0 => self.bits(node.arg(0)),
            Op::Const | Op::WideConst if self.pool.is_zero(id) => Some(Polynomial::default()),
            Op::Const | Op::WideConst if self.pool.is_all_ones(id) => Some(Polynomial::single(Product::ONE, 1)),
            _ => self.atom(Atom::Term(id)),
        }
    }

    /// The word in which every bit is given by the same polynomial.
    fn word_of_bits(&mut self, bits: &Polynomial) -> Option<Polynomial> {
        let mut word = Polynomial::default();
        for &(product, coefficient) in bits.terms() {
            let meet = match *product.atoms() {
                // All bits set.
                [] => Polynomial::single(Product::ONE, low_bits(self.width)),
                [one] => match self.atoms[one as usize] {
                    Atom::Term(id) => self.word(id)?,
                    atom => self.atom(atom)?,
                },
                _ => self.atom(Atom::Meet(product))?,
            };
            word = self.sum(&word, &meet, coefficient)?;
        }
        Some(word)
    }

    fn atom(&mut self, atom: Atom) -> Option<Polynomial> {
        let place = self.atoms.iter().position(|&known| known == atom).unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        Some(Polynomial::single(Product::of(place as u32), 1))
    }

    /// `a + factor * b`.
    fn sum(&self, a: &Polynomial, b: &Polynomial, factor: u128) -> Option<Polynomial> {
        let mut terms = Vec::with_capacity(a.terms.len() + b.terms.len());
        let (mut left, mut right) = (&a.terms[..], &b.terms[..]);
        loop {
            let (product, coefficient) = match (left.first(), right.first()) {
                (None, None) => break,
                (Some(&term), other) if other.is_none_or(|other| term.0 < other.0) => {
                    left = &left[1..];
                    term
                }
                (Some(&(product, x)), Some(&(same, y))) if product == same => {
                    (left, right) = (&left[1..], &right[1..]);
                    (product, x.wrapping_add(factor.wrapping_mul(y)))
                }
                (_, Some(&(product, y))) => {
                    right = &right[1..];
                    (product, factor.wrapping_mul(y))
                }
                (Some(_), None) => unreachable!("a term without an opponent is taken above"),
            };
            let coefficient = coefficient & low_bits(self.width);
            if coefficient != 0 {
                terms.push((product, coefficient));
            }
        }
        (terms.len() <= POLYNOMIAL_TERMS).then_some(Polynomial { terms })
    }

    fn product(&self, a: &Polynomial, b: &Polynomial, idempotent: bool) -> Option<Polynomial> {
        if a.terms.len() * b.terms.len() > 4 * POLYNOMIAL_TERMS {
            return None;
        }
        let mut product = Polynomial::default();
        for &(x, coefficient) in &a.terms {
            let mut row: Vec<(Product, u128)> = Vec::with_capacity(b.terms.len());
            for &(y, other) in &b.terms {
                row.push((x.with(&y, idempotent)?, other));
            }
            row.sort_unstable_by_key(|&(product, _)| product);
            // With idempotent atoms, two products may have become equal.
            row.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 = kept.1.wrapping_add(next.1);
                }
                same
            });
            product = self.sum(&product, &Polynomial { terms: row }, coefficient)?;
        }
        Some(product)
    }
}
