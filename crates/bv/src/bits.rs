//! Bitwise operators, shifts, and changes of width.

use crate::{Bv, Words, mask, word};

impl Bv {
    /// Bitwise complement.
    pub fn not(&self) -> Bv {
        match &self.words {
            Words::Small(a) => Bv::new(self.width, !a),
            Words::Large(a) => Bv::from_words(self.width, &a.iter().map(|a| !a).collect::<Vec<_>>()),
        }
    }

    /// Bitwise and.
    pub fn and(&self, other: &Bv) -> Bv {
        self.words_with(other, |_, a, b| a & b, |a, b| a.iter().zip(b).map(|(a, b)| a & b).collect())
    }

    /// Bitwise or.
    pub fn or(&self, other: &Bv) -> Bv {
        self.words_with(other, |_, a, b| a | b, |a, b| a.iter().zip(b).map(|(a, b)| a | b).collect())
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Bv) -> Bv {
        self.words_with(other, |_, a, b| a ^ b, |a, b| a.iter().zip(b).map(|(a, b)| a ^ b).collect())
    }

    /// Shift left; a distance of the width or more gives zero.
    pub fn shl(&self, distance: &Bv) -> Bv {
        let width = self.width;
        self.shift(distance, word::shl, |distance| {
            if distance >= width {
                return Bv::new(width, 0);
            }
            let (words, bits) = ((distance / 64) as usize, distance % 64);
            let from = self.words();
            let word = |i: usize| if i < words { 0 } else { from[i - words] };
            let below = |i: usize| if bits == 0 || i == 0 { 0 } else { word(i - 1) >> (64 - bits) };
            Bv::from_words(width, &(0..from.len()).map(|i| word(i) << bits | below(i)).collect::<Vec<_>>())
        })
    }

    /// Logical shift right; a distance of the width or more gives zero.
    pub fn lshr(&self, distance: &Bv) -> Bv {
        let width = self.width;
        self.shift(distance, word::lshr, |distance| {
            if distance >= width { Bv::new(width, 0) } else { self.extract(distance, width - distance).zext(width) }
        })
    }

    /// Arithmetic shift right; a distance of the width or more gives the sign in every bit.
    pub fn ashr(&self, distance: &Bv) -> Bv {
        let width = self.width;
        self.shift(distance, word::ashr, |distance| {
            let distance = distance.min(width - 1);
            self.extract(distance, width - distance).sext(width)
        })
    }

    /// Bits `lo .. lo + width`, which must lie within the value.
    pub fn extract(&self, lo: u32, width: u32) -> Bv {
        assert!(
            width > 0 && lo.checked_add(width).is_some_and(|end| end <= self.width),
            "bits {lo}..{lo}+{width} of a value of {} bits",
            self.width
        );
        if let Words::Small(a) = &self.words {
            return Bv::new(width, word::extract(*a, lo, width));
        }
        let (first, bits) = ((lo / 64) as usize, lo % 64);
        let from = &self.words()[first..];
        let above = |i: usize| if bits == 0 { 0 } else { from.get(i + 1).map_or(0, |word| word << (64 - bits)) };
        if width <= 64 {
            return Bv::new(width, from[0] >> bits | above(0));
        }
        let count = width.div_ceil(64) as usize;
        Bv::from_words(width, &(0..count).map(|i| from[i] >> bits | above(i)).collect::<Vec<_>>())
    }

    /// Concatenation with `self` as the upper part.
    pub fn concat(&self, low: &Bv) -> Bv {
        let width = self.width + low.width;
        if let (Words::Small(hi), Words::Small(lo)) = (&self.words, &low.words)
            && width <= 64
        {
            return Bv::new(width, word::concat(*hi, low.width, *lo));
        }
        self.zext(width).shl(&Bv::new(width, u64::from(low.width))).or(&low.zext(width))
    }

    /// Zero extension to `width` bits, which must be at least the present width.
    pub fn zext(&self, width: u32) -> Bv {
        assert!(width >= self.width, "extension of {} bits to {width}", self.width);
        Bv::from_words(width, self.words())
    }

    /// Sign extension to `width` bits, which must be at least the present width.
    pub fn sext(&self, width: u32) -> Bv {
        assert!(width >= self.width, "extension of {} bits to {width}", self.width);
        if !self.sign() {
            return self.zext(width);
        }
        let mut words = self.words().to_vec();
        if !self.width.is_multiple_of(64) {
            let last = words.len() - 1;
            words[last] |= !mask(self.width % 64);
        }
        words.resize(width.div_ceil(64) as usize, u64::MAX);
        Bv::from_words(width, &words)
    }

    /// The low `width` bits.
    pub fn trunc(&self, width: u32) -> Bv {
        self.extract(0, width)
    }

    /// Bit `i`; false beyond the width.
    pub fn bit(&self, i: u32) -> bool {
        self.words().get((i / 64) as usize).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// The sign bit.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether every bit is clear.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Whether every bit is set.
    pub fn is_all_ones(&self) -> bool {
        *self == Bv::all_ones(self.width)
    }

    /// The value with every bit set.
    pub fn all_ones(width: u32) -> Bv {
        if width <= 64 {
            return Bv::new(width, u64::MAX);
        }
        Bv::from_words(width, &vec![u64::MAX; width.div_ceil(64) as usize])
    }

    /// The signed value, for a width of at most 64 bits; the low 64 bits of wider values.
    pub fn to_i64(&self) -> i64 {
        word::signed(self.width.min(64), self.low_u64())
    }

    /// Applies `small` to values of up to 64 bits, else `large` with the distance limited to the width.
    fn shift(&self, distance: &Bv, small: impl FnOnce(u32, u64, u64) -> u64, large: impl FnOnce(u32) -> Bv) -> Bv {
        assert_eq!(self.width, distance.width, "operands of one width");
        match (&self.words, &distance.words) {
            (Words::Small(a), Words::Small(b)) => Bv::new(self.width, small(self.width, *a, *b)),
            _ => {
                let bounded = distance.to_u64().map_or(self.width, |bits| bits.min(u64::from(self.width)) as u32);
                large(bounded)
            }
        }
    }
}
