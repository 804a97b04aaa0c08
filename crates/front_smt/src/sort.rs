//! The sorts. A Bool is represented as a bit-vector of width 1, but scripts must not mix the two.

use std::fmt;

use float::Layout;

use crate::error::{ErrorKind, Position, Read};
use crate::float::layout;
use crate::lexer::{Kind, Token, excerpt};
use crate::names::Name;
use crate::reader::Reader;
use crate::tuning::MAX_WIDTH;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sort {
    /// `Bool`
    Bool,
    /// `(_ BitVec n)`
    BitVec(u32),
    /// `(_ FloatingPoint exponent significand)`
    Float { exponent: u32, significand: u32 },
    /// `RoundingMode`
    RoundingMode,
    /// `Real`, of which there are only constants.
    Real,
    /// `(Array (_ BitVec index) (_ BitVec element))`
    Array { index: u32, element: u32 },
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float { exponent, significand } => write!(f, "(_ FloatingPoint {exponent} {significand})"),
            Sort::RoundingMode => f.write_str("RoundingMode"),
            Sort::Real => f.write_str("Real"),
            Sort::Array { index, element } => write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))"),
        }
    }
}

impl Sort {
    /// The format of a sort of floating-point numbers.
    pub(crate) fn layout(self) -> Option<Layout> {
        match self {
            Sort::Float { exponent, significand } => Layout::new(exponent, significand),
            _ => None,
        }
    }
}

/// Rejects widths that are not supported.
pub(crate) fn check_width(width: u32, at: Position) -> Read<()> {
    match width {
        0 => Err(at.ill_sorted("a bit-vector has at least one bit".to_owned())),
        1..=MAX_WIDTH => Ok(()),
        _ => Err(at.error(ErrorKind::TooLarge(format!("{width} bits are more than the {MAX_WIDTH} supported")))),
    }
}

impl Reader<'_, '_> {
    /// Reads a sort.
    pub(crate) fn sort(&mut self) -> Read<Sort> {
        let token = self.token()?;
        self.sort_from(token)
    }

    /// Reads the sort that begins with the given token.
    pub(crate) fn sort_from(&mut self, first: Token) -> Read<Sort> {
        match first.kind {
            Kind::Symbol { name, .. } => self.named_sort(name, first.at),
            Kind::Open => {
                let token = self.token()?;
                match token.kind {
                    Kind::Symbol { name: Name::UNDERSCORE, quoted: false } => self.bit_vector(),
                    Kind::Symbol { name, .. } if self.world.names.text(name) == "Array" => self.array(),
                    Kind::Symbol { name, .. } => {
                        let name = excerpt(self.world.names.text(name).as_bytes());
                        Err(token.at.error(ErrorKind::Unsupported(format!("the sort {name} is"))))
                    }
                    _ => Err(self.unexpected(token, "a sort")),
                }
            }
            _ => Err(self.unexpected(first, "a sort")),
        }
    }

    /// Reads `(Array index element)` after `Array`.
    fn array(&mut self) -> Read<Sort> {
        let index = self.array_part()?;
        let element = self.array_part()?;
        self.close()?;
        Ok(Sort::Array { index, element })
    }

    /// Reads the width of an index or an element. Arrays of arrays are rejected before they are read, so this
    /// does not nest.
    fn array_part(&mut self) -> Read<u32> {
        let token = self.token()?;
        let sort = match token.kind {
            Kind::Symbol { name, .. } => self.named_sort(name, token.at)?,
            Kind::Open => {
                let inner = self.token()?;
                match inner.kind {
                    Kind::Symbol { name: Name::UNDERSCORE, quoted: false } => self.bit_vector()?,
                    Kind::Symbol { .. } => {
                        let what = "an array of anything but bit-vectors is".to_owned();
                        return Err(token.at.error(ErrorKind::Unsupported(what)));
                    }
                    _ => return Err(self.unexpected(inner, "a sort")),
                }
            }
            _ => return Err(self.unexpected(token, "a sort")),
        };
        match sort {
            Sort::BitVec(width) => Ok(width),
            _ => {
                let what = "an array of anything but bit-vectors is".to_owned();
                Err(token.at.error(ErrorKind::Unsupported(what)))
            }
        }
    }

    fn named_sort(&mut self, name: Name, at: Position) -> Read<Sort> {
        if let Some(sort) = self.world.scope.sort(name) {
            return Ok(sort);
        }
        match self.world.names.text(name) {
            "Bool" => Ok(Sort::Bool),
            "RoundingMode" => Ok(Sort::RoundingMode),
            "Float16" => Ok(Sort::Float { exponent: 5, significand: 11 }),
            "Float32" => Ok(Sort::Float { exponent: 8, significand: 24 }),
            "Float64" => Ok(Sort::Float { exponent: 11, significand: 53 }),
            "Float128" => Ok(Sort::Float { exponent: 15, significand: 113 }),
            text @ ("Int" | "Real" | "String" | "RegLan") => {
                Err(at.error(ErrorKind::Unsupported(format!("the sort {text} is"))))
            }
            _ => Err(self.unknown(name, at)),
        }
    }

    /// Reads `(_ BitVec n)` or `(_ FloatingPoint e s)` after the underscore.
    fn bit_vector(&mut self) -> Read<Sort> {
        let (name, at) = self.symbol()?;
        if self.world.names.text(name) == "FloatingPoint" {
            let mut sizes = [0; 2];
            for size in &mut sizes {
                let token = self.token()?;
                if token.kind != Kind::Numeral {
                    return Err(self.unexpected(token, "a numeral"));
                }
                *size = self.small_number(token)?;
            }
            self.close()?;
            let [exponent, significand] = sizes;
            layout(exponent, significand).map_err(|why| at.error(ErrorKind::TooLarge(why)))?;
            return Ok(Sort::Float { exponent, significand });
        }
        if self.world.names.text(name) != "BitVec" {
            let name = excerpt(self.world.names.text(name).as_bytes());
            return Err(at.error(ErrorKind::Unsupported(format!("the sort {name} is"))));
        }
        let token = self.token()?;
        if token.kind != Kind::Numeral {
            return Err(self.unexpected(token, "a numeral"));
        }
        let width = self.small_number(token)?;
        check_width(width, token.at)?;
        self.close()?;
        Ok(Sort::BitVec(width))
    }
}
