//! What Abyaneh 2021 (ASE) and Dustmann 2018 (PARTI) promise: their examples, and exactness wherever their
//! conditions hold, with the smallest cap.

use value_set::{Binary, Comparison, Outcome, Set, Truth};

use crate::oracle::{number, plain_intervals};

type Small = Set<u128, 2>;

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// All intervals of a width with two values or more, wrapping ones too, as (lo, length, stride).
fn progressions(width: u32) -> Vec<(u64, u64, u64)> {
    let size = 1u64 << width;
    let lengths = move |lo: u64| (1..size).flat_map(move |length| (1..=length).map(move |stride| (lo, length, stride)));
    (0..size).flat_map(lengths).filter(|(_, length, stride)| length.is_multiple_of(*stride)).collect()
}

fn set(width: u32, (lo, length, stride): (u64, u64, u64)) -> Small {
    Set::strided(width, number(lo), number(lo + length), number(stride))
}

/// Abyaneh 2021, formulas 4 and 5: the sum does not go all the way round, and the finer progression fills the
/// gaps of the coarser one.
#[test]
fn sums_are_exact_under_the_condition() {
    let size = 16;
    for a in progressions(4) {
        for b in progressions(4) {
            let ((_, a_length, s), (_, b_length, t)) = (a, b);
            let fits = a_length + b_length < size;
            let fills = (t % s == 0 && a_length / s + 1 >= t / s) || (s % t == 0 && b_length / t + 1 >= s / t);
            if fits && fills {
                assert!(Binary::Add.forward(&set(4, a), &set(4, b)).is_exact(), "{a:?} + {b:?}");
                assert!(Binary::Sub.forward(&set(4, a), &set(4, b)).is_exact(), "{a:?} - {b:?}");
            }
        }
    }
}

/// Abyaneh 2021, formula 6: neither length nor stride of the product overflows.
#[test]
fn products_are_exact_under_the_condition() {
    for a in progressions(5) {
        for factor in 1..32 {
            if a.1 * factor < 32 && a.2 * factor < 32 {
                let outcome = Binary::Mul.forward(&set(5, a), &Set::single(5, number(factor)));
                assert!(outcome.is_exact(), "{a:?} * {factor}");
            }
        }
    }
}

/// Abyaneh 2021, formulas 7 and 8, for intervals that do not wrap.
#[test]
fn quotients_and_remainders_are_exact_under_the_condition() {
    for (lo, hi, stride) in plain_intervals(5).into_iter().filter(|interval| interval.2 > 0) {
        let interval = Small::strided(5, number(lo), number(hi), number(stride));
        for divisor in 1..32 {
            let constant = Set::single(5, number(divisor));
            if stride < divisor || stride % divisor == 0 {
                assert!(Binary::UDiv.forward(&interval, &constant).is_exact(), "{interval} / {divisor}");
            }
            let whole = stride * divisor / gcd(stride, divisor) - stride;
            if lo / divisor == hi / divisor || hi - lo >= whole {
                assert!(Binary::URem.forward(&interval, &constant).is_exact(), "{interval} mod {divisor}");
            }
        }
    }
}

/// Abyaneh 2021, formulas 9 to 11: a product or a quotient cut by a comparison, traced back to the operand's old
/// interval.
#[test]
fn backward_is_exact_within_the_old_interval() {
    for (lo, hi, stride) in plain_intervals(5).into_iter().step_by(3) {
        let interval = Small::strided(5, number(lo), number(hi), number(stride));
        for k in 1..32 {
            let constant = Set::single(5, number(k));
            for bound in (0..32).step_by(5) {
                let below = Comparison::Ult.possible(&Set::single(5, number(bound))).exact().expect("a range");
                let quotients = Binary::UDiv.backward_left_within(&below, &constant, &interval);
                assert!(quotients.is_exact(), "{interval} / {k} < {bound}");
                if hi * k < 32 {
                    let products = Binary::Mul.backward_left_within(&below, &constant, &interval);
                    assert!(products.is_exact(), "{interval} * {k} < {bound}");
                }
            }
        }
    }
}

fn exact(outcome: Outcome<u128>) -> Set<u128> {
    outcome.exact().expect("exact")
}

/// Abyaneh 2021, listing 1: x in 10..20, y = 2 * x, y < 30.
#[test]
fn listing_1() {
    let (x, two) = (Set::<u128>::range(64, 10, 20), Set::single(64, 2));
    let y = exact(Binary::Mul.forward(&x, &two));
    assert_eq!(y.to_string(), "{20..40/2}:u64");
    let thirty = Set::single(64, 30);
    let (below, _) = Comparison::Ult.refine(&y, &thirty);
    let (above, _) = Comparison::Uge.refine(&y, &thirty);
    let back = |y: Outcome<u128>| exact(Binary::Mul.backward_left_within(&exact(y), &two, &x)).to_string();
    assert_eq!((back(below), back(above)), ("{10..14}:u64".into(), "{15..20}:u64".into()));
}

/// Abyaneh 2021, §IV-B: x in ⟨11, 27, 4⟩, y = x / 2, 5 < y.
#[test]
fn a_quotient_and_back() {
    let (x, two) = (Set::<u128>::strided(64, 11, 27, 4), Set::single(64, 2));
    let y = exact(Binary::UDiv.forward(&x, &two));
    assert_eq!(y.to_string(), "{5..13/2}:u64");
    let (greater, _) = Comparison::Ugt.refine(&y, &Set::single(64, 5));
    assert_eq!(exact(Binary::UDiv.backward_left_within(&exact(greater), &two, &x)).to_string(), "{15..27/4}:u64");
}

/// Abyaneh 2021, §IV-B: x in the upper half, doubled, below 2^32.
#[test]
fn a_product_that_wraps_and_back() {
    let (x, two) = (Set::<u128>::range(64, 1 << 63, (1 << 64) - 1), Set::single(64, 2));
    let y = exact(Binary::Mul.forward(&x, &two));
    assert_eq!(y.to_string(), "{0..18446744073709551614/2}:u64");
    let (low, _) = Comparison::Ult.refine(&y, &Set::single(64, 1 << 32));
    let x = exact(Binary::Mul.backward_left_within(&exact(low), &two, &x));
    assert_eq!(x, Set::range(64, 1 << 63, (1 << 63) + (1 << 31) - 1));
}

/// Dustmann 2018, §3.1: x in 4..7, y in 3..10 after y - 3 <= 7; x + 2 = y may hold or not.
#[test]
fn the_introductory_query() {
    let least = exact(Comparison::Uge.possible(&Set::<u128>::single(32, 4)));
    let x = exact(exact(Comparison::Ule.possible(&Set::single(32, 7))).intersect(&least));
    let y =
        exact(Binary::Sub.backward_left(&exact(Comparison::Ule.possible(&Set::single(32, 7))), &Set::single(32, 3)));
    assert_eq!((x.to_string(), y.to_string()), ("{4..7}:u32".into(), "{3..10}:u32".into()));
    let sum = exact(Binary::Add.forward(&x, &Set::single(32, 2)));
    assert_eq!(Comparison::Eq.truth(&sum, &y), Truth::Sometimes);
}

/// Dustmann 2018, §3.4.3, with the two tests the right way round: always if max < min, never if not min < max.
#[test]
fn the_closure_test() {
    let (low, high) = (Set::<u128>::range(8, 1, 4), Set::range(8, 5, 9));
    assert_eq!(Comparison::Ult.truth(&low, &high), Truth::Always);
    assert_eq!(Comparison::Ult.truth(&high, &low), Truth::Never);
    assert_eq!(Comparison::Ult.truth(&low, &Set::range(8, 4, 9)), Truth::Sometimes);
}

/// Dustmann 2018, §3.2: 120..140 as an unsigned byte is 120..127 and -128..-116 as a signed one.
#[test]
fn a_signed_view() {
    let byte = Set::<u128>::range(8, 120, 140);
    let (least, greatest) = (byte.least_signed().expect("not empty"), byte.greatest_signed().expect("not empty"));
    assert_eq!((least as u8 as i8, greatest as u8 as i8), (-128, 127));
    assert_eq!(exact(byte.sign_extend(16)).to_string(), "{120..127, 65408..65420}:u16");
}
