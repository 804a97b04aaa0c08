//! The terms of a question, with the leaves that each depends on.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use expr::{ExprId, Node, Op, Pool};
use value_set::WordSet;

use super::group::{Group, Way};
use super::step::Step;
use crate::tuning::CLASSES_TERMS;
use crate::value_sets::Leaf;

/// The terms of a question, operands before the terms that use them.
pub(crate) struct Question<'a> {
    pub(super) pool: &'a Pool,
    /// The leaves come first, in the order of `leaves`.
    pub(super) terms: Vec<Term>,
    numbers: &'a Numbers,
    /// Disjoint runs of input bits, in the order of the input. Where terms read overlapping runs, each run is
    /// made up of smaller leaves.
    pub(crate) leaves: Vec<Leaf>,
    /// How many values of terms were computed for the question.
    pub(crate) work: Cell<u64>,
}

/// A leaf or a term, which has a value in each class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    Leaf(Leaf),
    Term(ExprId),
}

/// A term. Operands are given by their numbers, which are indices into `terms`.
pub(super) struct Term {
    pub(super) name: Name,
    pub(super) value: Value,
    /// The leaves it depends on, one bit each.
    leaves: u64,
    /// The leaves that the terms which use it depend on, one bit each.
    pub(super) users: u64,
    /// Whether the term is a condition, which must hold.
    pub(super) condition: bool,
}

/// How a term's value is computed.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// The value of the leaf.
    Leaf,
    /// The concatenation of these leaves, the lowest first.
    View(Range<u32>),
    Constant(u64),
    /// An operator on operands; unused places are [`NONE`].
    Operator(Node, [u32; 3]),
}

impl Value {
    /// The numbers of the operands.
    pub(super) fn operands(&self) -> impl Iterator<Item = u32> + use<> {
        let (leaves, operands) = match self {
            Value::Leaf | Value::Constant(_) => (0..0, [NONE; 3]),
            Value::View(leaves) => (leaves.clone(), [NONE; 3]),
            Value::Operator(_, operands) => (0..0, *operands),
        };
        leaves.chain(operands.into_iter().filter(|&operand| operand != NONE))
    }
}

/// The number that stands for no term.
pub(super) const NONE: u32 = u32::MAX;

/// The places of terms in the current question.
#[derive(Default)]
pub(crate) struct Numbers {
    /// For each term, the question it was met in last, and its place there.
    places: Vec<(u32, u32)>,
    question: u32,
}

impl Numbers {
    /// Forgets all places, by beginning a new question.
    fn clear(&mut self) {
        self.question += 1;
    }

    /// Notes a term's place; returns whether it had none.
    fn insert(&mut self, term: ExprId, place: u32) -> bool {
        let index = term.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, (0, 0));
        }
        let before = std::mem::replace(&mut self.places[index], (self.question, place));
        before.0 != self.question
    }

    fn of(&self, term: ExprId) -> Option<u32> {
        let &(question, place) = self.places.get(term.index())?;
        (question == self.question).then_some(place)
    }
}

impl<'a> Question<'a> {
    /// The terms below some conditions; `None` if one of them is of a kind that is not supported.
    pub(crate) fn new(
        pool: &'a Pool,
        conditions: impl Iterator<Item = ExprId>,
        numbers: &'a mut Numbers,
    ) -> Option<Question<'a>> {
        let mut pending: Vec<ExprId> = conditions.collect();
        let mut conditions = pending.clone();
        conditions.sort_unstable();
        let (mut found, mut views) = (Vec::new(), Vec::new());
        numbers.clear();
        while let Some(id) = pending.pop() {
            if !numbers.insert(id, NONE) {
                continue;
            }
            found.push(id);
            if found.len() > CLASSES_TERMS || pool.width(id) > 64 {
                return None;
            }
            match Leaf::of(pool, id) {
                Some(leaf) => views.push(leaf),
                None => pending.extend(operands(pool, pool.node(id))?),
            }
        }
        let leaves = leaves_of(views);
        if leaves.len() > 64 {
            return None;
        }
        // A term has a greater id than its operands.
        found.sort_unstable();
        for (place, &id) in found.iter().enumerate() {
            numbers.insert(id, (leaves.len() + place) as u32);
        }
        let terms = Vec::with_capacity(leaves.len() + found.len());
        let mut question = Question { pool, terms, numbers, leaves, work: Cell::new(0) };
        question.terms.extend(question.leaves.iter().enumerate().map(|(place, &leaf)| Term {
            name: Name::Leaf(leaf),
            value: Value::Leaf,
            leaves: 1 << place,
            users: 0,
            condition: false,
        }));
        found.iter().try_for_each(|&id| question.add(id, conditions.binary_search(&id).is_ok()))?;
        Some(question)
    }

    /// Adds a term; fails if it depends on no leaf without being a constant.
    fn add(&mut self, id: ExprId, condition: bool) -> Option<()> {
        let value = self.value(id);
        let leaves = value.operands().fold(0, |leaves, operand| leaves | self.terms[operand as usize].leaves);
        if leaves == 0 && !matches!(value, Value::Constant(_)) {
            return None;
        }
        value.operands().for_each(|operand| self.terms[operand as usize].users |= leaves);
        self.terms.push(Term { name: Name::Term(id), value, leaves, users: 0, condition });
        Some(())
    }

    fn value(&self, id: ExprId) -> Value {
        if let Some(value) = self.pool.as_u64(id) {
            return Value::Constant(value);
        }
        if let Some(view) = Leaf::of(self.pool, id) {
            let first = self.leaves.partition_point(|leaf| (leaf.symbol, leaf.low) < (view.symbol, view.low));
            let count = self.leaves[first..].iter().take_while(|leaf| view.contains(leaf)).count();
            return Value::View(first as u32..(first + count) as u32);
        }
        let node = *self.pool.node(id);
        let mut operands = [NONE; 3];
        for (place, operand) in node.children().enumerate() {
            // The table of a read has no number.
            operands[place] = self.numbers.of(operand).unwrap_or(NONE);
        }
        Value::Operator(node, operands)
    }

    /// Whether one of the conditions is the constant false.
    pub(crate) fn is_false(&self) -> bool {
        self.terms.iter().any(|term| term.condition && matches!(term.value, Value::Constant(0)))
    }

    /// What determines the classes of the leaves `from` to `to`: their values, the conditions on them alone,
    /// and the terms of them that are used together with other leaves.
    pub(crate) fn key(&self, inputs: u32, from: usize, to: usize) -> Vec<u32> {
        let among = mask(from, to);
        let mut key = vec![inputs];
        let inner = || self.terms.iter().enumerate().filter(|(_, term)| term.leaves != 0 && term.leaves & !among == 0);
        let number = |(place, term): (usize, &Term)| match term.name {
            // The inputs determine which leaf this is, and no term has such a large number.
            Name::Leaf(_) => NONE - 1 - (place - from) as u32,
            Name::Term(id) => id.index() as u32,
        };
        key.extend(inner().filter(|(_, term)| term.condition).map(number));
        key.push(NONE);
        key.extend(inner().filter(|(_, term)| term.users & !among != 0).map(number));
        key
    }

    /// The classes of one leaf's values.
    pub(crate) fn single(&self, place: usize, domain: &WordSet) -> Option<Group> {
        let leaves = mask(place, place);
        let due = self.numbers_of(|inner| inner == leaves);
        // The leaf itself comes first.
        let (_, due) = due.split_first()?;
        let values: Vec<u64> = domain.iter().map(|value| value as u64).collect();
        let ways = values.iter().map(|&value| Way { before: 0, value }).collect();
        let own = Group { columns: vec![(Name::Leaf(self.leaves[place]), values)], ways, before: None };
        Step::new(self, Arc::new(Group::of_nothing()), &own, leaves).classes(due)
    }

    /// The classes of the leaves up to a place, from the classes of the leaves before it and those of the leaf
    /// itself.
    pub(crate) fn beside(&self, before: &Arc<Group>, own: &Group, place: usize) -> Option<Group> {
        let (leaves, new) = (mask(0, place), mask(place, place));
        let due = self.numbers_of(|inner| inner & new != 0 && inner != new && inner & !leaves == 0);
        Step::new(self, before.clone(), own, leaves).classes(&due)
    }

    /// The numbers of the terms whose leaves are as wanted.
    fn numbers_of(&self, wanted: impl Fn(u64) -> bool) -> Vec<u32> {
        (0..self.terms.len() as u32).filter(|&number| wanted(self.terms[number as usize].leaves)).collect()
    }

    /// The number of a term of the question.
    pub(super) fn number(&self, name: Name) -> u32 {
        let number = match name {
            Name::Leaf(leaf) => self.leaves.binary_search(&leaf).ok().map(|place| place as u32),
            Name::Term(id) => self.numbers.of(id),
        };
        number.expect("it is one of the question's")
    }
}

/// Disjoint runs of bits that all of the given runs are made up of.
fn leaves_of(mut views: Vec<Leaf>) -> Vec<Leaf> {
    views.sort_unstable();
    let mut leaves: Vec<Leaf> = Vec::with_capacity(views.len());
    let mut rest = &views[..];
    while let Some(first) = rest.first() {
        let mut end = first.end();
        // All that overlap with one of these, directly or through others.
        let count = rest.iter().take_while(|view| {
            let overlaps = view.symbol == first.symbol && view.low < end;
            end = end.max(if overlaps { view.end() } else { 0 });
            overlaps
        });
        let (together, others) = rest.split_at(count.count());
        let mut cuts: Vec<u32> = together.iter().flat_map(|view| [view.low, view.end()]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let leaf = |cut: &[u32]| Leaf { symbol: first.symbol, low: cut[0], width: cut[1] - cut[0] };
        leaves.extend(cuts.windows(2).map(leaf));
        rest = others;
    }
    leaves
}

/// The leaves `from` to `to`, both included, one bit each.
fn mask(from: usize, to: usize) -> u64 {
    (u64::MAX << from) & (u64::MAX >> (63 - to))
}

/// The operands of a node whose values determine its own; `None` if the value depends on something else too.
fn operands(pool: &Pool, node: &Node) -> Option<impl Iterator<Item = ExprId>> {
    let table = match node.op {
        Op::Sym | Op::WideConst => return None,
        op if op.is_array() => return None,
        Op::Select if pool.node(node.arg(0)).op != Op::Table => return None,
        Op::Select => 1,
        _ => 0,
    };
    let operands: Vec<ExprId> = node.children().skip(table).collect();
    Some(operands.into_iter())
}
