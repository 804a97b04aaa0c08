//! Order: decides how terms compare.
//!
//! Sorting, searching and range checks only ask how terms compare. The graph of differences decides that (see
//! `order/`). A refutation is final; a solution of the graph is evaluated, since constraints that are not
//! comparisons were left out. Signed and unsigned comparisons have separate graphs.

use expr::Pool;

use crate::order::{Comparison, Graph, Notes, Settle, Stop};
use crate::query::{Query, Reply};
use crate::shared::Shared;
use crate::stage::{Patch, Stage, still_satisfies};

/// The stage.
pub(crate) struct Order {
    /// The graphs of each order, most recently used first.
    unsigned: Vec<Graph>,
    signed: Vec<Graph>,
    notes: Notes,
    patch: Patch,
    refuted: u64,
}

impl Order {
    pub(crate) fn new() -> Order {
        Order { unsigned: Vec::new(), signed: Vec::new(), notes: Notes::default(), patch: Patch::default(), refuted: 0 }
    }

    fn settle(
        &mut self,
        pool: &Pool,
        shared: &mut Shared,
        query: &Query,
        question: Comparison,
        signed: bool,
    ) -> Option<Reply> {
        let (check, most) = (&mut shared.check, shared.tuning.order_graphs);
        let graph = chosen(if signed { &mut self.signed } else { &mut self.unsigned }, most, query, signed);
        graph.build(pool, query);
        let mut settle = Settle::new(graph, &mut self.notes, pool, check, query);
        match settle.solve(question) {
            Err(Stop::GaveUp) => None,
            Err(Stop::Refuted) => {
                self.refuted += 1;
                Some(Reply::Unsat(settle.core()))
            }
            Ok(changes) => {
                self.patch.clear();
                for (leaf, value) in changes {
                    self.patch.write(&query.model, leaf.symbol, leaf.low, leaf.width, value);
                }
                let witness = self.patch.witness(query);
                still_satisfies(pool, check, &witness, query).then_some(Reply::Sat(witness))
            }
        }
    }
}

/// The graph that shares most of the query's constraints, or else a new or the least recently used one.
fn chosen<'a>(graphs: &'a mut Vec<Graph>, most: usize, query: &Query, signed: bool) -> &'a mut Graph {
    let common = graphs.iter().map(|graph| graph.common_start(&query.slice.constraints));
    let best = common.enumerate().max_by_key(|&(place, common)| (common, std::cmp::Reverse(place)));
    match best {
        Some((place, common)) if common > 0 => graphs[..=place].rotate_right(1),
        _ if graphs.len() < most => graphs.insert(0, Graph::new(signed)),
        _ => graphs.rotate_right(1),
    }
    &mut graphs[0]
}

impl Stage for Order {
    fn answer(&mut self, pool: &Pool, shared: &mut Shared, query: &Query) -> Option<Reply> {
        let question = Comparison::of(pool, query.question)?;
        if query.slice.constraints.len() > shared.tuning.order_constraints {
            return None;
        }
        match question.is_signed() {
            Some(signed) => self.settle(pool, shared, query, question, signed),
            // An equality does not say whether its operands are compared as signed or unsigned.
            None => {
                let reply = self.settle(pool, shared, query, question, false);
                reply.or_else(|| self.settle(pool, shared, query, question, true))
            }
        }
    }

    fn counters(&self, _: &Shared) -> Vec<(&'static str, u64)> {
        vec![("refuted", self.refuted)]
    }
}

#[cfg(test)]
mod tests {
    use crate::all_values::{Terms as _, compare_with_all_values};
    use crate::{Branch, Config, PathCondition, Solver, Technique, ValueSets};
    use expr::{ExprId, Pool};

    /// Conditions of a chain x0 <= x1 <= ... with 1 <= x0, and each term different from the value that its
    /// predecessor forces on it.
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
        let mut solver = Solver::new(Config::bare().with(Technique::Order));
        let mut path = PathCondition::new();
        for condition in conditions {
            let Branch::Both { yes, .. } = solver.branch(&mut pool, &path, condition) else {
                panic!("{} can hold and fail", pool.display(condition))
            };
            path = yes;
        }
        // The last term is greater than the length.
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
        let mut solver = Solver::new(Config::bare().with(Technique::Order).without(Technique::BitBlast));
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

    #[test]
    fn differences_are_decided_as_all_values_say() {
        let config = Config { value_sets: ValueSets::Full, ..Config::bare() }
            .with(Technique::Order)
            .without(Technique::BitBlast);
        let decided = compare_with_all_values(&config, 1500, |pool, symbols, random| {
            let signed = random.below(2) == 1;
            let mut side = |pool: &mut Pool| {
                let symbol = symbols[random.below(3) as usize];
                let constant = pool.int(pool.width(symbol), random.below(8));
                match random.below(8) {
                    0 | 1 => constant,
                    2..=4 => pool.add(symbol, constant),
                    _ => symbol,
                }
            };
            let (a, b) = (side(pool), side(pool));
            random.comparison(pool, a, b, signed)
        });
        assert!(decided.share() > 0.9, "{decided:?}");
    }
}
