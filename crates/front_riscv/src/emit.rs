//! Helpers that append IR instructions.

use ir::{BinaryOp, CastOp, CompareOp, ErrorKind, Inst, Operand, Pos, Reg};

/// Appends the IR instructions of one machine instruction.
pub struct Emit<'a> {
    /// The instructions of the block.
    pub insts: &'a mut Vec<(Inst, Pos)>,
    /// The source position of the machine instruction.
    pub pos: Pos,
}

impl Emit<'_> {
    pub fn push(&mut self, inst: Inst) {
        self.insts.push((inst, self.pos));
    }

    pub fn set(&mut self, dst: Reg, src: Operand) {
        self.push(Inst::Move { dst, src });
    }

    pub fn binary(&mut self, op: BinaryOp, dst: Reg, a: Operand, b: Operand) -> Operand {
        self.push(Inst::Binary { op, dst, a, b });
        Operand::Reg(dst)
    }

    pub fn compare(&mut self, op: CompareOp, dst: Reg, a: Operand, b: Operand) -> Operand {
        self.push(Inst::Compare { op, dst, a, b });
        Operand::Reg(dst)
    }

    pub fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) -> Operand {
        self.push(Inst::Select { dst, cond, a, b });
        Operand::Reg(dst)
    }

    pub fn cast(&mut self, op: CastOp, dst: Reg, a: Operand) -> Operand {
        self.push(Inst::Cast { op, dst, a });
        Operand::Reg(dst)
    }

    /// The low `width` bits of a value; for a constant, no instruction is emitted.
    pub fn trunc(&mut self, dst: Reg, width: u32, a: Operand) -> Operand {
        match a {
            Operand::Const(value) => crate::registers::int(width, value.low_u64()),
            a => self.cast(CastOp::Trunc, dst, a),
        }
    }

    pub fn sext(&mut self, dst: Reg, a: Operand) -> Operand {
        self.cast(CastOp::Sext, dst, a)
    }

    pub fn zext(&mut self, dst: Reg, a: Operand) -> Operand {
        self.cast(CastOp::Zext, dst, a)
    }

    pub fn load(&mut self, dst: Reg, ptr: Operand) -> Operand {
        self.push(Inst::Load { dst, ptr });
        Operand::Reg(dst)
    }

    pub fn store(&mut self, ptr: Operand, value: Operand) {
        self.push(Inst::Store { ptr, value });
    }

    pub fn check(&mut self, cond: Operand, kind: ErrorKind, message: &str) {
        self.push(Inst::Check { cond, kind, message: message.to_owned() });
    }

    pub fn unsupported(&mut self, what: String) {
        self.push(Inst::Unsupported { what });
    }
}
