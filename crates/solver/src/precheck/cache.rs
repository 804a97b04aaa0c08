//! Answers about linear programs, by the programs: questions of one shape about different bytes make equal programs, as variables
//! are numbered in the order in which terms mention them.

use linear_program::{Answer, Effort, Least, Program};
use rustc_hash::FxHashMap;

use crate::linear::Sum;

/// So many answers are remembered.
const REMEMBERED: usize = 1 << 12;
/// So often a program is split.
const SPLITS: usize = 8;

/// A program, and what was asked about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    program: Program,
    objective: Vec<(u32, i128)>,
}

/// Answers.
#[derive(Default)]
pub(super) struct Cache {
    known: FxHashMap<Key, Option<Answer>>,
    pub(super) asked: u64,
    pub(super) cached: u64,
}

impl Cache {
    /// A bound of a sum from below, or that the program has no solution; none if nothing was found.
    pub(super) fn least(&mut self, program: &Program, sum: &Sum, effort: &mut Effort) -> Option<Answer> {
        self.asked += 1;
        let key = Key { program: program.clone(), objective: sum.terms.clone() };
        let found = match self.known.get(&key) {
            Some(found) => {
                self.cached += 1;
                found.clone()
            }
            None => {
                let found = program.least(&sum.terms, SPLITS, effort);
                // What was found with the last effort is not all that can be found.
                if !effort.is_spent() {
                    if self.known.len() >= REMEMBERED {
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
