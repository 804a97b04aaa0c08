//! A seeded stream of numbers that is the same on every machine.

use bv::Bv;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// The stream for a random program, mixed with `PLEACH_RANDOM_SEED` if that is set.
    pub fn of_program(number: u64) -> Random {
        Random(number.wrapping_add(Random::round().unwrap_or(0) << 32))
    }

    /// The value of `PLEACH_RANDOM_SEED`.
    pub fn round() -> Option<u64> {
        std::env::var("PLEACH_RANDOM_SEED").ok()?.parse().ok()
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        (self.word() % u64::from(bound)) as u32
    }

    /// True once in `n` on average.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// A value, often one at which operators change their behaviour.
    pub fn value(&mut self, width: u32) -> Bv {
        let by = |distance: u32| Bv::new(width, u64::from(distance));
        match self.below(10) {
            0 => Bv::new(width, 0),
            1 => Bv::new(width, 1),
            2 => Bv::all_ones(width),
            3 => Bv::new(width, 1).shl(&by(width - 1)),
            4 => Bv::all_ones(width).lshr(&by(1)),
            5 => Bv::new(width, 1).shl(&by(self.below(width.min(60)))),
            6 => Bv::all_ones(width).lshr(&by(self.below(width.min(60)))),
            7 => Bv::all_ones(width).lshr(&by(self.below(width.min(60)))).shl(&by(self.below(width.min(60)))),
            8 => Bv::new(width, self.word() % 300),
            _ => {
                let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.word()).collect();
                Bv::from_words(width, &words)
            }
        }
    }
}
