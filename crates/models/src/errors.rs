//! `errno`, the messages of `strerror`, and the errors that the checking variants of functions report.

use expr::ExprId;
use ir::ErrorKind;
use memory::Value;

use crate::Routine;
use crate::machine::{Access, Call, Machine, Stop};
use crate::text::string_or;

/// An argument outside the domain of a function.
pub(crate) const EDOM: u64 = 33;
/// A result out of range.
pub(crate) const ERANGE: u64 = 34;
/// A wide character that is not a byte.
pub(crate) const EILSEQ: u64 = 84;

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "__chk_fail" => check_failed,
        "__pleach_killed" => killed,
        "__pleach_deadlock" => deadlock,
        _ => return None,
    })
}

/// Sets `errno`.
pub(crate) fn set(machine: &mut dyn Machine, error: u64) -> Result<(), Stop> {
    let address = machine.errno_address()?;
    let place = machine.locate(Value::Int(address), 4, Access::Write)?;
    machine.store(&place, 0, 4, Value::Int(error));
    Ok(())
}

/// Sets `errno` where a condition holds.
pub(crate) fn set_if(machine: &mut dyn Machine, condition: ExprId, error: u64) -> Result<(), Stop> {
    match machine.pool().as_u64(condition) {
        Some(0) => return Ok(()),
        Some(_) => return set(machine, error),
        None => {}
    }
    let address = machine.errno_address()?;
    let place = machine.locate(Value::Int(address), 4, Access::Write)?;
    let before = machine.load(&place, 0, 4);
    let pool = machine.pool();
    let before = before.to_expr(pool, 32);
    let error = pool.int(32, error);
    let now = pool.ite(condition, error, before);
    let now = Value::from_expr(pool, now);
    machine.store(&place, 0, 4, now);
    Ok(())
}

/// The message of `strerror` for `errno`.
pub(crate) fn text(machine: &mut dyn Machine) -> Result<String, Stop> {
    let address = machine.errno_address()?;
    let place = machine.locate(Value::Int(address), 4, Access::Read)?;
    let value = machine.load(&place, 0, 4);
    let number = machine.concretize(value, 32)? as u32 as i32;
    Ok(message(number))
}

/// The message of `strerror` for a number, read from the library's C source so that the messages are written only once.
fn message(number: i32) -> String {
    const SOURCE: &str = include_str!("../c/strerror.c");
    let table =
        SOURCE.split_once("messages[] = {\n").and_then(|(_, rest)| rest.split_once("};")).map(|(table, _)| table);
    let line = usize::try_from(number).ok().and_then(|number| table.unwrap_or_default().lines().nth(number));
    let text = line.and_then(|line| line.trim().strip_prefix('"')).and_then(|line| line.strip_suffix("\","));
    text.map_or_else(|| format!("Unknown error {number}"), str::to_owned)
}

/// The error of glibc's checking variants when the target is too small.
pub(crate) fn overflow(machine: &mut dyn Machine) -> Stop {
    machine.error(ErrorKind::Abort, "*** buffer overflow detected ***: terminated".to_owned(), None)
}

fn check_failed(machine: &mut dyn Machine, _: &Call<'_>) -> Result<Option<Value>, Stop> {
    Err(overflow(machine))
}

/// `void __pleach_killed(int number, const char *name)`: a signal ends the program. Replay reads the number
/// from the message.
fn killed(machine: &mut dyn Machine, call: &Call<'_>) -> Result<Option<Value>, Stop> {
    let number = call.concrete(machine, 0)?;
    let name = string_or(machine, call, 1, "a signal")?;
    Err(machine.error(ErrorKind::Abort, format!("the program is killed by signal {number} ({name})"), None))
}

/// `void __pleach_deadlock(const char *what)`: the only thread waits for something that only it could do.
fn deadlock(machine: &mut dyn Machine, call: &Call<'_>) -> Result<Option<Value>, Stop> {
    let what = string_or(machine, call, 0, "the thread waits for itself")?;
    Err(machine.error(ErrorKind::Deadlock, what, None))
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn messages_are_numbered() {
        assert_eq!(message(0), "Success");
        assert_eq!(message(2), "No such file or directory");
        assert_eq!(message(41), "Unknown error 41");
        assert_eq!(message(133), "Memory page has hardware error");
        assert_eq!(message(134), "Unknown error 134");
        assert_eq!(message(-5), "Unknown error -5");
    }
}
