//! Strings that a program passes to a model as a name or a message.
//!
//! A model reads them as the program's own code would: a string that lies in no object, or that does not end
//! within its object, is the error of such a read. A string must not depend on the input; as in KLEE,
//! one that does is an error of kind `User`. Only the message with which a path ends may ([`last_words`]).

use ir::ErrorKind;
use memory::{Place, Value};

use crate::machine::{Access, Call, Machine, Stop};
use crate::print::string_bytes;

/// The message for a string that is not terminated.
pub(crate) const PAST_STRING: &str = "read past the end of a string that is not terminated";

/// The string that argument `index` points to, or `default` for the null pointer.
pub(crate) fn string_or(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    index: usize,
    default: &str,
) -> Result<String, Stop> {
    Ok(string(machine, call, index)?.unwrap_or_else(|| default.to_owned()))
}

/// The string that argument `index` points to; `None` for the null pointer.
pub(crate) fn string(machine: &mut dyn Machine, call: &Call<'_>, index: usize) -> Result<Option<String>, Stop> {
    let pointer = call.word(machine, index);
    let address = the_only(machine, pointer, 64, "string pointer", call)?;
    if address == 0 {
        return Ok(None);
    }
    let rest = machine.locate_rest(Value::Int(address), Access::Read)?;
    let (place, room) = (Place::from(rest), rest.size());
    let mut bytes = Vec::new();
    loop {
        let at = bytes.len() as u64;
        let sure = machine.known(rest).saturating_sub(at);
        let known = machine.space().concrete_until(rest.part(at, sure), &[0]);
        let more = machine.space().concrete_bytes(rest.part(at, known)).expect("these are concrete");
        bytes.extend(more);
        let at = at + known;
        if at == room {
            return Err(machine.error(ErrorKind::OutOfBounds, PAST_STRING.to_owned(), None));
        }
        if let Some(exists) = machine.exists(rest, at) {
            machine.require(exists.condition, ErrorKind::OutOfBounds, PAST_STRING)?;
        }
        let byte = machine.load(&place, at, 1);
        match the_only(machine, byte, 8, "character in a string", call)? {
            0 => return Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            byte => bytes.push(byte as u8),
        }
    }
}

/// The string that argument `index` points to, for a message with which the path ends; `None` for the null
/// pointer. It may depend on the input, and has its value under the path's own model.
pub(crate) fn last_words(machine: &mut dyn Machine, call: &Call<'_>, index: usize) -> Result<Option<String>, Stop> {
    let pointer = call.word(machine, index);
    if machine.concretize(pointer, 64)? == 0 {
        return Ok(None);
    }
    let mut text = Vec::new();
    for byte in string_bytes(machine, pointer, u64::MAX)? {
        text.push(match byte {
            Value::Int(byte) => byte as u8,
            Value::Expr(term) => machine.value_for_message(term) as u8,
        });
    }
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    Ok(Some(String::from_utf8_lossy(&text[..end]).into_owned()))
}

/// The value of something that must not be symbolic: if it may have another value, that is an error.
fn the_only(machine: &mut dyn Machine, value: Value, width: u32, what: &str, call: &Call<'_>) -> Result<u64, Stop> {
    match value {
        Value::Int(word) => Ok(word),
        Value::Expr(term) => machine.require_value(term, width, &format!("symbolic {what} given to {}", call.name)),
    }
}
