//! The numbering of the IR registers: those of the machine come first, then temporaries used within one
//! instruction.

use bv::Bv;
use ir::{Operand, Reg};

/// The IR register of `f0`.
const FLOAT: u32 = 32;
/// The address reserved by a load-reserved instruction; all ones if none is reserved.
pub const RESERVED: Reg = Reg(64);
/// The value that the load-reserved instruction read.
pub const RESERVED_VALUE: Reg = Reg(65);
/// The rounding mode, as in the control register `frm`.
pub const ROUNDING: Reg = Reg(66);
/// The target of a computed jump.
pub const TARGET: Reg = Reg(67);

/// Temporaries of 64 bits; this one is for addresses.
pub const ADDRESS: Reg = Reg(68);
pub const WORD: [Reg; 3] = [Reg(69), Reg(70), Reg(71)];
/// Temporaries of 32, 16 and 8 bits.
pub const HALF: [Reg; 4] = [Reg(72), Reg(73), Reg(74), Reg(75)];
pub const SHORT: Reg = Reg(76);
pub const BYTE: Reg = Reg(77);
/// Temporaries of 1 bit, for conditions.
pub const BIT: [Reg; 3] = [Reg(78), Reg(79), Reg(80)];
/// Temporaries of 128 bits.
pub const WIDE: [Reg; 3] = [Reg(81), Reg(82), Reg(83)];

/// The width of each register, in bits.
pub fn widths() -> Vec<u32> {
    let mut widths = vec![64; 72];
    widths.extend([32; 4]);
    widths.extend([16, 8]);
    widths.extend([1; 3]);
    widths.extend([128; 3]);
    widths
}

/// An integer register as an operand; `x0` is zero.
pub fn x(number: u8) -> Operand {
    if number == 0 { int(64, 0) } else { Operand::Reg(Reg(u32::from(number))) }
}

/// An integer register as a destination; `None` for `x0`, which is never written.
pub fn x_dst(number: u8) -> Option<Reg> {
    (number != 0).then(|| Reg(u32::from(number)))
}

/// A floating-point register.
pub fn f(number: u8) -> Reg {
    Reg(FLOAT + u32::from(number))
}

/// A constant of the given width.
pub fn int(width: u32, value: u64) -> Operand {
    Operand::Const(Bv::new(width, value & bv::mask(width)))
}
