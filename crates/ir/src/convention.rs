//! How functions call each other in machine code, by agreement.
//!
//! Machine code need not keep to the agreement. So it serves to guess what code does: where a function ends, what a
//! caller still wants. Nothing that must be true may be concluded from it.

use crate::Reg;

/// The roles of registers in calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Convention {
    /// The register that points to the end of the stack. The stack grows downwards.
    pub stack_pointer: Reg,
    /// The register that holds the address to return to.
    pub link: Reg,
    /// What a function leaves as it was, or restores.
    pub preserved: Vec<Reg>,
    /// What arguments are passed in.
    pub arguments: Vec<Reg>,
    /// What results are returned in.
    pub results: Vec<Reg>,
}
