//! Modules: their contents, verification, linking, and passes.

use std::ffi::{CStr, CString};
use std::ptr;

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::comdat::LLVMSetComdat;
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::*;
use llvm_sys::target::LLVMGetModuleDataLayout;
use llvm_sys::transforms::pass_builder::*;

use super::{Context, DataLayout, Linkage, Value, owned_message, text};

/// A module of a context.
pub struct Module<'c> {
    raw: LLVMModuleRef,
    context: &'c Context,
}

impl<'c> Module<'c> {
    /// Takes ownership of a module that was just read into the context.
    pub(super) fn new(context: &'c Context, raw: LLVMModuleRef) -> Module<'c> {
        Module { raw, context }
    }

    /// Checks LLVM's own rules; the error has the first violations.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is live and the message pointer is valid for writes.
        let broken = unsafe { LLVMVerifyModule(self.raw, action, &mut message) } != 0;
        let message = owned_message(message);
        if broken { Err(message.lines().take(3).collect::<Vec<_>>().join("; ")) } else { Ok(()) }
    }

    /// Links `other` into this module.
    pub fn link(&mut self, other: Module<'c>) -> Result<(), String> {
        let source = other.raw;
        std::mem::forget(other);
        // SAFETY: both modules are live and of one context; LLVM destroys the source in any case.
        let failed = unsafe { LLVMLinkModules2(self.raw, source) } != 0;
        if failed { Err(self.context.take_errors()) } else { Ok(()) }
    }

    /// Makes a function that is local to this module visible to others.
    pub fn expose(&mut self, name: &str) {
        use llvm_sys::LLVMLinkage::{LLVMExternalLinkage, LLVMInternalLinkage};
        for function in self.functions().filter(|function| function.name() == name) {
            if !function.is_declaration() && function.linkage() == LLVMInternalLinkage {
                // SAFETY: the function is live, and nobody else uses the module.
                unsafe { LLVMSetLinkage(function.raw(), LLVMExternalLinkage) };
            }
        }
    }

    /// Changes the linkage of the definitions that other modules see and that `which` accepts. They leave the
    /// groups of which linkers take one (`comdat`).
    pub fn weaken(&mut self, linkage: Linkage, which: impl Fn(Value<'_>) -> bool) {
        let is_changed = |value: &Value<'_>| value.is_seen() && which(*value);
        let objects: Vec<LLVMValueRef> =
            self.functions().chain(self.globals()).filter(is_changed).map(|value| value.raw()).collect();
        let aliases: Vec<LLVMValueRef> = self.aliases().filter(is_changed).map(|value| value.raw()).collect();
        for &object in &objects {
            // SAFETY: functions and variables of this live module may be in a group and may be in none.
            unsafe { LLVMSetComdat(object, ptr::null_mut()) };
        }
        for value in objects.into_iter().chain(aliases) {
            // SAFETY: the value is a definition of this live module; only local ones must have the default visibility.
            unsafe {
                LLVMSetVisibility(value, llvm_sys::LLVMVisibility::LLVMDefaultVisibility);
                LLVMSetLinkage(value, linkage);
            }
        }
    }

    /// Runs passes, in the syntax of `opt -passes=`.
    pub fn run_passes(&mut self, passes: &str) -> Result<(), String> {
        let passes = CString::new(passes).expect("pass names have no zero bytes");
        // SAFETY: creating options has no preconditions.
        let options = unsafe { LLVMCreatePassBuilderOptions() };
        // SAFETY: module, text and options are live; no target machine is needed for target-independent passes.
        let error = unsafe { LLVMRunPasses(self.raw, passes.as_ptr(), ptr::null_mut(), options) };
        // SAFETY: the options are ours and no longer used.
        unsafe { LLVMDisposePassBuilderOptions(options) };
        if error.is_null() {
            return Ok(());
        }
        // SAFETY: a non-null error is live and is consumed by this call.
        let message = unsafe { LLVMGetErrorMessage(error) };
        // SAFETY: error messages are zero-terminated.
        let copy = unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned();
        // SAFETY: the message is ours and no longer used.
        unsafe { LLVMDisposeErrorMessage(message) };
        Err(copy)
    }

    /// Removes an attribute without a value (such as `optnone`) from every function.
    pub fn remove_function_attribute(&mut self, name: &str) {
        let kind = attribute_kind(name);
        for function in self.functions() {
            // SAFETY: the handle is a function of this live module; removing an absent attribute does nothing.
            unsafe { LLVMRemoveEnumAttributeAtIndex(function.raw(), llvm_sys::LLVMAttributeFunctionIndex, kind) };
        }
    }

    /// Adds an attribute without a value (such as `sanitize_address`) to every function with a body.
    pub fn add_function_attribute(&mut self, name: &str) {
        let kind = attribute_kind(name);
        for function in self.functions().filter(|function| !function.is_declaration()) {
            // SAFETY: the handle is a function of this live module, and the attribute is one of its context.
            unsafe {
                let context = LLVMGetModuleContext(self.raw);
                let attribute = LLVMCreateEnumAttribute(context, kind, 0);
                LLVMAddAttributeAtIndex(function.raw(), llvm_sys::LLVMAttributeFunctionIndex, attribute);
            }
        }
    }

    /// The module as bitcode.
    pub fn bitcode(&self) -> Vec<u8> {
        // SAFETY: the module is live; the buffer is ours.
        let buffer = unsafe { LLVMWriteBitcodeToMemoryBuffer(self.raw) };
        // SAFETY: the buffer is live and has that many bytes from its start on.
        let bytes = unsafe {
            std::slice::from_raw_parts(LLVMGetBufferStart(buffer).cast::<u8>(), LLVMGetBufferSize(buffer)).to_vec()
        };
        // SAFETY: the buffer is ours and no longer used.
        unsafe { LLVMDisposeMemoryBuffer(buffer) };
        bytes
    }

    /// The layout of types in memory.
    pub fn data_layout(&self) -> DataLayout<'_> {
        // SAFETY: the module is live; the layout stays valid as long as nobody changes it, which needs `&mut self`.
        DataLayout::new(unsafe { LLVMGetModuleDataLayout(self.raw) })
    }

    /// The data layout as text.
    pub fn data_layout_text(&self) -> String {
        // SAFETY: the module is live and its layout text is zero-terminated.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.raw)) }.to_string_lossy().into_owned()
    }

    /// The target triple.
    pub fn target(&self) -> String {
        // SAFETY: the module is live and its triple is zero-terminated.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)) }.to_string_lossy().into_owned()
    }

    /// The module-level assembly.
    pub fn inline_asm(&self) -> String {
        let mut length = 0;
        // SAFETY: the module is live and the length pointer is valid for writes.
        let start = unsafe { LLVMGetModuleInlineAsm(self.raw, &mut length) };
        text(start, length)
    }

    /// Functions, defined and declared, in order.
    pub fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is live, and so is every function of it.
        self.list(unsafe { LLVMGetFirstFunction(self.raw) }, |function| unsafe { LLVMGetNextFunction(function) })
    }

    /// Global variables, in order.
    pub fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is live, and so is every global of it.
        self.list(unsafe { LLVMGetFirstGlobal(self.raw) }, |global| unsafe { LLVMGetNextGlobal(global) })
    }

    /// Aliases, in order.
    pub fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is live, and so is every alias of it.
        self.list(unsafe { LLVMGetFirstGlobalAlias(self.raw) }, |alias| unsafe { LLVMGetNextGlobalAlias(alias) })
    }

    /// The values of a linked list that starts at `first`.
    fn list<'m>(
        &'m self,
        first: LLVMValueRef,
        next: impl Fn(LLVMValueRef) -> LLVMValueRef + 'm,
    ) -> impl Iterator<Item = Value<'m>> {
        std::iter::successors(Value::new(first), move |value| Value::new(next(value.raw())))
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: every handle borrows the module, so all of them are gone.
        unsafe { LLVMDisposeModule(self.raw) };
    }
}

/// The number of an attribute; 0 if the name is unknown.
pub(super) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: pointer and length describe `name`.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}
