//! Weak orders: questions that depend only on how inputs compare with each other.
//!
//! A program that sorts moves its inputs around and compares them. The places they move to, how many there are
//! of a kind, and what is asked in the end depend only on the comparisons. Then all assignments with the same
//! order, ties included, are equivalent, and a question about n inputs is decided by one assignment for each of
//! their weak orders: 75 for four inputs, 4,683 for six. Constants that inputs are compared with take part in
//! the order.
//!
//! [`Kinds`] finds out whether a condition is of this kind, by data flow: *data*, which is an input or a
//! constant beside inputs, may be chosen, stored, read back and compared with data; everything else is computed
//! from comparisons. Other constraints are left out, which is sound for a refutation; a witness is evaluated.

use std::collections::BTreeSet;

use expr::{Evaluator, ExprId, Model, Op, Pool, TableId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::byte_orders::weak_orders;
use crate::config::Config;
use crate::patience::Credit;
use crate::query::{Query, Reply, Witness};
use crate::shared::Shared;
use crate::stage::{Patch, Stage, still_satisfies};
use crate::tuning::{
    ORDERS_WORK, WEAK_ORDERS_BY_CONSTANTS, WEAK_ORDERS_CANDIDATES, WEAK_ORDERS_CONSTANTS, WEAK_ORDERS_LEAST,
    WEAK_ORDERS_LEAVES, WEAK_ORDERS_REJECTED, WEAK_ORDERS_TERMS,
};
use crate::value_sets::Leaf;

/// The stage.
pub(crate) struct WeakOrders {
    patch: Patch,
    /// The account: an answer is worth at least what it cost, and questions that are not answered are paid for.
    credit: Credit,
    refuted: u64,
    found: u64,
    /// How many assignments were tried.
    tried: u64,
    /// The work spent so far, in evaluated terms.
    work: u64,
}

impl WeakOrders {
    pub(crate) fn new(config: &Config) -> WeakOrders {
        WeakOrders {
            patch: Patch::default(),
            credit: Credit::new(config.tuning.weak_orders_credit),
            refuted: 0,
            found: 0,
            tried: 0,
            work: 0,
        }
    }
}

impl Stage for WeakOrders {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        if !self.credit.tries() {
            return None;
        }
        let budget = self.credit.left().clamp(WEAK_ORDERS_LEAST, shared.tuning.weak_orders_work);
        let mut left = budget;
        let reply = self.decide(pool, shared, query, &mut left);
        let cost = budget - left;
        self.work += cost;
        self.credit.note(cost, if reply.is_some() { shared.tuning.weak_orders_answer.max(2 * cost) } else { 0 });
        reply
    }

    fn work(&self, _: &Shared) -> u64 {
        ORDERS_WORK * self.work
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted), ("found", self.found), ("tried", self.tried), ("work", self.work)]
    }
}

/// The outcome for all orders of some inputs.
enum Tried {
    /// All conditions hold under this witness.
    Holds(Witness),
    /// Some condition fails in each order, whatever the other inputs are.
    Fails,
    /// These inputs matter, too.
    Touched(BTreeSet<Leaf>),
}

impl WeakOrders {
    fn decide(&mut self, pool: &Pool, shared: &mut Shared, query: &Query, work: &mut u64) -> Option<Reply> {
        let check = &mut shared.check;
        let mut kinds = Kinds::default();
        let fits = kinds.depends_on_order(pool, query.question);
        *work = work.checked_sub(kinds.looked_at)?;
        if !fits {
            return None;
        }
        let mut conditions = vec![query.question];
        // The newest first: their constants are the ones that the question is about.
        for &constraint in query.slice.constraints.youngest().take(shared.tuning.weak_orders_constraints) {
            if kinds.depends_on_order(pool, constraint) {
                conditions.push(constraint);
            }
        }
        // Some inputs may not matter, for example those that are overwritten. Those that do are found on the
        // way.
        let mut relevant = BTreeSet::new();
        touch(pool, check, &query.model, query.question, &mut relevant);
        let outcome = loop {
            if relevant.len() > shared.tuning.weak_orders_inputs {
                return None;
            }
            match self.go_through(pool, check, query, &conditions, &kinds, &relevant, work)? {
                Tried::Touched(more) => relevant.extend(more),
                outcome => break outcome,
            }
        };
        if let Tried::Holds(witness) = outcome {
            self.found += 1;
            return Some(Reply::Sat(witness));
        }
        self.refuted += 1;
        Some(Reply::Unsat(conditions.into_iter().skip(1).collect()))
    }

    /// Tries one assignment for each order of the relevant inputs; `None` if there are too many, or if left-out
    /// constraints decide. The cost is known beforehand.
    #[expect(clippy::too_many_arguments, reason = "a question, what is known of it, and what it may cost")]
    fn go_through(
        &mut self,
        pool: &Pool,
        check: &mut Evaluator,
        query: &Query,
        conditions: &[ExprId],
        kinds: &Kinds,
        relevant: &BTreeSet<Leaf>,
        work: &mut u64,
    ) -> Option<Tried> {
        let points = kinds.points(relevant.len())?;
        let candidates = (points.len() as u64).checked_pow(relevant.len() as u32)?;
        if candidates > WEAK_ORDERS_CANDIDATES {
            return None;
        }
        let orders = orders(&points, relevant.len() as u64);
        if orders > WEAK_ORDERS_BY_CONSTANTS * weak_orders(relevant.len())
            && relevant.iter().all(|leaf| leaf.width <= 8)
        {
            return None;
        }
        let terms = kinds.terms() as u64;
        if orders.saturating_mul(terms).saturating_add(candidates) > *work {
            return None;
        }
        *work -= candidates;
        let mut rejected = 0;
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
            *work = work.saturating_sub(terms);
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
                        return Some(Tried::Touched(touched));
                    }
                }
                continue;
            }
            if still_satisfies(pool, check, &witness, query) {
                return Some(Tried::Holds(witness));
            }
            // One of the left-out constraints fails.
            rejected += 1;
            if rejected == WEAK_ORDERS_REJECTED {
                return None;
            }
        }
        (rejected == 0).then_some(Tried::Fails)
    }
}

/// Adds the inputs that a term's value under a model depends on: as long as they keep their values, so does the
/// term.
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

/// A value that inputs may take, one of those that represent all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Point {
    value: u64,
    /// Its index among the values between the same two constants; `None` for a constant.
    place: Option<u32>,
}

/// Whether each value in use is preceded by another value in use between the same constants: only one of the
/// choices with the same order is.
fn is_first(points: &[Point], choice: &[usize]) -> bool {
    let used = choice.iter().fold(0u64, |used, &place| used | 1 << place);
    (1..points.len()).all(|place| {
        used >> place & 1 == 0 || points[place].place.is_none_or(|number| number == 0) || used >> (place - 1) & 1 == 1
    })
}

/// How many choices for `inputs` inputs satisfy [`is_first`], which is the number of orders.
fn orders(points: &[Point], inputs: u64) -> u64 {
    // In how many ways a number of inputs, the index, can be placed at the points so far.
    let mut ways = vec![0u64; inputs as usize + 1];
    ways[0] = 1;
    let mut rest = points;
    while let Some(first) = rest.first() {
        // All points between two constants together.
        let room = match first.place {
            None => 1,
            Some(_) => 1 + rest[1..].iter().take_while(|point| point.place.is_some_and(|place| place > 0)).count(),
        };
        let between = |count: u64| match first.place {
            None => 1,
            Some(_) => onto(count, room as u64),
        };
        let mut more = vec![0u64; ways.len()];
        for (placed, &way) in ways.iter().enumerate() {
            for count in 0..ways.len() - placed {
                let chosen = choose(inputs - placed as u64, count as u64);
                let product = way.saturating_mul(chosen).saturating_mul(between(count as u64));
                more[placed + count] = more[placed + count].saturating_add(product);
            }
        }
        ways = more;
        rest = &rest[room..];
    }
    ways[inputs as usize]
}

/// The number of weak orders of `count` things that have at most `ranks` ranks.
fn onto(count: u64, ranks: u64) -> u64 {
    match (count, ranks) {
        (0, _) => 1,
        (_, 0) => 0,
        // Some of the things have the first rank.
        _ => (1..=count).map(|first| choose(count, first) * onto(count - first, ranks - 1)).sum(),
    }
}

/// The binomial coefficient: how many subsets of `count` things `of` things have.
fn choose(of: u64, count: u64) -> u64 {
    (0..count).fold(1, |product, place| product * (of - place) / (place + 1))
}

/// What a term is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Nothing: it is constant.
    Constant,
    /// Comparisons.
    Made,
    /// An input, or a constant in place of one; or an array of these.
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
    /// How many terms were visited, including those of conditions that are not of this kind.
    looked_at: u64,
}

impl Kinds {
    /// The number of terms with a known kind.
    fn terms(&self) -> usize {
        self.of.len()
    }

    /// Whether a condition depends only on comparisons of inputs with each other and with constants. If not,
    /// nothing is remembered about it.
    fn depends_on_order(&mut self, pool: &Pool, condition: ExprId) -> bool {
        let (leaves, constants, signed) = (self.leaves.clone(), self.constants.clone(), self.signed);
        let mut all = FxHashSet::default();
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            if self.of.contains_key(&term) || !all.insert(term) {
                continue;
            }
            if all.len() > WEAK_ORDERS_TERMS {
                return false;
            }
            if Leaf::of(pool, term).is_none() {
                pending.extend(pool.node(term).children());
            }
        }
        self.looked_at += all.len() as u64;
        // Operands have smaller ids than the terms that use them.
        let mut all: Vec<ExprId> = all.into_iter().collect();
        all.sort_unstable();
        for &term in &all {
            let kind = self.kind(pool, term);
            self.of.insert(term, kind);
        }
        let holds = matches!(self.of.get(&condition), Some(Kind::Made | Kind::Constant))
            && self.constants.len() <= WEAK_ORDERS_CONSTANTS
            && self.leaves.len() <= WEAK_ORDERS_LEAVES
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

    /// Whether comparing data this way is consistent with all other comparisons: all must be signed, or all
    /// unsigned.
    fn is_order(&mut self, signed: Option<bool>) -> bool {
        let known = *self.signed.get_or_insert(signed.unwrap_or(false));
        signed.is_none_or(|signed| signed == known)
    }

    /// The kind of two terms, or of an array and a term, in one place; a constant beside data takes part in the
    /// order.
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

    /// Lets a constant, or the elements of a table, take part in the order beside data of `width` bits.
    fn add_constant(&mut self, pool: &Pool, constant: ExprId, width: u32) -> Kind {
        if let Some(value) = pool.as_u64(constant) {
            self.constants.insert(value);
            return Kind::Data;
        }
        let node = pool.node(constant);
        if node.op != Op::Table {
            return Kind::Other;
        }
        // Reads beyond the end give 0.
        self.constants.insert(0);
        for &byte in pool.table_bytes(TableId(node.args[0])).iter().filter(|&&byte| byte != 0) {
            self.constants.insert(u64::from(byte));
            if width > 8 || self.constants.len() > WEAK_ORDERS_CONSTANTS {
                return Kind::Other;
            }
        }
        Kind::Data
    }

    /// The values that represent all values of `inputs` inputs: the constants, and between each two of them as
    /// many others as there are inputs.
    fn points(&self, inputs: usize) -> Option<Vec<Point>> {
        let width = self.leaves.first()?.width;
        let signed = self.signed == Some(true);
        let count = inputs as u128;
        // For signed orders the sign bit is flipped, so that the order is the unsigned one.
        let turn = if signed { 1u64 << (width - 1) } else { 0 };
        // An extended constant is the same among inputs; one that no input can equal does no harm.
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
    use super::*;
    use crate::all_values::{Random, Terms as _, compare_over};
    use crate::{Answer, Config, PathCondition, Solver, Technique, ValueSets};

    fn above_clauses() -> Config {
        Config { value_sets: ValueSets::Full, ..Config::bare() }.without(Technique::BitBlast).with(Technique::Order)
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
                    // The number of conditions that hold.
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
            // Signed orders of values that unsigned comparisons chose are left to other stages.
            assert!(decided.share() > if signed { 0.5 } else { 0.8 }, "{decided:?}");
        }
    }

    #[test]
    fn as_many_orders_as_first_choices() {
        for (constants, inputs) in
            [(vec![], 4), (vec![0], 3), (vec![0, 3, 4], 3), (vec![2, 7], 4), (vec![1, 2, 3, 5], 3)]
        {
            let mut pool = Pool::new();
            let symbol = pool.symbol("s", 3);
            let mut kinds = Kinds::default();
            kinds.leaves.extend(Leaf::of(&pool, symbol));
            kinds.constants.extend(constants);
            let points = kinds.points(inputs).expect("these are few");
            let candidates = points.len().pow(inputs as u32);
            let choice = |mut rest: usize| -> Vec<usize> {
                (0..inputs).map(|_| (rest % points.len(), rest /= points.len()).0).collect()
            };
            let first = (0..candidates).filter(|&candidate| is_first(&points, &choice(candidate))).count();
            assert_eq!(orders(&points, inputs as u64), first as u64, "{points:?}");
        }
        assert_eq!((0..6).map(|count| onto(count, count)).collect::<Vec<_>>(), [1, 1, 3, 13, 75, 541]);
    }

    /// Questions with too many orders cost no more than looking at their terms.
    #[test]
    fn what_is_too_much_is_known_before() {
        let mut pool = Pool::new();
        let inputs: Vec<ExprId> = (0..7).map(|i| pool.symbol(&format!("s{i}"), 32)).collect();
        let mut solver = Solver::new(above_clauses());
        let path = PathCondition::new();
        for number in 0..100u64 {
            // The pairs that are in order, each with its own weight.
            let mut sum = pool.int(32, number);
            for (i, &a) in inputs.iter().enumerate() {
                for (j, &b) in inputs.iter().enumerate().filter(|&(j, _)| j != i) {
                    let (condition, weight) = (pool.ult(a, b), pool.int(32, 3 + number + 7 * (7 * i + j) as u64));
                    let zero = pool.int(32, 0);
                    let more = pool.ite(condition, weight, zero);
                    sum = pool.add(sum, more);
                }
            }
            // No square is 3 more than a multiple of 4.
            let (squared, wanted) = (pool.mul(sum, sum), pool.int(32, 3 + 4 * number));
            let question = pool.eq(squared, wanted);
            let _ = solver.may_be_true(&mut pool, &path, question);
        }
        let statistics = solver.statistics();
        let stage = statistics.stages.iter().find(|stage| stage.name == "weak_orders").expect("it is in the chain");
        let own = |name: &str| stage.own.iter().find(|counter| counter.0 == name).expect("it counts").1;
        assert!(stage.asked >= 5 && own("tried") == 0 && own("work") < 1000 * stage.asked, "{stage:?}");
    }

    /// Each input's position is the number of inputs that are less, or equal and before it; the inputs at their
    /// positions are sorted.
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
        // One assignment for each weak order of five inputs and the 0 in the table.
        let tried = stage.own.iter().find(|counter| counter.0 == "tried").expect("it counts").1;
        assert!(tried <= 5 * 1082, "{tried}");
    }
}
