//! Exact cache: the same question under the same constraints was answered before.
//!
//! The key is the list of constraints and the question; nothing is approximated. The list carries its hash, and
//! lists are compared only if their hashes are equal. When the cache is full, the older half of its entries is
//! dropped (two generations).

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use expr::{ExprId, Pool};
use rustc_hash::{FxHashMap, FxHasher};

use crate::config::Config;
use crate::constraints::Core;
use crate::path::Slice;
use crate::query::{Bytes, Query, Reply};
use crate::shared::Shared;
use crate::stage::{Stage, still_satisfies};

/// The stage.
pub(crate) struct ExactCache {
    young: FxHashMap<Key, Known>,
    old: FxHashMap<Key, Known>,
    limit: usize,
}

/// A remembered answer. Of a witness only the bytes are kept, because a model keeps whole symbols alive.
#[derive(Clone)]
enum Known {
    Sat(Bytes),
    Unsat(Core),
}

/// A slice and a question, with their hash.
#[derive(Clone)]
struct Key {
    hash: u64,
    question: ExprId,
    slice: Arc<Slice>,
}

impl Key {
    fn new(query: &Query) -> Key {
        let mut hasher = FxHasher::default();
        query.slice.constraints.hash().hash(&mut hasher);
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
            && (Arc::ptr_eq(&self.slice, &other.slice) || self.slice.constraints == other.slice.constraints)
    }
}

impl Eq for Key {}

impl ExactCache {
    pub(crate) fn new(config: &Config) -> ExactCache {
        ExactCache {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            limit: (config.tuning.cache_entries / 2).max(1),
        }
    }

    fn insert(&mut self, key: Key, known: Known) {
        if self.young.len() >= self.limit {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, known);
    }
}

impl Stage for ExactCache {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let check = &mut shared.check;
        let key = Key::new(query);
        let known = match self.young.get(&key) {
            Some(known) => known.clone(),
            None => {
                let known = self.old.remove(&key)?;
                self.insert(key, known.clone());
                known
            }
        };
        match known {
            Known::Sat(bytes) => {
                // Bytes that are not remembered come from this query's model; if the question does not hold
                // with them, it is asked anew.
                let witness = query.witness(bytes);
                still_satisfies(pool, check, &witness, query).then_some(Reply::Sat(witness))
            }
            Known::Unsat(core) => Some(Reply::Unsat(core)),
        }
    }

    fn forget(&mut self) {
        (self.young, self.old) = Default::default();
    }

    fn learn(&mut self, query: &Query, reply: &Reply) {
        let known = match reply {
            Reply::Sat(witness) => Known::Sat(witness.bytes.clone()),
            Reply::Unsat(core) => Known::Unsat(core.clone()),
            Reply::Unknown(_) => return,
        };
        self.insert(Key::new(query), known);
    }
}
