//! Reads unwind information, which says how to find the callers of functions: `.eh_frame` and `.debug_frame`.

use gimli::{
    BaseAddresses, CfaRule, CieOrFde, DebugFrame, EhFrame, EndianSlice, LittleEndian, RegisterRule, UnwindContext,
    UnwindSection,
};
use ir::{Convention, Reg, Unwind, UnwindRow};
use object::{Object as _, ObjectSection as _};

use crate::registers::{ROUNDING, f};

const RETURN_ADDRESS: Reg = Reg(1);
const STACK_POINTER: Reg = Reg(2);
/// Integer registers have numbers below this one, both in debug information and in the IR.
const INTEGERS: u16 = 32;

type Slice<'a> = EndianSlice<'a, LittleEndian>;

/// The unwind information of a program; entries that cannot be read are left out.
pub fn unwind(file: &[u8]) -> Unwind {
    let mut rows = Vec::new();
    let bias = crate::elf::read(file).map_or(0, |image| image.bias);
    if let Ok(object) = object::File::parse(file) {
        for name in [".eh_frame", ".debug_frame"] {
            let Some(section) = object.section_by_name(name) else { continue };
            let Ok(data) = section.uncompressed_data() else { continue };
            let bases = BaseAddresses::default().set_eh_frame(section.address());
            if name == ".eh_frame" {
                rows_of(&EhFrame::new(&data, LittleEndian), &bases, &mut rows);
            } else {
                let mut frames = DebugFrame::new(&data, LittleEndian);
                frames.set_address_size(8);
                rows_of(&frames, &bases, &mut rows);
            }
        }
    }
    for row in &mut rows {
        row.start = row.start.saturating_add(bias);
        row.end = row.end.saturating_add(bias);
    }
    Unwind::new(rows, convention())
}

/// The calling convention of the standard ABI.
fn convention() -> Convention {
    let registers = |integers: &[u32], floats: &[u32]| {
        integers.iter().map(|&number| Reg(number)).chain(floats.iter().map(|&number| f(number as u8))).collect()
    };
    let saved = [8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27];
    let arguments = [10, 11, 12, 13, 14, 15, 16, 17];
    let mut preserved: Vec<Reg> = registers(&saved, &saved);
    // The stack, the global and the thread pointer, which stay what they are.
    preserved.extend([STACK_POINTER, Reg(3), Reg(4), ROUNDING]);
    Convention {
        stack_pointer: STACK_POINTER,
        link: RETURN_ADDRESS,
        preserved,
        arguments: registers(&arguments, &arguments),
        results: registers(&[10, 11], &[10, 11]),
    }
}

fn rows_of<'a, S: UnwindSection<Slice<'a>>>(section: &S, bases: &BaseAddresses, rows: &mut Vec<UnwindRow>)
where
    S::Offset: gimli::UnwindOffset<usize>,
{
    let mut entries = section.entries(bases);
    let mut context = UnwindContext::new();
    while let Ok(Some(entry)) = entries.next() {
        let CieOrFde::Fde(partial) = entry else { continue };
        let Ok(fde) = partial.parse(S::cie_from_offset) else { continue };
        let Ok(mut table) = fde.rows(section, bases, &mut context) else { continue };
        while let Ok(Some(row)) = table.next_row() {
            let CfaRule::RegisterAndOffset { register, offset } = row.cfa() else { continue };
            // Without a return address the stack ends here.
            let is_last = row.registers().any(|(register, rule)| {
                u32::from(register.0) == RETURN_ADDRESS.0 && matches!(rule, RegisterRule::Undefined)
            });
            if register.0 >= INTEGERS || is_last {
                continue;
            }
            let saved = row.registers().filter_map(|(register, rule)| match rule {
                RegisterRule::Offset(offset) if register.0 < INTEGERS => Some((Reg(register.0.into()), *offset)),
                _ => None,
            });
            rows.push(UnwindRow {
                start: row.start_address(),
                end: row.end_address(),
                frame: (Reg(register.0.into()), *offset),
                saved: saved.collect(),
            });
        }
    }
}
