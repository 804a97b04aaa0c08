//! The assertion levels and what is known about them.
//!
//! Each level has a path condition, which consists of assertions known to be satisfiable, with a model, and the
//! assertions that were not checked yet. A check settles the levels from the lowest unsettled one up: it asks
//! about the pending assertions of each, split into independent parts. So a script that repeatedly pushes,
//! asserts, checks and pops pays for the lower levels only once.
//!
//! Arrays are abstracted away in terms, so a model may not extend to arrays. Then lemmas are added and the
//! question is asked again until no lemma is missing (`array_theory` explains why that is correct, and
//! `solver::Lemmas` does it).

use expr::{Evaluator, ExprId, Model, Pool};
use solver::{Answer, Lemmas, PathCondition, Solver, Unknown};

use crate::build::balanced;
use crate::term::Terms;
use crate::tuning::COPIED_ENTRIES;

/// The solver with what it needs to answer questions.
pub(crate) struct Asking {
    pub(crate) solver: Solver,
    /// Evaluates terms under models.
    pub(crate) values: Evaluator,
    /// The limits of rounds with lemmas about arrays, and how many rounds there were.
    pub(crate) lemmas: Lemmas,
}

/// The stack of assertion levels; the lowest one always exists.
pub(crate) struct Levels(Vec<Level>);

#[derive(Clone, Default)]
struct Level {
    /// Assertions that have a common model.
    path: PathCondition,
    /// Assertions of this level that the path does not contain.
    pending: Vec<ExprId>,
    /// Whether the path contains every assertion of the lower levels.
    covers: bool,
    /// Whether the assertions up to this level contradict each other.
    unsat: bool,
}

impl Levels {
    /// A stack with only the lowest level, without assertions.
    pub(crate) fn new() -> Levels {
        Levels(vec![Level { covers: true, ..Level::default() }])
    }

    /// The number of levels above the lowest one.
    pub(crate) fn pushed(&self) -> usize {
        self.0.len() - 1
    }

    /// Opens a level.
    pub(crate) fn push(&mut self) {
        let top = self.top();
        let covers = top.covers && top.pending.is_empty();
        let level = Level { path: top.path.clone(), pending: Vec::new(), covers, unsat: top.unsat };
        self.0.push(level);
    }

    /// Drops the topmost `count` levels; at most as many as were pushed.
    pub(crate) fn pop(&mut self, count: usize) {
        self.0.truncate(self.0.len() - count);
    }

    /// Adds an assertion to the topmost level.
    pub(crate) fn assert(&mut self, term: ExprId) {
        self.0.last_mut().expect("there is always a level").pending.push(term);
    }

    /// Whether all assertions can hold together with the assumptions.
    pub(crate) fn check(&mut self, terms: &mut Terms, asking: &mut Asking, assumptions: &[ExprId]) -> Answer<Model> {
        let (path, mut open) = match self.path_of_all(terms, asking) {
            Answer::Unsat => return Answer::Unsat,
            // The arrays are those of the model that was examined last, which may have been a different one.
            Answer::Sat(path) if assumptions.is_empty() => {
                return asking.extend_to_arrays(terms, path).map(|path| path.model().clone());
            }
            Answer::Sat(path) => (path, Vec::new()),
            Answer::Unknown(reason) if assumptions.is_empty() => return Answer::Unknown(reason),
            Answer::Unknown(_) => self.unsettled(),
        };
        open.extend_from_slice(assumptions);
        asking.assume(terms, &path, &open).map(|path| path.model().clone())
    }

    /// The path condition of all assertions, if they can hold together.
    fn path_of_all(&mut self, terms: &mut Terms, asking: &mut Asking) -> Answer<PathCondition> {
        if self.top().unsat {
            return Answer::Unsat;
        }
        // The assertions that a level leaves open join the question of the next level.
        let mut open: Vec<ExprId> = Vec::new();
        let mut last: Option<Unknown> = None;
        for place in self.first_unsettled()..self.0.len() {
            let level = &mut self.0[place];
            open.extend_from_slice(&level.pending);
            let answer = if open.is_empty() {
                Answer::Sat(level.path.clone())
            } else {
                asking.assume(terms, &level.path, &open)
            };
            let path = match answer {
                Answer::Unsat => {
                    self.0[place..].iter_mut().for_each(|level| level.unsat = true);
                    return Answer::Unsat;
                }
                Answer::Sat(path) => {
                    (level.path, level.covers, last) = (path.clone(), true, None);
                    level.pending.clear();
                    open.clear();
                    path
                }
                Answer::Unknown(reason) => {
                    last = Some(reason);
                    level.path.clone()
                }
            };
            if let Some(next) = self.0.get_mut(place + 1) {
                next.path = path;
            }
        }
        match last {
            None => Answer::Sat(self.top().path.clone()),
            Some(reason) => Answer::Unknown(reason),
        }
    }

    /// The highest level whose path contains all assertions of the lower levels. From there on, assertions may be
    /// pending.
    fn first_unsettled(&self) -> usize {
        self.0.iter().rposition(|level| level.covers).expect("the lowest level covers what is below it")
    }

    /// The path of that level, and the pending assertions from there on.
    fn unsettled(&self) -> (PathCondition, Vec<ExprId>) {
        let levels = &self.0[self.first_unsettled()..];
        let open = levels.iter().flat_map(|level| level.pending.iter().copied()).collect();
        (levels[0].path.clone(), open)
    }

    fn top(&self) -> &Level {
        self.0.last().expect("there is always a level")
    }
}

/// Conjunctions of the conditions. Conditions that share bytes of symbols are in the same one.
fn questions(pool: &mut Pool, conditions: &[ExprId]) -> Vec<ExprId> {
    let most = (COPIED_ENTRIES / pool.symbol_count().max(1)).max(1);
    let least = conditions.len().div_ceil(most);
    let mut questions = Vec::new();
    let mut together: Vec<ExprId> = Vec::new();
    for group in solver::independent(pool, conditions) {
        together.extend(group);
        if together.len() >= least {
            questions.push(balanced(pool, &together, Pool::and));
            together.clear();
        }
    }
    if !together.is_empty() {
        questions.push(balanced(pool, &together, Pool::and));
    }
    questions
}

impl Asking {
    /// Every counter under its dotted name.
    pub(crate) fn counters(&self) -> Vec<(String, u64)> {
        let mut counters = self.solver.statistics().counters();
        counters.push(("arrays.rounds".to_owned(), self.lemmas.rounds));
        counters
    }

    /// The path extended by all conditions. Dependent conditions are asked about together, independent ones separately.
    fn assume(&mut self, terms: &mut Terms, path: &PathCondition, conditions: &[ExprId]) -> Answer<PathCondition> {
        let mut path = path.clone();
        let mut open = None;
        for question in questions(&mut terms.pool, conditions) {
            match self.solver.assume(&mut terms.pool, &path, question) {
                Answer::Sat(extended) => path = extended,
                Answer::Unsat => return Answer::Unsat,
                // A later question may still be refuted.
                Answer::Unknown(reason) => open = Some(reason),
            }
        }
        match open {
            None => self.extend_to_arrays(terms, path),
            Some(reason) => Answer::Unknown(reason),
        }
    }

    /// The path extended by lemmas until its model extends to arrays.
    fn extend_to_arrays(&mut self, terms: &mut Terms, path: PathCondition) -> Answer<PathCondition> {
        if !terms.uses_arrays {
            return Answer::Sat(path);
        }
        let Terms { pool, arrays, .. } = terms;
        let values = &mut self.values;
        self.lemmas.satisfy(&mut self.solver, pool, path, |pool, path| {
            let conditions: Vec<ExprId> = path.assumed().collect();
            arrays.violated(pool, values, path.model(), &conditions)
        })
    }
}
