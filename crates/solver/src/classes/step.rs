//! One more leaf: from the classes of some leaves and those of the next leaf to the classes of all of them.
//!
//! The new leaf is used together with only some terms of the classes before. Classes that differ only in other
//! terms are of one *kind*: in a machine with a state and a counter, a byte meets the states. The pairs of
//! kinds and the leaf's own classes are processed in small portions: the terms of one condition after the other
//! are computed and the pairs for which it fails are dropped; then the terms that are used with later leaves
//! are computed. What a kind leads to holds for every class of that kind.

use std::ops::Range;
use std::sync::Arc;

use expr::Operand;

use super::group::{Group, Way};
use super::question::{NONE, Name, Question, Value};
use super::rows::Rows;

use crate::tuning::{CLASSES_PAIRS, CLASSES_PORTION, CLASSES_RESULTS, CLASSES_WORK};

/// Where the values of a term come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Constant,
    /// A column of the classes before.
    Before(u32),
    /// A column of the leaf's own classes.
    Own(u32),
    /// It is computed in this step.
    Due,
}

/// A leaf that is combined with the leaves before it.
pub(crate) struct Step<'a> {
    question: &'a Question<'a>,
    before: Arc<Group>,
    own: &'a Group,
    /// All of the leaves up to and including the new one, one bit each.
    leaves: u64,
    /// Indexed by the term's number.
    sources: Vec<Source>,
}

/// Pairs that are processed together.
struct Portion {
    kinds: Vec<u32>,
    own: Vec<u32>,
    /// The values of terms, indexed by the term's number; empty if not computed yet.
    columns: Vec<Vec<u64>>,
    /// The numbers of the columns that are filled.
    computed: Vec<u32>,
}

/// What the pairs lead to.
struct Results {
    /// In each row a kind, and the values of the terms that are used with later leaves.
    rows: Rows,
    /// For each row, a class of the new leaf that leads to it.
    own: Vec<u32>,
}

impl<'a> Step<'a> {
    pub(crate) fn new(question: &'a Question<'a>, before: Arc<Group>, own: &'a Group, leaves: u64) -> Step<'a> {
        let mut sources = vec![Source::Constant; question.terms.len()];
        for (column, (term, _)) in before.columns.iter().enumerate() {
            sources[question.number(*term) as usize] = Source::Before(column as u32);
        }
        for (column, (term, _)) in own.columns.iter().enumerate() {
            sources[question.number(*term) as usize] = Source::Own(column as u32);
        }
        Step { question, before, own, leaves, sources }
    }

    /// The classes of all the leaves, given the terms that are still to be computed; `None` if there are too
    /// many pairs.
    pub(crate) fn classes(mut self, due: &[u32]) -> Option<Group> {
        due.iter().for_each(|&number| self.sources[number as usize] = Source::Due);
        let (kinds, first_of_kind) = self.kinds(due);
        let carried: Vec<usize> =
            (0..self.before.columns.len()).filter(|&column| self.is_used(self.before.columns[column].0)).collect();
        let own = self.own.columns.iter().map(|column| column.0).filter(|&term| self.is_used(term));
        let computed = due.iter().map(|&number| self.question.terms[number as usize].name);
        let computed = computed.filter(|&name| self.is_used(name));
        let passed_on: Vec<Name> = own.chain(computed).collect();
        let results = self.results(&first_of_kind, due, &passed_on, carried.is_empty())?;

        // Kinds were processed in order, so the results of each are consecutive.
        let mut ranges: Vec<Range<usize>> = vec![0..0; first_of_kind.len()];
        for result in 0..results.rows.len() {
            let range = &mut ranges[results.rows.value(result, 0) as usize];
            let start = if range.end == 0 { result } else { range.start };
            *range = start..result + 1;
        }
        if kinds.iter().map(|&kind| ranges[kind as usize].len()).sum::<usize>() > CLASSES_RESULTS {
            return None;
        }
        let mut rows = Rows::new(carried.len() + passed_on.len());
        let mut ways = Vec::new();
        let mut row = Vec::new();
        for (class, &kind) in kinds.iter().enumerate() {
            for result in ranges[kind as usize].clone() {
                row.clear();
                row.extend(carried.iter().map(|&column| self.before.columns[column].1[class]));
                row.extend((0..passed_on.len()).map(|column| results.rows.value(result, column + 1)));
                if rows.insert(&row) as usize == ways.len() {
                    let value = self.own.ways[results.own[result] as usize].value;
                    ways.push(Way { before: class as u32, value });
                }
            }
        }
        let terms = carried.iter().map(|&column| self.before.columns[column].0).chain(passed_on);
        let columns = terms.enumerate().map(|(column, term)| (term, rows.column(column))).collect();
        Some(Group { columns, ways, before: Some(self.before) })
    }

    /// Whether a term is used together with leaves that are still to come.
    fn is_used(&self, term: Name) -> bool {
        self.question.terms[self.question.number(term) as usize].users & !self.leaves != 0
    }

    /// The kind of each class before, and one class of each kind.
    fn kinds(&self, due: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let mut met = vec![false; self.before.columns.len()];
        for &number in due {
            for operand in self.operands(number) {
                if let Source::Before(column) = self.sources[operand as usize] {
                    met[column as usize] = true;
                }
            }
        }
        let columns = self.before.columns.iter().zip(met).filter(|column| column.1);
        let columns: Vec<&[u64]> = columns.map(|(column, _)| &column.1[..]).collect();
        let (mut rows, mut first) = (Rows::new(columns.len()), Vec::new());
        let mut row = Vec::new();
        let kind = |class: usize| {
            row.clear();
            row.extend(columns.iter().map(|column| column[class]));
            let kind = rows.insert(&row);
            if kind as usize == first.len() {
                first.push(class as u32);
            }
            kind
        };
        let kinds = (0..self.before.ways.len()).map(kind).collect();
        (kinds, first)
    }

    fn operands(&self, number: u32) -> impl Iterator<Item = u32> + use<> {
        self.question.terms[number as usize].value.operands()
    }

    /// The due terms in the order in which they are computed: those of one condition after the other, then the
    /// others.
    fn order(&self, due: &[u32]) -> Vec<u32> {
        let (mut order, mut listed) = (Vec::with_capacity(due.len()), vec![false; self.sources.len()]);
        let condition = |number: &u32| self.question.terms[*number as usize].condition;
        let conditions = due.iter().copied().filter(condition);
        for last in conditions.chain(due.iter().copied().filter(|number| !condition(number))) {
            let from = order.len();
            let mut pending = vec![last];
            while let Some(number) = pending.pop() {
                if self.sources[number as usize] == Source::Due && !listed[number as usize] {
                    listed[number as usize] = true;
                    order.push(number);
                    pending.extend(self.operands(number));
                }
            }
            order[from..].sort_unstable();
        }
        order
    }

    /// What the pairs of kinds and the new leaf's classes lead to. Only one result if `any` is set and no term
    /// tells results apart.
    fn results(&self, kinds: &[u32], due: &[u32], passed_on: &[Name], any: bool) -> Option<Results> {
        let pairs = kinds.len() * self.own.ways.len();
        if pairs > CLASSES_PAIRS {
            return None;
        }
        let order = self.order(due);
        let passed_on: Vec<u32> = passed_on.iter().map(|&term| self.question.number(term)).collect();
        let mut results = Results { rows: Rows::new(1 + passed_on.len()), own: Vec::new() };
        let mut portion = Portion::new(self.sources.len());
        let mut row = Vec::new();
        let mut work = 0;
        for start in (0..pairs).step_by(CLASSES_PORTION) {
            portion.begin(start..pairs.min(start + CLASSES_PORTION), self.own.ways.len());
            for &number in &order {
                work += portion.own.len();
                self.question.work.set(self.question.work.get() + portion.own.len() as u64);
                if work > CLASSES_WORK {
                    return None;
                }
                self.compute(&mut portion, kinds, number);
                if self.question.terms[number as usize].condition && !portion.keep_true(number, &self.sources) {
                    break;
                }
            }
            if portion.own.is_empty() {
                continue;
            }
            passed_on.iter().for_each(|&number| self.fetch(&mut portion, kinds, number));
            for case in 0..portion.own.len() {
                row.clear();
                row.push(u64::from(portion.kinds[case]));
                row.extend(passed_on.iter().map(|&number| portion.columns[number as usize][case]));
                if results.rows.insert(&row) as usize == results.own.len() {
                    results.own.push(portion.own[case]);
                }
            }
            if any && passed_on.is_empty() {
                break;
            }
        }
        Some(results)
    }

    /// Computes a term for all pairs of a portion.
    fn compute(&self, portion: &mut Portion, kinds: &[u32], number: u32) {
        let term = &self.question.terms[number as usize];
        self.operands(number).for_each(|operand| self.fetch(portion, kinds, operand));
        let mut out = std::mem::take(&mut portion.columns[number as usize]);
        let cases = portion.own.len();
        match &term.value {
            Value::Operator(node, operands) => {
                let operands = operands.map(|operand| match operand {
                    NONE => Operand::Constant(0),
                    number => match self.question.terms[number as usize].value {
                        Value::Constant(value) => Operand::Constant(value),
                        _ => Operand::Values(&portion.columns[number as usize]),
                    },
                });
                self.question.pool.apply_all(node, operands, cases, &mut out);
            }
            Value::View(leaves) => {
                out.resize(cases, 0);
                let low = self.question.leaves[leaves.start as usize].low;
                for place in leaves.clone() {
                    let shift = self.question.leaves[place as usize].low - low;
                    let values = &portion.columns[place as usize];
                    out.iter_mut().zip(values).for_each(|(whole, part)| *whole |= part << shift);
                }
            }
            Value::Leaf | Value::Constant(_) => unreachable!("only terms with operands are due"),
        }
        portion.columns[number as usize] = out;
        portion.computed.push(number);
    }

    /// Fills the column of a term that is not due.
    fn fetch(&self, portion: &mut Portion, kinds: &[u32], number: u32) {
        let Portion { kinds: kind, own, columns, computed } = portion;
        let column = &mut columns[number as usize];
        if !column.is_empty() {
            return;
        }
        match self.sources[number as usize] {
            Source::Constant | Source::Due => return,
            Source::Before(place) => {
                let values = &self.before.columns[place as usize].1;
                column.extend(kind.iter().map(|&kind| values[kinds[kind as usize] as usize]));
            }
            Source::Own(place) => {
                let values = &self.own.columns[place as usize].1;
                column.extend(own.iter().map(|&class| values[class as usize]));
            }
        }
        computed.push(number);
    }
}

impl Portion {
    fn new(terms: usize) -> Portion {
        Portion { kinds: Vec::new(), own: Vec::new(), columns: vec![Vec::new(); terms], computed: Vec::new() }
    }

    /// Starts with other pairs.
    fn begin(&mut self, pairs: Range<usize>, classes: usize) {
        self.kinds.clear();
        self.kinds.extend(pairs.clone().map(|pair| (pair / classes) as u32));
        self.own.clear();
        self.own.extend(pairs.map(|pair| (pair % classes) as u32));
        for number in self.computed.drain(..) {
            self.columns[number as usize].clear();
        }
    }

    /// Drops the pairs for which a condition fails; returns whether any are left.
    fn keep_true(&mut self, condition: u32, sources: &[Source]) -> bool {
        let holds = std::mem::take(&mut self.columns[condition as usize]);
        if holds.contains(&0) {
            retain(&mut self.kinds, &holds);
            retain(&mut self.own, &holds);
            let Portion { columns, computed, .. } = self;
            computed.retain(|&number| {
                // Columns that were only fetched are fetched again.
                let due = sources[number as usize] == Source::Due;
                if due {
                    retain(&mut columns[number as usize], &holds)
                } else {
                    columns[number as usize].clear()
                }
                due
            });
        }
        self.columns[condition as usize] = vec![1; self.own.len()];
        !self.own.is_empty()
    }
}

/// Keeps the values at the places where `holds` is 1.
fn retain<T>(values: &mut Vec<T>, holds: &[u64]) {
    let mut holds = holds.iter();
    values.retain(|_| holds.next() == Some(&1));
}
