//! Leaks: memory that is still allocated when the program ends and that nothing points to.
//!
//! As in LeakSanitizer, memory is reachable if a global variable, a variable of a function that is still
//! running, or reachable memory points to it. A pointer is a word at a multiple of eight bytes; a pointer into
//! the middle of an object counts. Functions are still running if the program calls `exit`, but not if `main`
//! returns. Registers count as variables, even those that are never read again. A symbolic word points to every
//! object whose address its term mentions, and a store at a symbolic offset overwrites only what was stored at
//! the very same offset.
//!
//! A leak is reported where the memory was allocated, once for each allocation site. The path ends in the error.

use std::collections::{BTreeMap, VecDeque};

use expr::{ExprId, Op, Pool, TableId};
use ir::ErrorKind;
use memory::{AddressSpace, Found, Object, ObjectId, ObjectKind, Value};
use rustc_hash::FxHashSet;

use crate::code::Code;
use crate::outcome::Termination;
use crate::state::{Registers, Slot, State, Then};
use crate::worker::{Interrupt, Worker};

/// The size of a pointer in bytes.
const WORD: u64 = 8;

impl Worker<'_> {
    /// The error in which a path with leaks ends, if it has any. If memory from several sites has leaked, all
    /// sites but one are reported here.
    pub(crate) fn leak(&mut self, state: &mut State) -> Option<Interrupt> {
        let lost = self.unreachable_objects(state);
        for &at in &lost {
            // Joined paths may have allocated the object in different places: each is told of its own.
            if let Some(term) = state.machine.memory.entry(at).sites
                && let Err(interrupt) = self.concretize(state, Value::Expr(term), 32)
            {
                return Some(interrupt);
            }
        }
        let sites = self.by_sites(state, &lost);
        let fresh: Vec<u32> = sites
            .keys()
            .copied()
            .filter(|&site| !self.run.ledger().reported.contains(&(site, ErrorKind::Leak)))
            .collect();
        let last = *fresh.last().or(sites.keys().last())?;
        for site in fresh.into_iter().filter(|&site| site != last) {
            state.record.blamed = Some(site);
            let path = state.path.condition.clone();
            self.finish(state, &path, leaked(sites[&site]));
        }
        state.record.blamed = Some(last);
        Some(Interrupt::End(leaked(sites[&last])))
    }

    /// The number and the bytes of some objects by the places where they were allocated, as the model of the path has them.
    fn by_sites(&self, state: &State, objects: &[ObjectId]) -> BTreeMap<u32, (u64, u64)> {
        let (mut sites, path): (BTreeMap<u32, (u64, u64)>, _) = (BTreeMap::new(), &state.path.condition);
        for &at in objects {
            let entry = state.machine.memory.entry(at);
            let (count, bytes) = sites.entry(self.site_for_message(path, entry)).or_default();
            *count += 1;
            *bytes += self.size_for_message(path, entry);
        }
        sites
    }

    /// What a joined path ends in, as one of its paths does: if it is a leak, the sizes are those of that path.
    pub(crate) fn leaked_on(&mut self, single: &State, termination: Termination) -> Termination {
        let is_leak = matches!(termination, Termination::Error { kind: ErrorKind::Leak, .. });
        let Some(site) = single.record.blamed.filter(|_| is_leak) else { return termination };
        let lost = self.unreachable_objects(single);
        self.by_sites(single, &lost).get(&site).map_or(termination, |&found| leaked(found))
    }

    fn unreachable_objects(&mut self, state: &State) -> Vec<ObjectId> {
        let running = !self.has_returned(state);
        let memory = &state.machine.memory;
        let mut reached = Reached { pool: &mut self.pool, memory, known: FxHashSet::default(), pending: Vec::new() };
        for entry in memory.live() {
            let is_root = matches!(entry.kind, ObjectKind::Global | ObjectKind::Constant);
            if is_root || running && entry.kind == ObjectKind::Stack {
                reached.contents(entry.object());
            }
        }
        if running {
            state.machine.pairs_outside_memory(&state.machine, Registers::All, &mut |slot, value, _| {
                if matches!(slot, Slot::Register { .. } | Slot::Variadic { .. }) {
                    reached.value(value);
                }
                true
            });
        }
        while let Some(at) = reached.pending.pop() {
            reached.contents(memory.entry(at).object());
        }
        let known = reached.known;
        let allocated = memory.live().filter(|entry| entry.kind.is_allocated()).map(|entry| entry.id);
        allocated.filter(|object| !known.contains(object)).collect()
    }

    /// Whether the program ends because its entry function has returned.
    fn has_returned(&self, state: &State) -> bool {
        let code = &self.run.program.funcs[state.machine.frame.func.index()].code;
        state.machine.frame.then == Then::Exit && matches!(code[state.machine.frame.pc as usize], Code::Return { .. })
    }
}

fn leaked((count, bytes): (u64, u64)) -> Termination {
    let message = match count {
        1 => format!("{bytes} bytes allocated here are never freed, and nothing points to them any more"),
        _ => format!("{count} objects of {bytes} bytes in all are never freed, and nothing points to them any more"),
    };
    Termination::Error { kind: ErrorKind::Leak, message, suffix: None }
}

/// The heap objects found to be reachable, and those whose contents have not been visited yet.
struct Reached<'e> {
    pool: &'e mut Pool,
    memory: &'e AddressSpace,
    known: FxHashSet<ObjectId>,
    pending: Vec<ObjectId>,
}

impl Reached<'_> {
    fn address(&mut self, address: u64) {
        let Some(Found { object, .. }) = self.memory.find(address) else { return };
        if self.memory.entry(object).kind.is_allocated() && self.known.insert(object) {
            self.pending.push(object);
        }
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Int(word) => self.address(word),
            Value::Expr(term) => self.term(term),
        }
    }

    /// Visits every constant in a term, at any depth.
    fn term(&mut self, root: ExprId) {
        let (mut seen, mut pending) = (FxHashSet::default(), vec![root]);
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.pool.as_const(term) {
                Some(constant) => self.words(&constant.to_bytes()),
                None => pending.extend(self.pool.node(term).children()),
            }
        }
    }

    fn words(&mut self, bytes: &[u8]) {
        for word in bytes.chunks_exact(WORD as usize) {
            self.address(u64::from_le_bytes(word.try_into().expect("chunks have the size of a word")));
        }
    }

    fn contents(&mut self, object: &Object) {
        let (memory, mut found) = (self.memory, Vec::new());
        object.words(self.pool, &mut |_, value| match value {
            Value::Int(word) if memory.find(word).is_none() => {}
            value => found.push(value),
        });
        found.into_iter().for_each(|value| self.value(value));
        if let Some(array) = object.written_array() {
            self.stored(array);
        }
    }

    /// Visits the contents of an array with stores at symbolic offsets: every stored value that was not
    /// certainly overwritten later, and the original contents. A store writes an element of at most a word; a
    /// word may have been written as several elements, beginning with the lowest.
    fn stored(&mut self, array: ExprId) {
        // What the later stores overwrite: the bytes at known offsets, and the pairs of symbolic offset and size.
        let (mut bytes, mut places) = (FxHashSet::default(), FxHashSet::default());
        let mut parts = VecDeque::new();
        let mut at = *self.pool.node(array);
        while at.op == Op::Store {
            let (index, value) = (at.arg(1), at.arg(2));
            let size = u64::from(self.pool.width(value) / 8);
            let is_first = match self.pool.as_u64(index) {
                // `count`, unlike `any`, inserts every byte.
                Some(offset) => (offset..offset + size).filter(|&byte| bytes.insert(byte)).count() > 0,
                None => places.insert((index, size)),
            };
            if is_first {
                self.part(&mut parts, value, size);
            }
            at = *self.pool.node(at.arg(0));
        }
        if at.op == Op::Table {
            let before = self.pool.table_bytes(TableId(at.args[0])).clone();
            for (word, offset) in before.chunks_exact(WORD as usize).zip((0..).step_by(WORD as usize)) {
                if !(offset..offset + WORD).all(|byte| bytes.contains(&byte)) {
                    self.words(word);
                }
            }
        }
    }

    /// Adds an element that was stored just before those in `parts`, and visits the word that they form together.
    fn part(&mut self, parts: &mut VecDeque<(ExprId, u64)>, value: ExprId, size: u64) {
        parts.push_front((value, size));
        let (mut word, mut len, mut count) = (None, 0, 0);
        for &(part, size) in &*parts {
            if len >= WORD {
                break;
            }
            word = Some(word.map_or(part, |low| self.pool.concat(part, low)));
            len += size;
            count += 1;
        }
        parts.truncate(count);
        if let Some(word) = word
            && len >= WORD
        {
            self.term(word);
        }
    }
}
