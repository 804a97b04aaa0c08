//! `printf` and its family.
//!
//! Printing to a stream never forks on a symbolic argument: the piece keeps the term (see [`crate::output`]). Printing
//! into memory must know where each byte goes, and so must a caller that looks at the result: there the path forks over the
//! sign and the number of digits, and the digits themselves stay symbolic.

use std::rc::Rc;

use expr::ExprId;
use ir::ErrorKind;
use memory::{ObjectKind, Value};

use crate::Model;
use crate::format::{self, Argument, Conversion, Count, Piece as Part, Specifier, parse_format};
use crate::machine::{Access, Call, Machine, Place, Stop, concretize, resize};
use crate::output::{Piece, Stream, Text};
use crate::print::{Target, string_bytes, target};

type Done = Result<Option<Value>, Stop>;

const STANDARD: Target = Target::Stream(Stream::Out);

pub(crate) fn lookup(name: &str) -> Option<Model> {
    Some(match name {
        "printf" => |machine, call| to_stream(machine, call, STANDARD, 0, Arguments::Call(1)),
        "__printf_chk" => |machine, call| to_stream(machine, call, STANDARD, 1, Arguments::Call(2)),
        "fprintf" => |machine, call| {
            let target = target(machine, call, 0)?;
            to_stream(machine, call, target, 1, Arguments::Call(2))
        },
        "__fprintf_chk" => |machine, call| {
            let target = target(machine, call, 0)?;
            to_stream(machine, call, target, 2, Arguments::Call(3))
        },
        "__vprintf_chk" => |machine, call| {
            let list = Arguments::list(machine, call, 2)?;
            to_stream(machine, call, STANDARD, 1, list)
        },
        "__vfprintf_chk" => |machine, call| {
            let target = target(machine, call, 0)?;
            let list = Arguments::list(machine, call, 3)?;
            to_stream(machine, call, target, 2, list)
        },
        "__vsprintf_chk" => |machine, call| {
            let list = Arguments::list(machine, call, 4)?;
            to_memory(machine, call, None, 3, list)
        },
        "__vsnprintf_chk" => |machine, call| {
            let list = Arguments::list(machine, call, 5)?;
            to_memory(machine, call, Some(1), 4, list)
        },
        "vprintf" => |machine, call| {
            let list = Arguments::list(machine, call, 1)?;
            to_stream(machine, call, STANDARD, 0, list)
        },
        "vfprintf" => |machine, call| {
            let target = target(machine, call, 0)?;
            let list = Arguments::list(machine, call, 2)?;
            to_stream(machine, call, target, 1, list)
        },
        "sprintf" => |machine, call| to_memory(machine, call, None, 1, Arguments::Call(2)),
        "__sprintf_chk" => |machine, call| to_memory(machine, call, None, 3, Arguments::Call(4)),
        "snprintf" => |machine, call| to_memory(machine, call, Some(1), 2, Arguments::Call(3)),
        "__snprintf_chk" => |machine, call| to_memory(machine, call, Some(1), 4, Arguments::Call(5)),
        "vsprintf" => |machine, call| {
            let list = Arguments::list(machine, call, 2)?;
            to_memory(machine, call, None, 1, list)
        },
        "vsnprintf" => |machine, call| {
            let list = Arguments::list(machine, call, 3)?;
            to_memory(machine, call, Some(1), 2, list)
        },
        _ => return None,
    })
}

/// Where the arguments come from.
enum Arguments {
    /// The call's own, from this index on.
    Call(usize),
    /// A `va_list`: the next one stands at this address.
    List(u64),
}

impl Arguments {
    fn list(machine: &mut dyn Machine, call: &Call<'_>, index: usize) -> Result<Arguments, Stop> {
        let list = call.word(machine, index);
        let place = machine.resolve(list, 24, Access::Read)?;
        let area = machine.load(&place, 8, 8);
        Ok(Arguments::List(concretize(machine, area, 64)?))
    }

    /// The next argument as `width` bits; reading past the last one is an error as any such read.
    fn next(&mut self, machine: &mut dyn Machine, call: &Call<'_>, width: u32) -> Result<Value, Stop> {
        match self {
            Arguments::Call(index) => {
                if *index >= call.args.len() {
                    let message = format!("{} has fewer arguments than its format asks for", call.name);
                    return Err(machine.error(ErrorKind::OutOfBounds, message, None));
                }
                let value = call.unsigned(machine, *index, width);
                *index += 1;
                Ok(value)
            }
            Arguments::List(address) => {
                let len = u64::from(width.div_ceil(64)) * 8;
                if width > 64 {
                    *address = address.next_multiple_of(16);
                }
                let place = machine.resolve(Value::Int(*address), len, Access::Read)?;
                let value = machine.load(&place, 0, len as u32);
                *address += len;
                Ok(resize(machine.pool(), value, 8 * len as u32, width, false))
            }
        }
    }
}

/// A `%n`: where to store the count of what stands before the piece of that index.
struct Written {
    before: usize,
    to: Place,
    bits: u32,
}

fn to_stream(machine: &mut dyn Machine, call: &Call<'_>, target: Target, format: usize, arguments: Arguments) -> Done {
    let (texts, counts) = texts(machine, call, format, arguments)?;
    let stream = match target {
        Target::Stream(stream) => stream,
        Target::File(file) => return to_file(machine, &texts, &counts, file),
    };
    let mut total = 0;
    if call.ret > 0 || !counts.is_empty() {
        let mut lengths = Vec::new();
        for text in &texts {
            lengths.push(settle(machine, text)?.len() as u64);
        }
        total = lengths.iter().sum();
        for count in counts {
            let so_far: u64 = lengths[..count.before].iter().sum();
            machine.store(&count.to, 0, count.bits / 8, Value::Int(so_far));
        }
    }
    for text in texts {
        machine.print(Piece { stream, text });
    }
    Ok(Some(Value::Int(total)))
}

/// Formats on the heap and hands that to the library.
fn to_file(machine: &mut dyn Machine, texts: &[Text], counts: &[Written], file: u64) -> Done {
    let (bytes, starts) = settle_all(machine, texts)?;
    let length = bytes.len() as u64;
    let address = machine.allocate(ObjectKind::Heap, length.max(1), 16)?;
    if length > 0 {
        let place = machine.resolve(Value::Int(address), length, Access::Write)?;
        for (at, byte) in bytes.into_iter().enumerate() {
            machine.store(&place, at as u64, 1, byte);
        }
    }
    for count in counts {
        machine.store(&count.to, 0, count.bits / 8, Value::Int(starts[count.before]));
    }
    let args = [address, length, file].map(|word| (Value::Int(word), 64));
    Err(machine.continue_in("__pleach_put_text", &args))
}

/// The bytes of all pieces, and where each piece begins.
fn settle_all(machine: &mut dyn Machine, texts: &[Text]) -> Result<(Vec<Value>, Vec<u64>), Stop> {
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for text in texts {
        starts.push(bytes.len() as u64);
        bytes.extend(settle(machine, text)?);
    }
    starts.push(bytes.len() as u64);
    Ok((bytes, starts))
}

fn to_memory(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    limit: Option<usize>,
    format: usize,
    arguments: Arguments,
) -> Done {
    let target = call.word(machine, 0);
    let room = match limit {
        Some(index) => call.concrete(machine, index)?,
        None => u64::MAX,
    };
    let (texts, counts) = texts(machine, call, format, arguments)?;
    let (mut bytes, starts) = settle_all(machine, &texts)?;
    let total = bytes.len() as u64;
    if room > 0 {
        bytes.truncate((room - 1).min(total) as usize);
        bytes.push(Value::Int(0));
        let place = machine.resolve(target, bytes.len() as u64, Access::Write)?;
        for (at, byte) in bytes.into_iter().enumerate() {
            machine.store(&place, at as u64, 1, byte);
        }
    }
    for count in counts {
        machine.store(&count.to, 0, count.bits / 8, Value::Int(starts[count.before]));
    }
    Ok(Some(Value::Int(total)))
}

/// What a call prints, piece by piece.
fn texts(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    format: usize,
    mut arguments: Arguments,
) -> Result<(Vec<Text>, Vec<Written>), Stop> {
    let pointer = call.word(machine, format);
    let mut text = Vec::new();
    for byte in string_bytes(machine, pointer, u64::MAX)? {
        // A symbolic format decides what happens: it is settled byte by byte.
        match concretize(machine, byte, 8)? {
            0 => break,
            byte => text.push(byte as u8),
        }
    }
    let mut texts = Vec::new();
    let mut counts = Vec::new();
    for part in parse_format(&text) {
        match part {
            Part::Literal(bytes) => texts.push(Text::Bytes(bytes.into())),
            Part::Unknown(spelling) => {
                let spelling = String::from_utf8_lossy(&spelling).into_owned();
                return Err(machine.unsupported(format!("conversion {spelling} of {}", call.name)));
            }
            Part::Conversion(conversion) => {
                let mut stars = Vec::new();
                for _ in 0..conversion.stars() {
                    let star = arguments.next(machine, call, 32)?;
                    stars.push(concretize(machine, star, 32)? as u32 as i32);
                }
                let Some(conversion) = conversion.resolve(&stars) else {
                    return Err(machine.unsupported(format!("field width {stars:?} of {}", call.name)));
                };
                if let Argument::WriteTo(bits) = conversion.argument() {
                    let pointer = arguments.next(machine, call, 64)?;
                    let to = machine.resolve(pointer, u64::from(bits / 8), Access::Write)?;
                    counts.push(Written { before: texts.len(), to, bits });
                } else {
                    texts.push(convert(machine, call, &mut arguments, conversion)?);
                }
            }
        }
    }
    Ok((texts, counts))
}

fn convert(
    machine: &mut dyn Machine,
    call: &Call<'_>,
    arguments: &mut Arguments,
    conversion: Conversion,
) -> Result<Text, Stop> {
    let rendered = |value| {
        let bytes: Rc<[u8]> = format::render(&conversion, value).unwrap_or_default().into();
        Text::Bytes(bytes)
    };
    match conversion.argument() {
        Argument::Int | Argument::Long => {
            let width = if conversion.argument() == Argument::Int { 32 } else { 64 };
            Ok(match arguments.next(machine, call, width)? {
                Value::Int(word) => rendered(format::Value::Int(word)),
                Value::Expr(term) => Text::Number(Rc::new(conversion), term),
            })
        }
        Argument::Double => Ok(match arguments.next(machine, call, 64)? {
            Value::Int(word) => rendered(format::Value::Double(word)),
            Value::Expr(term) => Text::Double(Rc::new(conversion), term),
        }),
        Argument::LongDouble => {
            let value = arguments.next(machine, call, 80)?;
            let term = value.to_expr(machine.pool(), 80);
            match machine.pool().as_const(term) {
                Some(constant) => {
                    let words = constant.words();
                    Ok(rendered(format::Value::LongDouble(u128::from(words[0]) | u128::from(words[1]) << 64)))
                }
                None => Err(machine.unsupported(format!("{} of a symbolic long double", call.name))),
            }
        }
        Argument::String => {
            let pointer = arguments.next(machine, call, 64)?;
            if pointer == Value::Int(0) {
                return Ok(rendered(format::Value::NullString));
            }
            let most = match conversion.precision {
                Some(Count::Number(precision)) => precision as u64,
                _ => u64::MAX,
            };
            let bytes = string_bytes(machine, pointer, most)?;
            let concrete: Option<Vec<u8>> = bytes.iter().map(|byte| byte.as_int().map(|word| word as u8)).collect();
            if let Some(concrete) = concrete {
                return Ok(rendered(format::Value::Bytes(&concrete)));
            }
            let terms: Vec<ExprId> = bytes.iter().map(|byte| byte.to_expr(machine.pool(), 8)).collect();
            Ok(Text::Padded(Rc::new(conversion), terms.into()))
        }
        Argument::WriteTo(_) => unreachable!("counts print nothing"),
    }
}

/// The bytes of a piece, one by one; forks where their number depends on a term.
pub(crate) fn settle(machine: &mut dyn Machine, text: &Text) -> Result<Vec<Value>, Stop> {
    Ok(match text {
        Text::Bytes(bytes) => concrete(bytes),
        Text::Byte(term) => vec![Value::Expr(*term)],
        Text::String(terms) => settle_string(machine, terms)?,
        Text::Padded(conversion, terms) => {
            let bytes = settle_string(machine, terms)?;
            // The layout of a string depends on its length alone.
            let stand_in = vec![b'x'; bytes.len()];
            let layout = format::render(conversion, format::Value::Bytes(&stand_in)).unwrap_or_default();
            let mut bytes = bytes.into_iter();
            layout
                .iter()
                .map(|&byte| match byte {
                    b'x' => bytes.next().expect("the layout shows every byte once"),
                    padding => Value::Int(u64::from(padding)),
                })
                .collect()
        }
        Text::Number(conversion, term) => settle_number(machine, conversion, *term)?,
        Text::Double(..) => return Err(machine.unsupported("formatting a symbolic double into memory".to_owned())),
    })
}

fn concrete(bytes: &[u8]) -> Vec<Value> {
    bytes.iter().map(|&byte| Value::Int(u64::from(byte))).collect()
}

fn settle_string(machine: &mut dyn Machine, terms: &[ExprId]) -> Result<Vec<Value>, Stop> {
    let zero = machine.pool().int(8, 0);
    let mut bytes = Vec::new();
    for &term in terms {
        let ends = machine.pool().eq(term, zero);
        if machine.decide(ends)? {
            break;
        }
        bytes.push(Value::from_expr(machine.pool(), term));
    }
    Ok(bytes)
}

fn settle_number(machine: &mut dyn Machine, conversion: &Conversion, term: ExprId) -> Result<Vec<Value>, Stop> {
    if conversion.specifier == Specifier::Char {
        let byte = machine.pool().extract(term, 0, 8);
        let layout = format::render(conversion, format::Value::Int(u64::from(b'x'))).unwrap_or_default();
        let byte = Value::from_expr(machine.pool(), byte);
        return Ok(layout.iter().map(|&c| if c == b'x' { byte } else { Value::Int(u64::from(c)) }).collect());
    }
    let width = conversion.length.bits().min(machine.pool().width(term));
    let width = if conversion.specifier == Specifier::Pointer { 64 } else { width };
    let mut number = machine.pool().trunc(term, width);
    let zero = machine.pool().int(width, 0);
    let is_zero = machine.pool().eq(number, zero);
    // Zero is laid out as any number of one digit, but for these.
    let special = conversion.flags.alternate
        || conversion.precision == Some(Count::Number(0))
        || conversion.specifier == Specifier::Pointer;
    if special && machine.decide(is_zero)? {
        return Ok(concrete(&format::render(conversion, format::Value::Int(0)).unwrap_or_default()));
    }
    let signed = conversion.specifier == Specifier::Signed;
    let negative = machine.pool().slt(number, zero);
    let negative = signed && machine.decide(negative)?;
    if negative {
        number = machine.pool().neg(number);
    }
    let base: u64 = match conversion.specifier {
        Specifier::Octal => 8,
        Specifier::Hex { .. } | Specifier::Pointer => 16,
        _ => 10,
    };
    let (digits, smallest) = digit_count(machine, number, width, base)?;
    let sample = if negative { smallest.wrapping_neg() } else { smallest };
    let layout = format::render(conversion, format::Value::Int(sample)).unwrap_or_default();
    let end = layout.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    let first_letter = if matches!(conversion.specifier, Specifier::Hex { upper: true }) { b'A' } else { b'a' };
    let mut bytes = concrete(&layout);
    for (place, at) in (0..digits).zip((0..end).rev()) {
        bytes[at] = digit(machine, number, width, base, place, first_letter);
    }
    Ok(bytes)
}

/// How many digits a number has on this path, and the least positive number with so many.
fn digit_count(machine: &mut dyn Machine, number: ExprId, width: u32, base: u64) -> Result<(u32, u64), Stop> {
    let (mut digits, mut smallest) = (1, 1u64);
    loop {
        let next = smallest.checked_mul(base).filter(|&next| next <= bv::mask(width));
        let Some(next) = next else { return Ok((digits, smallest)) };
        let limit = machine.pool().int(width, next);
        let fits = machine.pool().ult(number, limit);
        if machine.decide(fits)? {
            return Ok((digits, smallest));
        }
        (digits, smallest) = (digits + 1, next);
    }
}

/// The character of the digit at a place, 0 being the last.
fn digit(machine: &mut dyn Machine, number: ExprId, width: u32, base: u64, place: u32, first_letter: u8) -> Value {
    let pool = machine.pool();
    let power = pool.int(width, base.pow(place));
    let above = pool.udiv(number, power);
    let base_term = pool.int(width, base);
    let digit = if bv::mask(width) >= base { pool.urem(above, base_term) } else { above };
    let digit = if width >= 8 { pool.trunc(digit, 8) } else { pool.zext(digit, 8) };
    let zero = pool.int(8, u64::from(b'0'));
    let as_number = pool.add(digit, zero);
    if base <= 10 {
        return Value::from_expr(pool, as_number);
    }
    let ten = pool.int(8, 10);
    let letter_base = pool.int(8, u64::from(first_letter - 10));
    let as_letter = pool.add(digit, letter_base);
    let is_number = pool.ult(digit, ten);
    let character = pool.ite(is_number, as_number, as_letter);
    Value::from_expr(pool, character)
}
