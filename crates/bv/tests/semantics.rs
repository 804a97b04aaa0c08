//! The operators compared with independent definitions: SMT-LIB's by brute force at small widths, `u128` at 64 to
//! 128 bits, algebraic identities above.

use bv::{Bv, ParseError, word};
use test_support::Random;

/// Random values.
trait Values {
    /// A value whose words are often all zeros or all ones, for which carries and guessed quotient digits are critical.
    fn value(&mut self, width: u32) -> Bv;
}

impl Values for Random {
    fn value(&mut self, width: u32) -> Bv {
        let words: Vec<u64> = (0..width.div_ceil(64))
            .map(|_| match self.below(5) {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << self.below(64),
                3 => self.bits() & 0xffff_ffff,
                _ => self.bits(),
            })
            .collect();
        let value = Bv::from_words(width, &words);
        let distance = self.below(width);
        if self.below(3) == 0 { value.lshr(&Bv::new(width, u64::from(distance))) } else { value }
    }
}

fn as_u128(value: &Bv) -> u128 {
    value.words().iter().rev().fold(0, |sum, &word| sum << 64 | u128::from(word))
}

fn from_u128(width: u32, value: u128) -> Bv {
    Bv::from_words(width, &[value as u64, (value >> 64) as u64])
}

/// The definitions of the standard on plain integers. Nothing here shares code with the crate.
mod standard {
    pub fn signed(width: u32, a: i128) -> i128 {
        if a >= 1 << (width - 1) { a - (1 << width) } else { a }
    }

    pub fn udiv(width: u32, a: i128, b: i128) -> i128 {
        if b == 0 { (1 << width) - 1 } else { a / b }
    }

    pub fn urem(a: i128, b: i128) -> i128 {
        if b == 0 { a } else { a % b }
    }

    fn neg(width: u32, a: i128) -> i128 {
        ((1 << width) - a) % (1 << width)
    }

    pub fn sdiv(width: u32, a: i128, b: i128) -> i128 {
        match (signed(width, a) < 0, signed(width, b) < 0) {
            (false, false) => udiv(width, a, b),
            (true, false) => neg(width, udiv(width, neg(width, a), b)),
            (false, true) => neg(width, udiv(width, a, neg(width, b))),
            (true, true) => udiv(width, neg(width, a), neg(width, b)),
        }
    }

    pub fn srem(width: u32, a: i128, b: i128) -> i128 {
        match (signed(width, a) < 0, signed(width, b) < 0) {
            (false, false) => urem(a, b),
            (true, false) => neg(width, urem(neg(width, a), b)),
            (false, true) => urem(a, neg(width, b)),
            (true, true) => neg(width, urem(neg(width, a), neg(width, b))),
        }
    }
}

#[test]
fn every_operator_at_small_widths() {
    for width in 1..=5 {
        let modulus = 1i128 << width;
        for a in 0..modulus {
            for b in 0..modulus {
                check_pair(width, a, b);
            }
        }
    }
}

fn check_pair(width: u32, a: i128, b: i128) {
    use standard::{sdiv, signed, srem, udiv, urem};
    let modulus = 1i128 << width;
    let (x, y) = (Bv::new(width, a as u64), Bv::new(width, b as u64));
    let same = |got: Bv, want: i128, what: &str| {
        assert_eq!(got, Bv::new(width, want.rem_euclid(modulus) as u64), "{what} of {a} and {b} at {width} bits");
    };
    same(x.add(&y), a + b, "add");
    same(x.sub(&y), a - b, "sub");
    same(x.mul(&y), a * b, "mul");
    same(x.neg(), -a, "neg");
    same(x.not(), modulus - 1 - a, "not");
    same(x.and(&y), a & b, "and");
    same(x.or(&y), a | b, "or");
    same(x.xor(&y), a ^ b, "xor");
    same(x.udiv(&y), udiv(width, a, b), "udiv");
    same(x.urem(&y), urem(a, b), "urem");
    same(x.sdiv(&y), sdiv(width, a, b), "sdiv");
    same(x.srem(&y), srem(width, a, b), "srem");
    same(x.shl(&y), a << b, "shl");
    same(x.lshr(&y), a >> b, "lshr");
    same(x.ashr(&y), signed(width, a) >> b, "ashr");
    assert_eq!((x.ult(&y), x.ule(&y)), (a < b, a <= b));
    let (s, t) = (signed(width, a), signed(width, b));
    assert_eq!((x.slt(&y), x.sle(&y)), (s < t, s <= t));
    assert_eq!(i128::from(x.to_i64()), s);
    assert_eq!(word::signed(width, a as u64), s as i64);
    assert_eq!(x.concat(&y), Bv::new(2 * width, (a << width | b) as u64));
    assert_eq!(x.sext(2 * width), Bv::new(2 * width, s.rem_euclid(modulus * modulus) as u64));
}

#[test]
fn two_words_against_u128() {
    let mut random = Random::new(1);
    for round in 0..40_000 {
        let width = 65 + round % 64;
        let cut = u128::MAX >> (128 - width);
        let (x, y) = (random.value(width), random.value(width));
        let (a, b) = (as_u128(&x), as_u128(&y));
        let signed = |value: u128| (value << (128 - width)) as i128 >> (128 - width);
        let same = |got: Bv, want: u128| assert_eq!(got, from_u128(width, want & cut), "{x:?} and {y:?}");
        same(x.add(&y), a.wrapping_add(b));
        same(x.sub(&y), a.wrapping_sub(b));
        same(x.mul(&y), a.wrapping_mul(b));
        same(x.neg(), a.wrapping_neg());
        same(x.udiv(&y), a.checked_div(b).unwrap_or(cut));
        same(x.urem(&y), a.checked_rem(b).unwrap_or(a));
        if b != 0 {
            same(x.sdiv(&y), signed(a).wrapping_div(signed(b)) as u128);
            same(x.srem(&y), signed(a).wrapping_rem(signed(b)) as u128);
        }
        assert_eq!((x.ult(&y), x.ule(&y)), (a < b, a <= b));
        assert_eq!((x.slt(&y), x.sle(&y)), (signed(a) < signed(b), signed(a) <= signed(b)));
        let distance = random.below(width + 3);
        let by = Bv::new(width, u64::from(distance));
        same(x.shl(&by), a.checked_shl(distance).unwrap_or(0));
        same(x.lshr(&by), a.checked_shr(distance).unwrap_or(0));
        same(x.ashr(&by), (signed(a) >> distance.min(127)) as u128);
        assert_eq!(x.to_string(), a.to_string());
        assert_eq!(format!("{x:#x}"), format!("{a:#x}"));
    }
}

#[test]
fn division_identities_at_any_width() {
    let mut random = Random::new(2);
    for _ in 0..20_000 {
        let width = 1 + random.below(700);
        let (a, b) = (random.value(width), random.value(width));
        let (q, r) = (a.udiv(&b), a.urem(&b));
        if b.is_zero() {
            assert_eq!((q, r), (Bv::all_ones(width), a.clone()));
        } else {
            assert!(r.ult(&b), "{a:?} % {b:?} = {r:?}");
            assert_eq!(q.mul(&b).add(&r), a, "{a:?} / {b:?}");
            // q * b does not wrap: at twice the width it is still at most a.
            let wide = q.zext(2 * width).mul(&b.zext(2 * width));
            assert!(wide.ule(&a.zext(2 * width)));
        }
        let (q, r) = (a.sdiv(&b), a.srem(&b));
        assert_eq!(q.mul(&b).add(&r), a);
        assert!(r.is_zero() || r.sign() == a.sign());
    }
}

#[test]
fn quotient_digits_that_need_correction() {
    // Examples from Knuth 1997 and Warren 2012: the guess is too large by one or two, and the add-back step is needed.
    let cases: [(&[u64], &[u64]); 5] = [
        (&[0x0000_0003, 0x8000_0000_0000_0000], &[0x1, 0x2000_0000]),
        (&[0, 0x7fff_ffff_8000_0000], &[0x1, 0x8000_0000]),
        (&[0x0000_fffe_0000_0000, 0x8000_0000], &[0x0000_ffff_0000_0000 | 0xffff, 0x8000]),
        (&[3, 0, 0x8000_0000], &[1, 0, 0x2000_0000]),
        (&[u64::MAX - 1, u64::MAX, u64::MAX], &[u64::MAX, u64::MAX, 0]),
    ];
    for (a, b) in cases {
        let (a, b) = (Bv::from_words(192, a), Bv::from_words(192, b));
        let (q, r) = (a.udiv(&b), a.urem(&b));
        assert!(r.ult(&b));
        assert_eq!(q.mul(&b).add(&r), a);
    }
}

#[test]
fn bits_move_as_they_should() {
    let mut random = Random::new(3);
    for _ in 0..4_000 {
        let width = 1 + random.below(400);
        let a = random.value(width);
        let lo = random.below(width);
        let count = 1 + random.below(width - lo);
        let part = a.extract(lo, count);
        assert!((0..count).all(|i| part.bit(i) == a.bit(lo + i)));
        let distance = random.below(width + 2);
        let by = Bv::new(width, u64::from(distance));
        let (left, right, signed) = (a.shl(&by), a.lshr(&by), a.ashr(&by));
        // At small widths the distance may not fit its own width and wraps; the shift is then by the wrapped distance.
        let distance = by.to_u64().expect("a small number") as u32;
        for i in 0..width {
            assert_eq!(left.bit(i), i >= distance && a.bit(i - distance));
            assert_eq!(right.bit(i), a.bit(i + distance));
            assert_eq!(signed.bit(i), if i + distance < width { a.bit(i + distance) } else { a.sign() });
        }
        let b_width = 1 + random.below(200);
        let b = random.value(b_width);
        let both = a.concat(&b);
        assert_eq!((both.extract(b.width(), width), both.trunc(b.width())), (a.clone(), b));
        let more = width + random.below(200);
        assert!((0..more).all(|i| a.sext(more).bit(i) == if i < width { a.bit(i) } else { a.sign() }));
        assert!((0..more).all(|i| a.zext(more).bit(i) == a.bit(i)));
        assert_eq!(a.add(&a.not()), Bv::all_ones(width));
        assert_eq!(Bv::from_bytes(width, &a.to_bytes()), a);
    }
}

#[test]
fn multiplication_distributes_at_any_width() {
    let mut random = Random::new(4);
    for _ in 0..4_000 {
        let width = 1 + random.below(2000);
        let (a, b, c) = (random.value(width), random.value(width), random.value(width));
        assert_eq!(a.mul(&b.add(&c)), a.mul(&b).add(&a.mul(&c)));
        assert_eq!(a.mul(&b), b.mul(&a));
        let distance = Bv::new(width, u64::from(random.below(width.min(60))));
        let power = Bv::new(width, 1).shl(&distance);
        assert_eq!(a.mul(&power), a.shl(&distance));
    }
}

#[test]
fn text_parses_back() {
    let mut random = Random::new(5);
    for _ in 0..4_000 {
        let width = 1 + random.below(500);
        let value = random.value(width);
        assert_eq!(Bv::from_str(width, &value.to_string()), Ok(value.clone()));
        assert_eq!(Bv::from_str(width, &format!("{value:#x}")), Ok(value.clone()));
        assert_eq!(format!("{value:?}"), format!("{value:#x}:{width}"));
    }
    assert_eq!(Bv::from_str(8, "255"), Ok(Bv::new(8, 255)));
    assert_eq!(Bv::from_str(8, "256"), Err(ParseError::TooLarge));
    assert_eq!(Bv::from_str(64, "18446744073709551616"), Err(ParseError::TooLarge));
    assert_eq!(Bv::from_str(8, "0x"), Err(ParseError::Empty));
    assert_eq!(Bv::from_str(8, "12a"), Err(ParseError::Digit('a')));
}
