//! Debug records: which variable has which value from a place of the program on.

use std::marker::PhantomData;

use llvm_sys::LLVMDbgRecordKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::{Value, ValueKind, text};

/// A record about a variable.
#[derive(Clone, Copy)]
pub struct Record<'m> {
    raw: LLVMDbgRecordRef,
    context: LLVMContextRef,
    /// What it says of the variable.
    pub kind: RecordKind,
    module: PhantomData<&'m ()>,
}

/// What a record says of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordKind {
    /// In which memory it is.
    Declare,
    /// Which value it has from here on.
    Value,
}

impl<'m> Value<'m> {
    /// The records that stand right before an instruction, in order.
    pub fn records(self) -> Vec<Record<'m>> {
        let mut found = Vec::new();
        if self.kind() != ValueKind::Instruction {
            return found;
        }
        // SAFETY: the value is an instruction, and its type belongs to a live context.
        let (mut raw, context) =
            unsafe { (LLVMGetFirstDbgRecord(self.raw()), LLVMGetTypeContext(LLVMTypeOf(self.raw()))) };
        while !raw.is_null() {
            // SAFETY: the record is live.
            let kind = match unsafe { LLVMDbgRecordGetKind(raw) } {
                LLVMDbgRecordKind::LLVMDbgRecordDeclare => Some(RecordKind::Declare),
                LLVMDbgRecordKind::LLVMDbgRecordValue | LLVMDbgRecordKind::LLVMDbgRecordAssign => {
                    Some(RecordKind::Value)
                }
                _ => None,
            };
            found.extend(kind.map(|kind| Record { raw, context, kind, module: PhantomData }));
            // SAFETY: the record is live; the last one is followed by null.
            raw = unsafe { LLVMGetNextDbgRecord(raw) };
        }
        found
    }

    /// The text that is operand `index` of a node of metadata.
    pub fn metadata_text(self, index: usize) -> Option<String> {
        // SAFETY: the query is made for any value, and the next ones for nodes only.
        if unsafe { LLVMIsAMDNode(self.raw()) }.is_null() {
            return None;
        }
        // SAFETY: the value is a node.
        let count = unsafe { LLVMGetMDNodeNumOperands(self.raw()) } as usize;
        let mut operands: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); count];
        // SAFETY: the value is a node, and there is room for all its operands.
        unsafe { LLVMGetMDNodeOperands(self.raw(), operands.as_mut_ptr()) };
        let operand = *operands.get(index).filter(|operand| !operand.is_null())?;
        let mut length = 0;
        // SAFETY: the operand is live, and the length pointer is valid for writes; null if it is no text.
        let start = unsafe { LLVMGetMDString(operand, &mut length) };
        (!start.is_null()).then(|| text(start, length as usize))
    }
}

impl<'m> Record<'m> {
    /// The description of the variable, as a node of metadata.
    pub fn variable(self) -> Option<Value<'m>> {
        // SAFETY: the record is live and about a variable.
        self.as_value(unsafe { LLVMDbgVariableRecordGetVariable(self.raw) })
    }

    /// How the variable's value is computed from the recorded one, as a node of metadata.
    pub fn expression(self) -> Option<Value<'m>> {
        // SAFETY: the record is live and about a variable.
        self.as_value(unsafe { LLVMDbgVariableRecordGetExpression(self.raw) })
    }

    /// The recorded value, or the address of the memory; `None` if it is not known any more. For records with an
    /// empty expression: these have one value.
    pub fn value(self) -> Option<Value<'m>> {
        // SAFETY: the record is live and about a variable, and has one value.
        Value::new(unsafe { LLVMDbgVariableRecordGetValue(self.raw, 0) })
    }

    fn as_value(self, metadata: LLVMMetadataRef) -> Option<Value<'m>> {
        if metadata.is_null() {
            return None;
        }
        // SAFETY: the metadata is live, and of the context that the record is of.
        Value::new(unsafe { LLVMMetadataAsValue(self.context, metadata) })
    }
}
