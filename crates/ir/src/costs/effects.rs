//! What a function does with values, as far as costs are concerned: how values flow, and where the solver is
//! asked.
//!
//! Values are held by nodes: each register, each memory object, and the result of the function. An instruction
//! moves the contents of nodes into other nodes, or asks about a node. A load reads the whole object; a store
//! adds to it and never replaces it. If a value only decides which instructions run, that is not a flow: merged
//! states have run the same instructions.

use crate::cfg::Cfg;
use crate::inst::{Callee, Edge, Inst, Operand, Terminator};
use crate::liveness::register;
use crate::module::{BlockId, Function, Module, Reg};

use super::Summary;
use super::memory::Objects;

/// One thing that an instruction does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    /// The index of the instruction; the number of instructions stands for the terminator.
    pub index: u32,
    /// The node whose contents are moved or asked about.
    pub node: u32,
    pub what: What,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// What the node holds flows into this node, too.
    Into(u32),
    /// The solver is asked this many questions if what the node holds is symbolic.
    Ask(u32),
}

/// A way out of a block: a target with arguments. Several cases of a switch with equal edges are one way.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub to: BlockId,
    /// Pairs of nodes: a register that is passed, and the parameter of the target that it is passed to.
    pub flows: Vec<(u32, u32)>,
}

/// The effects of a function.
pub(super) struct Effects {
    registers: usize,
    nodes: usize,
    /// The effects of each block, in the order of execution.
    pub blocks: Vec<Vec<Effect>>,
    /// The ways out of each block.
    pub ways: Vec<Vec<Way>>,
}

/// What the analysis needs to know of the module that a function is part of.
pub(super) struct Surroundings<'a> {
    pub module: &'a Module,
    /// The summary of each function; `None` for those that have not been analysed yet.
    pub summaries: &'a [Option<Summary>],
    /// Whether a function without a body, given by name, asks the solver about its arguments.
    pub asks: &'a dyn Fn(&str) -> bool,
}

impl Effects {
    /// Collects the effects of a function; blocks that control cannot reach have none.
    pub fn new(around: &Surroundings<'_>, function: &Function, cfg: &Cfg, objects: &Objects) -> Effects {
        let registers = function.regs.len();
        let nodes = registers + 2 + objects.locals().map(|(local, _)| local + 1).max().unwrap_or(0);
        let mut effects = Effects { registers, nodes, blocks: Vec::new(), ways: Vec::new() };
        let mut builder = Builder { around, objects, rest: effects.rest(), index: 0, effects: Vec::new() };
        for (number, block) in function.blocks.iter().enumerate() {
            let reachable = cfg.is_reachable(BlockId(number as u32));
            let ways = if reachable { ways(function, &block.term) } else { Vec::new() };
            if reachable {
                for (index, (inst, _)) in block.insts.iter().enumerate() {
                    builder.index = index as u32;
                    builder.instruction(inst);
                }
                builder.index = block.insts.len() as u32;
                builder.terminator(&block.term, &ways, effects.result());
            }
            effects.ways.push(ways);
            effects.blocks.push(std::mem::take(&mut builder.effects));
        }
        effects
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The node of a register.
    pub fn register(reg: Reg) -> usize {
        reg.index()
    }

    /// The register of a node; `None` if the node is not a register.
    pub fn as_register(&self, node: u32) -> Option<Reg> {
        ((node as usize) < self.registers).then_some(Reg(node))
    }

    /// The node of the function's result.
    pub fn result(&self) -> usize {
        self.registers
    }

    /// The node of the rest of memory: all that is not a local object.
    pub fn rest(&self) -> usize {
        self.registers + 1
    }

    /// The node of a local object, given by its number.
    pub fn local(&self, local: usize) -> usize {
        self.rest() + 1 + local
    }

    /// All flows of the function regardless of where they happen: for each node, the nodes that it flows into.
    pub fn flows(&self) -> Vec<Vec<u32>> {
        let mut next = vec![Vec::new(); self.nodes];
        for effect in self.blocks.iter().flatten() {
            if let What::Into(to) = effect.what {
                next[effect.node as usize].push(to);
            }
        }
        for &(from, to) in self.ways.iter().flatten().flat_map(|way| &way.flows) {
            next[from as usize].push(to);
        }
        next
    }
}

/// The ways out of a block.
fn ways(function: &Function, term: &Terminator) -> Vec<Way> {
    let mut seen: Vec<&Edge> = Vec::new();
    for edge in term.edges() {
        if edge.block.index() < function.blocks.len() && !seen.contains(&edge) {
            seen.push(edge);
        }
    }
    let way = |edge: &Edge| {
        let params = &function.blocks[edge.block.index()].params;
        let flows = params.iter().zip(&edge.args).filter_map(|(param, arg)| Some((register(arg)?.0, param.0)));
        Way { to: edge.block, flows: flows.collect() }
    };
    seen.into_iter().map(way).collect()
}

/// Collects the effects of a block.
struct Builder<'a> {
    around: &'a Surroundings<'a>,
    objects: &'a Objects,
    rest: usize,
    index: u32,
    effects: Vec<Effect>,
}

impl Builder<'_> {
    fn object(&self, address: &Operand) -> usize {
        self.objects.at(address).map_or(self.rest, |local| self.rest + 1 + local)
    }

    fn edge(&mut self, from: usize, to: usize) {
        self.effects.push(Effect { index: self.index, node: from as u32, what: What::Into(to as u32) });
    }

    fn flow(&mut self, from: &Operand, to: usize) {
        if let Some(reg) = register(from) {
            self.edge(Effects::register(reg), to);
        }
    }

    fn ask(&mut self, about: &Operand, weight: u32) {
        if let Some(reg) = register(about) {
            self.ask_node(Effects::register(reg), weight);
        }
    }

    fn ask_node(&mut self, node: usize, weight: u32) {
        if weight > 0 {
            self.effects.push(Effect { index: self.index, node: node as u32, what: What::Ask(weight) });
        }
    }

    fn instruction(&mut self, inst: &Inst) {
        match inst {
            Inst::Check { cond, .. } => self.ask(cond, 1),
            Inst::Load { dst, ptr } => {
                self.ask(ptr, 1);
                self.flow(ptr, Effects::register(*dst));
                let object = self.object(ptr);
                self.edge(object, Effects::register(*dst));
            }
            Inst::Store { ptr, value } => {
                self.ask(ptr, 1);
                let object = self.object(ptr);
                self.flow(ptr, object);
                self.flow(value, object);
            }
            Inst::Alloca { size, dst, .. } => {
                self.ask(size, 1);
                self.flow(size, Effects::register(*dst));
            }
            Inst::Call { dst, callee, args } => self.call(*dst, callee, args),
            _ => {
                let Some(dst) = inst.dst() else { return };
                inst.each_operand(|operand| self.flow(operand, Effects::register(dst)));
            }
        }
    }

    fn call(&mut self, dst: Option<Reg>, callee: &Callee, args: &[Operand]) {
        let around = self.around;
        let dst = dst.map(Effects::register);
        match callee {
            Callee::Direct(id) if !around.module.functions[id.index()].is_defined() => {
                self.model(dst, &around.module.functions[id.index()].name, args);
            }
            Callee::Direct(id) => match &around.summaries[id.index()] {
                Some(summary) => self.known(dst, summary, args),
                None => self.unknown(dst, args),
            },
            Callee::Indirect(target) => {
                self.ask(target, 1);
                self.flow(target, self.rest);
                self.unknown(dst, args);
            }
        }
    }

    /// A call of a function that has a summary.
    fn known(&mut self, dst: Option<usize>, summary: &Summary, args: &[Operand]) {
        let rest = self.rest;
        for (index, arg) in args.iter().enumerate() {
            // Variadic arguments are read from memory.
            let Some(param) = summary.params.get(index) else {
                self.flow(arg, rest);
                continue;
            };
            self.ask(arg, param.cost);
            if param.into_memory {
                self.flow(arg, rest);
            }
            if let (Some(dst), true) = (dst, param.into_result) {
                self.flow(arg, dst);
            }
        }
        self.ask_node(rest, summary.memory.cost);
        if let (Some(dst), true) = (dst, summary.memory.into_result) {
            self.edge(rest, dst);
        }
    }

    /// A call of which nothing is known: the result and memory may depend on all arguments, and no questions
    /// are counted.
    fn unknown(&mut self, dst: Option<usize>, args: &[Operand]) {
        let rest = self.rest;
        args.iter().for_each(|arg| self.flow(arg, rest));
        if let Some(dst) = dst {
            args.iter().for_each(|arg| self.flow(arg, dst));
            self.edge(rest, dst);
        }
    }

    /// A call of a function without a body: it may read and write the objects whose addresses it is given.
    fn model(&mut self, dst: Option<usize>, name: &str, args: &[Operand]) {
        let asks = (self.around.asks)(name);
        let mut touched: Vec<usize> = Vec::new();
        for arg in args {
            if asks {
                self.ask(arg, 1);
            }
            if self.objects.is_address(arg) {
                touched.push(self.object(arg));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        for &object in &touched {
            args.iter().for_each(|arg| self.flow(arg, object));
            for &other in touched.iter().filter(|&&other| other != object) {
                self.edge(object, other);
            }
        }
        if let Some(dst) = dst {
            args.iter().for_each(|arg| self.flow(arg, dst));
            touched.iter().for_each(|&object| self.edge(object, dst));
        }
    }

    fn terminator(&mut self, term: &Terminator, ways: &[Way], result: usize) {
        match term {
            Terminator::Branch { cond, .. } => self.ask(cond, 1),
            // A switch asks as many questions as the equivalent chain of branches.
            Terminator::Switch { value, .. } => self.ask(value, ways.len().saturating_sub(1) as u32),
            Terminator::Goto { address } => self.ask(address, 1),
            Terminator::Return(Some(value)) => self.flow(value, result),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }
}
