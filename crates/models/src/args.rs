//! Variadic arguments, laid out so that the code clang emits for `va_arg` on x86-64 finds them.
//!
//! A `va_list` there is { gp_offset, fp_offset, overflow_arg_area, reg_save_area }. Both offsets are set past
//! the register area, so that every argument is taken from the overflow area, in order, 8 bytes each (System V
//! ABI, 3.5.7).

use memory::Value;

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

const LIST_SIZE: u64 = 24;
const NO_GENERAL_REGISTERS_LEFT: u64 = 48;
const NO_FLOAT_REGISTERS_LEFT: u64 = 176;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "llvm.va_start" | "llvm.va_start.p0" => start,
        "llvm.va_end" | "llvm.va_end.p0" => end,
        "llvm.va_copy" | "llvm.va_copy.p0" => copy,
        _ => return None,
    })
}

fn start(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let list = call.word(machine, 0);
    let list = machine.locate(list, LIST_SIZE, Access::Write)?;
    let area = machine.variadic_area()?;
    machine.store(&list, 0, 4, Value::Int(NO_GENERAL_REGISTERS_LEFT));
    machine.store(&list, 4, 4, Value::Int(NO_FLOAT_REGISTERS_LEFT));
    machine.store(&list, 8, 8, Value::Int(area));
    machine.store(&list, 16, 8, Value::Int(0));
    Ok(None)
}

fn end(_: &mut dyn Machine, _: &Call<'_>) -> Done {
    Ok(None)
}

fn copy(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let (to, from) = (call.word(machine, 0), call.word(machine, 1));
    let from = machine.locate(from, LIST_SIZE, Access::Read)?;
    let to = machine.locate(to, LIST_SIZE, Access::Write)?;
    machine.copy(&to, &from)?;
    Ok(None)
}
