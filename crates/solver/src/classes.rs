//! Classes of inputs that the terms of a question do not tell apart.
//!
//! A program that is driven by tables forgets most of what it reads: of 256 bytes a lexer makes forty classes, and of all texts up to
//! a place some dozens of states. So a question about it can be decided by going through its input once. The values of the
//! first leaf fall into classes, by the values of those terms that depend on it alone and are used together with other leaves.
//! Each further leaf is put beside the classes so far: where constraints that are complete now fail, the pair is dropped, and
//! the others fall into classes again. Nothing is approximated: no class left means that there is no model, and a class that is
//! left has a model that is found by going back. What has too many classes is left to others.
//!
//! This is bucket elimination (Dechter, "Bucket elimination: a unifying framework for reasoning", 1999) on terms instead of
//! relations: what is passed on is not a relation between inputs but the values that the rest of the question asks for. It takes
//! the idea that indices have few values, of "Type and Interval Aware Array Constraint Solving for Symbolic Execution", further than
//! intervals: here the values are those that go together.

use expr::{ExprId, Node, Op, Pool};
use rustc_hash::FxHashMap;
use value_set::WordSet;

use crate::value_sets::Leaf;

/// A question may have so many terms.
const TERMS: usize = 2000;
/// A leaf may have so many values.
const VALUES: usize = 512;
/// So many pairs of classes are looked at together.
const PAIRS: usize = 1 << 14;
/// So many values of terms are computed for a question.
const WORK: usize = 1 << 18;

/// What was found out.
pub(crate) enum Verdict {
    /// The leaves with values for which everything holds.
    Holds(Vec<(Leaf, u64)>),
    /// There are no such values.
    Fails,
    /// There is too much to look at, or something else than reads of constant tables.
    Open,
}

/// A term of the question, the operands by their numbers.
struct Term {
    node: Node,
    /// Its value, if it is a constant.
    constant: u64,
    operands: [u32; 3],
    /// The leaves it depends on, and those that the terms it is an operand of do, a bit each.
    leaves: u64,
    users: u64,
    /// It must hold.
    root: bool,
}

/// The terms of a question, operands first.
pub(crate) struct Classes<'a> {
    pool: &'a Pool,
    terms: Vec<Term>,
    leaves: Vec<(Leaf, u32)>,
    work: usize,
}

/// Classes of the values of some leaves.
struct Group {
    /// The leaves, a bit each.
    leaves: u64,
    /// The terms by which they are told apart, and for each the value in every class.
    columns: Vec<(u32, Vec<u64>)>,
    /// For every class a way to get there.
    ways: Vec<Way>,
}

/// How a class came about: the class of the leaves before, and the value of the last one.
#[derive(Clone, Copy)]
struct Way {
    /// An index into all ways, of the class before.
    before: u32,
    value: u64,
}

impl<'a> Classes<'a> {
    /// The terms below some conditions; none if they are not of the kind that can be looked through.
    pub(crate) fn new(pool: &'a Pool, roots: impl Iterator<Item = ExprId>) -> Option<Classes<'a>> {
        let mut roots: Vec<ExprId> = roots.collect();
        roots.sort_unstable();
        let mut found: Vec<ExprId> = Vec::new();
        let mut numbers: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut pending = roots.clone();
        while let Some(id) = pending.pop() {
            if numbers.insert(id, 0).is_some() {
                continue;
            }
            found.push(id);
            if found.len() > TERMS || pool.width(id) > 64 {
                return None;
            }
            if Leaf::of(pool, id).is_none() {
                pending.extend(operands(pool, pool.node(id))?);
            }
        }
        // A term has a greater id than its operands.
        found.sort_unstable();
        for (number, id) in found.iter().enumerate() {
            numbers.insert(*id, number as u32);
        }
        let mut classes = Classes { pool, terms: Vec::with_capacity(found.len()), leaves: Vec::new(), work: 0 };
        classes.list_leaves(&found)?;
        for id in found {
            classes.add(id, &numbers, roots.binary_search(&id).is_ok());
        }
        for number in 0..classes.terms.len() {
            let (leaves, inner) = (classes.terms[number].leaves, classes.terms[number].operands);
            for operand in inner.into_iter().filter(|&operand| operand != NONE) {
                classes.terms[operand as usize].users |= leaves;
            }
        }
        Some(classes)
    }

    /// Finds the leaves, in the order of the input; none if they have bits in common or are too many.
    fn list_leaves(&mut self, found: &[ExprId]) -> Option<()> {
        let leaves = found.iter().enumerate();
        self.leaves = leaves.filter_map(|(number, &id)| Some((Leaf::of(self.pool, id)?, number as u32))).collect();
        self.leaves.sort_unstable();
        let apart = self.leaves.windows(2).all(|pair| !pair[0].0.overlaps(&pair[1].0));
        (apart && self.leaves.len() <= 64).then_some(())
    }

    fn add(&mut self, id: ExprId, numbers: &FxHashMap<ExprId, u32>, root: bool) {
        let node = *self.pool.node(id);
        let number = self.terms.len() as u32;
        let mut term =
            Term { node, constant: self.pool.as_u64(id).unwrap_or(0), operands: [NONE; 3], leaves: 0, users: 0, root };
        if let Some(place) = self.leaves.iter().position(|leaf| leaf.1 == number) {
            term.leaves = 1 << place;
        } else {
            for (place, operand) in node.children().enumerate() {
                if let Some(&number) = numbers.get(&operand) {
                    term.operands[place] = number;
                    term.leaves |= self.terms[number as usize].leaves;
                }
            }
        }
        self.terms.push(term);
    }

    /// Goes through the leaves, whose values are in the given sets.
    pub(crate) fn decide(mut self, values: impl Fn(Leaf) -> WordSet) -> Verdict {
        let mut ways: Vec<Way> = Vec::new();
        let mut group = Group { leaves: 0, columns: Vec::new(), ways: vec![Way { before: NONE, value: 0 }] };
        if self.terms.iter().any(|term| term.root && term.leaves == 0 && term.constant == 0) {
            return Verdict::Fails;
        }
        for place in 0..self.leaves.len() {
            let domain = values(self.leaves[place].0);
            if !domain.has_at_most(VALUES) {
                return Verdict::Open;
            }
            let Some(single) = self.single(place, &domain) else { return Verdict::Open };
            let first = ways.len() as u32;
            ways.extend(&group.ways);
            group.ways = (0..group.ways.len() as u32).map(|class| Way { before: first + class, value: 0 }).collect();
            match self.beside(&group, &single) {
                Some(larger) => group = larger,
                None => return Verdict::Open,
            }
            if group.ways.is_empty() {
                return Verdict::Fails;
            }
        }
        let mut found = Vec::with_capacity(self.leaves.len());
        let mut way = group.ways[0];
        for &(leaf, _) in self.leaves.iter().rev() {
            found.push((leaf, way.value));
            way = ways[way.before as usize];
        }
        Verdict::Holds(found)
    }

    /// The classes of one leaf's values.
    fn single(&mut self, place: usize, domain: &WordSet) -> Option<Group> {
        let (_, number) = self.leaves[place];
        let values: Vec<u64> = domain.iter().map(|value| value as u64).collect();
        let ways = values.iter().map(|&value| Way { before: NONE, value }).collect();
        self.complete(Group { leaves: 1 << place, columns: vec![(number, values)], ways }, 0)
    }

    /// The classes of the leaves of two groups, of which the second has but one.
    fn beside(&mut self, one: &Group, other: &Group) -> Option<Group> {
        let (first, second) = (one.ways.len(), other.ways.len());
        if first * second > PAIRS {
            return None;
        }
        let mut columns = Vec::with_capacity(one.columns.len() + other.columns.len());
        for (number, values) in &one.columns {
            let repeated = values.iter().flat_map(|&value| std::iter::repeat_n(value, second));
            columns.push((*number, repeated.collect()));
        }
        for (number, values) in &other.columns {
            columns.push((*number, values.repeat(first)));
        }
        let pairs = one.ways.iter().flat_map(|way| other.ways.iter().map(|last| Way { value: last.value, ..*way }));
        let group = Group { leaves: one.leaves | other.leaves, columns, ways: pairs.collect() };
        self.complete(group, other.leaves)
    }

    /// Computes the terms that the leaves of a group determine, and did not before one of them came (all, if none did), drops the
    /// classes in which one that must hold does not, and puts together those that no other term tells apart.
    fn complete(&mut self, mut group: Group, new: u64) -> Option<Group> {
        let inside = |leaves: u64| leaves & !group.leaves == 0;
        let due: Vec<u32> = (0..self.terms.len() as u32)
            .filter(|&number| {
                let leaves = self.terms[number as usize].leaves;
                let fresh = if new == 0 { leaves == group.leaves } else { leaves & new != 0 && leaves != new };
                fresh && inside(leaves) && !group.columns.iter().any(|column| column.0 == number)
            })
            .collect();
        let mut places: FxHashMap<u32, usize> =
            group.columns.iter().enumerate().map(|(place, column)| (column.0, place)).collect();
        if let Some(&(number, _)) = group.columns.first()
            && new == 0
            && self.terms[number as usize].root
        {
            group.keep(|columns, class| columns[0].1[class] == 1);
        }
        for number in due {
            let count = group.ways.len();
            self.work += count;
            if self.work > WORK {
                return None;
            }
            let term = &self.terms[number as usize];
            let mut operands = [[].as_slice(); 3];
            let mut constants = [0; 3];
            for (i, &operand) in term.operands.iter().enumerate().filter(|entry| *entry.1 != NONE) {
                match places.get(&operand) {
                    Some(&place) => operands[i] = &group.columns[place].1,
                    None => constants[i] = self.terms[operand as usize].constant,
                }
            }
            let value = |class: usize| {
                let at = |i: usize| operands[i].get(class).copied().unwrap_or(constants[i]);
                self.pool.apply(&term.node, [at(0), at(1), at(2)])
            };
            let values: Vec<u64> = (0..count).map(value).collect();
            let root = term.root;
            places.insert(number, group.columns.len());
            group.columns.push((number, values));
            if root {
                let last = group.columns.len() - 1;
                group.keep(|columns, class| columns[last].1[class] == 1);
            }
        }
        let leaves = group.leaves;
        group.columns.retain(|&(number, _)| self.terms[number as usize].users & !leaves != 0);
        group.join();
        Some(group)
    }
}

impl Group {
    /// Drops the other classes.
    fn keep(&mut self, good: impl Fn(&[(u32, Vec<u64>)], usize) -> bool) {
        let kept: Vec<usize> = (0..self.ways.len()).filter(|&class| good(&self.columns, class)).collect();
        if kept.len() < self.ways.len() {
            self.restrict(&kept);
        }
    }

    fn restrict(&mut self, kept: &[usize]) {
        for (_, values) in &mut self.columns {
            *values = kept.iter().map(|&class| values[class]).collect();
        }
        self.ways = kept.iter().map(|&class| self.ways[class]).collect();
    }

    /// Keeps one of those classes that have the same values.
    fn join(&mut self) {
        let mut seen: FxHashMap<Box<[u64]>, ()> = FxHashMap::default();
        let columns = &self.columns;
        let kept: Vec<usize> = (0..self.ways.len())
            .filter(|&class| seen.insert(columns.iter().map(|column| column.1[class]).collect(), ()).is_none())
            .collect();
        if kept.len() < self.ways.len() {
            self.restrict(&kept);
        }
    }
}

/// No term, or no class.
const NONE: u32 = u32::MAX;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::all_values::{Random, compare_over, element, resized, table};

    /// Two to four widths of two to four bits, ten bits together at most.
    fn widths(random: &mut Random) -> Vec<u32> {
        let mut widths: Vec<u32> = (0..2 + random.below(3)).map(|_| 2 + random.below(3) as u32).collect();
        while widths.iter().sum::<u32>() > 10 {
            widths.pop();
        }
        widths
    }

    /// An element at a place that is a word, a sum of two, or an element itself.
    fn read(pool: &mut Pool, words: &[ExprId], random: &mut Random, depth: u32) -> ExprId {
        let word = |random: &mut Random| words[random.below(words.len() as u64) as usize];
        let index = match random.below(4) {
            0 if depth > 0 => read(pool, words, random, depth - 1),
            1 => {
                let (a, b) = (word(random), word(random));
                let (a, b) = (resized(pool, random, a, 4), resized(pool, random, b, 4));
                pool.add(a, b)
            }
            _ => word(random),
        };
        let array = table(pool, random);
        element(pool, random, array, index)
    }

    fn condition(pool: &mut Pool, words: &[ExprId], random: &mut Random) -> ExprId {
        let mut left = read(pool, words, random, 1);
        let width = pool.width(left);
        let right = match random.below(4) {
            0 => words[random.below(words.len() as u64) as usize],
            1 => read(pool, words, random, 0),
            _ => pool.int(width, random.below(24)),
        };
        let right = resized(pool, random, right, width);
        if random.below(3) == 0 {
            let other = read(pool, words, random, 0);
            let other = resized(pool, random, other, width);
            left = pool.add(left, other);
        }
        let signed = random.below(2) == 0;
        random.comparison(pool, left, right, signed)
    }

    #[test]
    fn all_values_agree() {
        let config = Config { classes: true, bit_blast: false, ..Config::bare() };
        let share = compare_over(&config, 600, widths, condition).share();
        assert!(share > 0.8, "{share}");
    }
}
