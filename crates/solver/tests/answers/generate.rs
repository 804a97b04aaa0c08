//! Seeded random terms and conditions.

use std::sync::Arc;

use bv::Bv;
use expr::{ExprId, Pool};

pub use test_support::Random;

/// The building blocks of random terms.
pub struct Terms {
    /// Bit-vector symbols.
    pub symbols: Vec<ExprId>,
    /// Arrays to read.
    pub arrays: Vec<ExprId>,
    /// The widths of terms.
    pub widths: Vec<u32>,
}

impl Terms {
    /// A random term of a width.
    pub fn term(&self, pool: &mut Pool, random: &mut Random, width: u32, depth: u32) -> ExprId {
        if depth == 0 || random.one_in(8) {
            return self.leaf(pool, random, width);
        }
        let depth = depth - 1;
        match random.below(20) {
            0 => {
                let a = self.term(pool, random, width, depth);
                pool.not(a)
            }
            1 => {
                let a = self.term(pool, random, width, depth);
                pool.neg(a)
            }
            2..=13 => {
                let (a, b) = (self.term(pool, random, width, depth), self.term(pool, random, width, depth));
                match random.below(14) {
                    0 => pool.and(a, b),
                    1 => pool.or(a, b),
                    2 => pool.xor(a, b),
                    3 | 4 => pool.add(a, b),
                    5 => pool.sub(a, b),
                    6 | 7 => pool.mul(a, b),
                    8 => pool.udiv(a, b),
                    9 => pool.urem(a, b),
                    10 => pool.sdiv(a, b),
                    11 => pool.srem(a, b),
                    12 => pool.shl(a, b),
                    _ => {
                        if random.one_in(2) {
                            pool.lshr(a, b)
                        } else {
                            pool.ashr(a, b)
                        }
                    }
                }
            }
            14 | 15 => {
                let c = self.condition(pool, random, depth);
                let (a, b) = (self.term(pool, random, width, depth), self.term(pool, random, width, depth));
                pool.ite(c, a, b)
            }
            16 if width > 1 => {
                let low = 1 + random.below(width as usize - 1) as u32;
                let (a, b) = (self.term(pool, random, width - low, depth), self.term(pool, random, low, depth));
                pool.concat(a, b)
            }
            17 if width > 1 => {
                let from = 1 + random.below(width as usize - 1) as u32;
                let a = self.term(pool, random, from, depth);
                if random.one_in(2) { pool.zext(a, width) } else { pool.sext(a, width) }
            }
            18 => {
                let (low, high) = (random.below(3) as u32, random.below(3) as u32);
                let a = self.term(pool, random, low + width + high, depth);
                pool.extract(a, low, width)
            }
            _ if !self.arrays.is_empty() => {
                let byte = self.read(pool, random, depth);
                self.fit(pool, random, byte, width)
            }
            _ => self.leaf(pool, random, width),
        }
    }

    /// A random condition.
    pub fn condition(&self, pool: &mut Pool, random: &mut Random, depth: u32) -> ExprId {
        let width = self.widths[random.below(self.widths.len())];
        let (a, b) = (self.term(pool, random, width, depth), self.term(pool, random, width, depth));
        match random.below(8) {
            0 | 1 => pool.eq(a, b),
            2 => pool.ne(a, b),
            3 => pool.ult(a, b),
            4 => pool.ule(a, b),
            5 => pool.slt(a, b),
            6 => pool.sle(a, b),
            _ if depth > 0 => {
                let (a, b) = (self.condition(pool, random, depth - 1), self.condition(pool, random, depth - 1));
                if random.one_in(2) { pool.and(a, b) } else { pool.or(a, b) }
            }
            _ => pool.eq(a, b),
        }
    }

    fn leaf(&self, pool: &mut Pool, random: &mut Random, width: u32) -> ExprId {
        if random.one_in(3) {
            let value = Bv::from_words(width, &[random.bits(), random.bits(), random.bits()]);
            let small = Bv::from_words(width, &[random.bits() & 3]);
            return pool.constant(if random.one_in(2) { &value } else { &small });
        }
        let symbol = self.symbols[random.below(self.symbols.len())];
        self.fit(pool, random, symbol, width)
    }

    /// The term truncated or extended to the width.
    fn fit(&self, pool: &mut Pool, random: &mut Random, term: ExprId, width: u32) -> ExprId {
        let has = pool.width(term);
        if has > width {
            let low = random.below((has - width) as usize + 1) as u32;
            pool.extract(term, low, width)
        } else if random.one_in(2) {
            pool.zext(term, width)
        } else {
            pool.sext(term, width)
        }
    }

    fn index(&self, pool: &mut Pool, random: &mut Random, depth: u32) -> ExprId {
        let width = self.widths[random.below(self.widths.len())].min(32);
        let index = self.term(pool, random, width, depth.min(1));
        let index = pool.zext(index, 64);
        let offset = pool.int(64, random.bits() & 7);
        if random.one_in(2) { pool.add(index, offset) } else { index }
    }

    /// A read of a random array after a few stores.
    fn read(&self, pool: &mut Pool, random: &mut Random, depth: u32) -> ExprId {
        let mut array = self.arrays[random.below(self.arrays.len())];
        for _ in 0..random.below(3) {
            let (index, byte) = (self.index(pool, random, depth), self.term(pool, random, 8, depth.min(1)));
            array = pool.store(array, index, byte);
        }
        let index = self.index(pool, random, depth);
        pool.select(array, index)
    }
}

/// A constant table of random bytes.
pub fn table(pool: &mut Pool, random: &mut Random, length: usize) -> ExprId {
    let bytes: Arc<[u8]> = (0..length).map(|_| random.bits() as u8 & 0x17).collect();
    pool.table(bytes)
}
