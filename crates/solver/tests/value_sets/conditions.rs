//! Random conditions of the kind that programs branch on: inputs that went through a few operations with
//! constants, compared with constants and with each other.
//!
//! Constants are used again, exactly or off by a little, so that the conditions of a path often decide each
//! other.

use expr::{ExprId, Pool};

use test_support::Random;

/// Where inputs come from.
#[derive(Clone, Copy, Debug)]
pub enum Inputs {
    /// Separate symbols of these widths.
    Symbols(&'static [u32]),
    /// Bytes and words of one object of eight bytes, which may overlap.
    Views,
}

/// The kinds of conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// All kinds.
    Mixed,
    /// Only unsigned comparisons of an input with a constant or another input, after a sum or a product with a
    /// constant: what the published procedures are made for.
    Plain,
    /// Comparisons of sums of inputs with small coefficients, and disjunctions of them.
    Linear,
}

/// The inputs of some paths, and the constants seen so far.
pub struct Conditions {
    inputs: Vec<ExprId>,
    style: Style,
    constants: Vec<u64>,
}

impl Conditions {
    /// A few inputs.
    pub fn new(pool: &mut Pool, random: &mut Random, inputs: Inputs) -> Conditions {
        let count = 2 + random.below(3);
        let inputs = match inputs {
            Inputs::Symbols(widths) => (0..count)
                .map(|number| {
                    let width = widths[random.below(widths.len())];
                    pool.symbol(&format!("input{number}_{width}"), width)
                })
                .collect(),
            Inputs::Views => {
                let object = pool.symbol("object", 64);
                let view = |random: &mut Random, pool: &mut Pool| {
                    let bytes = [1, 1, 2, 4][random.below(4)];
                    let low = random.below(9 - bytes as usize) as u32;
                    pool.extract(object, 8 * low, 8 * bytes)
                };
                (0..count + 1).map(|_| view(random, pool)).collect()
            }
        };
        Conditions {
            inputs,
            style: [Style::Mixed, Style::Plain, Style::Linear, Style::Mixed][random.below(4)],
            constants: vec![0, 1],
        }
    }

    /// A condition; `depth` is how many connectives may be above its comparisons.
    pub fn condition(&mut self, pool: &mut Pool, random: &mut Random, depth: u32) -> ExprId {
        match self.style {
            Style::Mixed => {}
            Style::Plain => return self.plain_condition(pool, random),
            Style::Linear => return self.linear_condition(pool, random),
        }
        match random.below(14) {
            0 | 1 if depth > 0 => {
                let (a, b) = (self.condition(pool, random, depth - 1), self.condition(pool, random, depth - 1));
                if random.one_in(2) { pool.and(a, b) } else { pool.or(a, b) }
            }
            2 => {
                let condition = self.condition(pool, random, 0);
                pool.not(condition)
            }
            3 => self.between(pool, random),
            4 | 5 => {
                let (a, b) = (self.input(random), self.input(random));
                let (a, b) = same_width(pool, random, a, b);
                let b = self.offset(pool, random, b);
                compare(pool, random, a, b)
            }
            6 => {
                let (a, b) = (self.input(random), self.input(random));
                let (a, b) = same_width(pool, random, a, b);
                let sum = if random.one_in(2) { pool.add(a, b) } else { pool.sub(a, b) };
                let constant = self.constant(pool, random, pool.width(sum));
                compare(pool, random, sum, constant)
            }
            7 => {
                let (a, b) = (self.changed(pool, random), self.changed(pool, random));
                let (a, b) = same_width(pool, random, a, b);
                compare(pool, random, a, b)
            }
            8 | 9 => {
                let input = self.input(random);
                let constant = self.constant(pool, random, pool.width(input));
                compare(pool, random, input, constant)
            }
            _ => {
                let term = self.changed(pool, random);
                let constant = self.constant(pool, random, pool.width(term));
                compare(pool, random, term, constant)
            }
        }
    }

    fn plain_condition(&mut self, pool: &mut Pool, random: &mut Random) -> ExprId {
        let input = self.input(random);
        let left = match random.below(4) {
            0 => {
                let factor = pool.int(pool.width(input), [2, 3, 4, 10][random.below(4)]);
                pool.mul(input, factor)
            }
            1 => self.offset(pool, random, input),
            _ => input,
        };
        let same = |other: &ExprId| pool.width(*other) == pool.width(left);
        let others: Vec<ExprId> = self.inputs.iter().copied().filter(same).collect();
        let right = match random.below(8) {
            0 if !others.is_empty() => others[random.below(others.len())],
            _ => self.constant(pool, random, pool.width(left)),
        };
        match random.below(5) {
            0 => pool.eq(left, right),
            1 => pool.ult(left, right),
            2 => pool.ule(left, right),
            3 => pool.ult(right, left),
            _ => pool.ule(right, left),
        }
    }

    fn linear_condition(&mut self, pool: &mut Pool, random: &mut Random) -> ExprId {
        let widest = self.inputs.iter().map(|&input| pool.width(input)).max().expect("there are inputs");
        // Sums that wrap, and sums that do not.
        let width = if random.one_in(2) { widest } else { (2 * widest).min(64) };
        let first = self.linear_comparison(pool, random, width);
        match random.below(8) {
            0 => {
                let second = self.linear_comparison(pool, random, width);
                pool.or(first, second)
            }
            1 => {
                let second = self.linear_comparison(pool, random, width);
                pool.and(first, second)
            }
            _ => first,
        }
    }

    fn linear_comparison(&mut self, pool: &mut Pool, random: &mut Random, width: u32) -> ExprId {
        let left = self.sum(pool, random, width);
        let right = match random.below(3) {
            0 => self.sum(pool, random, width),
            _ => self.constant(pool, random, width),
        };
        compare(pool, random, left, right)
    }

    /// A sum of one to three inputs, most of them once, and a constant; simpler where the width makes search
    /// hard.
    fn sum(&mut self, pool: &mut Pool, random: &mut Random, width: u32) -> ExprId {
        let mut sum = pool.int(width, if random.one_in(2) { 0 } else { random.below(40) as u64 });
        let (terms, factors): (usize, &[u64]) =
            if width <= 16 { (3, &[1, 1, 1, 2, 3, 10]) } else { (2, &[1, 1, 1, 2]) };
        for _ in 0..1 + random.below(terms) {
            let input = self.input(random);
            let input = pool.zext(input, width);
            let factor = pool.int(width, factors[random.below(factors.len())]);
            let product = pool.mul(input, factor);
            sum = if random.one_in(3) { pool.sub(sum, product) } else { pool.add(sum, product) };
        }
        sum
    }

    fn input(&self, random: &mut Random) -> ExprId {
        self.inputs[random.below(self.inputs.len())]
    }

    /// A range for an input, as one condition.
    fn between(&mut self, pool: &mut Pool, random: &mut Random) -> ExprId {
        let input = self.input(random);
        let width = pool.width(input);
        let (low, high) = (self.constant(pool, random, width), self.constant(pool, random, width));
        let (above, below) = if random.one_in(2) {
            (pool.ule(low, input), pool.ule(input, high))
        } else {
            (pool.sle(low, input), pool.sle(input, high))
        };
        pool.and(above, below)
    }

    /// A sum of the term and a constant, or just the term.
    fn offset(&mut self, pool: &mut Pool, random: &mut Random, term: ExprId) -> ExprId {
        if random.one_in(2) {
            return term;
        }
        let constant = self.constant(pool, random, pool.width(term));
        pool.add(term, constant)
    }

    /// An input after one to three operations with constants.
    fn changed(&mut self, pool: &mut Pool, random: &mut Random) -> ExprId {
        let mut term = self.input(random);
        for _ in 0..1 + random.below(3) {
            term = self.operation(pool, random, term);
        }
        term
    }

    fn operation(&mut self, pool: &mut Pool, random: &mut Random, term: ExprId) -> ExprId {
        let width = pool.width(term);
        let any = self.constant(pool, random, width);
        // Divisors and factors are small where the width is large: the reference solves every question by
        // search.
        let most = if width > 16 { 12 } else { 1 << width.min(16) };
        let factor = pool.int(width, 1 + random.below(most - 1) as u64);
        let distance = pool.int(width, random.below(width as usize + 1) as u64);
        match random.below(19) {
            0..=2 => pool.add(term, any),
            3 => pool.sub(any, term),
            4 => pool.neg(term),
            5 => pool.not(term),
            6 => pool.mul(term, factor),
            7 if width <= 16 => pool.mul(term, any),
            8 => pool.udiv(term, factor),
            9 => pool.urem(term, factor),
            10 => {
                let divisor = if random.one_in(3) { pool.neg(factor) } else { factor };
                pool.sdiv(term, divisor)
            }
            11 => {
                let divisor = if random.one_in(3) { pool.neg(factor) } else { factor };
                pool.srem(term, divisor)
            }
            12 => {
                let bits = random.below(width as usize + 1) as u32;
                let mask = match random.below(3) {
                    0 => any,
                    1 => pool.int(width, bv::mask(bits)),
                    _ => pool.int(width, !bv::mask(bits) & bv::mask(width)),
                };
                pool.and(term, mask)
            }
            13 => pool.or(term, any),
            14 => pool.xor(term, any),
            15 => pool.shl(term, distance),
            16 if random.one_in(2) => pool.lshr(term, distance),
            16 => pool.ashr(term, distance),
            17 => self.resized(pool, random, term),
            _ => self.joined(pool, random, term),
        }
    }

    /// The term at another width.
    fn resized(&mut self, pool: &mut Pool, random: &mut Random, term: ExprId) -> ExprId {
        let width = pool.width(term);
        if width > 8 && random.one_in(2) {
            let narrow = if width > 16 && random.one_in(2) { 16 } else { 8 };
            let low = if random.one_in(2) { 0 } else { random.below((width - narrow) as usize + 1) as u32 };
            return pool.extract(term, low, narrow);
        }
        let wide = (width * 2).min(64);
        if random.one_in(2) { pool.zext(term, wide) } else { pool.sext(term, wide) }
    }

    /// The term with another input: a choice between the two, or their concatenation.
    fn joined(&mut self, pool: &mut Pool, random: &mut Random, term: ExprId) -> ExprId {
        let other = self.input(random);
        if random.one_in(2) && pool.width(term) + pool.width(other) <= 64 {
            return pool.concat(term, other);
        }
        let chooser = self.input(random);
        let constant = self.constant(pool, random, pool.width(chooser));
        let condition = compare(pool, random, chooser, constant);
        let (term, other) = same_width(pool, random, term, other);
        pool.ite(condition, term, other)
    }

    /// A constant: one that was used before, one near it, a small one, one at the edge of the width, or any.
    fn constant(&mut self, pool: &mut Pool, random: &mut Random, width: u32) -> ExprId {
        let before = self.constants[random.below(self.constants.len())];
        let value = match random.below(10) {
            0..=2 => before,
            3 => before.wrapping_add(1),
            4 => before.wrapping_sub(1 + random.below(3) as u64),
            5 => random.below(12) as u64,
            6 => (1u64 << random.below(width as usize)).wrapping_sub(random.below(2) as u64),
            7 => 0u64.wrapping_sub(random.below(12) as u64),
            8 => random.below(256) as u64,
            _ => random.bits(),
        };
        let value = value & bv::mask(width);
        if self.constants.len() < 8 {
            self.constants.push(value);
        }
        pool.int(width, value)
    }
}

/// Both terms, the narrower one extended to the other's width.
fn same_width(pool: &mut Pool, random: &mut Random, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
    let width = pool.width(a).max(pool.width(b));
    let mut fit = |term| if random.one_in(3) { pool.sext(term, width) } else { pool.zext(term, width) };
    (fit(a), fit(b))
}

/// A comparison of two terms of one width.
fn compare(pool: &mut Pool, random: &mut Random, a: ExprId, b: ExprId) -> ExprId {
    match random.below(8) {
        0 | 1 => pool.eq(a, b),
        2 => pool.ne(a, b),
        3 => pool.ult(a, b),
        4 => pool.ule(a, b),
        5 => pool.ule(b, a),
        6 => pool.slt(a, b),
        _ => pool.sle(a, b),
    }
}
