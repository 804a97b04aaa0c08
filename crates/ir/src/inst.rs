//! Instructions, terminators and operands.

use bv::Bv;

use crate::kind::ErrorKind;
use crate::module::{BlockId, FuncId, GlobalId, Reg};

/// A value an instruction reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A constant.
    Const(Bv),
    /// The address of a global plus an offset in bytes; 64 bits.
    Global(GlobalId, i64),
    /// The address of a function; 64 bits.
    Func(FuncId),
}

/// Operators of two operands of one width, and a result of that width. None of them can fail: shifts by the width or more
/// and divisions by zero have the meaning of SMT-LIB, and a front end puts a check before them where they are errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

/// Comparisons of two operands of one width; the result has width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CompareOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

/// Changes of width; the result's width is the destination register's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    /// To a greater width with zeros.
    Zext,
    /// To a greater width with copies of the sign.
    Sext,
    /// To a smaller width, keeping the low bits.
    Trunc,
}

/// Who is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module.
    Direct(FuncId),
    /// Whatever function has this address.
    Indirect(Operand),
}

/// One instruction. `dst` registers carry the result's width.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Inst {
    /// Copies a value of the same width.
    Move { dst: Reg, src: Operand },
    /// A value that nobody has determined: that of a variable before its first assignment. The executor takes it for zero
    /// where it has to, and can tell what depends on it.
    Undefined { dst: Reg },
    /// Arithmetic and logic.
    Binary { op: BinaryOp, dst: Reg, a: Operand, b: Operand },
    /// A comparison.
    Compare { op: CompareOp, dst: Reg, a: Operand, b: Operand },
    /// A change of width.
    Cast { op: CastOp, dst: Reg, a: Operand },
    /// Bits `lo ..` of `a`, as many as `dst` has.
    Extract { dst: Reg, a: Operand, lo: u32 },
    /// `hi` above `lo`.
    Concat { dst: Reg, hi: Operand, lo: Operand },
    /// `a` if `cond` (width 1) holds, else `b`.
    Select { dst: Reg, cond: Operand, a: Operand, b: Operand },
    /// A new object on the stack, `size` bytes (64 bits wide operand), gone when the function returns.
    Alloca { dst: Reg, size: Operand, align: u64 },
    /// Reads `ceil(width / 8)` bytes and keeps the low bits.
    Load { dst: Reg, ptr: Operand },
    /// Writes `ceil(width / 8)` bytes, zero-extended; `width` is the value's.
    Store { ptr: Operand, value: Operand },
    /// An error of that kind where `cond` (width 1) is false.
    Check { cond: Operand, kind: ErrorKind, message: String },
    /// A call; arguments past the callee's parameters are variadic ones.
    Call { dst: Option<Reg>, callee: Callee, args: Vec<Operand> },
    /// Whether the call that stands right before it was left by an exception instead of a return (width 1). `pad` (64 bits) is the
    /// address of what says which exceptions may enter here; only the code that throws them reads it. A call that no such
    /// instruction follows is passed by exceptions.
    Unwound { dst: Reg, pad: Operand },
    /// A construct the front end could not lower: ends the path, named and counted.
    Unsupported { what: String },
    /// Does nothing: here begins what the machine has at that address, and the code of that symbol if one is named. Only
    /// in a function of machine code.
    Place { address: u64, symbol: Option<String> },
}

/// A jump to a block that assigns its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where control goes.
    pub block: BlockId,
    /// One value for each parameter of that block.
    pub args: Vec<Operand>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Terminator {
    /// Always goes there.
    Jump(Edge),
    /// Goes to the first edge if `cond` (width 1) holds, else to the second.
    Branch { cond: Operand, then: Edge, other: Edge },
    /// Goes to the case equal to `value`, else to the default.
    Switch { value: Operand, cases: Vec<(Bv, Edge)>, default: Edge },
    /// Goes to the [`Inst::Place`] of that address (64 bits), in whatever block; an error where there is none. Only in a
    /// function of machine code.
    Goto { address: Operand },
    /// Leaves the function.
    Return(Option<Operand>),
    /// Must not be reached: an error of kind `unreachable`.
    Unreachable,
}
