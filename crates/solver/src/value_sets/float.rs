//! Operations on floating-point numbers of at most 64 bits, as operations on intervals of numbers.
//!
//! A set of bits becomes an interval of numbers, infinities included, and a flag for NaNs. Rounding is monotone, so
//! forward the ends of a result are results of ends, rounded as the operation rounds. Backward, a result of the operation
//! lies less than one step away from the exact one, and the ends of the operand are rounded outward. What was never
//! excluded by a comparison stays possible: an interval that is not understood is all numbers. In orders of numbers both
//! zeros are the same; where a bound is a zero, both zeros are within.

use float::{Exponent, Function, Layout, Mode, Nan, Operation, Overflow, Rounding};
use value_set::{Outcome, WordSet};

/// An interval of numbers. The numbers are given by keys, in whose order -0 is below 0; see [`key`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    /// The least number. If it is greater than `high`, there is none.
    low: i128,
    high: i128,
    /// Whether a NaN is possible, too.
    nan: bool,
}

/// An operation with the formats and widths of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatOperation {
    pub(super) operation: Operation,
    pub(super) extra: u32,
    /// The width of the result.
    pub(super) width: u32,
    /// The width of the operands.
    pub(super) operand: u32,
    /// Whether both operands are the same term.
    pub(super) same: bool,
}

/// Numbers by their order: positive ones are their bits, negative ones below them.
fn key(layout: Layout, bits: u128) -> i128 {
    let magnitude = (bits & layout.magnitude()) as i128;
    if bits & layout.sign() != 0 { -1 - magnitude } else { magnitude }
}

fn bits(layout: Layout, key: i128) -> u128 {
    if key < 0 { layout.sign() | (-1 - key) as u128 } else { key as u128 }
}

/// Keys in an order in which both zeros are the same.
fn value(key: i128) -> i128 {
    if key < 0 { key + 1 } else { key }
}

fn least_key(value: i128) -> i128 {
    if value <= 0 { value - 1 } else { value }
}

fn greatest_key(value: i128) -> i128 {
    if value < 0 { value - 1 } else { value }
}

fn infinity(layout: Layout) -> i128 {
    layout.infinity() as i128
}

impl Range {
    const NONE: Range = Range { low: 0, high: -1, nan: false };

    fn all(layout: Layout, nan: bool) -> Range {
        Range { low: -1 - infinity(layout), high: infinity(layout), nan }
    }

    fn is_empty(self) -> bool {
        self.low > self.high
    }

    fn has_zero(self) -> bool {
        !self.is_empty() && value(self.low) <= 0 && value(self.high) >= 0
    }

    fn has_infinity(self, layout: Layout) -> bool {
        !self.is_empty() && (self.high == infinity(layout) || self.low == -1 - infinity(layout))
    }

    fn negated(self) -> Range {
        Range { low: -1 - self.high, high: -1 - self.low, nan: self.nan }
    }

    /// The hull of some numbers, given by their bits; both zeros where one is an end. NaNs are left out.
    fn hull(layout: Layout, numbers: impl IntoIterator<Item = u128>, nan: bool) -> Range {
        let mut hull = Range { nan, ..Range::NONE };
        for number in numbers.into_iter().filter(|&number| !layout.is_nan(number)) {
            let value = value(key(layout, number));
            let (low, high) = (least_key(value), greatest_key(value));
            hull = match hull.is_empty() {
                true => Range { low, high, nan },
                false => Range { low: hull.low.min(low), high: hull.high.max(high), nan },
            };
        }
        hull
    }

    fn of_set(layout: Layout, set: &WordSet) -> Range {
        let (infinity, sign) = (layout.infinity(), layout.sign());
        let mut range = Range::NONE;
        for interval in set.intervals() {
            let clipped = |low, high| interval.clip(&low, &high);
            range.nan |= clipped(infinity + 1, sign - 1).is_some()
                || clipped((sign | infinity) + 1, sign | (sign - 1)).is_some();
            for (low, high) in [(0, infinity), (sign, sign | infinity)] {
                let Some(part) = clipped(low, high) else { continue };
                let ends = [key(layout, *part.lo()), key(layout, *part.hi())];
                let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                let empty = range.is_empty();
                range.low = if empty { low } else { range.low.min(low) };
                range.high = if empty { high } else { range.high.max(high) };
            }
        }
        range
    }

    fn to_set(self, layout: Layout) -> WordSet {
        let (width, infinity, sign) = (layout.width, layout.infinity(), layout.sign());
        let mut parts = Vec::new();
        if !self.is_empty() {
            if self.high >= 0 {
                parts.push((bits(layout, self.low.max(0)), bits(layout, self.high)));
            }
            if self.low < 0 {
                parts.push((bits(layout, self.high.min(-1)), bits(layout, self.low)));
            }
        }
        if self.nan {
            parts.extend([(infinity + 1, sign - 1), ((sign | infinity) + 1, sign | (sign - 1))]);
        }
        union(width, parts)
    }

    /// The exact results of which these are the rounded ones lie between these ends.
    fn widened(self, layout: Layout) -> Range {
        let all = Range::all(layout, self.nan);
        let (low, high) = (least_key(value(self.low) - 1), greatest_key(value(self.high) + 1));
        Range { low: low.max(all.low), high: high.min(all.high), nan: self.nan }
    }
}

fn union(width: u32, parts: impl IntoIterator<Item = (u128, u128)>) -> WordSet {
    parts
        .into_iter()
        .fold(WordSet::empty(width), |set, (low, high)| set.union(&WordSet::range(width, low, high)).or_full(width).0)
}

/// The integers from `low` to `high`, signed or not, of a width.
fn integers(width: u32, signed: bool, low: u128, high: u128) -> WordSet {
    let sign = 1u128 << (width - 1);
    if !signed || (low & sign == high & sign) {
        return WordSet::range(width, low, high);
    }
    union(width, [(low, sign | (sign - 1)), (0, high)])
}

impl FloatOperation {
    /// The format of the result, or of the operands where the result is no number.
    fn layout(&self) -> Layout {
        self.operation.layout(self.width, self.operand)
    }

    /// The format of the operands.
    fn source(&self) -> Layout {
        match self.operation.function {
            Function::Convert => Exponent::from_number(self.extra, self.operand)
                .map_or(self.layout(), |exponent| exponent.layout(self.operand)),
            _ => self.layout(),
        }
    }

    /// Whether there is anything to say about the operation.
    pub(super) fn is_known(&self) -> bool {
        self.width <= 64 && self.operand <= 64
    }

    fn apply(&self, args: [u128; 3]) -> u128 {
        self.operation.apply(self.width, self.operand, args, self.extra)
    }

    /// The values of the operation for operands from these sets.
    pub(super) fn forward(&self, operands: &[WordSet]) -> Outcome<u128> {
        if operands.iter().any(WordSet::is_empty) {
            return Outcome::Over(WordSet::empty(self.width));
        }
        let mut args = [0; 3];
        let single = operands.iter().zip(&mut args).all(|(set, arg)| match set.single_value() {
            Some(&value) => {
                *arg = value;
                true
            }
            None => false,
        });
        if single {
            return Outcome::Exact(WordSet::single(self.width, self.apply(args)));
        }
        let function = self.operation.function;
        if matches!(function, Function::FromSigned | Function::FromUnsigned) {
            let signed = function == Function::FromSigned;
            let ends = if signed {
                operands[0].least_signed().zip(operands[0].greatest_signed())
            } else {
                operands[0].least().copied().zip(operands[0].greatest().copied())
            };
            let Some((low, high)) = ends else { return Outcome::Declined };
            let layout = self.layout();
            let range = Range::hull(layout, [low, high].map(|end| self.apply([end, 0, 0])), false);
            return Outcome::Over(range.to_set(layout));
        }
        let source = self.source();
        let ranges: Vec<Range> = operands.iter().map(|set| Range::of_set(source, set)).collect();
        if matches!(function, Function::ToSigned | Function::ToUnsigned) {
            return Outcome::Over(self.integers_of(source, ranges[0]));
        }
        if function.compares() {
            return match self.truth(ranges[0], ranges[1]) {
                Some(truth) => Outcome::Exact(WordSet::single(1, truth.into())),
                None => Outcome::Over(WordSet::full(1)),
            };
        }
        let layout = self.layout();
        Outcome::Over(self.image(layout, source, &ranges).to_set(layout))
    }

    /// The results for operands from these intervals.
    fn image(&self, layout: Layout, source: Layout, ranges: &[Range]) -> Range {
        let nan = ranges.iter().any(|range| range.nan);
        if ranges.iter().any(|range| range.is_empty()) {
            return Range { nan, ..Range::NONE };
        }
        let a = ranges[0];
        let ends = |range: Range| [bits(source, range.low), bits(source, range.high)];
        let monotone =
            |range: Range, nan: bool| Range::hull(layout, ends(range).map(|end| self.apply([end, 0, 0])), nan);
        let pairs = |b: Range| {
            // Where an end has no result, as zero times infinity, the numbers beside it give zeros.
            let number = |bits: u128| if layout.is_nan(bits) { 0 } else { bits };
            let all = ends(a).map(|x| ends(b).map(|y| number(self.apply([x, y, 0]))));
            [all[0][0], all[0][1], all[1][0], all[1][1]]
        };
        let all = Range::all(layout, true);
        match (self.operation.function, ranges) {
            (Function::Round | Function::Convert, _) => monotone(a, nan),
            (Function::Sqrt, _) => {
                let positive = Range { low: a.low.max(-1), ..a };
                if positive.is_empty() {
                    Range { nan: true, ..Range::NONE }
                } else {
                    monotone(positive, nan || a.low < -1)
                }
            }
            (Function::Add | Function::Sub, &[_, b]) => {
                let subtracts = self.operation.function == Function::Sub;
                let other = if subtracts { b.negated() } else { b };
                let infinite = infinity(layout);
                let opposite = a.high == infinite && other.low == -1 - infinite
                    || a.low == -1 - infinite && other.high == infinite;
                if opposite { all } else { Range::hull(layout, pairs(b), nan) }
            }
            (Function::Mul, &[_, b]) if self.same => {
                let low = if b.has_zero() { 0 } else { bits(layout, value(b.low).abs().min(value(b.high).abs())) };
                let high = bits(layout, value(b.low).abs().max(value(b.high).abs()));
                Range::hull(layout, [low, high].map(|end| self.apply([end, end, 0])), nan)
            }
            (Function::Mul, &[_, b]) => {
                let none = a.has_zero() && b.has_infinity(layout) || b.has_zero() && a.has_infinity(layout);
                Range::hull(layout, pairs(b), nan || none)
            }
            (Function::Div, &[_, b]) => {
                let none = a.has_zero() && b.has_zero() || a.has_infinity(layout) && b.has_infinity(layout);
                if b.low < 0 && b.high >= 0 {
                    return Range::all(layout, nan || none);
                }
                Range::hull(layout, pairs(b), nan || none)
            }
            (Function::MulAdd, &[_, b, c]) => {
                let infinite = ranges.iter().any(|range| range.has_infinity(layout));
                let corners = ends(a).into_iter().flat_map(|x| {
                    ends(b).into_iter().flat_map(move |y| ends(c).into_iter().map(move |z| self.apply([x, y, z])))
                });
                // Products too large for the format are rounded only with the sum.
                if infinite { all } else { Range::hull(layout, corners, nan) }
            }
            (Function::Rem | Function::Remainder, &[_, b]) => {
                let most = |range: Range| value(range.low).abs().max(value(range.high).abs());
                let limit = most(a).min(most(b));
                let none = a.has_infinity(layout) || b.has_zero();
                let signed = self.operation.function == Function::Remainder;
                Range {
                    low: if a.low < 0 || signed { least_key(-limit) } else { -1 },
                    high: if a.high >= 0 || signed { greatest_key(limit) } else { 0 },
                    nan: nan || none,
                }
            }
            _ => all,
        }
    }

    fn integers_of(&self, source: Layout, range: Range) -> WordSet {
        let signed = self.operation.function == Function::ToSigned;
        let nearest = FloatOperation { extra: Overflow::Nearest as u32, ..*self };
        let special = |bits: u128| {
            let value = self.apply([bits, 0, 0]);
            WordSet::single(self.width, value)
        };
        let mut set = WordSet::empty(self.width);
        if !range.is_empty() {
            let ends = [range.low, range.high].map(|end| bits(source, end));
            let [low, high] = ends.map(|end| nearest.apply([end, 0, 0]));
            set = integers(self.width, signed, low, high);
            for end in ends {
                // What does not fit may become something else.
                set = set.union(&special(end)).or_full(self.width).0;
            }
        }
        if range.nan {
            set = set.union(&special(source.canonical_nan())).or_full(self.width).0;
        }
        set
    }

    /// Whether a comparison holds for all numbers from two intervals, or for none.
    fn truth(&self, a: Range, b: Range) -> Option<bool> {
        if a.is_empty() || b.is_empty() {
            return Some(false);
        }
        let numbers = !a.nan && !b.nan;
        let (a_low, a_high, b_low, b_high) = (value(a.low), value(a.high), value(b.low), value(b.high));
        let (always, never) = match self.operation.function {
            Function::Less => (a_high < b_low, a_low >= b_high),
            Function::LessEqual => (a_high <= b_low, a_low > b_high),
            _ => (a_low == a_high && b_low == b_high && a_low == b_low, a_high < b_low || b_high < a_low),
        };
        if never { Some(false) } else { (always && numbers).then_some(true) }
    }

    /// The values of one side of a comparison for which it is `truth` with some value of the other side. Exact if the
    /// other side has one value.
    pub(super) fn compared(&self, truth: bool, is_left: bool, other: &WordSet) -> Outcome<u128> {
        let layout = self.source();
        let range = Range::of_set(layout, other);
        let all = Range::all(layout, false);
        let (low, high) = (value(range.low), value(range.high));
        let none = range.is_empty();
        if truth && none {
            return Outcome::Exact(WordSet::empty(layout.width));
        }
        if !truth && (range.nan || none) {
            return Outcome::Declined;
        }
        let single = low == high && !range.nan;
        let below = |most: i128| Range { high: greatest_key(most).min(all.high), ..all };
        let above = |least: i128| Range { low: least_key(least).max(all.low), ..all };
        let strict = i128::from(self.operation.function == Function::Less);
        let found = match (self.operation.function, truth) {
            (Function::Equal, true) => Range { low: least_key(low), high: greatest_key(high), nan: false },
            (Function::Equal, false) if !single => return Outcome::Declined,
            (Function::Equal, false) => {
                let (less, greater) = (below(low - 1), above(low + 1));
                let less = less.to_set(layout).union(&Range { nan: true, ..greater }.to_set(layout));
                return less;
            }
            (_, true) if is_left => below(high - strict),
            (_, true) => above(low + strict),
            // The opposite holds, or one side is a NaN.
            (_, false) if is_left => Range { nan: true, ..above(low + 1 - strict) },
            (_, false) => Range { nan: true, ..below(high - 1 + strict) },
        };
        let set = found.to_set(layout);
        if single { Outcome::Exact(set) } else { Outcome::Over(set) }
    }

    /// The values of operand `index` that give a value in the target with some values of the others.
    pub(super) fn backward(&self, index: usize, target: &WordSet, operands: &[WordSet]) -> Outcome<u128> {
        let function = self.operation.function;
        let source = self.source();
        match function {
            Function::ToSigned | Function::ToUnsigned => return self.before_integer(source, target),
            _ if function.compares() => return Outcome::Declined,
            _ => {}
        }
        let layout = self.layout();
        let target = Range::of_set(layout, target);
        if target.nan {
            return Outcome::Declined;
        }
        if target.is_empty() {
            return Outcome::Over(WordSet::empty(self.operand));
        }
        let exact = target.widened(layout);
        if matches!(function, Function::FromSigned | Function::FromUnsigned) {
            return self.before_from_integer(layout, exact);
        }
        let ranges: Vec<Range> = operands.iter().map(|set| Range::of_set(source, set)).collect();
        let numbers = Range::all(source, false);
        match self.before(index, target, exact, &ranges) {
            Some(range) if range.is_empty() => Outcome::Over(WordSet::empty(self.operand)),
            Some(range) => Outcome::Over(range.to_set(source)),
            // No operand is a NaN where the result is none.
            None => Outcome::Over(numbers.to_set(source)),
        }
    }

    /// The operand for exact results from an interval; `None` if it can be any number.
    fn before(&self, index: usize, target: Range, exact: Range, ranges: &[Range]) -> Option<Range> {
        let (layout, source) = (self.layout(), self.source());
        let outward = |function: Function, left: Range, right: Range, corners: bool| {
            let operation =
                |rounding| Operation { function, mode: Mode::new(rounding, Nan::Canonical), ..self.operation };
            let compute = |rounding, a: i128, b: i128| {
                operation(rounding).apply(source.width, source.width, [bits(source, a), bits(source, b), 0], 0)
            };
            let pairs = match corners {
                true => {
                    vec![(left.low, right.low), (left.low, right.high), (left.high, right.low), (left.high, right.high)]
                }
                false if function == Function::Sub => vec![(left.low, right.high), (left.high, right.low)],
                false => vec![(left.low, right.low), (left.high, right.high)],
            };
            let down: Vec<u128> = pairs.iter().map(|&(a, b)| compute(Rounding::Down, a, b)).collect();
            let up: Vec<u128> = pairs.iter().map(|&(a, b)| compute(Rounding::Up, a, b)).collect();
            let undefined = down.iter().chain(&up).any(|&bits| source.is_nan(bits));
            (!undefined).then(|| Range::hull(source, down.into_iter().chain(up), false))
        };
        let convert_back = |rounding, end: i128| {
            let exponent = Exponent::of(source);
            let operation =
                Operation { function: Function::Convert, exponent, mode: Mode::new(rounding, Nan::Canonical) };
            operation.apply(source.width, layout.width, [bits(layout, end), 0, 0], Exponent::of(layout).number())
        };
        let one = key(source, source.one());
        let ones = Range { low: one, high: one, nan: false };
        match (self.operation.function, index, ranges) {
            (Function::Add, _, &[a, b]) => outward(Function::Sub, exact, if index == 0 { b } else { a }, false),
            (Function::Sub, 0, &[_, b]) => outward(Function::Add, exact, b, false),
            (Function::Sub, _, &[a, _]) => outward(Function::Sub, a, exact, false),
            (Function::Mul, _, _) if self.same => {
                if exact.high < 0 {
                    return Some(Range::NONE);
                }
                let root = Operation {
                    function: Function::Sqrt,
                    mode: Mode::new(Rounding::Up, Nan::Canonical),
                    ..self.operation
                };
                let root = root.apply(source.width, source.width, [bits(source, exact.high), 0, 0], 0);
                let most = value(key(source, root));
                Some(Range { low: least_key(-most), high: greatest_key(most), nan: false })
            }
            (Function::Mul, _, &[a, b]) => {
                let other = if index == 0 { b } else { a };
                let usable = !other.is_empty() && !other.has_zero() && !other.has_infinity(source);
                if usable { outward(Function::Div, exact, other, true) } else { None }
            }
            (Function::Div, 0, &[_, b]) if !b.has_infinity(source) => outward(Function::Mul, exact, b, true),
            (Function::Div, 1, &[a, _]) => {
                let usable = !exact.has_zero() && !exact.has_infinity(source) && !a.has_infinity(source);
                if usable { outward(Function::Div, a, exact, true) } else { None }
            }
            (Function::Sqrt, ..) => {
                let root = Range { low: exact.low.max(0), high: exact.high.max(0), nan: false };
                let square = outward(Function::Mul, root, root, false)?;
                Some(Range { low: square.low.max(-1), ..square })
            }
            (Function::Round, ..) => {
                let (low, high) =
                    (outward(Function::Sub, target, ones, false)?, outward(Function::Add, target, ones, false)?);
                Some(Range { low: low.low, high: high.high, nan: false })
            }
            (Function::Convert, ..) => {
                let ends = [convert_back(Rounding::Down, exact.low), convert_back(Rounding::Up, exact.high)];
                Some(Range::hull(source, ends, false))
            }
            _ => None,
        }
    }

    /// The integers whose conversion gives numbers in an interval.
    fn before_from_integer(&self, layout: Layout, exact: Range) -> Outcome<u128> {
        let signed = self.operation.function == Function::FromSigned;
        let function = if signed { Function::ToSigned } else { Function::ToUnsigned };
        let end = |rounding, end: i128| {
            let mode = Mode::new(rounding, Nan::Canonical);
            let operation = Operation { function, exponent: Exponent::of(layout), mode };
            operation.apply(self.operand, layout.width, [bits(layout, end), 0, 0], Overflow::Nearest as u32)
        };
        let (low, high) = (end(Rounding::Down, exact.low), end(Rounding::Up, exact.high));
        Outcome::Over(integers(self.operand, signed, low, high))
    }

    /// The numbers whose conversion gives integers in a set.
    fn before_integer(&self, source: Layout, target: &WordSet) -> Outcome<u128> {
        let signed = self.operation.function == Function::ToSigned;
        let ends = if signed {
            target.least_signed().zip(target.greatest_signed())
        } else {
            target.least().copied().zip(target.greatest().copied())
        };
        let Some((low, high)) = ends else { return Outcome::Over(WordSet::empty(self.operand)) };
        let all = Range::all(source, true);
        let of = |bits: u128| target.contains(&self.apply([bits, 0, 0]));
        // What a NaN and what the numbers beyond all integers become.
        let nan = of(source.canonical_nan());
        let (below, above) = (of(source.infinity() | source.sign()), of(source.infinity()));
        let near = |integer: u128, rounding| {
            let mode = Mode::new(rounding, Nan::Canonical);
            let from = if signed { Function::FromSigned } else { Function::FromUnsigned };
            let exponent = Exponent::of(source);
            let number =
                Operation { function: from, exponent, mode }.apply(source.width, self.width, [integer, 0, 0], 0);
            let one = source.one() | if rounding == Rounding::Down { source.sign() } else { 0 };
            let moved = Operation { function: Function::Add, exponent, mode };
            key(source, moved.apply(source.width, source.width, [number, one, 0], 0))
        };
        let low = if below { all.low } else { near(low, Rounding::Down) };
        let high = if above { all.high } else { near(high, Rounding::Up) };
        Outcome::Over(Range { low, high, nan }.to_set(source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::Random;

    const LAYOUT: Layout = Layout { exponent: 3, width: 6, explicit: false };

    fn any_set(random: &mut Random, width: u32) -> WordSet {
        let most = (1u128 << width) - 1;
        let mut set = WordSet::empty(width);
        for _ in 0..1 + random.below(3) {
            let (a, b) = (u128::from(random.bits()) & most, u128::from(random.bits()) & most);
            let part = match random.below(3) {
                0 => WordSet::single(width, a),
                1 => WordSet::range(width, a.min(b), a.max(b)),
                _ => WordSet::range(width, a & !7, (a & !7) + 7.min(most)),
            };
            set = set.union(&part).or_full(width).0;
        }
        set
    }

    fn operation(random: &mut Random) -> FloatOperation {
        let functions = Function::ALL;
        let (function, _) = functions[random.below(functions.len() as u64) as usize];
        let rounding = Rounding::ALL[random.below(5) as usize];
        let nan = if random.below(2) == 0 { Nan::Canonical } else { Nan::Machine };
        let wide = Layout { exponent: 4, width: 7, explicit: false };
        let (mut exponent, mut width, mut operand, mut extra) = (Exponent::of(LAYOUT), 6, 6, 0);
        match function {
            Function::Equal | Function::Less | Function::LessEqual => width = 1,
            Function::Convert if random.below(2) == 0 => {
                (exponent, width, extra) = (Exponent::of(wide), 7, Exponent::of(LAYOUT).number());
            }
            Function::Convert => (operand, extra) = (7, Exponent::of(wide).number()),
            Function::FromSigned | Function::FromUnsigned => operand = 1 + random.below(7),
            Function::ToSigned | Function::ToUnsigned => (width, extra) = (1 + random.below(7), random.below(3)),
            _ => {}
        }
        let operation = Operation { function, exponent, mode: Mode::new(rounding, nan) };
        FloatOperation { operation, extra, width, operand, same: false }
    }

    #[test]
    fn no_value_is_lost() {
        let mut random = Random::of_round(64);
        for _ in 0..4000 {
            let mut operation = operation(&mut random);
            let arity = operation.operation.function.arity();
            let mut sets: Vec<WordSet> = (0..arity).map(|_| any_set(&mut random, operation.operand)).collect();
            if arity == 2 && random.below(6) == 0 {
                operation.same = true;
                sets[1] = sets[0].clone();
            }
            let target = any_set(&mut random, operation.width);
            let (image, exact) = operation.forward(&sets).or_full(operation.width);
            let mut seen = Vec::new();
            let compares = operation.operation.function.compares();
            let backward: Vec<WordSet> = (0..arity)
                .map(|index| operation.backward(index, &target, &sets).or_full(operation.operand).0)
                .collect();
            let truths: Vec<(bool, usize, WordSet, bool)> = if compares {
                let of = |truth, index: usize| {
                    let (set, exact) =
                        operation.compared(truth, index == 0, &sets[1 - index]).or_full(operation.operand);
                    (truth, index, set, exact)
                };
                vec![of(true, 0), of(true, 1), of(false, 0), of(false, 1)]
            } else {
                Vec::new()
            };
            let all: Vec<Vec<u128>> = sets.iter().map(|set| set.iter().collect()).collect();
            let count: usize = all.iter().map(Vec::len).product();
            for number in 0..count {
                let (mut args, mut rest) = ([0; 3], number);
                for (arg, members) in args.iter_mut().zip(&all) {
                    *arg = members[rest % members.len()];
                    rest /= members.len();
                }
                if operation.same && args[0] != args[1] {
                    continue;
                }
                let result = operation.apply(args);
                seen.push(result);
                let about = format!("{:?} {} of {args:x?}: {result:x}", operation.operation, operation.extra);
                assert!(image.contains(&result), "{about} is not in {image:?}");
                for (truth, index, set, _) in &truths {
                    let lost = (result == 1) == *truth && !set.contains(&args[*index]);
                    assert!(!lost, "{about}: operand {index} is not in {set:?}");
                }
                if target.contains(&result) {
                    for (index, before) in backward.iter().enumerate() {
                        assert!(
                            before.contains(&args[index]),
                            "{about}: operand {index} of {sets:?} is not in {before:?}"
                        );
                    }
                }
            }
            if exact {
                assert!(image.iter().all(|value| seen.contains(&value)), "{operation:?} {sets:?} {image:?}");
            }
            for (truth, index, set, exact) in truths.iter().filter(|(.., exact)| *exact) {
                for member in set.iter() {
                    let holds = |other: u128| {
                        let args = if *index == 0 { [member, other, 0] } else { [other, member, 0] };
                        (operation.apply(args) == 1) == *truth
                    };
                    assert!(all[1 - index].iter().all(|&other| holds(other)), "{operation:?} {exact} {member:x}");
                }
            }
        }
    }
}
