//! The count for functions that are too large for the exact one: a question that may depend on the value on
//! some path is counted on every path that leads to it.
//!
//! The questions that may depend on a node are those whose node can be reached from it along the flow of
//! values, regardless of the order of instructions. Nodes that reach the same questions have the same costs.
//! The result is never less than the exact count.

use std::collections::HashMap;

use crate::components::Components;
use crate::module::BlockId;
use crate::tuning::COARSE_TOGETHER;

use super::effects::{Effects, What};
use super::tally::Tally;
use super::unroll::Graph;
use super::{Point, Slot};

/// A set of target numbers, as a bit set.
type Set = Box<[u64]>;

/// For each node, the set of targets that can be reached from it. Nodes with equal sets share one.
pub(super) struct Reach {
    /// The distinct sets.
    pub sets: Vec<Set>,
    /// The index in `sets` of each node's set.
    pub of: Vec<u32>,
}

impl Reach {
    /// Computes what can be reached. `next` has the successors of each node; bit `n` of a set stands for
    /// `targets[n]`.
    pub fn new(next: &[Vec<u32>], targets: &[u32]) -> Reach {
        let components = Components::new(next);
        let words = targets.len().div_ceil(64);
        let mut bits = vec![0u64; components.count * words];
        for (bit, &target) in targets.iter().enumerate() {
            bits[components.of[target as usize] as usize * words + bit / 64] |= 1 << (bit % 64);
        }
        let (mut sets, mut numbers): (Vec<Set>, HashMap<Set, u32>) = (Vec::new(), HashMap::new());
        let mut number_of = Vec::with_capacity(components.count);
        for component in 0..components.count {
            // The successors of a component have smaller numbers.
            let (before, from) = bits.split_at_mut(component * words);
            let own = &mut from[..words];
            for &to in components.members(component).iter().flat_map(|&node| &next[node as usize]) {
                let other = components.of[to as usize] as usize;
                if other != component {
                    let other = &before[other * words..(other + 1) * words];
                    own.iter_mut().zip(other).for_each(|(own, other)| *own |= other);
                }
            }
            let number = *numbers.entry((&*own).into()).or_insert_with_key(|set| {
                sets.push(set.clone());
                sets.len() as u32 - 1
            });
            number_of.push(number);
        }
        let of = components.of.iter().map(|&component| number_of[component as usize]).collect();
        Reach { sets, of }
    }
}

/// A place where the solver is asked.
struct Question {
    block: BlockId,
    index: u32,
    node: u32,
    weight: u32,
}

/// Computes the costs of all points.
pub(super) fn count(effects: &Effects, graph: &Graph, tally: Tally, points: &mut [Point], nodes: &[Vec<(u32, Slot)>]) {
    let mut questions = Vec::new();
    for (block, effects) in effects.blocks.iter().enumerate() {
        let block = BlockId(block as u32);
        questions.extend(effects.iter().filter_map(|effect| match effect.what {
            What::Ask(weight) => Some(Question { block, index: effect.index, node: effect.node, weight }),
            What::Into(_) => None,
        }));
    }
    let flows = effects.flows();
    let next: Vec<Vec<u32>> = graph.next.iter().map(|ways| ways.iter().map(|&(_, to)| to).collect()).collect();
    let components = Components::new(&next);
    let together = if matches!(tally, Tally::Sum) { COARSE_TOGETHER } else { questions.len().max(1) };
    for some in questions.chunks(together) {
        let targets: Vec<u32> = some.iter().map(|question| question.node).collect();
        let reach = Reach::new(&flows, &targets);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); reach.sets.len()];
        for (node, &set) in reach.of.iter().enumerate().filter(|&(node, _)| !nodes[node].is_empty()) {
            members[set as usize].push(node as u32);
        }
        for (set, members) in reach.sets.iter().zip(members).filter(|(_, members)| !members.is_empty()) {
            let chosen: Vec<&Question> = some
                .iter()
                .enumerate()
                .filter(|(bit, _)| set[bit / 64] >> (bit % 64) & 1 == 1)
                .map(|(_, question)| question)
                .collect();
            let mut own = vec![0u32; graph.first.len()];
            for question in &chosen {
                own[question.block.index()] = own[question.block.index()].saturating_add(question.weight);
            }
            let own_of_copies: Vec<u32> = graph.block.iter().map(|block| own[block.index()]).collect();
            let costs = tally.costs(&next, &components, &own_of_copies);
            for &(number, slot) in members.iter().flat_map(|&node| &nodes[node as usize]) {
                let point = &mut points[number as usize];
                let Some(copy) = graph.first.get(point.block.index()).copied().flatten() else { continue };
                let first = chosen.partition_point(|q| (q.block, q.index) < (point.block, point.index));
                let below = chosen[first..].iter().take_while(|question| question.block == point.block);
                let now = below.fold(0, |sum: u32, question| sum.saturating_add(question.weight));
                let after = tally.join(next[copy as usize].iter().map(|&to| costs[to as usize]));
                let cost = point.slot(slot);
                *cost = tally.add(*cost, tally.add(now, after));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::super::{Analysis, Estimate, Surroundings, Taint};
    use super::*;
    use crate::cfg::tests::random_graphs;
    use crate::parse_module;

    /// A function with that graph. Every block asks about its parameter; its edges pass on one of the
    /// function's two parameters, the block's own parameter, or a constant.
    fn text(graph: &[Vec<u32>]) -> String {
        let mut text = "func @f(%0:32, %1:32) {\nb0:\n  jump b1(%0)\n".to_owned();
        for (block, targets) in graph.iter().enumerate() {
            let (param, passed) = (block + 2, ["%0", "%1", "0:32", ""][block % 4]);
            let passed = if passed.is_empty() { format!("%{param}") } else { passed.to_owned() };
            let _ = writeln!(text, "b{}(%{param}:32):", block + 1);
            let Some((default, cases)) = targets.split_last() else {
                text += "  return\n";
                continue;
            };
            let cases = cases.iter().enumerate().map(|(case, to)| format!("{case}:32 -> b{}({passed}), ", to + 1));
            let cases: String = cases.collect();
            let _ = writeln!(text, "  switch %{param}, {cases}default -> b{}({passed})", default + 1);
        }
        text + "}\n"
    }

    #[test]
    fn the_coarse_count_is_never_less_than_the_exact_one() {
        let (mut equal, mut greater) = (0, 0);
        random_graphs(300, 8, |graph| {
            let text = text(graph);
            let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let around = Surroundings { module: &module, summaries: &[None], asks: &|_| true };
            for estimate in [Estimate::Recursive { kappa: 2 }, Estimate::Lattice { cap: 10 }] {
                let mut analysis = Analysis::new(&around, &module.functions[0]);
                let (graph, tally) = analysis.plan(estimate);
                let slots = analysis.slots();
                let (mut exact, mut coarse) = (analysis.costs.points.clone(), analysis.costs.points.clone());
                let taint = Taint::new(&analysis.effects, &graph, &analysis.live, &exact);
                taint.count(tally, &mut exact, &slots).expect("within the budget");
                count(&analysis.effects, &graph, tally, &mut coarse, &slots);
                for (exact, coarse) in exact.iter().zip(&coarse) {
                    for (&(reg, exact), &(_, coarse)) in exact.registers.iter().zip(&coarse.registers) {
                        assert!(exact <= coarse, "{reg}: {exact} and {coarse}\n{text}");
                        *(if exact == coarse { &mut equal } else { &mut greater }) += 1;
                    }
                }
            }
        });
        assert!(equal > 1000 && greater > 100, "{equal} equal, {greater} greater");
    }
}
