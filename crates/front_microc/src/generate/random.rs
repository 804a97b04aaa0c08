//! The random numbers of the generator: xorshift. The seed is mixed first, so that neighbouring seeds give
//! unrelated programs.

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Random((mixed ^ (mixed >> 31)) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound.max(1))) as u32
    }

    /// A number in the range from 0 to 1, without 1.
    pub fn share(&mut self) -> f64 {
        (self.next() % 1_000_000) as f64 / 1e6
    }

    /// True with the given probability.
    pub fn chance(&mut self, share: f64) -> bool {
        self.share() < share
    }

    /// A random element.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}
