//! Lowers single instructions: which file lowers which opcode.

use crate::aggregate;
use crate::arith;
use crate::call;
use crate::exception;
use crate::floating;
use crate::function::FunctionLowering;
use crate::memory;
use crate::raw::{Opcode, Value};
use crate::unsupported::Unsupported;

/// Lowers an instruction that is not a terminator. If it has no lowering, the path ends; its value is then
/// zero, so that the rest of the block stays valid.
pub fn lower<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) {
    lowering.check_doubts(inst);
    if let Err(reason) = dispatch(lowering, inst) {
        lowering.builder.unsupported(&reason);
        lowering.bind_zeros(inst);
    }
    lowering.pass_doubts_on(inst);
}

fn dispatch<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<(), Unsupported> {
    use Opcode::*;
    let Some(opcode) = inst.opcode() else { return Err(Unsupported::new("unknown instruction")) };
    match opcode {
        LLVMPHI => lowering.program.layouts.shape(inst.ty()).map(|_| ()),
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr | LLVMAShr
        | LLVMAnd | LLVMOr | LLVMXor => arith::binary(lowering, inst, opcode),
        LLVMICmp => arith::compare(lowering, inst),
        LLVMTrunc | LLVMZExt | LLVMPtrToInt | LLVMPtrToAddr | LLVMIntToPtr | LLVMAddrSpaceCast => {
            arith::resize(lowering, inst, false)
        }
        LLVMSExt => arith::resize(lowering, inst, true),
        LLVMBitCast => aggregate::bitcast(lowering, inst),
        LLVMSelect => arith::select(lowering, inst),
        LLVMFreeze if inst.is_uninitialized() => memory::uninitialized(lowering, inst),
        LLVMFreeze => aggregate::copy(lowering, inst),
        LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => floating::binary(lowering, inst, opcode),
        LLVMFCmp => floating::compare(lowering, inst),
        LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt => {
            floating::convert(lowering, inst, opcode)
        }
        LLVMFNeg => arith::float_negate(lowering, inst),
        LLVMExtractValue => aggregate::extract_value(lowering, inst),
        LLVMInsertValue => aggregate::insert_value(lowering, inst),
        LLVMExtractElement => aggregate::extract_element(lowering, inst),
        LLVMInsertElement => aggregate::insert_element(lowering, inst),
        LLVMShuffleVector => aggregate::shuffle(lowering, inst),
        LLVMAlloca => memory::alloca(lowering, inst),
        LLVMLoad => memory::load(lowering, inst),
        LLVMStore => memory::store(lowering, inst),
        LLVMGetElementPtr => memory::element_pointer(lowering, inst),
        LLVMAtomicRMW => memory::read_modify_write(lowering, inst),
        LLVMAtomicCmpXchg => memory::compare_exchange(lowering, inst),
        // Only one thread runs at a time, so every access is in program order.
        LLVMFence => Ok(()),
        LLVMLandingPad => exception::landing_pad(lowering, inst),
        LLVMCall => {
            call::lower(lowering, inst);
            Ok(())
        }
        _ => Err(Unsupported::new(name(opcode))),
    }
}

/// The name of an opcode without a lowering in reports.
fn name(opcode: Opcode) -> &'static str {
    use Opcode::*;
    match opcode {
        LLVMVAArg => "instruction va_arg",
        LLVMCatchPad | LLVMCleanupPad => "exception handling of Windows",
        _ => "unknown instruction",
    }
}
