//! Random questions with bounded universal facts, as paths that join make them: bodies over reads of an array at the
//! index plus a number, comparisons with a length, counts that are inputs.

use expr::{ExprId, Model, Pool, SymbolId};

use crate::random::Random;

/// The inputs of a question, and the generator of its terms.
pub struct QuantifiedQuestions {
    /// Draws everything.
    pub random: Random,
    /// Two arrays of bytes, as symbols.
    objects: [ExprId; 2],
    /// Numbers of 64 bits that are counts.
    counts: Vec<ExprId>,
    /// Bytes.
    bytes: Vec<ExprId>,
    /// The indices around what is being made, the innermost last.
    indices: Vec<ExprId>,
    /// The greatest bound of an index.
    most: u64,
}

impl QuantifiedQuestions {
    /// Makes the inputs in a pool.
    pub fn new(pool: &mut Pool, seed: u64, most: u64) -> QuantifiedQuestions {
        let random = Random::of_round(seed);
        let objects = [pool.symbol("s", 8 * 8), pool.symbol("t", 8 * 12)];
        let k = pool.symbol("k", 64);
        let length = pool.symbol("n", 8);
        let n = pool.zext(length, 64);
        let x = pool.symbol("x", 8);
        QuantifiedQuestions { random, objects, counts: vec![k, n], bytes: vec![length, x], indices: Vec::new(), most }
    }

    /// A condition; those without a quantifier are more frequent.
    pub fn condition(&mut self, pool: &mut Pool) -> ExprId {
        match self.random.below(12) {
            0..4 => self.forall(pool, 1),
            4 => {
                let fact = self.forall(pool, 0);
                pool.not(fact)
            }
            5 => {
                let (fact, other) = (self.forall(pool, 0), self.plain(pool, 1));
                pool.or(fact, other)
            }
            6 => {
                let (fact, other, choice) = (self.forall(pool, 0), self.plain(pool, 1), self.plain(pool, 0));
                pool.ite(choice, fact, other)
            }
            7 => {
                let k = self.counts[0];
                let limit = pool.int(64, 1 + self.random.below(self.most + 2));
                if self.random.one_in(2) { pool.ult(k, limit) } else { pool.ule(limit, k) }
            }
            _ => self.plain(pool, 2),
        }
    }

    /// A fact, with up to `depth` others within each other in its body.
    pub fn forall(&mut self, pool: &mut Pool, depth: u32) -> ExprId {
        let most = 2 + self.random.below(self.most - 1);
        let index = pool.index(20 - self.indices.len() as u32, most);
        let count = self.number(pool);
        self.indices.push(index);
        let body = match self.random.below(8) {
            0 if depth > 0 => {
                let (inner, other) = (self.forall(pool, depth - 1), self.plain(pool, 1));
                pool.or(inner, other)
            }
            1 if depth > 0 => self.forall(pool, depth - 1),
            _ => self.plain(pool, 2),
        };
        self.indices.pop();
        pool.forall(index, count, body)
    }

    /// A condition without a quantifier.
    pub fn plain(&mut self, pool: &mut Pool, depth: u32) -> ExprId {
        if depth > 0 && self.random.one_in(2) {
            let (a, b) = (self.plain(pool, depth - 1), self.plain(pool, depth - 1));
            return match self.random.below(3) {
                0 => pool.and(a, b),
                1 => pool.or(a, b),
                _ => pool.implies(a, b),
            };
        }
        if self.random.one_in(4) {
            let (a, b) = (self.number(pool), self.number(pool));
            return if self.random.one_in(3) { pool.eq(a, b) } else { pool.ult(a, b) };
        }
        if self.random.one_in(10) {
            let [at, to] = [self.place(pool), self.place(pool)];
            let (s, t) = (pool.bytes(self.objects[0]), pool.bytes(self.objects[1]));
            let (a, b) = (pool.select_element(s, at, 2), pool.select_element(t, to, 2));
            return pool.ule(a, b);
        }
        let (a, b) = (self.byte(pool), self.byte(pool));
        match self.random.below(4) {
            0 => pool.eq(a, b),
            1 => pool.ne(a, b),
            2 => pool.ult(a, b),
            _ => pool.sle(a, b),
        }
    }

    fn byte(&mut self, pool: &mut Pool) -> ExprId {
        match self.random.below(8) {
            0 | 1 => pool.int(8, self.random.pick(&[0, 1, 97, 255])),
            2 => self.random.pick(&self.bytes),
            3 => {
                let (at, to, value) = (self.place(pool), self.place(pool), self.random.pick(&self.bytes));
                let array = pool.bytes(self.objects[0]);
                let stored = pool.store(array, at, value);
                pool.select(stored, to)
            }
            _ => {
                let object = self.random.pick(&self.objects);
                let (array, at) = (pool.bytes(object), self.place(pool));
                pool.select(array, at)
            }
        }
    }

    /// An index into an array: mostly the innermost index plus a small number.
    fn place(&mut self, pool: &mut Pool) -> ExprId {
        let base = match self.indices.last() {
            Some(&index) if !self.random.one_in(5) => index,
            _ => self.number(pool),
        };
        let distance = pool.int(64, self.random.below(4u64).wrapping_sub(1));
        pool.add(base, distance)
    }

    fn number(&mut self, pool: &mut Pool) -> ExprId {
        match self.random.below(6) {
            0 => pool.int(64, self.random.below(self.most + 2)),
            1 | 2 if !self.indices.is_empty() => self.random.pick(&self.indices),
            _ => self.random.pick(&self.counts),
        }
    }

    /// A random assignment with small numbers.
    pub fn model(&mut self) -> Model {
        let mut bytes: Vec<(SymbolId, u32, u8)> = Vec::new();
        for (symbol, size) in [(0, 8), (1, 12), (2, 1), (3, 1), (4, 1)] {
            for index in 0..size {
                let small = symbol == 2 || symbol == 3 || self.random.one_in(2);
                let byte = if small { self.random.below(8) } else { self.random.pick(&[97, 255, 98]) };
                bytes.push((SymbolId(symbol), index, byte));
            }
        }
        Model::default().with_bytes(bytes)
    }
}
