//! Reads and writes at symbolic offsets.
//!
//! If few offsets are possible (the range and alignment of the offset show which), a read of symbolic contents
//! is a term of the offset if one says what is at each of them, and else a multiplexer tree over whole elements, selected by the offset's own bits; a
//! write is a conditional update of each candidate. Wide values stay whole and no array term is needed. Otherwise the contents become
//! an array term, read with `select` and written with `store`; concrete contents are always read that way.
//!
//! Both ways work on whole elements. The size of an object's elements is that of the smallest access at a
//! symbolic offset. Figures 3 and 4 of Shuai 2021 infer the same from the types of pointers, but pointers in
//! LLVM have no element types. Accesses at known offsets do not count, because they need no axioms; a copy of
//! an object takes over its element size. This is only a hint: an access of another size or alignment is just
//! as correct, but costs more.

use expr::{ArrayAxioms, ExprId, Op, Places, Pool};

use crate::object::{Content, Object, Run};
use crate::tuning::{UNDEFINED_READ_CANDIDATES, UNDEFINED_WRITE_CANDIDATES};
use crate::value::Value;

/// The size in bytes of the largest element.
const MOST_BYTES: u32 = 8;

impl Object {
    /// The offsets that an access of `len` bytes at `offset` may have, given that it is in bounds.
    fn candidates(&self, pool: &Pool, offset: ExprId, len: u32) -> Places {
        let last = self.size() - u64::from(len);
        // On a path where the access is in bounds there is a candidate; if none is found, allow every offset.
        pool.places(offset).within(0, last).unwrap_or(Places { first: 0, last, stride: 1 })
    }

    /// Whether there are so few candidates that each is considered on its own.
    fn is_few(&self, pool: &Pool, candidates: Places, most: u64) -> bool {
        pool.array_axioms() == ArrayAxioms::Both && candidates.count() <= most
    }

    /// Notes the size of an access at a symbolic offset: the smallest of these sizes is the size of the
    /// object's elements.
    fn note_access(&mut self, len: u32) {
        let size = 1u8 << len.min(MOST_BYTES).ilog2().min(len.trailing_zeros());
        self.element = self.element.min(size);
    }

    /// The value of `len` bytes at a symbolic offset known to be in bounds, of width `8 * len`.
    pub fn read_at(&mut self, pool: &mut Pool, offset: ExprId, len: u32) -> Value {
        self.note_access(len);
        let candidates = self.candidates(pool, offset, len);
        // A tree over an array with stores would read through all of the stores for each candidate.
        let few = self.is_few(pool, candidates, pool.tuning().read_candidates) && self.written_array().is_none();
        let few = few || self.undefined.is_some() && candidates.count() <= UNDEFINED_READ_CANDIDATES;
        let term = if few && !self.is_concrete() {
            match self.counted(pool, offset, len, candidates).or_else(|| self.by_place(pool, offset, len, candidates)) {
                Some(term) => term,
                None => {
                    let top = 64 - candidates.last.leading_zeros();
                    self.multiplex(pool, offset, len, candidates, 0, top)
                }
            }
        } else {
            let array = self.as_array(pool);
            self.select(pool, array, offset, len)
        };
        Value::from_expr(pool, term)
    }

    /// Whether an access at a concrete offset lies within the object.
    pub fn fits(&self, offset: u64, len: u32) -> bool {
        offset.checked_add(u64::from(len)).is_some_and(|end| end <= self.size())
    }

    /// The value of `len` bytes at an offset that is one of `offsets`, in order, if it is a term of the offset or that takes few
    /// choices: one for each offset at which the contents differ from the most common ones. `None` for several offsets if the
    /// contents live in an array with stores, since each offset would read through all of the stores.
    pub fn read_among(&self, pool: &mut Pool, offset: ExprId, len: u32, offsets: &[u64]) -> Option<Value> {
        if offsets.len() > 1 && self.written_array().is_some() {
            return None;
        }
        let inside = offsets.iter().filter(|&&at| self.fits(at, len));
        let mut found: Vec<(ExprId, u64)> =
            inside.map(|&at| (self.read(pool, at, len).to_expr(pool, 8 * len), at)).collect();
        let elements: Vec<(u64, ExprId)> = found.iter().map(|&(element, at)| (at, element)).collect();
        if let Some(term) = pool.element_among(offset, &elements).or_else(|| pool.at_place(offset, &elements)) {
            return Some(Value::from_expr(pool, term));
        }
        found.sort_by_key(|entry| entry.0);
        let runs = || found.chunk_by(|a, b| a.0 == b.0);
        let common = runs().max_by_key(|run| run.len())?[0].0;
        if found.iter().filter(|entry| entry.0 != common).count() > pool.tuning().read_choices {
            return None;
        }
        let mut result = common;
        for run in runs().filter(|run| run[0].0 != common) {
            let mut here = pool.bool(false);
            for &(_, at) in run {
                let at = pool.int(64, at);
                let chosen = pool.eq(offset, at);
                here = pool.or(here, chosen);
            }
            result = pool.ite(here, run[0].0, result);
        }
        Some(Value::from_expr(pool, result))
    }

    /// Reads `len` bytes of an array with the contents: concrete contents in elements of up to [`MOST_BYTES`]
    /// bytes, others in elements of the object's size.
    fn select(&self, pool: &mut Pool, array: ExprId, offset: ExprId, len: u32) -> ExprId {
        let most = if pool.node(array).op == Op::Table { MOST_BYTES } else { u32::from(self.element) };
        let size = most.min(1 << len.trailing_zeros());
        let mut result = pool.select_element(array, offset, size);
        for i in (size..len).step_by(size as usize) {
            let index = shifted(pool, offset, i);
            let part = pool.select_element(array, index, size);
            result = pool.concat(part, result);
        }
        result
    }

    /// The value of `len` bytes at one of the candidates, if what is at each of them is one sum of comparisons with its
    /// place: as the sums of counts are that a sort by counting starts from.
    fn counted(&self, pool: &mut Pool, offset: ExprId, len: u32, candidates: Places) -> Option<ExprId> {
        let element = |pool: &mut Pool, at: u64| (at, self.read(pool, at, len).to_expr(pool, 8 * len));
        let middle = candidates.first + candidates.stride * (candidates.count() / 2);
        let (_, sample) = element(pool, middle);
        if !pool.is_count(sample) {
            return None;
        }
        let elements: Vec<(u64, ExprId)> = candidates.iter().map(|at| element(pool, at)).collect();
        pool.element_among(offset, &elements)
    }

    /// The value of `len` bytes at one of the candidates, if few terms of the place say what is at each of them.
    fn by_place(&self, pool: &mut Pool, offset: ExprId, len: u32, candidates: Places) -> Option<ExprId> {
        let element = |pool: &mut Pool, at: u64| (at, self.read(pool, at, len).to_expr(pool, 8 * len));
        let elements: Vec<(u64, ExprId)> = candidates.iter().map(|at| element(pool, at)).collect();
        pool.at_place(offset, &elements)
    }

    /// The tree over the candidates whose bits from `bit` up equal those of `prefix`.
    fn multiplex(&self, pool: &mut Pool, offset: ExprId, len: u32, all: Places, prefix: u64, bit: u32) -> ExprId {
        if 1u64 << bit <= all.stride {
            let at = prefix | (all.first & (all.stride - 1));
            return self.read(pool, at, len).to_expr(pool, 8 * len);
        }
        let half = 1u64 << (bit - 1);
        let upper = prefix | half;
        let lower_possible = all.first < upper;
        let upper_possible = all.last >= upper;
        if !upper_possible {
            return self.multiplex(pool, offset, len, all, prefix, bit - 1);
        }
        if !lower_possible {
            return self.multiplex(pool, offset, len, all, upper, bit - 1);
        }
        let when_clear = self.multiplex(pool, offset, len, all, prefix, bit - 1);
        let when_set = self.multiplex(pool, offset, len, all, upper, bit - 1);
        let selector = pool.extract(offset, bit - 1, 1);
        pool.ite(selector, when_set, when_clear)
    }

    /// Writes a value of width `8 * len` at a symbolic offset known to be in bounds.
    pub fn write_at(&mut self, pool: &mut Pool, offset: ExprId, len: u32, value: Value) {
        self.note_access(len);
        let candidates = self.candidates(pool, offset, len);
        let term = value.to_expr(pool, 8 * len);
        let few = self.is_few(pool, candidates, pool.tuning().write_candidates);
        let few = few || self.undefined.is_some() && candidates.count() <= UNDEFINED_WRITE_CANDIDATES;
        if few && candidates.stride >= u64::from(len) {
            for at in candidates.iter() {
                let here = pool.int(64, at);
                let chosen = pool.eq(offset, here);
                let old = self.read(pool, at, len).to_expr(pool, 8 * len);
                let new = pool.ite(chosen, term, old);
                self.write(pool, at, len, Value::from_expr(pool, new));
            }
            return;
        }
        let mut array = self.as_array(pool);
        let size = self.stored_size(pool).min(1 << len.trailing_zeros());
        for i in (0..len).step_by(size as usize) {
            let part = pool.extract(term, 8 * i, 8 * size);
            let index = shifted(pool, offset, i);
            array = pool.store(array, index, part);
        }
        self.backing = Some(array);
        self.runs = vec![Run { start: 0, len: self.size(), content: Content::Backing }];
        self.array = Some(array);
    }

    /// The number of bytes that one store writes.
    fn stored_size(&self, pool: &Pool) -> u32 {
        if pool.array_axioms().by_type() { u32::from(self.element) } else { 1 }
    }

    /// The whole contents as an array term.
    fn as_array(&mut self, pool: &mut Pool) -> ExprId {
        // The base of an array must not depend on how much of it was written: stores of undefined bytes would
        // cost more than they are worth.
        self.forget_undefined();
        if let Some(array) = self.array {
            return array;
        }
        let size = self.stored_size(pool);
        let (mut array, base_symbol) = match self.written_array() {
            Some(backing) => (self.store_gaps(pool, backing, size), None),
            None => self.base_array(pool, size),
        };
        for run in self.runs.clone() {
            match run.content {
                Content::Backing => continue,
                Content::Term { term, byte } if base_symbol == Some(term) && u64::from(byte) == run.start => continue,
                Content::Term { .. } | Content::Repeat { .. } => {}
            }
            for (at, size) in elements(run.start, run.start + run.len, size) {
                let value = self.run_term(pool, run.part(at, at + u64::from(size)));
                let index = pool.int(64, at);
                array = pool.store(array, index, value);
            }
        }
        self.array = Some(array);
        array
    }

    /// The array to start from without a backing array: the bytes of the symbol that most of the object holds
    /// (returned too, since its runs need no stores), otherwise a table of the concrete bytes.
    fn base_array(&self, pool: &mut Pool, size: u32) -> (ExprId, Option<ExprId>) {
        let whole = self.runs.iter().find(|run| {
            run.len * 2 > self.size()
                && matches!(run.content, Content::Term { term, byte }
                    if u64::from(byte) == run.start && pool.node(term).op == Op::Sym)
        });
        match whole {
            Some(&Run { content: Content::Term { term, .. }, .. }) => {
                let array = pool.bytes(term);
                (self.store_gaps(pool, array, size), Some(term))
            }
            _ => (pool.table(self.concrete_bytes(0, self.size()).into()), None),
        }
    }

    /// `array` with the concrete bytes between the runs stored into it.
    fn store_gaps(&self, pool: &mut Pool, mut array: ExprId, size: u32) -> ExprId {
        for (start, end) in self.concrete_gaps() {
            for (at, size) in elements(start, end, size) {
                let bytes = self.concrete_bytes(at, u64::from(size));
                let value = bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
                let (index, value) = (pool.int(64, at), pool.int(8 * size, value));
                array = pool.store(array, index, value);
            }
        }
        array
    }

    /// The ranges between runs, as start and end.
    fn concrete_gaps(&self) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let mut at = 0;
        for run in &self.runs {
            if run.start > at {
                gaps.push((at, run.start));
            }
            at = run.start + run.len;
        }
        if at < self.size() {
            gaps.push((at, self.size()));
        }
        gaps
    }
}

/// The elements of a range, each as its offset and size: single bytes, unless the range consists of whole elements.
fn elements(start: u64, end: u64, size: u32) -> impl Iterator<Item = (u64, u32)> {
    let whole = start.is_multiple_of(u64::from(size)) && end.is_multiple_of(u64::from(size));
    let size = if whole { size } else { 1 };
    (start..end).step_by(size as usize).map(move |at| (at, size))
}

fn shifted(pool: &mut Pool, offset: ExprId, by: u32) -> ExprId {
    let by = pool.int(64, u64::from(by));
    pool.add(offset, by)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A symbolic byte times four.
    fn aligned(pool: &mut Pool, name: &str) -> ExprId {
        let byte = pool.symbol(name, 8);
        let (wide, four) = (pool.zext(byte, 64), pool.int(64, 4));
        pool.mul(wide, four)
    }

    /// Writes a symbolic word at a symbolic offset and returns the width of the last store.
    fn stored_width(pool: &mut Pool, object: &mut Object) -> u32 {
        let (at, word) = (aligned(pool, "i"), pool.symbol("word", 32));
        object.write_at(pool, at, 4, Value::Expr(word));
        let array = object.written_array().expect("a store was made");
        pool.width(pool.node(array).arg(2))
    }

    #[test]
    fn elements_are_as_large_as_the_smallest_access() {
        let mut pool = Pool::new();
        let mut words = Object::zeros(1024);
        assert_eq!(stored_width(&mut pool, &mut words), 32);
        let other = aligned(&mut pool, "j");
        let read = words.read_at(&mut pool, other, 4).to_expr(&mut pool, 32);
        assert_eq!((pool.node(read).op, pool.width(read)), (Op::Select, 32), "a word is one read");

        let mut bytes = Object::zeros(1024);
        bytes.read_at(&mut pool, other, 1);
        assert_eq!(stored_width(&mut pool, &mut bytes), 8, "the object is read byte by byte elsewhere");

        let mut copy = Object::zeros(1024);
        copy.copy_from(&mut pool, 0, &bytes, 0, 64);
        assert_eq!(copy.element, 1, "a copy has the elements of what it was copied from");
    }

    /// Places that count how many of two inputs are below them, in an object that was undefined before: a read at a symbolic
    /// place has no choice in it, and is what is there, under all values. If one place has something else, there are choices.
    #[test]
    fn counts_are_read_as_one_sum() {
        for odd in [false, true] {
            let mut pool = Pool::new();
            let symbol = pool.symbol("before", 8 * 1024);
            let mut object = Object::undefined(1024, symbol);
            let inputs = [pool.symbol("a", 8), pool.symbol("b", 8)];
            let elements: Vec<ExprId> = (0..256u64)
                .map(|place| {
                    let mut count = pool.int(32, u64::from(odd && place == 77));
                    for input in inputs {
                        let number = pool.int(8, place);
                        let below = pool.ult(input, number);
                        let counted = pool.zext(below, 32);
                        count = pool.add(count, counted);
                    }
                    object.write(&pool, 4 * place, 4, Value::Expr(count));
                    count
                })
                .collect();
            let at = aligned(&mut pool, "i");
            let read = object.read_at(&mut pool, at, 4).to_expr(&mut pool, 32);
            assert_eq!(pool.node(read).op == Op::Ite, odd);
            let mut evaluator = expr::Evaluator::new();
            for step in 0..4096u32 {
                let (a, b, place) = ((step * 37) as u8, ((step * 101) >> 3) as u8, (step >> 4) as u8);
                let bytes = [(expr::SymbolId(1), 0, a), (expr::SymbolId(2), 0, b), (expr::SymbolId(3), 0, place)];
                let model = expr::Model::default().with_bytes(bytes);
                let [found, there] =
                    [read, elements[usize::from(place)]].map(|term| evaluator.eval_u64(&pool, &model, term));
                assert_eq!(found, there, "{a}, {b} at {place}");
            }
        }
    }
}
