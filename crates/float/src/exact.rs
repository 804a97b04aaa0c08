//! Arithmetic in formats of any size, by integers that hold exact values.
//!
//! A finite number is an integer times a power of two. Operations compute such a number exactly, or so far that
//! only a bit which stands for everything below is added, and it is rounded once. This serves the formats for which
//! there is no other arithmetic, and it is compared with LLVM's where there is.

use std::cmp::Ordering;

use bv::Bv;

use crate::Rounding;
use crate::operation::{Function, Layout, Overflow};

/// The bits of the integers: enough for the sum of a product and a number of the widest format, aligned.
const WIDTH: u32 = 512;

/// A number taken apart.
#[derive(Clone, Debug)]
enum Number {
    Nan,
    Infinite { negative: bool },
    Finite(Finite),
}

/// `significand * 2^exponent`, with a sign, which zeros have too.
#[derive(Clone, Debug)]
struct Finite {
    negative: bool,
    exponent: i32,
    significand: Bv,
}

fn big(value: u128) -> Bv {
    Bv::from_words(WIDTH, &[value as u64, (value >> 64) as u64, 0, 0, 0, 0, 0, 0])
}

fn low(value: &Bv) -> u128 {
    u128::from(value.words()[0]) | u128::from(value.words()[1]) << 64
}

fn length(value: &Bv) -> i32 {
    let top = value.words().iter().rposition(|&word| word != 0);
    top.map_or(0, |at| 64 * at as i32 + 64 - value.words()[at].leading_zeros() as i32)
}

fn left(value: &Bv, by: i32) -> Bv {
    debug_assert!(by >= 0 && length(value) + by <= WIDTH as i32, "no bit is lost");
    value.shl(&Bv::new(WIDTH, by as u64))
}

fn right(value: &Bv, by: i32) -> Bv {
    value.lshr(&Bv::new(WIDTH, by as u64))
}

impl Finite {
    fn is_zero(&self) -> bool {
        self.significand.is_zero()
    }

    /// The same value with a significand of at least that many bits.
    fn lengthened(&self, bits: i32) -> Finite {
        let by = (bits - length(&self.significand)).max(0);
        Finite { significand: left(&self.significand, by), exponent: self.exponent - by, ..*self }
    }
}

fn unpack(layout: Layout, bits: u128) -> Number {
    if layout.is_nan(bits) {
        return Number::Nan;
    }
    let negative = bits & layout.sign() != 0;
    let magnitude = bits & layout.magnitude();
    if magnitude == layout.infinity() {
        return Number::Infinite { negative };
    }
    let below = layout.below_exponent();
    let (written, rest) = ((magnitude >> below) as i32, magnitude & ((1 << below) - 1));
    let leading = if layout.explicit || written == 0 { 0 } else { 1 << below };
    let exponent = written.max(1) - layout.bias() - (layout.precision() as i32 - 1);
    Number::Finite(Finite { negative, exponent, significand: big(rest | leading) })
}

/// Whether what lies between two neighbours becomes the one with the greater magnitude. `half` compares it with the
/// middle, and `odd` says whether the one with the lesser magnitude is odd.
fn goes_up(rounding: Rounding, negative: bool, exact: bool, half: Ordering, odd: bool) -> bool {
    match rounding {
        _ if exact => false,
        Rounding::NearestEven => half.is_gt() || half.is_eq() && odd,
        Rounding::NearestAway => half.is_ge(),
        Rounding::TowardZero => false,
        Rounding::Down => negative,
        Rounding::Up => !negative,
    }
}

/// The integer nearest to `value / 2^shift` in a direction, where something lies below `value` if `sticky`.
fn shifted(value: &Bv, shift: i32, sticky: bool, negative: bool, rounding: Rounding) -> Bv {
    if shift <= 0 {
        debug_assert!(!sticky, "there is a bit for what lies below");
        return left(value, -shift);
    }
    let kept = if shift >= WIDTH as i32 { big(0) } else { right(value, shift) };
    let (exact, half) = if shift > length(value) {
        (value.is_zero() && !sticky, Ordering::Less)
    } else {
        let rest = value.sub(&left(&kept, shift));
        let middle = left(&big(1), shift - 1);
        let half = match (rest == middle, rest.ult(&middle)) {
            (true, _) if sticky => Ordering::Greater,
            (true, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            _ => Ordering::Greater,
        };
        (rest.is_zero() && !sticky, half)
    };
    if goes_up(rounding, negative, exact, half, kept.bit(0)) { kept.add(&big(1)) } else { kept }
}

/// The bits of a number, rounded. With `sticky`, its magnitude is a little greater than it says.
fn pack(layout: Layout, value: &Finite, sticky: bool, rounding: Rounding) -> u128 {
    let sign = if value.negative { layout.sign() } else { 0 };
    if value.is_zero() && !sticky {
        return sign;
    }
    let value = if sticky { value.lengthened(layout.precision() as i32 + 3) } else { value.clone() };
    let precision = layout.precision() as i32;
    let least = 1 - layout.bias() - (precision - 1);
    let mut exponent = (value.exponent + length(&value.significand) - precision).max(least);
    let mut rounded = shifted(&value.significand, exponent - value.exponent, sticky, value.negative, rounding);
    if length(&rounded) > precision {
        rounded = right(&rounded, 1);
        exponent += 1;
    }
    if exponent + precision - 1 > layout.bias() {
        let to_infinity = goes_up(rounding, value.negative, false, Ordering::Greater, false);
        return sign | if to_infinity { layout.infinity() } else { layout.greatest() };
    }
    let significand = low(&rounded);
    let normal = length(&rounded) == precision;
    let written = if normal { (exponent - least + 1) as u128 } else { 0 };
    let leading = if layout.explicit { 0 } else { 1 << (precision - 1) };
    sign | written << layout.below_exponent() | significand & !leading
}

/// Compares two numbers; `None` if one of them is a NaN.
pub(crate) fn compare(layout: Layout, a: u128, b: u128) -> Option<Ordering> {
    if layout.is_nan(a) || layout.is_nan(b) {
        return None;
    }
    // The x87 format has numbers that are written in two ways: with the least exponent and a leading bit.
    let key = |bits: u128| {
        let magnitude = bits & layout.magnitude();
        let leads = layout.explicit && magnitude >> (layout.precision() - 1) == 1;
        let magnitude = if leads { magnitude | 1 << layout.below_exponent() } else { magnitude };
        if bits & layout.sign() != 0 { -(magnitude as i128) } else { magnitude as i128 }
    };
    Some(key(a).cmp(&key(b)))
}

/// Computes an operation whose operands and result have the same format.
pub(crate) fn compute(layout: Layout, function: Function, args: [u128; 3], rounding: Rounding) -> u128 {
    let numbers = args.map(|bits| unpack(layout, bits));
    let nans = args[..function.arity()].iter().find(|&&bits| layout.is_nan(bits));
    if let Some(nan) = nans {
        return nan | layout.quiet();
    }
    let result = match (function, numbers) {
        (Function::Add, [a, b, _]) => add(layout, a, b, rounding),
        (Function::Sub, [a, b, _]) => add(layout, a, negated(b), rounding),
        (Function::Mul, [a, b, _]) => mul(a, b).and_then(|product| match product {
            Number::Finite(product) => Some(pack(layout, &product, false, rounding)),
            other => packed(layout, other),
        }),
        (Function::Div, [a, b, _]) => div(layout, a, b, rounding),
        (Function::Rem, [a, b, _]) => remainder(layout, a, b, false),
        (Function::Remainder, [a, b, _]) => remainder(layout, a, b, true),
        (Function::MulAdd, [a, b, c]) => mul(a, b).and_then(|product| add(layout, product, c, rounding)),
        (Function::Sqrt, [a, ..]) => sqrt(layout, a, rounding),
        (Function::Round, [a, ..]) => round(layout, a, rounding),
        (function, _) => unreachable!("{function:?} has operands of other kinds"),
    };
    result.unwrap_or(layout.canonical_nan() | layout.sign())
}

fn negated(number: Number) -> Number {
    match number {
        Number::Nan => Number::Nan,
        Number::Infinite { negative } => Number::Infinite { negative: !negative },
        Number::Finite(value) => Number::Finite(Finite { negative: !value.negative, ..value }),
    }
}

/// The bits of what needs no rounding.
fn packed(layout: Layout, number: Number) -> Option<u128> {
    match number {
        Number::Nan => None,
        Number::Infinite { negative } => Some(layout.infinity() | if negative { layout.sign() } else { 0 }),
        Number::Finite(value) => Some(pack(layout, &value, false, Rounding::TowardZero)),
    }
}

fn add(layout: Layout, a: Number, b: Number, rounding: Rounding) -> Option<u128> {
    let (a, b) = match (a, b) {
        (Number::Finite(a), Number::Finite(b)) => (a, b),
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) if a != b => return None,
        (infinite @ Number::Infinite { .. }, _) | (_, infinite) => return packed(layout, infinite),
    };
    if a.is_zero() || b.is_zero() {
        let negative = match (a.is_zero() && b.is_zero(), a.negative == b.negative) {
            (false, _) => return Some(pack(layout, if a.is_zero() { &b } else { &a }, false, rounding)),
            (true, true) => a.negative,
            (true, false) => rounding == Rounding::Down,
        };
        return Some(if negative { layout.sign() } else { 0 });
    }
    let (a, b) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
    // The lesser number lies wholly below all that matters of the greater one if their bits are far apart; else
    // both fit.
    let room = layout.precision() as i32 + 4;
    let far = a.exponent - room > b.exponent + length(&b.significand);
    let a = if far { a.lengthened(length(&a.significand) + room) } else { a };
    let (a, b) = if far {
        // A number that is less than the last bit: one below, or nothing but a bit that says so.
        (a.clone(), Finite { exponent: a.exponent - 2, significand: big(1), negative: b.negative })
    } else {
        (a, b)
    };
    let wide = left(&a.significand, a.exponent - b.exponent);
    let (negative, significand) = if a.negative == b.negative {
        (a.negative, wide.add(&b.significand))
    } else if wide.ult(&b.significand) {
        (b.negative, b.significand.sub(&wide))
    } else if wide == b.significand {
        (rounding == Rounding::Down, big(0))
    } else {
        (a.negative, wide.sub(&b.significand))
    };
    Some(pack(layout, &Finite { negative, exponent: b.exponent, significand }, false, rounding))
}

/// The exact product; `None` if there is none.
fn mul(a: Number, b: Number) -> Option<Number> {
    match (a, b) {
        (Number::Finite(a), Number::Finite(b)) => Some(Number::Finite(Finite {
            negative: a.negative != b.negative,
            exponent: a.exponent + b.exponent,
            significand: a.significand.mul(&b.significand),
        })),
        (Number::Infinite { negative }, Number::Finite(finite))
        | (Number::Finite(finite), Number::Infinite { negative }) => {
            (!finite.is_zero()).then_some(Number::Infinite { negative: negative != finite.negative })
        }
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => {
            Some(Number::Infinite { negative: a != b })
        }
        _ => None,
    }
}

fn div(layout: Layout, a: Number, b: Number, rounding: Rounding) -> Option<u128> {
    let (a, b) = match (a, b) {
        (Number::Finite(a), Number::Finite(b)) => (a, b),
        (Number::Infinite { negative }, Number::Finite(b)) => {
            return packed(layout, Number::Infinite { negative: negative != b.negative });
        }
        (Number::Finite(a), Number::Infinite { negative }) => {
            return Some(if a.negative != negative { layout.sign() } else { 0 });
        }
        _ => return None,
    };
    let negative = a.negative != b.negative;
    match (a.is_zero(), b.is_zero()) {
        (true, true) => return None,
        (false, true) => return packed(layout, Number::Infinite { negative }),
        _ => {}
    }
    let a = a.lengthened(length(&b.significand) + layout.precision() as i32 + 3);
    let significand = a.significand.udiv(&b.significand);
    let sticky = !a.significand.urem(&b.significand).is_zero();
    Some(pack(layout, &Finite { negative, exponent: a.exponent - b.exponent, significand }, sticky, rounding))
}

/// The remainder, which is exact.
fn remainder(layout: Layout, a: Number, b: Number, nearest: bool) -> Option<u128> {
    let (a, b) = match (a, b) {
        (Number::Finite(a), Number::Finite(b)) if !b.is_zero() => (a, b),
        (Number::Finite(a), Number::Infinite { .. }) => return packed(layout, Number::Finite(a)),
        _ => return None,
    };
    if a.is_zero() {
        return packed(layout, Number::Finite(a));
    }
    // Both in units of 2^exponent. If the dividend is far greater, powers of two are taken modulo twice the divisor,
    // which keeps the last bit of the quotient.
    let exponent = a.exponent.min(b.exponent);
    let (rest, divisor) = if b.exponent - exponent > 2 * layout.precision() as i32 {
        // The dividend is less than half of the divisor.
        return packed(layout, Number::Finite(a));
    } else {
        let divisor = left(&b.significand, b.exponent - exponent);
        let double = left(&divisor, 1);
        let mut rest = a.significand.urem(&double);
        for _ in exponent..a.exponent {
            rest = left(&rest, 1).urem(&double);
        }
        (rest, divisor)
    };
    let odd = divisor.ule(&rest);
    let mut rest = if odd { rest.sub(&divisor) } else { rest };
    let mut negative = a.negative;
    if nearest {
        let twice = left(&rest, 1);
        if divisor.ult(&twice) || divisor == twice && odd {
            rest = divisor.sub(&rest);
            negative = !negative;
        }
    }
    if rest.is_zero() {
        negative = a.negative;
    }
    packed(layout, Number::Finite(Finite { negative, exponent, significand: rest }))
}

fn sqrt(layout: Layout, a: Number, rounding: Rounding) -> Option<u128> {
    let a = match a {
        Number::Finite(a) if a.is_zero() => return packed(layout, Number::Finite(a)),
        Number::Finite(a) if !a.negative => a,
        Number::Infinite { negative: false } => return packed(layout, a),
        _ => return None,
    };
    let mut a = a.lengthened(2 * (layout.precision() as i32 + 3));
    if a.exponent % 2 != 0 {
        a = a.lengthened(length(&a.significand) + 1);
    }
    let (mut root, mut rest) = (big(0), a.significand.clone());
    for bit in (0..=length(&a.significand) / 2).rev() {
        // (root + 2^bit)^2 - root^2
        let more = left(&root, bit + 1).add(&left(&big(1), 2 * bit));
        if more.ule(&rest) {
            rest = rest.sub(&more);
            root = root.add(&left(&big(1), bit));
        }
    }
    let value = Finite { negative: false, exponent: a.exponent / 2, significand: root };
    Some(pack(layout, &value, !rest.is_zero(), rounding))
}

/// Rounds to an integer, which keeps the sign also of what becomes zero.
fn round(layout: Layout, a: Number, rounding: Rounding) -> Option<u128> {
    let a = match a {
        Number::Finite(a) if a.exponent < 0 => a,
        other => return packed(layout, other),
    };
    let significand = shifted(&a.significand, -a.exponent, false, a.negative, rounding);
    packed(layout, Number::Finite(Finite { negative: a.negative, exponent: 0, significand }))
}

/// Converts a number to another format. The payload of a NaN keeps its highest bits.
pub(crate) fn convert(from: Layout, to: Layout, a: u128, rounding: Rounding) -> u128 {
    match unpack(from, a) {
        Number::Finite(value) => pack(to, &value, false, rounding),
        Number::Infinite { negative } => to.infinity() | if negative { to.sign() } else { 0 },
        Number::Nan => {
            let sign = if a & from.sign() != 0 { to.sign() } else { 0 };
            let (narrow, wide) = (from.precision() - 1, to.precision() - 1);
            let payload = a & ((1 << narrow) - 1);
            let payload = if wide >= narrow { payload << (wide - narrow) } else { payload >> (narrow - wide) };
            sign | to.canonical_nan() | payload
        }
    }
}

/// The number nearest to a quotient in a rounding direction; infinity if the denominator is zero.
pub fn from_ratio(layout: Layout, negative: bool, numerator: &Bv, denominator: &Bv, rounding: Rounding) -> u128 {
    let sign = if negative { layout.sign() } else { 0 };
    if numerator.is_zero() {
        return sign;
    }
    if denominator.is_zero() {
        return sign | layout.infinity();
    }
    // The quotient gets so many bits that one more tells everything below.
    let bits = layout.precision() as i32 + 4;
    let shift = bits + length(denominator) - length(numerator);
    let width = (length(numerator).max(length(denominator)) + shift.abs() + 1).max(WIDTH as i32) as u32;
    let moved =
        |value: &Bv, by: i32| value.zext(width.max(value.width())).trunc(width).shl(&Bv::new(width, by.max(0) as u64));
    let (numerator, denominator) = (moved(numerator, shift), moved(denominator, -shift));
    let significand = numerator.udiv(&denominator).trunc(WIDTH);
    let sticky = !numerator.urem(&denominator).is_zero();
    pack(layout, &Finite { negative, exponent: -shift, significand }, sticky, rounding)
}

/// Converts an integer of `width` bits.
pub(crate) fn from_integer(layout: Layout, a: u128, width: u32, signed: bool, rounding: Rounding) -> u128 {
    let a = a & (u128::MAX >> (128 - width));
    let negative = signed && a >> (width - 1) == 1;
    let magnitude = if negative { a.wrapping_neg() & (u128::MAX >> (128 - width)) } else { a };
    pack(layout, &Finite { negative, exponent: 0, significand: big(magnitude) }, false, rounding)
}

/// Converts to an integer of `width` bits.
pub(crate) fn to_integer(
    layout: Layout,
    a: u128,
    width: u32,
    signed: bool,
    rounding: Rounding,
    overflow: Overflow,
) -> u128 {
    let all = u128::MAX >> (128 - width);
    let (least, greatest) = if signed { (1 << (width - 1), all >> 1) } else { (0, all) };
    let (nan, below, above) = match overflow {
        Overflow::HighBit => (1 << (width - 1), 1 << (width - 1), 1 << (width - 1)),
        Overflow::Nearest => (0, least, greatest),
        Overflow::NearestNanGreatest => (greatest, least, greatest),
    };
    let value = match unpack(layout, a) {
        Number::Nan => return nan,
        Number::Infinite { negative } => return if negative { below } else { above },
        Number::Finite(value) => value,
    };
    let beyond = if value.negative { below } else { above };
    if value.is_zero() {
        return 0;
    }
    if value.exponent + length(&value.significand) > width as i32 + 1 {
        return beyond;
    }
    let magnitude = low(&shifted(&value.significand, -value.exponent, false, value.negative, rounding));
    // A number of 129 bits fits no integer, and its low bits would mislead.
    if width == 128 && value.exponent + length(&value.significand) > 128 {
        return beyond;
    }
    match (value.negative, signed) {
        (false, _) if magnitude <= greatest => magnitude,
        (true, true) if magnitude <= least => magnitude.wrapping_neg() & all,
        (true, false) if magnitude == 0 => 0,
        _ => beyond,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{Exponent, Mode, Nan, Operation};
    use crate::x86::{self, Kind};
    use test_support::Random;

    /// Numbers of a format: special ones, neighbours of powers of two, and any bits.
    fn number(random: &mut Random, layout: Layout) -> u128 {
        let any = u128::from(random.bits()) | u128::from(random.bits()) << 64;
        let sign = if random.below(2) == 0 { 0 } else { layout.sign() };
        let magnitude = match random.below(8) {
            0 => [0, 1, layout.infinity(), layout.greatest(), layout.one(), layout.canonical_nan()]
                [random.below(6) as usize],
            1 => any & ((1 << layout.below_exponent()) - 1),
            2 => layout.one() + (any & 7),
            3 => (layout.one() - (1 << layout.below_exponent())) | any & 3,
            4 => {
                let near = layout.bias() as u128 + u128::from(random.below(2 * layout.precision() as u64 + 4));
                let near = near.saturating_sub(layout.precision().into()) & ((1 << layout.exponent) - 1);
                near << layout.below_exponent() | layout.one() & ((1 << layout.below_exponent()) - 1) | any & 0x1f
            }
            5 => any & !0xfff,
            _ => any,
        };
        sign | magnitude & layout.magnitude()
    }

    #[test]
    fn agrees_with_llvms() {
        let mut random = Random::of_round(25);
        let functions = [
            Function::Add,
            Function::Sub,
            Function::Mul,
            Function::Div,
            Function::MulAdd,
            Function::Sqrt,
            Function::Round,
            Function::Rem,
            Function::Remainder,
        ];
        for kind in Kind::ALL {
            let layout = Layout::of(kind);
            for round in 0..3000 {
                let args = [0; 3].map(|_| number(&mut random, layout));
                let rounding = Rounding::ALL[round % 5];
                for function in functions {
                    if layout.exponent > 11
                        && matches!(function, Function::Rem | Function::Remainder)
                        && round % 50 != 0
                    {
                        continue;
                    }
                    let (ours, theirs) =
                        (compute(layout, function, args, rounding), x86::apply(kind, function, args, rounding));
                    let both_nan = kind == Kind::Extended && layout.is_nan(ours) && layout.is_nan(theirs);
                    assert!(
                        ours == theirs || both_nan,
                        "{kind:?} {function:?} {rounding:?} {args:x?}: {ours:x} {theirs:x}"
                    );
                }
                assert_eq!(
                    compare(layout, args[0], args[1]),
                    x86::compare(kind, args[0], args[1]),
                    "{kind:?} {args:x?}"
                );
                for other in Kind::ALL {
                    let (ours, theirs) = (
                        convert(layout, Layout::of(other), args[0], rounding),
                        x86::convert_rounded(kind, other, args[0], rounding),
                    );
                    assert_eq!(ours, theirs, "{kind:?} {other:?} {rounding:?} {:x}", args[0]);
                }
                for (width, signed) in
                    [(8, true), (32, true), (32, false), (64, true), (64, false), (128, true), (128, false)]
                {
                    let any = args[0] & (u128::MAX >> (128 - width));
                    let expected = match signed {
                        true => x86::from_signed(kind, (any as i128) << (128 - width) >> (128 - width)),
                        false => x86::from_unsigned(kind, any),
                    };
                    assert_eq!(from_integer(layout, any, width, signed, Rounding::NearestEven), expected);
                    let toward_zero = Rounding::TowardZero;
                    let ours = to_integer(layout, args[0], width, signed, toward_zero, Overflow::Nearest);
                    assert_eq!(
                        ours,
                        x86::to_integer_saturating(kind, args[0], width, signed),
                        "{kind:?} {width} {signed} {:x}",
                        args[0]
                    );
                    if signed && width >= 32 {
                        let ours = to_integer(layout, args[0], width, signed, toward_zero, Overflow::HighBit);
                        assert_eq!(ours, x86::to_integer_as_the_machine(kind, args[0], width, signed));
                    }
                }
            }
        }
    }

    #[test]
    fn the_host_agrees() {
        let mut random = Random::of_round(5);
        let layout = Layout::of(Kind::Double);
        let mode = Mode::new(Rounding::NearestEven, Nan::Machine);
        for _ in 0..20_000 {
            let args = [0; 3].map(|_| number(&mut random, layout));
            for function in [Function::Add, Function::Sub, Function::Mul, Function::Div, Function::Sqrt] {
                let operation = Operation { function, exponent: Exponent::of(layout), mode };
                let expected = compute(layout, function, args, Rounding::NearestEven);
                assert_eq!(operation.apply(64, 64, args, 0), expected, "{function:?} {args:x?}");
            }
        }
    }
}
