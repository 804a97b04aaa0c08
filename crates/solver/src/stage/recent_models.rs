//! Recent models: an assignment found for a similar question often fits this one.

use std::collections::VecDeque;

use expr::{ByteRange, Evaluator, Model, Pool, SymbolId};

use crate::query::{Bytes, Query, Reply};
use crate::stage::{Stage, satisfies};

/// How many models are tried.
const TRIED: usize = 4;
/// A query over more bytes than this is not worth the copying.
const BYTES: u64 = 4096;

/// The stage.
pub(crate) struct RecentModels {
    /// Newest first.
    models: VecDeque<Model>,
}

impl RecentModels {
    pub(crate) fn new() -> RecentModels {
        RecentModels { models: VecDeque::new() }
    }
}

impl Stage for RecentModels {
    fn name(&self) -> &'static str {
        "recent_models"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        let total: u64 = query.ranges.iter().map(|range| u64::from(range.to - range.from)).sum();
        if total > BYTES {
            return None;
        }
        let place = self.models.iter().position(|model| satisfies(pool, check, model, query))?;
        Some(Reply::Sat(bytes_in(&self.models[place], &query.ranges)))
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        if let Reply::Sat(bytes) = reply {
            self.models.truncate(TRIED - 1);
            self.models.push_front(query.model.with_bytes(bytes.iter().copied()));
        }
    }
}

/// The bytes of the ranges.
fn bytes_in(model: &Model, ranges: &[ByteRange]) -> Bytes {
    let byte = |symbol: SymbolId, index: u32| (symbol, index, model.byte(symbol, index));
    ranges.iter().flat_map(|range| (range.from..range.to).map(move |index| byte(range.symbol, index))).collect()
}
