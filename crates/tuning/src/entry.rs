//! One number of a table, as people see it, and what can be wrong with a value for it.

use std::fmt;
use std::ops::RangeInclusive;

use crate::number::{Number, Value};

/// A number of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The crate whose table it is in.
    pub owner: &'static str,
    /// Its name in that table, in lower case.
    pub name: String,
    /// Whether it can be set.
    pub tunable: bool,
    /// Its value unless it is set.
    pub default: Value,
    /// The least value that makes sense.
    pub least: Value,
    /// The greatest value that makes sense.
    pub most: Value,
    /// What it counts.
    pub unit: &'static str,
    /// What it is, in one paragraph.
    pub text: String,
    /// The measurement or the reason behind the default.
    pub why: &'static str,
}

impl Entry {
    /// The name by which it is known to people: with that of the crate.
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.owner, self.name)
    }

    /// The allowed values, for people.
    pub fn range(&self) -> String {
        format!("{} to {} {}", self.least, self.most, self.unit)
    }
}

/// Why a number cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The table has no tunable number of that name.
    Unknown,
    /// The text is no number of the right type.
    NotANumber {
        /// The allowed values, for people.
        range: String,
    },
    /// The number is too small or too great.
    OutOfRange {
        /// The allowed values, for people.
        range: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unknown => write!(f, "there is no such number"),
            Error::NotANumber { range } => write!(f, "not a number: give {range}"),
            Error::OutOfRange { range } => write!(f, "out of range: give {range}"),
        }
    }
}

impl std::error::Error for Error {}

/// Reads a value and checks that it is in its range.
pub fn parse<T: Number + PartialOrd>(text: &str, range: &RangeInclusive<T>, unit: &str) -> Result<T, Error> {
    let shown = || format!("{} to {} {unit}", range.start().value(), range.end().value());
    let number = T::parse(text).ok_or_else(|| Error::NotANumber { range: shown() })?;
    if range.contains(&number) { Ok(number) } else { Err(Error::OutOfRange { range: shown() }) }
}

/// The lines of a doc comment as one paragraph. Links to other numbers become their names.
pub fn paragraph(lines: &[&str]) -> String {
    let text = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    text.replace("[`", "`").replace("`]", "`")
}
