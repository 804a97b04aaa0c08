//! The table of 2-byte instructions: which 4-byte instruction each stands for, and how it is written.
//!
//! The first matching row is the instruction, so a special case stands before the general one. Operands are
//! written with the letters of `table.rs`, except that `i` stands for any immediate.

use crate::table::Op;

/// Where the number of a register operand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    /// `x0`.
    Zero,
    /// `x1`.
    Ra,
    /// `x2`.
    Sp,
    /// Bits 7 to 11 of the encoding.
    High,
    /// Bits 2 to 6 of the encoding.
    Low,
    /// One of the eight registers from `x8` on, selected by bits 7 to 9.
    HighShort,
    /// One of the eight registers from `x8` on, selected by bits 2 to 4.
    LowShort,
}

/// How the bits of the immediate are laid out in the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spread {
    /// There is no immediate.
    None,
    /// Signed, six bits.
    Signed,
    /// Unsigned, six bits.
    Shift,
    /// Signed, six bits, the immediate of `c.lui`.
    Upper,
    /// The immediate of `c.addi16sp`.
    StackStep,
    /// The immediate of `c.addi4spn`.
    StackAddress,
    /// The offset of a load or store of 4 bytes (`Word`) or 8 bytes (`Double`).
    Word,
    Double,
    /// The offset of a load relative to the stack pointer.
    StackWordLoad,
    StackDoubleLoad,
    /// The offset of a store relative to the stack pointer.
    StackWordStore,
    StackDoubleStore,
    /// The offset of a branch or a jump.
    Branch,
    Jump,
}

/// When an encoding that matches a row is reserved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unless {
    Never,
    ImmediateIsZero,
    DestinationIsZero,
    SourceIsZero,
}

/// A row of the table.
pub(crate) struct Row {
    pub name: &'static str,
    pub bits: u16,
    pub mask: u16,
    pub op: Op,
    pub rd: From,
    pub rs1: From,
    pub rs2: From,
    pub spread: Spread,
    pub unless: Unless,
    pub operands: &'static str,
}

macro_rules! compressed {
    ($($name:literal $bits:literal $mask:literal
       $op:ident($rd:ident, $rs1:ident, $rs2:ident) $spread:ident $unless:ident $operands:literal;)*) => {
        pub(crate) const ROWS: &[Row] = &[$(Row {
            name: $name,
            bits: $bits,
            mask: $mask,
            op: Op::$op,
            rd: From::$rd,
            rs1: From::$rs1,
            rs2: From::$rs2,
            spread: Spread::$spread,
            unless: Unless::$unless,
            operands: $operands,
        },)*];
    };
}

compressed! {
    // quadrant 0
    "c.unimp" 0x0000 0xffff Unimp(Zero, Zero, Zero) None Never "";
    "c.addi4spn" 0x0000 0xe003 Addi(LowShort, Sp, Zero) StackAddress ImmediateIsZero "d,s,i";
    "c.fld" 0x2000 0xe003 Fld(LowShort, HighShort, Zero) Double Never "D,i(s)";
    "c.lw" 0x4000 0xe003 Lw(LowShort, HighShort, Zero) Word Never "d,i(s)";
    "c.ld" 0x6000 0xe003 Ld(LowShort, HighShort, Zero) Double Never "d,i(s)";
    "c.fsd" 0xa000 0xe003 Fsd(Zero, HighShort, LowShort) Double Never "T,i(s)";
    "c.sw" 0xc000 0xe003 Sw(Zero, HighShort, LowShort) Word Never "t,i(s)";
    "c.sd" 0xe000 0xe003 Sd(Zero, HighShort, LowShort) Double Never "t,i(s)";
    // quadrant 1
    "c.nop" 0x0001 0xffff Addi(Zero, Zero, Zero) None Never "";
    "c.nop" 0x0001 0xef83 Addi(Zero, Zero, Zero) Signed Never "i";
    "c.addi" 0x0001 0xe003 Addi(High, High, Zero) Signed Never "d,i";
    "c.addiw" 0x2001 0xe003 Addiw(High, High, Zero) Signed DestinationIsZero "d,i";
    "c.li" 0x4001 0xe003 Addi(High, Zero, Zero) Signed Never "d,i";
    "c.addi16sp" 0x6101 0xef83 Addi(Sp, Sp, Zero) StackStep ImmediateIsZero "d,i";
    "c.lui" 0x6001 0xe003 Lui(High, Zero, Zero) Upper ImmediateIsZero "d,i";
    "c.srli" 0x8001 0xec03 Srli(HighShort, HighShort, Zero) Shift Never "d,i";
    "c.srai" 0x8401 0xec03 Srai(HighShort, HighShort, Zero) Shift Never "d,i";
    "c.andi" 0x8801 0xec03 Andi(HighShort, HighShort, Zero) Signed Never "d,i";
    "c.sub" 0x8c01 0xfc63 Sub(HighShort, HighShort, LowShort) None Never "d,t";
    "c.xor" 0x8c21 0xfc63 Xor(HighShort, HighShort, LowShort) None Never "d,t";
    "c.or" 0x8c41 0xfc63 Or(HighShort, HighShort, LowShort) None Never "d,t";
    "c.and" 0x8c61 0xfc63 And(HighShort, HighShort, LowShort) None Never "d,t";
    "c.subw" 0x9c01 0xfc63 Subw(HighShort, HighShort, LowShort) None Never "d,t";
    "c.addw" 0x9c21 0xfc63 Addw(HighShort, HighShort, LowShort) None Never "d,t";
    "c.j" 0xa001 0xe003 Jal(Zero, Zero, Zero) Jump Never "i";
    "c.beqz" 0xc001 0xe003 Beq(Zero, HighShort, Zero) Branch Never "s,i";
    "c.bnez" 0xe001 0xe003 Bne(Zero, HighShort, Zero) Branch Never "s,i";
    // quadrant 2
    "c.slli" 0x0002 0xe003 Slli(High, High, Zero) Shift Never "d,i";
    "c.fldsp" 0x2002 0xe003 Fld(High, Sp, Zero) StackDoubleLoad Never "D,i(s)";
    "c.lwsp" 0x4002 0xe003 Lw(High, Sp, Zero) StackWordLoad DestinationIsZero "d,i(s)";
    "c.ldsp" 0x6002 0xe003 Ld(High, Sp, Zero) StackDoubleLoad DestinationIsZero "d,i(s)";
    "c.jr" 0x8002 0xf07f Jalr(Zero, High, Zero) None SourceIsZero "s";
    "c.mv" 0x8002 0xf003 Add(High, Zero, Low) None Never "d,t";
    "c.ebreak" 0x9002 0xffff Ebreak(Zero, Zero, Zero) None Never "";
    "c.jalr" 0x9002 0xf07f Jalr(Ra, High, Zero) None Never "s";
    "c.add" 0x9002 0xf003 Add(High, High, Low) None Never "d,t";
    "c.fsdsp" 0xa002 0xe003 Fsd(Zero, Sp, Low) StackDoubleStore Never "T,i(s)";
    "c.swsp" 0xc002 0xe003 Sw(Zero, Sp, Low) StackWordStore Never "t,i(s)";
    "c.sdsp" 0xe002 0xe003 Sd(Zero, Sp, Low) StackDoubleStore Never "t,i(s)";
}
