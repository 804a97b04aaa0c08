//! A stage that gives wrong answers on purpose, which the checks must notice.

use expr::Pool;

use crate::config::Defect;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::Stage;

/// The stage.
pub(crate) struct Seeded(pub(crate) Defect);

impl Stage for Seeded {
    fn answer(&mut self, _pool: &Pool, _: &mut Shared, query: &Query) -> Option<Reply> {
        Some(match self.0 {
            Defect::Refutes => Reply::Unsat((&query.slice.constraints).into()),
            Defect::Accepts => Reply::Sat(query.witness([].into())),
        })
    }
}
