//! Finding callers in machine code, from the contents of registers and memory.
//!
//! In machine code calls are jumps, so the executor keeps no stack of callers. Where a report wants one, it is
//! found as debuggers do: from what the compiler recorded about each range of code.

use crate::{Convention, Reg};

/// What the compiler recorded about a range of code. The frame of the function has a canonical address,
/// relative to which the caller's registers are saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnwindRow {
    /// The first address of the range.
    pub start: u64,
    /// One past the last address of the range.
    pub end: u64,
    /// The canonical address of the frame: a register, and an offset to add to its value. It is the value of
    /// the stack pointer in the caller.
    pub frame: (Reg, i64),
    /// Where the caller's registers are saved, as offsets from the canonical address. Registers that are not
    /// listed still hold the caller's values.
    pub saved: Vec<(Reg, i64)>,
}

/// What the compiler recorded about all code of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unwind {
    /// Sorted by address.
    rows: Vec<UnwindRow>,
    /// How functions call each other.
    convention: Option<Convention>,
}

impl Unwind {
    /// Takes rows in any order, and how functions call each other.
    pub fn new(mut rows: Vec<UnwindRow>, convention: Convention) -> Unwind {
        rows.sort_by_key(|row| (row.start, row.end));
        Unwind { rows, convention: Some(convention) }
    }

    /// How functions call each other, if that is known.
    pub fn convention(&self) -> Option<&Convention> {
        self.convention.as_ref()
    }

    /// Replaces the register values of the function that `address` belongs to by those of its caller, and
    /// returns the address it will return to. `read` reads a 64-bit word of memory. Returns `None` if something
    /// needed is unknown.
    pub fn caller(
        &self,
        address: u64,
        registers: &mut [Option<u64>],
        read: impl Fn(u64) -> Option<u64>,
    ) -> Option<u64> {
        let &Convention { stack_pointer, link, .. } = self.convention()?;
        let after = self.rows.partition_point(|row| row.start <= address);
        let row = self.rows.get(after.checked_sub(1)?).filter(|row| address < row.end)?;
        let get = |reg: Reg| registers.get(reg.index()).copied().flatten();
        let point = get(row.frame.0)?.wrapping_add_signed(row.frame.1);
        let saved: Vec<(Reg, Option<u64>)> =
            row.saved.iter().map(|&(reg, offset)| (reg, read(point.wrapping_add_signed(offset)))).collect();
        for (reg, value) in saved {
            *registers.get_mut(reg.index())? = value;
        }
        *registers.get_mut(stack_pointer.index())? = Some(point);
        registers.get(link.index()).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callers_registers_are_found() {
        let (sp, ra) = (Reg(2), Reg(1));
        let row = |start, end, offset, saved: &[(Reg, i64)]| UnwindRow {
            start,
            end,
            frame: (sp, offset),
            saved: saved.to_vec(),
        };
        let none = Vec::new;
        let convention =
            Convention { stack_pointer: sp, link: ra, preserved: none(), arguments: none(), results: none() };
        let unwind = Unwind::new(vec![row(16, 32, 16, &[(ra, -8)]), row(8, 16, 0, &[])], convention);
        let mut registers = [Some(0), Some(100), Some(1000)];
        // Before anything is saved, the return address is in its register.
        assert_eq!(unwind.caller(8, &mut registers, |_| None), Some(100));
        assert_eq!(unwind.caller(20, &mut registers, |at| (at == 1008).then_some(24)), Some(24));
        assert_eq!(registers, [Some(0), Some(24), Some(1016)]);
        assert_eq!(unwind.caller(32, &mut registers, |_| None), None);
        assert_eq!(unwind.caller(24, &mut registers, |_| None), None);
    }
}
