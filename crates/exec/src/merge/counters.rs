//! The numbers of repetitions of a pattern, as terms.
//!
//! A number is a new symbol with a range (Trabish 2024, definition 6.2.6). Beyond the paper, it need not be: where a
//! condition compares an input with a number in each repetition or behind them, such as `i < n` in a loop over `n` bytes, the
//! paths often have as many repetitions as that input says. If the solver agrees for each of them, the number is a term of the
//! inputs, and so is what it is used for. Later conditions on the input then say something about these values, and the same in
//! each round of a loop; a symbol would be known to be equal to it only by way of the quantifier.

use expr::{ExprId, Op, Pool, Substitution};
use solver::Answer;

use super::runs::{Member, Places};
use super::several::{Numbered, by_all_but_the_last, chosen_by};
use crate::state::State;
use crate::tuning::{PATTERN_COUNTS, PATTERN_PATHS};
use crate::worker::Worker;
use expr::fit::Variable;

/// The number of repetitions of one run.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    /// What terms are fitted with.
    pub(super) variable: Variable,
    /// The term of the inputs that the number is, of 64 bits, if it is one.
    pub(super) known: Option<ExprId>,
}

impl Counter {
    /// The number as a term of 64 bits.
    pub(super) fn term(&self) -> ExprId {
        self.known.unwrap_or(self.variable.term)
    }

    /// A counter up to `most`.
    pub(super) fn new(pool: &mut Pool, name: &str, most: u64, known: Option<ExprId>) -> Counter {
        let least = most.max(1).ilog2() + 1;
        let bits = match known {
            // What a symbol of few bits cannot be would be simplified away.
            Some(_) => 63,
            None if least.is_multiple_of(8) => least + 1,
            None => least,
        };
        let leaf = pool.symbol(name, bits);
        Counter { variable: Variable { term: pool.zext(leaf, 64), leaf }, known }
    }
}

/// A term in which counters that are known are replaced by what they are.
pub(super) fn with_known(pool: &mut Pool, counters: &[Counter], term: ExprId) -> ExprId {
    let mut known = Substitution::new();
    for counter in counters {
        let Some(value) = counter.known else { continue };
        let Variable { term, leaf } = counter.variable;
        known.replace(pool, term, value);
        let narrow = pool.extract(value, 0, pool.node(leaf).width);
        known.replace(pool, leaf, narrow);
    }
    if known.is_empty() { term } else { known.apply(pool, term, usize::MAX >> 1).expect("there is no limit") }
}

/// The condition that the counters have the numbers of one of the members; `None` if it would say more about those that no
/// member has than about those of members. The numbers are in order.
pub(super) fn ranges(pool: &mut Pool, of: &[Variable], numbers: &[Vec<u64>]) -> Option<ExprId> {
    let mut within = pool.bool(true);
    let mut missing = 0;
    for count in 1..=of.len() {
        let (variable, others) = (of[count - 1], &of[..count - 1]);
        let mut prefixes: Vec<Numbered> = numbers.iter().map(|one| (one[..count].to_vec(), within)).collect();
        prefixes.dedup();
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for group in by_all_but_the_last(&prefixes) {
            let own: Vec<u64> = group.iter().map(|one| one.0[count - 1]).collect();
            let before = &group[0].0[..count - 1];
            let (least, most) = (own[0], own[own.len() - 1]);
            low.push((before.to_vec(), pool.int(64, least)));
            high.push((before.to_vec(), pool.int(64, most)));
            for between in own.windows(2) {
                for absent in between[0] + 1..between[1] {
                    missing += 1;
                    if missing > numbers.len() {
                        return None;
                    }
                    let all = others.iter().zip(before).chain([(&variable, &absent)]);
                    let is_it = all.fold(pool.bool(true), |all, (variable, &number)| {
                        let number = pool.int(64, number);
                        let is_it = pool.eq(variable.term, number);
                        pool.and(all, is_it)
                    });
                    let is_other = pool.not(is_it);
                    within = pool.and(within, is_other);
                }
            }
        }
        let (low, high) = (chosen_by(pool, others, &low), chosen_by(pool, others, &high));
        let (from, to) = (pool.ule(low, variable.term), pool.ule(variable.term, high));
        within = [from, to].into_iter().fold(within, |all, next| pool.and(all, next));
    }
    Some(within)
}

/// What a condition compares with a number.
fn compared(pool: &Pool, condition: ExprId) -> Option<ExprId> {
    let node = *pool.node(condition);
    match node.op {
        Op::Not if node.width == 1 => compared(pool, node.arg(0)),
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
            let [one, other] = [node.arg(0), node.arg(1)];
            let is_number = |term: ExprId| pool.as_u64(term).is_some();
            match (is_number(one), is_number(other)) {
                (false, true) => Some(one),
                (true, false) => Some(other),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What the conditions of a run and those behind it compare with numbers, that may be the number of repetitions.
fn candidates(pool: &Pool, run: usize, places: &Places) -> Vec<ExprId> {
    let mut found = Vec::new();
    for instances in places.repeated[run].iter().chain(&places.between[run + 1]) {
        let terms: Option<Vec<ExprId>> = instances.iter().map(|one| compared(pool, one.1)).collect();
        let Some(&[first, ref others @ ..]) = terms.as_deref() else { continue };
        let width = pool.node(first).width;
        if others.iter().all(|&other| other == first) && width <= 64 && !found.contains(&first) {
            found.push(first);
        }
    }
    found.truncate(PATTERN_COUNTS);
    found
}

impl Worker<'_> {
    /// A term of the inputs that is the number of repetitions of a run on each of the paths, if one is found.
    pub(super) fn known_count(
        &mut self,
        run: usize,
        places: &Places,
        members: &[Member],
        group: &[Box<State>],
    ) -> Option<ExprId> {
        if members.len() < PATTERN_PATHS {
            return None;
        }
        candidates(&self.pool, run, places).into_iter().find_map(|of| {
            let wide = self.pool.zext(of, 64);
            let mut distance = None;
            for member in members {
                let path = &group[member.path].path.condition;
                let value = self.solver.eval(&self.pool, path, wide).low_u64();
                let own = member.numbers[run].wrapping_sub(value);
                if *distance.get_or_insert(own) != own {
                    return None;
                }
            }
            let distance = self.pool.int(64, distance?);
            let count = self.pool.add(wide, distance);
            let is_it = members.iter().all(|member| {
                let number = self.pool.int(64, member.numbers[run]);
                let differs = self.pool.ne(count, number);
                let path = &group[member.path].path.condition;
                matches!(self.solver.assume(&mut self.pool, path, differs), Answer::Unsat)
            });
            is_it.then_some(count)
        })
    }
}
