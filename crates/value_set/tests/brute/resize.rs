//! Changes of width and if-then-else.

use value_set::{Choice, Number, Set, UBig};

use crate::oracle::{Bits, bits as bits_of, check, intervals, subsets, values};
use crate::random::share;

/// The image of a set of bits under `map`.
fn image(bits: Bits, map: impl Fn(u64) -> u64) -> Bits {
    values(bits).fold(0, |image, value| image | 1 << map(value))
}

/// The values of a width that `map` takes into a set of bits.
fn preimage(width: u32, bits: Bits, map: impl Fn(u64) -> u64) -> Bits {
    (0..1u64 << width).filter(|&value| bits >> map(value) & 1 == 1).fold(0, |found, value| found | 1 << value)
}

fn sign_extended(value: u64, from: u32, to: u32) -> u64 {
    if value >> (from - 1) == 1 { value + (1 << to) - (1 << from) } else { value }
}

fn low(value: u64, bits: u32) -> u64 {
    value & ((1 << bits) - 1)
}

/// Checks every change of width of one set; `exact` says whether each result must be exact.
fn resized<N: Number, const CAP: usize>(set: &Set<N, CAP>, bits: Bits, exact: bool) {
    let width = set.width();
    let sure = |found: bool| assert!(found || !exact, "{set}");
    for other in 1..=6u32 {
        let what = |name: &str| format!("{name} {other} of {set}");
        if other >= width {
            sure(check(set.zero_extend(other), other, bits, || what("zero_extend")));
            let wanted = image(bits, |value| sign_extended(value, width, other));
            sure(check(set.sign_extend(other), other, wanted, || what("sign_extend")));
            let wanted = preimage(other, bits, |value| low(value, width));
            sure(check(set.before_truncate(other), other, wanted, || what("before_truncate")));
            for shift in 0..=other - width {
                let wanted = preimage(other, bits, |value| low(value >> shift, width));
                let found = check(set.before_extract(shift, other), other, wanted, || what("before_extract"));
                sure(found);
            }
        }
        if other <= width {
            let wanted = preimage(other, bits, |value| value);
            sure(check(set.before_zero_extend(other), other, wanted, || what("before_zero_extend")));
            let wanted = preimage(other, bits, |value| sign_extended(value, other, width));
            sure(check(set.before_sign_extend(other), other, wanted, || what("before_sign_extend")));
            let wanted = image(bits, |value| low(value, other));
            sure(check(set.truncate(other), other, wanted, || what("truncate")));
            for shift in 0..=width - other {
                let wanted = image(bits, |value| low(value >> shift, other));
                sure(check(set.extract(shift, other), other, wanted, || what("extract")));
            }
        }
    }
}

#[test]
fn changes_of_width() {
    for width in 1..=4 {
        for (set, bits) in subsets::<u128, 32>(width).step_by(if width == 4 { 31 } else { 1 }) {
            resized(&set, bits, true);
        }
        for (set, bits) in subsets::<u128, 2>(width).step_by(if width == 4 { 31 } else { 1 }) {
            resized(&set, bits, false);
        }
    }
    for width in 1..=6 {
        intervals::<u128, 32>(width).iter().for_each(|(set, bits)| resized(set, *bits, true));
        intervals::<u128, 2>(width).iter().for_each(|(set, bits)| resized(set, *bits, false));
    }
    for (set, bits) in intervals::<UBig, 4>(3) {
        resized(&set, bits, false);
    }
}

/// Checks the concatenation of two sets and both of its preimages in a third.
fn concatenated<const CAP: usize>(high: &[(Set<u128, CAP>, Bits)], low_parts: &[(Set<u128, CAP>, Bits)], exact: bool) {
    for (a, a_bits) in high {
        for (b, b_bits) in low_parts {
            let width = a.width() + b.width();
            let wanted = values(*b_bits).fold(0, |bits, low| bits | image(*a_bits, |high| high << b.width() | low));
            let found = check(a.concat(b), width, wanted, || format!("{a} above {b}"));
            assert!(found || !exact, "{a} above {b}");
        }
    }
}

#[test]
fn concatenation() {
    let (two, three): (Vec<_>, Vec<_>) = (subsets::<u128, 32>(2).collect(), subsets::<u128, 32>(3).collect());
    concatenated(&two, &three, true);
    concatenated(&three, &two, true);
    concatenated(&three, &three, true);
    let (two, three): (Vec<_>, Vec<_>) = (subsets::<u128, 2>(2).collect(), subsets::<u128, 2>(3).collect());
    concatenated(&two, &three, false);
    concatenated(&three, &two, false);
    for (high, low) in widths_of_parts(6) {
        concatenated(&intervals::<u128, 32>(high), &intervals(low), true);
        concatenated(&intervals::<u128, 2>(high), &intervals(low), false);
    }
}

/// All pairs of widths whose sum is at most `most` bits.
fn widths_of_parts(most: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..most).flat_map(move |high| (1..=most - high).map(move |low| (high, low)))
}

fn parts<const CAP: usize>(result: &[(Set<u128, CAP>, Bits)], other: &[(Set<u128, CAP>, Bits)]) {
    for (whole, bits) in result {
        for (part, part_bits) in other {
            let rest = whole.width() - part.width();
            let high = values(*bits).filter(|value| part_bits >> low(*value, part.width()) & 1 == 1);
            let wanted = high.fold(0, |bits, value| bits | 1 << (value >> part.width()));
            check(whole.before_concat_high(part), rest, wanted, || format!("above {part} in {whole}"));
            let below = values(*bits).filter(|value| part_bits >> (value >> rest) & 1 == 1);
            let wanted = below.fold(0, |bits, value| bits | 1 << low(value, rest));
            check(whole.before_concat_low(part), rest, wanted, || format!("below {part} in {whole}"));
        }
    }
}

#[test]
fn parts_of_a_concatenation() {
    for width in 1..=2 {
        parts(&intervals::<u128, 4>(4), &subsets::<u128, 4>(width).collect::<Vec<_>>());
        parts(&intervals::<u128, 32>(4), &subsets::<u128, 32>(width).collect::<Vec<_>>());
    }
    parts(&intervals::<u128, 2>(3), &subsets::<u128, 2>(2).collect::<Vec<_>>());
    for (part, rest) in widths_of_parts(6) {
        let whole = part + rest;
        let few = if whole < 6 { usize::MAX } else { 3 };
        parts(&intervals::<u128, 32>(whole), &share(&intervals(part), few));
        parts(&intervals::<u128, 2>(whole), &share(&intervals(part), few));
    }
}

#[test]
fn a_low_byte_is_a_stride() {
    let byte = Set::<u128>::single(8, 42);
    let word = byte.before_truncate(16).exact().expect("a progression");
    assert_eq!(word.to_string(), "{42..65322/256}:u16");
}

#[test]
fn choices() {
    let conditions: Vec<_> = subsets::<u128, 4>(1).collect();
    let sets: Vec<_> = subsets::<u128, 4>(2).collect();
    for (condition, condition_bits) in &conditions {
        for (then, then_bits) in &sets {
            for (otherwise, otherwise_bits) in &sets {
                let choice = Choice { condition, then, otherwise };
                let all_choices = || {
                    let triple = |c: u64, t: u64, o: u64| (c, t, o, if c == 1 { t } else { o });
                    (0..2).flat_map(move |c| (0..4).flat_map(move |t| (0..4).map(move |o| triple(c, t, o))))
                };
                let (c_in, t_in, o_in) = (
                    |c: u64| condition_bits >> c & 1 == 1,
                    |t: u64| then_bits >> t & 1 == 1,
                    |o: u64| otherwise_bits >> o & 1 == 1,
                );
                let wanted = all_choices().filter(|&(c, t, o, _)| c_in(c) && t_in(t) && o_in(o));
                let wanted = wanted.fold(0, |bits, (.., chosen)| bits | 1 << chosen);
                assert!(check(choice.forward(), 2, wanted, || format!("{choice:?}")));
                for (result, result_bits) in &sets {
                    let fits = |chosen: u64| result_bits >> chosen & 1 == 1;
                    let found = bits_of(&choice.backward_condition(result));
                    let wanted = all_choices().filter(|&(_, t, o, chosen)| t_in(t) && o_in(o) && fits(chosen));
                    let wanted = wanted.fold(0, |bits, (c, ..)| bits | 1 << c);
                    assert_eq!(found, wanted, "the condition of {choice:?} in {result}");
                    let found = bits_of(&choice.backward_then(result));
                    let wanted = all_choices().filter(|&(c, _, o, chosen)| c_in(c) && o_in(o) && fits(chosen));
                    assert_eq!(found, wanted.fold(0, |bits, (_, t, ..)| bits | 1 << t), "{choice:?} in {result}");
                    let found = bits_of(&choice.backward_otherwise(result));
                    let wanted = all_choices().filter(|&(c, t, _, chosen)| c_in(c) && t_in(t) && fits(chosen));
                    assert_eq!(found, wanted.fold(0, |bits, (_, _, o, _)| bits | 1 << o), "{choice:?} in {result}");
                }
            }
        }
    }
}
