//! The operations by name, each in three directions.
//!
//! *Forward* takes the sets of the operands to the set of results. *Backward* takes a set of results, and the set of the other
//! operand, to the values of one operand that can give such a result: the preimage, united over the values of the other operand.
//! Backward results range over all values of the operand's width; intersect them with what is known of the operand.
//!
//! Operands are taken to be independent: the forward sum of a set with itself is that of two values of it, not of twice one.

use crate::linear;
use crate::number::Number;
use crate::outcome::{Found, Outcome};
use crate::set::Set;

/// An operation on two bit-vectors of one width with a result of that width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
}

/// An operation on one bit-vector with a result of the same width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// Negation in two's complement.
    Neg,
    /// Bitwise complement.
    Not,
}

impl Binary {
    /// All operations.
    pub const ALL: [Binary; 2] = [Binary::Add, Binary::Sub];

    /// The results of all pairs of operands.
    pub fn forward<N: Number, const CAP: usize>(self, left: &Set<N, CAP>, right: &Set<N, CAP>) -> Outcome<N, CAP> {
        let found = match self {
            Binary::Add => linear::add(left, right),
            Binary::Sub => linear::sub(left, right),
        };
        found.outcome()
    }

    /// The left operands that give a result in `result` with some right operand in `right`.
    pub fn backward_left<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        right: &Set<N, CAP>,
    ) -> Outcome<N, CAP> {
        let found = match self {
            Binary::Add => linear::sub(result, right),
            Binary::Sub => linear::add(result, right),
        };
        found.outcome()
    }

    /// The right operands that give a result in `result` with some left operand in `left`.
    pub fn backward_right<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        left: &Set<N, CAP>,
    ) -> Outcome<N, CAP> {
        let found = match self {
            Binary::Add => linear::sub(result, left),
            Binary::Sub => linear::sub(left, result),
        };
        found.outcome()
    }
}

impl Unary {
    /// The results of all operands.
    pub fn forward<N: Number, const CAP: usize>(self, operand: &Set<N, CAP>) -> Outcome<N, CAP> {
        match self {
            Unary::Neg => linear::neg(operand).outcome(),
            Unary::Not => Found::exact(linear::not(operand)).outcome(),
        }
    }

    /// The operands that give a result in `result`; both operations are their own inverse.
    pub fn backward<N: Number, const CAP: usize>(self, result: &Set<N, CAP>) -> Outcome<N, CAP> {
        self.forward(result)
    }
}
