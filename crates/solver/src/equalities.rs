//! Equalities as substitutions: what the constraints fix is replaced in the question before any stage sees it.
//!
//! A constraint `t = c` with a constant replaces `t` by `c`; `x = y` between inputs replaces the younger by the
//! older; and an equation between sums replaces an input among the summands by the others, if those are small
//! and do not depend on it. Under the constraints the new question is equivalent to the old one, and often it
//! is a constant: then it is refuted here. The parts of a conjunction are used on each other in the same way,
//! which eliminates the definitions of a script.

use expr::{ExprId, Op, Pool, Substitution};
use rustc_hash::FxHashSet;

use crate::path::conjuncts;
use crate::query::Query;
use crate::ranges::overlap;
use crate::sorted::{Item, Sorted};
use crate::tuning::{EQUALITY_DEFINITION, EQUALITY_REMEMBERED, EQUALITY_ROUNDS, EQUALITY_TERMS};

/// A term and its replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Equation {
    from: ExprId,
    to: ExprId,
}

impl Item for Equation {
    type Key = ExprId;
    type Hull = ();

    fn key(&self) -> ExprId {
        self.from
    }

    fn joined((): (), (): ()) {}

    fn same(&self, other: &Equation) -> bool {
        self == other
    }
}

/// Applies the equations of slices to questions.
#[derive(Default)]
pub(crate) struct Equalities {
    /// The equations used last, and terms that none of them applies to.
    known: (Sorted<Equation>, FxHashSet<ExprId>),
    /// Terms to visit, and those visited.
    pending: Vec<ExprId>,
    seen: FxHashSet<ExprId>,
    /// The number of questions that changed.
    pub(crate) changed: u64,
}

impl Equalities {
    /// The question rewritten by the constraints' equations; `None` if no equation applies.
    pub(crate) fn apply(&mut self, pool: &mut Pool, query: &Query) -> Option<ExprId> {
        let outer = &query.slice.equations;
        if outer.is_empty() && !is_conjunction(pool, query.question) {
            return None;
        }
        let mut parts = conjuncts(pool, query.question);
        if parts.len() > EQUALITY_TERMS {
            return None;
        }
        let inner: Vec<Option<Equation>> = match parts[..] {
            [_] => vec![None],
            _ => parts.iter().map(|&part| equation(pool, part)).collect(),
        };
        for round in 0..EQUALITY_ROUNDS {
            let of_path = self.about(pool, outer, &parts)?;
            let everywhere: Vec<Equation> = of_path.iter().chain(inner.iter().flatten()).copied().collect();
            if everywhere.is_empty() {
                if round == 0 {
                    // Rebuilding it could only change the order of its parts, which gains nothing.
                    return None;
                }
                break;
            }
            let (mut all, mut of_path) = (substitution(pool, &everywhere), substitution(pool, &of_path));
            let mut changed = false;
            for (part, own) in parts.iter_mut().zip(&inner) {
                // An equation that is applied to the other parts must itself stay.
                let substitution = if own.is_none() { &mut all } else { &mut of_path };
                let new = substitution.apply(pool, *part, EQUALITY_TERMS)?;
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

    /// The equations that apply to terms within these; `None` if too many terms would have to be visited. Terms
    /// without any are not visited again as long as the path has the same equations.
    fn about(&mut self, pool: &Pool, equations: &Sorted<Equation>, terms: &[ExprId]) -> Option<Vec<Equation>> {
        if equations.is_empty() {
            return Some(Vec::new());
        }
        if !self.known.0.is_clone_of(equations) || self.known.1.len() > EQUALITY_REMEMBERED {
            self.known = (equations.clone(), FxHashSet::default());
        }
        self.seen.clear();
        self.pending.clear();
        self.pending.extend_from_slice(terms);
        let mut found = Vec::new();
        while let Some(term) = self.pending.pop() {
            if pool.is_const(term) || self.known.1.contains(&term) || !self.seen.insert(term) {
                continue;
            }
            if self.seen.len() > EQUALITY_TERMS {
                return None;
            }
            match equations.get(term) {
                Some(equation) => found.push(*equation),
                None => self.pending.extend(pool.node(term).children()),
            }
        }
        if found.is_empty() {
            self.known.1.extend(self.seen.drain());
        }
        Some(found)
    }
}

fn substitution(pool: &Pool, equations: &[Equation]) -> Substitution {
    let mut substitution = Substitution::new();
    equations.iter().for_each(|&Equation { from, to }| substitution.replace(pool, from, to));
    substitution
}

/// Whether the term has several parts that must all hold.
fn is_conjunction(pool: &Pool, term: ExprId) -> bool {
    let node = pool.node(term);
    node.op == Op::And || node.op == Op::Not && pool.node(node.arg(0)).op == Op::Or
}

/// The replacement that follows from a boolean term that holds, if there is one.
pub(crate) fn equation(pool: &mut Pool, term: ExprId) -> Option<Equation> {
    let node = *pool.node(term);
    if node.op != Op::Eq {
        return None;
    }
    let (a, b) = (node.arg(0), node.arg(1));
    if pool.is_const(b) {
        return Some(Equation { from: a, to: b });
    }
    if is_input(pool, a) && is_input(pool, b) {
        return Some(Equation { from: a.max(b), to: a.min(b) });
    }
    // Two sums are equal: the youngest input among the summands equals the rest.
    let mut summands = Vec::new();
    for (side, flipped) in [(a, false), (b, true)] {
        inputs_in_sum(pool, side, flipped, &mut summands)?;
    }
    summands.sort_unstable_by_key(|&(input, _)| std::cmp::Reverse(input));
    let difference = pool.sub(a, b);
    summands.into_iter().find_map(|(input, flipped)| {
        let rest = if flipped { pool.add(difference, input) } else { pool.sub(input, difference) };
        defines(pool, input, rest).then_some(Equation { from: input, to: rest })
    })
}

/// Adds the inputs among the summands of a term, each with whether it is subtracted; `None` if there are too
/// many.
fn inputs_in_sum(pool: &Pool, term: ExprId, flipped: bool, found: &mut Vec<(ExprId, bool)>) -> Option<()> {
    let mut pending = vec![(term, flipped)];
    let mut seen = 0;
    while let Some((term, flipped)) = pending.pop() {
        seen += 1;
        if seen > EQUALITY_DEFINITION {
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

/// Whether the term is small and does not mention the input, so that it can replace it.
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
        if seen.len() > EQUALITY_DEFINITION {
            return false;
        }
        next += 1;
    }
    !overlap(&pool.support(input), &pool.support(term))
}
