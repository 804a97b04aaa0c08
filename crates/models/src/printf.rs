//! `printf` and its family.
//!
//! Printing to a stream never forks on a symbolic argument: the piece keeps the term (see [`crate::output`]).
//! Printing into memory needs the position of each byte, and so does a call whose result is read: there the
//! path forks over the sign and the number of digits, and the digits themselves stay symbolic.

mod arguments;
mod text_bytes;
mod wide;

use std::sync::Arc;

use expr::ExprId;
use ir::ErrorKind;
use memory::{ObjectKind, Place, Value};

pub(crate) use text_bytes::text_bytes;

use crate::Routine;
use crate::errors;
use crate::format::{self, Argument, Conversion, Count, Length, Piece as Part, Specifier, parse_format};
use crate::machine::{Access, Call, Machine, Stop};
use crate::output::{Piece, Text};
use crate::print::{Target, standard_output, string_bytes, target};
use arguments::{Arguments, Given, fetch};

type Done = Result<Option<Value>, Stop>;

/// The result of a call that has failed: -1 as an `int`.
const FAILED: Value = Value::Int(0xffff_ffff);

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "printf" => |machine, call| {
            let target = standard_output(machine)?;
            to_stream(machine, call, target, Format::at(0), Arguments::Call(1))
        },
        "__printf_chk" => |machine, call| {
            let target = standard_output(machine)?;
            to_stream(machine, call, target, Format::checked(0, 1), Arguments::Call(2))
        },
        "fprintf" => |machine, call| {
            let target = target(machine, call, 0)?;
            to_stream(machine, call, target, Format::at(1), Arguments::Call(2))
        },
        "__fprintf_chk" => |machine, call| {
            let target = target(machine, call, 0)?;
            to_stream(machine, call, target, Format::checked(1, 2), Arguments::Call(3))
        },
        "vprintf" => |machine, call| {
            let target = standard_output(machine)?;
            let list = Arguments::list(machine, call, 1)?;
            to_stream(machine, call, target, Format::at(0), list)
        },
        "__vprintf_chk" => |machine, call| {
            let target = standard_output(machine)?;
            let list = Arguments::list(machine, call, 2)?;
            to_stream(machine, call, target, Format::checked(0, 1), list)
        },
        "vfprintf" => |machine, call| {
            let target = target(machine, call, 0)?;
            let list = Arguments::list(machine, call, 2)?;
            to_stream(machine, call, target, Format::at(1), list)
        },
        "__vfprintf_chk" => |machine, call| {
            let target = target(machine, call, 0)?;
            let list = Arguments::list(machine, call, 3)?;
            to_stream(machine, call, target, Format::checked(1, 2), list)
        },
        "sprintf" => |machine, call| to_memory(machine, call, Room::Any, Format::at(1), Arguments::Call(2)),
        "__sprintf_chk" => {
            |machine, call| to_memory(machine, call, Room::Known(2), Format::checked(1, 3), Arguments::Call(4))
        }
        "snprintf" => |machine, call| to_memory(machine, call, Room::Limit(1), Format::at(2), Arguments::Call(3)),
        "__snprintf_chk" => {
            |machine, call| to_memory(machine, call, Room::Both(1, 3), Format::checked(2, 4), Arguments::Call(5))
        }
        "vsprintf" => |machine, call| {
            let list = Arguments::list(machine, call, 2)?;
            to_memory(machine, call, Room::Any, Format::at(1), list)
        },
        "__vsprintf_chk" => |machine, call| {
            let list = Arguments::list(machine, call, 4)?;
            to_memory(machine, call, Room::Known(2), Format::checked(1, 3), list)
        },
        "vsnprintf" => |machine, call| {
            let list = Arguments::list(machine, call, 3)?;
            to_memory(machine, call, Room::Limit(1), Format::at(2), list)
        },
        "__vsnprintf_chk" => |machine, call| {
            let list = Arguments::list(machine, call, 5)?;
            to_memory(machine, call, Room::Both(1, 3), Format::checked(2, 4), list)
        },
        "asprintf" | "__asprintf" => |machine, call| to_heap(machine, call, Format::at(1), Arguments::Call(2)),
        "__asprintf_chk" => |machine, call| to_heap(machine, call, Format::checked(1, 2), Arguments::Call(3)),
        "vasprintf" => |machine, call| {
            let list = Arguments::list(machine, call, 2)?;
            to_heap(machine, call, Format::at(1), list)
        },
        "__vasprintf_chk" => |machine, call| {
            let list = Arguments::list(machine, call, 3)?;
            to_heap(machine, call, Format::checked(1, 2), list)
        },
        _ => return wide::lookup(name),
    })
}

/// The index of the argument that is the format and, for the checking variants, of the one with the level of checking.
#[derive(Clone, Copy)]
struct Format {
    index: usize,
    level: Option<usize>,
}

impl Format {
    fn at(index: usize) -> Format {
        Format { index, level: None }
    }

    fn checked(level: usize, index: usize) -> Format {
        Format { index, level: Some(level) }
    }
}

/// How much may be written, by the indices of the arguments that limit it.
#[derive(Clone, Copy)]
enum Room {
    /// There is no limit.
    Any,
    /// Text beyond this size is cut off.
    Limit(usize),
    /// The size of the target as the compiler knows it; text beyond it is an error.
    Known(usize),
    /// A limit and the size of the target, in this order.
    Both(usize, usize),
}

/// A `%n`: where to store the length of the pieces before index `before`.
struct Written {
    before: usize,
    to: Place,
    bits: u32,
}

/// The output of a call, in pieces. A call that fails prints the pieces before the wide character that is not a byte.
struct Printed {
    texts: Vec<Text>,
    counts: Vec<Written>,
    failed: bool,
}

fn to_stream(machine: &mut dyn Machine, call: &Call<'_>, target: Target, format: Format, arguments: Arguments) -> Done {
    let Printed { texts, counts, failed } = printed(machine, call, format, arguments)?;
    let stream = match target {
        Target::Stream(stream) => stream,
        Target::File(file) => return to_file(machine, &texts, &counts, failed, file),
    };
    let mut total = 0;
    if call.ret > 0 || !counts.is_empty() {
        let mut lengths = Vec::new();
        for text in &texts {
            lengths.push(text_bytes(machine, text)?.len() as u64);
        }
        total = lengths.iter().sum();
        for count in counts {
            let so_far: u64 = lengths[..count.before].iter().sum();
            machine.store(&count.to, 0, count.bits / 8, Value::Int(so_far));
        }
    }
    let result = result_of(machine, failed, total)?;
    for text in texts {
        machine.print(Piece { stream, text });
    }
    Ok(Some(result))
}

/// The result of a call; a failure is also stored in `errno`.
fn result_of(machine: &mut dyn Machine, failed: bool, total: u64) -> Result<Value, Stop> {
    if !failed {
        return Ok(Value::Int(total));
    }
    errors::set(machine, errors::EILSEQ)?;
    Ok(FAILED)
}

/// Formats into a heap object and passes that to the library.
fn to_file(machine: &mut dyn Machine, texts: &[Text], counts: &[Written], failed: bool, file: u64) -> Done {
    let (bytes, starts) = all_bytes(machine, texts)?;
    let length = bytes.len() as u64;
    let address = on_heap(machine, bytes, 1)?;
    store_counts(machine, counts, &starts);
    let args = [address, length, file].map(|word| (Value::Int(word), 64));
    let function = if failed { "__pleach_put_part" } else { "__pleach_put_text" };
    Err(machine.continue_in(function, &args))
}

/// Stores units of `each` bytes in a new heap object and returns its address.
fn on_heap(machine: &mut dyn Machine, units: Vec<Value>, each: u32) -> Result<u64, Stop> {
    let size = units.len() as u64 * u64::from(each);
    let address = machine.allocate(ObjectKind::Heap, size.max(1).into(), 16)?;
    if size > 0 {
        let place = machine.locate(Value::Int(address), size, Access::Write)?;
        store_units(machine, &place, units, each);
    }
    Ok(address)
}

fn store_units(machine: &mut dyn Machine, place: &Place, units: Vec<Value>, each: u32) {
    for (at, unit) in units.into_iter().enumerate() {
        machine.store(place, at as u64 * u64::from(each), each, unit);
    }
}

fn store_counts(machine: &mut dyn Machine, counts: &[Written], starts: &[u64]) {
    for count in counts {
        machine.store(&count.to, 0, count.bits / 8, Value::Int(starts[count.before]));
    }
}

/// The bytes of all pieces, and the index at which each piece begins, followed by the total length.
fn all_bytes(machine: &mut dyn Machine, texts: &[Text]) -> Result<(Vec<Value>, Vec<u64>), Stop> {
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for text in texts {
        starts.push(bytes.len() as u64);
        bytes.extend(text_bytes(machine, text)?);
    }
    starts.push(bytes.len() as u64);
    Ok((bytes, starts))
}

fn to_memory(machine: &mut dyn Machine, call: &Call<'_>, room: Room, format: Format, arguments: Arguments) -> Done {
    let target = call.word(machine, 0);
    let (limit, known) = match room {
        Room::Any => (None, None),
        Room::Limit(limit) => (Some(limit), None),
        Room::Known(known) => (None, Some(known)),
        Room::Both(limit, known) => (Some(limit), Some(known)),
    };
    let mut sizes = [u64::MAX; 2];
    for (size, index) in sizes.iter_mut().zip([limit, known]) {
        if let Some(index) = index {
            *size = call.concrete(machine, index)?;
        }
    }
    let [room, known] = sizes;
    if known == 0 || (limit.is_some() && known < room) {
        return Err(errors::overflow(machine));
    }
    let Printed { texts, counts, failed } = printed(machine, call, format, arguments)?;
    let (mut bytes, starts) = all_bytes(machine, &texts)?;
    let total = bytes.len() as u64;
    if limit.is_none() && total >= known {
        return Err(errors::overflow(machine));
    }
    if room > 0 {
        bytes.truncate((room - 1).min(total) as usize);
        bytes.push(Value::Int(0));
        let place = machine.locate(target, bytes.len() as u64, Access::Write)?;
        store_units(machine, &place, bytes, 1);
    }
    store_counts(machine, &counts, &starts);
    result_of(machine, failed, total).map(Some)
}

/// `asprintf` and the like: the address of the text is stored through the first argument, unless the call fails.
fn to_heap(machine: &mut dyn Machine, call: &Call<'_>, format: Format, arguments: Arguments) -> Done {
    let pointer = call.word(machine, 0);
    let Printed { texts, counts, failed } = printed(machine, call, format, arguments)?;
    let (mut bytes, starts) = all_bytes(machine, &texts)?;
    let total = bytes.len() as u64;
    let result = result_of(machine, failed, total)?;
    store_counts(machine, &counts, &starts);
    if !failed {
        let pointer = machine.locate(pointer, 8, Access::Write)?;
        bytes.push(Value::Int(0));
        let address = on_heap(machine, bytes, 1)?;
        machine.store(&pointer, 0, 8, Value::Int(address));
    }
    Ok(Some(result))
}

/// The text of a call's format.
fn format_text(machine: &mut dyn Machine, call: &Call<'_>, index: usize) -> Result<Vec<u8>, Stop> {
    let pointer = call.word(machine, index);
    let mut text = Vec::new();
    for byte in string_bytes(machine, pointer, u64::MAX)? {
        // A symbolic format decides what happens, so it is made concrete byte by byte.
        match machine.concretize(byte, 8)? {
            0 => break,
            byte => text.push(byte as u8),
        }
    }
    Ok(text)
}

/// The conversions of a format with their arguments. The path ends if a conversion or its arguments are not supported.
fn conversions(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    parts: &[Part],
    arguments: Arguments,
) -> Result<Vec<(Conversion, Value)>, Stop> {
    let mut found = Vec::new();
    for part in parts {
        match part {
            Part::Literal(_) => {}
            Part::Conversion(conversion) => found.push(conversion),
            Part::Unknown(spelling) => {
                let spelling = String::from_utf8_lossy(spelling).into_owned();
                return Err(machine.unsupported(format!("conversion {spelling} of {}", call.name)));
            }
        }
    }
    let Some(given) = fetch(machine, call, arguments, &found)? else {
        return Err(machine.unsupported(format!("arguments of {} with and without numbers", call.name)));
    };
    let mut resolved = Vec::new();
    for (conversion, Given { stars, value }) in found.into_iter().zip(given) {
        let Some(conversion) = conversion.resolve(&stars) else {
            return Err(machine.unsupported(format!("field width {stars:?} of {}", call.name)));
        };
        resolved.push((conversion, value));
    }
    Ok(resolved)
}

/// The place that a `%n` writes to. A checking variant allows `%n` only in a constant format.
fn count_to(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    format: Format,
    bits: u32,
    pointer: Value,
) -> Result<Place, Stop> {
    if let Some(level) = format.level
        && call.concrete(machine, level)? as i32 > 0
        && let Value::Int(text) = call.word(machine, format.index)
    {
        let space = machine.space();
        let constant = space.find(text).is_some_and(|found| space.entry(found.object).kind == ObjectKind::Constant);
        if !constant {
            let message = "*** %n in writable segment detected ***".to_owned();
            return Err(machine.error(ErrorKind::Abort, message, None));
        }
    }
    machine.locate(pointer, u64::from(bits / 8), Access::Write)
}

fn printed(machine: &mut dyn Machine, call: &Call<'_>, format: Format, arguments: Arguments) -> Result<Printed, Stop> {
    let parts = parse_format(&format_text(machine, call, format.index)?);
    let mut conversions = conversions(machine, call, &parts, arguments)?.into_iter();
    let mut printed = Printed { texts: Vec::new(), counts: Vec::new(), failed: false };
    for part in parts {
        if let Part::Literal(bytes) = part {
            printed.texts.push(Text::Bytes(bytes.into()));
            continue;
        }
        let (conversion, value) = conversions.next().expect("every part that is no literal is a conversion");
        if let Argument::WriteTo(bits) = conversion.argument() {
            let to = count_to(machine, call, format, bits, value)?;
            printed.counts.push(Written { before: printed.texts.len(), to, bits });
            continue;
        }
        match convert(machine, call, value, conversion)? {
            Some(text) => printed.texts.push(text),
            None => {
                printed.failed = true;
                break;
            }
        }
    }
    Ok(printed)
}

/// The text of one conversion; `None` if it fails.
fn convert(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    value: Value,
    conversion: Conversion,
) -> Result<Option<Text>, Stop> {
    let rendered = |value| {
        let bytes: Arc<[u8]> = format::render(&conversion, value).unwrap_or_default().into();
        Ok(Some(Text::Bytes(bytes)))
    };
    match conversion.argument() {
        Argument::Int if conversion.specifier == Specifier::WideChar => {
            let Some(byte) = wide::byte_of(machine, value)? else { return Ok(None) };
            let term = byte.to_expr(machine.pool(), 8);
            let term = machine.pool().zext(term, 32);
            match byte {
                Value::Int(word) => rendered(format::Value::Int(word)),
                Value::Expr(_) => Ok(Some(Text::Number(Arc::new(as_bytes(conversion)), term))),
            }
        }
        Argument::Int | Argument::Long => match value {
            Value::Int(word) => rendered(format::Value::Int(word)),
            Value::Expr(term) => Ok(Some(Text::Number(Arc::new(conversion), term))),
        },
        Argument::Double => match value {
            Value::Int(word) => rendered(format::Value::Double(word)),
            Value::Expr(term) => Ok(Some(Text::Double(Arc::new(conversion), term))),
        },
        Argument::LongDouble => {
            let term = value.to_expr(machine.pool(), 80);
            match machine.pool().as_const(term) {
                Some(constant) => {
                    let words = constant.words();
                    rendered(format::Value::LongDouble(u128::from(words[0]) | u128::from(words[1]) << 64))
                }
                None => Err(machine.unsupported(format!("{} of a symbolic long double", call.name))),
            }
        }
        Argument::String | Argument::WideString if value == Value::Int(0) => rendered(format::Value::NullString),
        Argument::String => {
            let bytes = string_bytes(machine, value, precision(&conversion))?;
            padded(machine, conversion, bytes).map(Some)
        }
        Argument::WideString => {
            let Some(bytes) = wide::bytes_of(machine, value, precision(&conversion))? else { return Ok(None) };
            padded(machine, as_bytes(conversion), bytes).map(Some)
        }
        Argument::Nothing => {
            let text = errors::text(machine)?;
            rendered(format::Value::Bytes(text.as_bytes()))
        }
        Argument::WriteTo(_) => unreachable!("counts print nothing"),
    }
}

/// A conversion of wide characters, as a conversion of the corresponding bytes.
fn as_bytes(conversion: Conversion) -> Conversion {
    let specifier = match conversion.specifier {
        Specifier::WideChar => Specifier::Char,
        _ => Specifier::String,
    };
    Conversion { specifier, length: Length::Default, ..conversion }
}

/// The greatest number of units of a string that the conversion prints.
fn precision(conversion: &Conversion) -> u64 {
    match conversion.precision {
        Some(Count::Number(precision)) => precision as u64,
        _ => u64::MAX,
    }
}

fn padded(machine: &mut dyn Machine, conversion: Conversion, bytes: Vec<Value>) -> Result<Text, Stop> {
    let concrete: Option<Vec<u8>> = bytes.iter().map(|byte| byte.as_int().map(|word| word as u8)).collect();
    if let Some(concrete) = concrete {
        let bytes = format::render(&conversion, format::Value::Bytes(&concrete)).unwrap_or_default();
        return Ok(Text::Bytes(bytes.into()));
    }
    let terms: Vec<ExprId> = bytes.iter().map(|byte| byte.to_expr(machine.pool(), 8)).collect();
    Ok(Text::Padded(Arc::new(conversion), terms.into()))
}
