//! LLVM's disassembler for RISC-V, with which the project's own decoder is compared.

use std::ffi::{CStr, c_char};
use std::ptr;
use std::sync::Once;

use llvm_sys::disassembler::*;
use llvm_sys::support::LLVMParseCommandLineOptions;
use llvm_sys::target::{
    LLVMInitializeRISCVDisassembler, LLVMInitializeRISCVTarget, LLVMInitializeRISCVTargetInfo,
    LLVMInitializeRISCVTargetMC,
};

/// A disassembler for RV64 with a fixed set of extensions, which prints every instruction without aliases.
pub struct Disassembler {
    raw: LLVMDisasmContextRef,
}

/// The size of the buffer for the text of an instruction, in bytes.
const TEXT: usize = 256;

impl Disassembler {
    /// Creates one for RV64 with the extensions in `features`, in LLVM's syntax (`+m,+a`).
    pub fn rv64(features: &CStr) -> Disassembler {
        static PREPARED: Once = Once::new();
        PREPARED.call_once(|| {
            let words = [c"pleach".as_ptr(), c"-riscv-no-aliases".as_ptr()];
            // SAFETY: registering a target has no preconditions; the option is parsed once, from zero-terminated words.
            unsafe {
                LLVMInitializeRISCVTargetInfo();
                LLVMInitializeRISCVTarget();
                LLVMInitializeRISCVTargetMC();
                LLVMInitializeRISCVDisassembler();
                LLVMParseCommandLineOptions(words.len() as i32, words.as_ptr(), ptr::null());
            }
        });
        // SAFETY: the strings are zero-terminated, and no callback is given.
        let raw = unsafe {
            LLVMCreateDisasmCPUFeatures(
                c"riscv64".as_ptr(),
                c"".as_ptr(),
                features.as_ptr(),
                ptr::null_mut(),
                0,
                None,
                None,
            )
        };
        assert!(!raw.is_null(), "this LLVM is built without its RISC-V target");
        Disassembler { raw }
    }

    /// Disassembles the instruction at the start of `bytes`: name and operands, separated by a tab, and its
    /// length in bytes. `None` if there is no valid instruction.
    pub fn text(&mut self, bytes: &[u8]) -> Option<(String, usize)> {
        let mut bytes = bytes.to_vec();
        let mut text = [0 as c_char; TEXT];
        // SAFETY: the context is live, and both buffers are as long as is said.
        let length = unsafe {
            LLVMDisasmInstruction(self.raw, bytes.as_mut_ptr(), bytes.len() as u64, 0, text.as_mut_ptr(), TEXT)
        };
        if length == 0 {
            return None;
        }
        // SAFETY: LLVM terminates what it writes into the buffer.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        Some((text.to_string_lossy().trim().to_owned(), length))
    }
}

impl Drop for Disassembler {
    fn drop(&mut self) {
        // SAFETY: the context is ours and not used afterwards.
        unsafe { LLVMDisasmDispose(self.raw) };
    }
}
