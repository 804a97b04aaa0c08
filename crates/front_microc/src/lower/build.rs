//! Builds an IR function: registers, blocks, and the instructions of the current block.

use bv::Bv;
use ir::{
    BinaryOp, Block, BlockId, Callee, CastOp, CompareOp, Edge, ErrorKind, FuncId, Function, Inst, Operand, Reg,
    Terminator,
};

use crate::source::Pos;

/// A 32-bit constant for a number.
pub fn number(value: i32) -> Operand {
    Operand::Const(Bv::new(32, value as u32 as u64))
}

/// A 64-bit constant for an address or a size.
pub fn word(value: u64) -> Operand {
    Operand::Const(Bv::new(64, value))
}

/// A constant condition.
pub fn bit(value: bool) -> Operand {
    Operand::Const(Bv::new(1, u64::from(value)))
}

/// The value of a constant of up to 64 bits; `None` if the operand is not a constant.
pub fn known(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Const(value) => Some(value.low_u64()),
        _ => None,
    }
}

/// A function being built.
pub struct Builder {
    function: Function,
    /// Allocations of memory for the whole call. They go to the start of the function, so that a loop does not
    /// repeat them.
    slots: Vec<(Inst, ir::Pos)>,
    insts: Vec<(Inst, ir::Pos)>,
    current: BlockId,
    pos: ir::Pos,
}

impl Builder {
    /// Begins with the first block of a function that has its parameters.
    pub fn new(function: Function) -> Builder {
        let pos = function.pos;
        let mut builder = Builder { function, slots: Vec::new(), insts: Vec::new(), current: BlockId(0), pos };
        builder.current = builder.block(&[]).0;
        builder
    }

    /// Sets the position of the instructions that follow.
    pub fn at(&mut self, pos: Pos) {
        self.pos = ir::Pos { file: 0, line: pos.line, column: pos.column };
    }

    /// Creates a block with parameters of these widths, to be filled later.
    pub fn block(&mut self, widths: &[u32]) -> (BlockId, Vec<Operand>) {
        let params: Vec<Reg> = widths.iter().map(|&width| self.function.add_reg(width)).collect();
        let operands = params.iter().map(|&reg| Operand::Reg(reg)).collect();
        let (insts, term) = (Vec::new(), Terminator::Unreachable);
        self.function.blocks.push(Block { params, insts, term, term_pos: self.pos });
        (BlockId(self.function.blocks.len() as u32 - 1), operands)
    }

    /// Ends the current block and continues with another one.
    pub fn end(&mut self, term: Terminator, next: BlockId) {
        self.close(term);
        self.current = next;
    }

    fn close(&mut self, term: Terminator) {
        let block = &mut self.function.blocks[self.current.index()];
        (block.insts, block.term, block.term_pos) = (std::mem::take(&mut self.insts), term, self.pos);
    }

    /// Ends the current block with a jump and continues with another one.
    pub fn jump(&mut self, to: BlockId, args: Vec<Operand>, next: BlockId) {
        self.end(Terminator::Jump(Edge { block: to, args }), next);
    }

    /// Ends the current block with a branch and continues with another one.
    pub fn branch(&mut self, cond: Operand, then: Edge, other: Edge, next: BlockId) {
        self.end(Terminator::Branch { cond, then, other }, next);
    }

    /// Ends the current block with a return, and completes the function.
    pub fn finish(mut self, result: Option<Operand>) -> Function {
        self.close(Terminator::Return(result));
        self.function.blocks[0].insts.splice(0..0, self.slots);
        self.function
    }

    fn add(&mut self, inst: Inst) {
        self.insts.push((inst, self.pos));
    }

    fn put(&mut self, width: u32, inst: impl FnOnce(Reg) -> Inst) -> Operand {
        let dst = self.function.add_reg(width);
        self.add(inst(dst));
        Operand::Reg(dst)
    }

    /// A copy of a value, so that an assignment has an instruction of its own.
    pub fn copy(&mut self, width: u32, src: Operand) -> Operand {
        self.put(width, |dst| Inst::Move { dst, src })
    }

    /// Arithmetic on two operands of that width.
    pub fn binary(&mut self, op: BinaryOp, width: u32, a: Operand, b: Operand) -> Operand {
        self.put(width, |dst| Inst::Binary { op, dst, a, b })
    }

    /// A comparison.
    pub fn compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> Operand {
        self.put(1, |dst| Inst::Compare { op, dst, a, b })
    }

    /// Zero-extends an operand.
    pub fn zext(&mut self, a: Operand, width: u32) -> Operand {
        match known(&a) {
            Some(value) => Operand::Const(Bv::new(width, value)),
            None => self.put(width, |dst| Inst::Cast { op: CastOp::Zext, dst, a }),
        }
    }

    /// Adds a number of bytes to an address.
    pub fn offset(&mut self, address: Operand, bytes: u64) -> Operand {
        match bytes {
            0 => address,
            _ => self.binary(BinaryOp::Add, 64, address, word(bytes)),
        }
    }

    /// Allocates memory for this call.
    pub fn slot(&mut self, size: u64) -> Operand {
        let dst = self.function.add_reg(64);
        let size = word(size.max(1));
        self.slots.push((Inst::Alloca { dst, size, align: 8 }, self.function.pos));
        Operand::Reg(dst)
    }

    /// Reads a value of that width.
    pub fn load(&mut self, ptr: Operand, width: u32) -> Operand {
        self.put(width, |dst| Inst::Load { dst, ptr })
    }

    /// Writes a value.
    pub fn store(&mut self, ptr: Operand, value: Operand) {
        self.add(Inst::Store { ptr, value });
    }

    /// Reports an error where the condition is false; emits nothing if it is known to hold.
    pub fn check(&mut self, cond: Operand, kind: ErrorKind, message: impl Into<String>) {
        if known(&cond) != Some(1) {
            self.add(Inst::Check { cond, kind, message: message.into() });
        }
    }

    /// A call whose result has the given width; 0 means no result.
    pub fn call(&mut self, callee: FuncId, args: Vec<Operand>, width: u32) -> Option<Operand> {
        let dst = (width > 0).then(|| self.function.add_reg(width));
        self.add(Inst::Call { dst, callee: Callee::Direct(callee), args });
        dst.map(Operand::Reg)
    }
}
