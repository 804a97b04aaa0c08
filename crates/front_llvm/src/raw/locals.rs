//! What is recorded about local variables in the module itself, before `mem2reg` moves them to registers.

use llvm_sys::LLVMDbgRecordKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::*;

use super::{Module, Opcode, TypeKind, Value};

impl Module<'_> {
    /// Sets the position of every `alloca` to the declaration of its variable, if debug information has it.
    pub fn place_variables(&mut self) {
        for inst in self.all_instructions() {
            // SAFETY: the instruction is live.
            let mut record = unsafe { LLVMGetFirstDbgRecord(inst) };
            while !record.is_null() {
                // SAFETY: the record is live.
                if unsafe { LLVMDbgRecordGetKind(record) } == LLVMDbgRecordKind::LLVMDbgRecordDeclare {
                    place_variable(record);
                }
                // SAFETY: the record is live; the last one is followed by null.
                record = unsafe { LLVMGetNextDbgRecord(record) };
            }
        }
    }

    /// Stores a distinct value, `freeze undef`, into every local variable that may be moved to registers,
    /// before any other store. Otherwise `mem2reg` would replace a load that precedes all stores by `undef`,
    /// and drop `undef` wherever it meets another value; then an early read could not be distinguished from a
    /// value that an optimiser left open.
    pub fn mark_uninitialized(&mut self) {
        for variable in self.all_instructions().filter(|&inst| is_simple_variable(inst)) {
            // SAFETY: the instruction is live, and so are its type and the context of that.
            let (ty, builder) = unsafe {
                let ty = LLVMGetAllocatedType(variable);
                (ty, LLVMCreateBuilderInContext(LLVMGetTypeContext(ty)))
            };
            // SAFETY: an `alloca` is not a terminator, so another instruction follows it; all values are live,
            // the stored one has the type that the variable makes room for, and the builder is ours.
            unsafe {
                LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable));
                let undefined = LLVMBuildFreeze(builder, LLVMGetUndef(ty), c"".as_ptr());
                LLVMInstructionSetDebugLoc(undefined, LLVMInstructionGetDebugLoc(variable));
                LLVMBuildStore(builder, undefined, variable);
                LLVMDisposeBuilder(builder);
            }
        }
    }

    /// Removes these values if the variables are still in memory, or if nothing reads them before an
    /// assignment.
    pub fn unmark_uninitialized(&mut self) {
        // Collected first, since removed instructions must not be accessed again.
        let values: Vec<Value<'_>> =
            self.all_instructions().filter_map(Value::new).filter(|inst| inst.is_uninitialized()).collect();
        for value in values {
            let mark = value.users().find(|user| is_mark(*user, value));
            let is_read = value.users().count() > usize::from(mark.is_some());
            // SAFETY: a store has no users, and the value is erased only if nothing but the store used it. No other
            // handle to either is used afterwards.
            unsafe {
                mark.into_iter().for_each(|mark| LLVMInstructionEraseFromParent(mark.raw()));
                if !is_read {
                    LLVMInstructionEraseFromParent(value.raw());
                }
            }
        }
    }

    fn all_instructions(&self) -> impl Iterator<Item = LLVMValueRef> + use<> {
        let functions: Vec<Value<'_>> = self.functions().collect();
        let blocks = functions.into_iter().flat_map(|function| function.blocks());
        let all: Vec<LLVMValueRef> = blocks.flat_map(|block| block.instructions()).map(|inst| inst.raw()).collect();
        all.into_iter()
    }
}

/// Sets the position of the `alloca` that a declaration is about to that of the declaration.
fn place_variable(declaration: LLVMDbgRecordRef) {
    // SAFETY: the record is live and declares a variable.
    let address = Value::new(unsafe { LLVMDbgVariableRecordGetValue(declaration, 0) });
    let Some(address) = address.filter(|address| address.opcode() == Some(Opcode::LLVMAlloca)) else { return };
    // SAFETY: the record and the instruction are live.
    unsafe { LLVMInstructionSetDebugLoc(address.raw(), LLVMDbgRecordGetDebugLoc(declaration)) };
}

/// Whether an instruction is the store of an uninitialised value into the variable that it was created for,
/// which is right before it.
fn is_mark(inst: Value<'_>, value: Value<'_>) -> bool {
    if inst.opcode() != Some(Opcode::LLVMStore) || inst.operand(1).opcode() != Some(Opcode::LLVMAlloca) {
        return false;
    }
    // SAFETY: the variable is a live instruction.
    Value::new(unsafe { LLVMGetNextInstruction(inst.operand(1).raw()) }) == Some(value)
}

/// Whether an instruction allocates one value that fits in registers.
fn is_simple_variable(inst: LLVMValueRef) -> bool {
    let Some(variable) = Value::new(inst).filter(|inst| inst.opcode() == Some(Opcode::LLVMAlloca)) else {
        return false;
    };
    let is_simple = !matches!(
        variable.allocated_type().kind(),
        TypeKind::Struct | TypeKind::Array(..) | TypeKind::Void | TypeKind::Other
    );
    is_simple && variable.operand(0).int_low() == Some(1)
}
