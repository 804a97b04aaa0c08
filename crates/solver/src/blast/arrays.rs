//! Reads of arrays.
//!
//! A read over a chain of stores becomes a chain of choices, one per store, down to the constant table or
//! symbolic object at its bottom; the results are remembered per array and index so that chains share their
//! common part. An element of several bytes stays one word, unless a store may overlap it in part: then its
//! bytes are read one by one.
//!
//! Axioms relate a read of a table or object to the contents: `index = 5 => value = contents[5]`. Where few
//! places are possible, all axioms are made at once, as a tree of multiplexers over the bits of the index.
//! Otherwise the read starts as free variables: after a model is found they are compared with the contents at
//! the model's index, and the axioms around a wrong one are added before solving again. Where two reads of an
//! object met at one place, it is also added that they are equal wherever they meet. A table is indexed by
//! value, too (`contents.rs`): for a wrong value, axioms say at which places it is, or that neither it nor the
//! values up to its neighbours are anywhere; and a long run of equal elements is described by one axiom. Every
//! axiom always holds, so it serves later questions, too: a question's own bounds of an index only decide which
//! axioms are added at once. Reads beyond the end give zero.
//!
//! Which places are possible follows Shuai 2021, §4.3: those in the index's interval, and with its residue
//! modulo the size of an element, as far as the pool's [`ArrayAxioms`](expr::ArrayAxioms) allow to use them.
//! Shuai 2021 takes the residue from the type; here it must be known of the index itself.

use std::sync::Arc;

use expr::{ExprId, Node, Op, Places, Pool, SymbolId, TableId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blast::Blaster;
use crate::blast::axiom_counts::{AxiomCounter, AxiomCounts, CountedRead};
use crate::blast::contents::{Contents, Elements, KnownContents, Run};
use crate::blast::words::constant_word;
use crate::sat::{Bounded, Lit, Literal};
use crate::tuning::{TABLE_RANGES, TABLE_RARE, Tuning};

/// A part of an array: `size` bytes from the index plus `behind` on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Part {
    array: ExprId,
    index: ExprId,
    behind: u32,
    size: u32,
}

/// Where the bytes of an array without stores come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Source {
    Table(TableId),
    Symbol(SymbolId),
}

/// What the blaster knows about arrays.
pub(super) struct Arrays {
    tuning: Tuning,
    /// Where the word of each part that was read starts in the arena.
    reads: FxHashMap<Part, u32>,
    /// Reads of large arrays, connected to the contents only as far as needed.
    lazy: Vec<LazyRead>,
    /// Bounds of indices that hold for the current question.
    bounds: FxHashMap<ExprId, (u64, u64)>,
    contents: KnownContents,
    axioms: AxiomCounter,
}

impl Arrays {
    /// Nothing.
    pub(super) fn new(tuning: &Tuning) -> Arrays {
        Arrays {
            tuning: *tuning,
            reads: FxHashMap::default(),
            lazy: Vec::new(),
            bounds: FxHashMap::default(),
            contents: KnownContents::default(),
            axioms: AxiomCounter::default(),
        }
    }
}

/// A read whose result is connected to the contents on demand.
struct LazyRead {
    source: Source,
    term: ExprId,
    index: Vec<Lit>,
    size: u32,
    length: u64,
    places: Places,
    /// Whether the index is below the length.
    inside: Lit,
    value: Vec<Lit>,
    blocks: FxHashSet<u64>,
    /// The runs of equal elements, by their first places, and the values that axioms were made for.
    runs: FxHashSet<u64>,
    values: FxHashSet<u64>,
    /// Reads that an axiom equates with it where they meet.
    equals: FxHashSet<usize>,
}

impl LazyRead {
    fn block_bits(&self, tuning: &Tuning) -> u32 {
        match self.source {
            Source::Table(_) => tuning.table_block + self.places.stride.trailing_zeros(),
            Source::Symbol(_) => self.places.stride.trailing_zeros(),
        }
    }
}

/// Whether axioms about a read are made on demand, so that bounds of its index are of use. For a read of stores
/// the answer is true, since it may be so below them.
pub(crate) fn is_lazy(pool: &Pool, tuning: &Tuning, array: ExprId, index: ExprId) -> bool {
    if pool.node(array).op == Op::Store {
        return true;
    }
    let limit = tree_limit(tuning, source(pool, array));
    let places = pool.places(index).within(0, pool.base_length(array).saturating_sub(1));
    places.is_some_and(|places| places.count() > limit)
}

/// Where the bytes of an array without stores come from.
fn source(pool: &Pool, array: ExprId) -> Source {
    let node = pool.node(array);
    match node.op {
        Op::Table => Source::Table(TableId(node.args[0])),
        _ => Source::Symbol(SymbolId(pool.node(node.arg(0)).args[0])),
    }
}

fn tree_limit(tuning: &Tuning, source: Source) -> u64 {
    match source {
        Source::Table(_) => tuning.table_tree,
        Source::Symbol(_) => tuning.symbol_tree,
    }
}

impl<S: Bounded> Blaster<S> {
    /// Pushes the terms that a read needs: its index and, down to a part that was read before, the stores'
    /// indices and values.
    pub(super) fn push_missing_read(&self, pool: &Pool, node: &Node, stack: &mut Vec<ExprId>) {
        let (mut array, index) = (node.arg(0), node.arg(1));
        let missing = |term: &ExprId| !self.terms.contains_key(term);
        stack.extend(Some(index).filter(missing));
        let size = node.width / 8;
        while !self.arrays.reads.contains_key(&Part { array, index, behind: 0, size }) {
            let store = pool.node(array);
            if store.op != Op::Store {
                break;
            }
            stack.extend([store.arg(1), store.arg(2)].iter().copied().filter(missing));
            array = store.arg(0);
        }
    }

    /// Where the word of the array's element at the index starts.
    pub(super) fn read(&mut self, pool: &Pool, array: ExprId, index: ExprId, size: u32) -> u32 {
        self.read_part(pool, Part { array, index, behind: 0, size })
    }

    fn read_part(&mut self, pool: &Pool, part: Part) -> u32 {
        if let Some(&start) = self.arrays.reads.get(&part) {
            return start;
        }
        if part.size > 1 && !is_whole(pool, part) {
            let bytes: Vec<u32> = (0..part.size)
                .map(|i| self.read_part(pool, Part { behind: part.behind + i, size: 1, ..part }))
                .collect();
            let word = bytes.iter().flat_map(|&start| self.literals(start, 8)).collect();
            return self.keep_read(part, word);
        }
        let mut chain = Vec::new();
        let mut below = part;
        let mut start = loop {
            if let Some(&start) = self.arrays.reads.get(&below) {
                break start;
            }
            let node = *pool.node(below.array);
            if node.op != Op::Store {
                let word = self.read_base(pool, below);
                break self.keep_read(below, word);
            }
            chain.push(below.array);
            below.array = node.arg(0);
        };
        let index = self.index_word(part);
        for &store in chain.iter().rev() {
            let word = self.read_stored(pool, store, &index, part.size, start);
            start = self.keep_read(Part { array: store, ..part }, word);
        }
        start
    }

    fn keep_read(&mut self, part: Part, word: Vec<Lit>) -> u32 {
        let start = self.arena.len() as u32;
        self.arena.extend(word);
        self.arrays.reads.insert(part, start);
        start
    }

    /// What a read finds at a store: the value it wrote, or the word that starts at `below`.
    fn read_stored(&mut self, pool: &Pool, store: ExprId, index: &[Lit], size: u32, below: u32) -> Vec<Lit> {
        let node = *pool.node(store);
        let (at, stored) = (self.literals(self.terms[&node.arg(1)], 64), pool.width(node.arg(2)) / 8);
        let value = self.literals(self.terms[&node.arg(2)], 8 * stored);
        let below = self.literals(below, 8 * size);
        if stored == size {
            let hit = self.gates.equal(index, &at);
            return self.gates.choose(hit, &value, &below);
        }
        debug_assert_eq!(size, 1, "an element is stored as a whole");
        let negated: Vec<Lit> = at.iter().map(|&lit| !lit).collect();
        let distance = self.gates.add(index, &negated, Lit::TRUE);
        let low = stored.trailing_zeros() as usize;
        let hit = self.gates.all(distance[low..].iter().map(|&lit| !lit).collect::<Vec<_>>());
        let mut words: Vec<Vec<Lit>> = value.chunks(8).map(<[Lit]>::to_vec).collect();
        for &bit in &distance[..low] {
            words = words.chunks(2).map(|pair| self.gates.choose(bit, &pair[1], &pair[0])).collect();
        }
        self.gates.choose(hit, &words[0], &below)
    }

    fn literals(&self, start: u32, width: u32) -> Vec<Lit> {
        self.arena[start as usize..(start + width) as usize].to_vec()
    }

    fn index_word(&mut self, part: Part) -> Vec<Lit> {
        let index = self.literals(self.terms[&part.index], 64);
        if part.behind == 0 {
            return index;
        }
        let behind: Vec<Lit> = (0..64).map(|bit| Lit::constant(part.behind >> bit.min(31) & 1 == 1)).collect();
        self.gates.add(&index, &behind, Lit::FALSE)
    }

    fn read_base(&mut self, pool: &Pool, part: Part) -> Vec<Lit> {
        let source = source(pool, part.array);
        let length = pool.base_length(part.array);
        let known = known_places(pool, part);
        let anywhere = Places { first: 0, last: u64::MAX, stride: 1 };
        let (by_type, by_interval) = (pool.array_axioms().by_type(), pool.array_axioms().by_interval());
        let typed = if by_type { residues(pool, part).unwrap_or(anywhere) } else { anywhere };
        let places = match (by_type, by_interval) {
            (true, true) => known,
            (false, true) => Places { stride: 1, ..known },
            (_, false) => typed,
        };
        let asked = self.arrays.bounds.get(&part.index).filter(|_| by_interval && part.behind == 0).copied();
        let narrow = asked.map_or(Some(places), |(low, high)| places.within(low, high));
        let read = CountedRead { array: part.array, size: part.size, length, typed, places: narrow };
        self.arrays.axioms.possible(read, by_type);
        let Some(places) = places.within(0, length.wrapping_sub(1)).filter(|_| length > 0) else {
            return vec![Lit::FALSE; 8 * part.size as usize];
        };
        let index = self.index_word(part);
        let inside = if known.last < length { Lit::TRUE } else { self.below(&index, length) };
        if places.count() <= tree_limit(&self.arrays.tuning, source) {
            self.arrays.axioms.made(part.size, places.count());
            let top = u64::BITS - places.last.leading_zeros();
            let tree = Tree { pool, source, index: &index, size: part.size, places };
            // Bits that turned out to be constant may leave no place inside.
            let word = self.tree(&tree, top, 0).unwrap_or_else(|| vec![Lit::FALSE; 8 * part.size as usize]);
            return word.into_iter().map(|bit| self.gates.and(bit, inside)).collect();
        }
        if let Source::Table(table) = source
            && let Some(contents) = self.contents(pool, Elements::at(table, part.size, places))
            && let runs = contents.between(places.first, places.last)
            && runs.len() <= self.arrays.tuning.run_tree
        {
            self.arrays.axioms.made(part.size, runs.len() as u64);
            let word = self.run_tree(runs, &index, part.size);
            return word.into_iter().map(|bit| self.gates.and(bit, inside)).collect();
        }
        let value: Vec<Lit> = (0..8 * part.size).map(|_| self.gates.fresh()).collect();
        for &bit in &value {
            self.gates.clause(&[inside, !bit]);
        }
        self.arrays.lazy.push(LazyRead {
            source,
            term: part.index,
            index,
            size: part.size,
            length,
            places,
            inside,
            value: value.clone(),
            blocks: FxHashSet::default(),
            runs: FxHashSet::default(),
            values: FxHashSet::default(),
            equals: FxHashSet::default(),
        });
        value
    }

    /// Whether a word is below a number.
    fn below(&mut self, word: &[Lit], number: u64) -> Lit {
        let number: Vec<Lit> = constant_word(&[number], word.len() as u32).collect();
        self.gates.less(word, &number, false)
    }

    /// The entry chosen by the lowest `levels` bits of the index among those that start at `first`; `None` if
    /// none of them is possible.
    fn tree(&mut self, tree: &Tree, levels: u32, first: u64) -> Option<Vec<Lit>> {
        let last = first + bv::mask(levels);
        let Places { first: lowest, last: highest, stride } = tree.places;
        if last < lowest || first > highest {
            return None;
        }
        if 1u64 << levels.min(63) <= stride {
            let at = first | lowest & (stride - 1);
            return (lowest <= at && at <= highest).then(|| self.entry(tree, at));
        }
        let bit = tree.index[levels as usize - 1];
        let middle = first + (1u64 << (levels - 1));
        match bit.as_constant() {
            Some(true) => return self.tree(tree, levels - 1, middle),
            Some(false) => return self.tree(tree, levels - 1, first),
            None => {}
        }
        match (self.tree(tree, levels - 1, first), self.tree(tree, levels - 1, middle)) {
            (Some(no), Some(yes)) => Some(self.gates.choose(bit, &yes, &no)),
            (no, yes) => no.or(yes),
        }
    }

    /// The contents of a table, if they are indexed by value.
    fn contents(&self, pool: &Pool, elements: Elements) -> Option<Arc<Contents>> {
        self.arrays.contents.of(pool, elements)
    }

    /// Shares the contents that were found with other blasters.
    pub(crate) fn share_contents(&mut self, contents: &KnownContents) {
        self.arrays.contents = contents.clone();
    }

    /// The element at an index that lies in one of these runs.
    fn run_tree(&mut self, runs: &[Run], index: &[Lit], size: u32) -> Vec<Lit> {
        let (low, high) = match runs {
            [run] => return constant_word(&[run.value], 8 * size).collect(),
            _ => runs.split_at(runs.len() / 2),
        };
        let (no, yes) = (self.run_tree(high, index, size), self.run_tree(low, index, size));
        let below = self.below(index, high[0].first);
        self.gates.choose(below, &yes, &no)
    }

    fn entry(&mut self, tree: &Tree, at: u64) -> Vec<Lit> {
        match tree.source {
            Source::Table(table) => {
                let value = tree.pool.table_element(table, at, tree.size);
                (0..8 * tree.size).map(|bit| Lit::constant(value >> bit & 1 == 1)).collect()
            }
            Source::Symbol(symbol) => {
                let length = u64::from(tree.pool.symbol_info(symbol).width / 8);
                let mut word = Vec::with_capacity(8 * tree.size as usize);
                for byte in at..at + u64::from(tree.size) {
                    if byte < length {
                        let first = self.byte_variables(tree.pool, symbol, byte as u32);
                        word.extend((0..8).map(|bit| Lit::positive(first + bit)));
                    } else {
                        word.extend([Lit::FALSE; 8]);
                    }
                }
                word
            }
        }
    }

    /// Sets the bounds of indices that hold for the next question, which reads only places within them.
    pub(crate) fn set_bounds(&mut self, bounds: FxHashMap<ExprId, (u64, u64)>) {
        self.arrays.bounds = bounds;
    }

    /// Adds the axioms for the places within the question's bounds, where these are few.
    pub(crate) fn connect_within_bounds(&mut self, pool: &Pool) {
        if self.arrays.bounds.is_empty() || !pool.array_axioms().by_interval() {
            return;
        }
        for which in 0..self.arrays.lazy.len() {
            let read = &self.arrays.lazy[which];
            let Some(&(low, high)) = self.arrays.bounds.get(&read.term) else { continue };
            let Some(places) = read
                .places
                .within(low, high)
                .filter(|places| places.count() <= tree_limit(&self.arrays.tuning, read.source))
            else {
                continue;
            };
            let bits = read.block_bits(&self.arrays.tuning);
            for block in places.first >> bits..=places.last >> bits {
                self.connect(pool, which, block << bits);
            }
        }
    }

    /// The counts since the last call.
    pub(crate) fn take_axiom_counts(&mut self) -> AxiomCounts {
        self.arrays.axioms.take()
    }

    /// The bytes that the lazy reads read in the last assignment.
    pub(crate) fn lazily_read(&self) -> Vec<(SymbolId, u32)> {
        let mut bytes = Vec::new();
        for read in &self.arrays.lazy {
            if let Source::Symbol(symbol) = read.source {
                let index = self.number(&read.index);
                let end = index.saturating_add(u64::from(read.size)).min(read.length);
                bytes.extend((index..end).map(|byte| (symbol, byte as u32)));
            }
        }
        bytes
    }

    /// Whether there are reads that are connected on demand.
    pub(crate) fn is_lazy(&self) -> bool {
        !self.arrays.lazy.is_empty()
    }

    /// Connects the lazy reads whose value in the last assignment differs from the contents at their index.
    /// Returns how many there were.
    pub(crate) fn refine(&mut self, pool: &Pool, byte: impl Fn(SymbolId, u32) -> u8) -> usize {
        let mut wrong = Vec::new();
        let mut met: FxHashMap<(Source, u32, u64), usize> = FxHashMap::default();
        let mut meeting = Vec::new();
        for (which, read) in self.arrays.lazy.iter().enumerate() {
            let index = self.number(&read.index);
            if index >= read.length {
                continue;
            }
            if let Source::Symbol(_) = read.source
                && let Some(other) = met.insert((read.source, read.size, index), which)
                && self.number(&read.value) != self.number(&self.arrays.lazy[other].value)
            {
                meeting.push((other, which));
            }
            let expected = match read.source {
                Source::Table(table) => pool.table_element(table, index, read.size),
                Source::Symbol(symbol) => {
                    let byte = |at: u64| if at < read.length { u64::from(byte(symbol, at as u32)) } else { 0 };
                    (0..read.size).fold(0, |value, i| value | byte(index + u64::from(i)) << (8 * i))
                }
            };
            let value = self.number(&read.value);
            if value != expected {
                wrong.push((which, index, value));
            }
        }
        let mut added = 0;
        for (which, index, value) in wrong {
            added += usize::from(self.connect_run(pool, which, index) || self.connect(pool, which, index));
            added += usize::from(self.locate(pool, which, value));
        }
        for (one, other) in meeting {
            added += usize::from(self.equate(one, other));
        }
        added
    }

    /// The value of a word of at most 64 bits in the last assignment.
    fn number(&self, word: &[Lit]) -> u64 {
        word.iter().enumerate().fold(0, |value, (bit, &lit)| value | u64::from(self.value_of(lit)) << bit)
    }

    /// Adds that two reads are equal if their indices are.
    fn equate(&mut self, one: usize, other: usize) -> bool {
        if !self.arrays.lazy[one].equals.insert(other) {
            return false;
        }
        let (a, b) = (&self.arrays.lazy[one], &self.arrays.lazy[other]);
        let (indices, values) = ((a.index.clone(), b.index.clone()), (a.value.clone(), b.value.clone()));
        self.arrays.axioms.made(a.size, 1);
        let same = self.gates.equal(&indices.0, &indices.1);
        for (x, y) in values.0.into_iter().zip(values.1) {
            self.gates.clause(&[!same, !x, y]);
            self.gates.clause(&[!same, x, !y]);
        }
        true
    }

    /// The contents of a read's table, if they are indexed by value.
    fn contents_of(&self, pool: &Pool, which: usize) -> Option<Arc<Contents>> {
        let &LazyRead { source, size, places, .. } = &self.arrays.lazy[which];
        let Source::Table(table) = source else { return None };
        self.contents(pool, Elements::at(table, size, places))
    }

    /// Adds the value of a read for indices in the run of equal elements around `index`, if the run is longer
    /// than a block.
    fn connect_run(&mut self, pool: &Pool, which: usize, index: u64) -> bool {
        let run = self.contents_of(pool, which).and_then(|contents| contents.run(index));
        let read = &mut self.arrays.lazy[which];
        let bits = read.block_bits(&self.arrays.tuning);
        let Some(run) = run.filter(|run| run.first >> bits != run.last >> bits) else { return false };
        if !read.runs.insert(run.first) {
            return false;
        }
        self.arrays.axioms.made(read.size, 1);
        let (value, inside) = (read.value.clone(), read.inside);
        let here = self.is_in(which, run);
        for (bit, lit) in value.into_iter().enumerate() {
            self.gates.clause(&[!here, !inside, lit.flip_if(run.value >> bit & 1 == 0)]);
        }
        true
    }

    /// Whether the index of a read lies in a run.
    fn is_in(&mut self, which: usize, run: Run) -> Lit {
        let index = self.arrays.lazy[which].index.clone();
        if run.first == run.last {
            let place: Vec<Lit> = constant_word(&[run.first], index.len() as u32).collect();
            return self.gates.equal(&index, &place);
        }
        let (before, up_to) = (self.below(&index, run.first), self.below(&index, run.last + 1));
        self.gates.and(!before, up_to)
    }

    /// Adds where the index of a read of a table lies if the read has this value, or that no value between its
    /// two neighbours is there.
    fn locate(&mut self, pool: &Pool, which: usize, value: u64) -> bool {
        let Some(contents) = self.contents_of(pool, which) else { return false };
        let read = &mut self.arrays.lazy[which];
        if !read.values.insert(value) {
            return false;
        }
        let runs: Vec<Run> = contents.with_value(value).collect();
        let places: u64 = runs.iter().map(|run| (run.last - run.first) / read.places.stride + 1).sum();
        if places > read.places.count() / TABLE_RARE {
            return false;
        }
        self.arrays.axioms.made(read.size, 1);
        let (word, inside) = (read.value.clone(), read.inside);
        let mut clause = vec![!inside];
        if runs.is_empty() {
            let (low, high) = contents.around(value);
            clause.extend(low.map(|low| self.below(&word, low + 1)));
            clause.extend(high.map(|high| !self.below(&word, high)));
        } else {
            let same: Vec<Lit> = constant_word(&[value], word.len() as u32).collect();
            clause.push(!self.gates.equal(&word, &same));
            for some in runs.chunks(runs.len().div_ceil(TABLE_RANGES)) {
                clause.push(self.is_in(which, Run { last: some[some.len() - 1].last, ..some[0] }));
            }
        }
        self.gates.clause(&clause);
        true
    }

    /// Adds that the read equals the contents if its index lies in the block of `index` (which may reach beyond
    /// the end, where reads are zero).
    fn connect(&mut self, pool: &Pool, which: usize, index: u64) -> bool {
        let read = &mut self.arrays.lazy[which];
        let bits = read.block_bits(&self.arrays.tuning);
        let block = index >> bits;
        if !read.blocks.insert(block) {
            return false;
        }
        let (source, size, inside) = (read.source, read.size, read.inside);
        let (value, index) = (read.value.clone(), read.index.clone());
        let within = read.places.within(block << bits, (block << bits) + bv::mask(bits));
        let here = index[bits as usize..].iter().enumerate().map(|(i, &lit)| lit.flip_if(block >> i & 1 == 0));
        let here = self.gates.all(here.collect::<Vec<_>>());
        let word = within.and_then(|places| {
            self.arrays.axioms.made(size, places.count());
            let tree = Tree { pool, source, index: &index, size, places };
            self.tree(&tree, bits, block << bits)
        });
        let word = word.unwrap_or_else(|| vec![Lit::FALSE; value.len()]);
        for (bit, entry) in value.into_iter().zip(word) {
            self.gates.clause(&[!here, !inside, !bit, entry]);
            self.gates.clause(&[!here, !inside, bit, !entry]);
        }
        true
    }
}

/// The entries that a tree of multiplexers chooses from, and the index that chooses.
struct Tree<'a> {
    pool: &'a Pool,
    source: Source,
    index: &'a [Lit],
    size: u32,
    places: Places,
}

/// Whether a part can be read as one word: each store writes all of it or none of it, and it does not wrap
/// around to the first index.
fn is_whole(pool: &Pool, part: Part) -> bool {
    let (_, high) = pool.unsigned_range(part.index);
    let ends = high.checked_add(u64::from(part.behind + part.size - 1)).is_some();
    let aligned = part.behind == 0 && pool.residue(part.index, part.size) == Some(0);
    (ends || aligned) && part.behind == 0 && pool.is_element(part.array, part.index, part.size)
}

/// The places that are known to be possible for a part.
fn known_places(pool: &Pool, part: Part) -> Places {
    let places = pool.places(part.index);
    let behind = u64::from(part.behind);
    match places.last.checked_add(behind) {
        Some(last) => Places { first: places.first + behind, last, ..places },
        None => Places { first: 0, last: u64::MAX, stride: 1 },
    }
}

/// All places with the known residue of a part's index modulo its size; `None` if it is not known.
fn residues(pool: &Pool, part: Part) -> Option<Places> {
    let size = u64::from(part.size);
    let residue = pool.residue(part.index, part.size).filter(|_| part.behind == 0)?;
    Some(Places { first: residue, last: u64::MAX - (size - 1) + residue, stride: size })
}
