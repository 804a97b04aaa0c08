//! Seeded random numbers.

/// A small generator of random numbers (xorshift64*).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed; `PLEACH_RANDOM_SEED` leads every seed to cases of its own.
    pub fn new(seed: u64) -> Random {
        let round = std::env::var("PLEACH_RANDOM_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
        Random(seed.wrapping_add(round << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 16) as usize % limit
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
