//! Formats a value by a conversion: integers, characters, strings and pointers. `number.rs` formats
//! floating-point numbers.

use super::{Conversion, Count, Flags, Length, Specifier, Value};
use crate::number::{Float, render_float};

/// The text of a value. `None` if the value is not of the conversion's kind, or if the conversion still has a
/// `*`.
pub fn render(conversion: &Conversion, value: Value<'_>) -> Option<Vec<u8>> {
    let spec = &Spec::new(conversion)?;
    match (spec.specifier, value) {
        (Specifier::Signed, Value::Int(bits)) => {
            let unused = 64 - spec.length.bits();
            let number = (bits << unused) as i64 >> unused;
            Some(integer(spec, sign(spec.flags, number < 0), b"", number.unsigned_abs().to_string()))
        }
        (Specifier::Unsigned, Value::Int(bits)) => {
            let number = bits & bv::mask(spec.length.bits());
            Some(integer(spec, b"", b"", number.to_string()))
        }
        (Specifier::Octal, Value::Int(bits)) => {
            let mut digits = format!("{:o}", bits & bv::mask(spec.length.bits()));
            // The alternate form raises the precision until the first digit is zero.
            if spec.flags.alternate && digits.len() >= spec.precision.unwrap_or(0) && digits != "0" {
                digits.insert(0, '0');
            }
            let precision = if spec.flags.alternate { spec.precision.map(|p| p.max(1)) } else { spec.precision };
            Some(integer(&Spec { precision, ..*spec }, b"", b"", digits))
        }
        (Specifier::Hex { upper }, Value::Int(bits)) => {
            let number = bits & bv::mask(spec.length.bits());
            let digits = if upper { format!("{number:X}") } else { format!("{number:x}") };
            let prefix: &[u8] = match (spec.flags.alternate && number != 0, upper) {
                (false, _) => b"",
                (true, false) => b"0x",
                (true, true) => b"0X",
            };
            Some(integer(spec, b"", prefix, digits))
        }
        (Specifier::Binary { upper }, Value::Int(bits)) => {
            let number = bits & bv::mask(spec.length.bits());
            let prefix: &[u8] = match (spec.flags.alternate && number != 0, upper) {
                (false, _) => b"",
                (true, false) => b"0b",
                (true, true) => b"0B",
            };
            Some(integer(spec, b"", prefix, format!("{number:b}")))
        }
        (Specifier::Pointer, Value::Int(0)) => Some(pad_text(spec, b"(nil)")),
        (Specifier::Pointer, Value::Int(bits)) => {
            Some(integer(spec, sign(spec.flags, false), b"0x", format!("{bits:x}")))
        }
        (Specifier::Char | Specifier::WideChar, Value::Int(bits)) => Some(pad_text(spec, &[bits as u8])),
        (Specifier::String | Specifier::WideString | Specifier::ErrorText, Value::Bytes(bytes)) => {
            Some(pad_text(spec, &bytes[..bytes.len().min(spec.precision.unwrap_or(usize::MAX))]))
        }
        // glibc prints the whole word or nothing.
        (Specifier::String | Specifier::WideString, Value::NullString) => {
            Some(pad_text(spec, if spec.precision.is_none_or(|p| p >= 6) { b"(null)" } else { b"" }))
        }
        (Specifier::Written, _) => Some(Vec::new()),
        (_, Value::Double(bits)) => render_float(spec, Float::from_double(bits)),
        (_, Value::LongDouble(bits)) => render_float(spec, Float::from_long_double(bits)),
        _ => None,
    }
}

/// A conversion without `*`.
#[derive(Clone, Copy)]
pub(crate) struct Spec {
    pub(crate) flags: Flags,
    pub(crate) width: usize,
    pub(crate) precision: Option<usize>,
    pub(crate) length: Length,
    pub(crate) specifier: Specifier,
}

impl Spec {
    fn new(conversion: &Conversion) -> Option<Spec> {
        let number = |count: Option<Count>| match count {
            None => Some(None),
            Some(Count::Number(number)) => Some(Some(number)),
            Some(Count::Star | Count::StarAt(_)) => None,
        };
        let &Conversion { flags, width, precision, length, specifier, position: _ } = conversion;
        Some(Spec { flags, width: number(width)?.unwrap_or(0), precision: number(precision)?, length, specifier })
    }
}

/// The sign to print before a number, which depends on the flags.
pub(crate) fn sign(flags: Flags, negative: bool) -> &'static [u8] {
    match (negative, flags.plus, flags.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

/// An integer with these digits ("0" for zero), padded to its precision and width.
fn integer(spec: &Spec, sign: &[u8], prefix: &[u8], digits: String) -> Vec<u8> {
    let digits = if digits == "0" && spec.precision == Some(0) { "" } else { &digits };
    let zeros = spec.precision.unwrap_or(0).saturating_sub(digits.len());
    let mut body = vec![b'0'; zeros];
    body.extend_from_slice(digits.as_bytes());
    let start = [sign, prefix].concat();
    // If there is a precision, it determines the number of zeros, and the flag `0` is ignored.
    pad(spec, &start, &body, spec.flags.zero && spec.precision.is_none())
}

/// Text, padded to its width with spaces.
fn pad_text(spec: &Spec, text: &[u8]) -> Vec<u8> {
    pad(spec, b"", text, false)
}

/// Sign and prefix, then the rest, padded to the width: with zeros between the two if `zeros` is set, else with
/// spaces.
pub(crate) fn pad(spec: &Spec, start: &[u8], body: &[u8], zeros: bool) -> Vec<u8> {
    let room = spec.width.saturating_sub(start.len() + body.len());
    let fill = |byte: u8| vec![byte; room];
    match (spec.flags.left, zeros) {
        (true, _) => [start, body, &fill(b' ')].concat(),
        (false, true) => [start, &fill(b'0'), body].concat(),
        (false, false) => [&fill(b' '), start, body].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Piece, parse_format};
    use super::*;

    /// Formats a value by a format with one conversion.
    fn format(format: &str, stars: &[i32], value: Value<'_>) -> String {
        let mut out = Vec::new();
        for piece in parse_format(format.as_bytes()) {
            match piece {
                Piece::Literal(text) => out.extend(text),
                Piece::Conversion(conversion) => {
                    let resolved = conversion.resolve(stars).expect("the numbers are small");
                    out.extend(render(&resolved, value).expect("the value fits the conversion"));
                }
                Piece::Unknown(text) => panic!("unknown: {}", String::from_utf8_lossy(&text)),
            }
        }
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn integers() {
        let minus_one = Value::Int(u64::MAX);
        assert_eq!(format("<%d>", &[], minus_one), "<-1>");
        assert_eq!(format("%u", &[], minus_one), "4294967295");
        assert_eq!(format("%hhx", &[], minus_one), "ff");
        assert_eq!(format("%lu", &[], minus_one), "18446744073709551615");
        assert_eq!(format("%+05d", &[], Value::Int(42)), "+0042");
        assert_eq!(format("%-*d|", &[5], Value::Int(42)), "42   |");
        assert_eq!(format("%*.*d|", &[-6, 4], Value::Int(42)), "0042  |");
        assert_eq!(format("%#o %%", &[], Value::Int(8)), "010 %");
        assert_eq!(format("%.0d", &[], Value::Int(0)), "");
        assert_eq!(format("%#.0o", &[], Value::Int(0)), "0");
        assert_eq!(format("%ld", &[], Value::Int(1 << 63)), "-9223372036854775808");
    }

    #[test]
    fn text_and_pointers() {
        assert_eq!(format("%5.2s|", &[], Value::Bytes(b"abc")), "   ab|");
        assert_eq!(format("%-4c|", &[], Value::Int(65)), "A   |");
        assert_eq!(format("%p %p", &[], Value::Int(0)), "(nil) (nil)");
        assert_eq!(format("%p", &[], Value::Int(255)), "0xff");
        assert_eq!(format("%s|%.3s", &[], Value::NullString), "(null)|");
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        let Piece::Conversion(conversion) = parse_format(b"%d").remove(0) else { panic!("a conversion") };
        assert_eq!(render(&conversion, Value::Bytes(b"")), None);
        assert_eq!(render(&conversion, Value::Double(0)), None);
    }
}
