//! Exact cache: the same question under the same constraints was answered before.
//!
//! The key is the sorted list of constraints and the question; nothing is approximated. When the cache is full the
//! older half of its entries goes (two generations).

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use expr::{Evaluator, ExprId, Pool};
use rustc_hash::{FxHashMap, FxHasher};

use crate::config::Config;
use crate::path::Slice;
use crate::query::{Query, Reply};
use crate::stage::{Stage, satisfies};

/// The stage.
pub(crate) struct ExactCache {
    young: FxHashMap<Key, Reply>,
    old: FxHashMap<Key, Reply>,
    limit: usize,
}

/// A slice and a question; the hash is computed once.
#[derive(Clone)]
struct Key {
    hash: u64,
    question: ExprId,
    slice: Rc<Slice>,
}

impl Key {
    fn new(query: &Query) -> Key {
        let mut hasher = FxHasher::default();
        query.slice.constraints.hash(&mut hasher);
        query.question.hash(&mut hasher);
        Key { hash: hasher.finish(), question: query.question, slice: query.slice.clone() }
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.question == other.question
            && (Rc::ptr_eq(&self.slice, &other.slice) || self.slice.constraints == other.slice.constraints)
    }
}

impl Eq for Key {}

impl ExactCache {
    pub(crate) fn new(config: &Config) -> ExactCache {
        ExactCache { young: FxHashMap::default(), old: FxHashMap::default(), limit: (config.cache_entries / 2).max(1) }
    }

    fn insert(&mut self, key: Key, reply: Reply) {
        if self.young.len() >= self.limit {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, reply);
    }
}

impl Stage for ExactCache {
    fn name(&self) -> &'static str {
        "exact_cache"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        let key = Key::new(query);
        let reply = match self.young.get(&key) {
            Some(reply) => reply.clone(),
            None => {
                let reply = self.old.remove(&key)?;
                self.insert(key, reply.clone());
                reply
            }
        };
        match &reply {
            Reply::Sat(bytes) => {
                // The bytes it does not mention come from this query's model; should the answer depend on one of
                // them, the question is asked anew.
                let model = query.model.with_bytes(bytes.iter().copied());
                satisfies(pool, check, &model, query).then_some(reply)
            }
            _ => Some(reply),
        }
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        if !matches!(reply, Reply::Unknown(_)) {
            self.insert(Key::new(query), reply.clone());
        }
    }
}
