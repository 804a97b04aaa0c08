//! Turns printed text into single bytes, as `sprintf` needs them. The path forks over the sign and the number of
//! digits of a symbolic number; the digits themselves stay symbolic.

use expr::ExprId;
use memory::Value;

use crate::format::{self, Conversion, Count, Specifier};
use crate::machine::{Machine, Stop};
use crate::output::Text;

/// The bytes of a piece of text. Forks if their number depends on a term.
pub(crate) fn text_bytes(machine: &mut dyn Machine, text: &Text) -> Result<Vec<Value>, Stop> {
    Ok(match text {
        Text::Bytes(bytes) => concrete(bytes),
        Text::Byte(term) => vec![Value::Expr(*term)],
        Text::Optional([bit, byte]) => {
            let is_there = machine.decide(*bit)?;
            is_there.then_some(Value::Expr(*byte)).into_iter().collect()
        }
        Text::String(terms) => string_bytes(machine, terms)?,
        Text::Padded(conversion, terms) => {
            let bytes = string_bytes(machine, terms)?;
            // Padding depends only on the length of the string.
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
        Text::Number(conversion, term) => number_bytes(machine, conversion, *term)?,
        Text::Double(..) => return Err(machine.unsupported("formatting a symbolic double into memory".to_owned())),
    })
}

fn concrete(bytes: &[u8]) -> Vec<Value> {
    bytes.iter().map(|&byte| Value::Int(u64::from(byte))).collect()
}

fn string_bytes(machine: &mut dyn Machine, terms: &[ExprId]) -> Result<Vec<Value>, Stop> {
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

fn number_bytes(machine: &mut dyn Machine, conversion: &Conversion, term: ExprId) -> Result<Vec<Value>, Stop> {
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
    // Only these conversions format zero differently from other numbers of one digit.
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
        Specifier::Binary { .. } => 2,
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

/// The number of digits of a number on this path, and the least positive number with as many digits.
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

/// The character of the digit at a place; place 0 is the last digit.
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
