//! Reads arrays whose elements are sums of comparisons of the same terms with neighbouring constants. Sums of
//! counts leave such arrays.
//!
//! The element at `c` of a counting sort's positions is the number of inputs below `c`. Rewriting makes these
//! comparisons look different: `x < 1` is `x = 0`, `x < 0` is gone, and `x < 15` for four bits is `x != 15`. So
//! each summand is turned into an interval of values for which its term counts. If for every `c` these are the
//! values below `c`, up to `c`, from `c` on, above `c`, or `c` itself, the element at an index is the sum of the
//! same comparisons with the index in place of `c`.

use crate::node::{ExprId, Op};
use crate::pool::Pool;
use crate::tuning::SPAN_FEW;

use super::Rule;

/// How a term is compared with the number of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Below,
    UpTo,
    Same,
    From,
    Above,
}

const SHAPES: [Shape; 5] = [Shape::Below, Shape::UpTo, Shape::Same, Shape::From, Shape::Above];

impl Shape {
    /// The first and the last value between two bounds that compare so with a number. `None` if there is none.
    fn values(self, number: u64, (low, high): (u64, u64)) -> Option<(u64, u64)> {
        let (first, last) = match self {
            Shape::Below => (low, number.checked_sub(1)?.min(high)),
            Shape::UpTo => (low, number.min(high)),
            Shape::Same => (number.max(low), number.min(high)),
            Shape::From => (number.max(low), high),
            Shape::Above => (number.checked_add(1)?.max(low), high),
        };
        (first <= last).then_some((first, last))
    }
}

/// A sum: for each term the interval of values for which it counts 1, the other summands, and the constant.
struct Sum {
    spans: Vec<(ExprId, (u64, u64))>,
    others: Vec<ExprId>,
    constant: u64,
}

impl Pool {
    /// The element at an index, given the elements at all places that the index can have, if it is one sum of
    /// comparisons with the index.
    pub fn element_among(&mut self, index: ExprId, elements: &[(u64, ExprId)]) -> Option<ExprId> {
        // In the middle nothing is left out.
        if !(SPAN_FEW..=self.tuning.span_elements).contains(&elements.len())
            || !self.counts_spans(elements[elements.len() / 2].1)
        {
            return None;
        }
        let (y, stride, offset) = self.element_number(index)?;
        let most = bv::mask(self.width(y));
        let mut numbered = Vec::with_capacity(elements.len());
        for &(place, element) in elements {
            let distance = place.wrapping_sub(offset);
            if distance % stride != 0 || distance / stride > most {
                return None;
            }
            numbered.push((distance / stride, element));
        }
        self.select_spans(y, &numbered)
    }

    /// Whether a term counts conditions that say between which bounds a value is.
    pub fn is_count(&self, element: ExprId) -> bool {
        self.counts_spans(element)
    }

    /// select_spans
    /// match: elements k + zext(x < c) + zext(z = c) and so on for each number c that y may be
    /// result: k + zext(x < y) + zext(z = y) and so on
    pub(super) fn select_spans(&mut self, y: ExprId, elements: &[(u64, ExprId)]) -> Option<ExprId> {
        let width = self.width(elements.first()?.1);
        let sums: Option<Vec<Sum>> =
            elements.iter().map(|&(_, element)| self.sum_of_spans(element, self.tuning.span_cases)).collect();
        let sums = sums?;
        if sums.iter().any(|sum| sum.others != sums[0].others) {
            return None;
        }
        let mut terms: Vec<ExprId> = sums.iter().flat_map(|sum| sum.spans.iter().map(|span| span.0)).collect();
        terms.sort_unstable();
        terms.dedup();
        if terms.is_empty() {
            return None;
        }
        let mut constants: Vec<u64> = sums.iter().map(|sum| sum.constant).collect();
        let mut shapes = Vec::with_capacity(terms.len());
        for &term in &terms {
            let range = self.unsigned_range(term);
            let fits = |shape: &&Shape| {
                sums.iter().zip(elements).all(|(sum, &(number, _))| {
                    // A term that always counts is part of the constant.
                    sum.of(term) == shape.values(number, range).filter(|&values| values != range)
                })
            };
            let shape = *SHAPES.iter().find(fits)?;
            for (constant, &(number, _)) in constants.iter_mut().zip(elements) {
                let always = shape.values(number, range) == Some(range);
                *constant = constant.wrapping_sub(u64::from(always)) & bv::mask(width);
            }
            shapes.push(shape);
        }
        if constants.iter().any(|&constant| constant != constants[0]) {
            return None;
        }
        let mut result = self.int(width, constants[0]);
        for &other in &sums[0].others {
            result = self.add(result, other);
        }
        for (&term, &shape) in terms.iter().zip(&shapes) {
            let common = self.width(term).max(self.width(y));
            let (x, y) = (self.zext(term, common), self.zext(y, common));
            let condition = match shape {
                Shape::Below => self.ult(x, y),
                Shape::UpTo => self.ule(x, y),
                Shape::Same => self.eq(x, y),
                Shape::From => self.ule(y, x),
                Shape::Above => self.ult(y, x),
            };
            let counted = self.zext(condition, width);
            result = self.add(result, counted);
        }
        self.hit(Rule::SelectSpans, result)
    }

    /// Whether a term is a sum in which some term counts for some of its values.
    pub(super) fn counts_spans(&self, element: ExprId) -> bool {
        self.sum_of_spans(element, self.tuning.span_cases).is_some_and(|sum| !sum.spans.is_empty())
    }

    /// Splits a term into a [`Sum`]. `None` if a term counts twice.
    fn sum_of_spans(&self, element: ExprId, depth: u32) -> Option<Sum> {
        if self.width(element) > 64 {
            return None;
        }
        if self.op(element) == Op::Ite {
            return self.sum_by_case(element, depth.checked_sub(1)?);
        }
        let mut sum = Sum { spans: Vec::new(), others: Vec::new(), constant: 0 };
        for &summand in self.summands(element)?.iter() {
            if let Some(constant) = self.as_u64(summand) {
                sum.constant = sum.constant.wrapping_add(constant) & bv::mask(self.width(element));
                continue;
            }
            // A summand of one bit is its own condition.
            let condition = if self.width(summand) == 1 { Some(summand) } else { self.indicator(summand) };
            let Some(span) = condition.and_then(|condition| self.span(condition)) else {
                sum.others.push(summand);
                continue;
            };
            if sum.of(span.term).is_some() {
                return None;
            }
            let (low, high) = self.unsigned_range(span.term);
            sum.count(span.term, Some((span.low.max(low), span.high.min(high))), (low, high), self.width(element));
        }
        sum.others.sort_unstable();
        Some(sum)
    }

    /// The sum of an element that was incremented or decremented if a term is a constant. Under that condition,
    /// most comparisons of the term are rewritten to constants.
    fn sum_by_case(&self, element: ExprId, depth: u32) -> Option<Sum> {
        let node = *self.node(element);
        let case = self.span(node.arg(0)).filter(|span| span.low == span.high)?;
        let (mut here, mut sum) = (self.sum_of_spans(node.arg(1), depth)?, self.sum_of_spans(node.arg(2), depth)?);
        let width = self.width(element);
        // In deep terms, some comparisons of the term may not have been rewritten.
        if here.of(case.term).is_some_and(|(first, last)| (first..=last).contains(&case.low)) {
            here.constant = here.constant.wrapping_add(1) & bv::mask(width);
        }
        here.spans.retain(|span| span.0 != case.term);
        let before = sum.of(case.term);
        sum.spans.retain(|span| span.0 != case.term);
        if here.others != sum.others || here.spans != sum.spans {
            return None;
        }
        let range = self.unsigned_range(case.term);
        let values = match here.constant.wrapping_sub(sum.constant) & bv::mask(width) {
            0 => without(before, case.low)?,
            1 => Some(with(before, case.low)?),
            less if less == bv::mask(width) && before.is_none() => {
                sum.constant = here.constant;
                without(Some(range), case.low)?
            }
            _ => return None,
        };
        sum.count(case.term, values, range, width);
        Some(sum)
    }
}

/// An interval with one more value, if the result is an interval.
fn with(values: Option<(u64, u64)>, one: u64) -> Option<(u64, u64)> {
    match values {
        None => Some((one, one)),
        Some((first, last)) if (first..=last).contains(&one) => Some((first, last)),
        Some((first, last)) if one.checked_add(1) == Some(first) => Some((one, last)),
        Some((first, last)) if last.checked_add(1) == Some(one) => Some((first, one)),
        Some(_) => None,
    }
}

/// An interval without one value, if the result is an interval or empty.
#[expect(clippy::option_option, reason = "no values are something else than none that have no gap")]
fn without(values: Option<(u64, u64)>, one: u64) -> Option<Option<(u64, u64)>> {
    match values {
        Some((first, last)) if first == last && first == one => Some(None),
        Some((first, last)) if first == one => Some(Some((first + 1, last))),
        Some((first, last)) if last == one => Some(Some((first, last - 1))),
        Some((first, last)) if (first..=last).contains(&one) => None,
        values => Some(values),
    }
}

impl Sum {
    /// The values for which a term counts, if there are any.
    fn of(&self, term: ExprId) -> Option<(u64, u64)> {
        self.spans.iter().find(|span| span.0 == term).map(|span| span.1)
    }

    /// Adds a term that counts for `values`. If these are `all` of its values, the constant grows instead.
    fn count(&mut self, term: ExprId, values: Option<(u64, u64)>, all: (u64, u64), width: u32) {
        match values.filter(|values| values.0 <= values.1) {
            None => {}
            Some(values) if values == all => self.constant = self.constant.wrapping_add(1) & bv::mask(width),
            Some(values) => {
                let place = self.spans.partition_point(|span| span.0 < term);
                self.spans.insert(place, (term, values));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Model, SymbolId};

    /// Elements count inputs by all comparisons with the element's number. Under all values of inputs and index,
    /// the term that is read equals the element.
    #[test]
    fn elements_by_spans_are_what_is_there() {
        let mut found = 0;
        for (index_width, input_width, places) in [(2, 2, 4u64), (3, 3, 8), (2, 3, 4), (3, 2, 6), (3, 3, 5)] {
            for (ways, stepped) in (0..36usize).flat_map(|ways| [0, 1, 255].map(|stepped| (ways, stepped))) {
                let mut pool = Pool::new();
                let inputs = [pool.symbol("a", input_width), pool.symbol("b", input_width)];
                let y = pool.symbol("y", index_width);
                let mut elements = Vec::new();
                for number in 0..places {
                    let mut element = pool.int(8, 3);
                    for (&input, way) in inputs.iter().zip([ways % 6, ways / 6]) {
                        // Wider, so that every number is one.
                        let (x, c) = (pool.zext(input, 4), pool.int(4, number));
                        let condition = match way {
                            0 => pool.ult(x, c),
                            1 => pool.ule(x, c),
                            2 => pool.eq(x, c),
                            3 => pool.ult(c, x),
                            4 => pool.ule(c, x),
                            // None of the shapes.
                            _ => pool.ne(x, c),
                        };
                        let counted = pool.zext(condition, 8);
                        element = pool.add(element, counted);
                    }
                    // Counted up where the first input is this number, as memory writes it.
                    if stepped != 0 {
                        let (x, c, step) = (pool.zext(inputs[0], 4), pool.int(4, number), pool.int(8, stepped));
                        let (here, more) = (pool.eq(x, c), pool.add(element, step));
                        element = pool.ite(here, more, element);
                    }
                    elements.push((4 * number + 8, element));
                }
                let (wide, four, eight) = (pool.zext(y, 64), pool.int(64, 4), pool.int(64, 8));
                let scaled = pool.mul(wide, four);
                let index = pool.add(scaled, eight);
                let Some(read) = pool.element_among(index, &elements) else { continue };
                found += 1;
                let mut evaluator = Evaluator::new();
                for values in 0..1u64 << (2 * input_width) {
                    for number in 0..places {
                        let mut model = Model::default();
                        for (symbol, value) in
                            [values & bv::mask(input_width), values >> input_width, number].into_iter().enumerate()
                        {
                            model = model.with_bytes([(SymbolId(symbol as u32), 0, value as u8)]);
                        }
                        let there = elements[number as usize].1;
                        let (read, there) =
                            (evaluator.eval_u64(&pool, &model, read), evaluator.eval_u64(&pool, &model, there));
                        assert_eq!(read, there, "{ways}, {stepped}: {values:x} at {number} of {places}");
                    }
                }
            }
        }
        // All but those with the shape that there is none for, and a few that count both inputs always in the middle.
        assert!(found >= 5 * 24, "{found}");
    }
}
