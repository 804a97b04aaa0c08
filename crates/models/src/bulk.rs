//! Bulk memory: `memcpy`, `memmove`, `memset` and their checked variants.

use memory::Value;

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" => copy,
        "memset" | "__memset_chk" => set,
        _ => return None,
    })
}

/// Copies as `memmove` does: overlap is not an error.
fn copy(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let (to, from) = (call.word(machine, 0), call.word(machine, 1));
    let size = size(machine, call)?;
    if size > 0 {
        let source = machine.locate(from, size, Access::Read)?;
        let target = machine.locate(to, size, Access::Write)?;
        machine.copy(&target, &source)?;
    }
    Ok(Some(to))
}

fn set(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let to = call.word(machine, 0);
    let byte = call.unsigned(machine, 1, 8);
    let size = size(machine, call)?;
    if size > 0 {
        let target = machine.locate(to, size, Access::Write)?;
        machine.fill(&target, byte);
    }
    Ok(Some(to))
}

/// The size argument of a call. The checking variants have an argument with the size of the target, which must
/// not be exceeded.
fn size(machine: &mut dyn Machine, call: &Call<'_>) -> Result<u64, Stop> {
    let size = call.concrete(machine, 2)?;
    if call.name.ends_with("_chk") && call.concrete(machine, 3)? < size {
        return Err(crate::errors::overflow(machine));
    }
    Ok(size)
}
