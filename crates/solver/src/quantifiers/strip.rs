//! Stripping: quantified facts are weakened to what follows from them without a quantifier.
//!
//! A fact implies its first instance, if there is one. And where a condition that must hold contradicts the instance
//! for some term `t`, then `t` is beyond the count (Trabish 2024, §6.4.2.1). Beyond the paper, a condition may
//! contradict any one part of a body that is a conjunction, and the terms `t` are found from the places that both
//! read of an array; whether the instance is contradicted is then seen from the terms, which are equal if they have
//! the same id.

use expr::{ExprId, Op, Pool, SymbolId};
use rustc_hash::FxHashSet;

use super::Fact;
use super::reads::Read;
use crate::path::{Slice, conjuncts};
use crate::tuning::{QUANTIFIER_MATCHED, QUANTIFIER_TERMS};

/// What a fact says without a quantifier about the first value of its index; true if that has a quantifier again.
pub(crate) fn first_instance(pool: &mut Pool, fact: ExprId) -> ExprId {
    let parts = pool.as_forall(fact).expect("a fact is a quantifier");
    let instance = pool.instance_at(&parts, 1);
    if pool.is_quantified(instance) { pool.bool(true) } else { instance }
}

/// What follows from the facts, the question and the path without a quantifier.
pub(super) fn strip(pool: &mut Pool, facts: &[Fact], question: &[ExprId], given: &Slice) -> Vec<ExprId> {
    let mut weaker = Vec::new();
    let mut conditions: Vec<ExprId> = Vec::new();
    for &part in question {
        conditions.extend(conjuncts(pool, part));
    }
    conditions.extend(given.constraints.youngest().take(QUANTIFIER_MATCHED));
    for fact in facts {
        let first = first_instance(pool, fact.term);
        if pool.as_u64(first) != Some(1) && !given.constraints.contains(&first) {
            weaker.push(first);
        }
        for at in contradicted(pool, fact, &conditions) {
            // t = 0 or count < t
            let (zero, count) = (pool.int(64, 0), fact.parts.count);
            let (none, beyond) = (pool.eq(at, zero), pool.ult(count, at));
            let either = pool.or(none, beyond);
            // A fact says nothing about what is beyond its bound.
            let most = pool.int(64, fact.parts.most);
            let outside = pool.ult(most, at);
            weaker.push(pool.or(either, outside));
        }
    }
    weaker
}

/// The terms for which the instance of a fact is contradicted by one of the conditions.
fn contradicted(pool: &mut Pool, fact: &Fact, conditions: &[ExprId]) -> Vec<ExprId> {
    let opposites: Vec<ExprId> =
        conjuncts(pool, fact.parts.body).into_iter().filter(|&part| pool.is_open(part)).collect();
    let opposites: Vec<ExprId> = opposites.into_iter().map(|part| pool.not(part)).collect();
    let mut found = Vec::new();
    for &condition in conditions {
        if pool.is_quantified(condition) || !opposites.iter().any(|&part| pool.node(part).op == pool.node(condition).op)
        {
            continue;
        }
        for at in candidates(pool, fact, condition) {
            let contradicts = |pool: &mut Pool, part: ExprId| {
                let body = expr::Forall { body: part, ..fact.parts };
                pool.instance(&body, at) == condition
            };
            if !found.contains(&at) && opposites.iter().any(|&part| contradicts(pool, part)) {
                found.push(at);
            }
        }
    }
    found
}

/// The terms for which a fact may read what a condition reads.
fn candidates(pool: &mut Pool, fact: &Fact, condition: ExprId) -> Vec<ExprId> {
    let mut terms = Vec::new();
    let (mut seen, mut pending) = (FxHashSet::default(), vec![condition]);
    while let Some(term) = pending.pop() {
        if seen.len() >= QUANTIFIER_TERMS || !seen.insert(term) {
            continue;
        }
        let node = *pool.node(term);
        let place = match node.op {
            Op::Select => base_symbol(pool, node.arg(0)).map(|symbol| (symbol, node.arg(1))),
            Op::Extract if pool.node(node.arg(0)).op == Op::Sym && node.args[1].is_multiple_of(8) => {
                let symbol = SymbolId(pool.node(node.arg(0)).args[0]);
                Some((symbol, pool.int(64, u64::from(node.args[1] / 8))))
            }
            _ => None,
        };
        if let Some((symbol, at)) = place {
            for distance in fact.reads.iter().filter(|read| read.symbol == symbol).filter_map(Read::distance) {
                let distance = pool.int(64, distance);
                terms.push(pool.sub(at, distance));
            }
        }
        pending.extend(node.children());
    }
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// The symbol whose bytes are below the stores of an array.
pub(super) fn base_symbol(pool: &Pool, array: ExprId) -> Option<SymbolId> {
    let base = pool.node(pool.array_base(array));
    (base.op == Op::Bytes).then(|| SymbolId(pool.node(base.arg(0)).args[0]))
}
