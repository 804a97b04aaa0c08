//! Atomic memory operations, for a single thread: nothing happens between their reads and writes.
//!
//! A conditional store succeeds if the address is the reserved one and still holds the value that was read
//! there. A store of the same value in between does not break the reservation; the architecture allows this,
//! and emulators do the same.

use ir::{BinaryOp, CompareOp, Operand, Reg};
use riscv::Op;

use super::{At, Flow};
use crate::alignment::aligned;
use crate::emit::Emit;
use crate::registers::{ADDRESS, BIT, HALF, RESERVED, RESERVED_VALUE, WORD, int, x, x_dst};

/// Temporaries of the width of the access.
struct Width {
    bits: u32,
    old: Reg,
    operand: Reg,
    new: Reg,
}

const W: Width = Width { bits: 32, old: HALF[0], operand: HALF[1], new: HALF[2] };
const D: Width = Width { bits: 64, old: WORD[0], operand: WORD[1], new: WORD[2] };

pub fn lift(at: &At, emit: &mut Emit<'_>) -> Flow {
    use Op::*;
    let inst = &at.inst;
    let width = match inst.op {
        LrW | ScW | AmoswapW | AmoaddW | AmoxorW | AmoandW | AmoorW | AmominW | AmomaxW | AmominuW | AmomaxuW => W,
        _ => D,
    };
    aligned(emit, x(inst.rs1), u64::from(width.bits / 8), 0);
    // The address is needed after the destination has been written, and both may be the same register.
    emit.set(ADDRESS, x(inst.rs1));
    let address = Operand::Reg(ADDRESS);
    let old = emit.load(width.old, address.clone());
    match inst.op {
        LrW | LrD => {
            emit.set(RESERVED, address);
            extend(emit, &width, RESERVED_VALUE, old.clone());
            if let Some(dst) = x_dst(inst.rd) {
                extend(emit, &width, dst, old);
            }
            return Flow::Next;
        }
        ScW | ScD => {
            conditional_store(at, emit, &width, old);
            return Flow::Next;
        }
        _ => {}
    }
    let operand = operand(emit, &width, x(inst.rs2));
    let new = match inst.op {
        AmoswapW | AmoswapD => operand,
        AmoaddW | AmoaddD => emit.binary(BinaryOp::Add, width.new, old.clone(), operand),
        AmoxorW | AmoxorD => emit.binary(BinaryOp::Xor, width.new, old.clone(), operand),
        AmoandW | AmoandD => emit.binary(BinaryOp::And, width.new, old.clone(), operand),
        AmoorW | AmoorD => emit.binary(BinaryOp::Or, width.new, old.clone(), operand),
        AmominW | AmominD => least(emit, &width, CompareOp::Slt, old.clone(), operand),
        AmominuW | AmominuD => least(emit, &width, CompareOp::Ult, old.clone(), operand),
        AmomaxW | AmomaxD => greatest(emit, &width, CompareOp::Slt, old.clone(), operand),
        AmomaxuW | AmomaxuD => greatest(emit, &width, CompareOp::Ult, old.clone(), operand),
        _ => unreachable!("the caller sends atomic operations"),
    };
    emit.store(address, new);
    if let Some(dst) = x_dst(inst.rd) {
        extend(emit, &width, dst, old);
    }
    Flow::Next
}

fn operand(emit: &mut Emit<'_>, width: &Width, value: Operand) -> Operand {
    if width.bits == 32 { emit.trunc(width.operand, 32, value) } else { value }
}

fn extend(emit: &mut Emit<'_>, width: &Width, dst: Reg, value: Operand) {
    if width.bits == 32 {
        emit.sext(dst, value);
    } else {
        emit.set(dst, value);
    }
}

fn least(emit: &mut Emit<'_>, width: &Width, less: CompareOp, old: Operand, operand: Operand) -> Operand {
    let first = emit.compare(less, BIT[0], old.clone(), operand.clone());
    emit.select(width.new, first, old, operand)
}

fn greatest(emit: &mut Emit<'_>, width: &Width, less: CompareOp, old: Operand, operand: Operand) -> Operand {
    let second = emit.compare(less, BIT[0], old.clone(), operand.clone());
    emit.select(width.new, second, operand, old)
}

/// Stores the new value on success, else the old value again.
fn conditional_store(at: &At, emit: &mut Emit<'_>, width: &Width, old: Operand) {
    let operand = operand(emit, width, x(at.inst.rs2));
    let reserved = emit.compare(CompareOp::Eq, BIT[0], Operand::Reg(RESERVED), Operand::Reg(ADDRESS));
    let expected = match width.bits {
        32 => emit.trunc(HALF[3], 32, Operand::Reg(RESERVED_VALUE)),
        _ => Operand::Reg(RESERVED_VALUE),
    };
    let unchanged = emit.compare(CompareOp::Eq, BIT[1], old.clone(), expected);
    let succeeds = emit.binary(BinaryOp::And, BIT[0], reserved, unchanged);
    let new = emit.select(width.new, succeeds.clone(), operand, old);
    emit.store(Operand::Reg(ADDRESS), new);
    emit.set(RESERVED, int(64, u64::MAX));
    if let Some(dst) = x_dst(at.inst.rd) {
        let fails = emit.binary(BinaryOp::Xor, BIT[1], succeeds, int(1, 1));
        emit.zext(dst, fails);
    }
}
