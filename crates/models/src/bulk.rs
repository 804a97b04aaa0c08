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
    if let Value::Expr(length) = checked_size(machine, call)?
        && let Some(source) = machine.locate_up_to(from, length, Access::Read)?
        && let Some(target) = machine.locate_up_to(to, length, Access::Write)?
    {
        let most = source.size().min(target.size());
        machine.copy_up_to(target.part(0, most), source.part(0, most), Value::Expr(length))?;
        return Ok(Some(to));
    }
    let size = call.concrete(machine, 2)?;
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
    if let Value::Expr(length) = checked_size(machine, call)?
        && let Some(target) = machine.locate_up_to(to, length, Access::Write)?
    {
        machine.fill_up_to(target, byte, Value::Expr(length));
        return Ok(Some(to));
    }
    let size = call.concrete(machine, 2)?;
    if size > 0 {
        let target = machine.locate(to, size, Access::Write)?;
        machine.fill(&target, byte);
    }
    Ok(Some(to))
}

/// The size argument of a call. The checking variants have an argument with the size of the target, which must
/// not be exceeded.
fn checked_size(machine: &mut dyn Machine, call: &Call<'_>) -> Result<Value, Stop> {
    let size = call.word(machine, 2);
    if !call.name.ends_with("_chk") {
        return Ok(size);
    }
    let room = call.word(machine, 3);
    let pool = machine.pool();
    let (needed, room) = (size.to_expr(pool, 64), room.to_expr(pool, 64));
    let fits = pool.ule(needed, room);
    if machine.decide(fits)? { Ok(size) } else { Err(crate::errors::overflow(machine)) }
}
