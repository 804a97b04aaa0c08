//! The printf family's formatting, as glibc does it in the C locale: a pure function from a format and its arguments to
//! bytes.
//!
//! [`parse_format`] splits a format into literal text and conversions. A conversion says what argument it takes
//! ([`Conversion::argument`]), gets the values of its `*`s ([`Conversion::resolve`]) and then renders one value
//! ([`render`]). What C leaves undefined and glibc prints in its own way (unknown conversions, wide characters, `%m`,
//! positional arguments) is a [`Piece::Unknown`]: it is not guessed at.

use crate::number::{Float, render_float};

/// The widest field and the greatest precision: past it a conversion counts as unknown, so that no format can ask for
/// gigabytes.
pub const MAX_FIELD: usize = 1 << 20;

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text that is printed as it stands; `%%` is one of these.
    Literal(Vec<u8>),
    /// A conversion of one argument.
    Conversion(Conversion),
    /// From its `%` on, a conversion that is not supported.
    Unknown(Vec<u8>),
}

/// A conversion as the format spells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// The flags, in any order and number.
    pub flags: Flags,
    /// The least number of characters.
    pub width: Option<Count>,
    /// The number of digits or the greatest number of characters; what it means depends on the conversion.
    pub precision: Option<Count>,
    /// The size of the argument.
    pub length: Length,
    /// What the argument is and how it is shown.
    pub specifier: Specifier,
}

/// The flags of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `-`: padding goes to the right.
    pub left: bool,
    /// `+`: a sign in any case.
    pub plus: bool,
    /// A space where a sign could be.
    pub space: bool,
    /// `#`: the other form, with prefix, point or zeros.
    pub alternate: bool,
    /// `0`: padding with zeros behind the sign.
    pub zero: bool,
}

/// A number in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// `*`: an `int` argument gives it.
    Star,
    /// It stands there.
    Number(usize),
}

/// The length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// None: `int` or `double`.
    Default,
    /// `hh`: `char`.
    Char,
    /// `h`: `short`.
    Short,
    /// `l`, `ll`, `q`, `z`, `j`, `t`: 64 bits.
    Long,
    /// `L`: `long double`, or 64 bits for integers.
    LongDouble,
}

/// The letter of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Specifier {
    /// `d`, `i`
    Signed,
    /// `u`
    Unsigned,
    /// `o`
    Octal,
    /// `x`, `X`
    Hex {
        /// Whether the letters are capitals.
        upper: bool,
    },
    /// `c`
    Char,
    /// `s`
    String,
    /// `p`
    Pointer,
    /// `n`: stores how much was printed so far, prints nothing.
    Written,
    /// `f`, `F`
    Fixed {
        /// Whether the letters are capitals.
        upper: bool,
    },
    /// `e`, `E`
    Exponent {
        /// Whether the letters are capitals.
        upper: bool,
    },
    /// `g`, `G`
    General {
        /// Whether the letters are capitals.
        upper: bool,
    },
    /// `a`, `A`
    HexFloat {
        /// Whether the letters are capitals.
        upper: bool,
    },
}

/// How a conversion's argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An `int`, or what is promoted to it.
    Int,
    /// 64 bits, pointers included.
    Long,
    /// The address of a string.
    String,
    /// The address of an integer of that many bits, to be written.
    WriteTo(u32),
    /// A `double`.
    Double,
    /// A `long double` of 80 bits.
    LongDouble,
}

/// A conversion with every number known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The flags.
    pub flags: Flags,
    /// The least number of characters.
    pub width: usize,
    /// The precision, if there is one.
    pub precision: Option<usize>,
    /// The size of the argument.
    pub length: Length,
    /// What the argument is and how it is shown.
    pub specifier: Specifier,
}

/// The value of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// An integer, a character or a pointer, zero-extended or sign-extended; the conversion keeps the bits it wants.
    Int(u64),
    /// The bits of a `double`.
    Double(u64),
    /// The 80 bits of a `long double`.
    LongDouble(u128),
    /// A string without its terminator; what is past the precision need not be there.
    Bytes(&'a [u8]),
    /// The null pointer for a string.
    NullString,
}

impl Conversion {
    /// How many `int` arguments give width and precision, in this order, before the argument itself.
    pub fn stars(&self) -> usize {
        [self.width, self.precision].iter().filter(|count| **count == Some(Count::Star)).count()
    }

    /// What the argument is.
    pub fn argument(&self) -> Argument {
        match self.specifier {
            Specifier::Char => Argument::Int,
            Specifier::String => Argument::String,
            Specifier::Pointer => Argument::Long,
            Specifier::Written => Argument::WriteTo(self.length.bits()),
            Specifier::Fixed { .. }
            | Specifier::Exponent { .. }
            | Specifier::General { .. }
            | Specifier::HexFloat { .. } => {
                if self.length == Length::LongDouble { Argument::LongDouble } else { Argument::Double }
            }
            Specifier::Signed | Specifier::Unsigned | Specifier::Octal | Specifier::Hex { .. } => {
                if self.length.bits() == 64 { Argument::Long } else { Argument::Int }
            }
        }
    }

    /// The conversion with the values of its `*`s: a negative width means the flag `-`, a negative precision none. Nothing
    /// if there are too few of them or one is past [`MAX_FIELD`].
    pub fn resolve(&self, stars: &[i32]) -> Option<Spec> {
        let mut stars = stars.iter().copied();
        let mut number = |count: Option<Count>| match count {
            None => Some(None),
            Some(Count::Number(number)) => Some(Some(number as i64)),
            Some(Count::Star) => stars.next().map(|value| Some(i64::from(value))),
        };
        let width = number(self.width)?.unwrap_or(0);
        let precision = number(self.precision)?.filter(|&precision| precision >= 0);
        let flags = Flags { left: self.flags.left || width < 0, ..self.flags };
        let width = usize::try_from(width.abs()).ok().filter(|&width| width <= MAX_FIELD)?;
        let precision = match precision {
            None => None,
            Some(precision) => Some(usize::try_from(precision).ok().filter(|&precision| precision <= MAX_FIELD)?),
        };
        Some(Spec { flags, width, precision, length: self.length, specifier: self.specifier })
    }
}

impl Length {
    /// The bits of an integer of that length.
    pub fn bits(self) -> u32 {
        match self {
            Length::Default => 32,
            Length::Char => 8,
            Length::Short => 16,
            Length::Long | Length::LongDouble => 64,
        }
    }
}

/// The pieces of a format, which stands without its terminator. Literals are not empty, and no two are neighbours.
pub fn parse_format(format: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut literal = Vec::new();
    let mut rest = format;
    while let Some((&first, tail)) = rest.split_first() {
        if first != b'%' {
            literal.push(first);
            rest = tail;
            continue;
        }
        let mut cursor = Cursor { rest: tail };
        let parsed = cursor.conversion();
        let text = &rest[..rest.len() - cursor.rest.len()];
        rest = cursor.rest;
        let piece = match parsed {
            Parsed::Percent => {
                literal.push(b'%');
                continue;
            }
            Parsed::Conversion(conversion) => Piece::Conversion(conversion),
            Parsed::Unknown => Piece::Unknown(text.to_vec()),
        };
        if !literal.is_empty() {
            pieces.push(Piece::Literal(std::mem::take(&mut literal)));
        }
        pieces.push(piece);
    }
    if !literal.is_empty() {
        pieces.push(Piece::Literal(literal));
    }
    pieces
}

enum Parsed {
    Percent,
    Conversion(Conversion),
    Unknown,
}

/// What is left of a format behind a `%`.
struct Cursor<'a> {
    rest: &'a [u8],
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.rest = &self.rest[usize::from(found)..];
        found
    }

    fn conversion(&mut self) -> Parsed {
        let flags = self.flags();
        let width = self.count();
        let precision = if self.eat(b'.') { Some(self.count().unwrap_or(Count::Number(0))) } else { None };
        let length = self.length();
        let Some(letter) = self.peek() else { return Parsed::Unknown };
        self.rest = &self.rest[1..];
        let too_large = |count: Option<Count>| matches!(count, Some(Count::Number(number)) if number > MAX_FIELD);
        if letter == b'%' && length == Length::Default {
            // glibc ignores flags, width and precision here; a `*` would still take an argument.
            let plain = width != Some(Count::Star) && precision != Some(Count::Star);
            return if plain { Parsed::Percent } else { Parsed::Unknown };
        }
        match specifier(letter, length) {
            Some(specifier) if !too_large(width) && !too_large(precision) => {
                Parsed::Conversion(Conversion { flags, width, precision, length, specifier })
            }
            _ => Parsed::Unknown,
        }
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while let Some(byte) = self.peek() {
            match byte {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'#' => flags.alternate = true,
                b'0' => flags.zero = true,
                // Grouping and the locale's own digits change nothing in the C locale.
                b'\'' | b'I' => {}
                _ => break,
            }
            self.rest = &self.rest[1..];
        }
        flags
    }

    fn count(&mut self) -> Option<Count> {
        if self.eat(b'*') {
            return Some(Count::Star);
        }
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.rest = &self.rest[1..];
            number = Some(number.unwrap_or(0usize).saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        }
        number.map(Count::Number)
    }

    fn length(&mut self) -> Length {
        if self.eat(b'h') {
            return if self.eat(b'h') { Length::Char } else { Length::Short };
        }
        if self.eat(b'l') {
            self.eat(b'l');
            return Length::Long;
        }
        if self.eat(b'L') {
            return Length::LongDouble;
        }
        if [b'q', b'z', b'Z', b'j', b't'].into_iter().any(|byte| self.eat(byte)) { Length::Long } else { Length::Default }
    }
}

/// The conversion of a letter; none for those that are unknown or take wide characters.
fn specifier(letter: u8, length: Length) -> Option<Specifier> {
    let upper = letter.is_ascii_uppercase();
    let specifier = match letter {
        b'd' | b'i' => Specifier::Signed,
        b'u' => Specifier::Unsigned,
        b'o' => Specifier::Octal,
        b'x' | b'X' => Specifier::Hex { upper },
        b'c' if length == Length::Default => Specifier::Char,
        b's' if length == Length::Default => Specifier::String,
        b'p' if length == Length::Default => Specifier::Pointer,
        b'n' => Specifier::Written,
        b'f' | b'F' => Specifier::Fixed { upper },
        b'e' | b'E' => Specifier::Exponent { upper },
        b'g' | b'G' => Specifier::General { upper },
        b'a' | b'A' => Specifier::HexFloat { upper },
        _ => return None,
    };
    Some(specifier)
}

/// The text of one value; nothing if the value is not of the conversion's kind.
pub fn render(spec: &Spec, value: Value<'_>) -> Option<Vec<u8>> {
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
        (Specifier::Pointer, Value::Int(0)) => Some(pad_text(spec, b"(nil)")),
        (Specifier::Pointer, Value::Int(bits)) => Some(integer(spec, sign(spec.flags, false), b"0x", format!("{bits:x}"))),
        (Specifier::Char, Value::Int(bits)) => Some(pad_text(spec, &[bits as u8])),
        (Specifier::String, Value::Bytes(bytes)) => {
            Some(pad_text(spec, &bytes[..bytes.len().min(spec.precision.unwrap_or(usize::MAX))]))
        }
        // glibc prints the whole word or nothing.
        (Specifier::String, Value::NullString) => {
            Some(pad_text(spec, if spec.precision.is_none_or(|p| p >= 6) { b"(null)" } else { b"" }))
        }
        (Specifier::Written, _) => Some(Vec::new()),
        (_, Value::Double(bits)) => render_float(spec, Float::from_double(bits)),
        (_, Value::LongDouble(bits)) => render_float(spec, Float::from_long_double(bits)),
        _ => None,
    }
}

/// The sign of a number of which the flags may ask for one.
pub(crate) fn sign(flags: Flags, negative: bool) -> &'static [u8] {
    match (negative, flags.plus, flags.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

/// An integer of these digits ("0" for zero), brought to its precision and width.
fn integer(spec: &Spec, sign: &[u8], prefix: &[u8], digits: String) -> Vec<u8> {
    let digits = if digits == "0" && spec.precision == Some(0) { "" } else { &digits };
    let zeros = spec.precision.unwrap_or(0).saturating_sub(digits.len());
    let mut body = vec![b'0'; zeros];
    body.extend_from_slice(digits.as_bytes());
    let start = [sign, prefix].concat();
    // A precision says how many zeros there are, so the flag says nothing any more.
    pad(spec, &start, &body, spec.flags.zero && spec.precision.is_none())
}

/// Text in its field; only spaces pad it.
fn pad_text(spec: &Spec, text: &[u8]) -> Vec<u8> {
    pad(spec, b"", text, false)
}

/// Sign and prefix, then the rest, in their field; with `zeros` those fill the room between the two.
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
    use super::*;

    /// Formats one conversion and its surroundings.
    fn format(format: &str, stars: &[i32], value: Value<'_>) -> String {
        let mut out = Vec::new();
        for piece in parse_format(format.as_bytes()) {
            match piece {
                Piece::Literal(text) => out.extend(text),
                Piece::Conversion(conversion) => {
                    let spec = conversion.resolve(stars).expect("the numbers are small");
                    out.extend(render(&spec, value).expect("the value fits the conversion"));
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
    fn unknown_conversions_are_told() {
        for text in ["%", "%5", "%y", "%1$d", "%*%", "%hld", "%lc", "%ls", "%m", "%S", "%1048577d", "%.99999999999999999999f", "%l"] {
            let pieces = parse_format(format!("a{text}").as_bytes());
            assert!(matches!(&pieces[1], Piece::Unknown(_)), "{text}: {pieces:?}");
        }
        assert_eq!(parse_format(b"a%yb"), [
            Piece::Literal(b"a".to_vec()),
            Piece::Unknown(b"%y".to_vec()),
            Piece::Literal(b"b".to_vec()),
        ]);
    }

    #[test]
    fn numbers_have_limits() {
        let Piece::Conversion(conversion) = parse_format(b"%*.*d").remove(0) else { panic!("a conversion") };
        assert_eq!(conversion.stars(), 2);
        assert_eq!(conversion.resolve(&[1]), None);
        assert_eq!(conversion.resolve(&[i32::MIN, 1]), None);
        assert_eq!(conversion.resolve(&[1, i32::MAX]), None);
        assert_eq!(conversion.resolve(&[1, i32::MIN]).map(|spec| spec.precision), Some(None));
    }

    #[test]
    fn arguments_have_their_kinds() {
        let argument = |format: &str| match parse_format(format.as_bytes()).remove(0) {
            Piece::Conversion(conversion) => conversion.argument(),
            piece => panic!("{piece:?}"),
        };
        let expected = [
            ("%d", Argument::Int),
            ("%hhd", Argument::Int),
            ("%c", Argument::Int),
            ("%zu", Argument::Long),
            ("%jx", Argument::Long),
            ("%p", Argument::Long),
            ("%s", Argument::String),
            ("%n", Argument::WriteTo(32)),
            ("%hhn", Argument::WriteTo(8)),
            ("%ln", Argument::WriteTo(64)),
            ("%f", Argument::Double),
            ("%lf", Argument::Double),
            ("%Lf", Argument::LongDouble),
            ("%Ld", Argument::Long),
        ];
        for (text, kind) in expected {
            assert_eq!(argument(text), kind, "{text}");
        }
    }

    #[test]
    fn a_value_of_another_kind_is_refused() {
        let Piece::Conversion(conversion) = parse_format(b"%d").remove(0) else { panic!("a conversion") };
        let spec = conversion.resolve(&[]).expect("no stars");
        assert_eq!(render(&spec, Value::Bytes(b"")), None);
        assert_eq!(render(&spec, Value::Double(0)), None);
    }
}
