//! Wide characters in `printf` (`%ls`), and `wprintf` with its family. The locale is "C": the first 128 wide
//! characters are bytes, and all others cannot be written.

use memory::{Place, Value};

use super::arguments::Arguments;
use super::{
    FAILED, Format, as_bytes, conversions, convert, count_to, errors, on_heap, precision, store_units, text_bytes,
};
use crate::Routine;
use crate::format::{Conversion, Count, Piece as Part, Specifier, parse_format};
use crate::machine::{Access, Call, Machine, Stop};
use crate::output::Piece;
use crate::print::{Target, byte_text, standard_output, string_bytes, target};

type Done = Result<Option<Value>, Stop>;

/// The size of a wide character in bytes.
const WIDE: u32 = 4;

pub(super) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "wprintf" => |machine, call| {
            let target = standard_output(machine)?;
            to_stream(machine, call, target, Format::at(0), Arguments::Call(1))
        },
        "__wprintf_chk" => |machine, call| {
            let target = standard_output(machine)?;
            to_stream(machine, call, target, Format::checked(0, 1), Arguments::Call(2))
        },
        "vwprintf" => |machine, call| {
            let target = standard_output(machine)?;
            let list = Arguments::list(machine, call, 1)?;
            to_stream(machine, call, target, Format::at(0), list)
        },
        "__vwprintf_chk" => |machine, call| {
            let target = standard_output(machine)?;
            let list = Arguments::list(machine, call, 2)?;
            to_stream(machine, call, target, Format::checked(0, 1), list)
        },
        "fwprintf" => |machine, call| {
            let target = target(machine, call, 0)?;
            to_stream(machine, call, target, Format::at(1), Arguments::Call(2))
        },
        "__fwprintf_chk" => |machine, call| {
            let target = target(machine, call, 0)?;
            to_stream(machine, call, target, Format::checked(1, 2), Arguments::Call(3))
        },
        "vfwprintf" => |machine, call| {
            let target = target(machine, call, 0)?;
            let list = Arguments::list(machine, call, 2)?;
            to_stream(machine, call, target, Format::at(1), list)
        },
        "__vfwprintf_chk" => |machine, call| {
            let target = target(machine, call, 0)?;
            let list = Arguments::list(machine, call, 3)?;
            to_stream(machine, call, target, Format::checked(1, 2), list)
        },
        "swprintf" => |machine, call| to_memory(machine, call, None, Format::at(2), Arguments::Call(3)),
        "__swprintf_chk" => {
            |machine, call| to_memory(machine, call, Some(3), Format::checked(2, 4), Arguments::Call(5))
        }
        "vswprintf" => |machine, call| {
            let list = Arguments::list(machine, call, 3)?;
            to_memory(machine, call, None, Format::at(2), list)
        },
        "__vswprintf_chk" => |machine, call| {
            let list = Arguments::list(machine, call, 5)?;
            to_memory(machine, call, Some(3), Format::checked(2, 4), list)
        },
        _ => return None,
    })
}

/// The byte of a wide character. `None` if it is not one of the first 128.
pub(super) fn byte_of(machine: &mut dyn Machine, wide: Value) -> Result<Option<Value>, Stop> {
    match wide {
        Value::Int(word) => Ok((word < 128).then_some(wide)),
        Value::Expr(term) => {
            let end = machine.pool().int(32, 128);
            let is_byte = machine.pool().ult(term, end);
            if !machine.decide(is_byte)? {
                return Ok(None);
            }
            let byte = machine.pool().trunc(term, 8);
            Ok(Some(Value::from_expr(machine.pool(), byte)))
        }
    }
}

/// The first `most` wide characters of a string, or all if it is shorter. Forks at each place where it may end.
fn units_of(machine: &mut dyn Machine, pointer: Value, most: u64) -> Result<Vec<Value>, Stop> {
    let mut units = Vec::new();
    while (units.len() as u64) < most {
        let start = pointer.to_expr(machine.pool(), 64);
        let offset = machine.pool().int(64, units.len() as u64 * u64::from(WIDE));
        let address = machine.pool().add(start, offset);
        let address = Value::from_expr(machine.pool(), address);
        let place = machine.locate(address, u64::from(WIDE), Access::Read)?;
        let unit = machine.load(&place, 0, WIDE);
        let term = unit.to_expr(machine.pool(), 32);
        let zero = machine.pool().int(32, 0);
        let ends = machine.pool().eq(term, zero);
        if machine.decide(ends)? {
            break;
        }
        units.push(unit);
    }
    Ok(units)
}

/// The bytes of a wide string. `None` if a character of it is not one of the first 128.
pub(super) fn bytes_of(machine: &mut dyn Machine, pointer: Value, most: u64) -> Result<Option<Vec<Value>>, Stop> {
    let mut bytes = Vec::new();
    for unit in units_of(machine, pointer, most)? {
        match byte_of(machine, unit)? {
            Some(byte) => bytes.push(byte),
            None => return Ok(None),
        }
    }
    Ok(Some(bytes))
}

/// The wide characters that a call prints.
struct Printed {
    units: Vec<Value>,
    counts: Vec<(u64, Place, u32)>,
    failed: bool,
}

fn printed(machine: &mut dyn Machine, call: &Call<'_>, format: Format, arguments: Arguments) -> Result<Printed, Stop> {
    let pointer = call.word(machine, format.index);
    let mut text = Vec::new();
    for unit in units_of(machine, pointer, u64::MAX)? {
        let unit = machine.concretize(unit, 32)?;
        if unit >= 128 {
            return Err(machine.unsupported(format!("a character beyond ASCII in the format of {}", call.name)));
        }
        text.push(unit as u8);
    }
    let parts = parse_format(&text);
    let mut conversions = conversions(machine, call, &parts, arguments)?.into_iter();
    let mut printed = Printed { units: Vec::new(), counts: Vec::new(), failed: false };
    for part in parts {
        if let Part::Literal(bytes) = part {
            printed.units.extend(bytes.iter().map(|&byte| Value::Int(u64::from(byte))));
            continue;
        }
        let (conversion, value) = conversions.next().expect("every part that is no literal is a conversion");
        if let crate::format::Argument::WriteTo(bits) = conversion.argument() {
            let to = count_to(machine, call, format, bits, value)?;
            printed.counts.push((printed.units.len() as u64, to, bits));
            continue;
        }
        match convert_wide(machine, call, value, conversion)? {
            Some(units) => printed.units.extend(units),
            None => {
                printed.failed = true;
                break;
            }
        }
    }
    Ok(printed)
}

/// The wide characters that a conversion prints. `None` if it fails.
fn convert_wide(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    value: Value,
    conversion: Conversion,
) -> Result<Option<Vec<Value>>, Stop> {
    let null = value == Value::Int(0);
    match conversion.specifier {
        Specifier::WideChar => Ok(Some(in_field(&conversion, vec![value]))),
        Specifier::WideString if !null => {
            let units = units_of(machine, value, precision(&conversion))?;
            Ok(Some(in_field(&conversion, units)))
        }
        Specifier::Char => {
            let byte = crate::resize(machine.pool(), value, 32, 8, false);
            let wide = crate::resize(machine.pool(), byte, 8, 32, false);
            if byte_of(machine, wide)?.is_none() {
                return Err(machine.unsupported(format!("%c of a byte beyond ASCII in {}", call.name)));
            }
            Ok(Some(in_field(&conversion, vec![wide])))
        }
        Specifier::String if !null => {
            let mut units = Vec::new();
            for byte in string_bytes(machine, value, precision(&conversion))? {
                let wide = crate::resize(machine.pool(), byte, 8, 32, false);
                let term = wide.to_expr(machine.pool(), 32);
                let zero = machine.pool().int(32, 0);
                let ends = machine.pool().eq(term, zero);
                if machine.decide(ends)? {
                    break;
                }
                if byte_of(machine, wide)?.is_none() {
                    return Ok(None);
                }
                units.push(wide);
            }
            Ok(Some(in_field(&conversion, units)))
        }
        _ => {
            let conversion = if null { as_text(conversion) } else { conversion };
            let Some(text) = convert(machine, call, value, conversion)? else { return Ok(None) };
            let bytes = text_bytes(machine, &text)?;
            Ok(Some(bytes.into_iter().map(|byte| crate::resize(machine.pool(), byte, 8, 32, false)).collect()))
        }
    }
}

/// A conversion of a null pointer as a string. It prints the same for narrow and wide strings.
fn as_text(conversion: Conversion) -> Conversion {
    if conversion.specifier == Specifier::WideString { as_bytes(conversion) } else { conversion }
}

/// Characters, padded to the width of their conversion.
fn in_field(conversion: &Conversion, units: Vec<Value>) -> Vec<Value> {
    let width = match conversion.width {
        Some(Count::Number(width)) => width,
        _ => 0,
    };
    let spaces = vec![Value::Int(u64::from(b' ')); width.saturating_sub(units.len())];
    if conversion.flags.left { [units, spaces].concat() } else { [spaces, units].concat() }
}

fn to_stream(machine: &mut dyn Machine, call: &Call<'_>, target: Target, format: Format, arguments: Arguments) -> Done {
    let Printed { units, counts, failed } = printed(machine, call, format, arguments)?;
    let mut bytes = Vec::new();
    for unit in units {
        match byte_of(machine, unit)? {
            Some(byte) => bytes.push(byte),
            None => return Err(machine.unsupported(format!("{} of a character beyond ASCII", call.name))),
        }
    }
    for (count, to, bits) in counts {
        machine.store(&to, 0, bits / 8, Value::Int(count));
    }
    let length = bytes.len() as u64;
    match target {
        Target::Stream(stream) => {
            let result = super::result_of(machine, failed, length)?;
            for byte in bytes {
                machine.print(Piece { stream, text: byte_text(byte) });
            }
            Ok(Some(result))
        }
        Target::File(file) => {
            let address = on_heap(machine, bytes, 1)?;
            let args = [address, length, file].map(|word| (Value::Int(word), 64));
            let function = if failed { "__pleach_put_part" } else { "__pleach_put_text" };
            Err(machine.continue_in(function, &args))
        }
    }
}

/// Unlike `snprintf`, `swprintf` fails if the buffer is too small.
fn to_memory(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    known: Option<usize>,
    format: Format,
    arguments: Arguments,
) -> Done {
    let target = call.word(machine, 0);
    let room = call.concrete(machine, 1)?;
    if let Some(known) = known
        && call.concrete(machine, known)? < room
    {
        return Err(errors::overflow(machine));
    }
    if room == 0 {
        return Ok(Some(FAILED));
    }
    let Printed { mut units, counts, failed } = printed(machine, call, format, arguments)?;
    let total = units.len() as u64;
    units.truncate((room - 1).min(total) as usize);
    units.push(Value::Int(0));
    let place = machine.locate(target, units.len() as u64 * u64::from(WIDE), Access::Write)?;
    store_units(machine, &place, units, WIDE);
    for (count, to, bits) in counts {
        machine.store(&to, 0, bits / 8, Value::Int(count));
    }
    let result = super::result_of(machine, failed, total)?;
    Ok(Some(if total >= room { FAILED } else { result }))
}
