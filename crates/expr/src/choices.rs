//! Terms that choose between numbers, and the same choice between other things.
//!
//! A pointer that was read from a table, or that paths were joined over, is such a term: whatever the input is, its value is
//! one of a few numbers, and what decides is inside the term. [`Pool::choice`] finds the numbers, and [`Pool::choose`] puts
//! other things in their places: `ite(c, 3, 5)` with `x` for 3 and `y` for 5 is `ite(c, x, y)`, and a read of a table is a
//! read of another table at the same index. So a question about what a pointer leads to becomes one about the index that it
//! was found by, and no longer mentions addresses.
//!
//! Followed are choices, reads of constant tables at places that the index can have, with stores above them, and operators
//! with one operand that is not constant.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arrays::Places;
use crate::fold::apply_word;
use crate::node::{ExprId, Node, Op, TableId};
use crate::pool::Pool;

/// A term that has one of a few numbers as value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The term, of at most 64 bits.
    pub term: ExprId,
    /// The numbers that it chooses between, in ascending order. It may be that some are never chosen.
    pub numbers: Vec<u64>,
}

/// How a term chooses.
enum Step {
    /// It is a number.
    Number(u64),
    /// Between two terms.
    Between { condition: ExprId, yes: ExprId, no: ExprId },
    /// Between what is stored at an index and what is below.
    Stored { array: ExprId, index: ExprId },
    /// Between the elements of a table, which may be read in parts.
    Element { index: ExprId, places: Places },
    /// As its operand does. The number becomes another one.
    Changed { operand: ExprId },
}

/// What a choice costs to look at.
struct Budget {
    terms: usize,
    places: u64,
}

/// The state of a replacement: what was made of each term. A term is seen under several functions of its numbers.
struct Replacement<'c> {
    numbers: &'c [u64],
    results: &'c [ExprId],
    done: FxHashMap<(ExprId, Vec<ExprId>), ExprId>,
    /// The operators between the root and the term that is replaced, innermost last.
    above: Vec<ExprId>,
    /// Whether numbers that are in line may become a sum.
    sums: bool,
}

impl Pool {
    /// The numbers that a term chooses between, if it is seen to be such a choice and there are not too many.
    pub fn choice(&self, term: ExprId) -> Option<Choice> {
        if self.width(term) > 64 || self.node(term).op.is_array() {
            return None;
        }
        let mut budget = Budget { terms: self.tuning.choice_terms, places: self.tuning.choice_places };
        let mut done: FxHashMap<ExprId, Vec<u64>> = FxHashMap::default();
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            if done.contains_key(&at) {
                stack.pop();
                continue;
            }
            let step = self.step(at)?;
            let before = stack.len();
            stack.extend(self.below(&step).filter(|below| !done.contains_key(below)));
            if stack.len() > before {
                continue;
            }
            budget.terms = budget.terms.checked_sub(1)?;
            let numbers = self.numbers_at(at, &step, &done, &mut budget)?;
            done.insert(at, numbers);
        }
        let numbers = done.remove(&term)?;
        Some(Choice { term, numbers })
    }

    /// What a choice makes of other things: the result for the number that is chosen. `results` has one term for each
    /// number, all of one width. Where these are numbers, so is what the term chooses between: they may be addresses, which
    /// must not get lost in a sum.
    pub fn choose(&mut self, choice: &Choice, results: &[ExprId]) -> ExprId {
        self.chosen(choice, results, false)
    }

    fn chosen(&mut self, choice: &Choice, results: &[ExprId], sums: bool) -> ExprId {
        assert_eq!(choice.numbers.len(), results.len(), "a result for each number");
        if results.iter().all(|&result| result == results[0]) {
            return results[0];
        }
        let mut replacement =
            Replacement { numbers: &choice.numbers, results, done: FxHashMap::default(), above: Vec::new(), sums };
        self.replaced(choice.term, &mut replacement)
    }

    /// Like [`Pool::choose`] for numbers of a width that are no addresses. Those in line become a sum.
    pub fn choose_numbers(&mut self, choice: &Choice, width: u32, results: impl Iterator<Item = u64>) -> ExprId {
        let results: Vec<ExprId> = results.map(|result| self.int(width, result)).collect();
        self.chosen(choice, &results, true)
    }

    /// Whether a term is made of numbers that conditions choose, add up or take apart, with no input in it besides those
    /// that the conditions are about. `false` also for large terms.
    pub fn is_of_numbers(&self, term: ExprId) -> bool {
        let mut left = self.tuning.choice_terms;
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let mut open = vec![term];
        while let Some(at) = open.pop() {
            let node = self.node(at);
            if node.width == 1 && !node.op.is_array() || !seen.insert(at) {
                continue;
            }
            match node.op {
                Op::Sym | Op::Bytes | Op::Index | Op::Forall => return false,
                Op::Ite => open.extend([node.arg(1), node.arg(2)]),
                // What is read is in the array, wherever that is.
                Op::Select => open.push(node.arg(0)),
                Op::Store => open.extend([node.arg(0), node.arg(2)]),
                _ => open.extend(node.children()),
            }
            left -= 1;
            if left == 0 {
                return false;
            }
        }
        true
    }

    /// How a term chooses, if it does.
    fn step(&self, term: ExprId) -> Option<Step> {
        let node = *self.node(term);
        match node.op {
            Op::Const => Some(Step::Number(self.as_u64(term)?)),
            Op::Ite => Some(Step::Between { condition: node.arg(0), yes: node.arg(1), no: node.arg(2) }),
            Op::Select => self.step_of_read(&node),
            Op::Concat | Op::ZExt if self.first_index(term).is_some() => self.step_of_parts(term),
            Op::Forall | Op::Index | Op::Sym | Op::Float(_) => None,
            _ => {
                let mut open = node.children().filter(|&child| !self.is_const(child));
                let operand = open.next()?;
                let fits = node.children().all(|child| !self.node(child).op.is_array() && self.width(child) <= 64);
                (open.next().is_none() && fits).then_some(Step::Changed { operand })
            }
        }
    }

    fn step_of_read(&self, read: &Node) -> Option<Step> {
        let (array, index, size) = (read.arg(0), read.arg(1), read.width / 8);
        let node = *self.node(array);
        match node.op {
            Op::Store => {
                let whole = self.width(node.arg(2)) == read.width && self.is_element(array, index, size);
                whole.then_some(Step::Stored { array, index })
            }
            Op::Table => self.step_of_table(TableId(node.args[0]), index, (u64::from(size), size)),
            _ => None,
        }
    }

    /// An element of a size, of which so many bytes are read from the index on.
    fn step_of_table(&self, table: TableId, index: ExprId, (read, size): (u64, u32)) -> Option<Step> {
        let last = (self.table_bytes(table).len() as u64).checked_sub(read)?;
        let places = self.places(index).within(0, last)?;
        // Elements of another table, at the same places, must not overlap.
        (places.stride >= u64::from(size)).then_some(Step::Element { index, places })
    }

    /// An element that is read in parts, as where elements are not taken as a whole: bytes that are the same at all places are
    /// numbers already.
    fn step_of_parts(&self, term: ExprId) -> Option<Step> {
        let (table, index) = self.first_index(term)?;
        let read = self.parts_end(term, table, index)?;
        self.step_of_table(table, index, (read, self.width(term) / 8))
    }

    /// The table and the index of the lowest part of a number that is read in parts.
    fn first_index(&self, term: ExprId) -> Option<(TableId, ExprId)> {
        let node = self.node(term);
        match node.op {
            Op::Concat => self.first_index(node.arg(1)).or_else(|| self.first_index(node.arg(0))),
            Op::ZExt => self.first_index(node.arg(0)),
            Op::Select if self.node(node.arg(0)).op == Op::Table => {
                Some((TableId(self.node(node.arg(0)).args[0]), node.arg(1)))
            }
            _ => None,
        }
    }

    /// How far from the index of the lowest part the parts of a number are read, if all are read from one table, at fixed
    /// distances.
    fn parts_end(&self, term: ExprId, table: TableId, index: ExprId) -> Option<u64> {
        let node = self.node(term);
        match node.op {
            Op::Const => Some(0),
            Op::Concat => {
                let [high, low] = [0, 1].map(|part| self.parts_end(node.arg(part), table, index));
                Some(high?.max(low?))
            }
            Op::ZExt => self.parts_end(node.arg(0), table, index),
            Op::Select => {
                let array = self.node(node.arg(0));
                let distance = (0..8).find(|&distance| self.is_behind(node.arg(1), index, distance))?;
                let is_same = array.op == Op::Table && array.args[0] == table.0;
                is_same.then_some(distance + u64::from(node.width / 8))
            }
            _ => None,
        }
    }

    /// The value of a read of a table, or of one in parts, where the index of the lowest part is this place.
    fn element(&self, term: ExprId, index: ExprId, place: u64) -> u64 {
        let node = *self.node(term);
        match node.op {
            Op::Concat => {
                let (high, low) = (self.element(node.arg(0), index, place), self.element(node.arg(1), index, place));
                high << self.width(node.arg(1)) | low
            }
            Op::ZExt => self.element(node.arg(0), index, place),
            Op::Select => {
                let distance = (0..8).find(|&distance| self.is_behind(node.arg(1), index, distance));
                let table = TableId(self.node(node.arg(0)).args[0]);
                self.table_element(table, place + distance.expect("the parts are near"), node.width / 8)
            }
            _ => self.as_u64(term).expect("a part is read or a number"),
        }
    }

    /// The terms whose numbers a term passes on. What is below a store is looked at where the store is.
    fn below(&self, step: &Step) -> impl Iterator<Item = ExprId> + use<> {
        let terms = match *step {
            Step::Number(_) | Step::Element { .. } => [None, None],
            Step::Between { yes, no, .. } => [Some(yes), Some(no)],
            Step::Stored { array, .. } => [Some(self.node(array).arg(2)), None],
            Step::Changed { operand } => [Some(operand), None],
        };
        terms.into_iter().flatten()
    }

    fn numbers_at(
        &self,
        term: ExprId,
        step: &Step,
        done: &FxHashMap<ExprId, Vec<u64>>,
        budget: &mut Budget,
    ) -> Option<Vec<u64>> {
        let mut numbers = match *step {
            Step::Number(number) => return Some(vec![number]),
            Step::Between { yes, no, .. } => [&done[&yes][..], &done[&no][..]].concat(),
            Step::Changed { operand } => {
                done[&operand].iter().map(|&number| self.changed(term, operand, number)).collect()
            }
            Step::Stored { array, index } => {
                let node = *self.node(array);
                let mut numbers = done[&node.arg(2)].clone();
                numbers.extend(self.numbers_below(node.arg(0), index, self.width(term), budget)?);
                numbers
            }
            Step::Element { index, places } => {
                budget.places = budget.places.checked_sub(places.count())?;
                places.iter().map(|at| self.element(term, index, at)).collect()
            }
        };
        numbers.sort_unstable();
        numbers.dedup();
        Some(numbers)
    }

    /// The numbers of a read below a store. The terms that were stored there must be numbers themselves.
    fn numbers_below(&self, array: ExprId, index: ExprId, width: u32, budget: &mut Budget) -> Option<Vec<u64>> {
        let (mut below, mut numbers) = (array, Vec::new());
        loop {
            let read = Node { op: Op::Select, width, args: [below.0, index.0, 0] };
            budget.terms = budget.terms.checked_sub(1)?;
            match self.step_of_read(&read)? {
                Step::Stored { array, .. } => {
                    let store = *self.node(array);
                    numbers.push(self.as_u64(store.arg(2))?);
                    below = store.arg(0);
                }
                Step::Element { places, .. } => {
                    budget.places = budget.places.checked_sub(places.count())?;
                    let table = TableId(self.node(below).args[0]);
                    numbers.extend(places.iter().map(|at| self.table_element(table, at, width / 8)));
                    return Some(numbers);
                }
                Step::Number(_) | Step::Between { .. } | Step::Changed { .. } => return None,
            }
        }
    }

    /// The value of a term with one operand that is not constant, if that operand has a value.
    fn changed(&self, term: ExprId, operand: ExprId, value: u64) -> u64 {
        let node = self.node(term);
        let word = |child: ExprId| if child == operand { value } else { self.as_u64(child).expect("it is constant") };
        let (a, b) = match node.op.arity() {
            1 => (word(node.arg(0)), u64::from(node.args[1])),
            _ => (word(node.arg(0)), word(node.arg(1))),
        };
        apply_word(node.op, node.width, self.width(node.arg(0)), a, b)
    }

    /// The term with results in the places of its numbers.
    fn replaced(&mut self, term: ExprId, replacement: &mut Replacement<'_>) -> ExprId {
        let key = (term, replacement.above.clone());
        if let Some(&done) = replacement.done.get(&key) {
            return done;
        }
        let result = match self.step(term).expect("it was a choice before") {
            Step::Number(number) => self.result(number, replacement),
            Step::Between { condition, yes, no } => {
                let (yes, no) = (self.replaced(yes, replacement), self.replaced(no, replacement));
                self.ite(condition, yes, no)
            }
            Step::Changed { operand } => {
                replacement.above.push(term);
                let result = self.replaced(operand, replacement);
                replacement.above.pop();
                result
            }
            Step::Stored { array, index } => {
                let value = self.node(array).arg(2);
                let stored = self.replaced(value, replacement);
                self.replaced_store(array, index, self.width(term), stored, replacement)
            }
            Step::Element { index, places } => {
                let numbers = places.iter().map(|at| self.element(term, index, at)).collect();
                self.replaced_element(index, places, numbers, replacement)
            }
        };
        replacement.done.insert(key, result);
        result
    }

    /// The result for a number at a term below some operators.
    fn result(&self, number: u64, replacement: &Replacement<'_>) -> ExprId {
        let changed = replacement.above.iter().rev().fold(number, |number, &term| match self.step(term) {
            Some(Step::Changed { operand }) => self.changed(term, operand, number),
            _ => unreachable!("only operators change a number"),
        });
        let at = replacement.numbers.binary_search(&changed).expect("the choice has the number");
        replacement.results[at]
    }

    /// A read of a store, and of what is below it. `stored` is what the store's own value became.
    fn replaced_store(
        &mut self,
        array: ExprId,
        index: ExprId,
        width: u32,
        stored: ExprId,
        replacement: &Replacement<'_>,
    ) -> ExprId {
        let mut cases = vec![(self.node(array).arg(1), stored)];
        let mut below = self.node(array).arg(0);
        let mut result = loop {
            let read = Node { op: Op::Select, width, args: [below.0, index.0, 0] };
            match self.step_of_read(&read).expect("it was a choice before") {
                Step::Stored { array, .. } => {
                    let store = *self.node(array);
                    let number = self.as_u64(store.arg(2)).expect("a number is stored below another store");
                    cases.push((store.arg(1), self.result(number, replacement)));
                    below = store.arg(0);
                }
                Step::Element { places, .. } => {
                    let table = TableId(self.node(below).args[0]);
                    let numbers = places.iter().map(|at| self.table_element(table, at, width / 8)).collect();
                    break self.replaced_element(index, places, numbers, replacement);
                }
                Step::Number(_) | Step::Between { .. } | Step::Changed { .. } => unreachable!("a read reads an array"),
            }
        };
        for (place, stored) in cases.into_iter().rev() {
            let is_here = self.eq(index, place);
            result = self.ite(is_here, stored, result);
        }
        result
    }

    fn replaced_element(
        &mut self,
        index: ExprId,
        places: Places,
        numbers: Vec<u64>,
        replacement: &Replacement<'_>,
    ) -> ExprId {
        let results: Vec<ExprId> = numbers.into_iter().map(|number| self.result(number, replacement)).collect();
        self.by_place(index, places, &results, replacement.sums)
    }

    /// The result for the place that an index is at. There is no meaning in other places.
    fn by_place(&mut self, index: ExprId, places: Places, results: &[ExprId], sums: bool) -> ExprId {
        let first = results[0];
        if results.iter().all(|&result| result == first) {
            return first;
        }
        let width = self.width(first);
        let numbers: Option<Vec<u64>> = results.iter().map(|&result| self.as_u64(result)).collect();
        match numbers {
            Some(numbers) if width == 1 => self.truth_by_place(index, places, &numbers),
            Some(numbers) => {
                let sum = if sums { self.sum_by_place(index, places, &numbers, width) } else { None };
                sum.unwrap_or_else(|| self.number_by_place(index, places, &numbers, width))
            }
            None => self.term_by_place(index, places, results),
        }
    }

    /// A truth value for each place: a comparison if those with one value are neighbours, else a table.
    fn truth_by_place(&mut self, index: ExprId, places: Places, truths: &[u64]) -> ExprId {
        for value in [1, 0] {
            let from = truths.iter().position(|&truth| truth == value).expect("both values are there");
            let until = truths.iter().rposition(|&truth| truth == value).expect("both values are there");
            if truths[from..=until].iter().all(|&truth| truth == value) {
                let low = self.int(64, places.first + from as u64 * places.stride);
                let distance = self.int(64, (until - from) as u64 * places.stride);
                let offset = self.sub(index, low);
                let inside = self.ule(offset, distance);
                return if value == 1 { inside } else { self.not(inside) };
            }
        }
        let truth = self.number_by_place(index, places, truths, 8);
        self.trunc(truth, 1)
    }

    /// A number for each place as a sum, if they are in line.
    fn sum_by_place(&mut self, index: ExprId, places: Places, numbers: &[u64], width: u32) -> Option<ExprId> {
        let step = numbers[1].wrapping_sub(numbers[0]);
        let in_line = numbers.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step);
        if !in_line || numbers.len() < 3 || width > 64 {
            return None;
        }
        // Lower bits of sums and products depend on lower bits only, so this is done in 64 bits.
        let (first, stride, step) = (self.int(64, places.first), places.stride.ilog2(), self.int(64, step));
        let distance = self.sub(index, first);
        let shift = self.int(64, u64::from(stride));
        let count = self.lshr(distance, shift);
        let (product, start) = (self.mul(count, step), self.int(64, numbers[0]));
        let sum = self.add(product, start);
        Some(self.trunc(sum, width))
    }

    /// A number for each place: an element of a table.
    fn number_by_place(&mut self, index: ExprId, places: Places, numbers: &[u64], width: u32) -> ExprId {
        let size = width.div_ceil(8).next_power_of_two();
        let (table, at) = if places.stride >= u64::from(size) {
            let mut bytes = vec![0; (places.last + u64::from(size)) as usize];
            for (place, number) in places.iter().zip(numbers) {
                bytes[place as usize..][..size as usize].copy_from_slice(&number.to_le_bytes()[..size as usize]);
            }
            (bytes, index)
        } else {
            // The elements are larger than what was read: their places are further apart.
            let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()[..size as usize].to_vec()).collect();
            let (first, stride) = (self.int(64, places.first), self.int(64, u64::from(places.stride.ilog2())));
            let distance = self.sub(index, first);
            let count = self.lshr(distance, stride);
            let scale = self.int(64, u64::from(size.ilog2()));
            (bytes, self.shl(count, scale))
        };
        let table = self.table(table.into());
        let element = self.select_element(table, at, size);
        self.trunc(element, width)
    }

    /// A term for each place: a tree over the bits of the number that a term has among those that differ.
    fn term_by_place(&mut self, index: ExprId, places: Places, results: &[ExprId]) -> ExprId {
        let mut different: Vec<ExprId> = results.to_vec();
        different.sort_unstable();
        different.dedup();
        let number = |result: &ExprId| different.binary_search(result).expect("it is one of them") as u64;
        let numbers: Vec<u64> = results.iter().map(number).collect();
        let sum = self.sum_by_place(index, places, &numbers, 32);
        let number = sum.unwrap_or_else(|| self.number_by_place(index, places, &numbers, 32));
        self.by_bits(number, &different)
    }

    fn by_bits(&mut self, number: ExprId, terms: &[ExprId]) -> ExprId {
        let Some(bit) = (terms.len() - 1).checked_ilog2() else { return terms[0] };
        let (low, high) = terms.split_at(1 << bit);
        let (low, high) = (self.by_bits(number, low), self.by_bits(number, high));
        let is_high = self.extract(number, bit, 1);
        self.ite(is_high, high, low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::model::Model;
    use crate::node::SymbolId;

    /// A term with the symbols `a` and `c`, two bytes, and what it is under all of their values.
    fn check(pool: &mut Pool, term: ExprId, expected: &[u64]) {
        let choice = pool.choice(term).expect("it is a choice");
        assert_eq!(choice.numbers, expected);
        let mut evaluator = Evaluator::new();
        let widths = [1, 8, 64];
        let numbers: Vec<ExprId> = widths
            .iter()
            .map(|&width| pool.choose_numbers(&choice, width, expected.iter().map(|&n| (n / 8) * (n / 8) + n % 3)))
            .collect();
        let symbol = pool.symbol("other", 64);
        let terms: Vec<ExprId> = (0..expected.len() as u64)
            .map(|at| {
                let at = pool.int(64, 1000 * at);
                pool.add(symbol, at)
            })
            .collect();
        let other = pool.choose(&choice, &terms);
        for (a, c) in (0..=255u8).flat_map(|a| [(a, 0u8), (a, 1), (a, 7)]) {
            let model = Model::default().with_bytes([(SymbolId(0), 0, a), (SymbolId(1), 0, c)]);
            let value = evaluator.eval_u64(pool, &model, term);
            let at = expected.binary_search(&value).expect("one of the numbers");
            for (&width, &number) in widths.iter().zip(&numbers) {
                let wanted = ((value / 8) * (value / 8) + value % 3) & (u64::MAX >> (64 - width));
                assert_eq!(evaluator.eval_u64(pool, &model, number), wanted, "{width} bits at {a}, {c}");
            }
            assert_eq!(evaluator.eval_u64(pool, &model, other), 1000 * at as u64);
        }
    }

    fn table(pool: &mut Pool, words: &[u64]) -> ExprId {
        pool.table(words.iter().flat_map(|word| word.to_le_bytes()).collect())
    }

    /// The symbols, and `(a & mask) * 8`.
    fn index(pool: &mut Pool, mask: u64) -> (ExprId, ExprId) {
        let (a, c) = (pool.symbol("a", 8), pool.symbol("c", 8));
        let mask = pool.int(8, mask);
        let low = pool.and(a, mask);
        let (wide, eight) = (pool.zext(low, 64), pool.int(64, 8));
        (pool.mul(wide, eight), c)
    }

    #[test]
    fn reads_of_tables() {
        let mut pool = Pool::new();
        let (at, _) = index(&mut pool, 7);
        let words = table(&mut pool, &[0, 0x100, 0x140, 0, 0x100, 0x190, 0x200, 0x100]);
        let read = pool.select_element(words, at, 8);
        check(&mut pool, read, &[0, 0x100, 0x140, 0x190, 0x200]);
        let lines = table(&mut pool, &[40, 80, 120, 160, 200, 240, 280, 320]);
        let read = pool.select_element(lines, at, 8);
        let numbers: Vec<u64> = (1..=8).map(|n| 40 * n).collect();
        check(&mut pool, read, &numbers);
        let choice = pool.choice(read).expect("it is a choice");
        let positions = pool.choose_numbers(&choice, 64, (0..8).map(|n| 24 * n));
        assert_ne!(pool.node(positions).op, Op::Select, "numbers in line are a sum");
    }

    #[test]
    fn reads_in_parts() {
        let mut pool = Pool::new();
        pool.set_array_axioms(crate::ArrayAxioms::All);
        let (at, _) = index(&mut pool, 7);
        let words = table(&mut pool, &[0, 0x1100, 0x140, 0, 0x1100, 0x190, 0x200, 0x1100]);
        let read = pool.select_element(words, at, 8);
        assert_ne!(pool.node(read).op, Op::Select);
        check(&mut pool, read, &[0, 0x140, 0x190, 0x200, 0x1100]);
        // The lowest byte is a number, and the last place counts.
        let words = table(&mut pool, &[0x2010, 0x112010, 0x142010, 0x2010, 0x112010, 0x192010, 0x202010, 0x772010]);
        let read = pool.select_element(words, at, 8);
        let low = pool.extract(read, 0, 8);
        assert!(pool.is_const(low));
        check(&mut pool, read, &[0x2010, 0x112010, 0x142010, 0x192010, 0x202010, 0x772010]);
    }

    #[test]
    fn choices_between_reads() {
        let mut pool = Pool::new();
        let (at, c) = index(&mut pool, 3);
        let words = table(&mut pool, &[16, 24, 40, 16]);
        let read = pool.select_element(words, at, 8);
        let (one, sixteen, mask) = (pool.int(8, 1), pool.int(64, 16), pool.int(64, !7));
        let is_one = pool.eq(c, one);
        let behind = pool.add(read, sixteen);
        let either = pool.ite(is_one, behind, read);
        check(&mut pool, either, &[16, 24, 32, 40, 56]);
        let seven = pool.int(64, 103);
        let other = pool.ite(is_one, seven, read);
        let masked = pool.and(other, mask);
        check(&mut pool, masked, &[16, 24, 40, 96]);
    }

    #[test]
    fn reads_of_stores() {
        let mut pool = Pool::new();
        let (at, c) = index(&mut pool, 7);
        let seven = pool.int(8, 7);
        let low = pool.and(c, seven);
        let (wide, eight) = (pool.zext(low, 64), pool.int(64, 8));
        let other = pool.mul(wide, eight);
        let words = table(&mut pool, &[0, 8, 16, 24, 32, 40, 48, 56]);
        let (x, y) = (pool.int(64, 400), pool.int(64, 800));
        let first = pool.store(words, other, x);
        let nine = pool.int(64, 56);
        let second = pool.store(first, nine, y);
        let read = pool.select_element(second, at, 8);
        check(&mut pool, read, &[0, 8, 16, 24, 32, 40, 48, 56, 400, 800]);
    }

    #[test]
    fn sums_of_conditions_are_of_numbers() {
        let mut pool = Pool::new();
        let (at, c) = index(&mut pool, 3);
        let words = table(&mut pool, &[16, 24, 40, 16]);
        let read = pool.select_element(words, at, 8);
        let (one, ten) = (pool.int(8, 1), pool.int(64, 10));
        let is_one = pool.ult(c, one);
        let counted = pool.zext(is_one, 64);
        let sum = pool.add(read, counted);
        let product = pool.mul(sum, ten);
        assert!(pool.is_of_numbers(product) && pool.choice(product).is_none());
        let stored = pool.store(words, at, sum);
        let wide = pool.zext(c, 64);
        let read = pool.select(stored, wide);
        assert!(pool.is_of_numbers(read));
        let input = pool.add(product, wide);
        assert!(!pool.is_of_numbers(input));
    }

    #[test]
    fn what_is_no_choice() {
        let mut pool = Pool::new();
        let (at, c) = index(&mut pool, 255);
        assert_eq!(pool.choice(at).map(|choice| choice.numbers.len()), None, "an input");
        let wide = pool.zext(c, 64);
        let words = table(&mut pool, &[1, 2, 3]);
        let read = pool.select_element(words, wide, 8);
        assert_eq!(pool.choice(read), None, "elements that overlap");
        let object = pool.symbol("object", 256);
        let bytes = pool.bytes(object);
        let read = pool.select_element(bytes, at, 8);
        assert_eq!(pool.choice(read), None, "what is read is an input");
    }
}
