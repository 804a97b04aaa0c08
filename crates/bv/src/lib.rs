//! Concrete bit-vectors of any width. All other crates must agree with this semantics.
//!
//! A [`Bv`] is a width in bits (at least 1) and a value reduced modulo 2^width. Values of up to 64 bits are
//! stored inline, wider ones as little-endian 64-bit words. Division follows SMT-LIB: x / 0 is all ones, x % 0 is x.

mod arith;
mod bits;
mod text;
pub mod word;

pub use text::ParseError;

/// A bit-vector value: `width` bits, reduced modulo 2^width.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bv {
    width: u32,
    words: Words,
}

/// Little-endian words; `Small` exactly when the width is at most 64.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Words {
    Small(u64),
    Large(Box<[u64]>),
}

/// The mask of the low `width` bits of a word; all ones for a `width` of 64 or more.
#[inline]
pub const fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

impl Bv {
    /// `value` modulo 2^width.
    pub fn new(width: u32, value: u64) -> Bv {
        debug_assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            Bv { width, words: Words::Small(value & mask(width)) }
        } else {
            Bv::from_words(width, &[value])
        }
    }

    /// The value of little-endian `words`, zero-extended or truncated to `width`.
    pub fn from_words(width: u32, words: &[u64]) -> Bv {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            return Bv { width, words: Words::Small(words.first().copied().unwrap_or(0) & mask(width)) };
        }
        let count = width.div_ceil(64) as usize;
        let mut kept: Vec<u64> = words.iter().copied().take(count).collect();
        kept.resize(count, 0);
        if !width.is_multiple_of(64) {
            kept[count - 1] &= mask(width % 64);
        }
        Bv { width, words: Words::Large(kept.into_boxed_slice()) }
    }

    /// The little-endian bytes, zero-extended or truncated to `width`.
    pub fn from_bytes(width: u32, bytes: &[u8]) -> Bv {
        let words: Vec<u64> = bytes
            .chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
            .collect();
        Bv::from_words(width, &words)
    }

    /// The width in bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The little-endian words, `ceil(width / 64)` of them.
    pub fn words(&self) -> &[u64] {
        match &self.words {
            Words::Small(word) => std::slice::from_ref(word),
            Words::Large(words) => words,
        }
    }

    /// The low 64 bits.
    #[inline]
    pub fn low_u64(&self) -> u64 {
        self.words()[0]
    }

    /// The value, if it fits in 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        self.words()[1..].iter().all(|&word| word == 0).then(|| self.low_u64())
    }

    /// The little-endian bytes, `ceil(width / 8)` of them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = self.width.div_ceil(8) as usize;
        self.words().iter().flat_map(|word| word.to_le_bytes()).take(count).collect()
    }
}
