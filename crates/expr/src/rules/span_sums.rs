//! Elements that are sums of comparisons of the same terms with neighbouring constants: what sums of counts leave in an array.
//!
//! The element at `c` of a counting sort's positions is the number of inputs below `c`. Rules write that differently from element to
//! element: `x < 1` is `x = 0`, nothing is below 0, and `x < 15` of four bits is `x != 15`. So elements are read by what they mean:
//! for each term the values for which it counts, from one to another. Where these are the values below `c`, up to it, from it on,
//! above it, or `c` itself, at each `c`, the element at an index is the sum of comparisons of the terms with the index.

use crate::node::{ExprId, Op};
use crate::pool::Pool;

use super::Rule;

/// So few elements are not looked at: a choice between them is as good.
const FEW: usize = 3;
/// So many elements are looked at.
const MANY: usize = 256;

/// An element may have been written at so many places that were this one or another.
const CASES: u32 = 6;

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
    /// The values between two bounds that are so compared with a number, first and last; nothing if there are none.
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

/// A sum: for each term the values for which it counts, what is neither that nor a constant, and the constant.
struct Sum {
    spans: Vec<(ExprId, (u64, u64))>,
    others: Vec<ExprId>,
    constant: u64,
}

impl Pool {
    /// The element at an index that is one of some places, given with what they hold, if that is one sum of comparisons with the
    /// index.
    pub fn element_among(&mut self, index: ExprId, elements: &[(u64, ExprId)]) -> Option<ExprId> {
        // In the middle nothing is left out.
        if !(FEW..=MANY).contains(&elements.len()) || !self.counts_spans(elements[elements.len() / 2].1) {
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
        let sums: Option<Vec<Sum>> = elements.iter().map(|&(_, element)| self.sum_of_spans(element, CASES)).collect();
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
                    // What counts always is a part of the constant.
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

    /// Whether a term is such a sum.
    pub(super) fn counts_spans(&self, element: ExprId) -> bool {
        self.sum_of_spans(element, CASES).is_some_and(|sum| !sum.spans.is_empty())
    }

    /// A term as a sum of numbers of conditions; none if a term counts twice.
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
            // An element of one bit counts itself.
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

    /// What was incremented or decremented where a term is a constant: under that condition most comparisons of the term are gone.
    fn sum_by_case(&self, element: ExprId, depth: u32) -> Option<Sum> {
        let node = *self.node(element);
        let case = self.span(node.arg(0)).filter(|span| span.low == span.high)?;
        let (mut here, mut sum) = (self.sum_of_spans(node.arg(1), depth)?, self.sum_of_spans(node.arg(2), depth)?);
        let width = self.width(element);
        // Deep inside, comparisons of the term may still be there.
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

/// Values without gaps with one more, if that leaves no gap.
fn with(values: Option<(u64, u64)>, one: u64) -> Option<(u64, u64)> {
    match values {
        None => Some((one, one)),
        Some((first, last)) if (first..=last).contains(&one) => Some((first, last)),
        Some((first, last)) if one.checked_add(1) == Some(first) => Some((one, last)),
        Some((first, last)) if last.checked_add(1) == Some(one) => Some((first, one)),
        Some(_) => None,
    }
}

/// Values without gaps but for one, if that leaves no gap.
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
    /// The values for which a term counts, if it does.
    fn of(&self, term: ExprId) -> Option<(u64, u64)> {
        self.spans.iter().find(|span| span.0 == term).map(|span| span.1)
    }

    /// Lets a term that does not count yet count for some values of all that it has. What counts always is a part of the constant.
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

    /// Numbers of inputs that are compared with the number of an element in all ways, at all places that an index can have: what is
    /// read is what is there, under all values.
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
