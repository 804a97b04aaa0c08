//! Reads of byte arrays.
//!
//! A read over a chain of stores becomes a chain of choices, one per store, down to the constant table or symbolic
//! object at its bottom; the results are remembered per (array, index) so that chains share their common part. A read
//! of a table or object is a tree of multiplexers over the bits of the index, cut down to the range the index can
//! take. When that tree would be large, the read starts as eight free variables: after a model is found they are
//! compared with the contents at the model's index, and the entries around a wrong one are added before solving
//! again (lemmas on demand). Reads beyond the end give zero.

use expr::{ExprId, Node, Op, Pool, SymbolId, TableId};
use rustc_hash::FxHashSet;

use crate::blast::Blaster;
use crate::sat::{Bounded, Lit, Literal};

/// A multiplexer tree over a symbol has at most so many entries.
const SYMBOL_TREE: u64 = 64;
/// A multiplexer tree over a constant table has at most so many entries (its gates often fold or coincide).
const TABLE_TREE: u64 = 2048;
/// How many bits of the index the entries added on demand span, for tables (symbols are added one by one).
const TABLE_BLOCK: u32 = 6;

/// Where the bytes of an array without stores come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Table(TableId),
    Symbol(SymbolId),
}

/// A read whose result is connected to the contents on demand.
pub(crate) struct LazyRead {
    source: Source,
    index: Vec<Lit>,
    length: u64,
    range: (u64, u64),
    /// Whether the index is below the length.
    inside: Lit,
    value: [Lit; 8],
    blocks: FxHashSet<u64>,
}

impl LazyRead {
    fn block_bits(&self) -> u32 {
        match self.source {
            Source::Table(_) => TABLE_BLOCK,
            Source::Symbol(_) => 0,
        }
    }
}

impl<S: Bounded> Blaster<S> {
    /// Pushes what a read needs: its index and, down to a part that was read before, the stores' indices and values.
    pub(super) fn push_missing_read(&self, pool: &Pool, node: &Node, stack: &mut Vec<ExprId>) {
        let (mut array, index) = (node.arg(0), node.arg(1));
        let missing = |term: &ExprId| !self.terms.contains_key(term);
        stack.extend(Some(index).filter(missing));
        while !self.reads.contains_key(&(array, index)) {
            let store = pool.node(array);
            if store.op != Op::Store {
                break;
            }
            stack.extend([store.arg(1), store.arg(2)].iter().copied().filter(missing));
            array = store.arg(0);
        }
    }

    /// Where the byte of the array at the index starts.
    pub(super) fn read(&mut self, pool: &Pool, array: ExprId, index: ExprId) -> u32 {
        let mut chain = Vec::new();
        let mut base = array;
        let mut start = loop {
            if let Some(&start) = self.reads.get(&(base, index)) {
                break start;
            }
            let node = *pool.node(base);
            if node.op != Op::Store {
                let start = self.read_base(pool, &node, index);
                self.reads.insert((base, index), start);
                break start;
            }
            chain.push(base);
            base = node.arg(0);
        };
        let index_word = self.index_word(index);
        for &store in chain.iter().rev() {
            let node = *pool.node(store);
            let (at, value) = (self.index_word(node.arg(1)), self.byte_word(self.terms[&node.arg(2)]));
            let hit = self.gates.equal(&index_word, &at);
            let below = self.byte_word(start);
            let word = self.gates.choose(hit, &value, &below);
            start = self.arena.len() as u32;
            self.arena.extend(word);
            self.reads.insert((store, index), start);
        }
        start
    }

    fn index_word(&self, index: ExprId) -> Vec<Lit> {
        let start = self.terms[&index] as usize;
        self.arena[start..start + 64].to_vec()
    }

    fn byte_word(&self, start: u32) -> [Lit; 8] {
        self.arena[start as usize..start as usize + 8].try_into().expect("a byte has eight bits")
    }

    fn read_base(&mut self, pool: &Pool, array: &Node, index: ExprId) -> u32 {
        let (source, length) = match array.op {
            Op::Table => {
                let table = TableId(array.args[0]);
                (Source::Table(table), pool.table_bytes(table).len() as u64)
            }
            _ => {
                let symbol = pool.node(array.arg(0));
                (Source::Symbol(SymbolId(symbol.args[0])), u64::from(symbol.width / 8))
            }
        };
        let range = pool.unsigned_range(index);
        let index = self.index_word(index);
        let word = self.read_source(pool, source, length, &index, range);
        let start = self.arena.len() as u32;
        self.arena.extend(word);
        start
    }

    fn read_source(&mut self, pool: &Pool, source: Source, length: u64, index: &[Lit], range: (u64, u64)) -> [Lit; 8] {
        let (low, high) = range;
        if low >= length {
            return [Lit::FALSE; 8];
        }
        let last = high.min(length - 1);
        let limit = match source {
            Source::Table(_) => TABLE_TREE,
            Source::Symbol(_) => SYMBOL_TREE,
        };
        let inside = if high < length { Lit::TRUE } else { self.below_length(index, length) };
        if last - low < limit {
            let levels = u64::BITS - last.leading_zeros();
            // Bits that turned out constant may leave no place inside.
            let word = self.tree(pool, source, index, (low, last), levels, 0).unwrap_or([Lit::FALSE; 8]);
            return word.map(|bit| self.gates.and(bit, inside));
        }
        let value: [Lit; 8] = std::array::from_fn(|_| self.gates.fresh());
        for bit in value {
            self.gates.clause(&[inside, !bit]);
        }
        let index = index.to_vec();
        self.lazy.push(LazyRead {
            source,
            index,
            length,
            range: (low, last),
            inside,
            value,
            blocks: FxHashSet::default(),
        });
        value
    }

    fn below_length(&mut self, index: &[Lit], length: u64) -> Lit {
        let length: Vec<Lit> = (0..64).map(|bit| Lit::constant(length >> bit & 1 == 1)).collect();
        self.gates.less(index, &length, false)
    }

    /// The entry chosen by the lowest `levels` bits of the index among those that start at `first`; nothing if none of
    /// them lies in the range.
    fn tree(
        &mut self,
        pool: &Pool,
        source: Source,
        index: &[Lit],
        range: (u64, u64),
        levels: u32,
        first: u64,
    ) -> Option<[Lit; 8]> {
        let last = first + ((1u64 << levels) - 1);
        if last < range.0 || first > range.1 {
            return None;
        }
        if levels == 0 {
            return Some(self.entry(pool, source, first));
        }
        let bit = index[levels as usize - 1];
        let middle = first + (1u64 << (levels - 1));
        let mut half = |from: u64| self.tree(pool, source, index, range, levels - 1, from);
        match bit.as_constant() {
            Some(true) => return half(middle),
            Some(false) => return half(first),
            None => {}
        }
        match (half(first), half(middle)) {
            (Some(no), Some(yes)) => Some(std::array::from_fn(|i| self.gates.mux(bit, yes[i], no[i]))),
            (no, yes) => no.or(yes),
        }
    }

    fn entry(&mut self, pool: &Pool, source: Source, index: u64) -> [Lit; 8] {
        match source {
            Source::Table(table) => {
                let byte = pool.table_bytes(table)[index as usize];
                std::array::from_fn(|bit| Lit::constant(byte >> bit & 1 == 1))
            }
            Source::Symbol(symbol) => {
                let first = self.byte_variables(pool, symbol, index as u32);
                std::array::from_fn(|bit| Lit::positive(first + bit as u32))
            }
        }
    }

    /// The bytes that the lazy reads look at in the last assignment.
    pub(crate) fn lazily_read(&self) -> Vec<(SymbolId, u32)> {
        let places = self.lazy.iter().filter_map(|read| match read.source {
            Source::Symbol(symbol) => {
                let index = self.index_value(read);
                (index < read.length).then_some((symbol, index as u32))
            }
            Source::Table(_) => None,
        });
        places.collect()
    }

    /// Connects the lazy reads whose value in the last assignment differs from the contents at their index. Gives
    /// how many there were.
    pub(crate) fn refine(&mut self, pool: &Pool, byte: impl Fn(SymbolId, u32) -> u8) -> usize {
        let wrong: Vec<(usize, u64)> = (0..self.lazy.len())
            .filter_map(|which| {
                let read = &self.lazy[which];
                let index = self.index_value(read);
                let expected = match read.source {
                    _ if index >= read.length => 0,
                    Source::Table(table) => pool.table_bytes(table)[index as usize],
                    Source::Symbol(symbol) => byte(symbol, index as u32),
                };
                let value = (0..8).fold(0u8, |value, bit| value | u8::from(self.value_of(read.value[bit])) << bit);
                (value != expected && index < read.length).then_some((which, index))
            })
            .collect();
        let mut added = 0;
        for (which, index) in wrong {
            added += usize::from(self.connect(pool, which, index));
        }
        added
    }

    fn index_value(&self, read: &LazyRead) -> u64 {
        read.index.iter().enumerate().fold(0, |value, (bit, &lit)| value | u64::from(self.value_of(lit)) << bit)
    }

    /// States that the read equals the contents if its index lies in the block of `index` (which may reach beyond the
    /// end, where reads are zero).
    fn connect(&mut self, pool: &Pool, which: usize, index: u64) -> bool {
        let read = &mut self.lazy[which];
        let bits = read.block_bits();
        let block = index >> bits;
        if !read.blocks.insert(block) {
            return false;
        }
        let (source, range, inside, value, index) =
            (read.source, read.range, read.inside, read.value, read.index.clone());
        let here = index[bits as usize..].iter().enumerate().map(|(i, &lit)| lit.flip_if(block >> i & 1 == 0));
        let here = self.gates.all(here.collect::<Vec<_>>());
        let word = self.tree(pool, source, &index, range, bits, block << bits).unwrap_or([Lit::FALSE; 8]);
        for (bit, entry) in value.into_iter().zip(word) {
            self.gates.clause(&[!here, !inside, !bit, entry]);
            self.gates.clause(&[!here, !inside, bit, !entry]);
        }
        true
    }
}
