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

/// Operators with two operands and a result of the same width. None of them can fail: shifts by the width or
/// more and divisions by zero have the meaning of SMT-LIB, and a front end puts a check before them where they
/// are errors.
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

/// Comparisons of two operands of the same width; the result has width 1.
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
    /// Extends to a greater width with zeros.
    Zext,
    /// Extends to a greater width with copies of the sign bit.
    Sext,
    /// Truncates to a smaller width, keeping the low bits.
    Trunc,
}

/// What a call calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module.
    Direct(FuncId),
    /// The function at this address (64 bits).
    Indirect(Operand),
}

/// One instruction. `dst` registers carry the result's width.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Inst {
    /// Copies a value of the same width.
    Move { dst: Reg, src: Operand },
    /// An indeterminate value, such as that of a variable before its first assignment. The executor uses zero
    /// where it needs a value, and can tell which values depend on it.
    Undefined { dst: Reg },
    /// Arithmetic and logic.
    Binary { op: BinaryOp, dst: Reg, a: Operand, b: Operand },
    /// A comparison.
    Compare { op: CompareOp, dst: Reg, a: Operand, b: Operand },
    /// A change of width.
    Cast { op: CastOp, dst: Reg, a: Operand },
    /// The bits of `a` from bit `lo` up, as many as `dst` has.
    Extract { dst: Reg, a: Operand, lo: u32 },
    /// The bits of `hi` followed by those of `lo`, with `hi` in the high part.
    Concat { dst: Reg, hi: Operand, lo: Operand },
    /// `a` if `cond` (width 1) holds, else `b`.
    Select { dst: Reg, cond: Operand, a: Operand, b: Operand },
    /// Creates an object of `size` bytes (an operand of 64 bits) on the stack; it lives until the function
    /// returns.
    Alloca { dst: Reg, size: Operand, align: u64 },
    /// Reads `ceil(width / 8)` bytes and keeps the low bits.
    Load { dst: Reg, ptr: Operand },
    /// Writes `ceil(width / 8)` bytes, where `width` is that of `value`; `value` is zero-extended.
    Store { ptr: Operand, value: Operand },
    /// Reports an error of this kind where `cond` (width 1) is false.
    Check { cond: Operand, kind: ErrorKind, message: String },
    /// A call; arguments past the callee's parameters are variadic ones.
    Call { dst: Option<Reg>, callee: Callee, args: Vec<Operand> },
    /// Whether the call right before this instruction was left by an exception instead of a return (width 1).
    /// `pad` (64 bits) is the address of a description of the exceptions that may enter here; only the code
    /// that throws exceptions reads it. Exceptions pass through a call that is not followed by this
    /// instruction.
    Unwound { dst: Reg, pad: Operand },
    /// A construct that the front end could not lower. It ends the path; the report names and counts it.
    Unsupported { what: String },
    /// Does nothing. Marks where the machine code of that address begins, and, if `symbol` is given, where that
    /// symbol's code begins. Only in a function of machine code.
    Place { address: u64, symbol: Option<String> },
}

/// A jump to a block, with values for its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The target.
    pub block: BlockId,
    /// One value for each parameter of the target.
    pub args: Vec<Operand>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Terminator {
    /// Always follows this edge.
    Jump(Edge),
    /// Follows `then` if `cond` (width 1) holds, else `other`.
    Branch { cond: Operand, then: Edge, other: Edge },
    /// Follows the edge of the case equal to `value`, or `default` if there is none.
    Switch { value: Operand, cases: Vec<(Bv, Edge)>, default: Edge },
    /// Jumps to the [`Inst::Place`] with that address (64 bits), in any block; an error if there is none. Only
    /// in a function of machine code.
    Goto { address: Operand },
    /// Returns from the function.
    Return(Option<Operand>),
    /// Must not be reached: an error of kind `unreachable`.
    Unreachable,
}
