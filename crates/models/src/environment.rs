//! The environment of a program: its standard input, its files and its symbolic arguments.
//!
//! The functions here are called by the library's C sources, not by programs. The inputs they create have the
//! names of KLEE's environment (`stdin`, `A_data`, `arg00`, `n_args`), by which a replay knows what to start
//! the program with.

use std::sync::Arc;

use memory::{ObjectKind, Size, Value};

use crate::Routine;
use crate::klee;
use crate::machine::{Access, Call, Machine, Stop};
use crate::output::Stream;
use crate::print::print_up_to;
use crate::sized::{input_of_length, length_name};
use crate::text::string_or;

type Done = Result<Option<Value>, Stop>;

/// The size of the largest input in bytes: its number of bits must fit in 32 bits, with room to spare.
pub const LARGEST_INPUT: u64 = 1 << 28;
/// The greatest length of an input that can be requested, in bytes: one more byte may terminate it.
pub const LONGEST_INPUT: u64 = LARGEST_INPUT - 1;

/// The environment that a program is started in.
#[derive(Clone, Default, Debug)]
pub struct Environment {
    /// The contents of standard input; empty if `None`.
    pub stdin: Option<Input>,
    /// The number of symbolic files, and the length of each.
    pub files: (u64, Length),
    /// The greatest length of each symbolic argument in bytes.
    pub args: Vec<u64>,
    /// The least number of symbolic arguments.
    pub least_args: usize,
    /// The number of symbolic arguments that are always present and that the input `n_args` does not count.
    pub single_args: usize,
    /// The time that the clocks show.
    pub time: Time,
    /// The environment variables, each with the greatest length of its symbolic value in bytes.
    pub variables: Vec<(String, u64)>,
}

/// The time that the clocks show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Time {
    /// The clocks stand still, a billion seconds after the beginning of 1970.
    #[default]
    Fixed,
    /// Any time that does not go backwards.
    Symbolic,
}

/// The number of bytes of a symbolic input: a fixed one, or any within bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Length {
    /// The least number.
    pub least: u64,
    /// The greatest number.
    pub most: u64,
}

impl From<u64> for Length {
    fn from(size: u64) -> Length {
        Length { least: size, most: size }
    }
}

impl Length {
    /// Whether only one number is possible.
    pub fn is_fixed(self) -> bool {
        self.least == self.most
    }

    /// The length of the input with a name on this path: a number, or an input of its own.
    pub(crate) fn on_path(self, machine: &mut dyn Machine, name: &str) -> Result<Value, Stop> {
        if self.is_fixed() {
            return Ok(Value::Int(self.most));
        }
        machine.symbolic_length(&length_name(name), self.least, self.most).map(Size::value)
    }
}

/// The contents of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// This many bytes, all symbolic.
    Symbolic(Length),
    /// These bytes.
    Given(Arc<[u8]>),
}

/// Whether an input with this name is part of the environment, by which a replay knows what to start the program with.
pub fn is_environment_name(name: &str) -> bool {
    let is_number = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = input_of_length(name).unwrap_or(name);
    matches!(name, "stdin" | "n_args")
        || name.strip_prefix("arg").is_some_and(is_number)
        || matches!(name.as_bytes(), [b'A'..=b'Z', b'_', b'd', b'a', b't', b'a'])
}

/// Whether an input with that name and size is an empty string: the program sees only its terminator.
pub fn is_empty_text(name: &str, size: u32) -> bool {
    size <= 1 && (name.starts_with("env:") || name.starts_with("arg") && is_environment_name(name))
}

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "__pleach_input_room" => input_room,
        "__pleach_input_bytes" => input_bytes,
        "__pleach_now" => now,
        "__pleach_print" => print,
        "__pleach_unsupported" => unsupported,
        "__pleach_argument_length" => argument_length,
        "__pleach_least_arguments" => least_arguments,
        "__pleach_single_arguments" => single_arguments,
        "__pleach_variable_length" => variable_length,
        "__pleach_variable_name" => variable_name,
        "__pleach_range" => klee::range,
        "__pleach_make_string" => make_string,
        "__pleach_from_outside" => from_outside,
        _ => return None,
    })
}

/// The contents of standard input (0) or of a file (from 1 on).
fn input(machine: &mut dyn Machine, which: u64) -> Option<Input> {
    let environment = machine.environment();
    match which {
        0 => environment.stdin.clone(),
        number if number <= environment.files.0 => Some(Input::Symbolic(environment.files.1)),
        _ => None,
    }
}

/// The name of the input that is standard input (0) or a file (from 1 on).
pub(crate) fn input_name(which: u64) -> String {
    let file = char::from(b'A' + (which.wrapping_sub(1) % 26) as u8);
    if which == 0 { "stdin".to_owned() } else { format!("{file}_data") }
}

/// `long __pleach_input_room(int which)`: the greatest number of bytes.
fn input_room(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let which = call.concrete(machine, 0)?;
    let size = match input(machine, which) {
        Some(Input::Symbolic(length)) => length.most,
        Some(Input::Given(bytes)) => bytes.len() as u64,
        None if which == 0 => {
            let advice = "standard input is read and holds nothing: --sym-stdin N lets it hold N symbolic bytes";
            machine.warn(advice.to_owned(), true);
            0
        }
        None => u64::MAX,
    };
    Ok(Some(Value::Int(size)))
}

/// `long __pleach_input_bytes(int which, void *to)`: stores the bytes, for which there is enough room, and returns how
/// many they are.
fn input_bytes(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let which = call.concrete(machine, 0)?;
    let to = call.concrete(machine, 1)?;
    Ok(Some(match input(machine, which) {
        Some(Input::Symbolic(length)) => {
            let name = input_name(which);
            let place = machine.locate(Value::Int(to), length.most, Access::Write)?;
            let length = length.on_path(machine, &name)?;
            match length {
                Value::Int(length) => {
                    let place = machine.locate(Value::Int(to), length, Access::Write)?;
                    machine.make_symbolic(&place, &name)?;
                }
                Value::Expr(_) => machine.make_symbolic_up_to(&place, &name, length)?,
            }
            length
        }
        Some(Input::Given(bytes)) => {
            let place = machine.locate(Value::Int(to), bytes.len() as u64, Access::Write)?;
            machine.store_bytes(&place, &bytes);
            Value::Int(bytes.len() as u64)
        }
        None => Value::Int(0),
    }))
}

/// `long __pleach_now(long last)`: seconds since 1970.
fn now(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    const FIXED: u64 = 1_000_000_000;
    if machine.environment().time == Time::Fixed {
        return Ok(Some(Value::Int(FIXED)));
    }
    let last = call.word(machine, 0);
    let time = machine.symbolic_value("clock:now", 64);
    let pool = machine.pool();
    let (last, term) = (last.to_expr(pool, 64), time.to_expr(pool, 64));
    // A range of years that every calendar can represent.
    let end = pool.int(64, 1 << 40);
    let (later, sane) = (pool.ule(last, term), pool.ult(term, end));
    let possible = pool.and(later, sane);
    machine.assume(possible)?;
    Ok(Some(time))
}

/// `void __pleach_print(int stream, const void *bytes, size_t count)`
fn print(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let stream = if call.concrete(machine, 0)? == 1 { Stream::Out } else { Stream::Err };
    let (bytes, count) = (call.word(machine, 1), call.word(machine, 2));
    print_up_to(machine, stream, bytes, count)?;
    Ok(None)
}

/// `void __pleach_unsupported(const char *what)`
fn unsupported(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let what = string_or(machine, call, 0, "?")?;
    Err(machine.unsupported(what))
}

/// `long __pleach_argument_length(int index)`
fn argument_length(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let index = call.concrete(machine, 0)?;
    let length = machine.environment().args.get(index as usize).copied();
    Ok(Some(Value::Int(length.unwrap_or(u64::MAX))))
}

/// `long __pleach_variable_length(int index)`
fn variable_length(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let index = call.concrete(machine, 0)?;
    let length = machine.environment().variables.get(index as usize).map(|(_, length)| *length);
    Ok(Some(Value::Int(length.unwrap_or(u64::MAX))))
}

/// `int __pleach_variable_name(int index, char *to)`: stores the name with its terminator and returns its
/// length without it.
fn variable_name(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let (index, to) = (call.concrete(machine, 0)?, call.word(machine, 1));
    let name = machine.environment().variables.get(index as usize).map(|(name, _)| name.clone()).unwrap_or_default();
    let place = machine.locate(to, name.len() as u64 + 1, Access::Write)?;
    let bytes: Vec<u8> = name.bytes().chain([0]).collect();
    machine.store_bytes(&place, &bytes);
    Ok(Some(Value::Int(name.len() as u64)))
}

fn least_arguments(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Ok(Some(Value::Int(machine.environment().least_args as u64)))
}

fn single_arguments(machine: &mut dyn Machine, _: &Call<'_>) -> Done {
    Ok(Some(Value::Int(machine.environment().single_args as u64)))
}

/// `void __pleach_make_string(void *to, size_t size, const char *name)`: makes the rest of an object a symbolic
/// string, with which the object ends.
fn make_string(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let (to, size) = (call.concrete(machine, 0)?, call.concrete(machine, 1)?);
    let name = string_or(machine, call, 2, "unnamed")?;
    let place = machine.locate(Value::Int(to), size, Access::Write)?;
    machine.make_string(&place, &name)?;
    Ok(None)
}

/// `void *__pleach_from_outside(size_t size)`: allocates memory that does not count as the program's, so that
/// it cannot free it.
fn from_outside(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let size = call.concrete(machine, 0)?;
    machine.allocate(ObjectKind::Global, size.into(), 16).map(|address| Some(Value::Int(address)))
}
