//! The types that numbers of a table have, and one type for the values of all of them.

use std::fmt;

/// A value of any number in a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Whole(i128),
    /// A floating-point number.
    Real(f64),
}

/// A type that a number in a table can have.
pub trait Number: Copy {
    /// The number as a value.
    fn value(self) -> Value;

    /// Reads a number. Whole numbers may be written as powers of two (`2^20`), or with underscores between digits.
    fn parse(text: &str) -> Option<Self>;
}

macro_rules! whole {
    ($($type:ty),+) => {
        $(impl Number for $type {
            fn value(self) -> Value {
                Value::Whole(i128::try_from(self).unwrap_or(i128::MAX))
            }

            fn parse(text: &str) -> Option<Self> {
                parse_whole(text).and_then(|number| <$type>::try_from(number).ok())
            }
        })+
    };
}

whole!(u8, u16, u32, u64, usize, i8, i16, i32, i64, i128);

impl Number for f64 {
    fn value(self) -> Value {
        Value::Real(self)
    }

    fn parse(text: &str) -> Option<f64> {
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }
}

fn parse_whole(text: &str) -> Option<i128> {
    match text.split_once('^') {
        Some(("2", exponent)) => 1i128.checked_shl(exponent.parse().ok()?).filter(|&power| power > 0),
        Some(_) => None,
        None if text.starts_with('_') => None,
        None => text.replace('_', "").parse().ok(),
    }
}

/// Large powers of two are written as such; [`Number::parse`] reads everything that is written.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Whole(number) if number > 1000 && number & (number - 1) == 0 => {
                write!(f, "2^{}", number.trailing_zeros())
            }
            Value::Whole(number) => write!(f, "{number}"),
            Value::Real(number) if number != 0.0 && number.abs() < 1e-3 => write!(f, "{number:e}"),
            Value::Real(number) => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for number in [0, 1, 24, 1000, 1024, 3_000_000, 1 << 31, i64::MAX] {
            assert_eq!(i64::parse(&number.value().to_string()), Some(number));
        }
        for number in [0.0, 1e-10, 0.05, 2.5] {
            assert_eq!(f64::parse(&number.value().to_string()), Some(number));
        }
        assert_eq!((1u64 << 20).value().to_string(), "2^20");
        assert_eq!(u32::parse("1_000"), Some(1000));
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in ["", "-1", "x", "_1", "3^2", "2^", "2^32", "2^200", "1.5", "4294967296"] {
            assert_eq!(u32::parse(text), None, "{text}");
        }
        assert_eq!(f64::parse("inf"), None);
        assert_eq!(i128::parse("2^127"), None);
    }
}
