//! Estimates how many questions to the solver that depend on a value are still to come. This query-count
//! estimation decides whether states are worth merging.
//!
//! Merging two states turns each variable on which they differ into an if-then-else term, and every later
//! question about that variable gets harder. So the cost of a variable at a place in the program is the number
//! of questions ahead that may depend on it; the idea is that of Kuznetsov, Kinder, Bucur and Candea,
//! "Efficient state merging in symbolic execution" (PLDI 2012). There are two ways to count, both from Rozhoň
//! 2024 (§4.3.1 and §5.4.3.2) and explained in `docs/costs.md`: [`Estimate::Recursive`] sums over all paths
//! ahead, with loops bounded by κ, and [`Estimate::Lattice`] takes the worst path, up to a cap. They share what
//! counts as a question and how values flow (`effects.rs`, `memory.rs`), and the search that follows values
//! (`taint.rs`). They differ in the graph that is searched (`unroll.rs`) and in how costs are combined
//! (`tally.rs`).
//!
//! Differences from Rozhoň 2024: variables are registers in SSA form, so values are followed through
//! instructions and block parameters instead of being read off the program text; a call counts the questions of
//! its callee (functions are analysed callees first); memory has costs of its own.

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

/// How questions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Estimate {
    /// The sum over all paths ahead, on which the body of each loop runs at most κ times.
    Recursive {
        /// κ, at least 1.
        kappa: u32,
    },
    /// The maximum over the paths ahead, up to a cap.
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
    /// Every point that has costs, ordered by block and instruction.
    pub points: Vec<Point>,
    /// The joins of the function: blocks where states that took different paths may be merged.
    pub candidates: Vec<Candidate>,
    /// The κ that was used: smaller than the requested one if that would have been too much work; 0 if the
    /// estimate does not use κ.
    pub kappa: u32,
    /// How many backward edges were cut because they close no natural loop.
    pub cut: usize,
    /// Whether the function was too large for the exact count, so that its costs may be overestimated.
    pub coarse: bool,
    /// For each block, the index in `points` of the point at its start; `None` if control cannot reach the
    /// block.
    starts: Vec<Option<u32>>,
}

/// The costs at one place of a function. A cost that would overflow is `u32::MAX`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// The block.
    pub block: BlockId,
    /// The index of the instruction that comes next.
    pub index: u32,
    /// The live registers with their costs, ascending.
    pub registers: Vec<(Reg, u32)>,
    /// The costs of local variables that are memory objects of their own, keyed by the register that holds the
    /// address, ascending.
    pub locals: Vec<(Reg, u32)>,
    /// The cost of all other memory.
    pub memory: u32,
}

/// What [`FunctionCosts::at`] returns for a block that control cannot reach.
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

    /// The cost of the object that the `alloca` assigning this register creates.
    pub fn of_local(&self, alloca: Reg) -> u32 {
        find(&self.locals, alloca).unwrap_or(self.memory)
    }
}

fn find(sorted: &[(Reg, u32)], reg: Reg) -> Option<u32> {
    sorted.binary_search_by_key(&reg, |&(reg, _)| reg).ok().map(|place| sorted[place].1)
}

impl FunctionCosts {
    /// The costs at the start of a block; all zero if control cannot reach it.
    pub fn at(&self, block: BlockId) -> &Point {
        let point = self.starts.get(block.index()).copied().flatten();
        point.map_or(&NOWHERE, |point| &self.points[point as usize])
    }

    /// The costs right after a call: what lies ahead of a frame that waits for that call to return. `None` for
    /// a call of a function without a body, at which no frame waits.
    pub fn after_call(&self, block: BlockId, index: usize) -> Option<&Point> {
        let wanted = (block, index as u32 + 1);
        let place = self.points.binary_search_by_key(&wanted, |point| (point.block, point.index)).ok()?;
        Some(&self.points[place])
    }
}

impl Costs {
    /// Computes the costs of a module. `asks` says, for a function without a body, whether calling it asks the
    /// solver about its arguments.
    pub fn new(module: &Module, estimate: Estimate, asks: &dyn Fn(&str) -> bool) -> Costs {
        let calls = call_graph(module);
        let components = Components::new(&calls);
        let mut functions = vec![FunctionCosts::default(); module.functions.len()];
        let mut summaries: Vec<Option<Summary>> = vec![None; module.functions.len()];
        // Callees come first; functions that call each other have no summaries of each other yet.
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

    /// The costs of one function.
    pub fn function(&self, function: FuncId) -> &FunctionCosts {
        &self.functions[function.index()]
    }

    /// The costs at the start of a block.
    pub fn at(&self, function: FuncId, block: BlockId) -> &Point {
        self.function(function).at(block)
    }

    /// All functions with their costs.
    pub fn functions(&self) -> impl Iterator<Item = (FuncId, &FunctionCosts)> {
        self.functions.iter().enumerate().map(|(index, costs)| (FuncId(index as u32), costs))
    }
}

/// For each function, the functions that it calls directly, ascending.
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

/// What the analysis of a caller needs to know of a function.
#[derive(Clone, Debug)]
struct Summary {
    params: Vec<Fate>,
    memory: Fate,
    /// Whether the function may write memory other than its own local variables.
    writes: bool,
}

/// What happens to a value that is passed into a function.
#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    /// How many questions in the function depend on it.
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
        // The costs of parameters are found like those of live registers, at an extra point.
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

    /// The graph that costs are computed over, and how they are combined.
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

    /// Creates a point at the start of each block and after each call that makes a frame wait, with the
    /// registers and locals that are live there.
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

    /// The local objects: number, register of the address, and the block and instruction that create it.
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

    /// For each node of the effects, where its costs are stored: the index of the point and the slot within it.
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

/// Where a cost is stored within a point.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Register(u32),
    Local(u32),
    Memory,
}
