//! Which registers an instruction assigns and which operands it reads: the basis of every analysis.

use crate::inst::{Callee, Edge, Inst, Operand, Terminator};
use crate::module::{Function, Reg};

impl Inst {
    /// The register the instruction assigns.
    pub fn dst(&self) -> Option<Reg> {
        match self {
            Inst::Move { dst, .. }
            | Inst::Undefined { dst }
            | Inst::Binary { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Cast { dst, .. }
            | Inst::Extract { dst, .. }
            | Inst::Concat { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::Unwound { dst, .. } => Some(*dst),
            Inst::Call { dst, .. } => *dst,
            Inst::Store { .. } | Inst::Check { .. } | Inst::Unsupported { .. } | Inst::Place { .. } => None,
        }
    }

    /// Calls `visit` with every operand the instruction reads, in the order of the text form.
    pub fn each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Operand)) {
        match self {
            Inst::Move { src: a, .. }
            | Inst::Cast { a, .. }
            | Inst::Extract { a, .. }
            | Inst::Alloca { size: a, .. }
            | Inst::Load { ptr: a, .. }
            | Inst::Check { cond: a, .. }
            | Inst::Unwound { pad: a, .. } => visit(a),
            Inst::Binary { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::Concat { hi: a, lo: b, .. }
            | Inst::Store { ptr: a, value: b } => [a, b].into_iter().for_each(visit),
            Inst::Select { cond, a, b, .. } => [cond, a, b].into_iter().for_each(visit),
            Inst::Call { callee, args, .. } => {
                if let Callee::Indirect(operand) = callee {
                    visit(operand);
                }
                args.iter().for_each(visit);
            }
            Inst::Undefined { .. } | Inst::Unsupported { .. } | Inst::Place { .. } => {}
        }
    }
}

impl Terminator {
    /// The edges that leave the block, in the order of the text form: the default of a switch comes last. A
    /// `Goto` has none, since its targets are not known statically.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (one, cases, last): (Option<&Edge>, &[_], Option<&Edge>) = match self {
            Terminator::Jump(edge) => (Some(edge), &[], None),
            Terminator::Branch { then, other, .. } => (Some(then), &[], Some(other)),
            Terminator::Switch { cases, default, .. } => (None, cases, Some(default)),
            Terminator::Goto { .. } | Terminator::Return(_) | Terminator::Unreachable => (None, &[], None),
        };
        one.into_iter().chain(cases.iter().map(|(_, edge)| edge)).chain(last)
    }

    /// Calls `visit` with every operand the terminator reads, those of its edges included.
    pub fn each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Operand)) {
        match self {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::Goto { address: value } => visit(value),
            Terminator::Return(value) => value.iter().for_each(&mut visit),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        for edge in self.edges() {
            edge.args.iter().for_each(&mut visit);
        }
    }
}

impl Function {
    /// Calls `visit` with each register wherever it is assigned: as a parameter, as a block parameter, by an
    /// instruction.
    pub fn each_definition(&self, mut visit: impl FnMut(Reg)) {
        self.params.iter().copied().for_each(&mut visit);
        for block in &self.blocks {
            block.params.iter().copied().for_each(&mut visit);
            block.insts.iter().filter_map(|(inst, _)| inst.dst()).for_each(&mut visit);
        }
    }
}
