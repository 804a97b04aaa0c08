//! Inputs whose size is symbolic: buffers, strings, standard input and files.
//!
//! An input of symbolic size is two inputs: its length, a number of 64 bits under the name `NAME:length`, and
//! its bytes under `NAME`. A test holds exactly as many bytes as the length says. A string needs no length of
//! its own: its object ends with its first zero.

use memory::{ObjectKind, Place, Size, Value};

use crate::Routine;
use crate::alloc::ALIGN;
use crate::environment::{LARGEST_INPUT, LONGEST_INPUT};
use crate::klee::own_name;
use crate::machine::{Access, Call, Machine, Stop};
use crate::text::string_or;

type Done = Result<Option<Value>, Stop>;

/// What the name of an input becomes for its length.
const LENGTH: &str = ":length";

/// The name of the input that is the length of another.
pub(crate) fn length_name(of: &str) -> String {
    format!("{of}{LENGTH}")
}

/// The name of the input whose length the input with this name is, if it is a length.
pub fn input_of_length(name: &str) -> Option<&str> {
    name.strip_suffix(LENGTH)
}

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "pleach_symbolic_buffer" => buffer,
        "pleach_symbolic_string" => string,
        _ => return None,
    })
}

/// `void *pleach_symbolic_buffer(size_t max, const char *name, size_t *length)`
fn buffer(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let most = most(machine, call, LARGEST_INPUT)?;
    let name = name(machine, call)?;
    let to = call.concrete(machine, 2)?;
    let to = if to == 0 { None } else { Some(machine.locate(Value::Int(to), 8, Access::Write)?) };
    let size = match most {
        0 => Size::Known(0),
        _ => machine.symbolic_length(&length_name(&name), 0, most)?,
    };
    let address = machine.allocate_uninitialized(ObjectKind::Heap, size, ALIGN)?;
    let whole = Place::from(machine.space().whole_at(address));
    machine.make_symbolic_up_to(&whole, &name, size.value())?;
    if let Some(to) = to {
        machine.store(&to, 0, 8, size.value());
    }
    Ok(Some(Value::Int(address)))
}

/// `char *pleach_symbolic_string(size_t max, const char *name)`
fn string(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let most = most(machine, call, LONGEST_INPUT)?;
    let name = name(machine, call)?;
    let address = machine.allocate(ObjectKind::Heap, Size::Known(most + 1), ALIGN)?;
    let whole = Place::from(machine.space().whole_at(address));
    machine.make_string(&whole, &name)?;
    Ok(Some(Value::Int(address)))
}

/// The greatest length that a call asks for.
fn most(machine: &mut dyn Machine, call: &Call<'_>, possible: u64) -> Result<u64, Stop> {
    let most = call.concrete(machine, 0)?;
    if most > possible {
        return Err(machine.unsupported(format!("symbolic object of {most} bytes, more than {possible}")));
    }
    Ok(most)
}

fn name(machine: &mut dyn Machine, call: &Call<'_>) -> Result<String, Stop> {
    let name = string_or(machine, call, 1, "")?;
    Ok(if name.is_empty() { "unnamed".to_owned() } else { own_name(name) })
}
