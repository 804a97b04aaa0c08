//! A context with its diagnostics, and reading modules into it.

use std::cell::RefCell;
use std::ffi::{CString, c_void};
use std::ptr;

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::bit_reader::{LLVMGetBitcodeModuleInContext2, LLVMParseBitcodeInContext2};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::*;

use super::{Module, owned_message};

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The operation failed.
    Error,
    /// Worth reporting.
    Warning,
    /// Everything else.
    Note,
}

/// Diagnostics in the order in which LLVM reported them.
type Log = RefCell<Vec<(Severity, String)>>;

/// Owns types, constants and modules. Records LLVM's diagnostics instead of letting LLVM exit.
pub struct Context {
    raw: LLVMContextRef,
    /// Boxed, since LLVM holds its address.
    log: Box<Log>,
    /// Whether the names of values in bitcode are kept.
    keeps_names: bool,
}

impl Context {
    /// A new context with its own diagnostic log.
    pub fn new() -> Context {
        let mut log: Box<Log> = Box::default();
        // SAFETY: creating a context has no preconditions.
        let raw = unsafe { LLVMContextCreate() };
        let address: *mut Log = &mut *log;
        // SAFETY: the log lives as long as the context, and the handler gets exactly this pointer back.
        unsafe { LLVMContextSetDiagnosticHandler(raw, Some(keep), address.cast()) };
        Context { raw, log, keeps_names: false }
    }

    /// Sets whether the names of values in bitcode are kept.
    pub fn keeping_names(mut self, keeps: bool) -> Context {
        self.keeps_names = keeps;
        self
    }

    /// The diagnostics since the last call.
    pub fn take_diagnostics(&self) -> Vec<(Severity, String)> {
        self.log.take()
    }

    /// The errors since the last call, as one text; other diagnostics are dropped.
    pub fn take_errors(&self) -> String {
        let errors: Vec<String> = self
            .take_diagnostics()
            .into_iter()
            .filter(|&(severity, _)| severity == Severity::Error)
            .map(|(_, message)| message)
            .collect();
        errors.join("; ")
    }

    /// Reads bitcode completely.
    pub fn parse_bitcode(&self, name: &str, bytes: &[u8]) -> Result<Module<'_>, String> {
        let buffer = Buffer::new(name, bytes);
        let mut module = ptr::null_mut();
        // The names of instructions are rarely needed, except by the text parser.
        // SAFETY: the context is live.
        unsafe { LLVMContextSetDiscardValueNames(self.raw, i32::from(!self.keeps_names)) };
        // SAFETY: context and buffer are live; this variant does not take over the buffer.
        let failed = unsafe { LLVMParseBitcodeInContext2(self.raw, buffer.raw, &mut module) } != 0;
        // SAFETY: the context is live.
        unsafe { LLVMContextSetDiscardValueNames(self.raw, 0) };
        if failed || module.is_null() {
            return Err(self.take_errors());
        }
        Ok(Module::new(self, module))
    }

    /// Reads the symbols of bitcode, but not the bodies of its functions.
    pub fn parse_bitcode_lazily(&self, name: &str, bytes: &[u8]) -> Result<Module<'_>, String> {
        let buffer = Buffer::new(name, bytes).into_raw();
        let mut module = ptr::null_mut();
        // SAFETY: context and buffer are live; a module that is made takes over the buffer.
        let failed = unsafe { LLVMGetBitcodeModuleInContext2(self.raw, buffer, &mut module) } != 0;
        if failed || module.is_null() {
            // SAFETY: a failed call leaves the buffer with us.
            unsafe { LLVMDisposeMemoryBuffer(buffer) };
            return Err(self.take_errors());
        }
        Ok(Module::new(self, module))
    }

    /// Reads the text form.
    pub fn parse_text(&self, name: &str, bytes: &[u8]) -> Result<Module<'_>, String> {
        let buffer = Buffer::new(name, bytes);
        let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: context and buffer are live; this variant does not take over the buffer.
        let failed = unsafe { LLVMParseIRInContext2(self.raw, buffer.raw, &mut module, &mut message) } != 0;
        let message = owned_message(message);
        if failed || module.is_null() {
            return Err(if message.is_empty() { self.take_errors() } else { message });
        }
        Ok(Module::new(self, module))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: every module borrows the context, so all of them are gone.
        unsafe { LLVMContextDispose(self.raw) };
    }
}

/// The diagnostic handler: records the message.
extern "C" fn keep(info: LLVMDiagnosticInfoRef, log: *mut c_void) {
    // SAFETY: LLVM calls the handler with a live diagnostic.
    let message = owned_message(unsafe { LLVMGetDiagInfoDescription(info) });
    // SAFETY: as above.
    let severity = match unsafe { LLVMGetDiagInfoSeverity(info) } {
        LLVMDiagnosticSeverity::LLVMDSError => Severity::Error,
        LLVMDiagnosticSeverity::LLVMDSWarning => Severity::Warning,
        _ => Severity::Note,
    };
    // SAFETY: the pointer is the one `Context::new` registered; the log outlives the context, and contexts are not
    // shared between threads.
    let log = unsafe { &*log.cast::<Log>() };
    if let Ok(mut entries) = log.try_borrow_mut() {
        entries.push((severity, message));
    }
}

/// A memory buffer with its own copy of the bytes (the text parser needs the zero that LLVM puts after them).
struct Buffer {
    raw: LLVMMemoryBufferRef,
}

impl Buffer {
    fn new(name: &str, bytes: &[u8]) -> Buffer {
        let name = CString::new(name.replace('\0', "")).expect("zero bytes were removed");
        // SAFETY: pointer and length describe `bytes`, and LLVM copies them.
        let raw =
            unsafe { LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr()) };
        Buffer { raw }
    }

    /// Releases ownership of the buffer.
    fn into_raw(self) -> LLVMMemoryBufferRef {
        let raw = self.raw;
        std::mem::forget(self);
        raw
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the buffer was not given away.
        unsafe { LLVMDisposeMemoryBuffer(self.raw) };
    }
}
