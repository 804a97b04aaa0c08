//! The error of lowering one instruction, initial value or type.

use std::fmt;

/// A construct without a lowering, by name. It ends a path, but never makes the load fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl Unsupported {
    /// A construct with that name.
    pub fn new(what: impl Into<String>) -> Unsupported {
        Unsupported(what.into())
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
