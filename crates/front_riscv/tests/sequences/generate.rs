//! Generates programs of many random instruction sequences. Before each sequence all registers are loaded, and
//! after it all are printed.
//!
//! `x31` and three floating-point registers are reserved for this frame: for the return address, and for the
//! addresses of the values to load and of the memory to print. All other registers take part in the sequences.

use riscv::{Instruction, Op, decode};

use crate::encode::{
    ECALL, addi, address, auipc, executable, fld, from_float, fsd, jal, jalr, ld, lui, read_fcsr, sd, set_control,
    to_float,
};
use test_support::Random;

const CODE: u64 = 0x1_0000;
const DATA: u64 = 0x200_0000;
/// Registers with numbers below these take part in the sequences.
const INTEGERS: u32 = 31;
const FLOATS: u32 = 29;
/// The registers reserved for the frame.
const LINK: u32 = 31;
const DUMP: u32 = 29;
const POOL: u32 = 30;
const SAVED: u32 = 31;
/// The rounding mode field that selects the mode in `frm`, and the numbers of the control registers with the
/// mode.
const DYNAMIC: u8 = 7;
const FRM: u32 = 2;
const FCSR: u32 = 3;
/// The number of words printed after each sequence: `x1` to `x30`, `f0` to `f28`, `fcsr`.
pub const WORDS: usize = (INTEGERS - 1 + FLOATS + 1) as usize;

/// The addresses within the data: of what is printed, of memory for loads and stores, of values for registers.
const PRINTED: u64 = DATA;
const SCRATCH: u64 = DATA + 0x1000;
const VALUES: u64 = DATA + 0x2000;

/// A program, and the text of its sequences.
pub struct Program {
    /// The executable.
    pub file: Vec<u8>,
    /// The instructions of each sequence, as text.
    pub sequences: Vec<String>,
}

struct Assembler {
    code: Vec<u8>,
}

impl Assembler {
    fn word(&mut self, word: u32) {
        self.code.extend_from_slice(&word.to_le_bytes());
    }

    fn half(&mut self, half: u16) {
        self.code.extend_from_slice(&half.to_le_bytes());
    }

    fn here(&self) -> u64 {
        CODE + self.code.len() as u64
    }

    /// Calls a routine of the frame, forward or backward.
    fn call(&mut self, routine: u64) {
        let offset = routine as i64 - self.here() as i64;
        self.word(jal(LINK, offset as i32));
    }
}

/// A program with `count` sequences.
pub fn program(random: &mut Random, count: usize) -> Program {
    let mut out = Assembler { code: Vec::new() };
    for (register, start) in [(DUMP, PRINTED), (POOL, VALUES)] {
        for word in address(1, start as u32) {
            out.word(word);
        }
        out.word(to_float(register, 1));
    }
    // A jump over the two routines; its distance is filled in below.
    let over = out.code.len();
    out.word(0);
    let load = out.here();
    load_registers(&mut out);
    let print = out.here();
    print_registers(&mut out);
    let distance = (out.code.len() - over) as i32;
    out.code[over..over + 4].copy_from_slice(&jal(0, distance).to_le_bytes());
    // `jal` reaches one megabyte, so the routines are repeated before they are out of reach.
    let (mut load, mut print, mut reach) = (load, print, out.here() + 900_000);
    let mut sequences = Vec::new();
    for _ in 0..count {
        if out.here() > reach {
            let over = out.code.len();
            out.word(0);
            load = out.here();
            load_registers(&mut out);
            print = out.here();
            print_registers(&mut out);
            let distance = (out.code.len() - over) as i32;
            out.code[over..over + 4].copy_from_slice(&jal(0, distance).to_le_bytes());
            reach = out.here() + 900_000;
        }
        out.call(load);
        let start = out.code.len();
        for _ in 0..1 + random.below(12) {
            piece(random, &mut out);
        }
        sequences.push(disassembly(&out.code[start..], CODE + start as u64));
        out.call(print);
    }
    out.word(addi(17, 0, 93));
    out.word(addi(10, 0, 0));
    out.word(ECALL);
    let mut data = vec![0; (VALUES - DATA) as usize];
    data[(SCRATCH - DATA) as usize..].iter_mut().for_each(|byte| *byte = random.bits() as u8);
    (0..count + INTEGERS as usize).for_each(|_| data.extend_from_slice(&value(random).to_le_bytes()));
    Program { file: executable((CODE, &out.code), (DATA, &data)), sequences }
}

/// Emits the routine that loads all registers from a window of the values and then advances the window. A
/// floating-point register gets the same value as a neighbouring integer register.
fn load_registers(out: &mut Assembler) {
    out.word(to_float(SAVED, LINK));
    out.word(from_float(LINK, POOL));
    for register in 0..FLOATS {
        out.word(fld(register, 8 * (register as i32 + 1), LINK));
    }
    for register in 1..INTEGERS {
        out.word(ld(register, 8 * register as i32, LINK));
    }
    out.word(set_control(FCSR, 0));
    out.word(addi(LINK, LINK, 8));
    out.word(to_float(POOL, LINK));
    out.word(from_float(LINK, SAVED));
    out.word(jalr(0, 0, LINK));
}

/// Emits the routine that stores all registers and prints that memory.
fn print_registers(out: &mut Assembler) {
    out.word(to_float(SAVED, LINK));
    out.word(from_float(LINK, DUMP));
    for register in 1..INTEGERS {
        out.word(sd(register, 8 * (register as i32 - 1), LINK));
    }
    let floats = 8 * (INTEGERS as i32 - 1);
    for register in 0..FLOATS {
        out.word(fsd(register, floats + 8 * register as i32, LINK));
    }
    out.word(read_fcsr(1));
    out.word(sd(1, 8 * (WORDS as i32 - 1), LINK));
    out.word(addi(10, 0, 1));
    out.word(addi(11, LINK, 0));
    out.word(addi(12, 0, 8 * WORDS as i32));
    out.word(addi(17, 0, 64));
    out.word(ECALL);
    out.word(from_float(LINK, SAVED));
    out.word(jalr(0, 0, LINK));
}

/// A value for a register, often a special case of arithmetic.
fn value(random: &mut Random) -> u64 {
    match random.below(12) {
        6..=8 => double(random),
        9 | 10 => 0xffff_ffff << 32 | u64::from(single(random)),
        11 => u64::from(single(random)),
        0 => random.bits(),
        1 => random.bits() as i32 as u64,
        2 => random.pick(&[
            0,
            1,
            u64::MAX,
            1 << 63,
            i64::MAX as u64,
            1 << 31,
            0xffff_ffff,
            i32::MIN as u64,
            63,
            64,
            31,
            32,
        ]),
        3 => random.bits() & 0xff,
        4 => 1 << random.below(64),
        _ => (random.bits() & 0xff).wrapping_neg(),
    }
}

/// The bits of a double, often a special case of arithmetic or close to one.
fn double(random: &mut Random) -> u64 {
    let bits = random.bits();
    let sign = random.bits() & 1 << 63;
    let exponent = random.pick(&[0, 1, 2, 1022, 1023, 1024, 1075, 2045, 2046, 2047, bits & 0x7ff, 1000 + (bits & 63)]);
    let fraction = random.pick(&[0, 1, 2, 3, (1 << 52) - 1, 1 << 51, (1 << 51) + 1, bits >> 12, bits >> 40 << 28]);
    sign | exponent << 52 | fraction
}

/// The bits of a single, often a special case of arithmetic or close to one.
fn single(random: &mut Random) -> u32 {
    let bits = random.bits() as u32;
    let exponent = random.pick(&[0, 1, 2, 126, 127, 128, 150, 253, 254, 255, bits & 0xff, 110 + (bits & 31)]);
    let fraction = random.pick(&[0, 1, 2, 3, (1 << 23) - 1, 1 << 22, (1 << 22) + 1, bits >> 9, bits >> 20 << 11]);
    bits & 1 << 31 | exponent << 23 | fraction
}

/// Emits one random instruction, with what it needs before and after it.
fn piece(random: &mut Random, out: &mut Assembler) {
    let (bytes, inst) = loop {
        let bytes = encoding(random);
        if let Some(inst) = decode(&bytes)
            && takes_part(&inst)
        {
            break (bytes, inst);
        }
    };
    if let Some(size) = accessed(inst.op) {
        let aligned = is_atomic(inst.op) || random.below(4) > 0;
        let offset = if aligned { size * random.below(64 / size as usize) as u64 } else { random.below(120) as u64 };
        // Words and double words are reserved at different places: what a store of the other size does to a
        // reservation is not defined.
        let offset = if matches!(inst.op, Op::LrD | Op::ScD) { 64 + offset } else { offset };
        let base = (SCRATCH + 2048 + offset).wrapping_add_signed(if is_atomic(inst.op) { 0 } else { -inst.imm });
        for word in address(u32::from(inst.rs1), base as u32) {
            out.word(word);
        }
    }
    if is_float(inst.op) && inst.mode == DYNAMIC {
        // One of the valid modes.
        out.word(set_control(FRM, random.below(5) as u32));
    }
    match (inst.op, inst.len) {
        (Op::Jalr, 4) => {
            // Jumps over the instruction after this one; the lowest bit of the target is ignored.
            let odd = random.below(2);
            out.word(auipc(u32::from(inst.rs1)));
            out.word(jalr(u32::from(inst.rd), 12 + odd, u32::from(inst.rs1)));
            out.word(addi(1 + random.below(30) as u32, 0, 7));
        }
        (Op::Jalr, _) => {
            let over = u32::from(inst.rs1);
            out.word(auipc(over));
            out.word(addi(over, over, 14));
            out.half(u16::from_le_bytes([bytes[0], bytes[1]]));
            out.word(lui(1 + random.below(30) as u32, 7));
        }
        (Op::Jal | Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu, len) => {
            // The target is after the next instruction.
            out.code.extend_from_slice(&bytes[..usize::from(len)]);
            out.word(addi(1 + random.below(30) as u32, 0, 7));
        }
        (_, len) => out.code.extend_from_slice(&bytes[..usize::from(len)]),
    }
}

fn encoding(random: &mut Random) -> [u8; 4] {
    if random.below(3) == 0 {
        // A 2-byte encoding; the two lowest bits of a 4-byte one are 11.
        let half = random.bits() as u16;
        let half = if half & 3 == 3 { half ^ 1 } else { half };
        return u32::from(half).to_le_bytes();
    }
    let rows: Vec<(Op, u32, u32)> = riscv::encodings().collect();
    let (op, bits, mask) = random.pick(&rows);
    let mut word = random.bits() as u32 & !mask | bits;
    match op {
        // Over the next instruction.
        Op::Jal => word = jal(word >> 7 & 31, 8),
        Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu => word = word & 0x01ff_f07f | 8 << 7,
        Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
            word = word & 0xf_ffff | (1 + random.below(3) as u32) << 20;
        }
        _ => {}
    }
    word.to_le_bytes()
}

/// Whether an instruction may be part of a sequence: it computes, and does not use the frame's registers.
fn takes_part(inst: &Instruction) -> bool {
    use Op::*;
    let integer = |register: u8| u32::from(register) != LINK;
    let float = |register: u8| u32::from(register) < FLOATS;
    match inst.op {
        Ecall | Ebreak | Unimp | Sret | Mret | Wfi | SfenceVma => false,
        Flw | Fld => float(inst.rd) && integer(inst.rs1) && inst.rs1 != 0,
        Fsw | Fsd => float(inst.rs2) && integer(inst.rs1) && inst.rs1 != 0,
        FmvXW | FmvXD => integer(inst.rd) && float(inst.rs1),
        FmvWX | FmvDX => float(inst.rd) && integer(inst.rs1),
        op if is_float(op) => {
            // Which of them are integer registers depends on the operation; numbers reserved in either kind are
            // excluded.
            let own = |register: u8| integer(register) && float(register);
            own(inst.rd) && own(inst.rs1) && own(inst.rs2) && float(inst.rs3)
        }
        Jal if inst.len == 2 => inst.imm == 6,
        Beq | Bne if inst.len == 2 => inst.imm == 6,
        // The base register is set before it is used.
        op if op == Jalr || accessed(op).is_some() => {
            integer(inst.rd) && integer(inst.rs1) && integer(inst.rs2) && inst.rs1 != 0
        }
        _ => integer(inst.rd) && integer(inst.rs1) && integer(inst.rs2),
    }
}

/// Whether an operation is in the F or D extension.
fn is_float(op: Op) -> bool {
    (Op::Flw..=Op::FmvDX).contains(&op)
}

fn is_atomic(op: Op) -> bool {
    (Op::LrW..=Op::AmomaxuD).contains(&op)
}

/// The number of bytes that an instruction reads or writes.
fn accessed(op: Op) -> Option<u64> {
    use Op::*;
    Some(match op {
        Lb | Lbu | Sb => 1,
        Lh | Lhu | Sh => 2,
        Lw | Lwu | Sw | Flw | Fsw => 4,
        Ld | Sd | Fld | Fsd => 8,
        op if (LrW..=AmomaxuW).contains(&op) => 4,
        op if is_atomic(op) => 8,
        _ => return None,
    })
}

fn disassembly(code: &[u8], start: u64) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < code.len() {
        let inst = decode(&code[at..]).expect("only instructions were emitted");
        text.push_str(&format!("  {:x}: {}\n", start + at as u64, inst.to_string().replace('\t', " ")));
        at += usize::from(inst.len);
    }
    text
}
