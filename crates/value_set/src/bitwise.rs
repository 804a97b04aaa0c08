//! And, or, exclusive or.
//!
//! A mask with one run of ones selects a field: shift, remainder, shift back. For any other operand, intervals
//! are cut into *blocks*, in which some bits are fixed and the others free. A bitwise operation on two blocks
//! works on each bit independently, so it is exact, and its result is a block, which is a few intervals.
//! Intervals whose stride is not a power of two cannot be cut into blocks: a short one is split into its values,
//! a long one is replaced by the smallest block around it.
//!
//! Or is computed as and on complements.

use smallvec::SmallVec;

use crate::combine::each_value;
use crate::divide::{udiv_constant, udiv_constant_backward, urem_constant};
use crate::interval::Interval;
use crate::linear::{add, not};
use crate::multiply::{exact_quotients, mul_constant};
use crate::number::Number;
use crate::outcome::Found;
use crate::pieces::Pieces;
use crate::resize::unfold;
use crate::set::Set;
use crate::tuning::COMBINE_PAIRS;

/// All values that agree with `base` outside of the mask `free`; the bits in `free` are arbitrary.
#[derive(Clone)]
struct Block<N> {
    base: N,
    free: N,
}

pub(crate) fn and<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    let constant = |set: &Set<N, CAP>, other: &Set<N, CAP>| {
        let mask = set.single_value()?;
        run_of_ones(mask).map(|(low, high)| field(other, low, high))
    };
    constant(left, right).or_else(|| constant(right, left)).unwrap_or_else(|| {
        blockwise(left, right, |a, b| {
            let base = a.base.and(&b.base);
            let possible = a.base.or(&a.free).and(&b.base.or(&b.free));
            Block { free: possible.minus(&base), base }
        })
    })
}

pub(crate) fn or<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    and(&not(left), &not(right)).then(|set| Found::exact(not(set)))
}

pub(crate) fn xor<N: Number, const CAP: usize>(left: &Set<N, CAP>, right: &Set<N, CAP>) -> Found<N, CAP> {
    let width = left.width();
    let (all_ones, half) = (N::all_ones(width), N::power_of_two(width - 1));
    for (set, other) in [(left, right), (right, left)] {
        match set.single_value() {
            Some(mask) if mask.is_zero() => return Found::exact(other.clone()),
            Some(mask) if *mask == all_ones => return Found::exact(not(other)),
            // Adding the top bit has no carry.
            Some(mask) if *mask == half => return add(set, other),
            _ => {}
        }
    }
    blockwise(left, right, |a, b| {
        let free = a.free.or(&b.free);
        let bits = a.base.xor(&b.base);
        Block { base: bits.minus(&bits.and(&free)), free }
    })
}

/// The values whose conjunction with some value of `other` is in `result`.
pub(crate) fn and_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, other: &Set<N, CAP>) -> Found<N, CAP> {
    each_value(result, other, and_constant_backward).unwrap_or_else(|| at_least(result))
}

/// The values whose disjunction with some value of `other` is in `result`.
pub(crate) fn or_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, other: &Set<N, CAP>) -> Found<N, CAP> {
    and_backward(&not(result), &not(other)).then(|set| Found::exact(not(set)))
}

fn and_constant_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, mask: &N) -> Found<N, CAP> {
    let width = result.width();
    if mask.is_zero() {
        let all = result.contains(&N::zero());
        return Found::exact(if all { Set::full(width) } else { Set::empty(width) });
    }
    let by_field = run_of_ones(mask).map(|(low, high)| {
        unfold(&fields(result, low, high), &N::power_of_two(high - low), width - low)
            .then(|shifted| udiv_constant_backward(&shifted.at_width(width), &N::power_of_two(low)))
    });
    match by_field {
        Some(found) if found.exact => found,
        Some(found) => found.better(by_blocks_backward(result, mask)),
        None => by_blocks_backward(result, mask).better(at_least(result)),
    }
}

/// The results in `result` that a mask with ones from bit `low` to below bit `high` can give, shifted down to a
/// set of `high - low` bits.
pub(crate) fn fields<N: Number, const CAP: usize>(result: &Set<N, CAP>, low: u32, high: u32) -> Set<N, CAP> {
    exact_quotients(&result.clipped(&N::zero(), &N::all_ones(high)), low).at_width(high - low)
}

/// The values whose conjunction with the mask is in `result`. A block of results with a one outside of the mask
/// has no operand. For any other block, the operand is free in the free bits of the result and outside of the mask.
fn by_blocks_backward<N: Number, const CAP: usize>(result: &Set<N, CAP>, mask: &N) -> Found<N, CAP> {
    let width = result.width();
    let outside = N::all_ones(width).minus(mask);
    let (blocks, exact) = blocks_of(result, COMBINE_PAIRS * CAP);
    let mut pieces = Pieces::new(width);
    if !exact {
        pieces.over();
    }
    let most = (COMBINE_PAIRS * CAP / blocks.len().max(1)).clamp(1, CAP);
    for block in blocks.into_iter().filter(|block| block.base.and(&outside).is_zero()) {
        push_block(&mut pieces, &Block { free: block.free.or(&outside), base: block.base }, most);
    }
    pieces.finish()
}

/// The values at or above the least result, because no number is less than its conjunction with another.
fn at_least<N: Number, const CAP: usize>(result: &Set<N, CAP>) -> Found<N, CAP> {
    let width = result.width();
    match result.least() {
        Some(least) => Found::over(Set::range(width, least.clone(), N::all_ones(width))),
        None => Found::exact(Set::empty(width)),
    }
}

/// The conjunction with a mask with ones from bit `low` to below bit `high`: those bits stay in place.
fn field<N: Number, const CAP: usize>(set: &Set<N, CAP>, low: u32, high: u32) -> Found<N, CAP> {
    let power = N::power_of_two(low);
    udiv_constant(set, &power)
        .then(|shifted| urem_constant(shifted, &N::power_of_two(high - low)))
        .then(|bits| mul_constant(bits, &power))
}

/// The first one bit and one past the last one bit, if the ones of a number form a single run.
pub(crate) fn run_of_ones<N: Number>(mask: &N) -> Option<(u32, u32)> {
    let (low, high) = (mask.trailing_zeros()?, mask.bit_length());
    (mask.shifted_right(low) == N::all_ones(high - low)).then_some((low, high))
}

/// All numbers whose ones are a subset of the mask's; `None` if there are more than `most`.
fn submasks<N: Number>(mask: &N, most: usize) -> Option<SmallVec<[N; 4]>> {
    let mut found: SmallVec<[N; 4]> = SmallVec::new();
    found.push(N::zero());
    let mut rest = mask.clone();
    while let Some(position) = rest.trailing_zeros() {
        let bit = N::power_of_two(position);
        if found.len() * 2 > most {
            return None;
        }
        for i in 0..found.len() {
            let with_bit = found[i].plus(&bit);
            found.push(with_bit);
        }
        rest = rest.minus(&bit);
    }
    Some(found)
}

/// Applies an operation on blocks to all pairs of blocks of two sets.
fn blockwise<N: Number, const CAP: usize>(
    left: &Set<N, CAP>,
    right: &Set<N, CAP>,
    operation: impl Fn(&Block<N>, &Block<N>) -> Block<N>,
) -> Found<N, CAP> {
    let mut pieces = Pieces::new(left.width());
    // With a constant, each block has one result.
    let constant = left.single_value().is_some() || right.single_value().is_some();
    let limit = if constant { 2 * COMBINE_PAIRS * CAP } else { COMBINE_PAIRS * CAP };
    let (mut left_blocks, left_exact) = blocks_of(left, limit);
    let (mut right_blocks, right_exact) = blocks_of(right, limit);
    let mut exact = left_exact && right_exact;
    if left_blocks.len() * right_blocks.len() > limit {
        exact = false;
        let each = limit.isqrt();
        left_blocks = merged(left_blocks, each);
        right_blocks = merged(right_blocks, each);
    }
    if !exact {
        pieces.over();
    }
    // Few blocks may become many intervals each, many blocks only few.
    let most = (limit / (left_blocks.len() * right_blocks.len()).max(1)).clamp(1, CAP);
    for a in &left_blocks {
        for b in &right_blocks {
            push_block(&mut pieces, &operation(a, b), most);
        }
    }
    pieces.finish()
}

type Blocks<N> = SmallVec<[Block<N>; 4]>;

/// About `most` blocks at most that contain a set, and whether they contain nothing else.
fn blocks_of<N: Number, const CAP: usize>(set: &Set<N, CAP>, most: usize) -> (Blocks<N>, bool) {
    let mut blocks = Blocks::new();
    let mut exact = true;
    for interval in set.intervals() {
        let before = blocks.len();
        if !push_blocks(&mut blocks, interval, most) {
            blocks.truncate(before);
            blocks.push(fixed_bits(interval));
            exact = false;
        }
    }
    (blocks, exact)
}

/// Cuts an interval into blocks and adds them; returns false if the list gets longer than `most`.
fn push_blocks<N: Number>(blocks: &mut Blocks<N>, interval: &Interval<N>, most: usize) -> bool {
    let Some(zeros) = interval.stride().trailing_zeros() else {
        blocks.push(Block { base: interval.lo().clone(), free: N::zero() });
        return true;
    };
    if *interval.stride() != N::power_of_two(zeros) {
        for value in interval.iter() {
            if blocks.len() >= most {
                return false;
            }
            blocks.push(Block { base: value, free: N::zero() });
        }
        return true;
    }
    let fixed = interval.lo().low_bits(zeros);
    let (mut next, last) = (interval.lo().shifted_right(zeros), interval.hi().shifted_right(zeros));
    while next <= last {
        if blocks.len() >= most {
            return false;
        }
        // The largest aligned block that begins here and ends at or before the last value.
        let room = last.minus(&next).plus(&N::one()).bit_length() - 1;
        let bits = next.trailing_zeros().map_or(room, |aligned| aligned.min(room));
        let base = next.shifted_left(zeros).plus(&fixed);
        blocks.push(Block { base, free: N::all_ones(bits).shifted_left(zeros) });
        next = next.plus(&N::power_of_two(bits));
    }
    true
}

/// The smallest block around an interval: the upper bits that both ends share and the lower bits that the stride keeps.
fn fixed_bits<N: Number>(interval: &Interval<N>) -> Block<N> {
    let differing = interval.lo().xor(interval.hi()).bit_length();
    let kept = interval.stride().trailing_zeros().unwrap_or(0).min(differing);
    let free = N::all_ones(differing).minus(&N::all_ones(kept));
    Block { base: interval.lo().minus(&interval.lo().and(&free)), free }
}

/// The smallest block around two blocks.
fn block_around<N: Number>(a: &Block<N>, b: &Block<N>) -> Block<N> {
    let free = a.free.or(&b.free).or(&a.base.xor(&b.base));
    Block { base: a.base.minus(&a.base.and(&free)), free }
}

/// Joins neighbouring blocks until there are at most `most`.
fn merged<N: Number>(blocks: Blocks<N>, most: usize) -> Blocks<N> {
    let group = blocks.len().div_ceil(most.max(1));
    blocks
        .chunks(group.max(1))
        .map(|chunk| chunk[1..].iter().fold(chunk[0].clone(), |joined, block| block_around(&joined, block)))
        .collect()
}

/// Adds the values of a block: one progression along the longest run of free bits for each choice of the other
/// free bits. If there are more than `most` choices, adds the progression from the least to the greatest value instead.
fn push_block<N: Number, const CAP: usize>(pieces: &mut Pieces<N, CAP>, block: &Block<N>, most: usize) {
    let Some((low, high)) = longest_run(&block.free) else {
        return pieces.push(Interval::single(block.base.clone()));
    };
    let run = N::all_ones(high).minus(&N::all_ones(low));
    let stride = N::power_of_two(low);
    match submasks(&block.free.minus(&run), most) {
        Some(others) => {
            for other in others {
                let first = block.base.plus(&other);
                pieces.push(Interval::new(first.clone(), first.plus(&run), stride.clone()));
            }
        }
        None => {
            let stride = N::power_of_two(block.free.trailing_zeros().expect("some bits are free"));
            pieces.over();
            pieces.push(Interval::new(block.base.clone(), block.base.plus(&block.free), stride));
        }
    }
}

/// The longest run of ones: its first bit and one past its last.
fn longest_run<N: Number>(mask: &N) -> Option<(u32, u32)> {
    let mut best: Option<(u32, u32)> = None;
    let mut rest = mask.clone();
    while let Some(low) = rest.trailing_zeros() {
        // Adding one at the bottom of a run carries to the bit above it.
        let ones = rest.shifted_right(low).plus(&N::one()).trailing_zeros().expect("not zero");
        if best.is_none_or(|(from, to)| to - from < ones) {
            best = Some((low, low + ones));
        }
        rest = rest.minus(&N::all_ones(ones).shifted_left(low));
    }
    best
}
