//! How many questions to the solver are still to come that depend on a value: the query-count estimation that decides
//! whether states are worth merging.
//!
//! Merging two states turns each variable on which they differ into an if-then-else term, and every later question about that
//! variable gets harder. So the cost of a variable at a place is the number of questions ahead that may depend on it; the
//! idea is that of Kuznetsov, Kinder, Bucur and Candea, "Efficient state merging in symbolic execution" (PLDI 2012). The
//! two ways to count are those of Rozhoň's thesis *Nested loops and path explosion in symbolic execution* (2024), 4.3.1
//! and 5.4.3.2, and `docs/costs.md` tells them in our words: [`Estimate::Recursive`] adds up all ways on with loops bounded
//! by κ, [`Estimate::Lattice`] takes the worst one up to a cap. What is asked, and where values flow, is the same for both
//! (`effects.rs`, `memory.rs`); so is the search that follows values (`taint.rs`); the graph it goes along (`unroll.rs`) and
//! the way costs are put together (`tally.rs`) differ.
//!
//! Where we depart from the thesis: variables are registers in SSA form, so values are followed through instructions and
//! block parameters and not read off the text; calls count what their callees ask (functions are done callees first);
//! memory has costs of its own.

mod candidates;
mod coarse;
mod effects;
mod memory;
mod taint;
mod tally;
mod unroll;

use std::collections::BTreeMap;

use crate::cfg::Cfg;
use crate::components::Components;
use crate::inst::{Callee, Inst};
use crate::liveness::Liveness;
use crate::loops::Loops;
use crate::module::{BlockId, FuncId, Function, Module, Reg};

pub use candidates::Candidate;
use candidates::Writes;
use coarse::Reach;
use effects::{Effects, Surroundings};
use memory::Objects;
use taint::Taint;
use tally::Tally;
use unroll::Graph;

/// How often the body of a loop counts in [`Estimate::Recursive`], unless told otherwise.
pub const DEFAULT_KAPPA: u32 = 1;
/// The greatest cost in [`Estimate::Lattice`], unless told otherwise.
pub const DEFAULT_CAP: u32 = 10;

/// A way to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Estimate {
    /// The sum over all ways on, with the body of each loop at most κ times.
    Recursive {
        /// At least 1.
        kappa: u32,
    },
    /// The most on any one way on, up to a cap.
    Lattice {
        /// The greatest cost.
        cap: u32,
    },
}

/// The costs of a whole module.
#[derive(Clone, Debug)]
pub struct Costs {
    functions: Vec<FunctionCosts>,
}

/// The costs of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionCosts {
    /// Every place with costs, by block and instruction.
    pub points: Vec<Point>,
    /// The joins of the function: blocks where states that took different ways may be merged.
    pub candidates: Vec<Candidate>,
    /// The κ that was used: less than asked for if that would have been too much work. 0 where none is used.
    pub kappa: u32,
    /// Backward edges that were cut because they close no natural loop.
    pub cut: usize,
    /// Whether the function was too much for the exact count, so that costs may be too high.
    pub coarse: bool,
    /// The point at the start of each block.
    starts: Vec<Option<u32>>,
}

/// The costs at one place. Saturated costs are `u32::MAX`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// The block.
    pub block: BlockId,
    /// The instruction that comes next.
    pub index: u32,
    /// The live registers with their costs, ascending.
    pub registers: Vec<(Reg, u32)>,
    /// The local variables in memory that are objects of their own, by the registers of their addresses, ascending.
    pub locals: Vec<(Reg, u32)>,
    /// The cost of all other memory.
    pub memory: u32,
}

/// The point of a block that control cannot reach.
static NOWHERE: Point = Point { block: BlockId(0), index: 0, registers: Vec::new(), locals: Vec::new(), memory: 0 };

impl Point {
    /// The cost of a register; 0 if it is not live here.
    pub fn of(&self, reg: Reg) -> u32 {
        find(&self.registers, reg).unwrap_or(0)
    }

    fn slot(&mut self, slot: Slot) -> &mut u32 {
        match slot {
            Slot::Register(place) => &mut self.registers[place as usize].1,
            Slot::Local(place) => &mut self.locals[place as usize].1,
            Slot::Memory => &mut self.memory,
        }
    }

    /// The cost of the memory that this register's `alloca` made.
    pub fn of_local(&self, alloca: Reg) -> u32 {
        find(&self.locals, alloca).unwrap_or(self.memory)
    }
}

fn find(sorted: &[(Reg, u32)], reg: Reg) -> Option<u32> {
    sorted.binary_search_by_key(&reg, |&(reg, _)| reg).ok().map(|place| sorted[place].1)
}

impl FunctionCosts {
    /// The costs where a block begins; none if control cannot reach it.
    pub fn at(&self, block: BlockId) -> &Point {
        let point = self.starts.get(block.index()).copied().flatten();
        point.map_or(&NOWHERE, |point| &self.points[point as usize])
    }

    /// The costs after a call of a function with a body: what a frame that waits there has to come.
    pub fn after_call(&self, block: BlockId, index: usize) -> Option<&Point> {
        let wanted = (block, index as u32 + 1);
        let place = self.points.binary_search_by_key(&wanted, |point| (point.block, point.index)).ok()?;
        Some(&self.points[place])
    }
}

impl Costs {
    /// The costs of a module. `asks` tells of functions without a body, by name, whether they ask the solver about their
    /// arguments.
    pub fn new(module: &Module, estimate: Estimate, asks: &dyn Fn(&str) -> bool) -> Costs {
        let calls = call_graph(module);
        let components = Components::new(&calls);
        let mut functions = vec![FunctionCosts::default(); module.functions.len()];
        let mut summaries: Vec<Option<Summary>> = vec![None; module.functions.len()];
        // Callees have smaller numbers; among functions that call each other none has a summary yet.
        for component in 0..components.count {
            let mut done = Vec::new();
            for &function in components.members(component) {
                let around = Surroundings { module, summaries: &summaries, asks };
                let (costs, summary) = Analysis::new(&around, &module.functions[function as usize]).finish(estimate);
                functions[function as usize] = costs;
                done.push((function as usize, summary));
            }
            done.into_iter().for_each(|(function, summary)| summaries[function] = Some(summary));
        }
        Costs { functions }
    }

    /// The costs of a function.
    pub fn function(&self, function: FuncId) -> &FunctionCosts {
        &self.functions[function.index()]
    }

    /// The costs where a block begins.
    pub fn at(&self, function: FuncId, block: BlockId) -> &Point {
        self.function(function).at(block)
    }

    /// The functions with their costs.
    pub fn functions(&self) -> impl Iterator<Item = (FuncId, &FunctionCosts)> {
        self.functions.iter().enumerate().map(|(index, costs)| (FuncId(index as u32), costs))
    }
}

/// The functions that each function calls directly.
fn call_graph(module: &Module) -> Vec<Vec<u32>> {
    let callees = |function: &Function| {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        let direct = insts.filter_map(|(inst, _)| match inst {
            Inst::Call { callee: Callee::Direct(id), .. } => Some(id.0),
            _ => None,
        });
        let mut callees: Vec<u32> = direct.collect();
        callees.sort_unstable();
        callees.dedup();
        callees
    };
    module.functions.iter().map(callees).collect()
}

/// What a caller has to know of a function.
#[derive(Clone, Debug)]
struct Summary {
    params: Vec<Fate>,
    memory: Fate,
    /// Whether it may write memory that it does not own.
    writes: bool,
}

/// What becomes of a value that goes into a function.
#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    /// How many questions depend on it.
    cost: u32,
    into_result: bool,
    into_memory: bool,
}

/// The analysis of one function.
struct Analysis<'a> {
    around: &'a Surroundings<'a>,
    function: &'a Function,
    cfg: Cfg,
    live: Liveness,
    objects: Objects,
    effects: Effects,
    costs: FunctionCosts,
}

impl<'a> Analysis<'a> {
    fn new(around: &'a Surroundings<'a>, function: &'a Function) -> Analysis<'a> {
        let cfg = Cfg::new(function);
        let live = Liveness::new(function, &cfg);
        let objects = Objects::of(around.module, function);
        let effects = Effects::new(around, function, &cfg, &objects);
        let mut analysis = Analysis { around, function, cfg, live, objects, effects, costs: FunctionCosts::default() };
        analysis.place_points();
        analysis
    }

    fn finish(mut self, estimate: Estimate) -> (FunctionCosts, Summary) {
        let (graph, tally) = self.plan(estimate);
        self.costs.kappa = graph.kappa;
        // The fates of parameters are found like those of live registers, at a point of their own.
        let params = self.function.params.iter().map(|&param| (param, 0)).collect();
        self.costs.points.push(Point { registers: params, ..NOWHERE.clone() });
        let nodes = self.slots();
        let points = &mut self.costs.points;
        let live_points = points.len() - 1;
        let taint = Taint::new(&self.effects, &graph, &self.live, &points[..live_points]);
        if taint.count(tally, points, &nodes).is_none() {
            self.costs.coarse = true;
            coarse::count(&self.effects, &graph, tally, points, &nodes);
        }
        let entry = self.costs.points.pop().expect("it was pushed above");
        let targets = [self.effects.result() as u32, self.effects.rest() as u32];
        let reach = Reach::new(&self.effects.flows(), &targets);
        let fate = |node: usize, cost: u32| {
            let bits = reach.sets[reach.of[node] as usize][0];
            Fate { cost, into_result: bits & 1 != 0, into_memory: bits & 2 != 0 }
        };
        let params = entry.registers.iter().map(|&(param, cost)| fate(Effects::register(param), cost)).collect();
        let memory = fate(self.effects.rest(), entry.memory);
        let mut writes = Writes::new(self.around, self.function, &self.cfg, &self.objects);
        self.costs.candidates = candidates::of(&mut writes, &self.costs);
        let summary = Summary { params, memory, writes: writes.anything() };
        (self.costs, summary)
    }

    /// What costs are added up over, and how.
    fn plan(&mut self, estimate: Estimate) -> (Graph, Tally) {
        match estimate {
            Estimate::Recursive { kappa } => {
                let loops = Loops::new(&self.cfg, &self.cfg.dominators());
                self.costs.cut = loops.irreducible().len();
                (Graph::unrolled(&self.cfg, &loops, &self.effects.ways, kappa), Tally::Sum)
            }
            Estimate::Lattice { cap } => (Graph::plain(&self.cfg, &self.effects.ways), Tally::Most { cap }),
        }
    }

    /// A point at the start of each block and after each call that makes a frame wait, with what is live there.
    fn place_points(&mut self) {
        let dominators = self.cfg.dominators();
        let born: Vec<(usize, Reg, BlockId, usize)> = self.births();
        self.costs.starts = vec![None; self.cfg.len()];
        let mut blocks: Vec<BlockId> = self.cfg.reverse_postorder().to_vec();
        blocks.sort_unstable();
        for block in blocks {
            let insts = &self.function.blocks[block.index()].insts;
            let waits = |(index, (inst, _)): (usize, &(Inst, _))| match inst {
                Inst::Call { callee: Callee::Direct(id), .. }
                    if !self.around.module.functions[id.index()].is_defined() =>
                {
                    None
                }
                Inst::Call { .. } => Some(index + 1),
                _ => None,
            };
            let indices: Vec<usize> = std::iter::once(0).chain(insts.iter().enumerate().filter_map(waits)).collect();
            self.costs.starts[block.index()] = Some(self.costs.points.len() as u32);
            for (&index, live) in indices.iter().zip(self.live.before(self.function, block, &indices)) {
                let alive = |&&(_, _, birth, at): &&(usize, Reg, BlockId, usize)| {
                    if birth == block { at < index } else { dominators.dominates(birth, block) }
                };
                self.costs.points.push(Point {
                    block,
                    index: index as u32,
                    registers: live.into_iter().map(|reg| (reg, 0)).collect(),
                    locals: born.iter().filter(alive).map(|&(_, reg, _, _)| (reg, 0)).collect(),
                    memory: 0,
                });
            }
        }
    }

    /// The local objects, by the registers of their addresses, and where each begins to be.
    fn births(&self) -> Vec<(usize, Reg, BlockId, usize)> {
        let mut born = Vec::new();
        for (local, reg) in self.objects.locals() {
            let place = self.function.blocks.iter().enumerate().find_map(|(block, body)| {
                let index = body.insts.iter().position(|(inst, _)| inst.dst() == Some(reg))?;
                Some((BlockId(block as u32), index))
            });
            let (block, index) = place.expect("an alloca stands in a block");
            born.push((local, reg, block, index));
        }
        born.sort_by_key(|&(_, reg, _, _)| reg);
        born
    }

    /// For each node the costs that are its own: the numbers of points and the places within them.
    fn slots(&self) -> Vec<Vec<(u32, Slot)>> {
        let locals: BTreeMap<Reg, usize> = self.objects.locals().map(|(local, reg)| (reg, local)).collect();
        let mut slots = vec![Vec::new(); self.effects.nodes()];
        for (number, point) in self.costs.points.iter().enumerate() {
            let number = number as u32;
            for (place, (reg, _)) in point.registers.iter().enumerate() {
                slots[Effects::register(*reg)].push((number, Slot::Register(place as u32)));
            }
            for (place, (reg, _)) in point.locals.iter().enumerate() {
                slots[self.effects.local(locals[reg])].push((number, Slot::Local(place as u32)));
            }
            slots[self.effects.rest()].push((number, Slot::Memory));
        }
        slots
    }
}

/// A place for a cost within a point.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Register(u32),
    Local(u32),
    Memory,
}
