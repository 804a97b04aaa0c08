//! The end of the program, assertions, and what surrounds it.

use ir::ErrorKind;
use memory::Value;

use crate::Model;
use crate::klee::string_or;
use crate::machine::{Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

pub(crate) fn lookup(name: &str) -> Option<Model> {
    Some(match name {
        "exit" => exit,
        "_exit" | "_Exit" | "quick_exit" => exit_now,
        "abort" => abort,
        "__assert_fail" | "__assert_rtn" | "__assert" => assert_fail,
        "atexit" => at_exit,
        "__cxa_atexit" => cxa_at_exit,
        "__errno_location" => errno_location,
        "__stack_chk_fail" => stack_smashed,
        _ if name.starts_with("__ubsan_handle_") => sanitizer,
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

fn abort(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Err(machine.error(ErrorKind::Abort, "abort is called".to_owned(), None))
}

/// glibc passes (expression, file, line, function), the BSDs (function, file, line, expression).
fn assert_fail(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let index = if call.name == "__assert_rtn" { 3 } else { 0 };
    let pointer = call.word(machine, index);
    let expression = string_or(machine, pointer, "?");
    Err(machine.error(ErrorKind::Assert, format!("assertion failed: {expression}"), None))
}

fn at_exit(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let function = call.concrete(machine, 0)?;
    machine.at_exit(function);
    Ok(Some(Value::Int(0)))
}

/// The argument and the library handle are dropped: handlers are called without arguments.
fn cxa_at_exit(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    at_exit(machine, call)
}

fn errno_location(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    machine.errno_address().map(|address| Some(Value::Int(address)))
}

fn stack_smashed(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Err(machine.error(ErrorKind::OutOfBounds, "the stack protector found a smashed stack".to_owned(), None))
}

/// UBSan's handlers, called where the program was compiled with `-fsanitize=…`.
fn sanitizer(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let what = call.name.trim_start_matches("__ubsan_handle_").trim_end_matches("_abort");
    let kind = match what {
        "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow" => ErrorKind::Overflow,
        "divrem_overflow" => {
            // Both division by zero and MIN / -1 come here: the right operand tells.
            match call.concrete(machine, 2)? {
                0 => ErrorKind::DivByZero,
                _ => ErrorKind::Overflow,
            }
        }
        "shift_out_of_bounds" => ErrorKind::Overshift,
        "out_of_bounds" | "pointer_overflow" => ErrorKind::OutOfBounds,
        "builtin_unreachable" | "missing_return" => ErrorKind::Unreachable,
        "type_mismatch_v1"
        | "type_mismatch"
        | "nonnull_arg"
        | "nonnull_return_v1"
        | "nullability_arg"
        | "nullability_return_v1" => ErrorKind::Null,
        "load_invalid_value" => ErrorKind::User,
        _ => ErrorKind::User,
    };
    Err(machine.error(kind, format!("undefined behaviour: {}", what.replace('_', " ")), None))
}
