//! One question on its way through the chain.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::time::Instant;

use expr::{ByteRange, ExprId, Model, SymbolId};

use crate::answer::Unknown;
use crate::constraints::Core;
use crate::path::Slice;
use crate::ranges::{contains, union_of_ranges};
use crate::shared::IndexRanges;

/// Can the question hold together with the constraints?
pub(crate) struct Query {
    /// The constraints that matter for the question. They are known to be satisfiable.
    pub(crate) slice: Arc<Slice>,
    /// The boolean term asked about.
    pub(crate) question: ExprId,
    /// The conditions of which one must hold, if the question is a disjunction and a stage makes use of them.
    pub(crate) disjuncts: Vec<ExprId>,
    /// The bytes that the question depends on.
    support: Arc<[ByteRange]>,
    /// The bytes that constraints and question depend on, computed when first asked for.
    ranges: OnceCell<Vec<ByteRange>>,
    /// How many constraints stages have looked at, for the statistics.
    pub(crate) visited: Cell<u64>,
    /// A model of the constraints. A witness differs from it only within the bytes of the constraints and the
    /// question.
    pub(crate) model: Model,
    /// Bounds of the indices at which arrays are read, true in every model of constraints and question. Only
    /// those that a stage has found.
    pub(crate) index_ranges: IndexRanges,
    /// When the current stage has to give up.
    pub(crate) deadline: Option<Instant>,
}

/// Bytes of symbols, sorted.
pub(crate) type Bytes = Arc<[(SymbolId, u32, u8)]>;

/// A model of constraints and question.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    /// The bytes that constraints and question depend on.
    pub(crate) bytes: Bytes,
    /// The query's model with those bytes replaced.
    pub(crate) model: Model,
}

/// The reply of a stage.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// The question holds under this model. The chain evaluates the model before it believes it.
    Sat(Witness),
    /// The question never holds, and these constraints suffice to refute it.
    Unsat(Core),
    /// The stage tried and gave up.
    Unknown(Unknown),
}

impl Query {
    /// A query: can `question`, which depends on the bytes `support`, hold together with the constraints of the
    /// slice? `model` is a model of those constraints.
    pub(crate) fn new(slice: Arc<Slice>, question: ExprId, support: Arc<[ByteRange]>, model: Model) -> Query {
        Query {
            slice,
            question,
            disjuncts: Vec::new(),
            support,
            ranges: OnceCell::new(),
            visited: Cell::new(0),
            model,
            index_ranges: IndexRanges::default(),
            deadline: None,
        }
    }

    /// The bytes that constraints and question depend on, sorted, disjoint and not adjacent.
    pub(crate) fn ranges(&self) -> &[ByteRange] {
        self.ranges.get_or_init(|| union_of_ranges(self.slice.ranges.iter(), &self.support[..]))
    }

    /// The query's model with these bytes replaced.
    pub(crate) fn witness(&self, bytes: Bytes) -> Witness {
        Witness { model: self.model.with_bytes(bytes.iter().copied()), bytes }
    }

    /// Whether a witness differs from the model only in bytes of constraints and question. Other bytes belong
    /// to constraints that the query does not contain.
    pub(crate) fn keeps_to_its_bytes(&self, witness: &Witness) -> bool {
        let changed = witness.bytes.iter().filter(|&&(symbol, index, byte)| self.model.byte(symbol, index) != byte);
        changed.copied().all(|(symbol, index, _)| {
            contains(&self.support, symbol, index) || self.slice.ranges.contains(symbol, index)
        })
    }

    /// Whether the current stage has to give up by now.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// A query about another condition on the same bytes, with the same constraints.
    pub(crate) fn about(&self, question: ExprId) -> Query {
        let query = Query::new(self.slice.clone(), question, self.support.clone(), self.model.clone());
        Query { deadline: self.deadline, ..query }
    }

    /// The number of bytes that constraints and question depend on.
    pub(crate) fn size(&self) -> u64 {
        self.ranges().iter().map(|range| u64::from(range.to - range.from)).sum()
    }

    /// The bytes of the model that constraints and question depend on.
    pub(crate) fn bytes_of(&self, model: &Model) -> Bytes {
        let byte = |symbol: SymbolId, index: u32| (symbol, index, model.byte(symbol, index));
        let ranges = self.ranges().iter();
        ranges.flat_map(|range| (range.from..range.to).map(move |index| byte(range.symbol, index))).collect()
    }

    /// The question and the constraints, each counted as visited.
    pub(crate) fn terms(&self) -> impl Iterator<Item = ExprId> + '_ {
        std::iter::once(self.question).chain(self.slice.constraints.iter().copied()).inspect(|_| self.visit())
    }

    /// Counts one more constraint as visited.
    pub(crate) fn visit(&self) {
        self.visited.set(self.visited.get() + 1);
    }
}
