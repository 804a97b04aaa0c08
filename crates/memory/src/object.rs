//! The contents of one object: concrete bytes under sparse symbolic runs.
//!
//! A run is a stretch of consecutive bytes of one term, as a store put it there: a wide value stays whole, so reading it
//! back gives the very same term. A `Backing` run is a stretch whose bytes live in an array term, because a write at a
//! symbolic offset may have changed them. Reads and writes here are at concrete offsets; `symbolic.rs` has the others.

use bv::Bv;
use expr::{ExprId, Op, Pool};

use crate::bytes::Bytes;
use crate::value::Value;

/// The contents of an object.
#[derive(Clone, Debug)]
pub struct Object {
    size: u64,
    bytes: Bytes,
    /// Sorted by start, never overlapping, never empty.
    pub(crate) runs: Vec<Run>,
    /// The array term behind `Backing` runs.
    pub(crate) backing: Option<ExprId>,
    /// The whole contents as an array term, as long as nothing is written.
    pub(crate) array: Option<ExprId>,
    /// The symbol that stands for what the object held before anything was written, if that is not zeros.
    pub(crate) undefined: Option<ExprId>,
    /// The size of its elements, as far as accesses at symbolic offsets tell.
    pub(crate) element: u8,
}

/// Elements are not larger than this.
const MOST_ELEMENT: u8 = 8;
/// An object with more runs than this is taken to be initialised where nothing was written: each run costs time.
const MOST_RUNS: usize = 4096;

/// A stretch of bytes that are not concrete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub start: u32,
    pub len: u32,
    pub content: Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Bytes `byte ..` of a term.
    Term { term: ExprId, byte: u32 },
    /// The bytes of the backing array at the same offsets.
    Backing,
}

impl Run {
    fn end(&self) -> u32 {
        self.start + self.len
    }

    /// The part of the run from `start` to `end`, which lie within it.
    fn part(&self, start: u32, end: u32) -> Run {
        let content = match self.content {
            Content::Term { term, byte } => Content::Term { term, byte: byte + (start - self.start) },
            Content::Backing => Content::Backing,
        };
        Run { start, len: end - start, content }
    }
}

impl Object {
    /// An object of zeros. Sizes stay below 4 GiB: the allocator refuses more.
    pub fn zeros(size: u64) -> Object {
        assert!(size < 1 << 32, "the allocator refuses objects of 4 GiB and more");
        Object {
            size,
            bytes: Bytes::zeros(size),
            runs: Vec::new(),
            backing: None,
            array: None,
            undefined: None,
            element: MOST_ELEMENT,
        }
    }

    /// An object of which nothing is written yet: `symbol`, of at least its size, stands for its bytes. Where that stays
    /// without a trace, they are zeros.
    pub fn undefined(size: u64, symbol: ExprId) -> Object {
        let mut object = Object::zeros(size);
        if size > 0 {
            let content = Content::Term { term: symbol, byte: 0 };
            object.runs.push(Run { start: 0, len: size as u32, content });
            object.undefined = Some(symbol);
        }
        object
    }

    /// Takes what was never written to be zeros from now on.
    pub(crate) fn forget_undefined(&mut self) {
        let Some(symbol) = self.undefined.take() else { return };
        self.array = None;
        self.runs.retain(|run| !matches!(run.content, Content::Term { term, .. } if term == symbol));
    }

    /// The size in bytes.
    #[inline]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether every byte is concrete.
    #[inline]
    pub fn is_concrete(&self) -> bool {
        self.runs.is_empty()
    }

    /// Index of the first run that ends after `offset`.
    fn first_run_after(&self, offset: u32) -> usize {
        self.runs.partition_point(|run| run.end() <= offset)
    }

    /// Whether the bytes `offset .. offset + len` are all concrete.
    #[inline]
    pub fn is_concrete_in(&self, offset: u64, len: u64) -> bool {
        // Most objects with runs have one, at an end: what was written from the other end on is found quickly.
        let (Some(first), Some(last)) = (self.runs.first(), self.runs.last()) else { return true };
        if offset + len <= u64::from(first.start) || offset >= u64::from(last.end()) {
            return true;
        }
        let index = self.first_run_after(offset as u32);
        self.runs.get(index).is_none_or(|run| u64::from(run.start) >= offset + len)
    }

    /// The word in `len` (1 to 8) bytes at `offset` if they are concrete.
    #[inline]
    pub fn concrete_word(&self, offset: u64, len: usize) -> Option<u64> {
        self.is_concrete_in(offset, len as u64).then(|| self.bytes.word(offset as usize, len))
    }

    /// Overwrites `len` (1 to 8) bytes at `offset` with the low bytes of `word`.
    #[inline]
    pub fn set_concrete_word(&mut self, offset: u64, len: usize, word: u64) {
        self.array = None;
        if !self.runs.is_empty() {
            self.clear_runs(offset as u32, (offset + len as u64) as u32);
        }
        self.bytes.set_word(offset as usize, len, word);
    }

    /// Overwrites bytes with concrete ones.
    pub fn set_concrete(&mut self, offset: u64, bytes: &[u8]) {
        self.array = None;
        self.clear_runs(offset as u32, offset as u32 + bytes.len() as u32);
        self.bytes.write(offset as usize, bytes);
    }

    /// The concrete bytes from `offset` on, zeros where symbolic.
    pub fn concrete_bytes(&self, offset: u64, len: u64) -> Vec<u8> {
        let mut bytes = vec![0; len as usize];
        self.bytes.read(offset as usize, &mut bytes);
        let end = (offset + len) as u32;
        for run in &self.runs[self.first_run_after(offset as u32)..] {
            if run.start >= end {
                break;
            }
            let from = run.start.max(offset as u32) - offset as u32;
            let to = run.end().min(end) - offset as u32;
            bytes[from as usize..to as usize].fill(0);
        }
        bytes
    }

    /// The value of `len` bytes at `offset`, of width `8 * len`.
    pub fn read(&self, pool: &mut Pool, offset: u64, len: u32) -> Value {
        if self.is_concrete_in(offset, u64::from(len)) {
            return self.read_concrete(pool, offset, len);
        }
        let (start, end) = (offset as u32, offset as u32 + len);
        let mut result: Option<ExprId> = None;
        let mut at = start;
        let mut index = self.first_run_after(start);
        while at < end {
            let next = match self.runs.get(index) {
                Some(run) if run.start <= at => {
                    let stop = run.end().min(end);
                    let piece = self.run_term(pool, run.part(at, stop));
                    index += 1;
                    (piece, stop)
                }
                run => {
                    let stop = run.map_or(end, |run| run.start.min(end));
                    let value = self.read_concrete(pool, u64::from(at), stop - at);
                    (value.to_expr(pool, 8 * (stop - at)), stop)
                }
            };
            result = Some(match result {
                Some(low) => pool.concat(next.0, low),
                None => next.0,
            });
            at = next.1;
        }
        Value::from_expr(pool, result.expect("a read has at least one byte"))
    }

    fn read_concrete(&self, pool: &mut Pool, offset: u64, len: u32) -> Value {
        if len <= 8 {
            return Value::Int(self.bytes.word(offset as usize, len as usize));
        }
        let mut bytes = vec![0; len as usize];
        self.bytes.read(offset as usize, &mut bytes);
        Value::from_bv(pool, &Bv::from_bytes(8 * len, &bytes))
    }

    /// The bytes of a run as one term.
    fn run_term(&self, pool: &mut Pool, run: Run) -> ExprId {
        match run.content {
            Content::Term { term, byte } => pool.extract(term, 8 * byte, 8 * run.len),
            Content::Backing => {
                let array = self.backing.expect("a backing run has an array behind it");
                let most = u32::from(self.element);
                let size = if run.start.is_multiple_of(most) && run.len.is_multiple_of(most) { most } else { 1 };
                let mut result = self.backing_element(pool, array, run.start, size);
                for offset in (run.start + size..run.end()).step_by(size as usize) {
                    let part = self.backing_element(pool, array, offset, size);
                    result = pool.concat(part, result);
                }
                result
            }
        }
    }

    fn backing_element(&self, pool: &mut Pool, array: ExprId, offset: u32, size: u32) -> ExprId {
        let index = pool.int(64, u64::from(offset));
        pool.select_element(array, index, size)
    }

    /// Writes a value of width `8 * len` at `offset`.
    pub fn write(&mut self, pool: &Pool, offset: u64, len: u32, value: Value) {
        match value {
            Value::Int(word) if len <= 8 => self.set_concrete_word(offset, len as usize, word),
            Value::Int(word) => {
                let mut bytes = vec![0; len as usize];
                bytes[..8].copy_from_slice(&word.to_le_bytes());
                self.set_concrete(offset, &bytes);
            }
            Value::Expr(term) => match pool.as_const(term) {
                Some(constant) => self.set_concrete(offset, &constant.to_bytes()),
                None if pool.mentions_undefined(term) => self.write_parts(pool, offset, len, term),
                None => self.insert_run(Run { start: offset as u32, len, content: Content::Term { term, byte: 0 } }),
            },
        }
    }

    /// Writes a term whose concrete bytes stay concrete: a structure is copied in words, of which some are written in part.
    fn write_parts(&mut self, pool: &Pool, offset: u64, len: u32, term: ExprId) {
        let node = pool.node(term);
        if node.op == Op::Concat {
            let low = pool.width(node.arg(1));
            if low.is_multiple_of(8) {
                let low = low / 8;
                self.write(pool, offset, low, Value::from_expr(pool, node.arg(1)));
                self.write(pool, offset + u64::from(low), len - low, Value::from_expr(pool, node.arg(0)));
                return;
            }
        }
        // Below what is undefined lie zeros, as where nothing was written from the beginning.
        self.set_concrete(offset, &vec![0; len as usize]);
        self.insert_run(Run { start: offset as u32, len, content: Content::Term { term, byte: 0 } });
    }

    /// The word in `len` (1 to 8) bytes at `offset` with zeros for what is undefined, if all else is concrete.
    pub fn word_with_zeros(&self, pool: &Pool, offset: u64, len: usize) -> Option<u64> {
        let (start, end) = (offset as u32, offset as u32 + len as u32);
        let mut within = self.runs[self.first_run_after(start)..].iter().take_while(|run| run.start < end);
        let undefined = |run: &Run| match run.content {
            Content::Term { term, .. } => pool.is_undefined_part(term),
            Content::Backing => false,
        };
        within.all(undefined).then(|| self.bytes.word(offset as usize, len))
    }

    /// Copies `len` bytes from another object (or from an earlier version of this one).
    pub fn copy_from(&mut self, pool: &mut Pool, to: u64, source: &Object, from: u64, len: u64) {
        self.element = self.element.min(source.element);
        if len == 0 {
            return;
        }
        let mut bytes = vec![0; len as usize];
        source.bytes.read(from as usize, &mut bytes);
        self.set_concrete(to, &bytes);
        let (start, end) = (from as u32, (from + len) as u32);
        for run in &source.runs[source.first_run_after(start)..] {
            if run.start >= end {
                break;
            }
            let mut part = run.part(run.start.max(start), run.end().min(end));
            if part.content == Content::Backing {
                part.content = Content::Term { term: source.run_term(pool, part), byte: 0 };
            }
            part.start = (u64::from(part.start) - from + to) as u32;
            self.insert_run(part);
        }
    }

    pub(crate) fn insert_run(&mut self, run: Run) {
        self.array = None;
        self.clear_runs(run.start, run.end());
        let index = self.first_run_after(run.start);
        self.runs.insert(index, run);
    }

    /// Removes what runs say about `start .. end`, splitting those that reach beyond.
    fn clear_runs(&mut self, start: u32, end: u32) {
        // An object that is filled from its beginning on: the one run becomes shorter.
        if let [run] = &mut self.runs[..]
            && (end <= run.start || start >= run.end() || start <= run.start && end < run.end())
        {
            if end > run.start && start < run.end() {
                *run = run.part(end, run.end());
            }
            return;
        }
        let first = self.first_run_after(start);
        let last = first + self.runs[first..].partition_point(|run| run.start < end);
        if first == last {
            return;
        }
        let head = self.runs[first];
        let tail = self.runs[last - 1];
        let before = (head.start < start).then(|| head.part(head.start, start));
        let after = (tail.end() > end).then(|| tail.part(end, tail.end()));
        self.runs.splice(first..last, before.into_iter().chain(after));
        if self.runs.len() > MOST_RUNS {
            self.forget_undefined();
        }
    }

    /// Whether the contents are the same where concrete, and pairs of terms that are `same` where not. Bytes below symbolic
    /// runs count, too: contents that differ there only are told apart.
    pub(crate) fn matches(&self, other: &Object, same: &mut dyn FnMut(ExprId, ExprId) -> bool) -> bool {
        let terms = |a: &Run, b: &Run| match (a.content, b.content) {
            (Content::Term { term: a, byte: from }, Content::Term { term: b, byte }) if from == byte => Some((a, b)),
            _ => None,
        };
        let one_backing = match (self.backing, other.backing) {
            (None, None) => true,
            (Some(a), Some(b)) => same(a, b),
            _ => false,
        };
        one_backing
            && self.size == other.size
            && self.runs.len() == other.runs.len()
            && self.runs.iter().zip(&other.runs).all(|(a, b)| {
                let backed = a.content == Content::Backing && b.content == Content::Backing;
                (a.start, a.len) == (b.start, b.len) && (backed || terms(a, b).is_some_and(|(a, b)| same(a, b)))
            })
            && (std::ptr::eq(self, other) || self.bytes.is_same(&other.bytes))
    }

    /// The array that stores at symbolic offsets made, if the object holds one.
    pub fn written_array(&self) -> Option<ExprId> {
        self.backing.filter(|_| self.runs.iter().any(|run| run.content == Content::Backing))
    }

    /// Whether any byte in the range depends on symbolic input.
    pub fn is_symbolic_in(&self, offset: u64, len: u64) -> bool {
        !self.is_concrete_in(offset, len)
    }
}
