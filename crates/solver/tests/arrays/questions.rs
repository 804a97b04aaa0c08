//! Random paths about arrays: a few words within bounds, arrays read and written at indices made of them, and
//! comparisons of what is read.
//!
//! What is drawn depends only on the random numbers and the widths of terms: pools that treat arrays
//! differently get the same path from the same numbers. Constants are mostly taken from the tables, exactly or
//! off by a little, so that comparisons are neither all possible nor all impossible.

use expr::{ExprId, Pool};

use test_support::Random;

/// The subject of paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Constant tables.
    Tables,
    /// Objects with arbitrary bytes, beside a table.
    Objects,
    /// Objects and tables that are written to before they are read.
    Writes,
    /// Tables and objects of 70,000 bytes beside small tables.
    Large,
}

/// The size of a large array, in bytes.
const LARGE: u64 = 70_000;
/// The most runs of equal values in a long table: another solver compares the index with where each run begins.
const RUNS: u64 = 6;

/// An array, and how it is mostly accessed.
#[derive(Clone, Copy, Debug)]
struct Array {
    term: ExprId,
    /// The size of an element, in bytes.
    element: u32,
    /// The number of elements.
    count: u64,
}

/// The words and arrays of some paths.
pub struct Questions {
    kind: Kind,
    words: Vec<ExprId>,
    arrays: Vec<Array>,
    /// Values in the tables.
    constants: Vec<u64>,
}

/// A path: the bounds of the words, and the questions in their order.
#[derive(Clone, Debug)]
pub struct Path {
    pub bounds: Vec<ExprId>,
    pub questions: Vec<ExprId>,
}

impl Questions {
    /// A few words and arrays.
    pub fn new(pool: &mut Pool, random: &mut Random, kind: Kind) -> Questions {
        let words = (0..2 + random.below(2))
            .map(|number| {
                let width = [8, 8, 16, 32][random.below(4)];
                pool.symbol(&format!("word{number}_{width}"), width)
            })
            .collect();
        let mut questions = Questions { kind, words, arrays: Vec::new(), constants: vec![0, 1] };
        let first = match kind {
            Kind::Tables => questions.table(pool, random, false),
            Kind::Objects | Kind::Writes => questions.object(pool, random, false),
            Kind::Large if random.one_in(2) => questions.object(pool, random, true),
            Kind::Large => questions.table(pool, random, true),
        };
        let second = questions.table(pool, random, false);
        questions.arrays = vec![first, second];
        questions
    }

    /// The next path.
    pub fn path(&mut self, pool: &mut Pool, random: &mut Random) -> Path {
        let bounds = self.bounds(pool, random);
        let arrays = self.arrays.clone();
        if self.kind == Kind::Writes || random.one_in(12) {
            for _ in 0..if random.one_in(4) { 2 } else { 1 } {
                let written = self.written(pool, random);
                self.arrays.push(written);
            }
        }
        let questions = (0..1 + random.below(3)).map(|_| self.condition(pool, random, 1)).collect();
        self.arrays = arrays;
        Path { bounds, questions }
    }

    fn table(&mut self, pool: &mut Pool, random: &mut Random, large: bool) -> Array {
        let element = [1, 1, 1, 2, 2, 4, 4, 8][random.below(8)];
        let count = match random.below(6) {
            _ if large => LARGE / u64::from(element),
            0 => 1 + random.below(600 / element as usize) as u64,
            _ => 2 + random.below(7) as u64,
        };
        // In a long table, most elements equal the one before.
        let run = count.div_ceil(RUNS);
        let style = random.below(if element * count as u32 <= 32 { 4 } else { 3 });
        let mut bytes = Vec::new();
        let mut value = 0u64;
        for number in 0..count {
            if number % run == 0 {
                value = match style {
                    0 => random.below(12) as u64,
                    1 => value + 1 + random.below(9) as u64,
                    2 if random.one_in(4) => random.below(200) as u64,
                    2 => 0,
                    _ => random.bits(),
                } & bv::mask(8 * element);
                // All bytes of the element are equal.
                if run > 1 {
                    value = (value & 0xff) * (0x0101_0101_0101_0101 & bv::mask(8 * element));
                }
                self.constants.push(value);
            }
            bytes.extend_from_slice(&value.to_le_bytes()[..element as usize]);
        }
        // Some tables end within an element.
        if random.one_in(8) {
            bytes.push(7);
        }
        Array { term: pool.table(bytes.into()), element, count }
    }

    fn object(&mut self, pool: &mut Pool, random: &mut Random, large: bool) -> Array {
        let element = [1, 1, 1, 2, 2, 4, 8][random.below(7)];
        let bytes = if large { LARGE } else { 4 + random.below(37) as u64 };
        let symbol = pool.symbol("object", 8 * bytes as u32);
        Array { term: pool.bytes(symbol), element, count: bytes / u64::from(element) }
    }

    /// An array after one to three writes.
    fn written(&mut self, pool: &mut Pool, random: &mut Random) -> Array {
        let mut array = self.arrays[random.below(self.arrays.len())];
        for _ in 0..if random.one_in(4) { 3 } else { 1 } {
            let size = if random.one_in(4) { [1, 2, 4, 8][random.below(4)] } else { array.element };
            let place = self.place(pool, random, size, 0);
            let value = self.value(pool, random, 8 * size);
            array.term = pool.store(array.term, place, value);
        }
        array
    }

    /// The constraints on the words before anything is asked.
    fn bounds(&mut self, pool: &mut Pool, random: &mut Random) -> Vec<ExprId> {
        let mut bounds = Vec::new();
        for word in self.words.clone() {
            if !random.one_in(5) {
                let bound = self.bound(pool, random, word);
                bounds.push(bound);
            }
        }
        if random.one_in(2) {
            let (a, b) = (self.word(random), self.word(random));
            let (a, b) = same_width(pool, random, a, b);
            let sum = pool.add(a, b);
            let most = pool.int(pool.width(sum), random.below(10) as u64);
            bounds.push(if random.one_in(2) { pool.slt(most, sum) } else { pool.ult(most, sum) });
        }
        bounds
    }

    /// A bound of a word, mostly such that it is an index of one of the arrays.
    fn bound(&mut self, pool: &mut Pool, random: &mut Random, word: ExprId) -> ExprId {
        let width = pool.width(word);
        let count = self.arrays[random.below(self.arrays.len())].count;
        let count = count.saturating_sub(random.below(3) as u64).clamp(2, bv::mask(width - 1));
        let (zero, end, last) = (pool.int(width, 0), pool.int(width, count), pool.int(width, count - 1));
        match random.below(8) {
            0..=2 => pool.ult(word, end),
            3 | 4 => {
                let (low, high) = (pool.sle(zero, word), pool.sle(word, last));
                pool.and(low, high)
            }
            5 => {
                let mask = pool.int(width, !bv::mask(1 + random.below(5) as u32) & bv::mask(width));
                let rest = pool.and(word, mask);
                pool.eq(rest, zero)
            }
            6 => {
                let (low, high) = (pool.int(width, random.below(count as usize) as u64), pool.ule(word, end));
                let low = pool.ule(low, word);
                pool.and(low, high)
            }
            _ => {
                let (divisor, rest) = (2 + random.below(6) as u64, random.below(2) as u64);
                let (divisor, rest) = (pool.int(width, divisor), pool.int(width, rest));
                let remainder = pool.urem(word, divisor);
                let (below, fits) = (pool.ult(word, end), pool.eq(remainder, rest));
                pool.and(below, fits)
            }
        }
    }

    /// A condition about what is read; `depth` is how many connectives may be above its comparisons.
    fn condition(&mut self, pool: &mut Pool, random: &mut Random, depth: u32) -> ExprId {
        let read = self.read(pool, random, 1);
        let width = pool.width(read);
        match random.below(11) {
            0..=2 => {
                let constant = self.constant(pool, random, width);
                compare(pool, random, read, constant)
            }
            3..=5 => {
                let other = self.read(pool, random, 1);
                let (a, b) = same_width(pool, random, read, other);
                let sum = if random.one_in(5) { pool.sub(a, b) } else { pool.add(a, b) };
                let constant = self.constant(pool, random, pool.width(sum));
                compare(pool, random, sum, constant)
            }
            6 => {
                let other = self.read(pool, random, 1);
                let (a, b) = same_width(pool, random, read, other);
                compare(pool, random, a, b)
            }
            7 => {
                let word = self.word(random);
                let (a, b) = same_width(pool, random, read, word);
                compare(pool, random, a, b)
            }
            8 => {
                let changed = self.changed(pool, random, read);
                let constant = self.constant(pool, random, width);
                compare(pool, random, changed, constant)
            }
            9 => self.meeting(pool, random),
            _ if depth > 0 => {
                let (a, b) = (self.condition(pool, random, 0), self.condition(pool, random, 0));
                if random.one_in(2) { pool.and(a, b) } else { pool.or(a, b) }
            }
            _ => {
                let zero = pool.int(width, 0);
                pool.ne(read, zero)
            }
        }
    }

    /// Two reads of one array, at the same index or a little apart.
    fn meeting(&mut self, pool: &mut Pool, random: &mut Random) -> ExprId {
        let array = self.arrays[random.below(self.arrays.len())];
        let size = self.size(random, array);
        let (one, other) = (self.place(pool, random, size, 1), self.place(pool, random, size, 0));
        let apart = pool.int(64, [0, 0, 0, 1, u64::from(size)][random.below(5)]);
        let beyond = pool.add(other, apart);
        let meet = pool.eq(one, beyond);
        let (a, b) = (pool.select_element(array.term, one, size), pool.select_element(array.term, other, size));
        let compared = if random.one_in(2) { pool.ne(a, b) } else { compare(pool, random, a, b) };
        pool.and(meet, compared)
    }

    /// A read after an operation with a constant.
    fn changed(&mut self, pool: &mut Pool, random: &mut Random, read: ExprId) -> ExprId {
        let width = pool.width(read);
        let constant = self.constant(pool, random, width);
        let small = pool.int(width, 2 + random.below(4) as u64);
        match random.below(7) {
            0 => pool.xor(read, constant),
            1 => pool.and(read, constant),
            2 => pool.mul(read, small),
            3 => pool.sub(read, constant),
            4 => pool.lshr(read, small),
            5 => {
                let (word, other) = (self.word(random), self.read(pool, random, 0));
                let (limit, other) =
                    (self.constant(pool, random, pool.width(word)), resized(pool, random, other, width));
                let condition = compare(pool, random, word, limit);
                pool.ite(condition, read, other)
            }
            _ => pool.neg(read),
        }
    }

    /// A read of an array; `depth` is how many reads may be nested in its index.
    fn read(&mut self, pool: &mut Pool, random: &mut Random, depth: u32) -> ExprId {
        let which = if random.one_in(3) { random.below(self.arrays.len()) } else { self.latest() };
        let array = self.arrays[which];
        let size = self.size(random, array);
        let place = self.place(pool, random, size, depth);
        pool.select_element(array.term, place, size)
    }

    /// The array that paths are mostly about: the one written last, or else the first.
    fn latest(&self) -> usize {
        if self.arrays.len() > 2 { self.arrays.len() - 1 } else { 0 }
    }

    fn size(&self, random: &mut Random, array: Array) -> u32 {
        if random.one_in(4) { [1, 1, 2, 2, 3, 4, 8][random.below(7)] } else { array.element }
    }

    /// An index for `size` bytes: most of the time a multiple of `size`.
    fn place(&mut self, pool: &mut Pool, random: &mut Random, size: u32, depth: u32) -> ExprId {
        let index = self.index(pool, random, depth);
        let wide = if random.one_in(4) { pool.sext(index, 64) } else { pool.zext(index, 64) };
        let stride = match random.below(8) {
            0 => 1,
            1 => [1, 2, 3, 4, 8][random.below(5)],
            _ => u64::from(size),
        };
        let stride = pool.int(64, stride);
        let scaled = pool.mul(wide, stride);
        let offset = match random.below(10) {
            0 => random.below(4) as u64,
            1 | 2 => u64::from(size) * random.below(4) as u64,
            3 => 0u64.wrapping_sub(u64::from(size) * random.below(3) as u64),
            4 if random.one_in(3) => 0u64.wrapping_sub(random.below(9) as u64),
            _ => 0,
        };
        let offset = pool.int(64, offset);
        pool.add(scaled, offset)
    }

    fn index(&mut self, pool: &mut Pool, random: &mut Random, depth: u32) -> ExprId {
        let word = self.word(random);
        let width = pool.width(word);
        match random.below(12) {
            0 => {
                let other = self.word(random);
                let (a, b) = same_width(pool, random, word, other);
                if random.one_in(3) { pool.sub(a, b) } else { pool.add(a, b) }
            }
            1 => {
                let mask = pool.int(width, bv::mask(1 + random.below(5) as u32));
                pool.and(word, mask)
            }
            2 => {
                let divisor = pool.int(width, 2 + random.below(9) as u64);
                pool.urem(word, divisor)
            }
            3 | 4 if depth > 0 => {
                let inner = self.read(pool, random, depth - 1);
                if pool.width(inner) > 32 { pool.trunc(inner, 16) } else { inner }
            }
            5 => {
                let shift = pool.int(width, 1 + random.below(4) as u64);
                pool.lshr(word, shift)
            }
            _ => word,
        }
    }

    fn word(&self, random: &mut Random) -> ExprId {
        self.words[random.below(self.words.len())]
    }

    /// A value to be written.
    fn value(&mut self, pool: &mut Pool, random: &mut Random, width: u32) -> ExprId {
        match random.below(4) {
            0 => self.constant(pool, random, width),
            1 => {
                let read = self.read(pool, random, 0);
                resized(pool, random, read, width)
            }
            _ => {
                let word = self.word(random);
                resized(pool, random, word, width)
            }
        }
    }

    /// A constant: a value of a table, one near it, the sum of two, a small one, one at the edge of the width, or any.
    fn constant(&mut self, pool: &mut Pool, random: &mut Random, width: u32) -> ExprId {
        let known = self.constants[random.below(self.constants.len())];
        let value = match random.below(12) {
            0..=3 => known,
            4 => known.wrapping_add(1),
            5 => known.wrapping_sub(1),
            6 | 7 => known.wrapping_add(self.constants[random.below(self.constants.len())]),
            8 => random.below(20) as u64,
            9 => (1u64 << random.below(width as usize)).wrapping_sub(random.below(2) as u64),
            10 => 0u64.wrapping_sub(random.below(9) as u64),
            _ => random.bits(),
        };
        pool.int(width, value & bv::mask(width))
    }
}

/// The term at another width.
fn resized(pool: &mut Pool, random: &mut Random, term: ExprId, width: u32) -> ExprId {
    match pool.width(term) {
        has if has > width => pool.trunc(term, width),
        has if has == width => term,
        _ if random.one_in(3) => pool.sext(term, width),
        _ => pool.zext(term, width),
    }
}

/// Both terms, the narrower one extended to the other's width.
fn same_width(pool: &mut Pool, random: &mut Random, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
    let width = pool.width(a).max(pool.width(b));
    (resized(pool, random, a, width), resized(pool, random, b, width))
}

/// A comparison of two terms of one width.
fn compare(pool: &mut Pool, random: &mut Random, a: ExprId, b: ExprId) -> ExprId {
    match random.below(9) {
        0 | 1 => pool.eq(a, b),
        2 => pool.ne(a, b),
        3 => pool.ult(a, b),
        4 | 5 => pool.ult(b, a),
        6 => pool.ule(a, b),
        7 => pool.slt(b, a),
        _ => pool.sle(a, b),
    }
}
