//! Counters in arrays: `count[x]++`, sums of counts, and reads of those at symbolic places.
//!
//! After increments at symbolic places, an element is its old value plus a sum of indicators: `zext(i = j)` for
//! each increment at `i` of the element at `j`. A sum of counts up to a constant adds up indicators of adjacent
//! values, which together are one comparison. And if the element at `c` is the same term in `c` for every value
//! `c` that an index can have, then the element at the index is that term with the index in place of `c`. So the
//! positions that a counting sort computes become sums of comparisons between its inputs, without any array.

use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::tuning::{HISTOGRAM_BITS, HISTOGRAM_SUMMANDS};

use super::Rule;
use crate::tuning::RULE_DEPTH;

/// An array is looked at for one term if its index has so many values.
const PLACES: std::ops::RangeInclusive<u64> = 4..=256;

/// The number of an element: a constant, or the term that an index is computed from.
#[derive(Clone, Copy)]
enum Element {
    Number(u64),
    Term(ExprId),
}

/// Finds a term in `c` from two samples: its values at `number` and at `number + 1`. The samples may differ only in
/// constants, which then depend on `c` linearly. Returns the term at `at`.
struct Between {
    number: u64,
    at: Element,
    /// Whether `x < c` is read as `x <= c - 1`, and `c < x` as `c + 1 <= x`.
    inclusive: bool,
    fuel: u32,
}

impl Between {
    fn term(&mut self, pool: &mut Pool, [one, two]: [ExprId; 2]) -> Option<ExprId> {
        if one == two {
            return Some(one);
        }
        self.fuel = self.fuel.checked_sub(1)?;
        let (first, second) = (*pool.node(one), *pool.node(two));
        if first.op != second.op || first.width != second.width {
            return None;
        }
        if let (Some(value), Some(next)) = (pool.as_u64(one), pool.as_u64(two)) {
            return Some(self.constant(pool, first.width, [value, next]));
        }
        let arity = first.op.arity();
        if arity == 0
            || first.op.is_array()
            || matches!(first.op, Op::Select | Op::Forall)
            || first.args[arity..] != second.args[arity..]
        {
            return None;
        }
        if self.inclusive
            && first.op == Op::Ult
            && let Some(result) = self.inclusive(pool, [first.arg(0), second.arg(0)], [first.arg(1), second.arg(1)])
        {
            return Some(result);
        }
        let mut operands = first.args;
        for (place, operand) in operands.iter_mut().enumerate().take(arity) {
            *operand = self.term(pool, [first.arg(place), second.arg(place)])?.0;
        }
        Some(pool.rebuilt(one, operands))
    }

    /// An order with a constant: `a <= c - 1` for `a < c`, `c + 1 <= b` for `c < b`.
    fn inclusive(&mut self, pool: &mut Pool, left: [ExprId; 2], right: [ExprId; 2]) -> Option<ExprId> {
        let words = |side: [ExprId; 2]| Some([pool.as_u64(side[0])?, pool.as_u64(side[1])?]);
        let (below, above) = (words(left), words(right));
        let width = pool.width(left[0]);
        match (below, above) {
            (None, Some(constants)) => {
                let x = self.term(pool, left)?;
                let most = self.constant(pool, width, constants.map(|constant| constant.wrapping_sub(1)));
                Some(pool.ule(x, most))
            }
            (Some(constants), None) => {
                let x = self.term(pool, right)?;
                let least = self.constant(pool, width, constants.map(|constant| constant.wrapping_add(1)));
                Some(pool.ule(least, x))
            }
            _ => None,
        }
    }

    /// The linear function that is `value` at `number` and `next` at the following number.
    fn constant(&self, pool: &mut Pool, width: u32, [value, next]: [u64; 2]) -> ExprId {
        let step = next.wrapping_sub(value);
        let start = value.wrapping_sub(step.wrapping_mul(self.number));
        match self.at {
            Element::Number(number) => pool.int(width, step.wrapping_mul(number).wrapping_add(start)),
            Element::Term(term) => {
                let resized = if pool.width(term) < width { pool.zext(term, width) } else { pool.trunc(term, width) };
                let (step, start) = (pool.int(width, step), pool.int(width, start));
                let scaled = pool.mul(resized, step);
                pool.add(scaled, start)
            }
        }
    }
}

/// The condition that a term lies between two bounds, both included.
pub(super) struct Span {
    pub(super) term: ExprId,
    pub(super) low: u64,
    pub(super) high: u64,
}

/// The summands of a sum. They are kept inline, without allocation, since this is computed for every sum that is
/// built.
pub(super) struct Summands {
    terms: [ExprId; HISTOGRAM_SUMMANDS],
    count: usize,
}

impl std::ops::Deref for Summands {
    type Target = [ExprId];

    fn deref(&self) -> &[ExprId] {
        &self.terms[..self.count]
    }
}

impl Pool {
    /// Reads an element of an array whose last write may have been to this element.
    pub(super) fn select_counted(&mut self, array: ExprId, index: ExprId, size: u32) -> Option<ExprId> {
        self.select_increment(array, index, size)
            .or_else(|| self.select_mark(array, index, size))
            .or_else(|| self.select_uniform(array, index, size))
    }

    /// select_mark
    /// match: store(a, i, c) read at j, where a read at j is rewritten to a term that is not a read
    /// result: ite(i = j, c, a read at j)
    fn select_mark(&mut self, array: ExprId, index: ExprId, size: u32) -> Option<ExprId> {
        let node = *self.node(array);
        let (below, place, value) = (node.arg(0), node.arg(1), node.arg(2));
        let fits = self.width(value) == 8 * size && self.is_const(value) && !self.is_const(place);
        if !fits || self.op(below) == Op::Bytes || !self.is_element(below, index, size) {
            return None;
        }
        let before = self.select_element(below, index, size);
        if self.op(before) == Op::Select {
            return None;
        }
        let same = self.same_place(place, index);
        let result = self.ite(same, value, before);
        self.hit(Rule::SelectMark, result)
    }

    /// select_increment
    /// match: store(a, i, a read at i + c) read at j, elements of one size, any number of such stores
    /// result: a read at j + ite(i = j, c, 0)
    fn select_increment(&mut self, array: ExprId, index: ExprId, size: u32) -> Option<ExprId> {
        let mut below = array;
        let mut amounts = Vec::new();
        while self.op(below) == Op::Store
            && amounts.len() < HISTOGRAM_SUMMANDS
            && let Some(amount) = self.increment(below, size)
        {
            let node = *self.node(below);
            amounts.push((node.arg(1), amount));
            below = node.arg(0);
        }
        if amounts.is_empty() || !self.is_element(below, index, size) {
            return None;
        }
        let mut result = self.select_element(below, index, size);
        for (place, amount) in amounts.into_iter().rev() {
            let same = self.same_place(place, index);
            let zero = self.int(8 * size, 0);
            let more = self.ite(same, amount, zero);
            result = self.add(result, more);
        }
        self.hit(Rule::SelectIncrement, result)
    }

    /// The constant that the last store adds to its element, if it is such an increment at a symbolic place.
    fn increment(&mut self, array: ExprId, size: u32) -> Option<ExprId> {
        if let Some(&known) = self.increments.get(&array) {
            return known.filter(|&amount| self.width(amount) == 8 * size);
        }
        let node = *self.node(array);
        let (below, place, value) = (node.arg(0), node.arg(1), node.arg(2));
        if self.width(value) != 8 * size || self.is_const(place) {
            return None;
        }
        let looks_like = match self.op(value) {
            Op::Const => self.op(below) == Op::Table,
            op => matches!(op, Op::Add | Op::Not | Op::Neg),
        };
        let mut amount = None;
        if looks_like && self.is_element(below, place, size) {
            let before = self.select_element(below, place, size);
            let difference = self.sub(value, before);
            amount = self.is_const(difference).then_some(difference);
        }
        // What was built deep inside of others may be less simple than it could be.
        if amount.is_some() || self.depth < RULE_DEPTH / 2 {
            self.increments.insert(array, amount);
        }
        amount
    }

    /// select_uniform
    /// match: an array read at stride * y + c whose element for each value of y is one term in that value
    /// result: the term in y
    fn select_uniform(&mut self, array: ExprId, index: ExprId, size: u32) -> Option<ExprId> {
        let top = *self.node(array);
        if top.op != Op::Store || !self.is_const(top.arg(1)) {
            return None;
        }
        let (y, stride, offset) = self.element_number(index)?;
        let (low, high) = self.unsigned_range(y);
        if !PLACES.contains(&(high - low + 1)) {
            return None;
        }
        if let Some(&known) = self.uniform.get(&(array, index, size)) {
            return known;
        }
        let result = self.uniform_element(array, (y, stride, offset), size);
        // What was built deep inside of others may be less simple than it could be.
        if result.is_some() || self.depth < RULE_DEPTH / 2 {
            self.uniform.insert((array, index, size), result);
        }
        result
    }

    /// The element of an array at stride * y + offset, if it is one term in y.
    fn uniform_element(&mut self, array: ExprId, (y, stride, offset): (ExprId, u64, u64), size: u32) -> Option<ExprId> {
        let (low, high) = self.unsigned_range(y);
        let at = |pool: &mut Pool, value: u64| {
            let place = pool.int(64, value.wrapping_mul(stride).wrapping_add(offset));
            pool.select_element(array, place, size)
        };
        let middle = low + (high - low) / 2;
        let samples = [at(self, middle), at(self, middle + 1)];
        // `x < c + 1` is `x <= c` where c is the greatest number.
        for inclusive in [false, true] {
            let between = |pool: &mut Pool, at: Element| {
                Between { number: middle, at, inclusive, fuel: pool.tuning.histogram_nodes }.term(pool, samples)
            };
            // The ends first, where it most often fails.
            let mut numbers = [low, high].into_iter().chain(low + 1..high);
            if numbers.all(|value| between(self, Element::Number(value)) == Some(at(self, value))) {
                let result = between(self, Element::Term(y))?;
                return self.hit(Rule::SelectUniform, result);
            }
        }
        if samples.iter().any(|&sample| !self.counts_spans(sample)) {
            return None;
        }
        let elements: Vec<(u64, ExprId)> = (low..=high).map(|value| (value, at(self, value))).collect();
        self.select_spans(y, &elements)
    }

    /// Whether two places of elements are the same.
    fn same_place(&mut self, i: ExprId, j: ExprId) -> ExprId {
        if let Some((x, stride, offset)) = self.element_number(i) {
            if let Some(place) = self.as_u64(j) {
                let distance = place.wrapping_sub(offset);
                if distance % stride != 0 || distance / stride > bv::mask(self.width(x)) {
                    return self.bool(false);
                }
                let number = self.int(self.width(x), distance / stride);
                return self.eq(x, number);
            }
            if let Some((y, other, behind)) = self.element_number(j)
                && (stride, offset) == (other, behind)
            {
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                return self.eq(x, y);
            }
        }
        self.eq(i, j)
    }

    /// Splits an index into `term * stride + offset`. Different values of the term give different indices.
    pub(super) fn element_number(&self, index: ExprId) -> Option<(ExprId, u64, u64)> {
        let (scaled, offset) = match self.const_right(index, Op::Add) {
            Some((scaled, offset)) => (scaled, self.as_u64(offset)?),
            None => (index, 0),
        };
        let (wide, stride) = match self.const_right(scaled, Op::Mul) {
            Some((wide, stride)) => {
                (wide, self.as_u64(stride).filter(|&stride| stride > 0 && stride < 1 << HISTOGRAM_BITS)?)
            }
            None => (scaled, 1),
        };
        let term = self.unary_arg(wide, Op::ZExt).filter(|&term| self.width(term) <= HISTOGRAM_BITS)?;
        Some((term, stride, offset))
    }

    /// add_indicators
    /// match: zext(p) + zext(q), among other summands, where p and q never hold both and are adjacent: x < c and
    /// x = c, x = y and x < y
    /// result: zext(p or q) as one comparison
    pub(super) fn add_indicators(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        // Most sums have no indicators.
        let may_have = |id: ExprId| self.op(id) == Op::Add || self.indicator(id).is_some();
        if !may_have(a) || !may_have(b) {
            return None;
        }
        let (ones, others) = (self.summands(a)?, self.summands(b)?);
        let is_indicator = |&id: &ExprId| self.indicator(id).is_some();
        if !ones.iter().any(is_indicator) || !others.iter().any(is_indicator) {
            return None;
        }
        let width = self.width(a);
        let (mut rest, mut joined) = (Vec::new(), Vec::new());
        let mut others: Vec<Option<ExprId>> = others.iter().copied().map(Some).collect();
        for &one in ones.iter() {
            let mut union = None;
            if let Some(p) = self.indicator(one) {
                for other in &mut others {
                    let Some(q) = other.and_then(|other| self.indicator(other)) else { continue };
                    union = self.either(p, q);
                    if union.is_some() {
                        *other = None;
                        break;
                    }
                }
            }
            match union {
                Some(union) => joined.push(union),
                None => rest.push(one),
            }
        }
        if joined.is_empty() {
            return None;
        }
        rest.extend(others.into_iter().flatten());
        let mut sum = self.int(width, 0);
        for term in rest {
            sum = self.add(sum, term);
        }
        for condition in joined {
            let indicator = self.zext(condition, width);
            sum = self.add(sum, indicator);
        }
        self.hit(Rule::AddIndicators, sum)
    }

    /// zext_indicators
    /// match: zext of a sum of zext(p) that never wraps
    /// result: the sum of the wider zext(p)
    pub(super) fn zext_indicators(&mut self, sum: ExprId, width: u32) -> Option<ExprId> {
        self.binary_args(sum, Op::Add)?;
        let summands = self.summands(sum)?;
        let mut most = 0u64;
        for &summand in summands.iter() {
            most = most.checked_add(match self.as_u64(summand) {
                Some(constant) => constant,
                None => u64::from(self.indicator(summand).map(|_| 1u32)?),
            })?;
        }
        if self.width(sum) > 64 || most > bv::mask(self.width(sum)) {
            return None;
        }
        let mut result = self.int(width, 0);
        for &summand in summands.iter() {
            let wide = self.zext(summand, width);
            result = self.add(result, wide);
        }
        self.hit(Rule::ZExtIndicators, result)
    }

    /// ite_increment
    /// match: ite(c, s + k, s); ite(c, s, s + k) where s is a sum of zext(p)
    /// result: s + ite(c, k, 0); s + ite(c, 0, k)
    pub(super) fn ite_increment(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Option<ExprId> {
        let less = |one: ExprId, other: ExprId| self.const_right(one, Op::Add).filter(|&(sum, _)| sum == other);
        let (sum, amount, first) = match (less(a, b), less(b, a)) {
            (Some((sum, amount)), _) => (sum, amount, true),
            (_, Some((sum, amount))) => (sum, amount, false),
            _ => return None,
        };
        if !self.summands(sum)?.iter().all(|&summand| self.indicator(summand).is_some()) {
            return None;
        }
        let zero = self.int(self.width(sum), 0);
        let more = if first { self.ite(c, amount, zero) } else { self.ite(c, zero, amount) };
        let result = self.add(sum, more);
        self.hit(Rule::IteIncrement, result)
    }

    /// The summands of a sum. `None` if there are more than [`SUMMANDS`].
    pub(super) fn summands(&self, sum: ExprId) -> Option<Summands> {
        // What is still to be looked at is at the end.
        let mut terms = [sum; HISTOGRAM_SUMMANDS];
        let (mut found, mut pending) = (0, HISTOGRAM_SUMMANDS - 1);
        while pending < HISTOGRAM_SUMMANDS {
            let term = terms[pending];
            pending += 1;
            match self.binary_args(term, Op::Add) {
                Some((a, b)) => {
                    if pending < found + 2 {
                        return None;
                    }
                    pending -= 2;
                    (terms[pending], terms[pending + 1]) = (a, b);
                }
                None => {
                    terms[found] = term;
                    found += 1;
                }
            }
        }
        Some(Summands { terms, count: found })
    }

    /// The condition `p` of a term `zext(p)`.
    pub(super) fn indicator(&self, term: ExprId) -> Option<ExprId> {
        self.unary_arg(term, Op::ZExt).filter(|&condition| self.width(condition) == 1)
    }

    /// One comparison for the disjunction of two conditions that never hold both.
    fn either(&mut self, p: ExprId, q: ExprId) -> Option<ExprId> {
        if self.are_complements(p, q) {
            return Some(self.bool(true));
        }
        for (order, equality) in [(p, q), (q, p)] {
            let signed = self.op(order) == Op::Slt;
            if let (Some((a, b)), Some((x, y))) =
                (self.binary_args(order, if signed { Op::Slt } else { Op::Ult }), self.binary_args(equality, Op::Eq))
                && ((a, b) == (x, y) || (b, a) == (x, y))
                && !self.is_const(a)
                && !self.is_const(b)
            {
                return Some(if signed { self.sle(a, b) } else { self.ule(a, b) });
            }
        }
        let (one, other) = (self.span(p)?, self.span(q)?);
        let (low, high) = if one.low <= other.low { (one, other) } else { (other, one) };
        if low.term != high.term || low.high.checked_add(1) != Some(high.low) {
            return None;
        }
        let (x, width) = (low.term, self.width(low.term));
        let (low, high) = (low.low, high.high);
        if low == 0 && high == bv::mask(width) {
            return Some(self.bool(true));
        }
        let (first, count) = (self.int(width, low), high - low + 1);
        let count = self.int(width, count);
        let distance = self.sub(x, first);
        Some(self.ult(distance, count))
    }

    /// The values of a term for which a comparison with constants holds, if they form an interval.
    pub(super) fn span(&self, condition: ExprId) -> Option<Span> {
        let node = self.node(condition);
        if node.op == Op::Ult
            && let Some(count) = self.as_u64(node.arg(1))
            && let Some((term, offset)) = self.const_right(node.arg(0), Op::Add)
        {
            // x - low < count
            let low = bv::word::neg(self.width(term), self.as_u64(offset)?);
            let high = low.checked_add(count.checked_sub(1)?).filter(|&high| high <= bv::mask(self.width(term)))?;
            return Some(Span { term, low, high });
        }
        let (term, constant, equal) = self.comparison_with_constant(condition)?;
        let greatest = bv::mask(self.width(term));
        let (least, most) = self.unsigned_range(term);
        let (low, high) = match equal {
            Some(true) => (constant, constant),
            Some(false) if constant == least => (least.checked_add(1).filter(|&low| low <= greatest)?, greatest),
            Some(false) if constant == most => (0, most.checked_sub(1)?),
            Some(false) => return None,
            None if self.is_const(node.arg(1)) => (0, constant.checked_sub(1)?),
            None => (constant.checked_add(1).filter(|&low| low <= greatest)?, greatest),
        };
        Some(Span { term, low, high })
    }

    /// A term and the constant that it is compared with, and the comparison: `Some(true)` for equal, `Some(false)` for
    /// not equal, `None` for an unsigned order.
    fn comparison_with_constant(&self, condition: ExprId) -> Option<(ExprId, u64, Option<bool>)> {
        let node = self.node(condition);
        match node.op {
            Op::Eq => Some((node.arg(0), self.as_u64(node.arg(1))?, Some(true))),
            Op::Not if self.op(node.arg(0)) == Op::Eq => {
                let equality = self.node(node.arg(0));
                Some((equality.arg(0), self.as_u64(equality.arg(1))?, Some(false)))
            }
            Op::Ult => match (self.as_u64(node.arg(0)), self.as_u64(node.arg(1))) {
                (None, Some(constant)) => Some((node.arg(0), constant, None)),
                (Some(constant), None) => Some((node.arg(1), constant, None)),
                _ => None,
            },
            _ => None,
        }
    }
}
