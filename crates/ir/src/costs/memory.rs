//! Which memory objects accesses go to, approximately.
//!
//! A local variable whose address is used only in accesses, in arithmetic and as an argument to functions
//! without a body is an object of its own. All other memory (globals, the heap, whatever a pointer from
//! elsewhere may point to, locals whose address escapes) is one object: the rest. Adding a number to an address
//! keeps the object. If a register may hold addresses of two objects, both belong to the rest.

use crate::inst::{BinaryOp, Callee, Inst, Operand, Terminator};
use crate::module::{Function, Module, Reg};
use crate::tuning::MEMORY_PASSES;

/// The object that the value of a register may point into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// None, as far as is known: the value is computed from constants.
    Nothing,
    /// The object of the `alloca` with this number.
    Local(usize),
    /// The rest of memory.
    Rest,
}

/// The objects of a function.
pub(super) struct Objects {
    base: Vec<Base>,
    /// The register of each `alloca`, in the order of the text; the index is the number of the object.
    allocas: Vec<Reg>,
    escaped: Vec<bool>,
}

/// The width of addresses in bits; a value of another width is not an address.
const ADDRESS: u32 = 64;

impl Objects {
    /// Finds the objects of a function.
    pub fn of(module: &Module, function: &Function) -> Objects {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        let allocas: Vec<Reg> =
            insts.filter_map(|(inst, _)| if let Inst::Alloca { dst, .. } = inst { Some(*dst) } else { None }).collect();
        let mut base = vec![Base::Nothing; function.regs.len()];
        let addresses = function.params.iter().filter(|&&param| function.width(param) == ADDRESS);
        addresses.for_each(|param| base[param.index()] = Base::Rest);
        let escaped = vec![false; allocas.len()];
        let mut objects = Objects { base, allocas, escaped };
        for pass in 0.. {
            if !objects.pass(module, function) {
                break;
            }
            if pass == MEMORY_PASSES {
                objects.escaped.fill(true);
                break;
            }
        }
        objects
    }

    /// The number of the local object that an address points into; `None` stands for the rest of memory.
    pub fn at(&self, address: &Operand) -> Option<usize> {
        match self.base_of(address) {
            Base::Local(local) if !self.escaped[local] => Some(local),
            _ => None,
        }
    }

    /// The register of the local object that an address points into; `None` stands for the rest of memory.
    pub fn register_at(&self, address: &Operand) -> Option<Reg> {
        self.at(address).map(|local| self.allocas[local])
    }

    /// Whether an operand may be an address at all.
    pub fn is_address(&self, operand: &Operand) -> bool {
        self.base_of(operand) != Base::Nothing
    }

    /// The locals that are objects of their own: their numbers and the registers of their `alloca`s.
    pub fn locals(&self) -> impl Iterator<Item = (usize, Reg)> {
        self.allocas.iter().copied().enumerate().filter(|&(local, _)| !self.escaped[local])
    }

    fn base_of(&self, operand: &Operand) -> Base {
        match operand {
            Operand::Reg(reg) => self.base[reg.index()],
            Operand::Const(_) => Base::Nothing,
            Operand::Global(..) | Operand::Func(_) => Base::Rest,
        }
    }

    /// Goes through every instruction and edge once; returns whether anything changed.
    fn pass(&mut self, module: &Module, function: &Function) -> bool {
        let mut changed = false;
        let mut alloca = 0;
        for block in &function.blocks {
            for (inst, _) in &block.insts {
                let base = match inst {
                    Inst::Alloca { .. } => {
                        alloca += 1;
                        Base::Local(alloca - 1)
                    }
                    Inst::Move { src, .. } => self.base_of(src),
                    Inst::Binary { op: BinaryOp::Add, a, b, .. } => self.sum(a, b),
                    Inst::Binary { op: BinaryOp::Sub, a, b, .. } => match (self.base_of(a), self.base_of(b)) {
                        (Base::Local(_), Base::Local(_)) => Base::Nothing,
                        (a, _) => a,
                    },
                    Inst::Select { a, b, .. } => {
                        let (a, b) = (self.base_of(a), self.base_of(b));
                        self.meet(a, b)
                    }
                    Inst::Compare { .. } | Inst::Undefined { .. } => Base::Nothing,
                    Inst::Load { .. } => Base::Rest,
                    Inst::Store { value, .. } => self.escape(value),
                    Inst::Call { dst, callee, args } => self.call(module, dst.is_some(), callee, args),
                    _ => {
                        inst.each_operand(|operand| {
                            self.escape(operand);
                        });
                        Base::Rest
                    }
                };
                if let Some(dst) = inst.dst().filter(|&dst| function.width(dst) == ADDRESS) {
                    changed |= self.assign(dst, base);
                }
            }
            if let Terminator::Return(Some(value)) = &block.term {
                self.escape(value);
            }
            for edge in block.term.edges() {
                let params = &function.blocks[edge.block.index()].params;
                for (&param, arg) in
                    params.iter().zip(&edge.args).filter(|(param, _)| function.width(**param) == ADDRESS)
                {
                    let base = self.meet(self.base[param.index()], self.base_of(arg));
                    changed |= self.assign(param, base);
                }
            }
        }
        changed
    }

    fn assign(&mut self, dst: Reg, base: Base) -> bool {
        let old = std::mem::replace(&mut self.base[dst.index()], base);
        if let Base::Local(local) = old
            && old != base
        {
            self.escaped[local] = true;
        }
        old != base
    }

    /// The object of a sum: an address plus a number is an address in the same object.
    fn sum(&mut self, a: &Operand, b: &Operand) -> Base {
        match (self.base_of(a), self.base_of(b)) {
            (Base::Local(one), Base::Local(other)) => {
                self.escaped[one] = true;
                self.escaped[other] = true;
                Base::Rest
            }
            (Base::Local(local), _) | (_, Base::Local(local)) => Base::Local(local),
            (Base::Nothing, Base::Nothing) => Base::Nothing,
            _ => Base::Rest,
        }
    }

    fn meet(&mut self, a: Base, b: Base) -> Base {
        match (a, b) {
            (Base::Nothing, other) | (other, Base::Nothing) => other,
            (a, b) if a == b => a,
            (a, b) => {
                for base in [a, b] {
                    if let Base::Local(local) = base {
                        self.escaped[local] = true;
                    }
                }
                Base::Rest
            }
        }
    }

    fn escape(&mut self, operand: &Operand) -> Base {
        if let Base::Local(local) = self.base_of(operand) {
            self.escaped[local] = true;
        }
        Base::Rest
    }

    /// A function without a body is a model: it does not keep addresses, but may return one that it was given.
    fn call(&mut self, module: &Module, has_result: bool, callee: &Callee, args: &[Operand]) -> Base {
        let model = match callee {
            Callee::Direct(id) => !module.functions[id.index()].is_defined(),
            Callee::Indirect(_) => false,
        };
        let mut locals = args.iter().filter(|arg| matches!(self.base_of(arg), Base::Local(_)));
        match (model, locals.next(), locals.next()) {
            (true, Some(only), None) if has_result => self.base_of(only),
            (true, _, _) if !has_result => Base::Rest,
            _ => {
                args.iter().for_each(|arg| {
                    self.escape(arg);
                });
                Base::Rest
            }
        }
    }
}
