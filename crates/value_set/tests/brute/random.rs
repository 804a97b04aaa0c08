//! Seeded random numbers.

/// A small generator (xorshift64*).
pub struct Random(u64);

impl Random {
    /// The generator for a seed, mixed with `PLEACH_RANDOM_SEED` if that is set.
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
    pub fn below(&mut self, limit: u64) -> u64 {
        (self.bits() >> 16) % limit
    }
}

/// About `ordinary` evenly spaced elements of a list, or more if `PLEACH_RANDOM_CASES` says so. The seed chooses
/// the first one.
pub fn share<T: Clone>(list: &[T], ordinary: usize) -> Vec<T> {
    let cases = std::env::var("PLEACH_RANDOM_CASES").ok().and_then(|text| text.parse::<usize>().ok());
    let distance = list.len().div_ceil(cases.unwrap_or(ordinary).max(ordinary).max(1)).max(1);
    let first = Random::new(list.len() as u64).below(distance as u64) as usize;
    list.iter().skip(first).step_by(distance).cloned().collect()
}
