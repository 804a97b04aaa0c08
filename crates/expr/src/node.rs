//! The node: one operator with at most three operands, in twenty bytes and without pointers.

use std::fmt;

/// A term in a [`Pool`](crate::Pool).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub(crate) u32);

impl ExprId {
    /// The dense index, for tables with one entry for each term.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ExprId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// A symbolic input: a named bit-vector variable of any width. Byte `i` of a symbolic object is bits `8i .. 8i + 8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub u32);

impl SymbolId {
    /// The dense index, for tables with one entry for each symbol.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name and the width of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The name. Name and width together are unique within a pool.
    pub name: String,
    /// The width in bits.
    pub width: u32,
}

/// An interned constant byte table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TableId(pub u32);

/// The operators. Booleans are bit-vectors of width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Op {
    /// A constant of at most 64 bits; `args[0]` is its low half and `args[1]` its high half.
    Const,
    /// A constant of more than 64 bits; `args[0]` indexes the pool's wide constants.
    WideConst,
    /// A symbol; `args[0]` is its [`SymbolId`].
    Sym,
    /// Bitwise complement (the negation of a boolean).
    Not,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Two's complement negation.
    Neg,
    /// Addition modulo 2^w. Subtraction is `Add(a, Neg(b))`.
    Add,
    /// Multiplication modulo 2^w.
    Mul,
    /// Unsigned division; by zero gives all ones.
    UDiv,
    /// Unsigned remainder; by zero gives the dividend.
    URem,
    /// Signed division, truncated towards zero (SMT-LIB's `bvsdiv`).
    SDiv,
    /// Signed remainder with the dividend's sign (SMT-LIB's `bvsrem`).
    SRem,
    /// Shift left; a distance of the width or more gives zero.
    Shl,
    /// Logical shift right; a distance of the width or more gives zero.
    LShr,
    /// Arithmetic shift right; a distance of the width or more gives the sign in every bit.
    AShr,
    /// Equality, width 1.
    Eq,
    /// Unsigned less than, width 1.
    Ult,
    /// Unsigned less or equal, width 1.
    Ule,
    /// Signed less than, width 1.
    Slt,
    /// Signed less or equal, width 1.
    Sle,
    /// If-then-else: `args[1]` if `args[0]` (width 1) is 1, else `args[2]`.
    Ite,
    /// Bits `lo .. lo + width` of `args[0]`; `lo` is `args[1]`, a number and not a term.
    Extract,
    /// Concatenation: `args[0]` is the upper part, `args[1]` the lower part.
    Concat,
    /// Zero extension of `args[0]`.
    ZExt,
    /// Sign extension of `args[0]`.
    SExt,
    /// A byte array with constant contents, zero beyond its end; `args[0]` is its [`TableId`].
    Table,
    /// A symbol of width 8n as an array of n bytes, zero beyond its end; `args[0]` is the symbol's term.
    Bytes,
    /// The array `args[0]` with the value `args[2]` written at the 64-bit index `args[1]`, little-endian. The
    /// value has 1, 2, 4 or 8 bytes.
    Store,
    /// The little-endian element of array `args[0]` at the 64-bit index `args[1]`. It has 1, 2, 4 or 8 bytes, as
    /// the width says. An element of several bytes is never read from an array with stores that may overlap it in part.
    Select,
    /// A bounded universal fact, width 1: `args[1]` holds for all values of its index from 1 to `args[0]`, 64 bits
    /// wide. `args[2]` is a number with the level of the index and its greatest value.
    Forall,
    /// The index of an [`Op::Forall`], 64 bits wide: `args[0]` is its level, `args[1]` its greatest value.
    Index,
    /// An operation on floating-point numbers, which are the bits that they are written with. Operations with one
    /// operand may have an extra number in `args[1]`. No operand and no result has more than 128 bits.
    Float(float::Operation),
}

impl Op {
    /// The number of `args` that are terms.
    pub fn arity(self) -> usize {
        use Op::*;
        match self {
            Const | WideConst | Sym | Table | Index => 0,
            Not | Neg | Extract | ZExt | SExt | Bytes => 1,
            And | Or | Xor | Add | Mul | UDiv | URem | SDiv | SRem | Shl | LShr | AShr | Eq | Ult | Ule | Slt | Sle
            | Concat | Select | Forall => 2,
            Ite | Store => 3,
            Float(operation) => operation.function.arity(),
        }
    }

    /// The operator as a number, different for all operators.
    pub fn number(self) -> u32 {
        use Op::*;
        match self {
            Const => 0,
            WideConst => 1,
            Sym => 2,
            Not => 3,
            And => 4,
            Or => 5,
            Xor => 6,
            Neg => 7,
            Add => 8,
            Mul => 9,
            UDiv => 10,
            URem => 11,
            SDiv => 12,
            SRem => 13,
            Shl => 14,
            LShr => 15,
            AShr => 16,
            Eq => 17,
            Ult => 18,
            Ule => 19,
            Slt => 20,
            Sle => 21,
            Ite => 22,
            Extract => 23,
            Concat => 24,
            ZExt => 25,
            SExt => 26,
            Table => 27,
            Bytes => 28,
            Store => 29,
            Select => 30,
            Forall => 31,
            Index => 32,
            Float(operation) => 64 + operation.number(),
        }
    }

    /// Whether the term is an array, not a bit-vector.
    pub fn is_array(self) -> bool {
        matches!(self, Op::Table | Op::Bytes | Op::Store)
    }
}

/// An operator with its operands. For arrays, `width` is the width of an element (8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The operator.
    pub op: Op,
    /// The width of the value in bits.
    pub width: u32,
    /// Operands: terms first, then plain numbers, unused ones zero.
    pub args: [u32; 3],
}

impl Node {
    /// Operand `i`, which must be a term.
    #[inline]
    pub fn arg(&self, i: usize) -> ExprId {
        debug_assert!(i < self.op.arity());
        ExprId(self.args[i])
    }

    /// The operands that are terms.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = ExprId> + '_ {
        self.args[..self.op.arity()].iter().map(|&id| ExprId(id))
    }
}
