//! Reads and writes at symbolic offsets.
//!
//! Where few offsets are possible (range and alignment of the offset say which), a read is a multiplexer tree over whole
//! elements, selected by the offset's own bits, and a write is a conditional update of each candidate: wide values stay
//! whole and no array term arises. Else the contents become an array term, read with `select` and written with `store`.

use expr::{ExprId, Op, Pool};

use crate::object::{Content, Object, Run};
use crate::value::Value;

/// Up to so many candidate offsets a read is a multiplexer tree.
const READ_CANDIDATES: u64 = 256;
/// Up to so many candidate offsets a write updates each of them.
const WRITE_CANDIDATES: u64 = 64;

/// The offsets an access may have: `first`, `first + stride`, … up to `last`; the stride is a power of two.
#[derive(Clone, Copy, Debug)]
struct Candidates {
    first: u64,
    last: u64,
    stride: u64,
}

impl Candidates {
    fn count(&self) -> u64 {
        (self.last - self.first) / self.stride + 1
    }

    fn iter(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |i| self.first + i * self.stride)
    }
}

impl Object {
    /// Where an access of `len` bytes at `offset` may lie, given that it is in bounds.
    fn candidates(&self, pool: &mut Pool, offset: ExprId, len: u32) -> Candidates {
        let (low, high) = pool.unsigned_range(offset);
        let bits = pool.known_bits(offset);
        let fixed = (!(bits.zeros | bits.ones)).trailing_zeros().min(32);
        let stride = 1u64 << fixed;
        let residue = bits.ones & (stride - 1);
        let high = high.min(self.size() - u64::from(len));
        let low = low.min(high);
        let first = low + (residue.wrapping_sub(low) & (stride - 1));
        let last = high - (high.wrapping_sub(residue) & (stride - 1)).min(high);
        if first > last {
            // The caller's bounds hold on some path only if a candidate exists; be general rather than clever.
            return Candidates { first: 0, last: self.size() - u64::from(len), stride: 1 };
        }
        Candidates { first, last, stride }
    }

    /// The value of `len` bytes at a symbolic offset known to be in bounds, of width `8 * len`.
    pub fn read_at(&mut self, pool: &mut Pool, offset: ExprId, len: u32) -> Value {
        let candidates = self.candidates(pool, offset, len);
        let term = if candidates.count() <= READ_CANDIDATES {
            let top = 64 - candidates.last.leading_zeros();
            self.multiplex(pool, offset, len, candidates, 0, top)
        } else {
            let array = self.as_array(pool);
            select_bytes(pool, array, offset, len)
        };
        Value::from_expr(pool, term)
    }

    /// The tree over the candidates whose bits from `bit` up equal those of `prefix`.
    fn multiplex(&self, pool: &mut Pool, offset: ExprId, len: u32, all: Candidates, prefix: u64, bit: u32) -> ExprId {
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
        let candidates = self.candidates(pool, offset, len);
        let term = value.to_expr(pool, 8 * len);
        if candidates.count() <= WRITE_CANDIDATES && candidates.stride >= u64::from(len) {
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
        for i in 0..len {
            let byte = pool.extract(term, 8 * i, 8);
            let index = shifted(pool, offset, i);
            array = pool.store(array, index, byte);
        }
        self.backing = Some(array);
        self.runs = vec![Run { start: 0, len: self.size() as u32, content: Content::Backing }];
        self.array = Some(array);
    }

    /// The whole contents as an array term.
    fn as_array(&mut self, pool: &mut Pool) -> ExprId {
        // What lies behind an array must not depend on how much of it was written: stores of undefined bytes cost more
        // than they tell.
        self.forget_undefined();
        if let Some(array) = self.array {
            return array;
        }
        let (mut array, base_symbol) = match self.written_array() {
            Some(backing) => (self.store_gaps(pool, backing), None),
            None => self.base_array(pool),
        };
        for run in self.runs.clone() {
            let Content::Term { term, byte } = run.content else { continue };
            if base_symbol == Some(term) && byte == run.start {
                continue;
            }
            for i in 0..run.len {
                let value = pool.extract(term, 8 * (byte + i), 8);
                let index = pool.int(64, u64::from(run.start + i));
                array = pool.store(array, index, value);
            }
        }
        self.array = Some(array);
        array
    }

    /// What to start from without a backing array: the symbol that most of the object holds (named in the result, since
    /// its runs need no stores), else the concrete bytes.
    fn base_array(&self, pool: &mut Pool) -> (ExprId, Option<ExprId>) {
        let whole = self.runs.iter().find(|run| {
            u64::from(run.len) * 2 > self.size()
                && matches!(run.content, Content::Term { term, byte }
                    if byte == run.start && pool.node(term).op == Op::Sym)
        });
        match whole {
            Some(&Run { content: Content::Term { term, .. }, .. }) => {
                let array = pool.bytes(term);
                (self.store_gaps(pool, array), Some(term))
            }
            _ => (pool.table(self.concrete_bytes(0, self.size()).into()), None),
        }
    }

    /// `array` with the concrete bytes between the runs stored into it.
    fn store_gaps(&self, pool: &mut Pool, mut array: ExprId) -> ExprId {
        for (start, end) in self.concrete_gaps() {
            for (at, byte) in (start..end).zip(self.concrete_bytes(start, end - start)) {
                array = store_const(pool, array, at, u64::from(byte));
            }
        }
        array
    }

    /// The stretches between runs.
    fn concrete_gaps(&self) -> Vec<(u64, u64)> {
        let mut gaps = Vec::new();
        let mut at = 0;
        for run in &self.runs {
            if u64::from(run.start) > at {
                gaps.push((at, u64::from(run.start)));
            }
            at = u64::from(run.start + run.len);
        }
        if at < self.size() {
            gaps.push((at, self.size()));
        }
        gaps
    }
}

fn store_const(pool: &mut Pool, array: ExprId, at: u64, byte: u64) -> ExprId {
    let index = pool.int(64, at);
    let byte = pool.int(8, byte);
    pool.store(array, index, byte)
}

fn select_bytes(pool: &mut Pool, array: ExprId, offset: ExprId, len: u32) -> ExprId {
    let mut result = pool.select(array, offset);
    for i in 1..len {
        let index = shifted(pool, offset, i);
        let byte = pool.select(array, index);
        result = pool.concat(byte, result);
    }
    result
}

fn shifted(pool: &mut Pool, offset: ExprId, by: u32) -> ExprId {
    let by = pool.int(64, u64::from(by));
    pool.add(offset, by)
}
