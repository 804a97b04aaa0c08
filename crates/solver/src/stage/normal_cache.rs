//! Normalised cache: a question like this one, perhaps about other bytes, was answered before.
//!
//! The key is the whole normal form (see [`normal_form`](crate::normal_form)), never only its hash. An answer
//! is kept in terms of the form, as the bytes of regions or the places of the constraints in a core, and
//! translated to the current query. The translated model is evaluated like any other.
//!
//! Like the exact cache this one has two generations, here bounded by the length of the forms in them as well
//! as by their number: a form of some thousand nodes takes as much room as hundreds of the usual ones.

use std::sync::Arc;

use expr::{ExprId, Pool};
use rustc_hash::FxHashMap;

use crate::config::Config;
use crate::normal_form::{Limits, Writer};
use crate::path::Slice;
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::Stage;

/// Larger queries are not looked up: writing them out takes longer than most answers to them.
const LIMITS: Limits = Limits { nodes: 2048, bytes: 4096 };

/// The stage.
pub(crate) struct NormalCache {
    writer: Writer,
    /// The query whose form the writer holds, if it has one and no answer was found.
    written: Option<(Arc<Slice>, ExprId)>,
    young: Generation,
    old: Generation,
    /// The most answers in a generation, and its greatest size.
    entries: usize,
    room: usize,
    sat: u64,
    unsat: u64,
    misses: u64,
    skipped: u64,
}

/// Answers, indexed by normal form.
#[derive(Default)]
struct Generation {
    known: FxHashMap<Arc<[u32]>, Known>,
    /// The size: words of forms plus bytes of models.
    size: usize,
}

/// A remembered answer.
#[derive(Clone)]
enum Known {
    /// The bytes of the regions, one after the other.
    Sat(Arc<[u8]>),
    /// The places of the constraints that refute the question.
    Unsat(Arc<[u32]>),
}

impl Known {
    fn len(&self) -> usize {
        match self {
            Known::Sat(bytes) => bytes.len(),
            Known::Unsat(places) => places.len(),
        }
    }
}

impl NormalCache {
    pub(crate) fn new(config: &Config) -> NormalCache {
        NormalCache {
            writer: Writer::default(),
            written: None,
            young: Generation::default(),
            old: Generation::default(),
            entries: (config.tuning.cache_entries / 2).max(1),
            room: config.tuning.normal_cache_room,
            sat: 0,
            unsat: 0,
            misses: 0,
            skipped: 0,
        }
    }

    /// The answer to the form that the writer holds.
    fn find(&mut self) -> Option<Known> {
        let form = &self.writer.words[..];
        if let Some(known) = self.young.known.get(form) {
            return Some(known.clone());
        }
        let (form, known) = self.old.known.remove_entry(form)?;
        self.insert(form, known.clone());
        Some(known)
    }

    fn insert(&mut self, form: Arc<[u32]>, known: Known) {
        if self.young.known.len() >= self.entries || self.young.size >= self.room {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.size += form.len() + known.len();
        self.young.known.insert(form, known);
    }

    /// The query's model with the bytes of the regions. Only bytes that the query depends on are set: an array has
    /// others that may belong to constraints outside the query.
    fn translated(&self, query: &Query, bytes: &[u8]) -> Reply {
        let mut changes = Vec::new();
        let mut rest = bytes;
        for region in &self.writer.regions {
            let (here, after) = rest.split_at((region.to - region.from) as usize);
            rest = after;
            let first =
                query.ranges().partition_point(|range| (range.symbol, range.to) <= (region.symbol, region.from));
            for range in &query.ranges()[first..] {
                if range.symbol != region.symbol || range.from >= region.to {
                    break;
                }
                let shared = range.from.max(region.from)..range.to.min(region.to);
                changes.extend(shared.map(|index| (region.symbol, index, here[(index - region.from) as usize])));
            }
        }
        changes.sort_unstable();
        Reply::Sat(query.witness(changes.into()))
    }
}

impl Stage for NormalCache {
    fn answer(&mut self, pool: &Pool, _: &mut Shared, query: &Query) -> Option<Reply> {
        self.written = None;
        if !self.writer.write(pool, query, LIMITS) {
            self.skipped += 1;
            return None;
        }
        let reply = match self.find() {
            Some(Known::Sat(bytes)) => self.translated(query, &bytes),
            Some(Known::Unsat(places)) => {
                let mut core: Vec<ExprId> =
                    places.iter().map(|&place| self.writer.constraints[place as usize]).collect();
                core.sort_unstable();
                self.unsat += 1;
                return Some(Reply::Unsat(core.into_iter().collect()));
            }
            None => {
                self.misses += 1;
                self.written = Some((query.slice.clone(), query.question));
                return None;
            }
        };
        self.sat += 1;
        Some(reply)
    }

    fn forget(&mut self) {
        (self.young, self.old) = Default::default();
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        let Some((slice, question)) = self.written.take() else { return };
        if question != query.question || !Arc::ptr_eq(&slice, &query.slice) {
            return;
        }
        let known = match reply {
            Reply::Sat(witness) => {
                let regions = self.writer.regions.iter();
                let byte = |symbol, index| witness.model.byte(symbol, index);
                Known::Sat(regions.flat_map(|range| (range.from..range.to).map(|i| byte(range.symbol, i))).collect())
            }
            Reply::Unsat(core) => {
                let written = self.writer.constraints.iter().zip(0u32..);
                let used = written.filter(|(constraint, _)| core.contains(constraint));
                Known::Unsat(used.map(|(_, place)| place).collect())
            }
            Reply::Unknown(_) => return,
        };
        self.insert(self.writer.words[..].into(), known);
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("sat", self.sat), ("unsat", self.unsat), ("misses", self.misses), ("skipped", self.skipped)]
    }
}
