//! Array terms: hash-consed, so that equal terms have equal ids.

use expr::{ExprId, Pool, SymbolId};
use rustc_hash::FxHashMap;

use crate::tuning::EAGER;
use crate::value::Interpretation;

/// An array term of an [`Arrays`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayId(u32);

impl ArrayId {
    /// The dense index, for tables with one entry for each term.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How an array is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ArrayNode {
    /// A declared array, which can be any array of its sort.
    Declared { name: String, index_width: u32, element_width: u32 },
    /// The same value at every index.
    Constant { index_width: u32, value: ExprId },
    /// The base array with another value at one index.
    Store { base: ArrayId, index: ExprId, value: ExprId },
    /// One of two arrays, by a condition.
    Ite { condition: ExprId, then: ArrayId, otherwise: ArrayId },
}

/// The meaning of a symbol that this crate made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    /// The element of an array at an index. The array is either declared, or one with so many stores that the
    /// read was not pushed through them.
    Read { array: ArrayId, index: ExprId },
    /// Whether two arrays are equal.
    Equality { a: ArrayId, b: ArrayId },
}

/// All array terms, and the meaning of the symbols made for their reads and equalities. It belongs to one pool.
pub struct Arrays {
    /// The greatest number of stores and choices that a read is pushed through.
    pub(crate) eager: usize,
    nodes: Vec<ArrayNode>,
    unique: FxHashMap<ArrayNode, ArrayId>,
    /// The declared or constant array at the bottom of each term, following the first branch of choices. It gives
    /// the widths.
    bottoms: Vec<ArrayId>,
    /// The terms of the reads made so far, by array and index.
    pub(crate) reads: FxHashMap<(ArrayId, ExprId), ExprId>,
    /// The meanings of the symbols made here.
    pub(crate) meanings: FxHashMap<SymbolId, Meaning>,
    /// For pairs of arrays that differ in some model: the lemma that they are equal or differ at some index.
    pub(crate) differences: FxHashMap<(ArrayId, ArrayId), ExprId>,
    /// The values of the declared arrays under the last model that extends to arrays.
    pub(crate) interpretation: Interpretation,
}

impl Default for Arrays {
    fn default() -> Arrays {
        Arrays::new()
    }
}

impl Arrays {
    /// An empty collection.
    pub fn new() -> Arrays {
        Arrays::with_eager_stores(EAGER)
    }

    /// An empty collection whose reads are pushed through at most `eager` stores and choices. The number affects
    /// cost, never an answer.
    pub fn with_eager_stores(eager: usize) -> Arrays {
        Arrays {
            eager,
            nodes: Vec::new(),
            unique: FxHashMap::default(),
            bottoms: Vec::new(),
            reads: FxHashMap::default(),
            meanings: FxHashMap::default(),
            differences: FxHashMap::default(),
            interpretation: Interpretation::default(),
        }
    }

    /// The declared array of that name and sort. The name must not contain `|` or `\`, which no SMT-LIB name does.
    pub fn declare(&mut self, name: &str, index_width: u32, element_width: u32) -> ArrayId {
        assert!(index_width > 0 && element_width > 0, "indices and elements have at least one bit");
        self.intern(ArrayNode::Declared { name: name.to_owned(), index_width, element_width })
    }

    /// The array that holds the value at every index.
    pub fn constant(&mut self, index_width: u32, value: ExprId) -> ArrayId {
        assert!(index_width > 0, "an index has at least one bit");
        self.intern(ArrayNode::Constant { index_width, value })
    }

    /// The array with `value` at `index`, and equal to `array` elsewhere.
    pub fn store(&mut self, pool: &mut Pool, array: ArrayId, index: ExprId, value: ExprId) -> ArrayId {
        assert_eq!(self.index_width(array), pool.width(index), "an index of the array's index width");
        assert_eq!(self.element_width(pool, array), pool.width(value), "a value of the array's element width");
        // A second store to the same index hides the first.
        let base = match *self.node(array) {
            ArrayNode::Store { base, index: hidden, .. } if hidden == index => base,
            _ => array,
        };
        self.intern(ArrayNode::Store { base, index, value })
    }

    /// `then` if the condition holds, else `otherwise`.
    pub fn ite(&mut self, pool: &mut Pool, condition: ExprId, then: ArrayId, otherwise: ArrayId) -> ArrayId {
        self.assert_same_sort(pool, then, otherwise);
        assert_eq!(pool.width(condition), 1, "a condition is a boolean");
        match pool.as_u64(condition) {
            Some(0) => otherwise,
            Some(_) => then,
            None if then == otherwise => then,
            None => self.intern(ArrayNode::Ite { condition, then, otherwise }),
        }
    }

    /// Whether two arrays of one sort are equal, as a term of width 1.
    pub fn equal(&mut self, pool: &mut Pool, a: ArrayId, b: ArrayId) -> ExprId {
        self.assert_same_sort(pool, a, b);
        if a == b {
            return pool.bool(true);
        }
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a).clone(), self.node(b).clone()) {
            (ArrayNode::Constant { value, .. }, ArrayNode::Constant { value: other, .. }) => pool.eq(value, other),
            // A store changes nothing exactly if its value was already there. The base is older than the store,
            // so it is `a`.
            (_, ArrayNode::Store { base, index, value }) if base == a => {
                let before = self.select(pool, base, index);
                pool.eq(before, value)
            }
            _ => {
                let symbol = pool.symbol_id(&format!("|{}|=|{}|", a.0, b.0), 1);
                self.meanings.insert(symbol, Meaning::Equality { a, b });
                pool.symbol_term(symbol)
            }
        }
    }

    /// The width of the array's indices in bits.
    pub fn index_width(&self, array: ArrayId) -> u32 {
        match *self.node(self.bottoms[array.index()]) {
            ArrayNode::Declared { index_width, .. } | ArrayNode::Constant { index_width, .. } => index_width,
            _ => unreachable!("at the bottom are declared and constant arrays"),
        }
    }

    /// The width of the array's elements in bits.
    pub fn element_width(&self, pool: &Pool, array: ArrayId) -> u32 {
        match *self.node(self.bottoms[array.index()]) {
            ArrayNode::Declared { element_width, .. } => element_width,
            ArrayNode::Constant { value, .. } => pool.width(value),
            _ => unreachable!("at the bottom are declared and constant arrays"),
        }
    }

    pub(crate) fn node(&self, array: ArrayId) -> &ArrayNode {
        &self.nodes[array.index()]
    }

    fn assert_same_sort(&self, pool: &Pool, a: ArrayId, b: ArrayId) {
        let sort = |array| (self.index_width(array), self.element_width(pool, array));
        assert_eq!(sort(a), sort(b), "arrays of one sort");
    }

    fn intern(&mut self, node: ArrayNode) -> ArrayId {
        if let Some(&known) = self.unique.get(&node) {
            return known;
        }
        let id = ArrayId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 arrays"));
        self.bottoms.push(match node {
            ArrayNode::Declared { .. } | ArrayNode::Constant { .. } => id,
            ArrayNode::Store { base: below, .. } | ArrayNode::Ite { then: below, .. } => self.bottoms[below.index()],
        });
        self.nodes.push(node.clone());
        self.unique.insert(node, id);
        id
    }
}
