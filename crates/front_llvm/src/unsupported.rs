//! What stops the lowering of one instruction, initial value or type.

use std::fmt;

/// A construct that has no lowering; it names itself. It ends a path, never the load.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl Unsupported {
    /// A construct of that name.
    pub fn new(what: impl Into<String>) -> Unsupported {
        Unsupported(what.into())
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
