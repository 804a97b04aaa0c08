//! The LLVM C API behind safe types: the only module with `unsafe` code.
//!
//! A [`Context`] owns everything; a [`Module`] borrows it; [`Value`], [`Type`] and [`Block`] are copyable
//! handles that borrow the module they were read from. Anything that changes a module takes `&mut Module`, so
//! no handle outlives a change. Methods check what LLVM's release build does not: indices of operands, and the
//! kind of a value. They rely only on the module having been verified after it was read.

mod context;
mod disassembler;
mod guard;
mod locals;
mod module;
mod prefix;
mod records;
mod types;
mod value;

pub use context::{Context, Severity};
pub use disassembler::Disassembler;
pub use guard::{TrialEnd, guarded, using};
pub use llvm_sys::LLVMAtomicRMWBinOp as RmwOp;
pub use llvm_sys::LLVMIntPredicate as Predicate;
pub use llvm_sys::LLVMLinkage as Linkage;
pub use llvm_sys::LLVMOpcode as Opcode;
pub use module::Module;
pub use records::{Record, RecordKind};
pub use types::{DataLayout, Type, TypeKind};
pub use value::{Block, Value, ValueKind};

use std::ffi::{CStr, c_char};

/// The major version of the LLVM that this process uses.
pub fn llvm_major() -> u32 {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: the three pointers are valid for writes.
    unsafe { llvm_sys::core::LLVMGetVersion(&mut major, &mut minor, &mut patch) };
    major
}

/// Returns memory that is free within the process to the operating system, if the C library can do that.
pub fn release_free_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the function takes a number and may be called at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Copies and frees a message that LLVM allocated.
fn owned_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's messages are zero-terminated.
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
    // SAFETY: the message came from LLVM, and nobody else holds it.
    unsafe { llvm_sys::core::LLVMDisposeMessage(message) };
    text
}

/// Copies `length` bytes of text that LLVM owns.
fn text(start: *const c_char, length: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: the callers pass a pointer and the length LLVM gave with it.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}
