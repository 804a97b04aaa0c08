//! The pool: owns the nodes, finds equal ones, and holds symbols and constant tables.

use std::cell::RefCell;
use std::hash::BuildHasher as _;
use std::sync::Arc;

use bv::Bv;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::arrays::ArrayAxioms;
use crate::bound::Bound;
use crate::by_place::Contents;
use crate::facts::Facts;
use crate::node::{ExprId, Node, Op, Symbol, SymbolId, TableId};
use crate::rules::{Hits, Rule, Sample};
use crate::shadow::Shadow;
use crate::support::Supports;
use crate::tuning::Tuning;
use crate::undefined::Undefined;

/// Owner of all terms of one worker.
#[derive(Default)]
pub struct Pool {
    nodes: Vec<Node>,
    /// Known bits and ranges, one entry for each node.
    pub(crate) facts: Vec<Facts>,
    /// The id and hash of every node. Because hashes are stored, growing the table and most misses touch no node.
    unique: HashTable<Entry>,
    wide: Vec<Bv>,
    wide_ids: FxHashMap<Bv, u32>,
    symbols: Vec<Symbol>,
    /// Symbols by name and width.
    symbol_ids: HashTable<SymbolId>,
    tables: Vec<Arc<[u8]>>,
    table_ids: FxHashMap<Arc<[u8]>, TableId>,
    /// The supports computed so far. A `RefCell`, since this cache is filled behind a shared reference.
    pub(crate) supports: RefCell<Supports>,
    /// Values of terms under fixed sample assignments, used to guess which comparisons may be identities.
    pub(crate) samples: FxHashMap<ExprId, Sample>,
    /// Which terms mention undefined symbols.
    pub(crate) undefined: Undefined,
    /// What is at several places as terms of the place.
    pub(crate) contents: Contents,
    /// Which terms mention indices and quantifiers.
    pub(crate) bound: Bound,
    pub(crate) hits: Hits,
    /// For each array: the amount by which its last store increments an element, if it does.
    pub(crate) increments: FxHashMap<ExprId, Option<ExprId>>,
    /// For each array, index and size: the term that is read, if it can be written as one term in the index.
    pub(crate) uniform: FxHashMap<(ExprId, ExprId, u32), Option<ExprId>>,
    /// Which facts about array accesses may be used.
    array_axioms: ArrayAxioms,
    /// The numbers that decide cost.
    pub(crate) tuning: Tuning,
    /// The current nesting of constructor calls.
    pub(crate) depth: u32,
    /// The terms as callers wrote them, if they are kept.
    pub(crate) shadow: Option<Box<Shadow>>,
}

impl Pool {
    /// An empty pool.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Sets which facts reads of arrays may use. Call it before the first term is made: it decides how reads are
    /// written.
    pub fn set_array_axioms(&mut self, axioms: ArrayAxioms) {
        self.array_axioms = axioms;
    }

    /// Which facts reads of arrays may use.
    pub fn array_axioms(&self) -> ArrayAxioms {
        self.array_axioms
    }

    /// Sets the numbers that decide cost. Call it before the first term is made: some decide how terms are written.
    pub fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
    }

    /// The numbers that decide cost.
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// The node behind an id.
    #[inline]
    pub fn node(&self, id: ExprId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The width of a term in bits.
    #[inline]
    pub fn width(&self, id: ExprId) -> u32 {
        self.nodes[id.index()].width
    }

    /// The number of nodes; every id's index is below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term has been built yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The name and width of a symbol.
    pub fn symbol_info(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The number of symbols.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The contents of a constant table.
    pub fn table_bytes(&self, id: TableId) -> &Arc<[u8]> {
        &self.tables[id.0 as usize]
    }

    /// The symbol of that name and width, made on first use. So two paths that make the same input symbolic share
    /// the symbol.
    pub fn symbol_id(&mut self, name: &str, width: u32) -> SymbolId {
        let hash = |name: &str, width: u32| FxBuildHasher.hash_one((name, width));
        let symbols = &self.symbols;
        let same = |id: &SymbolId| symbols[id.index()].width == width && symbols[id.index()].name == name;
        if let Some(&id) = self.symbol_ids.find(hash(name, width), same) {
            return id;
        }
        let id = SymbolId(self.symbols.len() as u32);
        if let Some(shadow) = &mut self.shadow {
            shadow.pool.symbol_id(name, width);
        }
        self.symbols.push(Symbol { name: name.to_owned(), width });
        let symbols = &self.symbols;
        let hash_of = |id: &SymbolId| hash(&symbols[id.index()].name, symbols[id.index()].width);
        self.symbol_ids.insert_unique(hash(name, width), id, hash_of);
        id
    }

    /// The value of a constant term of at most 64 bits.
    #[inline]
    pub fn as_u64(&self, id: ExprId) -> Option<u64> {
        let node = self.node(id);
        (node.op == Op::Const).then(|| u64::from(node.args[0]) | u64::from(node.args[1]) << 32)
    }

    /// The symbol that a term is, if it is nothing else.
    pub fn as_symbol(&self, id: ExprId) -> Option<SymbolId> {
        let node = self.node(id);
        (node.op == Op::Sym).then_some(SymbolId(node.args[0]))
    }

    /// The value of a constant term of any width.
    pub fn as_const(&self, id: ExprId) -> Option<Bv> {
        let node = self.node(id);
        match node.op {
            Op::Const => self.as_u64(id).map(|value| Bv::new(node.width, value)),
            Op::WideConst => Some(self.wide[node.args[0] as usize].clone()),
            _ => None,
        }
    }

    /// Whether the term is a constant.
    pub fn is_const(&self, id: ExprId) -> bool {
        matches!(self.node(id).op, Op::Const | Op::WideConst)
    }

    /// The id of a node with that hash, if it exists.
    #[inline]
    pub(crate) fn find(&self, hash: u32, node: &Node) -> Option<ExprId> {
        let nodes = &self.nodes;
        let same = |entry: &Entry| entry.hash == hash && nodes[entry.id.index()] == *node;
        self.unique.find(spread(hash), same).map(|entry| entry.id)
    }

    /// The id of a node, found or added. Does not rewrite: the constructors do that first.
    pub(crate) fn intern(&mut self, node: Node) -> ExprId {
        let hash = hash_of(&node);
        if let Some(id) = self.find(hash, &node) {
            return id;
        }
        let facts = self.facts_of(self.next_id(), &node);
        self.insert(hash, node, facts)
    }

    /// The id of an operator's node, found or added; or a constant, if the facts about the node leave only one value.
    pub(crate) fn finish(&mut self, node: Node) -> ExprId {
        self.finish_hashed(hash_of(&node), node)
    }

    pub(crate) fn finish_hashed(&mut self, hash: u32, node: Node) -> ExprId {
        // A rule that did not apply in the end may still have made the node.
        if let Some(id) = self.find(hash, &node) {
            return id;
        }
        let facts = self.facts_of(self.next_id(), &node);
        // known_value
        // match: a term whose known bits or bounds leave one value
        // result: that constant
        if let Some(value) = facts.single()
            && node.width <= 64
            && !node.op.is_array()
        {
            let constant = self.int(node.width, value);
            return self.hit(Rule::KnownValue, constant).unwrap_or(constant);
        }
        self.insert(hash, node, facts)
    }

    fn next_id(&self) -> ExprId {
        ExprId(u32::try_from(self.nodes.len()).expect("a pool holds fewer than 2^32 terms"))
    }

    fn insert(&mut self, hash: u32, node: Node, facts: Facts) -> ExprId {
        let id = self.next_id();
        self.undefined.note(id.index(), &node);
        self.bound.note(id.index(), &node);
        self.facts.push(facts);
        self.nodes.push(node);
        self.unique.insert_unique(spread(hash), Entry { id, hash }, |entry| spread(entry.hash));
        id
    }

    pub(crate) fn intern_wide(&mut self, value: Bv) -> u32 {
        if let Some(&index) = self.wide_ids.get(&value) {
            return index;
        }
        let index = self.wide.len() as u32;
        self.wide.push(value.clone());
        self.wide_ids.insert(value, index);
        index
    }

    pub(crate) fn intern_table(&mut self, bytes: Arc<[u8]>) -> TableId {
        if let Some(&id) = self.table_ids.get(&bytes) {
            return id;
        }
        let id = TableId(self.tables.len() as u32);
        self.tables.push(bytes.clone());
        self.table_ids.insert(bytes, id);
        id
    }
}

/// An entry of the hash table of nodes.
struct Entry {
    id: ExprId,
    hash: u32,
}

/// The hash of a node, by two folded multiplications. It must be cheap: hashing is the most frequent operation on
/// nodes.
#[inline]
pub(crate) fn hash_of(node: &Node) -> u32 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let first = u64::from(node.args[0]) | u64::from(node.args[1]) << 32;
    let second = u64::from(node.args[2]) | u64::from(node.width) << 32;
    let mixed = fold(first ^ 0x9e37_79b9_7f4a_7c15, second ^ (node.op as u64) << 56 ^ 0xd1b5_4a32_d192_ed03);
    fold(mixed ^ 0x8cb9_2ba7_2f3d_8dd7, 0xaef1_7502_108e_f2d9) as u32
}

/// Spreads a hash to 64 bits: the table takes the slot from the low bits and the tag from the high ones.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
