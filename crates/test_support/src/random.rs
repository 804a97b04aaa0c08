//! The seeded generator of all tests, and the variables that choose other cases.
//!
//! `PLEACH_RANDOM_SEED` is a round: a test that uses it draws other cases in every round. `PLEACH_RANDOM_CASES`
//! says how many. Without them, a test does the same every time and everywhere.

/// SplitMix64 (Steele 2014). The streams of neighbouring seeds are independent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed, the same in every round.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The stream of a seed in this round.
    pub fn of_round(seed: u64) -> Random {
        Random(seed.wrapping_add(round().unwrap_or(0) << 32))
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 up to but not including `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below<N: Number>(&mut self, bound: N) -> N {
        N::from_bits(self.bits() % bound.to_bits())
    }

    /// True once in `n` times on average.
    pub fn one_in<N: Number>(&mut self, n: N) -> bool {
        self.below(n).to_bits() == 0
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// An integer type that can be drawn. A literal without a type is an `i32`, as everywhere.
pub trait Number: Copy {
    /// The number as bits. It must not be negative.
    fn to_bits(self) -> u64;
    /// The number with these bits, which must fit.
    fn from_bits(bits: u64) -> Self;
}

macro_rules! number {
    ($($number:ty)*) => {$(
        impl Number for $number {
            fn to_bits(self) -> u64 {
                self as u64
            }

            fn from_bits(bits: u64) -> $number {
                bits as $number
            }
        }
    )*};
}

number!(u8 u32 u64 usize i32 i64);

/// The value of `PLEACH_RANDOM_SEED`.
pub fn round() -> Option<u64> {
    variable("PLEACH_RANDOM_SEED")
}

/// The value of `PLEACH_RANDOM_CASES`.
pub fn cases() -> Option<u64> {
    variable("PLEACH_RANDOM_CASES")
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("{name}={text}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the authors' own implementation, for the seed 1234567.
    #[test]
    fn numbers_are_those_of_the_paper() {
        let mut random = Random::new(1_234_567);
        let first = [random.bits(), random.bits(), random.bits()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_are_below_their_bounds_and_all_come() {
        let mut random = Random::new(1);
        let mut seen = [0; 7];
        for _ in 0..700 {
            seen[random.below(seen.len())] += 1;
        }
        assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
        assert!((0..100).all(|_| (0..3).contains(&random.below(3))));
        assert_eq!((random.below(1u64), random.pick(&["one"])), (0, "one"));
    }
}
