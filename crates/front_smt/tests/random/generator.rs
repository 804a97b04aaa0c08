//! A small generator of random numbers (splitmix64).

/// Random numbers from a seed.
pub struct Random(u64);

impl Random {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed);
        random.bits();
        random
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 16) as usize % limit
    }

    /// True once in `n` on average.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items.
    pub fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// The round that `PLEACH_RANDOM_SEED` chooses.
pub fn round() -> u64 {
    number("PLEACH_RANDOM_SEED").unwrap_or(0)
}

/// The number of questions: `PLEACH_RANDOM_CASES`, or `ordinary` if that is not set.
pub fn cases(ordinary: usize) -> usize {
    number("PLEACH_RANDOM_CASES").map_or(ordinary, |cases| cases as usize)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|error| panic!("{variable}={text}: {error}")))
}
