//! Decoded instructions, and the decoder.

use crate::compressed::{self, From, Spread, Unless};
use crate::table::{self, Op};

/// A decoded instruction. Operands that the instruction does not have are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// The operation.
    pub op: Op,
    /// The destination register, integer or floating-point.
    pub rd: u8,
    /// The first source register.
    pub rs1: u8,
    /// The second source register.
    pub rs2: u8,
    /// The third source register.
    pub rs3: u8,
    /// The immediate: an offset in bytes, a shift amount, the number of a control register, the value that
    /// `lui` loads and `auipc` adds; for `fence`, the predecessor set in bits 4 to 7 and the successor set in
    /// bits 0 to 3.
    pub imm: i64,
    /// The rounding mode; for an atomic operation, its bits `aq` and `rl`.
    pub mode: u8,
    /// The length in bytes: 2 or 4.
    pub len: u8,
    /// The index in the table of instructions of that length; it says how the instruction is written.
    pub(crate) row: u16,
}

/// Decodes the instruction at the start of `bytes`; `None` if it is not valid or incomplete.
pub fn decode(bytes: &[u8]) -> Option<Instruction> {
    let &[first, second, ..] = bytes else { return None };
    let half = u16::from_le_bytes([first, second]);
    if half & 3 != 3 {
        return decode_compressed(half);
    }
    let &[_, _, third, fourth, ..] = bytes else { return None };
    decode_word(u32::from_le_bytes([first, second, third, fourth]))
}

fn decode_word(word: u32) -> Option<Instruction> {
    let row = table::ROWS.iter().position(|row| word & row.mask == row.bits)?;
    let register = |from: u32| (word >> from & 31) as u8;
    let mut found = Instruction {
        op: table::ROWS[row].op,
        rd: 0,
        rs1: 0,
        rs2: 0,
        rs3: 0,
        imm: 0,
        mode: 0,
        len: 4,
        row: row as u16,
    };
    for letter in table::ROWS[row].operands.bytes() {
        match letter {
            b'd' | b'D' => found.rd = register(7),
            b's' | b'S' => found.rs1 = register(15),
            b't' | b'T' => found.rs2 = register(20),
            b'R' => found.rs3 = register(27),
            b'm' | b'n' => found.mode = (word >> 12 & 7) as u8,
            b'A' => found.mode = (word >> 25 & 3) as u8,
            b'P' => found.imm |= i64::from(word >> 24 & 15) << 4,
            b'Q' => found.imm |= i64::from(word >> 20 & 15),
            b'E' => found.imm = i64::from(word >> 20),
            b'Z' => found.rs1 = register(15),
            b'j' => found.imm = i64::from(word as i32 >> 20),
            b'q' => found.imm = i64::from((word & 0xfe00_0000) as i32 >> 20) | i64::from(word >> 7 & 31),
            b'u' => found.imm = i64::from((word & 0xffff_f000) as i32),
            b'>' => found.imm = i64::from(word >> 20 & 63),
            b'<' => found.imm = i64::from(word >> 20 & 31),
            b'p' => {
                let low = (word >> 7 & 0x1e) | (word >> 20 & 0x7e0) | (word << 4 & 0x800);
                found.imm = i64::from((word & 0x8000_0000) as i32 >> 19) | i64::from(low);
            }
            b'a' => {
                let low = (word >> 20 & 0x7fe) | (word >> 9 & 0x800) | (word & 0xf_f000);
                found.imm = i64::from((word & 0x8000_0000) as i32 >> 11) | i64::from(low);
            }
            _ => {}
        }
    }
    // Rounding modes 5 and 6 are reserved.
    let rounds = table::ROWS[row].operands.ends_with(['m', 'n']);
    (!(rounds && matches!(found.mode, 5 | 6))).then_some(found)
}

fn decode_compressed(half: u16) -> Option<Instruction> {
    let index = compressed::ROWS.iter().position(|row| half & row.mask == row.bits)?;
    let row = &compressed::ROWS[index];
    let register = |from: From| match from {
        From::Zero => 0,
        From::Ra => 1,
        From::Sp => 2,
        From::High => (half >> 7 & 31) as u8,
        From::Low => (half >> 2 & 31) as u8,
        From::HighShort => (half >> 7 & 7) as u8 + 8,
        From::LowShort => (half >> 2 & 7) as u8 + 8,
    };
    let found = Instruction {
        op: row.op,
        rd: register(row.rd),
        rs1: register(row.rs1),
        rs2: register(row.rs2),
        rs3: 0,
        imm: gather(row.spread, half),
        mode: 0,
        len: 2,
        row: index as u16,
    };
    let reserved = match row.unless {
        Unless::Never => false,
        Unless::ImmediateIsZero => found.imm == 0,
        Unless::DestinationIsZero => found.rd == 0,
        Unless::SourceIsZero => found.rs1 == 0,
    };
    (!reserved).then_some(found)
}

/// The immediate of a 2-byte instruction, put together from the bits of the encoding.
fn gather(spread: Spread, half: u16) -> i64 {
    // Each piece: its lowest bit in the encoding, its number of bits, its lowest bit in the immediate.
    let pieces: &[(u32, u32, u32)] = match spread {
        Spread::None => return 0,
        Spread::Signed | Spread::Shift => &[(2, 5, 0), (12, 1, 5)],
        Spread::Upper => &[(2, 5, 12), (12, 1, 17)],
        Spread::StackStep => &[(6, 1, 4), (2, 1, 5), (5, 1, 6), (3, 2, 7), (12, 1, 9)],
        Spread::StackAddress => &[(6, 1, 2), (5, 1, 3), (11, 2, 4), (7, 4, 6)],
        Spread::Word => &[(6, 1, 2), (10, 3, 3), (5, 1, 6)],
        Spread::Double => &[(10, 3, 3), (5, 2, 6)],
        Spread::StackWordLoad => &[(4, 3, 2), (12, 1, 5), (2, 2, 6)],
        Spread::StackDoubleLoad => &[(5, 2, 3), (12, 1, 5), (2, 3, 6)],
        Spread::StackWordStore => &[(9, 4, 2), (7, 2, 6)],
        Spread::StackDoubleStore => &[(10, 3, 3), (7, 3, 6)],
        Spread::Branch => &[(3, 2, 1), (10, 2, 3), (2, 1, 5), (5, 2, 6), (12, 1, 8)],
        Spread::Jump => &[(3, 3, 1), (11, 1, 4), (2, 1, 5), (7, 1, 6), (6, 1, 7), (9, 2, 8), (8, 1, 10), (12, 1, 11)],
    };
    let piece = |&(from, count, to): &(u32, u32, u32)| i64::from(half >> from & ((1 << count) - 1)) << to;
    let bits: i64 = pieces.iter().map(piece).sum();
    let sign = match spread {
        Spread::Signed => 5,
        Spread::Upper => 17,
        Spread::StackStep => 9,
        Spread::Branch => 8,
        Spread::Jump => 11,
        _ => return bits,
    };
    bits << (63 - sign) >> (63 - sign)
}
