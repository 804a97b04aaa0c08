//! Equalities as substitutions: what the constraints fix is put into the question before anybody thinks about it.
//!
//! A constraint `t = c` with a constant replaces `t` by `c`; `x = y` between inputs replaces the younger by the older; and
//! an equation between sums replaces an input among the summands by the others, if those are small and do not depend on
//! it. Under the constraints the new question is the old one, and often it is a constant: then it is refuted here. The
//! parts of a conjunction are used in the same way on each other, which is how a script's definitions disappear.

use std::rc::Rc;

use expr::{ExprId, Op, Pool, Substitution};

use crate::path::{Slice, conjuncts, overlap};
use crate::query::Query;

/// Questions larger than this are left as they are.
const QUESTION_TERMS: usize = 4096;
/// An input is replaced by a term of at most so many operators.
const DEFINITION_TERMS: usize = 24;
/// What was put in may itself be fixed by another equality: so many times.
const ROUNDS: usize = 4;
/// For how many slices the equations are kept.
const SLICES: usize = 8;

/// Finds and applies equations.
#[derive(Default)]
pub(crate) struct Equalities {
    /// The equations of slices, most recently used first.
    known: Vec<(Rc<Slice>, Equations)>,
    /// Questions that changed.
    pub(crate) changed: u64,
}

/// What to replace by what.
type Equations = Rc<[(ExprId, ExprId)]>;

impl Equalities {
    /// The question as the constraints let it be read; nothing if they say nothing about it.
    pub(crate) fn apply(&mut self, pool: &mut Pool, query: &Query) -> Option<ExprId> {
        let outer = self.of_slice(pool, &query.slice);
        if outer.is_empty() && !is_conjunction(pool, query.question) {
            return None;
        }
        let mut parts = conjuncts(pool, query.question);
        if parts.len() > QUESTION_TERMS {
            return None;
        }
        let inner: Vec<Option<(ExprId, ExprId)>> = match parts[..] {
            [_] => vec![None],
            _ => parts.iter().map(|&part| equation(pool, part)).collect(),
        };
        let everywhere: Vec<(ExprId, ExprId)> = outer.iter().chain(inner.iter().flatten()).copied().collect();
        if everywhere.is_empty() {
            return None;
        }
        for _ in 0..ROUNDS {
            let mut all = substitution(pool, &everywhere);
            let mut of_path = substitution(pool, &outer);
            let mut changed = false;
            for (part, own) in parts.iter_mut().zip(&inner) {
                // An equation that is used on others must itself stay.
                let substitution = if own.is_none() { &mut all } else { &mut of_path };
                let new = substitution.apply(pool, *part, QUESTION_TERMS)?;
                changed |= new != *part;
                *part = new;
            }
            if !changed {
                break;
            }
        }
        let mut question = pool.bool(true);
        for part in parts {
            question = pool.and(question, part);
        }
        (question != query.question).then(|| {
            self.changed += 1;
            question
        })
    }

    fn of_slice(&mut self, pool: &mut Pool, slice: &Rc<Slice>) -> Equations {
        if let Some(place) = self.known.iter().position(|(known, _)| Rc::ptr_eq(known, slice)) {
            self.known[..=place].rotate_right(1);
            return self.known[0].1.clone();
        }
        let found: Equations = slice.constraints.iter().filter_map(|&term| equation(pool, term)).collect();
        self.known.truncate(SLICES - 1);
        self.known.insert(0, (slice.clone(), found.clone()));
        found
    }
}

fn substitution(pool: &Pool, equations: &[(ExprId, ExprId)]) -> Substitution {
    let mut substitution = Substitution::new();
    equations.iter().for_each(|&(from, to)| substitution.replace(pool, from, to));
    substitution
}

/// Whether the term has several parts that must all hold.
fn is_conjunction(pool: &Pool, term: ExprId) -> bool {
    let node = pool.node(term);
    node.op == Op::And || node.op == Op::Not && pool.node(node.arg(0)).op == Op::Or
}

/// The replacement that a true boolean term stands for.
fn equation(pool: &mut Pool, term: ExprId) -> Option<(ExprId, ExprId)> {
    let node = *pool.node(term);
    if node.op != Op::Eq {
        return None;
    }
    let (a, b) = (node.arg(0), node.arg(1));
    if pool.is_const(b) {
        return Some((a, b));
    }
    if is_input(pool, a) && is_input(pool, b) {
        return Some((a.max(b), a.min(b)));
    }
    // Sums are equal: the youngest input that is a summand is the rest of them.
    let mut summands = Vec::new();
    for (side, flipped) in [(a, false), (b, true)] {
        inputs_in_sum(pool, side, flipped, &mut summands)?;
    }
    summands.sort_unstable_by_key(|&(input, _)| std::cmp::Reverse(input));
    let difference = pool.sub(a, b);
    summands.into_iter().find_map(|(input, flipped)| {
        let rest = if flipped { pool.add(difference, input) } else { pool.sub(input, difference) };
        defines(pool, input, rest).then_some((input, rest))
    })
}

/// Adds the inputs among the summands of a term, each with whether it is subtracted; nothing if there are many.
fn inputs_in_sum(pool: &Pool, term: ExprId, flipped: bool, found: &mut Vec<(ExprId, bool)>) -> Option<()> {
    let mut pending = vec![(term, flipped)];
    let mut seen = 0;
    while let Some((term, flipped)) = pending.pop() {
        seen += 1;
        if seen > DEFINITION_TERMS {
            return None;
        }
        let node = pool.node(term);
        match node.op {
            Op::Add => pending.extend(node.children().map(|child| (child, flipped))),
            Op::Neg => pending.push((node.arg(0), !flipped)),
            _ if is_input(pool, term) => found.push((term, flipped)),
            _ => {}
        }
    }
    Some(())
}

/// Whether the term is a symbol or a part of one.
fn is_input(pool: &Pool, term: ExprId) -> bool {
    let node = pool.node(term);
    node.op == Op::Sym || node.op == Op::Extract && pool.node(node.arg(0)).op == Op::Sym
}

/// Whether the term is small and says what the input is without mentioning it.
fn defines(pool: &Pool, input: ExprId, term: ExprId) -> bool {
    let mut seen = vec![term];
    let mut next = 0;
    while next < seen.len() {
        let node = pool.node(seen[next]);
        for child in node.children() {
            if !seen.contains(&child) {
                seen.push(child);
            }
        }
        if seen.len() > DEFINITION_TERMS {
            return false;
        }
        next += 1;
    }
    !overlap(&pool.support(input), &pool.support(term))
}
