//! Bounds of integers that may be large: interval arithmetic on `i128` with infinities.
//!
//! Numbers of [`INFINITE`] and beyond are not distinguished. As an upper bound it says nothing, and so does its
//! negation as a lower bound; what is known to lie beyond is bounded by the number next to it.

/// Numbers from this one on count as infinite.
pub(crate) const INFINITE: i128 = 1 << 126;

/// No value is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Empty;

/// The least and the greatest value, both inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Bounds {
    pub(crate) fn new(low: i128, high: i128) -> Bounds {
        Bounds { low: low.clamp(-INFINITE, INFINITE - 1), high: high.clamp(1 - INFINITE, INFINITE) }
    }

    pub(crate) fn single(value: i128) -> Bounds {
        Bounds::new(value, value)
    }

    /// The only value, if there is only one.
    pub(crate) fn value(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// The difference of the greatest and the least value.
    pub(crate) fn steps(self) -> i128 {
        self.high - self.low
    }

    pub(crate) fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// Narrows to what both allow; returns whether that is less than before.
    pub(crate) fn meet(&mut self, other: Bounds) -> Result<bool, Empty> {
        let both = Bounds { low: self.low.max(other.low), high: self.high.min(other.high) };
        if both.low > both.high {
            return Err(Empty);
        }
        let changed = both != *self;
        *self = both;
        Ok(changed)
    }

    /// The bounds without a value, if that is one of the two ends.
    pub(crate) fn without(self, value: i128) -> Result<Bounds, Empty> {
        let low = self.low + i128::from(self.low == value);
        let high = self.high - i128::from(self.high == value);
        if low > high { Err(Empty) } else { Ok(Bounds { low, high }) }
    }

    pub(crate) fn plus(self, other: Bounds) -> Bounds {
        let low = if self.low == -INFINITE || other.low == -INFINITE { -INFINITE } else { self.low + other.low };
        let high = if self.high == INFINITE || other.high == INFINITE { INFINITE } else { self.high + other.high };
        Bounds::new(low, high)
    }

    pub(crate) fn negated(self) -> Bounds {
        Bounds { low: -self.high, high: -self.low }
    }

    /// The products of a value of one and a value of the other.
    pub(crate) fn times(self, other: Bounds) -> Bounds {
        let ends = [
            product(self.low, other.low),
            product(self.low, other.high),
            product(self.high, other.low),
            product(self.high, other.high),
        ];
        let (low, high) = ends.iter().fold((INFINITE, -INFINITE), |(low, high), &end| (low.min(end), high.max(end)));
        Bounds::new(low, high)
    }

    /// The squares of the values.
    pub(crate) fn squared(self) -> Bounds {
        let all = self.times(self);
        if self.contains(0) {
            return Bounds { low: 0, ..all };
        }
        let (low, high) = (product(self.low, self.low), product(self.high, self.high));
        Bounds::new(low.min(high), low.max(high))
    }

    /// The integers whose product with one of the factors is one of these values; no factor may be 0.
    pub(crate) fn divided(self, factors: Bounds) -> Bounds {
        debug_assert!(!factors.contains(0), "0 divides nothing");
        if factors.low < 0 {
            return self.negated().divided(factors.negated());
        }
        // The quotient nearest to zero has the greatest factor, the one farthest from zero the least.
        let least = if self.low >= 0 { factors.high } else { factors.low };
        let most = if self.high >= 0 { factors.low } else { factors.high };
        let low = match (self.low, least) {
            (number, _) if number == -INFINITE => -INFINITE,
            // Only the sign is known.
            (number, INFINITE) => i128::from(number > 0),
            (number, factor) => ceiling(number, factor),
        };
        let high = match (self.high, most) {
            (number, _) if number == INFINITE => INFINITE,
            (number, INFINITE) => -i128::from(number < 0),
            (number, factor) => number.div_euclid(factor),
        };
        Bounds { low, high }
    }

    /// The greatest root of its values, rounded down.
    pub(crate) fn root(self) -> i128 {
        if self.high == INFINITE {
            return INFINITE;
        }
        self.high.max(0).isqrt()
    }
}

/// The quotient rounded up; the divisor is positive.
pub(crate) fn ceiling(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}

/// The product, infinite if it is large. Zero times infinity is zero: the bound is never reached.
fn product(one: i128, other: i128) -> i128 {
    match one.checked_mul(other) {
        Some(product) => product.clamp(-INFINITE, INFINITE),
        None if (one < 0) == (other < 0) => INFINITE,
        None => -INFINITE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Bounds> {
        (-6..=6).flat_map(|low| (low..=6).map(move |high| Bounds::new(low, high))).collect()
    }

    fn hull(values: impl Iterator<Item = i128>) -> Option<Bounds> {
        values.fold(None, |hull: Option<Bounds>, value| {
            Some(
                hull.map_or(Bounds::single(value), |hull| Bounds {
                    low: hull.low.min(value),
                    high: hull.high.max(value),
                }),
            )
        })
    }

    #[test]
    fn operations_agree_with_all_values() {
        for a in all() {
            assert_eq!(hull((a.low..=a.high).map(|x| x * x)), Some(a.squared()), "{a:?}");
            for b in all() {
                let pairs = || (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y)));
                assert_eq!(hull(pairs().map(|(x, y)| x + y)), Some(a.plus(b)));
                assert_eq!(hull(pairs().map(|(x, y)| x - y)), Some(a.plus(b.negated())));
                assert_eq!(hull(pairs().map(|(x, y)| x * y)), Some(a.times(b)));
                if b.contains(0) {
                    continue;
                }
                let quotients = hull((-40..=40).filter(|q| (b.low..=b.high).any(|y| a.contains(q * y))));
                let divided = a.divided(b);
                // There may be no quotient between the bounds; none is outside.
                if let Some(quotients) = quotients {
                    assert!(
                        divided.low <= quotients.low && quotients.high <= divided.high,
                        "{a:?} / {b:?}: {divided:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_large_says_nothing() {
        let wide = Bounds::new(0, i128::from(u64::MAX));
        let square = wide.times(wide);
        assert_eq!(square, Bounds { low: 0, high: INFINITE });
        assert_eq!(square.plus(Bounds::single(-5)).high, INFINITE);
        assert_eq!(square.plus(square.negated()), Bounds { low: -INFINITE, high: INFINITE });
        let large = Bounds::new(i128::from(u64::MAX), i128::from(u64::MAX));
        assert!(large.times(large).low >= INFINITE - 1);
        assert_eq!(square.divided(Bounds::new(1, 5)), Bounds { low: 0, high: INFINITE });
        assert_eq!(Bounds::new(5, 10).divided(Bounds::new(2, INFINITE)), Bounds::new(1, 5));
        assert_eq!(Bounds::new(-10, -5).divided(Bounds::new(2, INFINITE)), Bounds::new(-5, -1));
    }
}
