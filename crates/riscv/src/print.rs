//! Prints instructions as LLVM's disassembler does without aliases.

use std::fmt;

use crate::instruction::Instruction;
use crate::table::Op;
use crate::{compressed, csr, table};

/// The names of the integer registers in the calling convention.
pub const INTEGER_REGISTERS: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2",
    "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// The names of the floating-point registers in the calling convention.
pub const FLOAT_REGISTERS: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5",
    "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

const ROUNDING: [&str; 8] = ["rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn"];
const ORDERING: [&str; 4] = ["", ".rl", ".aq", ".aqrl"];

impl Instruction {
    /// The name and the operand pattern.
    fn spelling(&self) -> (&'static str, &'static str) {
        let row = usize::from(self.row);
        match self.len {
            2 => (compressed::ROWS[row].name, compressed::ROWS[row].operands),
            _ => (table::ROWS[row].name, table::ROWS[row].operands),
        }
    }

    /// The name, without operands.
    pub fn name(&self) -> &'static str {
        self.spelling().0
    }
}

/// The name and the operands, separated by a tab.
impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, operands) = self.spelling();
        f.write_str(name)?;
        let operands = match operands.strip_prefix('A') {
            Some(rest) => {
                f.write_str(ORDERING[usize::from(self.mode)])?;
                rest
            }
            None => operands,
        };
        // Conversions that are always exact are written without the rounding mode if it is to nearest.
        let operands = if self.mode == 0 { operands.trim_end_matches(",n") } else { operands };
        for (index, letter) in operands.chars().enumerate() {
            if index == 0 {
                f.write_str("\t")?;
            }
            self.operand(f, letter)?;
        }
        Ok(())
    }
}

impl Instruction {
    fn operand(&self, f: &mut fmt::Formatter<'_>, letter: char) -> fmt::Result {
        match letter {
            ',' => f.write_str(", "),
            'd' => f.write_str(INTEGER_REGISTERS[usize::from(self.rd)]),
            's' => f.write_str(INTEGER_REGISTERS[usize::from(self.rs1)]),
            't' => f.write_str(INTEGER_REGISTERS[usize::from(self.rs2)]),
            'D' => f.write_str(FLOAT_REGISTERS[usize::from(self.rd)]),
            'S' => f.write_str(FLOAT_REGISTERS[usize::from(self.rs1)]),
            'T' => f.write_str(FLOAT_REGISTERS[usize::from(self.rs2)]),
            'R' => f.write_str(FLOAT_REGISTERS[usize::from(self.rs3)]),
            'm' | 'n' => f.write_str(ROUNDING[usize::from(self.mode)]),
            'Z' => write!(f, "{}", self.rs1),
            'P' => ordered(f, self.imm >> 4),
            'Q' => ordered(f, self.imm & 15),
            'E' => match csr::name(self.imm as u16) {
                Some(name) => f.write_str(name),
                None => write!(f, "{}", self.imm),
            },
            'u' | 'i' if matches!(self.op, Op::Lui | Op::Auipc) => write!(f, "{}", self.imm >> 12 & 0xf_ffff),
            'j' | 'q' | 'p' | 'u' | 'a' | '>' | '<' | 'i' => write!(f, "{}", self.imm),
            other => write!(f, "{other}"),
        }
    }
}

/// Writes a set of a fence: device input (`i`) and output (`o`), memory reads (`r`) and writes (`w`).
fn ordered(f: &mut fmt::Formatter<'_>, set: i64) -> fmt::Result {
    if set == 0 {
        return f.write_str("0");
    }
    ["i", "o", "r", "w"]
        .iter()
        .enumerate()
        .filter(|(index, _)| set >> (3 - index) & 1 == 1)
        .try_for_each(|(_, letter)| f.write_str(letter))
}
