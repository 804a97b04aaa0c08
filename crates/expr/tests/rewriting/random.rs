//! Random values.

use bv::Bv;
use test_support::Random;

/// Values of terms.
pub trait Values {
    /// A value, often one at which operators change their behaviour.
    fn value(&mut self, width: u32) -> Bv;
}

impl Values for Random {
    fn value(&mut self, width: u32) -> Bv {
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
            8 => Bv::new(width, self.bits() % 300),
            _ => {
                let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.bits()).collect();
                Bv::from_words(width, &words)
            }
        }
    }
}
