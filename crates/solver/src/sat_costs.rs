//! What questions cost the SAT solvers that a run keeps, compared with what each costs a fresh SAT solver.
//!
//! A run's SAT solvers know terms and clauses of earlier questions, which helps or hinders. To see which, the
//! bit-blaster asks each question a second time ([`Config::sat_costs`](crate::Config::sat_costs)). The second
//! answer is not used, so the run takes the same course.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::query::Reply;
use crate::sat::SatWork;

/// Where the bit-blaster notes costs. Clones share the same list.
#[derive(Clone, Debug, Default)]
pub struct SatCosts(Arc<Mutex<Vec<SatCost>>>);

/// The cost of one question that reached the bit-blaster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatCost {
    /// The cost where the solvers are kept from question to question.
    pub kept: SatSpent,
    /// The cost with a fresh solver, which knows only the question's own slice.
    pub alone: SatSpent,
}

/// What one answer of the bit-blaster took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatSpent {
    /// `Some(true)` if there is a model, `None` if it gave up.
    pub answer: Option<bool>,
    /// The work that was counted.
    pub work: SatWork,
    /// The processor time.
    pub time: Duration,
}

impl SatCosts {
    /// The costs noted since the last call.
    pub fn take(&self) -> Vec<SatCost> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn note(&self, cost: SatCost) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(cost);
    }
}

impl SatSpent {
    pub(crate) fn new(reply: Option<&Reply>, work: SatWork, time: Duration) -> SatSpent {
        let answer = match reply {
            Some(Reply::Sat(_)) => Some(true),
            Some(Reply::Unsat(_)) => Some(false),
            Some(Reply::Unknown(_)) | None => None,
        };
        SatSpent { answer, work, time }
    }
}

/// The processor time that this thread has used.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}
