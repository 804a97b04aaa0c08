//! Counting, swapping and rotating bits with the operators of the IR.

use bv::Bv;
use ir::{BinaryOp, Operand};

use crate::builder::{Builder, number};

/// The number of bits that are set: counts are added up pairwise in fields of doubling width.
pub fn count_ones(builder: &mut Builder, a: Operand) -> Operand {
    let width = builder.width(&a);
    if width == 1 {
        return a;
    }
    let rounded = width.next_power_of_two();
    let mut counts = builder.resize(a, rounded, false);
    let mut field = 1;
    while field < rounded {
        let mask = Operand::Const(alternating(rounded, field));
        let low = builder.binary(BinaryOp::And, counts.clone(), mask.clone());
        let shifted = builder.binary(BinaryOp::LShr, counts, number(rounded, u64::from(field)));
        let high = builder.binary(BinaryOp::And, shifted, mask);
        counts = builder.binary(BinaryOp::Add, low, high);
        field *= 2;
    }
    builder.resize(counts, width, false)
}

/// Alternating fields of `field` ones and `field` zeros; the lowest field is ones.
fn alternating(width: u32, field: u32) -> Bv {
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for bit in (0..width).filter(|bit| (bit / field).is_multiple_of(2)) {
        words[(bit / 64) as usize] |= 1 << (bit % 64);
    }
    Bv::from_words(width, &words)
}

/// The number of zeros below the lowest one; the width if the value is zero.
pub fn trailing_zeros(builder: &mut Builder, a: Operand) -> Operand {
    let width = builder.width(&a);
    let ones = Operand::Const(Bv::all_ones(width));
    let flipped = builder.binary(BinaryOp::Xor, a.clone(), ones.clone());
    let below = builder.binary(BinaryOp::Add, a, ones);
    let tail = builder.binary(BinaryOp::And, flipped, below);
    count_ones(builder, tail)
}

/// The number of zeros above the highest one; the width if the value is zero.
pub fn leading_zeros(builder: &mut Builder, a: Operand) -> Operand {
    let width = builder.width(&a);
    let mut smeared = a;
    let mut distance = 1;
    while distance < width {
        let shifted = builder.binary(BinaryOp::LShr, smeared.clone(), number(width, u64::from(distance)));
        smeared = builder.binary(BinaryOp::Or, smeared, shifted);
        distance *= 2;
    }
    let head = builder.binary(BinaryOp::Xor, smeared, Operand::Const(Bv::all_ones(width)));
    count_ones(builder, head)
}

/// The bytes in reverse order.
pub fn swap_bytes(builder: &mut Builder, a: Operand) -> Operand {
    reverse_groups(builder, a, 8)
}

/// The bits in reverse order.
pub fn reverse(builder: &mut Builder, a: Operand) -> Operand {
    reverse_groups(builder, a, 1)
}

fn reverse_groups(builder: &mut Builder, a: Operand, group: u32) -> Operand {
    let width = builder.width(&a);
    let mut result: Option<Operand> = None;
    for lo in (0..width).step_by(group as usize) {
        let part = builder.extract(a.clone(), lo, group.min(width - lo));
        result = Some(match result {
            Some(high) => builder.concat(high, part),
            None => part,
        });
    }
    result.expect("no value is empty")
}

/// The high half of `a` above `b`, after a left shift by `distance` modulo the width.
pub fn funnel_left(builder: &mut Builder, a: Operand, b: Operand, distance: Operand) -> Operand {
    let width = builder.width(&a);
    let whole = builder.concat(a, b);
    if let Operand::Const(distance) = &distance {
        let distance = distance.urem(&Bv::new(distance.width(), u64::from(width))).low_u64() as u32;
        return builder.extract(whole, width - distance, width);
    }
    let distance = modulo_width(builder, distance);
    let shifted = builder.binary(BinaryOp::Shl, whole, distance);
    builder.extract(shifted, width, width)
}

/// The low half of `a` above `b`, after a right shift by `distance` modulo the width.
pub fn funnel_right(builder: &mut Builder, a: Operand, b: Operand, distance: Operand) -> Operand {
    let width = builder.width(&a);
    let whole = builder.concat(a, b);
    if let Operand::Const(distance) = &distance {
        let distance = distance.urem(&Bv::new(distance.width(), u64::from(width))).low_u64() as u32;
        return builder.extract(whole, distance, width);
    }
    let distance = modulo_width(builder, distance);
    let shifted = builder.binary(BinaryOp::LShr, whole, distance);
    builder.extract(shifted, 0, width)
}

/// The distance modulo its own width, as a number of twice that width.
fn modulo_width(builder: &mut Builder, distance: Operand) -> Operand {
    let width = builder.width(&distance);
    // For widths of 1 and 2, the width itself may not fit its own number of bits; it always fits twice as many.
    let wide = builder.resize(distance, 2 * width, false);
    let reduced = if width.is_power_of_two() {
        builder.binary(BinaryOp::And, wide, number(2 * width, u64::from(width - 1)))
    } else {
        builder.binary(BinaryOp::URem, wide, number(2 * width, u64::from(width)))
    };
    builder.resize(reduced, 2 * width, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::declaration;

    /// Constants fold, so this builder computes results.
    fn builder() -> Builder {
        Builder::new(declaration("test", &[], 0, false))
    }

    fn constant(operand: Operand) -> u64 {
        match operand {
            Operand::Const(value) => value.to_u64().expect("tests use small numbers"),
            other => panic!("{other:?} did not fold"),
        }
    }

    #[test]
    fn counts_agree_with_the_machine_at_every_small_width() {
        for width in 1..=10u32 {
            for value in 0..1u64 << width {
                let of = |operation: fn(&mut Builder, Operand) -> Operand| {
                    constant(operation(&mut builder(), number(width, value)))
                };
                // Results wrap if the width is too small for them, as in LLVM.
                let wrapped = |count: u32| u64::from(count) & bv::mask(width);
                assert_eq!(of(count_ones), wrapped(value.count_ones()), "{value}:{width}");
                assert_eq!(of(trailing_zeros), wrapped(value.trailing_zeros().min(width)), "{value}:{width}");
                assert_eq!(of(leading_zeros), wrapped(value.leading_zeros() - (64 - width)), "{value}:{width}");
                assert_eq!(of(reverse), value.reverse_bits() >> (64 - width), "{value}:{width}");
            }
        }
    }

    #[test]
    fn bytes_are_swapped() {
        assert_eq!(constant(swap_bytes(&mut builder(), number(16, 0x1234))), 0x3412);
        assert_eq!(constant(swap_bytes(&mut builder(), number(48, 0x1234_5678_9abc))), 0xbc9a_7856_3412);
    }

    #[test]
    fn funnel_shifts_take_the_distance_modulo_the_width() {
        for width in 1..=5u32 {
            let limit = 1u64 << width;
            for (a, b, distance) in
                (0..limit * limit * limit).map(|n| (n % limit, n / limit % limit, n / limit / limit))
            {
                let whole = u128::from(a << width | b);
                let by = distance % u64::from(width);
                let left = (whole << by >> width) as u64 & bv::mask(width);
                let right = (whole >> by) as u64 & bv::mask(width);
                // Once with a constant distance, once only the reduction of the distance.
                for modulo in [false, true] {
                    let mut builder = builder();
                    let (a, b) = (number(width, a), number(width, b));
                    let distance = number(width, distance);
                    if modulo {
                        assert_eq!(constant(modulo_width(&mut builder, distance)), by);
                    } else {
                        assert_eq!(constant(funnel_left(&mut builder, a.clone(), b.clone(), distance.clone())), left);
                        assert_eq!(constant(funnel_right(&mut builder, a, b, distance)), right);
                    }
                }
            }
        }
    }
}
