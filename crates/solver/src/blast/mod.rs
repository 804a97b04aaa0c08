//! The bit-blaster: terms of an expression pool as words of literals of one SAT solver.
//!
//! A term is encoded once per [`Blaster`], children first, on an explicit stack because terms can be very deep. The
//! literals of all terms lie in one arena; an extract is a window into its operand's word and costs nothing. Symbols
//! may be millions of bits wide, so their variables are made byte by byte when a bit is first used: only an extract
//! touches a symbol without using all of it.

pub(crate) mod arrays;
pub(crate) mod axiom_counts;
pub(crate) mod contents;
mod float;
mod gates;
mod multiply;
mod words;

use expr::{ByteRange, ExprId, Model, Node, Op, Pool, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blast::arrays::Arrays;
use crate::blast::float::Circuit;
use crate::blast::gates::Gates;
use crate::blast::words::{Shift, constant_word};
use crate::ranges::contains;
use crate::sat::{Bounded, Limits, Lit, Literal, SatWork, Verdict, Watch};
use crate::tuning::{BLAST_FLOAT_CLAUSES, BLAST_GATE_BYTES, BLAST_READ_CLAUSES, BLAST_TERM_BYTES, Tuning};

/// Terms encoded into one SAT solver.
pub(crate) struct Blaster<S> {
    gates: Gates<S>,
    /// The words of all terms, one after the other.
    arena: Vec<Lit>,
    /// Where each term's word starts in the arena.
    terms: FxHashMap<ExprId, u32>,
    /// How many clauses a term added to those of its operands, if any.
    own: FxHashMap<ExprId, u32>,
    /// The first variable of each symbol byte in use.
    bytes: FxHashMap<(SymbolId, u32), u32>,
    /// The keys of `bytes` in the order they were added.
    byte_order: Vec<(SymbolId, u32)>,
    arrays: Arrays,
    /// Where quotient and remainder start in the arena, by dividend and divisor.
    divisions: FxHashMap<Box<[Lit]>, (u32, u32)>,
    stack: Vec<ExprId>,
    /// Whether a term's operands are encoded in reverse order.
    backward: bool,
}

impl<S: Bounded> Blaster<S> {
    /// Nothing encoded.
    pub(crate) fn new(tuning: &Tuning) -> Blaster<S> {
        Blaster {
            gates: Gates::new(),
            arena: Vec::new(),
            terms: FxHashMap::default(),
            own: FxHashMap::default(),
            bytes: FxHashMap::default(),
            byte_order: Vec::new(),
            arrays: Arrays::new(tuning),
            divisions: FxHashMap::default(),
            stack: Vec::new(),
            backward: false,
        }
    }

    /// Encodes operands in reverse order from now on. A SAT solver that has met no conflict yet decides by the
    /// numbers of the variables, so its search takes another course.
    pub(crate) fn turn_backward(&mut self) {
        self.backward = true;
    }

    /// Whether the term is already encoded.
    pub(crate) fn knows(&self, term: ExprId) -> bool {
        self.terms.contains_key(&term)
    }

    /// How many clauses there are.
    pub(crate) fn clauses(&self) -> usize {
        self.gates.clauses()
    }

    /// How many variables there are, all of which are assigned in a model.
    pub(crate) fn variables(&self) -> u64 {
        u64::from(self.gates.sat.variables())
    }

    /// The work of the SAT solver so far.
    pub(crate) fn work(&self) -> SatWork {
        self.gates.sat.work()
    }

    /// The memory in bytes that encodings and SAT solver take, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.gates.bytes() + self.arena.len() * size_of::<Lit>() + self.terms.len() * BLAST_TERM_BYTES
    }

    /// The literal of a boolean term; `None` if more than `most` bytes would be in use. What was encoded until
    /// then stays, and stays correct.
    pub(crate) fn literal(&mut self, pool: &Pool, term: ExprId, most: usize) -> Option<Lit> {
        debug_assert_eq!(pool.width(term), 1);
        let start = self.encode(pool, term, most)?;
        Some(self.arena[start as usize])
    }

    /// How many clauses encode those of these terms that are encoded, with everything below them; counting
    /// stops once there are more than `most`. Learnt clauses and axioms added later do not count.
    pub(crate) fn clauses_below(&self, pool: &Pool, terms: impl Iterator<Item = ExprId>, most: usize) -> usize {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<ExprId> = Vec::new();
        let mut count = 0;
        for term in terms.filter(|term| self.terms.contains_key(term)) {
            stack.extend(seen.insert(term).then_some(term));
            while let Some(term) = stack.pop() {
                count += self.own.get(&term).map_or(0, |&own| own as usize);
                stack.extend(pool.node(term).children().filter(|&child| seen.insert(child)));
            }
            if count > most {
                break;
            }
        }
        count
    }

    /// How many clauses it would take to encode those of these terms that are not encoded, roughly.
    pub(crate) fn clauses_missing(&self, pool: &Pool, terms: impl Iterator<Item = ExprId>) -> usize {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<ExprId> = terms.filter(|term| !self.terms.contains_key(term)).collect();
        seen.extend(stack.iter().copied());
        let mut count: usize = 0;
        while let Some(term) = stack.pop() {
            let node = pool.node(term);
            count = count.saturating_add(rough_clauses(pool, node) + rough_float_clauses(pool, term));
            let missing = node.children().filter(|child| !self.terms.contains_key(child));
            stack.extend(missing.filter(|&child| seen.insert(child)));
        }
        count
    }

    /// Begins another question: resets what is expected of conflicts.
    pub(crate) fn expect_nothing(&mut self) {
        self.gates.sat.expect_nothing();
    }

    /// Expects of conflicts what they cost another solver, which has the same terms and more.
    pub(crate) fn expect_of(&mut self, other: &Blaster<S>) {
        self.gates.sat.expect_of(&other.gates.sat);
    }

    /// Whether all assumed literals can hold.
    pub(crate) fn solve(&mut self, assumptions: &[Lit], limits: Limits, watch: &mut Watch) -> Verdict {
        self.gates.sat.solve(assumptions, limits, watch)
    }

    /// Whether the assumption took part in the refutation found last.
    pub(crate) fn in_core(&self, assumption: Lit) -> bool {
        self.gates.sat.in_core(assumption)
    }

    /// The bytes within `ranges` (sorted, disjoint) that the last assignment determines, sorted. The bytes that
    /// lazy reads look at count as determined: the value of such a byte comes from `base` if nothing else fixed
    /// it.
    pub(crate) fn model_bytes(&self, ranges: &[ByteRange], base: &Model) -> Vec<(SymbolId, u32, u8)> {
        let mut found = Vec::new();
        let total: u64 = ranges.iter().map(|range| u64::from(range.to - range.from)).sum();
        if total <= 2 * self.byte_order.len() as u64 {
            for range in ranges {
                for index in range.from..range.to {
                    if let Some(&first) = self.bytes.get(&(range.symbol, index)) {
                        found.push((range.symbol, index, self.byte_value(first)));
                    }
                }
            }
        } else {
            for &(symbol, index) in self.byte_order.iter().filter(|&&byte| contains(ranges, byte.0, byte.1)) {
                found.push((symbol, index, self.byte_value(self.bytes[&(symbol, index)])));
            }
            found.sort_unstable();
        }
        if self.is_lazy() {
            let read = self.lazily_read().into_iter();
            let free = read.filter(|&byte| contains(ranges, byte.0, byte.1) && !self.bytes.contains_key(&byte));
            found.extend(free.map(|(symbol, index)| (symbol, index, base.byte(symbol, index))));
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    fn byte_value(&self, first: u32) -> u8 {
        (0..8).fold(0, |byte, bit| byte | u8::from(self.gates.sat.value(first + bit)) << bit)
    }

    fn value_of(&self, lit: Lit) -> bool {
        self.gates.sat.value(lit.variable()) ^ lit.is_negative()
    }

    /// Where the word of the term starts in the arena; `None` if more than `most` bytes would be in use.
    fn encode(&mut self, pool: &Pool, root: ExprId, most: usize) -> Option<u32> {
        if let Some(&start) = self.terms.get(&root) {
            return Some(start);
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(root);
        while let Some(&term) = stack.last() {
            if self.terms.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *pool.node(term);
            let before = stack.len();
            self.push_missing(pool, &node, &mut stack);
            if self.backward {
                stack[before..].reverse();
            }
            if stack.len() == before {
                let before = self.clauses();
                let too_large = rough_float_clauses(pool, term) > BLAST_FLOAT_CLAUSES;
                if too_large || self.bytes().saturating_add(least_bytes(&node)) > most {
                    stack.clear();
                    self.stack = stack;
                    return None;
                }
                let start = self.encode_node(pool, term, &node);
                self.terms.insert(term, start);
                let own = self.clauses() - before;
                if own > 0 {
                    self.own.insert(term, u32::try_from(own).unwrap_or(u32::MAX));
                }
                stack.pop();
            }
        }
        self.stack = stack;
        self.terms.get(&root).copied()
    }

    /// Pushes the operands that are not encoded yet.
    fn push_missing(&self, pool: &Pool, node: &Node, stack: &mut Vec<ExprId>) {
        match node.op {
            Op::Extract if pool.node(node.arg(0)).op == Op::Sym => {}
            Op::Select => self.push_missing_read(pool, node, stack),
            _ => stack.extend(node.children().filter(|child| !self.terms.contains_key(child))),
        }
    }

    fn encode_node(&mut self, pool: &Pool, term: ExprId, node: &Node) -> u32 {
        let width = node.width as usize;
        let start = self.arena.len() as u32;
        match node.op {
            Op::Const | Op::WideConst => {
                let value = pool.as_const(term).expect("the term is a constant");
                self.arena.extend(constant_word(value.words(), node.width));
                return start;
            }
            Op::Sym => {
                self.symbol_bits(pool, SymbolId(node.args[0]), 0, node.width);
                return start;
            }
            Op::Extract => {
                let inner = pool.node(node.arg(0));
                if inner.op != Op::Sym {
                    return self.terms[&node.arg(0)] + node.args[1];
                }
                let symbol = SymbolId(inner.args[0]);
                self.symbol_bits(pool, symbol, node.args[1], node.width);
                return start;
            }
            Op::Select => return self.read(pool, node.arg(0), node.arg(1), node.width / 8),
            Op::Table | Op::Bytes | Op::Store => unreachable!("an array has no word of its own; its reads have"),
            Op::UDiv | Op::URem => {
                let (quotient, remainder) = self.divide(&self.word(pool, node, 0), &self.word(pool, node, 1));
                return if node.op == Op::UDiv { quotient } else { remainder };
            }
            _ => {}
        }
        let a = self.word(pool, node, 0);
        let word = match node.op {
            Op::Float(_) => {
                let args: Vec<Vec<Lit>> = (0..node.op.arity()).map(|at| self.word(pool, node, at)).collect();
                let circuit = float_circuit(pool, term).expect("the operator says so");
                self.gates.float(&circuit, &args)
            }
            Op::Not => a.iter().map(|&lit| !lit).collect(),
            Op::Neg => self.gates.negate(&a),
            Op::ZExt => {
                let mut word = a;
                word.resize(width, Lit::FALSE);
                word
            }
            Op::SExt => {
                let mut word = a;
                let sign = word[word.len() - 1];
                word.resize(width, sign);
                word
            }
            _ => {
                let b = self.word(pool, node, 1);
                self.encode_binary(pool, node, a, b)
            }
        };
        debug_assert_eq!(word.len(), width);
        // Computed only now: a division puts quotient and remainder into the arena as well.
        let start = self.arena.len() as u32;
        self.arena.extend(word);
        start
    }

    fn encode_binary(&mut self, pool: &Pool, node: &Node, a: Vec<Lit>, b: Vec<Lit>) -> Vec<Lit> {
        let gates = &mut self.gates;
        match node.op {
            Op::And => a.iter().zip(&b).map(|(&x, &y)| gates.and(x, y)).collect(),
            Op::Or => a.iter().zip(&b).map(|(&x, &y)| gates.or(x, y)).collect(),
            Op::Xor => a.iter().zip(&b).map(|(&x, &y)| gates.xor(x, y)).collect(),
            Op::Add => gates.add(&a, &b, Lit::FALSE),
            Op::Mul => gates.mul(&a, &b),
            Op::SDiv | Op::SRem => self.divide_signed(&a, &b, node.op == Op::SDiv),
            Op::Shl => gates.shift(&a, &b, Shift::Left),
            Op::LShr => gates.shift(&a, &b, Shift::LogicalRight),
            Op::AShr => gates.shift(&a, &b, Shift::ArithmeticRight),
            Op::Eq => vec![gates.equal(&a, &b)],
            Op::Ult => vec![gates.less(&a, &b, false)],
            Op::Ule => vec![gates.less(&a, &b, true)],
            Op::Slt => vec![gates.less_signed(&a, &b, false)],
            Op::Sle => vec![gates.less_signed(&a, &b, true)],
            Op::Concat => [b, a].concat(),
            Op::Ite => {
                let no = self.word(pool, node, 2);
                self.gates.choose(a[0], &b, &no)
            }
            op => unreachable!("{op:?} is encoded elsewhere"),
        }
    }

    /// The word of operand `i`, which must be encoded.
    fn word(&self, pool: &Pool, node: &Node, i: usize) -> Vec<Lit> {
        let term = node.arg(i);
        let start = self.terms[&term] as usize;
        self.arena[start..start + pool.width(term) as usize].to_vec()
    }

    /// Appends bits `lo .. lo + width` of a symbol to the arena.
    fn symbol_bits(&mut self, pool: &Pool, symbol: SymbolId, lo: u32, width: u32) {
        let end = lo + width;
        let mut bit = lo;
        while bit < end {
            let index = bit / 8;
            let first = self.byte_variables(pool, symbol, index);
            let stop = end.min((index + 1) * 8);
            self.arena.extend((bit..stop).map(|bit| Lit::positive(first + bit % 8)));
            bit = stop;
        }
    }

    /// The first of the eight variables of a symbol's byte.
    fn byte_variables(&mut self, pool: &Pool, symbol: SymbolId, index: u32) -> u32 {
        if let Some(&first) = self.bytes.get(&(symbol, index)) {
            return first;
        }
        let first = self.gates.fresh().variable();
        for _ in 1..8 {
            self.gates.fresh();
        }
        // Bits beyond the symbol's width do not exist: they are zero in every model.
        let used = pool.symbol_info(symbol).width - index * 8;
        for bit in used..8 {
            self.gates.clause(&[!Lit::positive(first + bit)]);
        }
        self.bytes.insert((symbol, index), first);
        self.byte_order.push((symbol, index));
        first
    }

    /// Where quotient and remainder of an unsigned division start; one circuit serves both.
    fn divide(&mut self, n: &[Lit], d: &[Lit]) -> (u32, u32) {
        let key: Box<[Lit]> = [n, d].concat().into();
        if let Some(&found) = self.divisions.get(&key) {
            return found;
        }
        let (quotient, remainder) = match words::constant_number(d).and_then(perfect_power) {
            Some((base, rest)) => self.divide_in_steps(n, base, rest),
            None => self.gates.divide(n, d),
        };
        let starts = (self.arena.len() as u32, (self.arena.len() + quotient.len()) as u32);
        self.arena.extend(quotient);
        self.arena.extend(remainder);
        self.divisions.insert(key, starts);
        starts
    }

    /// Division by `base * rest` as one by `base` and one of its quotient by `rest`. A program that takes a
    /// number apart digit by digit divides by 10, 100, 1000: in steps, these circuits form one chain and share
    /// gates.
    fn divide_in_steps(&mut self, n: &[Lit], base: u64, rest: u64) -> (Vec<Lit>, Vec<Lit>) {
        let width = n.len();
        let constant = |value: u64| constant_word(&[value], width.min(64) as u32).collect::<Vec<Lit>>();
        let (base, rest) = (constant(base), constant(rest));
        let word = |blaster: &Self, start: u32| blaster.arena[start as usize..start as usize + width].to_vec();
        let (first, digit) = self.divide(n, &base);
        let (first, digit) = (word(self, first), word(self, digit));
        let (quotient, above) = self.divide(&first, &rest);
        let above = self.gates.mul(&word(self, above), &base);
        (word(self, quotient), self.gates.add(&above, &digit, Lit::FALSE))
    }

    /// Signed division through the unsigned one on absolute values. SMT-LIB's results for a zero divisor follow:
    /// |n| / 0 is all ones (-1), negated to 1 for a negative n, and |n| % 0 is |n|, negated back to n.
    fn divide_signed(&mut self, n: &[Lit], d: &[Lit], want_quotient: bool) -> Vec<Lit> {
        let width = n.len();
        let (n_sign, d_sign) = (n[width - 1], d[width - 1]);
        let (n_size, d_size) = (self.gates.negate_if(n_sign, n), self.gates.negate_if(d_sign, d));
        let (quotient, remainder) = self.divide(&n_size, &d_size);
        let (start, sign) =
            if want_quotient { (quotient, self.gates.xor(n_sign, d_sign)) } else { (remainder, n_sign) };
        let word = self.arena[start as usize..start as usize + width].to_vec();
        self.gates.negate_if(sign, &word)
    }
}

/// The base and the number divided by it, if the number is a power, but not of two, with an exponent of at least 2.
fn perfect_power(number: u64) -> Option<(u64, u64)> {
    if number.is_power_of_two() {
        return None;
    }
    // The smallest base has the greatest exponent.
    (2..=number.checked_ilog2()?).rev().find_map(|exponent| {
        let near = (number as f64).powf(1.0 / f64::from(exponent)).round() as u64;
        let base = (near.saturating_sub(1)..=near + 1).find(|base| base.checked_pow(exponent) == Some(number))?;
        Some((base, number / base))
    })
}

/// The bytes that one operator takes, roughly; a product or quotient has a gate for each pair of bits.
fn least_bytes(node: &Node) -> usize {
    let width = node.width as usize;
    match node.op {
        Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem => {
            BLAST_GATE_BYTES.saturating_mul(width.saturating_mul(width))
        }
        _ => BLAST_GATE_BYTES.saturating_mul(width),
    }
}

/// The circuit of an operation on floating-point numbers.
fn float_circuit(pool: &Pool, term: ExprId) -> Option<Circuit> {
    let operation = pool.as_float(term)?;
    let (extra, node) = (pool.float_extra(term), pool.node(term));
    Some(Circuit { operation, extra, width: node.width, operand: pool.width(node.arg(0)) })
}

/// How many clauses an operation on floating-point numbers adds to those of its operands, roughly; zero for others.
fn rough_float_clauses(pool: &Pool, term: ExprId) -> usize {
    float_circuit(pool, term).map_or(0, |circuit| circuit.clauses())
}

/// How many clauses an operator adds to those of its operands, roughly.
fn rough_clauses(pool: &Pool, node: &Node) -> usize {
    let width = node.width as usize;
    let operand = |at: usize| pool.width(node.arg(at)) as usize;
    match node.op {
        Op::Mul | Op::UDiv | Op::URem | Op::SDiv | Op::SRem => 8 * width * width,
        Op::Add | Op::Neg => 14 * width,
        Op::Shl | Op::LShr | Op::AShr => 4 * width * (1 + width.ilog2() as usize),
        Op::And | Op::Or | Op::Xor | Op::Ite => 4 * width,
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => 6 * operand(0),
        Op::Select => BLAST_READ_CLAUSES * width,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_told() {
        for (number, expected) in [
            (10, None),
            (100, Some((10, 10))),
            (1000, Some((10, 100))),
            (3600, Some((60, 60))),
            (64, None),
            (81, Some((3, 27))),
            (1, None),
            (0, None),
            (10u64.pow(19), Some((10, 10u64.pow(18)))),
            (u64::MAX, None),
            (4_294_967_291 * 4_294_967_291, Some((4_294_967_291, 4_294_967_291))),
        ] {
            assert_eq!(perfect_power(number), expected, "{number}");
        }
        for number in 2..3000u64 {
            let powers = (2..=number).filter(|base| (2..12).any(|k| base.checked_pow(k) == Some(number)));
            let expected = powers.min().filter(|_| !number.is_power_of_two()).map(|base| (base, number / base));
            assert_eq!(perfect_power(number), expected, "{number}");
        }
    }
}
