//! Answers about linear programs, indexed by the programs: questions of the same shape about different bytes
//! make equal programs, as variables are numbered in the order in which terms mention them.

use linear_program::{Answer, Effort, Least, Program};
use rustc_hash::FxHashMap;

use crate::linear::Sum;
use crate::tuning::{PRECHECK_PROGRAMS, PRECHECK_SPLITS};

/// A program, and the sum that was minimised.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    program: Program,
    objective: Vec<(u32, i128)>,
}

/// The remembered answers.
#[derive(Default)]
pub(super) struct Cache {
    known: FxHashMap<Key, Option<Answer>>,
    pub(super) asked: u64,
    pub(super) cached: u64,
}

impl Cache {
    /// A lower bound of a sum, or that the program has no solution; `None` if nothing was found.
    pub(super) fn least(&mut self, program: &Program, sum: &Sum, effort: &mut Effort) -> Option<Answer> {
        self.asked += 1;
        let key = Key { program: program.clone(), objective: sum.terms.clone() };
        let found = match self.known.get(&key) {
            Some(found) => {
                self.cached += 1;
                found.clone()
            }
            None => {
                let found = program.least(&sum.terms, PRECHECK_SPLITS, effort);
                // With more effort, more might be found: such an answer is not remembered.
                if !effort.is_spent() {
                    if self.known.len() >= PRECHECK_PROGRAMS {
                        self.known.clear();
                    }
                    self.known.insert(key, found.clone());
                }
                found
            }
        };
        let Answer { least, point } = found?;
        let least = match least {
            Least::AtLeast(bound) => Least::AtLeast(bound.checked_add(sum.constant)?),
            infeasible => infeasible,
        };
        Some(Answer { least, point })
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}
