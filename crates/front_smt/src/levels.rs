//! The assertion levels and what is known about them.
//!
//! Each level has the path condition of what is known to be satisfiable, with a model, and the assertions that were not
//! asked about yet. A check settles the levels from the lowest unsettled one up, each with one question: the
//! conjunction of what is pending there. So a script that pushes, asserts, checks and pops again and again pays for
//! what lies below once.

use expr::{ExprId, Model, Pool};
use solver::{Answer, PathCondition, Solver, Unknown};

use crate::build::balanced;

/// The stack of assertion levels; the lowest is always there.
pub(crate) struct Levels(Vec<Level>);

#[derive(Clone, Default)]
struct Level {
    /// Assertions that have a common model.
    path: PathCondition,
    /// Assertions of this level that the path does not contain.
    pending: Vec<ExprId>,
    /// Whether the path contains every assertion of the levels below.
    covers: bool,
    /// Whether the assertions up to this level contradict each other.
    unsat: bool,
}

impl Levels {
    /// The lowest level, without assertions.
    pub(crate) fn new() -> Levels {
        Levels(vec![Level { covers: true, ..Level::default() }])
    }

    /// How many levels were pushed.
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

    /// Drops levels; not more than were pushed.
    pub(crate) fn pop(&mut self, count: usize) {
        self.0.truncate(self.0.len() - count);
    }

    /// Adds an assertion to the newest level.
    pub(crate) fn assert(&mut self, term: ExprId) {
        self.0.last_mut().expect("there is always a level").pending.push(term);
    }

    /// Whether all assertions can hold together with the assumptions.
    pub(crate) fn check(&mut self, pool: &mut Pool, solver: &mut Solver, assumptions: &[ExprId]) -> Answer<Model> {
        let (path, mut open) = match self.settle(pool, solver) {
            Answer::Unsat => return Answer::Unsat,
            Answer::Sat(path) if assumptions.is_empty() => return Answer::Sat(path.model().clone()),
            Answer::Sat(path) => (path, Vec::new()),
            Answer::Unknown(reason) if assumptions.is_empty() => return Answer::Unknown(reason),
            Answer::Unknown(_) => self.unsettled(),
        };
        open.extend_from_slice(assumptions);
        assume(pool, solver, &path, &open).map(|path| path.model().clone())
    }

    /// The path of all assertions.
    fn settle(&mut self, pool: &mut Pool, solver: &mut Solver) -> Answer<PathCondition> {
        if self.top().unsat {
            return Answer::Unsat;
        }
        // What lower levels left open joins the question of the next.
        let mut open: Vec<ExprId> = Vec::new();
        let mut last: Option<Unknown> = None;
        for place in self.first_unsettled()..self.0.len() {
            let level = &mut self.0[place];
            open.extend_from_slice(&level.pending);
            let answer = if open.is_empty() {
                Answer::Sat(level.path.clone())
            } else {
                assume(pool, solver, &level.path, &open)
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

    /// The highest level whose path contains everything below it: from there on there may be something to ask.
    fn first_unsettled(&self) -> usize {
        self.0.iter().rposition(|level| level.covers).expect("the lowest level covers what is below it")
    }

    /// The path of the highest level that is settled below, and everything above it.
    fn unsettled(&self) -> (PathCondition, Vec<ExprId>) {
        let levels = &self.0[self.first_unsettled()..];
        let open = levels.iter().flat_map(|level| level.pending.iter().copied()).collect();
        (levels[0].path.clone(), open)
    }

    fn top(&self) -> &Level {
        self.0.last().expect("there is always a level")
    }
}

/// The path with all the terms, asked for at once.
fn assume(pool: &mut Pool, solver: &mut Solver, path: &PathCondition, terms: &[ExprId]) -> Answer<PathCondition> {
    let question = balanced(pool, terms, Pool::and);
    solver.assume(pool, path, question)
}
