//! `strtod` and the like: the number at the beginning of a text.
//!
//! Symbolic bytes of the text are made concrete: the path goes on with one of their values only, and the run is
//! incomplete.

use bv::Bv;
use float::x86::{self, Kind};
use memory::Value;

use crate::Routine;
use crate::errors;
use crate::machine::{Access, Call, Machine, Stop};
use crate::print::string_bytes;

type Done = Result<Option<Value>, Stop>;

/// The reason why a run that parses symbolic text is incomplete.
const INCOMPLETE: &str = "floating point parsed from one value of a symbolic text";

pub(crate) fn lookup(name: &str) -> Option<Routine> {
    Some(match name {
        "strtod" | "strtof" | "strtold" | "atof" => parse,
        _ => return None,
    })
}

fn parse(machine: &mut dyn Machine, call: &Call<'_>) -> Done {
    let kind = match call.name {
        "strtof" => Kind::Single,
        "strtold" => Kind::Extended,
        _ => Kind::Double,
    };
    let start = call.word(machine, 0);
    let end = if call.name == "atof" { Value::Int(0) } else { call.word(machine, 1) };
    let end = match end {
        Value::Int(0) => None,
        pointer => Some(machine.locate(pointer, 8, Access::Write)?),
    };
    let mut text = Vec::new();
    for byte in string_bytes(machine, start, u64::MAX)? {
        text.push(match byte {
            Value::Int(word) => word as u8,
            Value::Expr(term) => machine.fix(term, 8, INCOMPLETE)? as u8,
        });
    }
    let Number { bits, length, out_of_range } = number_at(&text, kind);
    if out_of_range {
        errors::set(machine, errors::ERANGE)?;
    }
    if let Some(end) = end {
        let start = start.to_expr(machine.pool(), 64);
        let length = machine.pool().int(64, length as u64);
        let after = machine.pool().add(start, length);
        let after = Value::from_expr(machine.pool(), after);
        machine.store(&end, 0, 8, after);
    }
    let words = [bits as u64, (bits >> 64) as u64];
    let width = kind.width();
    let value = Bv::from_words(width, &words[..width.div_ceil(64) as usize]);
    Ok(Some(Value::from_bv(machine.pool(), &value)))
}

/// A number in a text: its bits, its length in bytes including blanks before it, and whether it is out of range.
#[derive(Clone, Copy, Default)]
struct Number {
    bits: u128,
    length: usize,
    out_of_range: bool,
}

/// The number at the beginning of a text; zero with length 0 if there is none.
fn number_at(text: &[u8], kind: Kind) -> Number {
    let blanks = text.iter().take_while(|byte| b" \t\n\x0b\x0c\r".contains(byte)).count();
    let signed = &text[blanks..];
    let negative = signed.first() == Some(&b'-');
    let sign = usize::from(matches!(signed.first(), Some(b'-' | b'+')));
    let body = &signed[sign..];
    let found = infinity_or_nan(body, kind).or_else(|| hexadecimal(body, kind)).or_else(|| decimal(body, kind));
    let Some(mut number) = found else { return Number::default() };
    if negative {
        number.bits |= 1 << (kind.width() - 1);
    }
    number.length += blanks + sign;
    number
}

fn infinity_or_nan(text: &[u8], kind: Kind) -> Option<Number> {
    let begins = |word: &str| text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word.as_bytes());
    let from_double = |value: f64| x86::convert(Kind::Double, kind, value.to_bits().into());
    let (bits, length) = if begins("infinity") {
        (from_double(f64::INFINITY), 8)
    } else if begins("inf") {
        (from_double(f64::INFINITY), 3)
    } else if begins("nan") {
        let (payload, length) = payload(&text[3..], kind);
        (from_double(f64::from_bits(0x7ff8 << 48)) | payload, 3 + length)
    } else {
        return None;
    };
    Some(Number { bits, length, out_of_range: false })
}

/// The payload in parentheses after `nan`, as glibc reads it: bits of the fraction if it is a number (otherwise
/// 0), and its length.
fn payload(text: &[u8], kind: Kind) -> (u128, usize) {
    let inside = text.get(1..).unwrap_or_default();
    let length = inside.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    if text.first() != Some(&b'(') || inside.get(length) != Some(&b')') {
        return (0, 0);
    }
    let digits = std::str::from_utf8(&inside[..length]).unwrap_or_default();
    let (base, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (16, &digits[2..]),
        [b'0', ..] => (8, digits),
        _ => (10, digits),
    };
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    let number = if is_number { u64::from_str_radix(digits, base).unwrap_or(u64::MAX) } else { 0 };
    let bits = match kind {
        Kind::Single => 22,
        Kind::Extended => 62,
        _ => 51,
    };
    (u128::from(number & bv::mask(bits)), length + 2)
}

fn decimal(text: &[u8], kind: Kind) -> Option<Number> {
    let length = digits(text, |byte| byte.is_ascii_digit())?;
    let length = length + exponent(&text[length..], b'e');
    let (bits, out_of_range) = x86::parse(kind, std::str::from_utf8(&text[..length]).ok()?)?;
    Some(Number { bits, length, out_of_range })
}

fn hexadecimal(text: &[u8], kind: Kind) -> Option<Number> {
    if text.len() < 2 || !text[..2].eq_ignore_ascii_case(b"0x") {
        return None;
    }
    let length = 2 + digits(&text[2..], |byte| byte.is_ascii_hexdigit())?;
    let power = exponent(&text[length..], b'p');
    let whole = std::str::from_utf8(&text[..length + power]).ok()?;
    let (bits, out_of_range) =
        if power == 0 { x86::parse(kind, &format!("{whole}p0"))? } else { x86::parse(kind, whole)? };
    Some(Number { bits, length: length + power, out_of_range })
}

/// The length of a sequence of digits with at most one point; `None` if there is no digit.
fn digits(text: &[u8], is_digit: fn(&u8) -> bool) -> Option<usize> {
    let count = |text: &[u8]| text.iter().take_while(|&byte| is_digit(byte)).count();
    let before = count(text);
    let after = (text.get(before) == Some(&b'.')).then(|| count(&text[before + 1..]));
    match (before, after) {
        (0, None | Some(0)) => None,
        (before, None) => Some(before),
        (before, Some(after)) => Some(before + 1 + after),
    }
}

/// The length of an exponent; 0 if there is none.
fn exponent(text: &[u8], letter: u8) -> usize {
    if !text.first().is_some_and(|first| first.eq_ignore_ascii_case(&letter)) {
        return 0;
    }
    let sign = usize::from(matches!(text.get(1), Some(b'-' | b'+')));
    let digits = text[1 + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_ends_where_its_grammar_ends() {
        let read = |text: &str| {
            let number = number_at(text.as_bytes(), Kind::Double);
            (f64::from_bits(number.bits as u64), number.length)
        };
        assert_eq!(read("  -12.5e2x"), (-1250.0, 9));
        assert_eq!(read("1e"), (1.0, 1));
        assert_eq!(read("1e+"), (1.0, 1));
        assert_eq!(read(".5."), (0.5, 2));
        assert_eq!(read("5."), (5.0, 2));
        assert_eq!(read("."), (0.0, 0));
        assert_eq!(read("abc"), (0.0, 0));
        assert_eq!(read("0x1.8p2"), (6.0, 7));
        assert_eq!(read("0x"), (0.0, 1));
        assert_eq!(read("0x10"), (16.0, 4));
        assert_eq!(read("-INFinity"), (f64::NEG_INFINITY, 9));
        assert_eq!(read("infinite"), (f64::INFINITY, 3));
        assert!(read("nan").0.is_nan());
        let bits = |text: &str, kind| (number_at(text.as_bytes(), kind).bits, number_at(text.as_bytes(), kind).length);
        assert_eq!(bits("nan(0x123)!", Kind::Double), (0x7ff8_0000_0000_0123, 10));
        assert_eq!(bits("-nan(010)", Kind::Single), (0xffc0_0008, 9));
        assert_eq!(bits("nan(z)", Kind::Double), (0x7ff8 << 48, 6));
        assert_eq!(bits("nan(1", Kind::Double), (0x7ff8 << 48, 3));
    }

    #[test]
    fn numbers_have_a_range() {
        let out = |text: &str, kind| number_at(text.as_bytes(), kind).out_of_range;
        for text in ["1e400", "-1e400", "1e-400", "4.9e-325", "2.2e-308", "0x1.8p-1074"] {
            assert!(out(text, Kind::Double), "{text}");
        }
        for text in ["1e308", "0", "0e-999", "0x1p-1074", "2.5e-308x", "inf", "nan"] {
            assert!(!out(text, Kind::Double), "{text}");
        }
        assert!(out("1e39", Kind::Single) && !out("1e39", Kind::Double) && !out("1e4000", Kind::Extended));
    }
}
