//! The constraints that globals, instructions and calls put on the sets.

use super::known::{Effect, effect};
use super::solve::{Edge, Node, Solver, Use};
use super::{Location, Place, Site};
use crate::inst::{BinaryOp, Callee, CastOp, Inst, Operand, Terminator};
use crate::module::{BlockId, FuncId, Reg, Target};

/// A call.
pub(super) struct Call {
    place: Place,
    dst: Option<Reg>,
    args: Vec<Node>,
}

impl Solver<'_> {
    /// What globals hold at the beginning, and what the environment knows of them.
    pub(super) fn globals(&mut self) {
        let module = self.module;
        for (id, global) in (0..).zip(&module.globals) {
            let site = Site::Global(crate::module::GlobalId(id));
            for relocation in &global.relocations {
                let cell = self.cell(site, Some(relocation.offset as i64));
                let target = match relocation.target {
                    Target::Global(id) => Site::Global(id),
                    Target::Func(id) => Site::Function(id),
                };
                self.add(cell, Location { site: target, offset: Some(relocation.addend) });
            }
            if global.external {
                let outside = self.outside;
                self.add(outside, Location { site, offset: None });
            }
        }
    }

    /// The environment calls a function with what it knows.
    pub(super) fn enter_from_outside(&mut self, function: FuncId) {
        self.enter(function);
        let outside = self.outside;
        for &param in &self.module.functions[function.index()].params {
            let param = self.register(function, param);
            self.edge(outside, param, Edge::Any);
        }
        let result = self.result(function);
        self.edge(result, outside, Edge::Any);
    }

    /// The code of a function can be executed.
    fn enter(&mut self, function: FuncId) {
        if !self.entered.insert(function) {
            return;
        }
        let module = self.module;
        for (block, code) in (0..).zip(&module.functions[function.index()].blocks) {
            for (number, (inst, _)) in (0..).zip(&code.insts) {
                self.inst(Place { function, block: BlockId(block), number }, inst);
            }
            if let Terminator::Return(Some(value)) = &code.term {
                let result = self.result(function);
                self.flow(function, value, result, Edge::Same);
            }
            for edge in code.term.edges() {
                let params = &module.functions[function.index()].blocks[edge.block.index()].params;
                for (value, &param) in edge.args.iter().zip(params) {
                    let param = self.register(function, param);
                    self.flow(function, value, param, Edge::Same);
                }
            }
        }
    }

    /// What an operand points to goes to a node.
    fn flow(&mut self, function: FuncId, from: &Operand, to: Node, edge: Edge) {
        match from {
            Operand::Reg(reg) => {
                let from = self.register(function, *reg);
                self.edge(from, to, edge);
            }
            Operand::Const(_) => {}
            Operand::Global(..) | Operand::Func(_) => {
                let from = self.value(function, from);
                self.edge(from, to, edge);
            }
        }
    }

    /// The node of an operand.
    fn value(&mut self, function: FuncId, operand: &Operand) -> Node {
        let location = match operand {
            Operand::Reg(reg) => return self.register(function, *reg),
            Operand::Const(_) => return self.node(),
            Operand::Global(id, offset) => Location { site: Site::Global(*id), offset: Some(*offset) },
            Operand::Func(id) => Location { site: Site::Function(*id), offset: Some(0) },
        };
        let node = self.node();
        self.add(node, location);
        node
    }

    fn inst(&mut self, place: Place, inst: &Inst) {
        let function = place.function;
        let width = |reg: Reg| self.module.functions[function.index()].width(reg);
        match inst {
            Inst::Load { dst, ptr } => {
                let bytes = i64::from(width(*dst).div_ceil(8));
                let (dst, ptr) = (self.register(function, *dst), self.value(function, ptr));
                self.add_use(ptr, Use::Load(dst, bytes));
            }
            Inst::Store { ptr, value } => {
                let bytes = self.bytes(function, value);
                let (ptr, value) = (self.value(function, ptr), self.value(function, value));
                self.add_use(ptr, Use::Store(value, bytes));
            }
            Inst::Alloca { dst, .. } => {
                let dst = self.register(function, *dst);
                self.add(dst, Location { site: Site::Stack(place), offset: Some(0) });
            }
            Inst::Call { dst, callee, args } => {
                let args = args.iter().map(|arg| self.value(function, arg)).collect();
                self.calls.push(Call { place, dst: *dst, args });
                let call = self.calls.len() - 1;
                match callee {
                    Callee::Direct(callee) => self.bind(call, *callee),
                    Callee::Indirect(address) => {
                        let address = self.value(function, address);
                        self.add_use(address, Use::Call(call));
                    }
                }
            }
            Inst::Move { dst, src } => self.computed(function, *dst, &[(src, Edge::Same)]),
            Inst::Select { dst, a, b, .. } => self.computed(function, *dst, &[(a, Edge::Same), (b, Edge::Same)]),
            Inst::Binary { op, dst, a, b } => {
                let [to_a, to_b] = arithmetic(*op, a, b);
                self.computed(function, *dst, &[(a, to_a), (b, to_b)]);
            }
            Inst::Cast { op, dst, a } => {
                // What is extended from a whole address and cut again is the address.
                let keeps = match op {
                    CastOp::Zext | CastOp::Sext => self.bytes(function, a) == 8,
                    CastOp::Trunc => width(*dst) == 64,
                };
                self.computed(function, *dst, &[(a, if keeps { Edge::Same } else { Edge::Any })]);
            }
            Inst::Extract { dst, a, .. } => self.computed(function, *dst, &[(a, Edge::Any)]),
            Inst::Concat { dst, hi, lo } => self.computed(function, *dst, &[(hi, Edge::Any), (lo, Edge::Any)]),
            // One bit, or nothing.
            Inst::Compare { .. }
            | Inst::Undefined { .. }
            | Inst::Check { .. }
            | Inst::Unwound { .. }
            | Inst::Unsupported { .. }
            | Inst::Place { .. } => {}
        }
    }

    fn computed(&mut self, function: FuncId, dst: Reg, from: &[(&Operand, Edge)]) {
        let dst = self.register(function, dst);
        for &(operand, edge) in from {
            self.flow(function, operand, dst, edge);
        }
    }

    /// The number of bytes of an operand.
    fn bytes(&self, function: FuncId, operand: &Operand) -> i64 {
        let width = match operand {
            Operand::Reg(reg) => self.module.functions[function.index()].width(*reg),
            Operand::Const(value) => value.width(),
            Operand::Global(..) | Operand::Func(_) => 64,
        };
        i64::from(width.div_ceil(8))
    }

    /// A call calls a function.
    pub(super) fn bind(&mut self, call: usize, callee: FuncId) {
        let Call { place, dst, args } = &self.calls[call];
        let (place, dst, args) = (*place, *dst, args.clone());
        let dst = dst.map(|dst| self.register(place.function, dst));
        let function = &self.module.functions[callee.index()];
        if !function.is_defined() {
            return self.model(place, dst, &args, effect(&function.name));
        }
        self.enter(callee);
        for (&arg, &param) in args.iter().zip(&function.params) {
            let param = self.register(callee, param);
            self.edge(arg, param, Edge::Same);
        }
        for &arg in args.iter().skip(function.params.len()) {
            let cell = self.cell(Site::Arguments(callee), None);
            self.edge(arg, cell, Edge::Same);
        }
        if let Some(dst) = dst {
            let result = self.result(callee);
            self.edge(result, dst, Edge::Same);
        }
    }

    /// A call calls a function of the environment.
    pub(super) fn call_outside(&mut self, call: usize) {
        let Call { place, dst, args } = &self.calls[call];
        let (place, dst, args) = (*place, *dst, args.clone());
        let dst = dst.map(|dst| self.register(place.function, dst));
        self.model(place, dst, &args, Effect::Anything);
    }

    /// What a function without a body does.
    fn model(&mut self, place: Place, dst: Option<Node>, args: &[Node], effect: Effect) {
        let site = Site::Heap(place);
        let made = Location { site, offset: Some(0) };
        let dst = dst.unwrap_or_else(|| self.node());
        args.iter().for_each(|&arg| self.access(arg));
        match (effect, args) {
            (Effect::Nothing, _) => {}
            (Effect::Allocates, _) => self.add(dst, made),
            (Effect::Reallocates, &[old, ..]) => {
                self.add(dst, made);
                let new = self.node();
                self.add(new, made);
                self.transfer(old, new);
            }
            (Effect::Copies, &[to, from, ..]) => {
                self.transfer(from, to);
                self.edge(to, dst, Edge::Same);
                self.edge(to, dst, Edge::Any);
            }
            (Effect::Formats, &[to, ref from @ ..]) => from.iter().for_each(|&from| self.transfer(from, to)),
            (Effect::ReturnsFirst, &[first, ..]) => self.edge(first, dst, Edge::Same),
            (Effect::ReturnsWithin, &[first, ..]) => self.edge(first, dst, Edge::Any),
            (Effect::StartsArguments, &[list, ..]) => {
                let area = self.node();
                self.add(area, Location { site: Site::Arguments(place.function), offset: None });
                // The list holds the address of the arguments, at a place that the convention says.
                let anywhere = self.node();
                self.edge(list, anywhere, Edge::Any);
                self.add_use(anywhere, Use::Store(area, 8));
            }
            _ => {
                let outside = self.outside;
                args.iter().for_each(|&arg| self.edge(arg, outside, Edge::Any));
                self.add(outside, Location { site, offset: None });
                self.edge(outside, dst, Edge::Any);
            }
        }
    }

    /// Bytes are copied from where one node points to where another does.
    fn transfer(&mut self, from: Node, to: Node) {
        self.add_use(from, Use::CopyTo(to));
        self.add_use(to, Use::CopyFrom(from));
    }
}

/// What arithmetic does to the locations of its operands.
fn arithmetic(op: BinaryOp, a: &Operand, b: &Operand) -> [Edge; 2] {
    let number = |operand: &Operand| match operand {
        Operand::Const(value) if value.width() == 64 => Some(value.low_u64() as i64),
        _ => None,
    };
    match (op, number(a), number(b)) {
        (BinaryOp::Add, _, Some(distance)) => [Edge::Add(distance), Edge::Any],
        (BinaryOp::Add, Some(distance), _) => [Edge::Any, Edge::Add(distance)],
        (BinaryOp::Sub, _, Some(distance)) => [Edge::Add(distance.wrapping_neg()), Edge::Any],
        _ => [Edge::Any, Edge::Any],
    }
}
