//! The answers of the solver.

use std::fmt;

use crate::path::PathCondition;

/// The answer to a question. Running into a limit is a variant of its own, so that it cannot be read as an
/// answer.
#[derive(Clone, Debug)]
pub enum Answer<T> {
    /// It can happen, and this is the witness.
    Sat(T),
    /// It cannot happen.
    Unsat,
    /// The question could not be decided.
    Unknown(Unknown),
}

impl<T> Answer<T> {
    /// The same answer with another witness.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Answer::Sat(witness) => Answer::Sat(change(witness)),
            Answer::Unsat => Answer::Unsat,
            Answer::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    /// Whether the answer is [`Answer::Sat`].
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Whether the answer is [`Answer::Unsat`].
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// Why a question could not be decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unknown {
    /// The SAT solver reached its limit of conflicts.
    Conflicts,
    /// The question reached its limit of time.
    Time,
    /// The encoding would exceed the limit of memory.
    Memory,
    /// The limit on rounds of added facts was reached (see [`Lemmas`](crate::Lemmas)).
    Lemmas,
    /// Another thread cancelled the question.
    Cancelled,
    /// No stage that could have answered is switched on.
    NoStage,
    /// A stage gave a model that does not satisfy the question or refuted the path itself: a defect, counted and never
    /// passed on.
    WrongModel,
    /// An answer disagrees with the question as it was written, now or earlier: a defect, and a reason to stop. See
    /// [`Solver::wrong_answer`](crate::Solver::wrong_answer).
    WrongAnswer,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unknown::Conflicts => "the SAT solver ran out of conflicts",
            Unknown::Time => "the question ran out of time",
            Unknown::Memory => "the question ran out of memory",
            Unknown::Lemmas => "the question ran out of rounds of lemmas",
            Unknown::Cancelled => "the run was ended",
            Unknown::NoStage => "no stage able to answer is switched on",
            Unknown::WrongModel => "an answer failed its check",
            Unknown::WrongAnswer => "an answer disagrees with the question as it was written",
        })
    }
}

/// Which sides of a branch can happen.
#[derive(Clone, Debug)]
pub enum Branch {
    /// The condition holds on every continuation; nothing is learnt.
    Always,
    /// The condition fails on every continuation; nothing is learnt.
    Never,
    /// Both sides can happen.
    Both {
        /// The path on which the condition holds.
        yes: PathCondition,
        /// The path on which it fails.
        no: PathCondition,
    },
    /// One side is known to be feasible, the other could not be decided.
    Undecided {
        /// The side that can happen.
        feasible: bool,
        /// The path of that side.
        with: PathCondition,
        /// Why the other side stayed open.
        reason: Unknown,
    },
}
