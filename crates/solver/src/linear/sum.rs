//! Integer combinations of variables.

/// A sum of variables times integers, plus an integer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Sum {
    /// Sorted by variable; no factor is zero.
    pub(crate) terms: Vec<(u32, i128)>,
    pub(crate) constant: i128,
}

impl Sum {
    /// A constant.
    pub(crate) fn constant(constant: i128) -> Sum {
        Sum { terms: Vec::new(), constant }
    }

    /// A variable.
    pub(crate) fn variable(variable: u32) -> Sum {
        Sum { terms: vec![(variable, 1)], constant: 0 }
    }

    /// This sum plus another one times a factor; `None` if numbers get too large.
    pub(crate) fn plus(&self, other: &Sum, factor: i128) -> Option<Sum> {
        let mut terms = self.terms.clone();
        for &(variable, more) in &other.terms {
            let more = more.checked_mul(factor)?;
            match terms.binary_search_by_key(&variable, |term| term.0) {
                Ok(place) => terms[place].1 = terms[place].1.checked_add(more)?,
                Err(place) => terms.insert(place, (variable, more)),
            }
        }
        terms.retain(|term| term.1 != 0);
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(Sum { terms, constant })
    }

    /// The sum times a factor.
    pub(crate) fn times(&self, factor: i128) -> Option<Sum> {
        Sum::default().plus(self, factor)
    }

    /// The sum plus a number.
    pub(crate) fn offset(&self, number: i128) -> Option<Sum> {
        Some(Sum { terms: self.terms.clone(), constant: self.constant.checked_add(number)? })
    }
}
