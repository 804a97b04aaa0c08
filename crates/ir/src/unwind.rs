//! Who called whom in machine code: how a function's caller is found from registers and memory.
//!
//! Calls are jumps there, so the executor keeps no stack of callers; where a report wants one, it is found as debuggers do, by
//! what the compiler left about each stretch of code.

use crate::Reg;

/// What is known of a stretch of code. The frame of the function that it belongs to has a fixed point, relative to which the
/// caller's registers were saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnwindRow {
    /// The first address.
    pub start: u64,
    /// One past the last.
    pub end: u64,
    /// The fixed point of the frame: a register and what to add to it. In the caller, it is the value of the stack pointer.
    pub frame: (Reg, i64),
    /// Where registers of the caller are, relative to the fixed point; others still hold what they held.
    pub saved: Vec<(Reg, i64)>,
}

/// What is known of the code of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unwind {
    /// By ascending address.
    rows: Vec<UnwindRow>,
    /// The register with the stack pointer, and the one with the address to return to.
    registers: Option<(Reg, Reg)>,
}

impl Unwind {
    /// From rows in any order, and the registers of the stack pointer and of the address to return to.
    pub fn new(mut rows: Vec<UnwindRow>, stack_pointer: Reg, link: Reg) -> Unwind {
        rows.sort_by_key(|row| (row.start, row.end));
        Unwind { rows, registers: Some((stack_pointer, link)) }
    }

    /// Changes registers from those of a function at an address to those of its caller, and says which address it returns to. Memory
    /// is asked for words; what is not known makes an end.
    pub fn caller(
        &self,
        address: u64,
        registers: &mut [Option<u64>],
        read: impl Fn(u64) -> Option<u64>,
    ) -> Option<u64> {
        let (stack_pointer, link) = self.registers?;
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
        let unwind = Unwind::new(vec![row(16, 32, 16, &[(ra, -8)]), row(8, 16, 0, &[])], sp, ra);
        let mut registers = [Some(0), Some(100), Some(1000)];
        // Before anything was saved, the address to return to is in its register.
        assert_eq!(unwind.caller(8, &mut registers, |_| None), Some(100));
        assert_eq!(unwind.caller(20, &mut registers, |at| (at == 1008).then_some(24)), Some(24));
        assert_eq!(registers, [Some(0), Some(24), Some(1016)]);
        assert_eq!(unwind.caller(32, &mut registers, |_| None), None);
        assert_eq!(unwind.caller(24, &mut registers, |_| None), None);
    }
}
