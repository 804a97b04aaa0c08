//! Lowers terminators.

use bv::Bv;
use ir::{Edge, Terminator};
use rustc_hash::FxHashMap;

use crate::constant::{int, pack};
use crate::exception;
use crate::function::FunctionLowering;
use crate::raw::{Block, Opcode, Value};
use crate::unsupported::Unsupported;

/// Lowers a terminator; if it has no lowering, the path ends.
pub fn lower<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Terminator {
    lowering.check_doubts(inst);
    let result = match inst.opcode() {
        Some(Opcode::LLVMRet) => ret(lowering, inst),
        Some(Opcode::LLVMBr) => branch(lowering, inst),
        Some(Opcode::LLVMSwitch) => switch(lowering, inst),
        Some(Opcode::LLVMIndirectBr) => indirect(lowering, inst),
        Some(Opcode::LLVMInvoke) => Ok(exception::invoke(lowering, inst)),
        Some(Opcode::LLVMUnreachable) => Ok(Terminator::Unreachable),
        Some(Opcode::LLVMResume) => exception::resume(lowering, inst),
        Some(Opcode::LLVMCallBr) => Err(Unsupported::new("inline assembly with jumps")),
        _ => Err(Unsupported::new("exception handling")),
    };
    result.unwrap_or_else(|reason| {
        lowering.builder.unsupported(&reason);
        Terminator::Unreachable
    })
}

fn ret<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<Terminator, Unsupported> {
    if lowering.builder.function.ret == 0 {
        return Ok(Terminator::Return(None));
    }
    let leaves = lowering.leaves(inst.operand(0))?;
    Ok(Terminator::Return(pack(leaves, &mut lowering.builder)?))
}

fn branch<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<Terminator, Unsupported> {
    let successors = inst.successors();
    match (inst.branch_condition(), successors.as_slice()) {
        (Some(cond), &[then, other]) => {
            let cond = lowering.scalar(cond)?;
            Ok(Terminator::Branch { cond, then: lowering.edge(then), other: lowering.edge(other) })
        }
        (_, &[target, ..]) => Ok(Terminator::Jump(lowering.edge(target))),
        _ => Ok(Terminator::Unreachable),
    }
}

fn switch<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<Terminator, Unsupported> {
    let value = lowering.scalar(inst.operand(0))?;
    let successors = inst.successors();
    // All edges to the same block are equal, so each is made once.
    let mut edges: FxHashMap<Block<'m>, Edge> = FxHashMap::default();
    let mut edge = |target: Block<'m>| edges.entry(target).or_insert_with(|| lowering.edge(target)).clone();
    let default = edge(successors[0]);
    let mut cases: Vec<(Bv, Edge)> = Vec::new();
    for (index, &target) in successors.iter().enumerate().skip(1) {
        cases.push((int(inst.case_value(index as u32))?, edge(target)));
    }
    Ok(Terminator::Switch { value, cases, default })
}

/// A computed jump becomes a switch over its possible labels; any other address is an error of the program.
fn indirect<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>) -> Result<Terminator, Unsupported> {
    let value = lowering.scalar(inst.operand(0))?;
    let mut cases: Vec<(Bv, Edge)> = Vec::new();
    for target in inst.successors() {
        let Some(label) = lowering.program.symbols.label(target) else { continue };
        let label = Bv::new(64, label);
        if cases.iter().all(|(other, _)| *other != label) {
            cases.push((label, lowering.edge(target)));
        }
    }
    let nowhere = lowering.builder.add_block();
    lowering.builder.function.blocks[nowhere.index()].term_pos = lowering.builder.pos;
    Ok(Terminator::Switch { value, cases, default: Edge { block: nowhere, args: Vec::new() } })
}
