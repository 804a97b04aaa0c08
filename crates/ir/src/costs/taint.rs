//! The exact count: follows a value, and what is computed from it, along all paths ahead.
//!
//! A place of the search is a copy of a block together with a set of nodes: those that hold something of the
//! value when the block begins. The effect of a block on a set is the union of its effects on the members, and
//! these are computed once. So the places that can be reached from a value are found, and costs are combined
//! over them. Values that have flowed into the same nodes share their places from there on. If values mix on
//! many paths there are too many sets: when a budget proportional to the number of values is used up, the count
//! is given up and `coarse.rs` takes over.

use std::collections::HashMap;

use crate::components::Components;
use crate::liveness::Liveness;
use crate::module::Reg;
use crate::tuning::{TAINT_BUDGET, TAINT_BUDGET_A_VALUE};

use super::effects::{Effects, What};
use super::tally::Tally;
use super::unroll::Graph;
use super::{Point, Slot};

/// The effect of a block on one node.
#[derive(Clone, Debug, Default)]
struct Transfer {
    /// The numbers of the block's effects that ask about it, ascending.
    asks: Vec<u32>,
    /// For each way out of the block, the nodes that hold something of it afterwards.
    outs: Vec<Vec<u32>>,
}

/// The search through a function.
pub(super) struct Taint<'a> {
    effects: &'a Effects,
    graph: &'a Graph,
    live: &'a Liveness,
    /// The live parameters of each block, ascending.
    params: Vec<Vec<Reg>>,
    transfers: HashMap<(u32, u32), Transfer>,
    sets: Vec<Box<[u32]>>,
    set_numbers: HashMap<Box<[u32]>, u32>,
    /// The copy and the number of the set of each place.
    places: Vec<(u32, u32)>,
    place_numbers: HashMap<(u32, u32), u32>,
    budget: usize,
    /// Which nodes hold something of the value; in use only during [`Taint::walk`].
    tainted: Vec<bool>,
}

impl<'a> Taint<'a> {
    /// Prepares a count; `points` say what is live.
    pub fn new(effects: &'a Effects, graph: &'a Graph, live: &'a Liveness, points: &[Point]) -> Taint<'a> {
        let mut params = vec![Vec::new(); graph.first.len()];
        for point in points.iter().filter(|point| point.index == 0) {
            let live = live.at_start(point.block);
            let registers = point.registers.iter().map(|&(reg, _)| reg);
            params[point.block.index()] = registers.filter(|reg| live.binary_search(reg).is_err()).collect();
        }
        let values = points.iter().map(|point| point.registers.len() + point.locals.len() + 1);
        Taint {
            effects,
            graph,
            live,
            params,
            transfers: HashMap::new(),
            sets: Vec::new(),
            set_numbers: HashMap::new(),
            places: Vec::new(),
            place_numbers: HashMap::new(),
            budget: TAINT_BUDGET + TAINT_BUDGET_A_VALUE * values.sum::<usize>(),
            tainted: vec![false; effects.nodes()],
        }
    }

    /// Computes the costs of all points; `None` if the budget does not suffice.
    pub fn count(mut self, tally: Tally, points: &mut [Point], nodes: &[Vec<(u32, Slot)>]) -> Option<()> {
        let starts = self.starts(points, nodes)?;
        let (mut own, mut next): (Vec<u32>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
        while let Some(&(copy, set)) = self.places.get(own.len()) {
            let (asked, successors) = self.step(copy, set)?;
            own.push(asked);
            next.push(successors);
        }
        let costs = tally.costs(&next, &Components::new(&next), &own);
        for (point, slot, start) in starts {
            let after = tally.join(start.next.iter().map(|&place| costs[place as usize]));
            *points[point as usize].slot(slot) = tally.add(start.own, after);
        }
        Some(())
    }

    /// For each value at each point, its questions in the rest of the block, and the places that follow.
    fn starts(&mut self, points: &[Point], nodes: &[Vec<(u32, Slot)>]) -> Option<Vec<(u32, Slot, Start)>> {
        let mut starts = Vec::new();
        for (node, places) in nodes.iter().enumerate() {
            for &(point, slot) in places {
                let Point { block, index, .. } = points[point as usize];
                let Some(copy) = self.graph.first.get(block.index()).copied().flatten() else { continue };
                let transfer = self.walk(block.0, node as u32, index);
                let asked = self.weight(block.0, &transfer.asks);
                let next = self.follow(copy, &transfer.outs)?;
                if asked > 0 || !next.is_empty() {
                    starts.push((point, slot, Start { own: asked, next }));
                }
            }
        }
        Some(starts)
    }

    /// The number of questions asked at a place, and the places that follow.
    fn step(&mut self, copy: u32, set: u32) -> Option<(u32, Vec<u32>)> {
        let block = self.graph.block[copy as usize].0;
        let members = self.sets[set as usize].clone();
        self.budget = self.budget.checked_sub(members.len())?;
        let mut whole = Transfer { asks: Vec::new(), outs: vec![Vec::new(); self.effects.ways[block as usize].len()] };
        for &node in &members {
            if !self.transfers.contains_key(&(block, node)) {
                let transfer = self.walk(block, node, 0);
                self.transfers.insert((block, node), transfer);
            }
            let transfer = &self.transfers[&(block, node)];
            whole.asks.extend(&transfer.asks);
            whole.outs.iter_mut().zip(&transfer.outs).for_each(|(all, outs)| all.extend(outs));
        }
        whole.asks.sort_unstable();
        whole.asks.dedup();
        Some((self.weight(block, &whole.asks), self.follow(copy, &whole.outs)?))
    }

    fn weight(&self, block: u32, asks: &[u32]) -> u32 {
        let weight = |&effect: &u32| match self.effects.blocks[block as usize][effect as usize].what {
            What::Ask(weight) => weight,
            What::Into(_) => 0,
        };
        asks.iter().map(weight).fold(0, u32::saturating_add)
    }

    /// The places that the ways out of a copy lead to, given the nodes on each way. A way without nodes leads
    /// nowhere.
    fn follow(&mut self, copy: u32, outs: &[Vec<u32>]) -> Option<Vec<u32>> {
        let mut places = Vec::new();
        for &(way, to) in &self.graph.next[copy as usize] {
            let mut out = outs[way as usize].clone();
            if out.is_empty() {
                continue;
            }
            out.sort_unstable();
            out.dedup();
            self.budget = self.budget.checked_sub(1)?;
            let set = *self.set_numbers.entry(out.into()).or_insert_with_key(|set| {
                self.sets.push(set.clone());
                self.sets.len() as u32 - 1
            });
            places.push(*self.place_numbers.entry((to, set)).or_insert_with(|| {
                self.places.push((to, set));
                self.places.len() as u32 - 1
            }));
        }
        Some(places)
    }

    /// Goes through a block from instruction `index` on, with one node tainted.
    fn walk(&mut self, block: u32, node: u32, index: u32) -> Transfer {
        let mut transfer = Transfer::default();
        let mut held = vec![node];
        self.tainted[node as usize] = true;
        let effects = &self.effects.blocks[block as usize];
        let first = effects.partition_point(|effect| effect.index < index);
        for (effect, number) in effects.iter().zip(0..).skip(first) {
            match effect.what {
                _ if !self.tainted[effect.node as usize] => {}
                What::Ask(_) => transfer.asks.push(number),
                What::Into(to) => {
                    if !std::mem::replace(&mut self.tainted[to as usize], true) {
                        held.push(to);
                    }
                }
            }
        }
        for way in &self.effects.ways[block as usize] {
            let live = self.live.at_start(way.to);
            let params = &self.params[way.to.index()];
            let stays = |&node: &u32| match self.effects.as_register(node) {
                Some(reg) => live.binary_search(&reg).is_ok(),
                None => node as usize != self.effects.result(),
            };
            let mut out: Vec<u32> = held.iter().copied().filter(stays).collect();
            let flows = way.flows.iter().filter(|&&(from, _)| self.tainted[from as usize]);
            out.extend(flows.map(|&(_, to)| to).filter(|&to| params.binary_search(&Reg(to)).is_ok()));
            transfer.outs.push(out);
        }
        held.into_iter().for_each(|node| self.tainted[node as usize] = false);
        transfer
    }
}

/// What a value causes from a point on: questions in the rest of the block, and the places that follow.
struct Start {
    own: u32,
    next: Vec<u32>,
}
