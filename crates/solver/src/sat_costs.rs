//! What questions cost the SAT solvers that a run keeps, beside what each costs a SAT solver of its own.
//!
//! A run's SAT solvers know terms and clauses of earlier questions, which helps or hinders. To see which, the bit-blaster is
//! made to ask each question a second time ([`Config::sat_costs`](crate::Config::sat_costs)): nothing of the second answer is
//! used, so the run takes the same way.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::query::Reply;
use crate::sat::SatWork;

/// Where the bit-blaster notes costs. Clones note to the same place.
#[derive(Clone, Debug, Default)]
pub struct SatCosts(Arc<Mutex<Vec<SatCost>>>);

/// One question that came to the bit-blaster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatCost {
    /// What it cost where the solvers are kept from question to question.
    pub kept: SatSpent,
    /// What it cost a solver that was made for it and knows its own slice only.
    pub alone: SatSpent,
}

/// What one answer of the bit-blaster took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatSpent {
    /// `Some(true)` if there is a model, nothing if it gave up.
    pub answer: Option<bool>,
    /// Counted.
    pub work: SatWork,
    /// Of the processor.
    pub time: Duration,
}

impl SatCosts {
    /// What was noted since this was called last.
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

/// How long the processor has been at work for this thread.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}
