//! Two published procedures, for comparison: what Dustmann 2018 and Abyaneh 2021 describe, and no more.
//!
//! Both know of each input either exactly which values it can have or, from some constraint on, nothing:
//! [`parti`] gives a question up at the first term that it has no rule for, [`ase`] first tries products of
//! sets that consist of models. Where a published rule is wrong, a correct one replaces it, and a comment says
//! so. Unlike `full`, neither keeps a record of what pays.
//!
//! One thing is stricter here than in the texts: knowledge belongs to a slice, which is all inputs that
//! constraints connect, and not to a single input. ASE upgrades only the inputs of a constraint that the SMT
//! solver had to decide; the values that it still keeps for another input of the slice need not be compatible
//! with the solver's.

mod ase;
mod parti;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use expr::{ExprId, Node, Op, Pool};
use value_set::{Binary, Comparison, WordSet};

use super::learnt::Learnt;
use super::sets::Sets;
pub(super) use ase::Observation;

/// A published procedure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Procedure {
    Parti,
    Ase(Observation),
}

/// The result of a procedure for a question.
pub(crate) enum Decision {
    /// The question cannot hold.
    Never,
    /// The question holds for all values in these products.
    Within(Vec<Sets>),
}

impl Procedure {
    /// What is known with one more constraint.
    pub(crate) fn learn(self, pool: &Pool, known: &Learnt, constraint: ExprId) -> Learnt {
        match self {
            Procedure::Parti => parti::learn(pool, known, constraint),
            Procedure::Ase(observation) => ase::learn(pool, known, constraint, observation),
        }
    }

    /// Whether a question can hold; `None` if the procedure gives up.
    pub(crate) fn decide(self, pool: &Pool, known: &Learnt, question: ExprId) -> Option<Decision> {
        match self {
            Procedure::Parti => parti::decide(pool, known, question),
            Procedure::Ase(observation) => ase::decide(pool, known, question, observation),
        }
    }
}

/// The comparison that holds if a node is true or, if not `truth`, false. Two conditions are compared as
/// numbers of one bit.
fn comparison(node: &Node, truth: bool) -> Option<Comparison> {
    let comparison = match node.op {
        Op::Eq => Comparison::Eq,
        Op::Ult => Comparison::Ult,
        Op::Ule => Comparison::Ule,
        Op::Slt => Comparison::Slt,
        Op::Sle => Comparison::Sle,
        _ => return None,
    };
    Some(if truth { comparison } else { comparison.negated() })
}

/// The set of a constant's value.
fn constant(pool: &Pool, term: ExprId) -> Option<WordSet> {
    let width = pool.width(term);
    pool.as_u64(term).filter(|_| width <= 64).map(|value| WordSet::single(width, u128::from(value)))
}

/// An operation with a constant: the operation, the other side, and the constant. A product, quotient or
/// remainder with a power of two in the program can be a shift or a mask here.
fn with_constant(pool: &Pool, term: ExprId) -> Option<(Binary, ExprId, WordSet)> {
    let node = pool.node(term);
    let mut children = node.children();
    let (left, right) = children.next().zip(children.next())?;
    let either = || match (constant(pool, left), constant(pool, right)) {
        (_, Some(value)) => Some((left, value)),
        (Some(value), _) => Some((right, value)),
        (None, None) => None,
    };
    let power =
        |exponent: u128| (exponent < u128::from(node.width)).then(|| WordSet::single(node.width, 1 << exponent));
    let distance = || pool.as_u64(right).and_then(|distance| power(distance.into()));
    let (operation, free, value) = match node.op {
        Op::Add => either().map(|(free, value)| (Binary::Add, free, value))?,
        Op::Mul => either().map(|(free, value)| (Binary::Mul, free, value))?,
        Op::UDiv => (Binary::UDiv, left, constant(pool, right)?),
        Op::URem => (Binary::URem, left, constant(pool, right)?),
        Op::Shl => (Binary::Mul, left, distance()?),
        Op::LShr => (Binary::UDiv, left, distance()?),
        Op::And => {
            let (free, mask) = either()?;
            let modulus = Some(mask.single_value()? + 1).filter(|modulus| modulus.is_power_of_two())?;
            (Binary::URem, free, power(modulus.trailing_zeros().into())?)
        }
        _ => return None,
    };
    (operation == Binary::Add || !value.contains(&0)).then_some((operation, free, value))
}

/// How many terms may be visited. Terms are shared, so what the texts do to a tree could take forever.
struct Fuel(Cell<u32>);

impl Fuel {
    fn new() -> Fuel {
        Fuel(Cell::new(300))
    }

    /// Visits one more term, which must have at most 64 bits.
    fn look(&self, pool: &Pool, term: ExprId) -> Option<()> {
        self.0.set(self.0.get().checked_sub(1)?);
        (pool.width(term) <= 64).then_some(())
    }
}
