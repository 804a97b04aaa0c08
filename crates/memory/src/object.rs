//! The contents of an object: concrete bytes with sparse symbolic runs on top.
//!
//! A run is a sequence of consecutive bytes of one term, as a store put it there: a wide value stays whole, so
//! reading it back gives the very same term. A `Repeat` run repeats one byte, as `memset` does. The bytes of a
//! `Backing` run live in an array term, because a write at a symbolic offset may have changed them. The reads
//! and writes in this file have concrete offsets; `symbolic.rs` has the others. The cost of an operation on
//! many bytes depends on the number of runs and pages, not of bytes; such an operation returns the work done,
//! in bytes moved.

use bv::Bv;
use expr::{ExprId, Op, Pool};

use crate::blocks::Stretch;
use crate::bytes::Bytes;
use crate::tuning::{COMPARED_WINDOW, CONCRETE_WINDOW, RUN_WORK, UNDEFINED_RUNS};
use crate::value::Value;

/// The contents of an object.
#[derive(Clone, Debug)]
pub struct Object {
    size: u64,
    bytes: Bytes,
    /// Sorted by start; runs neither overlap nor are empty.
    pub(crate) runs: Vec<Run>,
    /// The array term behind `Backing` runs.
    pub(crate) backing: Option<ExprId>,
    /// The whole contents as an array term; dropped at the next write.
    pub(crate) array: Option<ExprId>,
    /// The symbol for the original contents of the object, if these were undefined and not zeros.
    pub(crate) undefined: Option<ExprId>,
    /// The size of the object's elements in bytes, as far as accesses at symbolic offsets show.
    pub(crate) element: u8,
}

/// The size in bytes of the largest element.
const MOST_ELEMENT: u8 = 8;
/// The size of a pointer in bytes.
const WORD: u64 = 8;

/// A sequence of bytes that are not concrete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub start: u64,
    pub len: u64,
    pub content: Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Consecutive bytes of a term, from number `byte` on.
    Term { term: ExprId, byte: u32 },
    /// A term of one byte, repeated.
    Repeat { byte: ExprId },
    /// The bytes of the backing array at the same offsets.
    Backing,
}

impl Run {
    pub(crate) fn end(&self) -> u64 {
        self.start + self.len
    }

    /// The part of the run from `start` to `end`, which must lie within it.
    pub(crate) fn part(&self, start: u64, end: u64) -> Run {
        let content = match self.content {
            // A term has less than 2^32 bits.
            Content::Term { term, byte } => Content::Term { term, byte: byte + (start - self.start) as u32 },
            other => other,
        };
        Run { start, len: end - start, content }
    }
}

impl Object {
    /// An object of zeros.
    pub fn zeros(size: u64) -> Object {
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

    /// An object in which nothing is written yet: `symbol`, of at least the object's size, stands for its
    /// bytes. Once the symbol is forgotten, these bytes are zeros.
    pub fn undefined(size: u64, symbol: ExprId) -> Object {
        let mut object = Object::zeros(size);
        if size > 0 {
            let content = Content::Term { term: symbol, byte: 0 };
            object.runs.push(Run { start: 0, len: size, content });
            object.undefined = Some(symbol);
        }
        object
    }

    /// Makes bytes that were never written zeros instead of undefined.
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

    /// Whether the bytes are made of numbers alone: see [`Pool::is_of_numbers`].
    pub(crate) fn is_of_numbers(&self, pool: &Pool, offset: u64, len: u64) -> bool {
        let runs = self.runs[self.first_run_after(offset)..].iter().take_while(|run| run.start < offset + len);
        runs.into_iter().all(|run| match (run.content, self.backing) {
            (Content::Term { term, .. }, _) | (Content::Repeat { byte: term }, _) => pool.is_of_numbers(term),
            (Content::Backing, Some(array)) => pool.is_of_numbers(array),
            (Content::Backing, None) => false,
        })
    }

    /// The index of the first run that ends after `offset`.
    pub(crate) fn first_run_after(&self, offset: u64) -> usize {
        self.runs.partition_point(|run| run.end() <= offset)
    }

    /// Whether the bytes `offset .. offset + len` are all concrete.
    #[inline]
    pub fn is_concrete_in(&self, offset: u64, len: u64) -> bool {
        // Most objects with runs have a single one, at one end: for accesses at the other end this test is enough.
        let (Some(first), Some(last)) = (self.runs.first(), self.runs.last()) else { return true };
        if offset + len <= first.start || offset >= last.end() {
            return true;
        }
        let index = self.first_run_after(offset);
        self.runs.get(index).is_none_or(|run| run.start >= offset + len)
    }

    /// The word in `len` (1 to 8) bytes at `offset`, if they are concrete.
    #[inline]
    pub fn concrete_word(&self, offset: u64, len: usize) -> Option<u64> {
        self.is_concrete_in(offset, len as u64).then(|| self.bytes.word(offset as usize, len))
    }

    /// Overwrites `len` (1 to 8) bytes at `offset` with the low bytes of `word`.
    #[inline]
    pub fn set_concrete_word(&mut self, offset: u64, len: usize, word: u64) {
        self.array = None;
        if !self.runs.is_empty() {
            self.clear_runs(offset, offset + len as u64);
        }
        self.bytes.set_word(offset as usize, len, word);
    }

    /// Overwrites bytes with concrete ones.
    pub fn set_concrete(&mut self, offset: u64, bytes: &[u8]) {
        self.array = None;
        self.clear_runs(offset, offset + bytes.len() as u64);
        self.bytes.write(offset as usize, bytes);
    }

    /// Overwrites `len` bytes with a concrete byte.
    pub fn fill(&mut self, offset: u64, len: u64, byte: u8) -> u64 {
        self.array = None;
        self.clear_runs(offset, offset + len);
        self.bytes.fill(offset as usize, len as usize, byte)
    }

    /// Overwrites `len` bytes with a term of one byte.
    pub fn fill_with(&mut self, pool: &Pool, offset: u64, len: u64, byte: ExprId) -> u64 {
        if let Some(byte) = pool.as_u64(byte) {
            return self.fill(offset, len, byte as u8);
        }
        if len == 0 {
            return 0;
        }
        // The concrete bytes below undefined ones are zeros, as in a new object.
        let work = if pool.mentions_undefined(byte) { self.fill(offset, len, 0) } else { 0 };
        self.insert_run(Run { start: offset, len, content: Content::Repeat { byte } });
        work + RUN_WORK
    }

    /// The `len` bytes from `offset` on, with zeros for symbolic bytes.
    pub fn concrete_bytes(&self, offset: u64, len: u64) -> Vec<u8> {
        let mut bytes = vec![0; len as usize];
        self.bytes.read(offset as usize, &mut bytes);
        let end = offset + len;
        for run in &self.runs[self.first_run_after(offset)..] {
            if run.start >= end {
                break;
            }
            let from = run.start.max(offset) - offset;
            let to = run.end().min(end) - offset;
            bytes[from as usize..to as usize].fill(0);
        }
        bytes
    }

    /// The value of `len` bytes at `offset`, of width `8 * len`.
    pub fn read(&self, pool: &mut Pool, offset: u64, len: u32) -> Value {
        if self.is_concrete_in(offset, u64::from(len)) {
            return self.read_concrete(pool, offset, len);
        }
        let (start, end) = (offset, offset + u64::from(len));
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
                    let len = (stop - at) as u32;
                    let value = self.read_concrete(pool, at, len);
                    (value.to_expr(pool, 8 * len), stop)
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
    pub(crate) fn run_term(&self, pool: &mut Pool, run: Run) -> ExprId {
        match run.content {
            Content::Term { term, byte } => pool.extract(term, 8 * byte, 8 * run.len as u32),
            Content::Repeat { byte } => {
                let mut result = byte;
                for _ in 1..run.len {
                    result = pool.concat(byte, result);
                }
                result
            }
            Content::Backing => {
                let array = self.backing.expect("a backing run has an array behind it");
                let most = u64::from(self.element);
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

    fn backing_element(&self, pool: &mut Pool, array: ExprId, offset: u64, size: u64) -> ExprId {
        let index = pool.int(64, offset);
        pool.select_element(array, index, size as u32)
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
                None => {
                    let content = Content::Term { term, byte: 0 };
                    self.insert_run(Run { start: offset, len: u64::from(len), content });
                }
            },
        }
    }

    /// Writes a term so that its concrete bytes stay concrete. A structure is copied in words, some of which
    /// are only partly written.
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
        // The concrete bytes below undefined ones are zeros, as in a new object.
        let len = u64::from(len);
        self.fill(offset, len, 0);
        self.insert_run(Run { start: offset, len, content: Content::Term { term, byte: 0 } });
    }

    /// The word in `len` (1 to 8) bytes at `offset` with zeros for undefined bytes, if all other bytes are concrete.
    pub fn word_with_zeros(&self, pool: &Pool, offset: u64, len: usize) -> Option<u64> {
        let end = offset + len as u64;
        let mut within = self.runs[self.first_run_after(offset)..].iter().take_while(|run| run.start < end);
        let undefined = |run: &Run| match run.content {
            Content::Term { term, .. } | Content::Repeat { byte: term } => pool.is_undefined_part(term),
            Content::Backing => false,
        };
        within.all(undefined).then(|| self.bytes.word(offset as usize, len))
    }

    /// Copies `len` bytes from another object.
    pub fn copy_from(&mut self, pool: &mut Pool, to: u64, source: &Object, from: u64, len: u64) -> u64 {
        self.element = self.element.min(source.element);
        if len == 0 {
            return 0;
        }
        self.array = None;
        self.clear_runs(to, to + len);
        let work = self.bytes.copy(to as usize, &source.bytes, from as usize, len as usize);
        if source.is_concrete_in(from, len) {
            return work;
        }
        // An object of the same size can have the same backing array.
        let backed = to == from && self.size == source.size && self.written_array().is_none();
        if backed {
            self.backing = source.backing;
        }
        let runs = source.runs_in(pool, from, from + len, backed);
        work + self.insert_runs(runs, from, to)
    }

    /// Overwrites the first bytes with a smaller object, which has no bytes in an array.
    pub(crate) fn replace_beginning(&mut self, smaller: &Object) {
        self.element = self.element.min(smaller.element);
        if smaller.size > 0 {
            self.array = None;
            self.clear_runs(0, smaller.size);
            self.bytes.copy(0, &smaller.bytes, 0, smaller.size as usize);
            self.insert_runs(smaller.runs.clone(), 0, 0);
        }
    }

    /// Copies `len` bytes to another offset of the same object; the two ranges may overlap.
    pub fn copy_within(&mut self, pool: &mut Pool, to: u64, from: u64, len: u64) -> u64 {
        if len == 0 || to == from {
            return 0;
        }
        self.array = None;
        let runs =
            if self.is_concrete_in(from, len) { Vec::new() } else { self.runs_in(pool, from, from + len, false) };
        self.clear_runs(to, to + len);
        let work = self.bytes.copy_within(to as usize, from as usize, len as usize);
        work + self.insert_runs(runs, from, to)
    }

    /// The runs between two offsets, cut to that range. `Backing` runs become terms unless `backed` is set.
    fn runs_in(&self, pool: &mut Pool, start: u64, end: u64, backed: bool) -> Vec<Run> {
        let first = self.first_run_after(start);
        let within = self.runs[first..].iter().take_while(|run| run.start < end);
        within
            .map(|run| {
                let mut part = run.part(run.start.max(start), run.end().min(end));
                if part.content == Content::Backing && !backed {
                    part.content = Content::Term { term: self.run_term(pool, part), byte: 0 };
                }
                part
            })
            .collect()
    }

    /// Inserts runs into a range without runs. A run at `from` moves to `to`, and the others keep their
    /// distance from it.
    fn insert_runs(&mut self, mut runs: Vec<Run>, from: u64, to: u64) -> u64 {
        let Some(first) = runs.first_mut() else { return 0 };
        let at = first.start - from + to;
        let index = self.first_run_after(at);
        runs.iter_mut().for_each(|run| run.start = run.start - from + to);
        let work = RUN_WORK * runs.len() as u64;
        self.runs.splice(index..index, runs);
        work
    }

    pub(crate) fn insert_run(&mut self, run: Run) {
        self.array = None;
        self.clear_runs(run.start, run.end());
        let index = self.first_run_after(run.start);
        self.runs.insert(index, run);
    }

    /// Removes runs from `start .. end`, splitting those that extend beyond.
    fn clear_runs(&mut self, start: u64, end: u64) {
        // An object that is filled from its beginning on: its only run becomes shorter.
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
        if self.runs.len() > UNDEFINED_RUNS {
            self.forget_undefined();
        }
    }

    /// Whether the concrete bytes are equal and each pair of terms is `same`. Concrete bytes below symbolic
    /// runs are compared too, so contents that differ only there do not match.
    pub(crate) fn matches(&self, other: &Object, same: &mut dyn FnMut(ExprId, ExprId) -> bool) -> bool {
        let terms = |a: &Run, b: &Run| match (a.content, b.content) {
            (Content::Term { term: a, byte: from }, Content::Term { term: b, byte }) if from == byte => Some((a, b)),
            (Content::Repeat { byte: a }, Content::Repeat { byte: b }) => Some((a, b)),
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

    /// The array term with the stores at symbolic offsets, if some of the contents live in it.
    pub fn written_array(&self) -> Option<ExprId> {
        self.backing.filter(|_| self.runs.iter().any(|run| run.content == Content::Backing))
    }

    /// The number of bytes among `len` from `offset` on that lie in pages which are not a single repeated byte.
    pub(crate) fn held(&self, offset: u64, len: u64) -> u64 {
        let mut held = 0;
        self.bytes.stretches(offset as usize, len as usize, &mut |_, stretch| {
            if let Stretch::Bytes(bytes) = stretch {
                held += bytes.len() as u64;
            }
        });
        held
    }

    /// The number of bytes from `offset` on, at most `len`, before the first one that is symbolic or in `stops`.
    pub fn concrete_until(&self, offset: u64, len: u64, stops: &[u8]) -> u64 {
        let len = self.concrete_from(offset, len);
        let mut at = 0;
        while at < len {
            let window = CONCRETE_WINDOW.min(len - at);
            let mut found = None;
            self.bytes.stretches((offset + at) as usize, window as usize, &mut |place, stretch| {
                if found.is_some() {
                    return;
                }
                let first = match stretch {
                    Stretch::Fill(byte, _) => stops.contains(&byte).then_some(0),
                    Stretch::Bytes(bytes) => first_of(bytes, stops),
                };
                found = first.map(|first| (place + first) as u64 - offset);
            });
            if let Some(found) = found {
                return found;
            }
            at += window;
        }
        len
    }

    /// The number of bytes from two offsets on, at most `len`, before the first one that is symbolic, differs,
    /// or is in `stops`.
    pub fn common_until(&self, offset: u64, other: &Object, other_offset: u64, len: u64, stops: &[u8]) -> u64 {
        let len = other.concrete_from(other_offset, self.concrete_from(offset, len));
        let (mut left, mut right) = ([0; COMPARED_WINDOW as usize], [0; COMPARED_WINDOW as usize]);
        let mut at = 0;
        while at < len {
            let window = COMPARED_WINDOW.min(len - at) as usize;
            let (left, right) = (&mut left[..window], &mut right[..window]);
            self.bytes.read((offset + at) as usize, left);
            other.bytes.read((other_offset + at) as usize, right);
            let stop = first_of(left, stops).unwrap_or(window);
            if stop < window || left != right {
                let same = left.iter().zip(&*right).take_while(|(left, right)| left == right).count();
                return at + same.min(stop) as u64;
            }
            at += window as u64;
        }
        len
    }

    /// The number of bytes from `offset` on, at most `len`, before the first symbolic one.
    fn concrete_from(&self, offset: u64, len: u64) -> u64 {
        let run = self.runs.get(self.first_run_after(offset));
        run.map_or(len, |run| len.min(run.start.saturating_sub(offset)))
    }

    /// Shows the contents in words of eight bytes, at multiples of eight, concrete or as terms. Of adjacent
    /// words that repeat one byte or belong to one input, only one is shown. Words in the backing array are not shown.
    pub fn words(&self, pool: &mut Pool, show: &mut dyn FnMut(&mut Pool, Value)) {
        let end = self.size / WORD * WORD;
        let mut at = 0;
        for run in &self.runs {
            // The words that the run overlaps, and those that lie within it.
            let (first, last) = (run.start / WORD * WORD, run.end().next_multiple_of(WORD).min(end));
            let (from, to) = (run.start.next_multiple_of(WORD), run.end() / WORD * WORD);
            if at < first {
                self.concrete_words(pool, at, first, show);
                at = first;
            }
            let shown = match run.content {
                Content::Term { term, .. } if pool.node(term).op != Op::Sym => u64::MAX,
                Content::Term { .. } | Content::Repeat { .. } => 1,
                Content::Backing => 0,
            };
            while at < last {
                if at >= from && to.saturating_sub(at) / WORD > shown {
                    at = to - shown * WORD;
                    continue;
                }
                let value = self.read(pool, at, WORD as u32);
                show(pool, value);
                at += WORD;
            }
        }
        if at < end {
            self.concrete_words(pool, at, end, show);
        }
    }

    fn concrete_words(&self, pool: &mut Pool, start: u64, end: u64, show: &mut dyn FnMut(&mut Pool, Value)) {
        // A page consists of whole words.
        self.bytes.stretches(start as usize, (end - start) as usize, &mut |_, stretch| match stretch {
            Stretch::Fill(byte, _) => show(pool, Value::Int(u64::from_le_bytes([byte; WORD as usize]))),
            Stretch::Bytes(bytes) => {
                for word in bytes.chunks_exact(WORD as usize) {
                    let word = u64::from_le_bytes(word.try_into().expect("chunks have the size of a word"));
                    show(pool, Value::Int(word));
                }
            }
        });
    }

    /// Whether no byte in the range depends on memory that nobody has written.
    pub fn is_defined_in(&self, pool: &Pool, offset: u64, len: u64) -> bool {
        let within = |run: &&Run| run.start < offset + len && run.end() > offset;
        self.runs.iter().filter(within).all(|run| match run.content {
            Content::Term { term, .. } | Content::Repeat { byte: term } => !pool.mentions_undefined(term),
            Content::Backing => self.undefined.is_none(),
        })
    }

    /// Whether any byte in the range depends on symbolic input.
    pub fn is_symbolic_in(&self, offset: u64, len: u64) -> bool {
        !self.is_concrete_in(offset, len)
    }
}

/// The index of the first byte that is in `stops`.
fn first_of(bytes: &[u8], stops: &[u8]) -> Option<usize> {
    let mut at = 0;
    for part in bytes.chunks(64) {
        // A whole chunk at once, so that vector instructions can be used.
        let found = stops.iter().any(|&stop| part.iter().fold(false, |found, &byte| found | (byte == stop)));
        if found {
            return part.iter().position(|byte| stops.contains(byte)).map(|within| at + within);
        }
        at += part.len();
    }
    None
}
