//! The formatting of the printf family, as in glibc with the C locale: a pure function from a format and its
//! arguments to bytes.
//!
//! [`parse_format`] splits a format into literal text and conversions. A conversion says what argument it takes
//! ([`Conversion::argument`]), gets the values of its `*`s ([`Conversion::resolve`]) and then renders one value
//! ([`render`]). What C leaves undefined and glibc prints in its own way (unknown conversions) becomes a
//! [`Piece::Unknown`]. There is one known difference: `%#g` keeps all its digits where rounding makes a new
//! power of ten, as the standard requires; glibc (2.36) drops the zeros there.

pub(crate) mod render;

pub use render::render;

use crate::tuning::MAX_FIELD;

/// The greatest number of an argument that a conversion may name (`%4096$d`), like glibc's `NL_ARGMAX`.
pub const MAX_POSITION: usize = 4096;

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text that is printed as it is; `%%` is part of it.
    Literal(Vec<u8>),
    /// A conversion of one argument.
    Conversion(Conversion),
    /// A conversion that is not supported, from its `%` on.
    Unknown(Vec<u8>),
}

/// A conversion as the format spells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// The number of the argument, from 1 on, if the format numbers its arguments (`%2$d`).
    pub position: Option<usize>,
    /// The flags, in any order and number.
    pub flags: Flags,
    /// The field width: the least number of characters.
    pub width: Option<Count>,
    /// The number of digits or the greatest number of characters, depending on the conversion.
    pub precision: Option<Count>,
    /// The length modifier, which gives the size of the argument.
    pub length: Length,
    /// The type of the argument and how it is printed.
    pub specifier: Specifier,
}

/// The flags of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `-`: padding goes to the right.
    pub left: bool,
    /// `+`: always a sign.
    pub plus: bool,
    /// A space if there is no sign.
    pub space: bool,
    /// `#`: the alternative form, with prefix, point or zeros.
    pub alternate: bool,
    /// `0`: padding with zeros after the sign.
    pub zero: bool,
}

/// A field width or precision in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// `*`: the value of an `int` argument.
    Star,
    /// `*3$`: the value of the argument with that number.
    StarAt(usize),
    /// A number in the format itself.
    Number(usize),
}

/// The length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// No modifier: `int` or `double`.
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
        /// Whether letters are upper case.
        upper: bool,
    },
    /// `b`, `B`
    Binary {
        /// Whether the prefix is `0B`.
        upper: bool,
    },
    /// `c`
    Char,
    /// `s`
    String,
    /// `lc`, `C`
    WideChar,
    /// `ls`, `S`
    WideString,
    /// `m`: the message of `strerror` for `errno`.
    ErrorText,
    /// `p`
    Pointer,
    /// `n`: stores the number of bytes printed so far and prints nothing.
    Written,
    /// `f`, `F`
    Fixed {
        /// Whether letters are upper case.
        upper: bool,
    },
    /// `e`, `E`
    Exponent {
        /// Whether letters are upper case.
        upper: bool,
    },
    /// `g`, `G`
    General {
        /// Whether letters are upper case.
        upper: bool,
    },
    /// `a`, `A`
    HexFloat {
        /// Whether letters are upper case.
        upper: bool,
    },
}

/// How the argument of a conversion is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An `int`, or a type that is promoted to it.
    Int,
    /// 64 bits, including pointers.
    Long,
    /// The address of a string.
    String,
    /// The address of a string of wide characters.
    WideString,
    /// There is no argument.
    Nothing,
    /// The address of an integer with this number of bits, to be written.
    WriteTo(u32),
    /// A `double`.
    Double,
    /// A `long double` of 80 bits.
    LongDouble,
}

/// The value of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value<'a> {
    /// An integer, a character or a pointer, zero-extended or sign-extended. The conversion uses the low bits
    /// that it needs.
    Int(u64),
    /// The bits of a `double`.
    Double(u64),
    /// The 80 bits of a `long double`.
    LongDouble(u128),
    /// A string without its terminator. Bytes past the precision may be missing.
    Bytes(&'a [u8]),
    /// The null pointer in place of a string.
    NullString,
}

impl Conversion {
    /// The number of `int` arguments that give width and precision, in this order, before the argument itself.
    pub fn stars(&self) -> usize {
        [self.width, self.precision].iter().filter(|count| is_star(**count)).count()
    }

    /// How the argument is passed.
    pub fn argument(&self) -> Argument {
        match self.specifier {
            Specifier::Char | Specifier::WideChar => Argument::Int,
            Specifier::String => Argument::String,
            Specifier::WideString => Argument::WideString,
            Specifier::ErrorText => Argument::Nothing,
            Specifier::Pointer => Argument::Long,
            Specifier::Written => Argument::WriteTo(self.length.bits()),
            Specifier::Fixed { .. }
            | Specifier::Exponent { .. }
            | Specifier::General { .. }
            | Specifier::HexFloat { .. } => {
                if self.length == Length::LongDouble {
                    Argument::LongDouble
                } else {
                    Argument::Double
                }
            }
            Specifier::Signed
            | Specifier::Unsigned
            | Specifier::Octal
            | Specifier::Hex { .. }
            | Specifier::Binary { .. } => {
                if self.length.bits() == 64 {
                    Argument::Long
                } else {
                    Argument::Int
                }
            }
        }
    }

    /// The conversion with the values of its `*`s: a negative width sets the flag `-`, and a negative precision
    /// counts as none. `None` if there are too few values or one is greater than [`MAX_FIELD`].
    pub fn resolve(&self, stars: &[i32]) -> Option<Conversion> {
        let mut stars = stars.iter().copied();
        let mut resolved = self.clone();
        if is_star(self.width) {
            let width = stars.next()?;
            resolved.flags.left |= width < 0;
            resolved.width = Some(Count::Number(width.unsigned_abs() as usize));
        }
        if is_star(self.precision) {
            resolved.precision = usize::try_from(stars.next()?).ok().map(Count::Number);
        }
        let fits = [resolved.width, resolved.precision].into_iter().all(|count| !is_too_large(count));
        fits.then_some(resolved)
    }
}

/// Whether a width or precision is given by an argument.
fn is_star(count: Option<Count>) -> bool {
    matches!(count, Some(Count::Star | Count::StarAt(_)))
}

/// Whether a width or precision is greater than [`MAX_FIELD`].
fn is_too_large(count: Option<Count>) -> bool {
    matches!(count, Some(Count::Number(number)) if number > MAX_FIELD)
}

impl Length {
    /// The number of bits of an integer of that length.
    pub fn bits(self) -> u32 {
        match self {
            Length::Default => 32,
            Length::Char => 8,
            Length::Short => 16,
            Length::Long | Length::LongDouble => 64,
        }
    }
}

/// Splits a format, given without its terminator, into pieces. Literals are not empty, and no two are adjacent.
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

/// The rest of a format after a `%`.
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
        let Some(position) = self.position() else { return Parsed::Unknown };
        let flags = self.flags();
        let width = self.count();
        let precision = if self.eat(b'.') { Some(self.count().unwrap_or(Count::Number(0))) } else { None };
        let length = self.length();
        let Some(letter) = self.peek() else { return Parsed::Unknown };
        self.rest = &self.rest[1..];
        if letter == b'%' && length == Length::Default {
            // glibc ignores flags, width and precision here, but a `*` would still take an argument.
            let plain = !is_star(width) && !is_star(precision) && position.is_none();
            return if plain { Parsed::Percent } else { Parsed::Unknown };
        }
        let bad_star = |count| matches!(count, Some(Count::StarAt(number)) if number == 0 || number > MAX_POSITION);
        if bad_star(width) || bad_star(precision) {
            return Parsed::Unknown;
        }
        match specifier(letter, length) {
            Some(specifier) if !is_too_large(width) && !is_too_large(precision) => {
                Parsed::Conversion(Conversion { position, flags, width, precision, length, specifier })
            }
            _ => Parsed::Unknown,
        }
    }

    /// The number of the argument, if the conversion gives one; `None` if that number is not valid.
    fn position(&mut self) -> Option<Option<usize>> {
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || self.rest.get(digits) != Some(&b'$') {
            return Some(None);
        }
        let number = self.number();
        self.eat(b'$');
        number.filter(|number| (1..=MAX_POSITION).contains(number)).map(Some)
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
                // Grouping and the locale's own digits have no effect in the C locale.
                b'\'' | b'I' => {}
                _ => break,
            }
            self.rest = &self.rest[1..];
        }
        flags
    }

    fn count(&mut self) -> Option<Count> {
        if self.eat(b'*') {
            let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 || self.rest.get(digits) != Some(&b'$') {
                return Some(Count::Star);
            }
            let number = self.number().unwrap_or(0);
            self.eat(b'$');
            return Some(Count::StarAt(number));
        }
        self.number().map(Count::Number)
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.rest = &self.rest[1..];
            number = Some(number.unwrap_or(0usize).saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        }
        number
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
        if [b'q', b'z', b'Z', b'j', b't'].into_iter().any(|byte| self.eat(byte)) {
            Length::Long
        } else {
            Length::Default
        }
    }
}

/// The conversion for a letter; `None` if it is unknown.
fn specifier(letter: u8, length: Length) -> Option<Specifier> {
    let upper = letter.is_ascii_uppercase();
    let specifier = match letter {
        b'd' | b'i' => Specifier::Signed,
        b'u' => Specifier::Unsigned,
        b'o' => Specifier::Octal,
        b'x' | b'X' => Specifier::Hex { upper },
        b'b' | b'B' => Specifier::Binary { upper },
        b'c' if length == Length::Default => Specifier::Char,
        b's' if length == Length::Default => Specifier::String,
        b'c' if length == Length::Long => Specifier::WideChar,
        b's' if length == Length::Long => Specifier::WideString,
        b'C' if length == Length::Default => Specifier::WideChar,
        b'S' if length == Length::Default => Specifier::WideString,
        b'm' if length == Length::Default => Specifier::ErrorText,
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

#[cfg(test)]
mod native;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_conversions_are_told() {
        for text in [
            "%",
            "%5",
            "%y",
            "%0$d",
            "%4097$d",
            "%1$%",
            "%1$*0$d",
            "%*%",
            "%hld",
            "%hs",
            "%Lc",
            "%lm",
            "%1048577d",
            "%.99999999999999999999f",
            "%l",
        ] {
            let pieces = parse_format(format!("a{text}").as_bytes());
            assert!(matches!(&pieces[1], Piece::Unknown(_)), "{text}: {pieces:?}");
        }
        assert_eq!(
            parse_format(b"a%yb"),
            [Piece::Literal(b"a".to_vec()), Piece::Unknown(b"%y".to_vec()), Piece::Literal(b"b".to_vec()),]
        );
    }

    #[test]
    fn numbers_have_limits() {
        let Piece::Conversion(conversion) = parse_format(b"%*.*d").remove(0) else { panic!("a conversion") };
        assert_eq!(conversion.stars(), 2);
        assert_eq!(conversion.resolve(&[1]), None);
        assert_eq!(conversion.resolve(&[i32::MIN, 1]), None);
        assert_eq!(conversion.resolve(&[1, i32::MAX]), None);
        assert_eq!(conversion.resolve(&[1, i32::MIN]).map(|resolved| resolved.precision), Some(None));
        assert_eq!(render(&conversion, Value::Int(1)), None);
    }

    #[test]
    fn arguments_have_numbers() {
        let Piece::Conversion(conversion) = parse_format(b"%3$-*1$.*2$d").remove(0) else { panic!("a conversion") };
        assert_eq!(conversion.position, Some(3));
        assert_eq!([conversion.width, conversion.precision], [Some(Count::StarAt(1)), Some(Count::StarAt(2))]);
        assert!(conversion.flags.left && conversion.stars() == 2);
        let Piece::Conversion(conversion) = parse_format(b"%12d").remove(0) else { panic!("a conversion") };
        assert_eq!((conversion.position, conversion.width), (None, Some(Count::Number(12))));
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
            ("%lc", Argument::Int),
            ("%S", Argument::WideString),
            ("%m", Argument::Nothing),
            ("%b", Argument::Int),
        ];
        for (text, kind) in expected {
            assert_eq!(argument(text), kind, "{text}");
        }
    }
}
