//! Which IR register holds what: those of the machine first, then a few that hold intermediate values of one instruction.

use bv::Bv;
use ir::{Operand, Reg};

/// The first floating-point register.
const FLOAT: u32 = 32;
/// The address that a load reserved, or all ones.
pub const RESERVED: Reg = Reg(64);
/// What that load read.
pub const RESERVED_VALUE: Reg = Reg(65);
/// The rounding mode, as in `frm`.
pub const ROUNDING: Reg = Reg(66);
/// Where a computed jump goes.
pub const TARGET: Reg = Reg(67);

/// Intermediate values of 64 bits; the first is for addresses.
pub const ADDRESS: Reg = Reg(68);
pub const WORD: [Reg; 3] = [Reg(69), Reg(70), Reg(71)];
/// Of 32, 16 and 8 bits.
pub const HALF: [Reg; 4] = [Reg(72), Reg(73), Reg(74), Reg(75)];
pub const SHORT: Reg = Reg(76);
pub const BYTE: Reg = Reg(77);
/// Conditions.
pub const BIT: [Reg; 3] = [Reg(78), Reg(79), Reg(80)];
/// Of 128 bits.
pub const WIDE: [Reg; 3] = [Reg(81), Reg(82), Reg(83)];

/// The width of each register.
pub fn widths() -> Vec<u32> {
    let mut widths = vec![64; 72];
    widths.extend([32; 4]);
    widths.extend([16, 8]);
    widths.extend([1; 3]);
    widths.extend([128; 3]);
    widths
}

/// What an instruction reads from an integer register: `x0` is zero.
pub fn x(number: u8) -> Operand {
    if number == 0 { int(64, 0) } else { Operand::Reg(Reg(u32::from(number))) }
}

/// An integer register to write; nothing writes `x0`.
pub fn x_dst(number: u8) -> Option<Reg> {
    (number != 0).then(|| Reg(u32::from(number)))
}

/// A floating-point register.
pub fn f(number: u8) -> Reg {
    Reg(FLOAT + u32::from(number))
}

/// A constant.
pub fn int(width: u32, value: u64) -> Operand {
    Operand::Const(Bv::new(width, value & bv::mask(width)))
}
