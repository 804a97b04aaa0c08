//! Order: comparisons between terms and with constants, as a graph of differences.
//!
//! Sorting, searching and range checks ask how terms compare, and nothing else. `a < b` is an edge that raises b at
//! least one above a, `a <= b` one that raises it at least to a, and a comparison with a constant bounds a. Longest paths
//! give every term its least and greatest value; a term without room, or an edge that still raises after as many rounds
//! as there are terms (a cycle), refutes the question. This treats terms as opaque and leaves out the constraints that
//! are no comparisons, which is sound for a refutation. Otherwise each term keeps its value in the path's model as far
//! as the bounds and edges let it, the symbols behind the terms are set, and evaluation decides whether that is a
//! model. Comparisons never wrap, so plain integers are right here; signed ones are unsigned ones with the sign bit
//! flipped.

use bv::mask;
use expr::{Evaluator, ExprId, Node, Op, Pool, SymbolId};
use rustc_hash::FxHashMap;

use crate::query::{Query, Reply, Witness};
use crate::stage::{Patch, Stage, satisfies};

/// How many constraints a query may have.
const CONSTRAINTS: usize = 512;
/// How often bounds settle anew after moving off excluded values.
const PATIENCE: usize = 100;
/// How often unequal terms are moved apart.
const PUSHES: usize = 16;

/// The stage.
#[derive(Default)]
pub(crate) struct Order {
    graph: Graph,
    refuted: u64,
}

/// Terms with bounds, and edges between them.
#[derive(Default)]
struct Graph {
    terms: Vec<Term>,
    numbers: FxHashMap<ExprId, u32>,
    edges: Vec<Edge>,
    /// Pairs that must differ.
    unequal: Vec<(u32, u32)>,
    /// Values that a term must not have.
    excluded: Vec<(u32, u64)>,
    core: Vec<ExprId>,
    patch: Patch,
    signed: bool,
}

/// A term and what it may be, in the order's own numbers.
struct Term {
    id: ExprId,
    low: u64,
    high: u64,
    value: u64,
}

/// `to` is at least `from` plus the distance, 0 or 1.
struct Edge {
    from: u32,
    to: u32,
    distance: u64,
}

/// A comparison: the operator, whether it is negated, and the operands.
#[derive(Clone, Copy)]
struct Comparison {
    op: Op,
    negated: bool,
    a: ExprId,
    b: ExprId,
}

/// Why bounds were not found.
enum Stop {
    /// No value is left for some term.
    Empty,
    /// It takes too long.
    GaveUp,
}

impl Stage for Order {
    fn name(&self) -> &'static str {
        "order"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        let question = comparison(pool, query.question)?;
        if query.slice.constraints.len() > CONSTRAINTS || pool.width(question.a) > 64 {
            return None;
        }
        let signed = is_signed(question.op);
        let solved = self.graph.build(pool, query, signed.unwrap_or(false));
        match solved.and_then(|()| self.graph.solve()) {
            Err(Stop::GaveUp) => None,
            Err(Stop::Empty) => {
                self.refuted += 1;
                Some(Reply::Unsat(self.graph.core[..].into()))
            }
            Ok(()) => self.graph.model(pool, check, query).map(Reply::Sat),
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted)]
    }
}

impl Graph {
    fn build(&mut self, pool: &Pool, query: &Query, signed: bool) -> Result<(), Stop> {
        self.terms.clear();
        self.numbers.clear();
        self.edges.clear();
        self.unequal.clear();
        self.excluded.clear();
        self.core.clear();
        self.signed = signed;
        for term in query.terms() {
            let Some(comparison) = comparison(pool, term) else { continue };
            // Equality has no sign; of the orders only one kind fits into one graph.
            let fits = is_signed(comparison.op).is_none_or(|sign| sign == signed);
            if !fits || pool.width(comparison.a) > 64 {
                continue;
            }
            if term != query.question {
                self.core.push(term);
            }
            self.insert(pool, comparison)?;
        }
        Ok(())
    }

    fn insert(&mut self, pool: &Pool, Comparison { op, negated, a, b }: Comparison) -> Result<(), Stop> {
        if op == Op::Eq {
            return match (self.operand(pool, a), self.operand(pool, b)) {
                (Operand::Term(a), Operand::Term(b)) if negated => {
                    self.unequal.push((a, b));
                    Ok(())
                }
                (Operand::Term(a), Operand::Term(b)) => {
                    self.edges.push(Edge { from: a, to: b, distance: 0 });
                    self.edges.push(Edge { from: b, to: a, distance: 0 });
                    Ok(())
                }
                (Operand::Term(term), Operand::Constant(value)) | (Operand::Constant(value), Operand::Term(term)) => {
                    if negated {
                        self.excluded.push((term, value));
                        return Ok(());
                    }
                    self.terms[term as usize].raise(value)?;
                    self.terms[term as usize].lower(value)
                }
                (Operand::Constant(_), Operand::Constant(_)) => Ok(()),
            };
        }
        // The negation of a < b is b <= a.
        let strict = matches!(op, Op::Ult | Op::Slt) != negated;
        let (a, b) = if negated { (b, a) } else { (a, b) };
        let distance = u64::from(strict);
        match (self.operand(pool, a), self.operand(pool, b)) {
            (Operand::Term(from), Operand::Term(to)) => {
                self.edges.push(Edge { from, to, distance });
                Ok(())
            }
            (Operand::Term(term), Operand::Constant(value)) => {
                self.terms[term as usize].lower(value.checked_sub(distance).ok_or(Stop::Empty)?)
            }
            (Operand::Constant(value), Operand::Term(term)) => {
                self.terms[term as usize].raise(value.checked_add(distance).ok_or(Stop::Empty)?)
            }
            (Operand::Constant(_), Operand::Constant(_)) => Ok(()),
        }
    }

    /// The number of a term, or the value of a constant.
    fn operand(&mut self, pool: &Pool, id: ExprId) -> Operand {
        let width = pool.width(id);
        let flip = if self.signed { 1 << (width - 1) } else { 0 };
        if let Some(value) = pool.as_u64(id) {
            return Operand::Constant(value ^ flip);
        }
        let terms = &mut self.terms;
        let number = *self.numbers.entry(id).or_insert_with(|| {
            let (low, high) = bounds(pool, id, flip);
            terms.push(Term { id, low, high, value: 0 });
            terms.len() as u32 - 1
        });
        Operand::Term(number)
    }

    /// Tightens all bounds until nothing changes.
    fn solve(&mut self) -> Result<(), Stop> {
        // Without a cycle that raises, longest paths are found in as many rounds as there are terms.
        let rounds = self.terms.len() + 1;
        let mut settled = false;
        for _ in 0..rounds {
            settled = !self.tighten_edges()?;
            if settled {
                break;
            }
        }
        if !settled {
            return Err(Stop::Empty);
        }
        // Now there is no such cycle: every excluded value moves a bound at most twice, and then the edges settle again.
        for _ in 0..PATIENCE {
            if !self.tighten_excluded()? {
                return Ok(());
            }
            while self.tighten_edges()? {}
        }
        Err(Stop::GaveUp)
    }

    /// Lets every edge pass bounds on once; says whether one moved.
    fn tighten_edges(&mut self) -> Result<bool, Stop> {
        let mut changed = false;
        for edge in &self.edges {
            let least = self.terms[edge.from as usize].low.checked_add(edge.distance).ok_or(Stop::Empty)?;
            let to = &mut self.terms[edge.to as usize];
            changed |= least > to.low;
            to.raise(least)?;
            let most = to.high.checked_sub(edge.distance).ok_or(Stop::Empty)?;
            let from = &mut self.terms[edge.from as usize];
            changed |= most < from.high;
            from.lower(most)?;
        }
        Ok(changed)
    }

    /// Moves the bounds that are excluded values; says whether one moved.
    fn tighten_excluded(&mut self) -> Result<bool, Stop> {
        let mut changed = false;
        for &(term, value) in &self.excluded {
            let term = &mut self.terms[term as usize];
            if term.low == value {
                term.raise(value.checked_add(1).ok_or(Stop::Empty)?)?;
                changed = true;
            }
            if term.high == value {
                term.lower(value.checked_sub(1).ok_or(Stop::Empty)?)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// A model near the path's own.
    fn model(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Witness> {
        for place in 0..self.terms.len() {
            let flip = self.flip(pool, place);
            let term = &mut self.terms[place];
            term.value = (check.eval_u64(pool, &query.model, term.id) ^ flip).clamp(term.low, term.high);
        }
        for _ in 0..PUSHES {
            self.raise_values();
            let clash = self.unequal.iter().find(|&&(a, b)| self.value(a) == self.value(b)).copied();
            let Some((a, b)) = clash.or_else(|| self.excluded_value()) else { break };
            // Raising one of the two by one moves them apart.
            let up = [b, a].into_iter().find(|&term| self.value(term) < self.terms[term as usize].high)?;
            self.terms[up as usize].value += 1;
        }
        self.patch.clear();
        for place in 0..self.terms.len() {
            let (id, value) = (self.terms[place].id, self.terms[place].value ^ self.flip(pool, place));
            if let Some((symbol, low, width)) = symbol_bits(pool, id)
                && check.eval_u64(pool, &query.model, id) != value
            {
                self.patch.write(&query.model, symbol, low, width, value & mask(width));
            }
        }
        let witness = self.patch.witness(query);
        satisfies(pool, check, &witness.model, query).then_some(witness)
    }

    fn flip(&self, pool: &Pool, place: usize) -> u64 {
        if self.signed { 1 << (pool.width(self.terms[place].id) - 1) } else { 0 }
    }

    fn value(&self, term: u32) -> u64 {
        self.terms[term as usize].value
    }

    /// A term that has a value it must not have, twice.
    fn excluded_value(&self) -> Option<(u32, u32)> {
        self.excluded.iter().find(|&&(term, value)| self.value(term) == value).map(|&(term, _)| (term, term))
    }

    /// Raises values until every edge holds. The bounds are tight, so no value leaves its own.
    fn raise_values(&mut self) {
        loop {
            let mut changed = false;
            for edge in &self.edges {
                let least = self.terms[edge.from as usize].value + edge.distance;
                let to = &mut self.terms[edge.to as usize];
                if to.value < least {
                    to.value = least;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}

enum Operand {
    Term(u32),
    Constant(u64),
}

impl Term {
    fn raise(&mut self, least: u64) -> Result<(), Stop> {
        self.low = self.low.max(least);
        if self.low > self.high { Err(Stop::Empty) } else { Ok(()) }
    }

    fn lower(&mut self, most: u64) -> Result<(), Stop> {
        self.high = self.high.min(most);
        if self.low > self.high { Err(Stop::Empty) } else { Ok(()) }
    }
}

/// The comparison a boolean term is, if it is one.
fn comparison(pool: &Pool, term: ExprId) -> Option<Comparison> {
    let mut node: &Node = pool.node(term);
    let mut negated = false;
    if node.op == Op::Not {
        negated = true;
        node = pool.node(node.arg(0));
    }
    matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle).then(|| Comparison {
        op: node.op,
        negated,
        a: node.arg(0),
        b: node.arg(1),
    })
}

/// Whether the order is the signed one; equality belongs to both.
fn is_signed(op: Op) -> Option<bool> {
    match op {
        Op::Eq => None,
        op => Some(matches!(op, Op::Slt | Op::Sle)),
    }
}

/// What is known of a term without any constraint. A sign-extended term is bounded in the signed order only.
fn bounds(pool: &Pool, id: ExprId, flip: u64) -> (u64, u64) {
    let whole = mask(pool.width(id));
    if flip == 0 {
        return pool.unsigned_range(id);
    }
    let node = pool.node(id);
    if node.op == Op::SExt {
        let half = 1 << (pool.width(node.arg(0)) - 1);
        return (flip - half, flip + (half - 1));
    }
    // Where the sign is known, the unsigned bounds keep their order.
    let (low, high) = pool.unsigned_range(id);
    if low & flip == high & flip { (low ^ flip, high ^ flip) } else { (0, whole) }
}

/// The bits of a symbol that a term shows, possibly extended.
fn symbol_bits(pool: &Pool, id: ExprId) -> Option<(SymbolId, u32, u32)> {
    let node = pool.node(id);
    match node.op {
        Op::Sym => Some((SymbolId(node.args[0]), 0, node.width)),
        Op::Extract => {
            let inner = pool.node(node.arg(0));
            (inner.op == Op::Sym).then(|| (SymbolId(inner.args[0]), node.args[1], node.width))
        }
        Op::ZExt | Op::SExt => symbol_bits(pool, node.arg(0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Branch, Config, PathCondition, Solver};
    use expr::{ExprId, Pool};

    /// Conditions of a chain x0 <= x1 <= ... with 1 <= x0 and each term unlike the value its predecessor forces on it.
    fn staircase(pool: &mut Pool, length: u64) -> (Vec<ExprId>, ExprId) {
        let terms: Vec<ExprId> = (0..length).map(|i| pool.symbol(&format!("x{i}"), 8)).collect();
        let mut conditions = Vec::new();
        // The last link first: bounds travel against the order of the edges, one link a round.
        for pair in terms.windows(2).rev() {
            conditions.push(pool.ule(pair[0], pair[1]));
        }
        let one = pool.int(8, 1);
        conditions.push(pool.ule(one, terms[0]));
        for (i, &term) in terms.iter().enumerate() {
            let value = pool.int(8, i as u64 + 1);
            conditions.push(pool.ne(term, value));
        }
        (conditions, terms[terms.len() - 1])
    }

    #[test]
    fn excluded_values_climb_a_staircase() {
        let length = 20;
        let mut pool = Pool::new();
        let (conditions, last) = staircase(&mut pool, length);
        let mut solver = Solver::new(Config { order: true, ..Config::bare() });
        let mut path = PathCondition::new();
        for condition in conditions {
            let Branch::Both { yes, .. } = solver.branch(&mut pool, &path, condition) else {
                panic!("{} can hold and fail", pool.display(condition))
            };
            path = yes;
        }
        // The last term is at least one above the length.
        let (reached, beyond) = (pool.int(8, length + 1), pool.int(8, length + 2));
        let always = pool.ule(reached, last);
        assert!(matches!(solver.branch(&mut pool, &path, always), Branch::Always));
        let open = pool.ule(beyond, last);
        assert!(matches!(solver.branch(&mut pool, &path, open), Branch::Both { .. }));
        let statistics = solver.statistics();
        let order = statistics.stages.iter().find(|stage| stage.name == "order").expect("it is on");
        assert_eq!(order.answered, order.asked, "comparisons alone need no other stage");
    }

    #[test]
    fn a_cycle_with_one_strict_edge_is_refuted() {
        let mut pool = Pool::new();
        let terms: Vec<ExprId> = (0..10).map(|i| pool.symbol(&format!("x{i}"), 64)).collect();
        let mut solver = Solver::new(Config { order: true, bit_blast: false, ..Config::bare() });
        let mut path = PathCondition::new();
        for pair in terms.windows(2) {
            let condition = pool.sle(pair[0], pair[1]);
            let Branch::Both { yes, .. } = solver.branch(&mut pool, &path, condition) else { panic!("it is open") };
            path = yes;
        }
        let back = pool.slt(terms[9], terms[0]);
        assert!(matches!(solver.branch(&mut pool, &path, back), Branch::Never));
        let equal = pool.sle(terms[9], terms[0]);
        assert!(matches!(solver.branch(&mut pool, &path, equal), Branch::Both { .. }));
    }
}
