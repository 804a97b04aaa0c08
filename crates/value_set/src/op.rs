//! The operations by name, each in three directions: forward, and backward to either operand.
//!
//! *Forward* maps the sets of the operands to the set of results. *Backward* maps a set of results and the set of
//! one operand to the values of the other operand that can give such a result: the union of the preimages.
//!
//! Backward results range over all values of the operand's width. `within.rs` computes preimages within a known
//! set of the operand, which are exact more often.
//!
//! Operands are assumed to be independent: the forward sum of a set with itself adds any two of its members, not
//! each member to itself.

use crate::number::Number;
use crate::outcome::{Found, Outcome};
use crate::set::Set;
use crate::shift::Shift;
use crate::{bitwise, divide, linear, multiply, signed};

/// An operation on two bit-vectors of one width with a result of that width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Unsigned division; by zero gives all ones.
    UDiv,
    /// Unsigned remainder; by zero gives the dividend.
    URem,
    /// Signed division, truncated towards zero (SMT-LIB's `bvsdiv`).
    SDiv,
    /// Signed remainder with the sign of the dividend (SMT-LIB's `bvsrem`).
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left; a distance of the width or more gives zero.
    Shl,
    /// Logical shift right; a distance of the width or more gives zero.
    LShr,
    /// Arithmetic shift right; a distance of the width or more gives the sign in every bit.
    AShr,
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
    pub const ALL: [Binary; 13] = [
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::UDiv,
        Binary::URem,
        Binary::SDiv,
        Binary::SRem,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Shl,
        Binary::LShr,
        Binary::AShr,
    ];

    /// The results of all pairs of operands.
    pub fn forward<N: Number, const CAP: usize>(self, left: &Set<N, CAP>, right: &Set<N, CAP>) -> Outcome<N, CAP> {
        self.forward_found(left, right).outcome()
    }

    /// The left operands that give a result in `result` with some right operand in `right`.
    pub fn backward_left<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        right: &Set<N, CAP>,
    ) -> Outcome<N, CAP> {
        self.backward_left_found(result, right).outcome()
    }

    /// The right operands that give a result in `result` with some left operand in `left`.
    pub fn backward_right<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        left: &Set<N, CAP>,
    ) -> Outcome<N, CAP> {
        self.backward_right_found(result, left).outcome()
    }

    pub(crate) fn forward_found<N: Number, const CAP: usize>(
        self,
        left: &Set<N, CAP>,
        right: &Set<N, CAP>,
    ) -> Found<N, CAP> {
        if let Some(empty) = empty(left, right) {
            return empty;
        }
        match self {
            Binary::Add => linear::add(left, right),
            Binary::Sub => linear::sub(left, right),
            Binary::Mul => multiply::mul(left, right),
            Binary::UDiv => divide::udiv(left, right),
            Binary::URem => divide::urem(left, right),
            Binary::SDiv => signed::sdiv(left, right),
            Binary::SRem => signed::srem(left, right),
            Binary::And => bitwise::and(left, right),
            Binary::Or => bitwise::or(left, right),
            Binary::Xor => bitwise::xor(left, right),
            Binary::Shl => Shift::Left.forward(left, right),
            Binary::LShr => Shift::Logical.forward(left, right),
            Binary::AShr => Shift::Arithmetic.forward(left, right),
        }
    }

    pub(crate) fn backward_left_found<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        right: &Set<N, CAP>,
    ) -> Found<N, CAP> {
        if let Some(empty) = empty(result, right) {
            return empty;
        }
        match self {
            Binary::Add => linear::sub(result, right),
            Binary::Sub => linear::add(result, right),
            Binary::Mul => multiply::mul_backward(result, right),
            Binary::UDiv => divide::udiv_backward_left(result, right),
            Binary::URem => divide::urem_backward_left(result, right),
            Binary::SDiv => signed::sdiv_backward_left(result, right),
            Binary::SRem => signed::srem_backward_left(result, right),
            Binary::And => bitwise::and_backward(result, right),
            Binary::Or => bitwise::or_backward(result, right),
            Binary::Xor => bitwise::xor(result, right),
            Binary::Shl => Shift::Left.backward_left(result, right),
            Binary::LShr => Shift::Logical.backward_left(result, right),
            Binary::AShr => Shift::Arithmetic.backward_left(result, right),
        }
    }

    pub(crate) fn backward_right_found<N: Number, const CAP: usize>(
        self,
        result: &Set<N, CAP>,
        left: &Set<N, CAP>,
    ) -> Found<N, CAP> {
        if let Some(empty) = empty(result, left) {
            return empty;
        }
        match self {
            Binary::Add | Binary::Mul | Binary::And | Binary::Or | Binary::Xor => {
                self.backward_left_found(result, left)
            }
            Binary::Sub => linear::sub(left, result),
            Binary::UDiv => divide::udiv_backward_right(result, left),
            Binary::URem => divide::urem_backward_right(result, left),
            Binary::SDiv => signed::sdiv_backward_right(result, left),
            Binary::SRem => signed::srem_backward_right(result, left),
            Binary::Shl => Shift::Left.backward_right(result, left),
            Binary::LShr => Shift::Logical.backward_right(result, left),
            Binary::AShr => Shift::Arithmetic.backward_right(result, left),
        }
    }
}

impl Unary {
    /// All operations.
    pub const ALL: [Unary; 2] = [Unary::Neg, Unary::Not];

    /// The results of all operands.
    pub fn forward<N: Number, const CAP: usize>(self, operand: &Set<N, CAP>) -> Outcome<N, CAP> {
        match self {
            Unary::Neg => linear::neg(operand).outcome(),
            Unary::Not => Found::exact(linear::not(operand)).outcome(),
        }
    }

    /// The operands that give a result in `result`. Both operations are their own inverse.
    pub fn backward<N: Number, const CAP: usize>(self, result: &Set<N, CAP>) -> Outcome<N, CAP> {
        self.forward(result)
    }
}

/// The empty set if one of the two is empty: then there is no result, in any direction.
fn empty<N: Number, const CAP: usize>(one: &Set<N, CAP>, other: &Set<N, CAP>) -> Option<Found<N, CAP>> {
    debug_assert_eq!(one.width(), other.width(), "sets of one width");
    (one.is_empty() || other.is_empty()).then(|| Found::exact(Set::empty(one.width())))
}
