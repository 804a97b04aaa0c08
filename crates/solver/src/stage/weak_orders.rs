//! Weak orders: questions that depend on nothing but how inputs compare with each other.
//!
//! A program that sorts moves its inputs around and compares them; which places they move to, how many there are of a kind, and what is
//! asked in the end depend on the comparisons alone. Then all inputs in the same order, ties included, are as good as one, and a
//! question about n inputs is decided by one set of values for each of their weak orders: 75 for four inputs, 4,683 for six. Constants
//! that inputs are compared with take part in the order.
//!
//! [`Kinds`] finds out whether a condition is like that, by what flows where: *data*, which is an input or a constant beside inputs, may be
//! chosen, stored, read back and compared with data; everything else is made of comparisons. Constraints that are not like that are
//! left out, which is sound for a refutation; a witness is evaluated.

use std::collections::BTreeSet;

use expr::{Evaluator, ExprId, Model, Op, Pool, TableId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::query::{Query, Reply, Witness};
use crate::stage::{Patch, Stage, still_satisfies};
use crate::value_sets::Leaf;

/// Questions about more inputs are left to others, if all of them matter.
const INPUTS: usize = 7;
/// Conditions with more inputs are left to others in any case.
const LEAVES: usize = 24;
/// So many sets of values are looked through, most of which are the same order as another one.
const CANDIDATES: u64 = 1 << 20;
/// So much may be computed, in terms.
const WORK: u64 = 24_000_000;
/// A condition may have so many terms.
const TERMS: usize = 20_000;
/// So many sets of values that the left-out constraints do not allow end the search.
const REJECTED: u32 = 200;
/// So many constraints are looked at, the newest: a question costs the same however long its path is.
const CONSTRAINTS: usize = 512;
/// So many constants take part in the order.
const CONSTANTS: usize = 16;

/// The stage.
pub(crate) struct WeakOrders {
    patch: Patch,
    refuted: u64,
    found: u64,
    /// Sets of values that were tried.
    tried: u64,
}

impl WeakOrders {
    pub(crate) fn new() -> WeakOrders {
        WeakOrders { patch: Patch::default(), refuted: 0, found: 0, tried: 0 }
    }
}

impl Stage for WeakOrders {
    fn name(&self) -> &'static str {
        "weak_orders"
    }

    fn answer(&mut self, pool: &Pool, check: &mut Evaluator, query: &Query) -> Option<Reply> {
        let mut kinds = Kinds::default();
        if !kinds.depends_on_order(pool, query.question) {
            return None;
        }
        let mut conditions = vec![query.question];
        // The newest first: their constants are those that the question is about.
        for &constraint in query.slice.constraints.youngest().take(CONSTRAINTS) {
            if kinds.depends_on_order(pool, constraint) {
                conditions.push(constraint);
            }
        }
        // Some inputs may not matter: what is written over, say. Those that do are found on the way.
        let mut relevant = BTreeSet::new();
        touch(pool, check, &query.model, query.question, &mut relevant);
        let outcome = loop {
            if relevant.len() > INPUTS {
                return None;
            }
            match self.go_through(pool, check, query, &conditions, &kinds, &relevant)? {
                Outcome::Touched(more) => relevant.extend(more),
                outcome => break outcome,
            }
        };
        if let Outcome::Holds(witness) = outcome {
            self.found += 1;
            return Some(Reply::Sat(witness));
        }
        self.refuted += 1;
        Some(Reply::Unsat(conditions.into_iter().skip(1).collect()))
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found), ("tried", self.tried)]
    }
}

/// What became of all orders of some inputs.
enum Outcome {
    /// Everything holds in this one.
    Holds(Witness),
    /// Something fails in each of them, whatever the other inputs are.
    Fails,
    /// These inputs matter, too.
    Touched(BTreeSet<Leaf>),
}

impl WeakOrders {
    /// Tries one set of values for each order of the relevant inputs; nothing if that is too much, or if what was left out decides.
    fn go_through(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        query: &Query,
        conditions: &[ExprId],
        kinds: &Kinds,
        relevant: &BTreeSet<Leaf>,
    ) -> Option<Outcome> {
        let points = kinds.points(relevant.len())?;
        let candidates = (points.len() as u64).checked_pow(relevant.len() as u32)?;
        if candidates > CANDIDATES {
            return None;
        }
        let (mut work, mut rejected) = (WORK, 0);
        let mut choice = vec![0; relevant.len()];
        for candidate in 0..candidates {
            let mut rest = candidate;
            for place in &mut choice {
                *place = (rest % points.len() as u64) as usize;
                rest /= points.len() as u64;
            }
            if !is_first(&points, &choice) {
                continue;
            }
            work = work.checked_sub(kinds.terms() as u64)?;
            self.tried += 1;
            self.patch.clear();
            for (leaf, &place) in relevant.iter().zip(&choice) {
                self.patch.write(&query.model, leaf.symbol, leaf.low, leaf.width, points[place].value);
            }
            let witness = self.patch.witness(query);
            let failing = conditions.iter().find(|&&condition| !check.is_true(pool, &witness.model, condition));
            if let Some(&failing) = failing {
                if relevant.len() < kinds.leaves.len() {
                    let mut touched = BTreeSet::new();
                    touch(pool, check, &witness.model, failing, &mut touched);
                    if !touched.is_subset(relevant) {
                        return Some(Outcome::Touched(touched));
                    }
                }
                continue;
            }
            if still_satisfies(pool, check, &witness, query) {
                return Some(Outcome::Holds(witness));
            }
            // Some of what was left out does not hold.
            rejected += 1;
            if rejected == REJECTED {
                return None;
            }
        }
        (rejected == 0).then_some(Outcome::Fails)
    }
}

/// Adds the inputs that a term's value in a model depends on: with the same values for them, it has the same value.
fn touch(pool: &Pool, check: &mut Evaluator, model: &Model, term: ExprId, leaves: &mut BTreeSet<Leaf>) {
    let mut seen = FxHashSet::default();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        if pool.is_const(term) || !seen.insert(term) {
            continue;
        }
        if let Some(leaf) = Leaf::of(pool, term) {
            leaves.insert(leaf);
            continue;
        }
        let node = pool.node(term);
        if node.op == Op::Ite {
            let chosen = if check.is_true(pool, model, node.arg(0)) { 1 } else { 2 };
            pending.extend([node.arg(chosen), node.arg(0)]);
        } else {
            pending.extend(node.children());
        }
    }
}

/// A value that inputs may have, of those that stand for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Point {
    value: u64,
    /// Which of the values between the same two constants it is; none for a constant.
    place: Option<u32>,
}

/// Whether no value is used without the one before it between the same constants: of the choices with one order, only one is so.
fn is_first(points: &[Point], choice: &[usize]) -> bool {
    let used = choice.iter().fold(0u64, |used, &place| used | 1 << place);
    (1..points.len()).all(|place| {
        used >> place & 1 == 0 || points[place].place.is_none_or(|number| number == 0) || used >> (place - 1) & 1 == 1
    })
}

/// What a term is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Nothing.
    Constant,
    /// Comparisons.
    Made,
    /// An input, or a constant in the place of one; or an array of such.
    Data,
    /// Something else.
    Other,
}

/// The kinds of terms, and what takes part in the order.
#[derive(Default)]
struct Kinds {
    of: FxHashMap<ExprId, Kind>,
    leaves: BTreeSet<Leaf>,
    constants: BTreeSet<u64>,
    /// Whether data is compared as signed, once it is compared.
    signed: Option<bool>,
}

impl Kinds {
    /// How many terms were looked at.
    fn terms(&self) -> usize {
        self.of.len()
    }

    /// Whether a condition depends on nothing but comparisons of inputs with each other and with constants. If not, nothing
    /// is remembered of it.
    fn depends_on_order(&mut self, pool: &Pool, condition: ExprId) -> bool {
        let (leaves, constants, signed) = (self.leaves.clone(), self.constants.clone(), self.signed);
        let mut all = FxHashSet::default();
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            if self.of.contains_key(&term) || !all.insert(term) {
                continue;
            }
            if all.len() > TERMS {
                return false;
            }
            if Leaf::of(pool, term).is_none() {
                pending.extend(pool.node(term).children());
            }
        }
        // Operands are older than what is made of them.
        let mut all: Vec<ExprId> = all.into_iter().collect();
        all.sort_unstable();
        for &term in &all {
            let kind = self.kind(pool, term);
            self.of.insert(term, kind);
        }
        let holds = matches!(self.of.get(&condition), Some(Kind::Made | Kind::Constant))
            && self.constants.len() <= CONSTANTS
            && self.leaves.len() <= LEAVES
            && self
                .leaves
                .iter()
                .zip(self.leaves.iter().skip(1))
                .all(|(one, next)| one.width == next.width && !one.overlaps(next));
        if !holds {
            (self.leaves, self.constants, self.signed) = (leaves, constants, signed);
            for term in &all {
                self.of.remove(term);
            }
        }
        holds
    }

    fn kind(&mut self, pool: &Pool, term: ExprId) -> Kind {
        if pool.is_const(term) {
            return Kind::Constant;
        }
        if let Some(leaf) = Leaf::of(pool, term) {
            self.leaves.insert(leaf);
            return Kind::Data;
        }
        let node = *pool.node(term);
        let of = |place: usize| self.of[&node.arg(place)];
        match node.op {
            Op::Table => Kind::Constant,
            Op::Sym | Op::Bytes => Kind::Other,
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let signed = match node.op {
                    Op::Eq => None,
                    op => Some(matches!(op, Op::Slt | Op::Sle)),
                };
                match self.together(pool, node.arg(0), node.arg(1)) {
                    Kind::Data if signed.is_none() || self.is_order(signed) => Kind::Made,
                    Kind::Constant | Kind::Made => Kind::Made,
                    _ => Kind::Other,
                }
            }
            Op::ZExt | Op::SExt => match of(0) {
                Kind::Data if self.is_order(Some(node.op == Op::SExt)) => Kind::Data,
                Kind::Data => Kind::Other,
                kind => kind,
            },
            Op::Ite => match (of(0), self.together(pool, node.arg(1), node.arg(2))) {
                (Kind::Made | Kind::Constant, Kind::Constant) => Kind::Made,
                (Kind::Made | Kind::Constant, kind) => kind,
                _ => Kind::Other,
            },
            Op::Select => match (of(1), of(0)) {
                (Kind::Made, Kind::Constant) => Kind::Made,
                (Kind::Made | Kind::Constant, kind) => kind,
                _ => Kind::Other,
            },
            Op::Store => match (of(1), self.together(pool, node.arg(0), node.arg(2))) {
                (Kind::Made, Kind::Constant) => Kind::Made,
                (Kind::Made | Kind::Constant, kind) => kind,
                _ => Kind::Other,
            },
            _ => {
                let mut kinds = node.children().map(|child| self.of[&child]);
                if kinds.all(|kind| matches!(kind, Kind::Made | Kind::Constant)) { Kind::Made } else { Kind::Other }
            }
        }
    }

    /// Whether data may be compared this way beside all the others.
    fn is_order(&mut self, signed: Option<bool>) -> bool {
        let known = *self.signed.get_or_insert(signed.unwrap_or(false));
        signed.is_none_or(|signed| signed == known)
    }

    /// The kind of two terms, or of an array and a term, in one place; a constant beside data takes part in the order.
    fn together(&mut self, pool: &Pool, one: ExprId, other: ExprId) -> Kind {
        match (self.of[&one], self.of[&other]) {
            (Kind::Other, _) | (_, Kind::Other) => Kind::Other,
            (Kind::Data, Kind::Data) => Kind::Data,
            (Kind::Data, Kind::Constant) => self.add_constant(pool, other, pool.width(one)),
            (Kind::Constant, Kind::Data) => self.add_constant(pool, one, pool.width(other)),
            (Kind::Data, Kind::Made) | (Kind::Made, Kind::Data) => Kind::Other,
            (Kind::Constant, Kind::Constant) => Kind::Constant,
            (Kind::Made, _) | (_, Kind::Made) => Kind::Made,
        }
    }

    /// Lets a constant, or the elements of a table, take part in the order beside data of some width.
    fn add_constant(&mut self, pool: &Pool, constant: ExprId, width: u32) -> Kind {
        if let Some(value) = pool.as_u64(constant) {
            self.constants.insert(value);
            return Kind::Data;
        }
        let node = pool.node(constant);
        if node.op != Op::Table {
            return Kind::Other;
        }
        // Beyond the end there is nothing but 0.
        self.constants.insert(0);
        for &byte in pool.table_bytes(TableId(node.args[0])).iter().filter(|&&byte| byte != 0) {
            self.constants.insert(u64::from(byte));
            if width > 8 || self.constants.len() > CONSTANTS {
                return Kind::Other;
            }
        }
        Kind::Data
    }

    /// The values that stand for all of so many inputs: the constants, and between each two as many others as there are inputs.
    fn points(&self, inputs: usize) -> Option<Vec<Point>> {
        let width = self.leaves.first()?.width;
        let signed = self.signed == Some(true);
        let count = inputs as u128;
        // Unsigned, or with the sign turned around so that the order is the unsigned one.
        let turn = if signed { 1u64 << (width - 1) } else { 0 };
        // One that was extended is the same among inputs; one that no input can be does no harm.
        let mut constants: Vec<u64> =
            self.constants.iter().map(|&constant| constant & bv::mask(width) ^ turn).collect();
        constants.sort_unstable();
        constants.dedup();
        let mut points = Vec::new();
        let mut between = |low: u128, end: u128, constant: Option<u64>| {
            let room = end.saturating_sub(low).min(count) as u64;
            points
                .extend((0..room).map(|place| Point { value: (low as u64 + place) ^ turn, place: Some(place as u32) }));
            points.extend(constant.map(|constant| Point { value: constant ^ turn, place: None }));
        };
        let mut low = 0;
        for &constant in &constants {
            between(low, u128::from(constant), Some(constant));
            low = u128::from(constant) + 1;
        }
        between(low, 1 << width, None);
        (points.len() <= 64).then_some(points)
    }
}

#[cfg(test)]
mod tests {
    use expr::{ExprId, Pool};

    use crate::all_values::{Random, Terms as _, compare_over};
    use crate::{Answer, Config, PathCondition, Solver, ValueSets};

    fn above_clauses() -> Config {
        Config { bit_blast: false, order: true, value_sets: ValueSets::Full, ..Config::bare() }
    }

    /// An input, a constant, or a choice between two of them.
    fn data(pool: &mut Pool, symbols: &[ExprId], random: &mut Random, depth: u32) -> ExprId {
        if depth == 0 || random.below(3) == 0 {
            return match random.below(6) {
                0 => pool.int(pool.width(symbols[0]), random.below(8)),
                _ => symbols[random.below(symbols.len() as u64) as usize],
            };
        }
        let (a, b) = (data(pool, symbols, random, depth - 1), data(pool, symbols, random, depth - 1));
        let condition = random.comparison(pool, a, b, false);
        let (c, d) = (data(pool, symbols, random, depth - 1), a);
        if random.below(2) == 0 {
            return pool.ite(condition, c, d);
        }
        // Stored where a comparison says, and read back.
        let table = pool.table(vec![0, 3].into());
        let wide = pool.zext(condition, 64);
        let byte = pool.zext(c, 8);
        let stored = pool.store(table, wide, byte);
        let one = pool.int(64, 1);
        let read = pool.select(stored, one);
        let other = pool.zext(d, 8);
        let same = random.comparison(pool, read, other, false);
        pool.ite(same, c, d)
    }

    #[test]
    fn conditions_about_orders_are_as_all_values_say() {
        for signed in [false, true] {
            let decided = compare_over(
                &above_clauses(),
                150,
                |_| vec![3; 3],
                |pool, symbols, random| {
                    let depth = 1 + random.below(2) as u32;
                    if random.below(3) > 0 {
                        let (a, b) = (data(pool, symbols, random, depth), data(pool, symbols, random, depth));
                        return random.comparison(pool, a, b, signed);
                    }
                    // How many of some conditions hold.
                    let mut count = pool.int(4, 0);
                    for _ in 0..3 {
                        let (a, b) = (data(pool, symbols, random, 0), data(pool, symbols, random, 1));
                        let condition = random.comparison(pool, a, b, signed);
                        let number = pool.zext(condition, 4);
                        count = pool.add(count, number);
                    }
                    let limit = pool.int(4, random.below(4));
                    random.comparison(pool, count, limit, false)
                },
            );
            // Signed orders of what was chosen by unsigned ones are for others.
            assert!(decided.share() > if signed { 0.5 } else { 0.8 }, "{decided:?}");
        }
    }

    /// Positions by the numbers of inputs that are less, or equal and before; the inputs at their positions are sorted.
    #[test]
    fn sorting_by_positions_sorts() {
        let mut pool = Pool::new();
        let inputs: Vec<ExprId> = (0..5).map(|i| pool.symbol(&format!("s{i}"), 8)).collect();
        let mut sorted = pool.table(vec![0; 5].into());
        for (i, &input) in inputs.iter().enumerate() {
            let mut place = pool.int(64, 0);
            for (j, &other) in inputs.iter().enumerate() {
                let before = if j < i { pool.ule(other, input) } else { pool.ult(other, input) };
                let number = pool.zext(before, 64);
                place = pool.add(place, number);
            }
            sorted = pool.store(sorted, place, input);
        }
        let mut solver = Solver::new(above_clauses());
        let path = PathCondition::new();
        for place in 1..5u64 {
            let (before, here) = (pool.int(64, place - 1), pool.int(64, place));
            let (before, here) = (pool.select(sorted, before), pool.select(sorted, here));
            let wrong = pool.ult(here, before);
            assert!(matches!(solver.may_be_true(&mut pool, &path, wrong), Answer::Unsat));
            let strict = pool.ult(before, here);
            assert!(matches!(solver.may_be_true(&mut pool, &path, strict), Answer::Sat(_)));
        }
        let statistics = solver.statistics();
        let stage = statistics.stages.iter().find(|stage| stage.name == "weak_orders").expect("it is in the chain");
        assert!(stage.answered >= 5, "{stage:?}");
        // One set of values for each weak order of five inputs beside the 0 that the table has.
        let tried = stage.own.iter().find(|counter| counter.0 == "tried").expect("it counts").1;
        assert!(tried <= 5 * 1082, "{tried}");
    }
}
