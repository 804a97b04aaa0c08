//! Builds an IR function: registers, the instructions of the current block, and operations that fold if they
//! can.

use bv::Bv;
use ir::{
    BinaryOp, Block, BlockId, Callee, CastOp, CompareOp, ErrorKind, Function, Inst, Operand, Pos, Reg, Terminator,
};
use rustc_hash::FxHashSet;

use crate::fold;
use crate::unsupported::Unsupported;

/// What performs operations: either they become instructions, or all of them must fold.
pub trait Ops {
    /// Arithmetic and logic on two operands of one width.
    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Result<Operand, Unsupported>;
    /// The bits of an operand from `lo` up, `width` of them.
    fn extract(&mut self, a: Operand, lo: u32, width: u32) -> Result<Operand, Unsupported>;
    /// The bits of `hi` above those of `lo`.
    fn concat(&mut self, hi: Operand, lo: Operand) -> Result<Operand, Unsupported>;
    /// Zero-extends, sign-extends or truncates an operand.
    fn resize(&mut self, a: Operand, width: u32, signed: bool) -> Result<Operand, Unsupported>;
}

/// Folds operations or fails: for initial values of globals.
pub struct FoldOnly;

impl FoldOnly {
    fn known(result: Option<Operand>) -> Result<Operand, Unsupported> {
        result.ok_or_else(|| Unsupported::new("a constant that only the linker can compute"))
    }
}

impl Ops for FoldOnly {
    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Result<Operand, Unsupported> {
        FoldOnly::known(fold::binary(op, &a, &b))
    }

    fn extract(&mut self, a: Operand, lo: u32, width: u32) -> Result<Operand, Unsupported> {
        if lo == 0 && fixed_width(&a) == Some(width) {
            return Ok(a);
        }
        FoldOnly::known(fold::extract(&a, lo, width))
    }

    fn concat(&mut self, hi: Operand, lo: Operand) -> Result<Operand, Unsupported> {
        FoldOnly::known(fold::concat(&hi, &lo))
    }

    fn resize(&mut self, a: Operand, width: u32, signed: bool) -> Result<Operand, Unsupported> {
        match fixed_width(&a) {
            Some(old) if old == width => Ok(a),
            Some(old) => FoldOnly::known(fold::cast(cast_op(old, width, signed), &a, width)),
            None => FoldOnly::known(None),
        }
    }
}

/// The width of an operand that is not a register.
fn fixed_width(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Reg(_) => None,
        Operand::Const(number) => Some(number.width()),
        Operand::Global(..) | Operand::Func(_) => Some(64),
    }
}

/// The cast from one width to a different one.
fn cast_op(old: u32, new: u32, signed: bool) -> CastOp {
    match (new < old, signed) {
        (true, _) => CastOp::Trunc,
        (false, true) => CastOp::Sext,
        (false, false) => CastOp::Zext,
    }
}

/// A function being built.
pub struct Builder {
    /// The function; its blocks are filled one by one.
    pub function: Function,
    /// The position of the instructions that follow.
    pub pos: Pos,
    /// The landing pad of the calls that follow.
    pub landing_pad: Option<Operand>,
    /// Whether the last of these calls was left by an exception.
    pub unwound: Option<Operand>,
    insts: Vec<(Inst, Pos)>,
    /// Source lines to mark, each with the index of the instruction before which the mark goes.
    marks: Vec<(usize, Pos)>,
}

impl Builder {
    /// Begins with a function that has its registers and parameters, but no blocks.
    pub fn new(function: Function) -> Builder {
        let (pos, insts, marks) = (Pos::default(), Vec::new(), Vec::new());
        Builder { function, pos, landing_pad: None, unwound: None, insts, marks }
    }

    /// Creates a block, to be filled later.
    pub fn add_block(&mut self) -> BlockId {
        let term_pos = Pos::default();
        self.function.blocks.push(Block {
            params: Vec::new(),
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_pos,
        });
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    /// Makes the instructions collected so far, followed by `term`, the contents of `block`.
    pub fn finish_block(&mut self, block: BlockId, term: Terminator) {
        self.place_marks();
        let (insts, term_pos) = (std::mem::take(&mut self.insts), self.pos);
        let block = &mut self.function.blocks[block.index()];
        (block.insts, block.term, block.term_pos) = (insts, term, term_pos);
    }

    /// Marks a source line that has lost its instructions with a move that nothing reads, so that the program
    /// still reaches the line.
    pub fn mark_line(&mut self, pos: Pos) {
        self.marks.push((self.insts.len(), pos));
    }

    /// Inserts marks for lines that have no other instruction in the block. A terminator without a position
    /// takes the last mark instead.
    fn place_marks(&mut self) {
        let mut marks = std::mem::take(&mut self.marks);
        if marks.is_empty() {
            return;
        }
        let line = |pos: Pos| (pos.file, pos.line);
        let mut taken: FxHashSet<(u32, u32)> = self.insts.iter().map(|&(_, pos)| line(pos)).collect();
        taken.insert(line(self.pos));
        marks.retain(|&(_, mark)| taken.insert(line(mark)));
        if self.pos.line == 0
            && let Some((_, mark)) = marks.pop_if(|&mut (index, _)| index == self.insts.len())
        {
            self.pos = mark;
        }
        let mut marks = marks.into_iter().peekable();
        let insts = std::mem::take(&mut self.insts);
        for (index, inst) in insts.into_iter().map(Some).chain([None]).enumerate() {
            while let Some((_, pos)) = marks.next_if(|&(before, _)| before == index) {
                let dst = self.reg(1);
                self.insts.push((Inst::Move { dst, src: number(1, 1) }, pos));
            }
            self.insts.extend(inst);
        }
    }

    /// A new register of the given width in bits.
    pub fn reg(&mut self, width: u32) -> Reg {
        self.function.add_reg(width)
    }

    /// The width of an operand.
    pub fn width(&self, operand: &Operand) -> u32 {
        match operand {
            Operand::Reg(reg) => self.function.width(*reg),
            other => fixed_width(other).expect("operands other than registers carry their width"),
        }
    }

    /// Appends an instruction.
    pub fn push(&mut self, inst: Inst) {
        self.insts.push((inst, self.pos));
    }

    /// Arithmetic and logic.
    pub fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        if let Some(known) = fold::binary(op, &a, &b) {
            return known;
        }
        let dst = self.reg(self.width(&a));
        self.push(Inst::Binary { op, dst, a, b });
        Operand::Reg(dst)
    }

    /// A comparison.
    pub fn compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> Operand {
        if let Some(known) = fold::compare(op, &a, &b) {
            return known;
        }
        let dst = self.reg(1);
        self.push(Inst::Compare { op, dst, a, b });
        Operand::Reg(dst)
    }

    /// An indeterminate value.
    pub fn undefined(&mut self, width: u32) -> Operand {
        let dst = self.reg(width);
        self.push(Inst::Undefined { dst });
        Operand::Reg(dst)
    }

    /// Zero-extends, sign-extends or truncates a value.
    pub fn resize(&mut self, a: Operand, width: u32, signed: bool) -> Operand {
        let old = self.width(&a);
        if old == width {
            return a;
        }
        let op = cast_op(old, width, signed);
        if let Some(known) = fold::cast(op, &a, width) {
            return known;
        }
        let dst = self.reg(width);
        self.push(Inst::Cast { op, dst, a });
        Operand::Reg(dst)
    }

    /// The bits from `lo` up, `width` of them.
    pub fn extract(&mut self, a: Operand, lo: u32, width: u32) -> Operand {
        if self.width(&a) == width {
            return a;
        }
        if let Some(known) = fold::extract(&a, lo, width) {
            return known;
        }
        let dst = self.reg(width);
        self.push(Inst::Extract { dst, a, lo });
        Operand::Reg(dst)
    }

    /// The bits of `hi` above those of `lo`.
    pub fn concat(&mut self, hi: Operand, lo: Operand) -> Operand {
        if let Some(known) = fold::concat(&hi, &lo) {
            return known;
        }
        let dst = self.reg(self.width(&hi) + self.width(&lo));
        self.push(Inst::Concat { dst, hi, lo });
        Operand::Reg(dst)
    }

    /// One of two values, depending on a condition.
    pub fn select(&mut self, cond: Operand, a: Operand, b: Operand) -> Operand {
        if a == b {
            return a;
        }
        if let Operand::Const(cond) = &cond {
            return if cond.is_zero() { b } else { a };
        }
        let dst = self.reg(self.width(&a));
        self.push(Inst::Select { dst, cond, a, b });
        Operand::Reg(dst)
    }

    /// Loads a value from memory.
    pub fn load(&mut self, ptr: Operand, width: u32) -> Operand {
        let dst = self.reg(width);
        self.push(Inst::Load { dst, ptr });
        Operand::Reg(dst)
    }

    /// Stores a value to memory.
    pub fn store(&mut self, ptr: Operand, value: Operand) {
        self.push(Inst::Store { ptr, value });
    }

    /// The address plus `offset` bytes.
    pub fn offset(&mut self, ptr: Operand, offset: u64) -> Operand {
        self.binary(BinaryOp::Add, ptr, number(64, offset))
    }

    /// Reports an error of that kind unless `cond` holds; emits nothing if it is known to hold.
    pub fn check(&mut self, cond: Operand, kind: ErrorKind, message: &str) {
        if matches!(&cond, Operand::Const(known) if !known.is_zero()) {
            return;
        }
        self.push(Inst::Check { cond, kind, message: message.to_owned() });
    }

    /// A call with a result of `ret` bits; 0 means no result.
    pub fn call(&mut self, callee: Callee, args: Vec<Operand>, ret: u32) -> Option<Operand> {
        let dst = (ret > 0).then(|| self.reg(ret));
        self.push(Inst::Call { dst, callee, args });
        if let Some(pad) = self.landing_pad.clone() {
            let dst = self.reg(1);
            self.push(Inst::Unwound { dst, pad });
            self.unwound = Some(Operand::Reg(dst));
        }
        dst.map(Operand::Reg)
    }

    /// Ends the path here and names what could not be lowered.
    pub fn unsupported(&mut self, what: &Unsupported) {
        self.push(Inst::Unsupported { what: what.0.clone() });
    }
}

impl Ops for Builder {
    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Result<Operand, Unsupported> {
        Ok(Builder::binary(self, op, a, b))
    }

    fn extract(&mut self, a: Operand, lo: u32, width: u32) -> Result<Operand, Unsupported> {
        Ok(Builder::extract(self, a, lo, width))
    }

    fn concat(&mut self, hi: Operand, lo: Operand) -> Result<Operand, Unsupported> {
        Ok(Builder::concat(self, hi, lo))
    }

    fn resize(&mut self, a: Operand, width: u32, signed: bool) -> Result<Operand, Unsupported> {
        Ok(Builder::resize(self, a, width, signed))
    }
}

/// A constant.
pub fn number(width: u32, value: u64) -> Operand {
    Operand::Const(Bv::new(width, value))
}

/// A constant zero.
pub fn zero(width: u32) -> Operand {
    number(width, 0)
}
