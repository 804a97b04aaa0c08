//! The table of 4-byte instructions: name, fixed bits, and operands.
//!
//! Each row is one instruction of the unprivileged manual; an encoding matches if its bits under `mask` equal
//! `bits`. The operands are a pattern that says both where they are in the encoding and how they are written,
//! as in the tables of assemblers:
//!
//! | letter | operand | letter | operand |
//! |---|---|---|---|
//! | `d` `s` `t` | integer registers rd, rs1, rs2 | `j` | immediate of loads and arithmetic |
//! | `D` `S` `T` `R` | floating-point registers rd, rs1, rs2, rs3 | `q` | immediate of stores |
//! | `m` | rounding mode, always written | `p` | immediate of branches |
//! | `n` | rounding mode, not written if it is to nearest | `u` | immediate of `lui` and `auipc` |
//! | `>` `<` | shift amount of six and of five bits | `a` | immediate of `jal` |
//! | `E` | control and status register | `Z` | small unsigned immediate in place of rs1 |
//! | `P` `Q` | what a fence orders, before and after it | `A` | `.aq` and `.rl` after the name |

/// A row of the table.
pub(crate) struct Row {
    pub op: Op,
    pub name: &'static str,
    pub bits: u32,
    pub mask: u32,
    pub operands: &'static str,
}

macro_rules! instructions {
    ($($op:ident $name:literal $bits:literal $mask:literal $operands:literal;)*) => {
        /// An operation, regardless of the length of its encoding.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(missing_docs)]
        pub enum Op {
            $($op,)*
        }

        impl Op {
            /// Every operation, in the order of the table.
            pub const ALL: &[Op] = &[$(Op::$op,)*];
        }

        pub(crate) const ROWS: &[Row] =
            &[$(Row { op: Op::$op, name: $name, bits: $bits, mask: $mask, operands: $operands },)*];
    };
}

instructions! {
    // RV32I and RV64I
    Lui "lui" 0x00000037 0x0000007f "d,u";
    Auipc "auipc" 0x00000017 0x0000007f "d,u";
    Jal "jal" 0x0000006f 0x0000007f "d,a";
    Jalr "jalr" 0x00000067 0x0000707f "d,j(s)";
    Beq "beq" 0x00000063 0x0000707f "s,t,p";
    Bne "bne" 0x00001063 0x0000707f "s,t,p";
    Blt "blt" 0x00004063 0x0000707f "s,t,p";
    Bge "bge" 0x00005063 0x0000707f "s,t,p";
    Bltu "bltu" 0x00006063 0x0000707f "s,t,p";
    Bgeu "bgeu" 0x00007063 0x0000707f "s,t,p";
    Lb "lb" 0x00000003 0x0000707f "d,j(s)";
    Lh "lh" 0x00001003 0x0000707f "d,j(s)";
    Lw "lw" 0x00002003 0x0000707f "d,j(s)";
    Ld "ld" 0x00003003 0x0000707f "d,j(s)";
    Lbu "lbu" 0x00004003 0x0000707f "d,j(s)";
    Lhu "lhu" 0x00005003 0x0000707f "d,j(s)";
    Lwu "lwu" 0x00006003 0x0000707f "d,j(s)";
    Sb "sb" 0x00000023 0x0000707f "t,q(s)";
    Sh "sh" 0x00001023 0x0000707f "t,q(s)";
    Sw "sw" 0x00002023 0x0000707f "t,q(s)";
    Sd "sd" 0x00003023 0x0000707f "t,q(s)";
    Addi "addi" 0x00000013 0x0000707f "d,s,j";
    Slti "slti" 0x00002013 0x0000707f "d,s,j";
    Sltiu "sltiu" 0x00003013 0x0000707f "d,s,j";
    Xori "xori" 0x00004013 0x0000707f "d,s,j";
    Ori "ori" 0x00006013 0x0000707f "d,s,j";
    Andi "andi" 0x00007013 0x0000707f "d,s,j";
    Slli "slli" 0x00001013 0xfc00707f "d,s,>";
    Srli "srli" 0x00005013 0xfc00707f "d,s,>";
    Srai "srai" 0x40005013 0xfc00707f "d,s,>";
    Add "add" 0x00000033 0xfe00707f "d,s,t";
    Sub "sub" 0x40000033 0xfe00707f "d,s,t";
    Sll "sll" 0x00001033 0xfe00707f "d,s,t";
    Slt "slt" 0x00002033 0xfe00707f "d,s,t";
    Sltu "sltu" 0x00003033 0xfe00707f "d,s,t";
    Xor "xor" 0x00004033 0xfe00707f "d,s,t";
    Srl "srl" 0x00005033 0xfe00707f "d,s,t";
    Sra "sra" 0x40005033 0xfe00707f "d,s,t";
    Or "or" 0x00006033 0xfe00707f "d,s,t";
    And "and" 0x00007033 0xfe00707f "d,s,t";
    Addiw "addiw" 0x0000001b 0x0000707f "d,s,j";
    Slliw "slliw" 0x0000101b 0xfe00707f "d,s,<";
    Srliw "srliw" 0x0000501b 0xfe00707f "d,s,<";
    Sraiw "sraiw" 0x4000501b 0xfe00707f "d,s,<";
    Addw "addw" 0x0000003b 0xfe00707f "d,s,t";
    Subw "subw" 0x4000003b 0xfe00707f "d,s,t";
    Sllw "sllw" 0x0000103b 0xfe00707f "d,s,t";
    Srlw "srlw" 0x0000503b 0xfe00707f "d,s,t";
    Sraw "sraw" 0x4000503b 0xfe00707f "d,s,t";
    FenceTso "fence.tso" 0x8330000f 0xffffffff "";
    Fence "fence" 0x0000000f 0xf00fffff "P,Q";
    Ecall "ecall" 0x00000073 0xffffffff "";
    Ebreak "ebreak" 0x00100073 0xffffffff "";
    // Zifencei and Zicsr
    FenceI "fence.i" 0x0000100f 0xffffffff "";
    Unimp "unimp" 0xc0001073 0xffffffff "";
    Csrrw "csrrw" 0x00001073 0x0000707f "d,E,s";
    Csrrs "csrrs" 0x00002073 0x0000707f "d,E,s";
    Csrrc "csrrc" 0x00003073 0x0000707f "d,E,s";
    Csrrwi "csrrwi" 0x00005073 0x0000707f "d,E,Z";
    Csrrsi "csrrsi" 0x00006073 0x0000707f "d,E,Z";
    Csrrci "csrrci" 0x00007073 0x0000707f "d,E,Z";
    // M
    Mul "mul" 0x02000033 0xfe00707f "d,s,t";
    Mulh "mulh" 0x02001033 0xfe00707f "d,s,t";
    Mulhsu "mulhsu" 0x02002033 0xfe00707f "d,s,t";
    Mulhu "mulhu" 0x02003033 0xfe00707f "d,s,t";
    Div "div" 0x02004033 0xfe00707f "d,s,t";
    Divu "divu" 0x02005033 0xfe00707f "d,s,t";
    Rem "rem" 0x02006033 0xfe00707f "d,s,t";
    Remu "remu" 0x02007033 0xfe00707f "d,s,t";
    Mulw "mulw" 0x0200003b 0xfe00707f "d,s,t";
    Divw "divw" 0x0200403b 0xfe00707f "d,s,t";
    Divuw "divuw" 0x0200503b 0xfe00707f "d,s,t";
    Remw "remw" 0x0200603b 0xfe00707f "d,s,t";
    Remuw "remuw" 0x0200703b 0xfe00707f "d,s,t";
    // A
    LrW "lr.w" 0x1000202f 0xf9f0707f "Ad,(s)";
    ScW "sc.w" 0x1800202f 0xf800707f "Ad,t,(s)";
    AmoswapW "amoswap.w" 0x0800202f 0xf800707f "Ad,t,(s)";
    AmoaddW "amoadd.w" 0x0000202f 0xf800707f "Ad,t,(s)";
    AmoxorW "amoxor.w" 0x2000202f 0xf800707f "Ad,t,(s)";
    AmoandW "amoand.w" 0x6000202f 0xf800707f "Ad,t,(s)";
    AmoorW "amoor.w" 0x4000202f 0xf800707f "Ad,t,(s)";
    AmominW "amomin.w" 0x8000202f 0xf800707f "Ad,t,(s)";
    AmomaxW "amomax.w" 0xa000202f 0xf800707f "Ad,t,(s)";
    AmominuW "amominu.w" 0xc000202f 0xf800707f "Ad,t,(s)";
    AmomaxuW "amomaxu.w" 0xe000202f 0xf800707f "Ad,t,(s)";
    LrD "lr.d" 0x1000302f 0xf9f0707f "Ad,(s)";
    ScD "sc.d" 0x1800302f 0xf800707f "Ad,t,(s)";
    AmoswapD "amoswap.d" 0x0800302f 0xf800707f "Ad,t,(s)";
    AmoaddD "amoadd.d" 0x0000302f 0xf800707f "Ad,t,(s)";
    AmoxorD "amoxor.d" 0x2000302f 0xf800707f "Ad,t,(s)";
    AmoandD "amoand.d" 0x6000302f 0xf800707f "Ad,t,(s)";
    AmoorD "amoor.d" 0x4000302f 0xf800707f "Ad,t,(s)";
    AmominD "amomin.d" 0x8000302f 0xf800707f "Ad,t,(s)";
    AmomaxD "amomax.d" 0xa000302f 0xf800707f "Ad,t,(s)";
    AmominuD "amominu.d" 0xc000302f 0xf800707f "Ad,t,(s)";
    AmomaxuD "amomaxu.d" 0xe000302f 0xf800707f "Ad,t,(s)";
    // F
    Flw "flw" 0x00002007 0x0000707f "D,j(s)";
    Fsw "fsw" 0x00002027 0x0000707f "T,q(s)";
    FmaddS "fmadd.s" 0x00000043 0x0600007f "D,S,T,R,m";
    FmsubS "fmsub.s" 0x00000047 0x0600007f "D,S,T,R,m";
    FnmsubS "fnmsub.s" 0x0000004b 0x0600007f "D,S,T,R,m";
    FnmaddS "fnmadd.s" 0x0000004f 0x0600007f "D,S,T,R,m";
    FaddS "fadd.s" 0x00000053 0xfe00007f "D,S,T,m";
    FsubS "fsub.s" 0x08000053 0xfe00007f "D,S,T,m";
    FmulS "fmul.s" 0x10000053 0xfe00007f "D,S,T,m";
    FdivS "fdiv.s" 0x18000053 0xfe00007f "D,S,T,m";
    FsqrtS "fsqrt.s" 0x58000053 0xfff0007f "D,S,m";
    FsgnjS "fsgnj.s" 0x20000053 0xfe00707f "D,S,T";
    FsgnjnS "fsgnjn.s" 0x20001053 0xfe00707f "D,S,T";
    FsgnjxS "fsgnjx.s" 0x20002053 0xfe00707f "D,S,T";
    FminS "fmin.s" 0x28000053 0xfe00707f "D,S,T";
    FmaxS "fmax.s" 0x28001053 0xfe00707f "D,S,T";
    FeqS "feq.s" 0xa0002053 0xfe00707f "d,S,T";
    FltS "flt.s" 0xa0001053 0xfe00707f "d,S,T";
    FleS "fle.s" 0xa0000053 0xfe00707f "d,S,T";
    FclassS "fclass.s" 0xe0001053 0xfff0707f "d,S";
    FcvtWS "fcvt.w.s" 0xc0000053 0xfff0007f "d,S,m";
    FcvtWuS "fcvt.wu.s" 0xc0100053 0xfff0007f "d,S,m";
    FcvtLS "fcvt.l.s" 0xc0200053 0xfff0007f "d,S,m";
    FcvtLuS "fcvt.lu.s" 0xc0300053 0xfff0007f "d,S,m";
    FcvtSW "fcvt.s.w" 0xd0000053 0xfff0007f "D,s,m";
    FcvtSWu "fcvt.s.wu" 0xd0100053 0xfff0007f "D,s,m";
    FcvtSL "fcvt.s.l" 0xd0200053 0xfff0007f "D,s,m";
    FcvtSLu "fcvt.s.lu" 0xd0300053 0xfff0007f "D,s,m";
    FmvXW "fmv.x.w" 0xe0000053 0xfff0707f "d,S";
    FmvWX "fmv.w.x" 0xf0000053 0xfff0707f "D,s";
    // D
    Fld "fld" 0x00003007 0x0000707f "D,j(s)";
    Fsd "fsd" 0x00003027 0x0000707f "T,q(s)";
    FmaddD "fmadd.d" 0x02000043 0x0600007f "D,S,T,R,m";
    FmsubD "fmsub.d" 0x02000047 0x0600007f "D,S,T,R,m";
    FnmsubD "fnmsub.d" 0x0200004b 0x0600007f "D,S,T,R,m";
    FnmaddD "fnmadd.d" 0x0200004f 0x0600007f "D,S,T,R,m";
    FaddD "fadd.d" 0x02000053 0xfe00007f "D,S,T,m";
    FsubD "fsub.d" 0x0a000053 0xfe00007f "D,S,T,m";
    FmulD "fmul.d" 0x12000053 0xfe00007f "D,S,T,m";
    FdivD "fdiv.d" 0x1a000053 0xfe00007f "D,S,T,m";
    FsqrtD "fsqrt.d" 0x5a000053 0xfff0007f "D,S,m";
    FsgnjD "fsgnj.d" 0x22000053 0xfe00707f "D,S,T";
    FsgnjnD "fsgnjn.d" 0x22001053 0xfe00707f "D,S,T";
    FsgnjxD "fsgnjx.d" 0x22002053 0xfe00707f "D,S,T";
    FminD "fmin.d" 0x2a000053 0xfe00707f "D,S,T";
    FmaxD "fmax.d" 0x2a001053 0xfe00707f "D,S,T";
    FeqD "feq.d" 0xa2002053 0xfe00707f "d,S,T";
    FltD "flt.d" 0xa2001053 0xfe00707f "d,S,T";
    FleD "fle.d" 0xa2000053 0xfe00707f "d,S,T";
    FclassD "fclass.d" 0xe2001053 0xfff0707f "d,S";
    FcvtSD "fcvt.s.d" 0x40100053 0xfff0007f "D,S,m";
    FcvtDS "fcvt.d.s" 0x42000053 0xfff0007f "D,S,n";
    FcvtWD "fcvt.w.d" 0xc2000053 0xfff0007f "d,S,m";
    FcvtWuD "fcvt.wu.d" 0xc2100053 0xfff0007f "d,S,m";
    FcvtLD "fcvt.l.d" 0xc2200053 0xfff0007f "d,S,m";
    FcvtLuD "fcvt.lu.d" 0xc2300053 0xfff0007f "d,S,m";
    FcvtDW "fcvt.d.w" 0xd2000053 0xfff0007f "D,s,n";
    FcvtDWu "fcvt.d.wu" 0xd2100053 0xfff0007f "D,s,n";
    FcvtDL "fcvt.d.l" 0xd2200053 0xfff0007f "D,s,m";
    FcvtDLu "fcvt.d.lu" 0xd2300053 0xfff0007f "D,s,m";
    FmvXD "fmv.x.d" 0xe2000053 0xfff0707f "d,S";
    FmvDX "fmv.d.x" 0xf2000053 0xfff0707f "D,s";
    // Instructions of the privileged manual, which a user program may not execute; they are here to be named.
    Sret "sret" 0x10200073 0xffffffff "";
    Mret "mret" 0x30200073 0xffffffff "";
    Wfi "wfi" 0x10500073 0xffffffff "";
    SfenceVma "sfence.vma" 0x12000073 0xfe007fff "s,t";
}
