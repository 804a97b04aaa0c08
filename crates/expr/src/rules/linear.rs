//! Sums modulo 2^w as a list of coefficients: the normal form behind `add`, `sub`, `neg` and equalities of sums.
//!
//! A term is read as `c0 + c1*x1 + ... + cn*xn` with distinct atoms `xi`, which are anything but sums, negations,
//! complements (`~x` is `-x - 1`) and products by constants. Writing it back gives one form for each list: atoms with
//! coefficients up to 2^(w-1) on the plus side, the others under one `Neg`, each side sorted by age, the constant last. A
//! constant of -1 turns that `Neg` into a `Not`. Lists of more than [`ATOMS`] atoms are left alone.

use bv::word;

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

/// The longest sum that is brought into normal form.
const ATOMS: usize = 32;

/// A sum of at most [`ATOMS`] atoms with non-zero coefficients.
pub(super) struct Linear {
    width: u32,
    constant: u64,
    atoms: [(ExprId, u64); ATOMS],
    len: usize,
    /// Whether an atom met itself or a constant met a constant, so that writing back makes the term smaller.
    pub(super) merged: bool,
    constants: u32,
}

impl Linear {
    pub(super) fn new(width: u32) -> Linear {
        Linear { width, constant: 0, atoms: [(ExprId(0), 0); ATOMS], len: 0, merged: false, constants: 0 }
    }

    /// Adds `factor * id`; `None` if the sum gets too long.
    pub(super) fn add(&mut self, pool: &Pool, id: ExprId, factor: u64) -> Option<()> {
        let mut pending = [(id, factor); ATOMS];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (id, factor) = pending[count];
            let node = pool.node(id);
            match node.op {
                Op::Const => {
                    self.constants += 1;
                    let value = pool.as_u64(id).expect("a constant of at most 64 bits");
                    self.constant = word::add(self.width, self.constant, word::mul(self.width, value, factor));
                }
                Op::Add => {
                    if count + 2 > ATOMS {
                        return None;
                    }
                    pending[count] = (node.arg(1), factor);
                    pending[count + 1] = (node.arg(0), factor);
                    count += 2;
                }
                Op::Neg | Op::Not => {
                    let minus = word::neg(self.width, factor);
                    if node.op == Op::Not {
                        self.constants += 1;
                        self.constant = word::add(self.width, self.constant, minus);
                    }
                    pending[count] = (node.arg(0), minus);
                    count += 1;
                }
                Op::Mul if pool.op(node.arg(1)) == Op::Const => {
                    let value = pool.as_u64(node.arg(1)).expect("a constant of at most 64 bits");
                    pending[count] = (node.arg(0), word::mul(self.width, factor, value));
                    count += 1;
                }
                _ => self.add_atom(id, factor)?,
            }
        }
        self.merged |= self.constants > 1;
        Some(())
    }

    fn add_atom(&mut self, atom: ExprId, factor: u64) -> Option<()> {
        if let Some(position) = self.atoms[..self.len].iter().position(|&(known, _)| known == atom) {
            self.merged = true;
            let sum = word::add(self.width, self.atoms[position].1, factor);
            self.atoms[position].1 = sum;
            if sum == 0 {
                self.len -= 1;
                self.atoms.swap(position, self.len);
            }
        } else if factor != 0 {
            if self.len == ATOMS {
                return None;
            }
            self.atoms[self.len] = (atom, factor);
            self.len += 1;
        }
        Some(())
    }

    /// Writes the sum as one term.
    pub(super) fn build(mut self, pool: &mut Pool) -> ExprId {
        let plus_count = self.sort();
        let (plus, minus) = self.atoms[..self.len].split_at(plus_count);
        let plus = sum(pool, self.width, plus);
        let mut constant = self.constant;
        let minus = sum(pool, self.width, minus).map(|minus| {
            let op = if constant == bv::mask(self.width) { Op::Not } else { Op::Neg };
            if op == Op::Not {
                constant = 0;
            }
            // A lone product takes the sign into its factor.
            match *pool.node(minus) {
                Node { op: Op::Mul, args, width } if op == Op::Neg && pool.op(ExprId(args[1])) == Op::Const => {
                    let factor = pool.as_u64(ExprId(args[1])).expect("a constant of at most 64 bits");
                    product(pool, ExprId(args[0]), width, word::neg(width, factor))
                }
                _ => pool.finish(Node { op, width: self.width, args: [minus.0, 0, 0] }),
            }
        });
        let both = match (plus, minus) {
            (Some(plus), Some(minus)) => plain_add(pool, self.width, plus, minus),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return pool.int(self.width, constant),
        };
        if constant == 0 {
            return both;
        }
        let constant = pool.int(self.width, constant);
        pool.finish(Node { op: Op::Add, width: self.width, args: [both.0, constant.0, 0] })
    }

    /// Writes the equation `sum = 0` as two sides without a common atom, the constant on the right if that side is empty
    /// and on the left otherwise.
    pub(super) fn build_equation(mut self, pool: &mut Pool) -> (ExprId, ExprId) {
        let plus_count = self.sort();
        let (plus, minus) = self.atoms[..self.len].split_at(plus_count);
        let plus = sum(pool, self.width, plus);
        let minus = sum(pool, self.width, minus);
        let with = |pool: &mut Pool, side: ExprId, constant: u64| {
            if constant == 0 {
                return side;
            }
            let constant = pool.int(self.width, constant);
            pool.finish(Node { op: Op::Add, width: self.width, args: [side.0, constant.0, 0] })
        };
        match (plus, minus) {
            (Some(plus), Some(minus)) => (with(pool, plus, self.constant), minus),
            (Some(plus), None) => (plus, pool.int(self.width, word::neg(self.width, self.constant))),
            (None, Some(minus)) => (minus, pool.int(self.width, self.constant)),
            (None, None) => (pool.int(self.width, self.constant), pool.int(self.width, 0)),
        }
    }

    /// Whether there are atoms for both sides of an equation.
    pub(super) fn has_both_signs(&self) -> bool {
        let half = 1u64 << (self.width - 1);
        let minus = self.atoms[..self.len].iter().filter(|&&(_, factor)| factor > half).count();
        minus > 0 && minus < self.len
    }

    /// Sorts the plus side first, each side by age, and makes the minus side's factors positive; the plus side's length.
    fn sort(&mut self) -> usize {
        let half = 1u64 << (self.width - 1);
        let atoms = &mut self.atoms[..self.len];
        atoms.sort_unstable_by_key(|&(atom, factor)| (factor > half, atom));
        let plus_count = atoms.iter().take_while(|&&(_, factor)| factor <= half).count();
        for (_, factor) in &mut atoms[plus_count..] {
            *factor = word::neg(self.width, *factor);
        }
        plus_count
    }
}

/// The sum of products, left to right.
fn sum(pool: &mut Pool, width: u32, atoms: &[(ExprId, u64)]) -> Option<ExprId> {
    let mut total: Option<ExprId> = None;
    for &(atom, factor) in atoms {
        let term = product(pool, atom, width, factor);
        total = Some(match total {
            None => term,
            Some(total) => plain_add(pool, width, total, term),
        });
    }
    total
}

fn product(pool: &mut Pool, atom: ExprId, width: u32, factor: u64) -> ExprId {
    if factor == 1 {
        return atom;
    }
    let factor = pool.int(width, factor);
    pool.mul(atom, factor)
}

fn plain_add(pool: &mut Pool, width: u32, a: ExprId, b: ExprId) -> ExprId {
    let (a, b) = pool.ordered(a, b);
    pool.finish(Node { op: Op::Add, width, args: [a.0, b.0, 0] })
}
