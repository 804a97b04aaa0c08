//! The normal form: a query written so that queries which differ only in the input bytes they are about look
//! the same.
//!
//! The leaves of a query are what it reads of symbols: some bits of one, or all its bytes as an array. Leaves
//! that share a byte belong to one *region*, the run of bytes that they cover together; regions are disjoint.
//! The form is a list of numbers: every node of the query's terms, children first, with the operands given by
//! their places in the list; then for each leaf its region, numbered by first occurrence, and its place in it;
//! then the places of the question and of the constraints. The list says everything about the query but which
//! bytes the regions are, so two queries with the same list have the same answer, and an answer is carried over
//! by giving the bytes of a region to the region of the same number. Leaves that merely touch are in different
//! regions: nothing in the query tells that they are neighbours.
//!
//! The order in which things are written must not depend on names, ids or age. So each term has a hash that
//! depends on none of these; it orders the operands of commutative operators and the constraints. Constraints
//! of the same shape have the same hash, so the bytes of a query get colours from the hashes of the terms that
//! depend on them, the terms get theirs from the colours of their bytes, and so on for a few rounds (colour
//! refinement, as for canonical forms of graphs). Where the order is still open it stays as it is: renamed
//! queries may then be written differently and the cache misses, which costs time and is never wrong.
//!
//! Hashes are kept for every term. The list itself is written anew for each query, which takes a walk over its
//! nodes; queries larger than [`Limits`] allows have no form.

use std::ops::Range;
use std::sync::Arc;

use expr::{ByteRange, ExprId, Node, Op, Pool, SymbolId};

use crate::query::Query;
use crate::tuning::{NORMAL_COLOURED, NORMAL_PAGE, NORMAL_ROUNDS};

/// The limits on a query that is written out.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The most nodes below constraints and question, shared ones counted once.
    pub(crate) nodes: usize,
    /// The most bytes in all regions together.
    pub(crate) bytes: u64,
}

/// The limit on widths: larger ones do not fit into a word beside the operator.
const WIDEST: u32 = 1 << 24;
/// Codes of the two kinds of leaves, written in place of an operator.
const BITS: u32 = 0xfe;
const ARRAY: u32 = 0xff;
/// The code of all operations on floating-point numbers; the operation's own number follows the operands.
const FLOAT: u32 = 0xfd;

/// The form of the last query, and the buffers for writing the next one.
#[derive(Default)]
pub(crate) struct Writer {
    /// The list of numbers that is the form.
    pub(crate) words: Vec<u32>,
    /// The constraints in the order they are written.
    pub(crate) constraints: Vec<ExprId>,
    /// The bytes of each region.
    pub(crate) regions: Vec<ByteRange>,
    notes: Notes,
    colours: Colours,
    walk: u32,
    stack: Vec<ExprId>,
    leaves: Vec<Leaf>,
    /// The indices of the leaves, sorted by the bytes they cover.
    sorted: Vec<u32>,
}

/// The colours of the bytes that the query depends on; empty if there are too many.
#[derive(Default)]
struct Colours {
    /// For each of the query's ranges, where its bytes begin in `bytes`.
    ranges: Vec<(ByteRange, usize)>,
    bytes: Vec<u64>,
}

/// Notes on terms, in pages that are allocated when a note is first written to them.
#[derive(Default)]
struct Notes {
    pages: Vec<Option<Box<[Note; NORMAL_PAGE]>>>,
}

/// What is remembered about a term.
#[derive(Clone, Copy, Default)]
struct Note {
    /// The hash that does not depend on names; zero if it is not known yet.
    hash: u64,
    /// The walk that met the term last, and the term's place in it.
    walk: u32,
    place: u32,
}

/// A part of a symbol that a query reads.
struct Leaf {
    /// The bytes it touches.
    bytes: ByteRange,
    /// The bit of the first of these bytes where it begins.
    bit: u32,
    /// Whether it is all bytes of the symbol as an array.
    is_array: bool,
    /// Its region, once known, in the order of bytes.
    region: usize,
}

impl Writer {
    /// Writes the query; false if it is too large.
    pub(crate) fn write(&mut self, pool: &Pool, query: &Query, limits: Limits) -> bool {
        self.begin();
        if query.slice.constraints.len() >= limits.nodes {
            return false;
        }
        for &term in query.slice.constraints.iter() {
            self.hash(pool, term);
        }
        self.hash(pool, query.question);
        self.sort(pool, query);
        let mut nodes = 0;
        for place in 0..=self.constraints.len() {
            let root = if place == 0 { query.question } else { self.constraints[place - 1] };
            if !self.term(pool, root, &mut nodes, limits.nodes) {
                return false;
            }
        }
        if !self.regions(limits.bytes) {
            return false;
        }
        self.words.push(self.notes.get(query.question).place);
        self.words.extend(self.constraints.iter().map(|&constraint| self.notes.get(constraint).place));
        // The counts make the list unambiguous.
        self.words.extend([nodes as u32, self.leaves.len() as u32]);
        true
    }

    fn begin(&mut self) {
        if self.walk == u32::MAX {
            self.notes = Notes::default();
            self.walk = 0;
        }
        self.walk += 1;
        // Hashes are kept between queries, so they must not depend on the colours of one.
        self.colours.ranges.clear();
        self.words.clear();
        self.constraints.clear();
        self.regions.clear();
        self.leaves.clear();
    }

    /// Computes the term's hash.
    fn hash(&mut self, pool: &Pool, root: ExprId) {
        if self.notes.get(root).hash != 0 {
            return;
        }
        self.stack.clear();
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            let node = pool.node(id);
            let before = self.stack.len();
            if as_leaf(pool, node).is_none() {
                let notes = &self.notes;
                self.stack.extend(node.children().filter(|&child| notes.get(child).hash == 0));
            }
            if self.stack.len() == before {
                self.stack.pop();
                let hash = self.hash_of(pool, node);
                self.notes.get_mut(id).hash = hash;
            }
        }
    }

    fn hash_of(&self, pool: &Pool, node: &Node) -> u64 {
        let hash = match as_leaf(pool, node) {
            Some(leaf) if leaf.is_array => mix(u64::from(ARRAY), u64::from(leaf.bytes.to)),
            Some(leaf) => mix(mix(u64::from(BITS), u64::from(node.width)), u64::from(leaf.bit)),
            None => {
                let arity = node.op.arity();
                let mut hash = mix(u64::from(node.op.number()), u64::from(node.width));
                for operand in &self.order(pool, node)[..arity] {
                    hash = mix(hash, self.notes.get(node.arg(*operand)).hash);
                }
                node.args[arity..].iter().fold(hash, |hash, &number| mix(hash, u64::from(number)))
            }
        };
        hash.max(1)
    }

    /// Orders the constraints by their hashes and the colours of their bytes.
    fn sort(&mut self, pool: &Pool, query: &Query) {
        let notes = &self.notes;
        let supports: Vec<_> = query.terms().map(|term| pool.support(term)).collect();
        let mut hashes: Vec<u64> = query.terms().map(|term| notes.get(term).hash).collect();
        // The question must not be confused with a constraint.
        hashes[0] = mix(hashes[0], 1);
        self.colours.begin(query, &supports);
        for _ in 0..NORMAL_ROUNDS {
            self.colours.refine(&supports, &mut hashes);
        }
        let mut keyed: Vec<(u64, ExprId)> = hashes.into_iter().zip(query.terms()).skip(1).collect();
        // Ties are broken by id, so equal hashes leave the order as it is.
        keyed.sort_unstable();
        self.constraints.extend(keyed.into_iter().map(|(_, constraint)| constraint));
    }

    /// The order in which the operands are written; only the first ones count, as many as the operator has.
    fn order(&self, pool: &Pool, node: &Node) -> [usize; 3] {
        let symmetric = match node.op {
            Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq => true,
            Op::Float(operation) => operation.function == float::Function::Equal,
            _ => false,
        };
        if symmetric {
            let hash = |operand: usize| self.notes.get(node.arg(operand)).hash;
            let colour =
                |operand: usize| as_leaf(pool, pool.node(node.arg(operand))).map(|leaf| self.colours.of(&leaf));
            if hash(1) < hash(0) || hash(1) == hash(0) && colour(1) < colour(0) {
                return [1, 0, 2];
            }
        }
        [0, 1, 2]
    }

    /// Writes the nodes of the term that are not written yet, as long as there are no more than `limit` in all.
    fn term(&mut self, pool: &Pool, root: ExprId, nodes: &mut usize, limit: usize) -> bool {
        self.stack.clear();
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            if self.notes.get(id).walk == self.walk {
                self.stack.pop();
                continue;
            }
            let node = pool.node(id);
            let before = self.stack.len();
            let leaf = as_leaf(pool, node);
            if leaf.is_none() {
                // The last pushed is written first.
                for &operand in self.order(pool, node)[..node.op.arity()].iter().rev() {
                    let child = node.arg(operand);
                    if self.notes.get(child).walk != self.walk {
                        self.stack.push(child);
                    }
                }
            }
            if self.stack.len() > before {
                continue;
            }
            if *nodes == limit || node.width >= WIDEST {
                return false;
            }
            let note = self.notes.get_mut(id);
            (note.walk, note.place) = (self.walk, *nodes as u32);
            *nodes += 1;
            match leaf {
                Some(leaf) => {
                    self.words.push(if leaf.is_array { ARRAY } else { BITS } | node.width << 8);
                    self.leaves.push(leaf);
                }
                None => self.node(pool, node),
            }
        }
        true
    }

    /// Writes one node whose operands are written.
    fn node(&mut self, pool: &Pool, node: &Node) {
        let number = node.op.number();
        let code = if matches!(node.op, Op::Float(_)) { FLOAT } else { number };
        self.words.push(code | node.width << 8);
        let arity = node.op.arity();
        for operand in &self.order(pool, node)[..arity] {
            self.words.push(self.notes.get(node.arg(*operand)).place);
        }
        // The number of a wide constant or a table, the bits of a constant, the lowest bit of an extract.
        match node.op {
            Op::Const if node.width > 32 => self.words.extend(&node.args[..2]),
            Op::Const | Op::WideConst | Op::Table => self.words.push(node.args[0]),
            Op::Extract => self.words.push(node.args[1]),
            Op::Float(_) if arity == 1 => self.words.extend([number, node.args[1]]),
            Op::Float(_) => self.words.push(number),
            _ => {}
        }
    }

    /// Finds the regions and writes each leaf's place in its region; false if there are more than `limit` bytes
    /// in all.
    fn regions(&mut self, limit: u64) -> bool {
        let leaves = &mut self.leaves;
        self.sorted.clear();
        self.sorted.extend(0..leaves.len() as u32);
        self.sorted.sort_unstable_by_key(|&leaf| leaves[leaf as usize].bytes);
        // Until they are numbered, regions are identified by their indices in the order of bytes.
        let mut found: Vec<ByteRange> = Vec::new();
        for &leaf in &self.sorted {
            let leaf = &mut leaves[leaf as usize];
            match found.last_mut() {
                Some(last) if last.symbol == leaf.bytes.symbol && leaf.bytes.from < last.to => {
                    last.to = last.to.max(leaf.bytes.to);
                }
                _ => found.push(leaf.bytes),
            }
            leaf.region = found.len() - 1;
        }
        let total: u64 = found.iter().map(|range| u64::from(range.to - range.from)).sum();
        if total > limit {
            return false;
        }
        let mut numbers: Vec<Option<u32>> = vec![None; found.len()];
        for leaf in leaves {
            let range = found[leaf.region];
            let number = *numbers[leaf.region].get_or_insert_with(|| {
                self.regions.push(range);
                self.regions.len() as u32 - 1
            });
            self.words.extend([number, leaf.bytes.from - range.from, leaf.bytes.to - range.from, leaf.bit]);
        }
        true
    }
}

impl Colours {
    /// Gives all bytes of the query the same colour.
    fn begin(&mut self, query: &Query, supports: &[Arc<[ByteRange]>]) {
        self.ranges.clear();
        self.bytes.clear();
        let size = |range: &ByteRange| u64::from(range.to - range.from);
        if supports.iter().flat_map(|support| support.iter()).map(size).sum::<u64>() > NORMAL_COLOURED {
            return;
        }
        let mut total = 0;
        for range in query.ranges() {
            self.ranges.push((*range, total));
            total += size(range) as usize;
        }
        self.bytes.resize(total, 0);
    }

    /// Colours the bytes by the hashes of the terms that depend on them, and then changes the hashes by the
    /// bytes' colours.
    fn refine(&mut self, supports: &[Arc<[ByteRange]>], hashes: &mut [u64]) {
        if self.bytes.is_empty() {
            return;
        }
        for (support, hash) in supports.iter().zip(&*hashes) {
            // Sums do not depend on the order of the terms.
            let share = mix(*hash, 2);
            for range in support.iter() {
                let place = self.place(range);
                self.bytes[place].iter_mut().for_each(|colour| *colour = colour.wrapping_add(share));
            }
        }
        for (support, hash) in supports.iter().zip(hashes) {
            let bytes = support.iter().flat_map(|range| &self.bytes[self.place(range)]);
            *hash = mix(*hash, bytes.fold(0, |sum: u64, &colour| sum.wrapping_add(mix(colour, 3))));
        }
    }

    /// The colour of a leaf, computed from those of its bytes.
    fn of(&self, leaf: &Leaf) -> u64 {
        self.bytes[self.place(&leaf.bytes)].iter().fold(0, |sum, &colour| mix(sum, colour))
    }

    /// The indices of these bytes in `bytes`, as far as the query depends on them.
    fn place(&self, bytes: &ByteRange) -> Range<usize> {
        let after = self.ranges.partition_point(|(range, _)| (range.symbol, range.from) <= (bytes.symbol, bytes.from));
        let Some((range, start)) = after.checked_sub(1).map(|at| self.ranges[at]) else { return 0..0 };
        if range.symbol != bytes.symbol || bytes.from >= range.to {
            return 0..0;
        }
        let place = |index: u32| start + (index.min(range.to) - range.from) as usize;
        place(bytes.from)..place(bytes.to)
    }
}

impl Notes {
    fn get(&self, id: ExprId) -> Note {
        let page = self.pages.get(id.index() / NORMAL_PAGE).and_then(Option::as_ref);
        page.map_or(Note::default(), |page| page[id.index() % NORMAL_PAGE])
    }

    fn get_mut(&mut self, id: ExprId) -> &mut Note {
        let number = id.index() / NORMAL_PAGE;
        if self.pages.len() <= number {
            self.pages.resize_with(number + 1, || None);
        }
        &mut self.pages[number].get_or_insert_with(|| Box::new([Note::default(); NORMAL_PAGE]))
            [id.index() % NORMAL_PAGE]
    }
}

/// The node as a leaf, if it is one.
fn as_leaf(pool: &Pool, node: &Node) -> Option<Leaf> {
    let (symbol, low, width, is_array) = match node.op {
        Op::Sym => (node, 0, node.width, false),
        Op::Extract => (pool.node(node.arg(0)), node.args[1], node.width, false),
        Op::Bytes => (pool.node(node.arg(0)), 0, pool.width(node.arg(0)), true),
        _ => return None,
    };
    if symbol.op != Op::Sym {
        return None;
    }
    let bytes = ByteRange { symbol: SymbolId(symbol.args[0]), from: low / 8, to: (low + width).div_ceil(8) };
    Some(Leaf { bytes, bit: low % 8, is_array, region: 0 })
}

/// One step of a hash.
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ 0x9e37_79b9_7f4a_7c15) * u128::from(word ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}
