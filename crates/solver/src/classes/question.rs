//! A question's terms by the leaves they depend on.

use std::rc::Rc;

use expr::{ExprId, Node, Op, Pool};
use value_set::WordSet;

use super::group::{Group, Way};
use crate::value_sets::Leaf;

/// A question may have so many terms.
const TERMS: usize = 2000;
/// So many pairs of classes are looked at together.
const PAIRS: usize = 1 << 14;
/// So many values of terms are computed for a leaf.
const WORK: usize = 1 << 18;

/// The terms of a question, operands first.
pub(crate) struct Question<'a> {
    pool: &'a Pool,
    terms: Vec<Term>,
    numbers: &'a Numbers,
    /// The leaves in the order of the input.
    pub(crate) leaves: Vec<Leaf>,
}

/// A term, the operands by their numbers.
struct Term {
    id: ExprId,
    node: Node,
    /// Its value, if it is a constant.
    constant: u64,
    operands: [u32; 3],
    /// The leaves it depends on, a bit each.
    leaves: u64,
    /// Those that the terms it is an operand of depend on.
    users: u64,
    /// It must hold.
    condition: bool,
}

/// No term.
const NONE: u32 = u32::MAX;

/// The places of terms in the question at hand.
#[derive(Default)]
pub(crate) struct Numbers {
    /// By term: in which question it was met last, and where.
    places: Vec<(u32, u32)>,
    question: u32,
}

impl Numbers {
    /// Forgets the places.
    fn clear(&mut self) {
        self.question += 1;
    }

    /// Notes a place; says whether the term had none.
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
    /// The terms below some conditions; none if they are not of the kind that can be looked through.
    pub(crate) fn new(
        pool: &'a Pool,
        conditions: impl Iterator<Item = ExprId>,
        numbers: &'a mut Numbers,
    ) -> Option<Question<'a>> {
        let mut pending: Vec<ExprId> = conditions.collect();
        let mut conditions = pending.clone();
        conditions.sort_unstable();
        let (mut found, mut leaves) = (Vec::new(), Vec::new());
        numbers.clear();
        while let Some(id) = pending.pop() {
            if !numbers.insert(id, NONE) {
                continue;
            }
            found.push(id);
            if found.len() > TERMS || pool.width(id) > 64 {
                return None;
            }
            match Leaf::of(pool, id) {
                Some(leaf) => leaves.push(leaf),
                None => pending.extend(operands(pool, pool.node(id))?),
            }
        }
        leaves.sort_unstable();
        let apart = leaves.windows(2).all(|pair| !pair[0].overlaps(&pair[1]));
        if !apart || leaves.len() > 64 {
            return None;
        }
        // A term has a greater id than its operands.
        found.sort_unstable();
        for (place, &id) in found.iter().enumerate() {
            numbers.insert(id, place as u32);
        }
        let mut question = Question { pool, terms: Vec::with_capacity(found.len()), numbers, leaves };
        found.iter().for_each(|&id| question.add(id, conditions.binary_search(&id).is_ok()));
        Some(question)
    }

    fn add(&mut self, id: ExprId, condition: bool) {
        let node = *self.pool.node(id);
        let constant = self.pool.as_u64(id).unwrap_or(0);
        let mut term = Term { id, node, constant, operands: [NONE; 3], leaves: 0, users: 0, condition };
        if let Some(leaf) = Leaf::of(self.pool, id) {
            let place = self.leaves.binary_search(&leaf).expect("the leaves are those of the terms");
            term.leaves = 1 << place;
        } else {
            for (place, operand) in node.children().enumerate() {
                if let Some(number) = self.numbers.of(operand) {
                    term.operands[place] = number;
                    term.leaves |= self.terms[number as usize].leaves;
                }
            }
            for number in term.operands.into_iter().filter(|&number| number != NONE) {
                self.terms[number as usize].users |= term.leaves;
            }
        }
        self.terms.push(term);
    }

    /// Whether one of the conditions is the constant.
    pub(crate) fn is_false(&self) -> bool {
        self.terms.iter().any(|term| term.condition && term.leaves == 0 && term.constant == 0)
    }

    /// What decides the classes of the leaves from one place to another: their values, the conditions on them alone, and the
    /// terms of them that others are used with.
    pub(crate) fn key(&self, inputs: u32, from: usize, to: usize) -> Vec<u32> {
        let among = mask(from, to);
        let mut key = vec![inputs];
        let inner = || self.terms.iter().filter(|term| term.leaves != 0 && term.leaves & !among == 0);
        key.extend(inner().filter(|term| term.condition).map(|term| term.id.index() as u32));
        key.push(NONE);
        key.extend(inner().filter(|term| term.users & !among != 0).map(|term| term.id.index() as u32));
        key
    }

    /// The classes of one leaf's values.
    pub(crate) fn single(&self, place: usize, domain: &WordSet) -> Option<Group> {
        let leaves = mask(place, place);
        let values: Vec<u64> = domain.iter().map(|value| value as u64).collect();
        let ways = values.iter().map(|&value| Way { before: 0, value }).collect();
        let mut group = Group { columns: Vec::new(), ways, before: None };
        let mut due = (0..self.terms.len() as u32).filter(|&number| self.terms[number as usize].leaves == leaves);
        // The leaf itself has no operands, so it comes first.
        let leaf = &self.terms[due.next()? as usize];
        group.columns.push((leaf.id, values));
        if leaf.condition {
            group.keep_true();
        }
        self.complete(group, due, leaves)
    }

    /// The classes of the leaves up to a place, by those of the leaves before it and those of its own.
    pub(crate) fn beside(&self, before: &Rc<Group>, own: &Group, place: usize) -> Option<Group> {
        let (first, second) = (before.ways.len(), own.ways.len());
        if first * second > PAIRS {
            return None;
        }
        let mut columns = Vec::with_capacity(before.columns.len() + own.columns.len());
        for (term, values) in &before.columns {
            let repeated = values.iter().flat_map(|&value| std::iter::repeat_n(value, second));
            columns.push((*term, repeated.collect()));
        }
        for (term, values) in &own.columns {
            columns.push((*term, values.repeat(first)));
        }
        let pairs = (0..first as u32)
            .flat_map(|class| own.ways.iter().map(move |way| Way { before: class, value: way.value }));
        let group = Group { columns, ways: pairs.collect(), before: Some(before.clone()) };
        let (leaves, new) = (mask(0, place), mask(place, place));
        let due = (0..self.terms.len() as u32).filter(|&number| {
            let inner = self.terms[number as usize].leaves;
            inner & new != 0 && inner != new && inner & !leaves == 0
        });
        self.complete(group, due, leaves)
    }

    /// Computes some terms, drops the classes in which one that must hold does not, and puts together those that no term tells
    /// apart that is used with other leaves.
    fn complete(&self, mut group: Group, due: impl Iterator<Item = u32>, leaves: u64) -> Option<Group> {
        let mut columns = vec![NONE; self.terms.len()];
        for (place, (term, _)) in group.columns.iter().enumerate() {
            columns[self.numbers.of(*term)? as usize] = place as u32;
        }
        let mut work = 0;
        for number in due {
            let count = group.ways.len();
            work += count;
            if work > WORK {
                return None;
            }
            let term = &self.terms[number as usize];
            let mut operands = [[].as_slice(); 3];
            let mut constants = [0; 3];
            for (i, &operand) in term.operands.iter().enumerate().filter(|entry| *entry.1 != NONE) {
                match columns[operand as usize] {
                    NONE => constants[i] = self.terms[operand as usize].constant,
                    place => operands[i] = &group.columns[place as usize].1,
                }
            }
            let value = |class: usize| {
                let at = |i: usize| operands[i].get(class).copied().unwrap_or(constants[i]);
                self.pool.apply(&term.node, [at(0), at(1), at(2)])
            };
            let values: Vec<u64> = (0..count).map(value).collect();
            columns[number as usize] = group.columns.len() as u32;
            group.columns.push((term.id, values));
            if term.condition {
                group.keep_true();
            }
        }
        let is_used = |term: ExprId| {
            let number = self.numbers.of(term);
            number.is_some_and(|number| self.terms[number as usize].users & !leaves != 0)
        };
        group.columns.retain(|&(term, _)| is_used(term));
        group.join();
        Some(group)
    }
}

/// The leaves from one place to another, a bit each.
fn mask(from: usize, to: usize) -> u64 {
    (u64::MAX << from) & (u64::MAX >> (63 - to))
}

/// The operands of a node whose values decide its own; none if that is not all.
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
