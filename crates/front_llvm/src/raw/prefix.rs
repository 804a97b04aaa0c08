//! Data before the code of a function: data that the program put there, and the words by which
//! `-fsanitize=function` recognizes the type of the function.

use llvm_sys::core::*;

use super::{Value, ValueKind};

/// The kind of metadata that holds the sanitizer's words, since clang 17.
const SANITIZER: &str = "func_sanitize";

impl<'m> Value<'m> {
    /// The constant right before the code of a function, if there is one.
    pub fn prefix_data(self) -> Option<Value<'m>> {
        if self.kind() != ValueKind::Function {
            return None;
        }
        // SAFETY: the value is a function, and is asked for the data only where it has some.
        Value::new(unsafe {
            if LLVMHasPrefixData(self.raw()) != 0 { LLVMGetPrefixData(self.raw()) } else { return None }
        })
    }

    /// The words that `-fsanitize=function` puts right before a function: a mark, and a number for the
    /// function's type.
    pub fn sanitizer_words(self) -> Option<[u32; 2]> {
        if self.kind() != ValueKind::Function {
            return None;
        }
        // SAFETY: the type belongs to a live context, and the name is as long as it is said to be.
        let (context, wanted) = unsafe {
            let context = LLVMGetTypeContext(self.ty().raw());
            (context, LLVMGetMDKindIDInContext(context, SANITIZER.as_ptr().cast(), SANITIZER.len() as u32))
        };
        let mut count = 0;
        // SAFETY: the value is a function, and the pointer is valid for writes.
        let entries = unsafe { LLVMGlobalCopyAllMetadata(self.raw(), &mut count) };
        let found = (0..count as u32)
            // SAFETY: the index is below the number of entries.
            .find(|&index| unsafe { LLVMValueMetadataEntriesGetKind(entries, index) } == wanted)
            // SAFETY: as above; the metadata belongs to the context.
            .map(|index| unsafe { LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, index)) });
        // SAFETY: LLVM made the entries for this call; metadata outlives them.
        unsafe { LLVMDisposeValueMetadataEntries(entries) };
        let node = found?;
        // SAFETY: the value is metadata; a node is one that has operands, and there is room for two.
        let operands = unsafe {
            if LLVMIsAMDNode(node).is_null() || LLVMGetMDNodeNumOperands(node) != 2 {
                return None;
            }
            let mut operands = [std::ptr::null_mut(); 2];
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
            operands
        };
        let word = |raw| Value::new(raw).and_then(Value::int_low).map(|word| word as u32);
        Some([word(operands[0])?, word(operands[1])?])
    }
}
