//! UBSan's handlers, which a program compiled with `-fsanitize=undefined` or a part of it calls: each is an
//! error, described by its subject. The functions of UBSan's minimal runtime, which have no arguments, are
//! understood as well.

use ir::ErrorKind;
use memory::Value;

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};

type Done = Result<Option<Value>, Stop>;

const PREFIX: &str = "__ubsan_handle_";

/// The handlers that need not look at their arguments: subject, kind of error and message.
const HANDLERS: [(&str, ErrorKind, &str); 21] = [
    ("add_overflow", ErrorKind::Overflow, "an addition overflows"),
    ("sub_overflow", ErrorKind::Overflow, "a subtraction overflows"),
    ("mul_overflow", ErrorKind::Overflow, "a multiplication overflows"),
    ("negate_overflow", ErrorKind::Overflow, "a negation overflows"),
    ("float_cast_overflow", ErrorKind::Overflow, "a number is converted to a type that cannot represent it"),
    ("implicit_conversion", ErrorKind::Overflow, "an implicit conversion changes the value"),
    ("shift_out_of_bounds", ErrorKind::Overshift, "a shift by too much, or of a value that overflows"),
    ("out_of_bounds", ErrorKind::OutOfBounds, "an index is out of the array's bounds"),
    ("local_out_of_bounds", ErrorKind::OutOfBounds, "an index is out of the bounds of a local object"),
    ("pointer_overflow", ErrorKind::OutOfBounds, "pointer arithmetic wraps around or begins at null"),
    ("builtin_unreachable", ErrorKind::Unreachable, "a place that was declared unreachable is reached"),
    ("missing_return", ErrorKind::Unreachable, "a function ends without returning the value that it promises"),
    ("nonnull_arg", ErrorKind::Null, "null is passed where the function declares that it is not"),
    ("nullability_arg", ErrorKind::Null, "null is passed where the function declares that it is not"),
    ("nonnull_return", ErrorKind::Null, "null is returned where the function declares that it is not"),
    ("nullability_return", ErrorKind::Null, "null is returned where the function declares that it is not"),
    ("alignment_assumption", ErrorKind::Misaligned, "an assumed alignment does not hold"),
    (
        "load_invalid_value",
        ErrorKind::Undefined,
        "a value is read that its type, a truth or an enumeration, does not have",
    ),
    ("invalid_builtin", ErrorKind::Undefined, "zero is passed to a builtin function that is not defined for it"),
    ("vla_bound_not_positive", ErrorKind::Undefined, "an array of variable length has no elements or fewer"),
    ("function_type_mismatch", ErrorKind::Undefined, "a function is called through a pointer to one of another type"),
];

/// The handler that is called before it is known whether there is an error. It is C++ code of the library.
const QUESTION: &str = "dynamic_type_cache_miss";

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    if name == "__pleach_undefined_type" {
        return Some(wrong_type);
    }
    (name.starts_with(PREFIX) && subject(name) != QUESTION).then_some(handle as Routine)
}

/// `void __pleach_undefined_type(void)`
fn wrong_type(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    let message = "undefined behaviour: an object is used as one of a type that it does not have";
    Err(machine.error(ErrorKind::Undefined, message.to_owned(), None))
}

/// The subject of a handler: its name without the parts for its version and for whether it returns.
fn subject(name: &str) -> &str {
    let mut name = name.trim_start_matches(PREFIX);
    for suffix in ["_abort", "_minimal", "_v1", "_v2"] {
        name = name.strip_suffix(suffix).unwrap_or(name);
    }
    name
}

fn handle(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let minimal = call.args.is_empty();
    let (kind, what) = match subject(call.name) {
        "divrem_overflow" if minimal => (ErrorKind::DivByZero, "a division by zero or one that overflows"),
        "divrem_overflow" => division(machine, call)?,
        "type_mismatch" if minimal => {
            (ErrorKind::Undefined, "an access through null, misaligned, or to too small an object")
        }
        "type_mismatch" => access(machine, call)?,
        subject => match HANDLERS.iter().find(|(name, ..)| *name == subject) {
            Some(&(_, kind, what)) => (kind, what),
            None => {
                let message = format!("undefined behaviour: {}", subject.replace('_', " "));
                return Err(machine.error(ErrorKind::Undefined, message, None));
            }
        },
    };
    Err(machine.error(kind, format!("undefined behaviour: {what}"), None))
}

/// `void __ubsan_handle_divrem_overflow(data *, left, right)`: a division by zero, or of the least number by
/// -1. The data are the source position (16 bytes) and the type: its class and, for integers, twice the
/// logarithm of the width. A number of more than 64 bits is passed by its address. Only integers overflow here.
fn division(machine: &mut dyn Machine, call: &Call<'_>) -> Result<(ErrorKind, &'static str), Stop> {
    const REAL: u64 = 1;
    let data = call.word(machine, 0);
    let place = machine.locate(data, 24, Access::Read)?;
    let ty = machine.load(&place, 16, 8);
    let place = machine.locate(ty, 4, Access::Read)?;
    let (class, info) = (machine.load(&place, 0, 2), machine.load(&place, 2, 2));
    if let Value::Int(REAL) = class {
        return Ok((ErrorKind::DivByZero, "a division by zero"));
    }
    let mut divisor = call.word(machine, 2);
    if let Value::Int(info) = info
        && info >> 1 > 6
    {
        let len = 1u64 << ((info >> 1).min(16) - 3);
        let place = machine.locate(divisor, len, Access::Read)?;
        let mut any = machine.load(&place, 0, 8);
        for at in (8..len).step_by(8) {
            let part = machine.load(&place, at, 8);
            let pool = machine.pool();
            let (one, other) = (any.to_expr(pool, 64), part.to_expr(pool, 64));
            let both = pool.or(one, other);
            any = Value::from_expr(pool, both);
        }
        divisor = any;
    }
    Ok(match is_zero(machine, divisor)? {
        true => (ErrorKind::DivByZero, "a division by zero"),
        false => (ErrorKind::Overflow, "a division overflows"),
    })
}

/// `void __ubsan_handle_type_mismatch_v1(data *, pointer)`: a null or misaligned pointer, or an object that is
/// too small. The data are the source position (16 bytes), the type, and the logarithm of its alignment.
fn access(machine: &mut dyn Machine, call: &Call<'_>) -> Result<(ErrorKind, &'static str), Stop> {
    let pointer = call.word(machine, 1);
    if is_zero(machine, pointer)? {
        return Ok((ErrorKind::Null, "an access through the null pointer"));
    }
    let data = call.word(machine, 0);
    let place = machine.locate(data, 25, Access::Read)?;
    let alignment = match machine.load(&place, 24, 1) {
        Value::Int(log) if log < 64 => 1u64 << log,
        _ => 1,
    };
    let rest = match pointer {
        Value::Int(address) => Value::Int(address & (alignment - 1)),
        Value::Expr(address) => {
            let pool = machine.pool();
            let mask = pool.int(64, alignment - 1);
            let rest = pool.and(address, mask);
            Value::from_expr(pool, rest)
        }
    };
    Ok(match is_zero(machine, rest)? {
        false => (ErrorKind::Misaligned, "an access at an address that is no multiple of the type's alignment"),
        true => (ErrorKind::OutOfBounds, "an access to an object that is too small for the type"),
    })
}

fn is_zero(machine: &mut dyn Machine, value: Value) -> Result<bool, Stop> {
    match value {
        Value::Int(value) => Ok(value == 0),
        Value::Expr(value) => {
            let pool = machine.pool();
            let zero = pool.int(pool.width(value), 0);
            let equal = pool.eq(value, zero);
            machine.decide(equal)
        }
    }
}
