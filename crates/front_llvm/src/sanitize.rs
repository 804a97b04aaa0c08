//! Marks the functions of a file for a sanitizer.
//!
//! Sanitizers that track memory work on LLVM's IR, but only on functions with an attribute that compilers add
//! when they compile sources. Bitcode from elsewhere lacks it.

use crate::error::LoadError;
use crate::input::Input;
use crate::load::survives;
use crate::raw::{self, Context};
use crate::read;

/// A sanitizer that works on LLVM's IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizer {
    /// AddressSanitizer.
    Address,
    /// MemorySanitizer.
    Memory,
}

impl Sanitizer {
    fn attribute(self) -> &'static str {
        match self {
            Sanitizer::Address => "sanitize_address",
            Sanitizer::Memory => "sanitize_memory",
        }
    }
}

/// The file as bitcode of this LLVM, with all functions marked for a sanitizer.
pub fn mark_for(sanitizer: Sanitizer, input: &Input) -> Result<Vec<u8>, LoadError> {
    let trial = |inputs: &[Input]| inputs.iter().for_each(|input| drop(mark(sanitizer, input)));
    survives(std::slice::from_ref(input), &trial)?;
    let _using = raw::using();
    mark(sanitizer, input)
}

fn mark(sanitizer: Sanitizer, input: &Input) -> Result<Vec<u8>, LoadError> {
    let context = Context::new().keeping_names(true);
    let mut module = read::module(&context, input)?;
    module.add_function_attribute(sanitizer.attribute());
    Ok(module.bitcode())
}

/// The major version of LLVM that is needed to read the result.
pub fn written_version() -> u32 {
    raw::llvm_major()
}
