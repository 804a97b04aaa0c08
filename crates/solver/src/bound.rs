//! Bounds: comparisons of a term with a constant, of which the stronger implies the weaker.

use expr::{ExprId, Pool};

use crate::order::{Comparison, number};

/// A bound: a term is at least, or at most, a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    term: ExprId,
    signed: bool,
    is_upper: bool,
    /// The number, signed or unsigned as the comparison is.
    value: i128,
}

/// An exclusion: a term is not equal to a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excluded {
    term: ExprId,
    bits: u64,
}

impl Bound {
    /// The bound that a boolean term states, if it states one. "Not equal to zero" is one.
    pub(crate) fn of(pool: &Pool, term: ExprId) -> Option<Bound> {
        let comparison = Comparison::of(pool, term)?;
        let Some(signed) = comparison.is_signed() else {
            let Excluded { term, bits } = Excluded::by(pool, &comparison)?;
            return (bits == 0).then_some(Bound { term, signed: false, is_upper: false, value: 1 });
        };
        let (less, greater, strict) = comparison.sides();
        let constant = |term: ExprId| pool.as_u64(term).map(|value| number(value, pool.width(term), signed));
        let strict = i128::from(strict);
        match (constant(less), constant(greater)) {
            (Some(value), None) => Some(Bound { term: greater, signed, is_upper: false, value: value + strict }),
            (None, Some(value)) => Some(Bound { term: less, signed, is_upper: true, value: value - strict }),
            _ => None,
        }
    }

    /// Whether both bound the same term on the same side in the same order.
    pub(crate) fn is_like(&self, other: &Bound) -> bool {
        (self.term, self.signed, self.is_upper) == (other.term, other.signed, other.is_upper)
    }

    /// Whether this bound implies another one, for which `is_like` must hold.
    pub(crate) fn implies(&self, other: &Bound) -> bool {
        if self.is_upper { self.value <= other.value } else { self.value >= other.value }
    }

    /// Whether the bound implies that the term is not the excluded number.
    pub(crate) fn implies_exclusion(&self, pool: &Pool, excluded: &Excluded) -> bool {
        let value = number(excluded.bits, pool.width(excluded.term), self.signed);
        self.term == excluded.term && if self.is_upper { self.value < value } else { self.value > value }
    }

    /// The conjunction of this bound and an exclusion, if it is a bound again: if the excluded number is the
    /// least that the bound allows, or the greatest.
    pub(crate) fn without(&self, pool: &mut Pool, excluded: &Excluded) -> Option<ExprId> {
        let width = pool.width(self.term);
        if self.term != excluded.term || self.value != number(excluded.bits, width, self.signed) {
            return None;
        }
        let constant = pool.int(width, excluded.bits);
        Some(match (self.is_upper, self.signed) {
            (true, false) => pool.ult(self.term, constant),
            (true, true) => pool.slt(self.term, constant),
            (false, false) => pool.ult(constant, self.term),
            (false, true) => pool.slt(constant, self.term),
        })
    }
}

impl Excluded {
    /// The exclusion that a boolean term states, if it states one.
    pub(crate) fn of(pool: &Pool, term: ExprId) -> Option<Excluded> {
        Excluded::by(pool, &Comparison::of(pool, term)?)
    }

    fn by(pool: &Pool, comparison: &Comparison) -> Option<Excluded> {
        if comparison.is_signed().is_some() || !comparison.is_negated() {
            return None;
        }
        let (term, constant) = comparison.operands();
        pool.as_u64(constant).map(|bits| Excluded { term, bits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{Evaluator, Model, SymbolId};

    /// Every implication that is claimed is true, for all values of three bits.
    #[test]
    fn what_follows_holds_for_all_values() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", 3);
        let mut conditions = Vec::new();
        for value in 0..8 {
            let value = pool.int(3, value);
            let pairs = [(x, value), (value, x)];
            for (a, b) in pairs {
                conditions.extend([pool.ult(a, b), pool.ule(a, b), pool.slt(a, b), pool.sle(a, b), pool.ne(a, b)]);
            }
        }
        let models: Vec<Model> = (0..8).map(|value| Model::default().with_bytes([(SymbolId(0), 0, value)])).collect();
        let values = |pool: &Pool, term: ExprId| -> Vec<bool> {
            models.iter().map(|model| Evaluator::new().is_true(pool, model, term)).collect()
        };
        let (mut implied, mut joined) = (0, 0);
        for &one in &conditions {
            let Some(bound) = Bound::of(&pool, one) else { continue };
            let holds = values(&pool, one);
            for &other in &conditions {
                let also = values(&pool, other);
                let follows = holds.iter().zip(&also).all(|(one, other)| !one || *other);
                if let Some(other) = Bound::of(&pool, other).filter(|other| other.is_like(&bound)) {
                    assert!(!bound.implies(&other) || follows);
                    implied += u32::from(follows);
                }
                let Some(excluded) = Excluded::of(&pool, other) else { continue };
                assert!(!bound.implies_exclusion(&pool, &excluded) || follows);
                if let Some(both) = bound.without(&mut pool, &excluded) {
                    let together: Vec<bool> = holds.iter().zip(&also).map(|(one, other)| *one && *other).collect();
                    assert_eq!(values(&pool, both), together);
                    joined += 1;
                }
            }
        }
        assert!(implied > 100 && joined > 10, "{implied} {joined}");
    }
}
