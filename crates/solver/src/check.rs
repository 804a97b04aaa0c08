//! Checks answers against the questions as they were written.
//!
//! The pool keeps beside each term the one the caller wrote (see `Pool::with_shadow`); everything here works on
//! those, so that neither rewriting, nor slicing, nor a cache, nor any stage is trusted:
//! - a model is evaluated on the question and on all that the path assumed;
//! - a refutation is repeated by a bit-blaster made for this one question, which may meet [`CHECK_CONFLICTS`]
//!   conflicts. If it gives up, and for one in [`CHECK_SAMPLE`] of the questions anyway, an SMT solver of the machine
//!   is asked, if there is one, for at most [`Duration::from_secs(CHECK_FOREIGN_SECONDS)`]. A model that either finds and that evaluates to
//!   true is the proof of a wrong answer;
//! - where rewriting made the same term of two written ones, both are evaluated under the path's model, and a
//!   condition that became a constant is refuted like a question.
//!
//! What is not decided within these budgets is counted as unchecked; it is not an error. The written
//! constraints of a confirmed refutation are remembered: if all of them are there again, the same question
//! needs no second proof.
//!
//! What is trusted: the evaluator, `bv`, and, where no foreign solver takes part, the bit-blaster.

use std::sync::Arc;
use std::time::{Duration, Instant};

use expr::{ByteRange, ExprId, Model, Op, Pool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::Branch;
use crate::chain::Technique;
use crate::config::Config;
use crate::constraints::{Constraints, Core};
use crate::path::{PathCondition, Slice};
use crate::query::{Query, Reply};
use crate::ranges::{overlap, union_of_ranges};
use crate::shared::Shared;
use crate::stage::Stage;
use crate::stage::bit_blast::BitBlast;
use crate::stage::external::External;
use crate::statistics::Checks;
use crate::tuning::{
    CHECK_BITS, CHECK_CONFLICTS, CHECK_CORES, CHECK_FOREIGN_SECONDS, CHECK_FOREIGN_WIDTH, CHECK_SAMPLE, CHECK_SECONDS,
};
use crate::value_sets::Learnt;

/// An answer that was found to be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongAnswer {
    /// The stage that gave it; `rewriting` if two different terms were taken for the same.
    pub stage: &'static str,
    /// What is wrong with it, in one line.
    pub message: String,
    /// The path and the question as they were written, as an SMT-LIB script with that line at its top.
    pub script: String,
}

/// Checks the answers of one solver.
pub(crate) struct Checker {
    /// Evaluates written terms, and holds what the stages need.
    shared: Shared,
    /// Constraints that refuted a question, indexed by the question.
    refuted: FxHashMap<ExprId, Vec<Core>>,
    foreign: Option<External>,
    confirmed: u64,
    counts: Checks,
    wrong: Option<Box<WrongAnswer>>,
}

/// The outcome of a check.
enum Judgement {
    Right,
    Open,
    /// There is a model, and it was evaluated.
    Wrong,
}

impl Checker {
    pub(crate) fn new(config: &Config) -> Checker {
        Checker {
            shared: Shared::new(&Config::bare()),
            refuted: FxHashMap::default(),
            foreign: config.uses(Technique::External).then(|| External::new(config)).flatten(),
            confirmed: 0,
            counts: Checks::default(),
            wrong: None,
        }
    }

    pub(crate) fn counts(&self) -> Checks {
        self.counts
    }

    /// The first answer found to be wrong.
    pub(crate) fn wrong(&self) -> Option<&WrongAnswer> {
        self.wrong.as_deref()
    }

    /// Checks both sides of a branch; false if one is wrong.
    pub(crate) fn branch(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        condition: ExprId,
        branch: &Branch,
        stage: &'static str,
    ) -> bool {
        let started = Instant::now();
        let yes = pool.written(condition);
        let no = pool.written_not(yes);
        let right = self.rewriting(pool, path.model())
            && match branch {
                Branch::Always => {
                    self.model(pool, path, path.model(), yes, "own_model") && self.refutation(pool, path, no, stage)
                }
                Branch::Never => {
                    self.model(pool, path, path.model(), no, "own_model") && self.refutation(pool, path, yes, stage)
                }
                Branch::Both { yes: with, no: without } => {
                    self.model(pool, path, with.model(), yes, stage)
                        && self.model(pool, path, without.model(), no, stage)
                }
                Branch::Undecided { feasible, with, .. } => {
                    self.model(pool, path, with.model(), if *feasible { yes } else { no }, "own_model")
                }
            };
        self.counts.time += started.elapsed();
        right
    }

    /// Checks the answer to one question: a model, or `None` if it was refuted. False if the answer is wrong.
    pub(crate) fn answer(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        question: ExprId,
        answer: Option<&Model>,
        stage: &'static str,
    ) -> bool {
        let started = Instant::now();
        let written = pool.written(question);
        let right = self.rewriting(pool, path.model())
            && match answer {
                Some(model) => self.model(pool, path, model, written, stage),
                None => self.refutation(pool, path, written, stage),
            };
        self.counts.time += started.elapsed();
        right
    }

    /// Checks that two written terms are equal on a path.
    pub(crate) fn equality(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        (a, b): (ExprId, ExprId),
        claim: &'static str,
    ) -> bool {
        let started = Instant::now();
        let differ = pool.written_differ(a, b);
        let right = self.rewriting(pool, path.model()) && self.refutation(pool, path, differ, claim);
        self.counts.time += started.elapsed();
        right
    }

    /// Evaluates the written terms under a model. A path's own model is not evaluated again: it was when the
    /// path was made.
    fn model(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        model: &Model,
        question: ExprId,
        stage: &'static str,
    ) -> bool {
        self.counts.sat += 1;
        let mut terms = if model.same(path.model()) { Vec::new() } else { written_path(pool, path) };
        terms.push(question);
        terms.iter_mut().for_each(|term| *term = pool.written_expanded(*term));
        if self.holds(pool, &terms, model) {
            return true;
        }
        let message = format!("the stage {stage} gave a model under which the question or its path is false");
        self.accuse(pool, path, question, stage, message);
        false
    }

    fn holds(&mut self, pool: &Pool, terms: &[ExprId], model: &Model) -> bool {
        let written = written_pool(pool);
        terms.iter().all(|&term| self.shared.check.is_true(written, model, term))
    }

    /// Looks for a model of a question that was refuted.
    fn refutation(&mut self, pool: &mut Pool, path: &PathCondition, question: ExprId, stage: &'static str) -> bool {
        let mut constraints = written_path(pool, path);
        constraints.iter_mut().for_each(|term| *term = pool.written_expanded(*term));
        match self.refute(pool, &constraints, question, path.model()) {
            Judgement::Right => self.counts.unsat += 1,
            Judgement::Open => self.counts.unchecked += 1,
            Judgement::Wrong => {
                let message = format!("the stage {stage} says that the question cannot hold, but it has a model");
                self.accuse(pool, path, question, stage, message);
                return false;
            }
        }
        true
    }

    fn refute(&mut self, pool: &mut Pool, constraints: &[ExprId], question: ExprId, model: &Model) -> Judgement {
        // Nothing that answers here knows quantifiers.
        let question = pool.written_expanded(question);
        let pool = &*pool;
        let written = written_pool(pool);
        let slice = slice(written, constraints, question);
        let known = self.refuted.get(&question).map_or(&[][..], Vec::as_slice);
        if known.iter().any(|core| core.iter().all(|term| slice.constraints.contains(term))) {
            return Judgement::Right;
        }
        let mut query = Query::new(Arc::new(slice), question, written.support(question), model.clone());
        query.deadline = Some(Instant::now() + Duration::from_secs(CHECK_SECONDS));
        let reply = if bits(written, query.terms()) <= CHECK_BITS {
            let config = Config { conflicts: Some(CHECK_CONFLICTS), ..Config::bare() };
            BitBlast::new(&config).answer(written, &mut self.shared, &query)
        } else {
            None
        };
        let reply = match reply {
            Some(Reply::Unsat(core)) => {
                self.remember(question, core.clone());
                self.confirmed += 1;
                // The first one is checked too, so that a short run is checked like a long one.
                if self.confirmed % CHECK_SAMPLE != 1 {
                    return Judgement::Right;
                }
                self.ask_foreign(written, &mut query)
                    .filter(|reply| matches!(reply, Reply::Sat(_)))
                    .or(Some(Reply::Unsat(core)))
            }
            Some(Reply::Sat(witness)) => Some(Reply::Sat(witness)),
            _ => self.ask_foreign(written, &mut query),
        };
        match reply {
            Some(Reply::Unsat(core)) => {
                self.remember(question, core);
                Judgement::Right
            }
            Some(Reply::Sat(witness)) => {
                let all: Vec<ExprId> = constraints.iter().copied().chain([question]).collect();
                if self.holds(pool, &all, &witness.model) { Judgement::Wrong } else { Judgement::Open }
            }
            _ => Judgement::Open,
        }
    }

    fn ask_foreign(&mut self, written: &Pool, query: &mut Query) -> Option<Reply> {
        let narrow = |range: &ByteRange| written.symbol_info(range.symbol).width <= CHECK_FOREIGN_WIDTH;
        if !query.ranges().iter().all(narrow) {
            return None;
        }
        query.deadline = Some(Instant::now() + Duration::from_secs(CHECK_FOREIGN_SECONDS));
        self.foreign.as_mut()?.answer(written, &mut self.shared, query)
    }

    fn remember(&mut self, question: ExprId, core: Core) {
        let cores = self.refuted.entry(question).or_default();
        if cores.len() < CHECK_CORES && !cores.contains(&core) {
            cores.push(core);
        }
    }

    /// Checks the pairs of terms that rewriting took for equal since the last question.
    pub(crate) fn rewriting(&mut self, pool: &mut Pool, model: &Model) -> bool {
        let claims = pool.take_claims();
        claims.into_iter().all(|(first, second)| self.claim(pool, first, second, model))
    }

    fn claim(&mut self, pool: &mut Pool, first: ExprId, second: ExprId, model: &Model) -> bool {
        let written = written_pool(pool);
        if written.node(first).op.is_array() {
            return true;
        }
        self.counts.rewritings += 1;
        if written.is_open(first) || written.is_open(second) {
            // Part of the body of a fact, which has a value only where its index has one.
            let same = self.shared.check.eval_first(written, model, first)
                == self.shared.check.eval_first(written, model, second);
            return same || self.accuse_rewriting(pool, first, second, None);
        }
        let same = self.shared.check.eval(written, model, first) == self.shared.check.eval(written, model, second);
        let decided = if written.width(first) == 1 { written.as_u64(first) } else { None };
        let never = match decided {
            Some(1) => Some(pool.written_not(second)),
            Some(_) => Some(second),
            None => None,
        };
        let refuted = match never {
            Some(question) if same => self.refute(pool, &[], question, model),
            _ => Judgement::Right,
        };
        match refuted {
            Judgement::Open => self.counts.unchecked += 1,
            Judgement::Right if same => return true,
            _ => return self.accuse_rewriting(pool, first, second, never),
        }
        true
    }

    /// Notes that two terms were taken for the same that are not; returns false. `never` is a condition that was taken
    /// to be impossible.
    fn accuse_rewriting(&mut self, pool: &Pool, first: ExprId, second: ExprId, never: Option<ExprId>) -> bool {
        let written = written_pool(pool);
        let message = "rewriting took two terms for the same that are not".to_owned();
        let script = match never {
            Some(question) => script(&message, written, &[question]),
            None => format!("; {message}\n; {}\n; {}\n", written.display(first), written.display(second)),
        };
        self.wrong.get_or_insert_with(|| Box::new(WrongAnswer { stage: "rewriting", message, script }));
        false
    }

    fn accuse(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        question: ExprId,
        stage: &'static str,
        message: String,
    ) {
        let mut terms = written_path(pool, path);
        terms.push(question);
        let script = script(&message, written_pool(pool), &terms);
        self.wrong.get_or_insert_with(|| Box::new(WrongAnswer { stage, message, script }));
    }
}

fn script(message: &str, written: &Pool, terms: &[ExprId]) -> String {
    format!("; {message}\n{}", expr::smt2_script(written, terms))
}

fn written_pool(pool: &Pool) -> &Pool {
    pool.written_pool().expect("answers are checked on pools that keep what was written")
}

/// The conditions that the path assumed, as written.
fn written_path(pool: &mut Pool, path: &PathCondition) -> Vec<ExprId> {
    path.assumed().map(|condition| pool.written(condition)).collect()
}

/// The constraints that share bytes with the question, directly or through others, and those bytes.
fn slice(pool: &Pool, constraints: &[ExprId], question: ExprId) -> Slice {
    let mut ranges = pool.support(question).to_vec();
    let mut left: Vec<ExprId> = constraints.to_vec();
    left.sort_unstable();
    left.dedup();
    let mut inside = Vec::new();
    loop {
        let (touching, rest): (Vec<ExprId>, Vec<ExprId>) =
            left.into_iter().partition(|&constraint| overlap(&pool.support(constraint), &ranges));
        if touching.is_empty() {
            break;
        }
        for &constraint in &touching {
            ranges = union_of_ranges(&ranges, &pool.support(constraint)[..]);
        }
        inside.extend(touching);
        left = rest;
    }
    let mut slice = Slice { constraints: Constraints::of(pool, inside), learnt: Learnt::nothing(), ..Slice::default() };
    for range in ranges {
        slice.ranges.cover(range);
    }
    slice
}

/// The total width in bits of all terms below these, as a measure of the work to encode them.
fn bits(pool: &Pool, terms: impl Iterator<Item = ExprId>) -> u64 {
    let mut stack: Vec<ExprId> = terms.collect();
    let mut seen: FxHashSet<ExprId> = stack.iter().copied().collect();
    let mut bits = 0u64;
    while let Some(term) = stack.pop() {
        let node = pool.node(term);
        let width = u64::from(node.width);
        match node.op {
            Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem => bits += width * width,
            // Only the bytes in use are encoded.
            Op::Extract if pool.node(node.arg(0)).op == Op::Sym => {
                bits += width;
                continue;
            }
            Op::Bytes | Op::Table => continue,
            _ => bits += width,
        }
        stack.extend(node.children().filter(|&child| seen.insert(child)));
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_rewriting_is_noticed() {
        let mut pool = Pool::with_shadow();
        let x = pool.symbol("x", 8);
        let (one, two) = (pool.int(8, 1), pool.int(8, 2));
        let (a, b) = (pool.add(x, one), pool.add(x, two));
        let (a, b) = (pool.written(a), pool.written(b));
        let mut checker = Checker::new(&Config::default());
        assert!(checker.claim(&mut pool, a, a, &Model::default()) && checker.wrong().is_none());
        assert!(!checker.claim(&mut pool, a, b, &Model::default()));
        let wrong = checker.wrong().expect("noted");
        assert_eq!(wrong.stage, "rewriting");
        assert!(wrong.script.contains("(bvadd |x| #x01)"), "{}", wrong.script);
    }

    #[test]
    fn a_condition_that_became_a_constant_is_refuted() {
        let mut pool = Pool::with_shadow();
        let x = pool.symbol("x", 8);
        let bound = pool.int(8, 250);
        let (below, yes) = (pool.ult(x, bound), pool.bool(true));
        let (below, yes) = (pool.written(below), pool.written(yes));
        let mut checker = Checker::new(&Config::default());
        // True under the model, but not always.
        assert!(!checker.claim(&mut pool, yes, below, &Model::default()));
        let wrong = checker.wrong().expect("noted");
        assert!(wrong.script.contains("(assert (not (bvult |x| #xfa)))"), "{}", wrong.script);
    }

    #[test]
    fn constraints_are_connected_by_bytes() {
        let mut pool = Pool::with_shadow();
        let symbols: Vec<ExprId> = (0..4).map(|i| pool.symbol(&format!("s{i}"), 8)).collect();
        let constraints: Vec<ExprId> = [(0, 1), (1, 2), (3, 3)]
            .map(|(a, b)| {
                let three = pool.int(8, 3);
                let sum = pool.add(symbols[b], three);
                let constraint = pool.ult(symbols[a], sum);
                pool.written(constraint)
            })
            .into();
        let zero = pool.int(8, 0);
        let question = pool.eq(symbols[0], zero);
        let question = pool.written(question);
        let slice = slice(written_pool(&pool), &constraints, question);
        let mut expected = constraints[..2].to_vec();
        expected.sort_unstable();
        assert!(slice.constraints.iter().eq(&expected));
        assert_eq!(slice.ranges.len(), 3);
    }
}
