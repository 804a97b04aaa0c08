//! The end of the program, assertions, `errno`, and a few functions of the runtime.

use ir::ErrorKind;
use memory::Value;

use crate::Routine;
use crate::machine::{Call, Machine, Stop};
use crate::text::last_words;

type Done = Result<Option<Value>, Stop>;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "exit" => exit,
        "_exit" | "_Exit" => exit_now,
        "abort" => abort,
        "__pleach_aborted" => aborted,
        "__assert_fail" | "__assert_rtn" | "__assert" => assert_fail,
        "atexit" => at_exit,
        "__cxa_atexit" => cxa_at_exit,
        "__cxa_thread_atexit" | "__cxa_thread_atexit_impl" => cxa_at_thread_exit,
        "__errno_location" => errno_location,
        "__stack_chk_fail" => stack_smashed,
        "asm.rdtsc" => time_stamp_counter,
        _ => return None,
    })
}

fn exit(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let status = call.signed(machine, 0, 32);
    Err(machine.exit(status))
}

fn exit_now(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let status = call.signed(machine, 0, 32);
    Err(machine.exit_now(status))
}

/// Calls the handler of the signal first, if the program has code for handlers.
fn abort(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    const WITH_HANDLER: &str = "__pleach_abort";
    if machine.defines(WITH_HANDLER) {
        return Err(machine.continue_in(WITH_HANDLER, &[]));
    }
    aborted(machine, call)
}

fn aborted(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Err(machine.error(ErrorKind::Abort, "abort is called".to_owned(), None))
}

/// glibc passes (expression, file, line, function), the BSDs (function, file, line, expression).
fn assert_fail(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let index = if call.name == "__assert_rtn" { 3 } else { 0 };
    let expression = last_words(machine, call, index)?.unwrap_or_else(|| "?".to_owned());
    Err(machine.error(ErrorKind::Assert, format!("assertion failed: {expression}"), None))
}

fn at_exit(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let function = call.concrete(machine, 0)?;
    machine.at_exit(function, Value::Int(0));
    Ok(Some(Value::Int(0)))
}

/// For destructors of C++ objects, which take their object. The handle of a library that may be unloaded is ignored.
fn cxa_at_exit(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let function = call.concrete(machine, 0)?;
    let argument = call.word(machine, 1);
    machine.at_exit(function, argument);
    Ok(Some(Value::Int(0)))
}

/// For destructors of thread-local variables.
fn cxa_at_thread_exit(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let function = call.concrete(machine, 0)?;
    let argument = call.word(machine, 1);
    machine.at_thread_exit(function, argument);
    Ok(Some(Value::Int(0)))
}

fn errno_location(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    machine.errno_address().map(|address| Some(Value::Int(address)))
}

fn stack_smashed(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Err(machine.error(ErrorKind::OutOfBounds, "the stack protector found a smashed stack".to_owned(), None))
}

/// The time stamp counter: a new symbolic value each time.
fn time_stamp_counter(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Ok(Some(machine.symbolic_value("rdtsc", 64)))
}
