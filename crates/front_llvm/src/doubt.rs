//! Values that optimised code computes before it checks whether they are valid.
//!
//! In LLVM, a shift by too much, or a lane that a vector does not have, is not an error but *poison*: a value
//! that may be computed but must not be used. An optimiser moves such operations before the condition that
//! guards them, and discards the result later (`select`). In optimised functions the check is therefore
//! delayed: with each lane of such a value goes the condition under which it is valid, through arithmetic and
//! selects, to the instruction that needs the value: a store, a call, a branch, a return. There the condition
//! is checked. A phi and a `freeze` drop it. In functions that were not optimised the check is at the operation
//! itself, as in the source.
//!
//! Other poison (from wrapping that was declared not to happen, for example) is the result of wrapping
//! arithmetic.

use ir::{BinaryOp, ErrorKind, Operand, Pos};
use rustc_hash::FxHashMap;

use crate::builder::{Builder, number};
use crate::function::FunctionLowering;
use crate::intrinsic;
use crate::raw::{Opcode, TypeKind, Value};

/// Why a value may be poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A shift by the width or more.
    Shift,
    /// A lane that the vector does not have.
    Lane,
}

impl Cause {
    const ALL: [Cause; 2] = [Cause::Shift, Cause::Lane];

    /// The kind of the error, and its message.
    fn error(self) -> (ErrorKind, &'static str) {
        match self {
            Cause::Shift => (ErrorKind::Overshift, "shift distance not below the width"),
            Cause::Lane => (ErrorKind::OutOfBounds, "index of a vector not below the number of its elements"),
        }
    }
}

/// For values that may be poison, the conditions under which they are valid, by cause.
#[derive(Default)]
pub struct Doubts<'m> {
    by_value: [FxHashMap<Value<'m>, Doubt>; Cause::ALL.len()],
}

/// The conditions of one value.
#[derive(Clone)]
struct Doubt {
    /// One condition for each lane.
    fine: Vec<Operand>,
    /// The position of the operation.
    pos: Pos,
}

/// What an instruction does with operands that may be poison.
enum Use {
    /// It needs valid operands.
    Needs,
    /// Each lane is valid if that lane of the operands is.
    Lanes,
    /// Each lane is valid if that lane of the first operand is; the second operand must be valid.
    Divides,
    /// It selects some of the operands.
    Chooses,
    /// Its value is valid if all operands are.
    Mixes,
    /// It drops the conditions.
    Forgets,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Sets the conditions under which the lanes of a value are valid. They are checked here or, in an
    /// optimised function, where the value is used.
    pub fn doubt(&mut self, value: Value<'m>, cause: Cause, fine: Vec<Operand>) {
        if fine.iter().all(is_true) {
            return;
        }
        if self.optimised {
            let pos = self.builder.pos;
            self.doubts.by_value[cause as usize].insert(value, Doubt { fine, pos });
        } else {
            let (kind, message) = cause.error();
            let mut checked: Vec<Operand> = Vec::new();
            for fine in fine {
                if !checked.contains(&fine) {
                    self.builder.check(fine.clone(), kind, message);
                    checked.push(fine);
                }
            }
        }
    }

    /// Checks the operands that an instruction needs. To be called before the instruction is lowered.
    pub fn check_doubts(&mut self, inst: Value<'m>) {
        Cause::ALL.into_iter().for_each(|cause| self.check_cause(inst, cause));
    }

    fn check_cause(&mut self, inst: Value<'m>, cause: Cause) {
        if self.doubts.by_value[cause as usize].is_empty() {
            return;
        }
        let needed = match use_of(inst) {
            Use::Needs => 0,
            Use::Divides => 1,
            _ => return,
        };
        let (kind, message) = cause.error();
        for doubt in self.operand_doubts(inst, cause).into_iter().skip(needed).flatten() {
            let fine = all(&mut self.builder, doubt.fine);
            let pos = std::mem::replace(&mut self.builder.pos, doubt.pos);
            self.builder.check(fine, kind, message);
            self.builder.pos = pos;
        }
    }

    /// Passes the conditions of the operands on to the value of an instruction. To be called after the
    /// instruction is lowered.
    pub fn pass_doubts_on(&mut self, inst: Value<'m>) {
        Cause::ALL.into_iter().for_each(|cause| self.pass_cause_on(inst, cause));
    }

    fn pass_cause_on(&mut self, inst: Value<'m>, cause: Cause) {
        if self.doubts.by_value[cause as usize].is_empty() {
            return;
        }
        let how = use_of(inst);
        if matches!(how, Use::Needs | Use::Forgets) {
            return;
        }
        let mut operands = self.operand_doubts(inst, cause);
        if matches!(how, Use::Divides) {
            operands.truncate(1);
        }
        let Some(pos) = operands.iter().flatten().map(|doubt| doubt.pos).next() else { return };
        let Ok(lanes) = self.leaves(inst).map(|leaves| leaves.len()) else { return };
        // Conditions that the instruction itself may have added.
        let own = self.doubts.by_value[cause as usize].get(&inst).cloned();
        let mut fine = match (how, operands.as_slice()) {
            (Use::Chooses, [cond, a, b]) => {
                let conditions = self.leaves(inst.operand(0)).unwrap_or_default();
                let builder = &mut self.builder;
                let lane = |lane| {
                    let chosen = conditions.get(lane).or(conditions.first()).cloned().unwrap_or_else(|| number(1, 0));
                    let (a, b) = (of_lane(a, lane), of_lane(b, lane));
                    let value = builder.select(chosen, a, b);
                    both(builder, of_lane(cond, lane), value)
                };
                (0..lanes).map(lane).collect::<Vec<_>>()
            }
            (Use::Lanes | Use::Divides, _) if operands.iter().flatten().all(|doubt| doubt.fine.len() == lanes) => {
                let builder = &mut self.builder;
                (0..lanes)
                    .map(|lane| all(builder, operands.iter().map(|doubt| of_lane(doubt, lane)).collect()))
                    .collect()
            }
            _ => {
                let conditions = operands.into_iter().flatten().flat_map(|doubt| doubt.fine).collect();
                vec![all(&mut self.builder, conditions); lanes]
            }
        };
        if let Some(own) = own {
            let builder = &mut self.builder;
            fine = fine.into_iter().zip(own.fine).map(|(a, b)| both(builder, a, b)).collect();
        }
        self.doubts.by_value[cause as usize].insert(inst, Doubt { fine, pos });
    }

    fn operand_doubts(&self, inst: Value<'m>, cause: Cause) -> Vec<Option<Doubt>> {
        let doubts = &self.doubts.by_value[cause as usize];
        (0..inst.operand_count()).map(|index| doubts.get(&inst.operand(index)).cloned()).collect()
    }
}

fn use_of(inst: Value<'_>) -> Use {
    use Opcode::*;
    match inst.opcode() {
        Some(
            LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor | LLVMICmp
            | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg
            | LLVMFCmp | LLVMSIToFP | LLVMUIToFP | LLVMFPToSI | LLVMFPToUI | LLVMFPExt | LLVMFPTrunc,
        ) => Use::Lanes,
        Some(LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem) => Use::Divides,
        Some(LLVMSelect) => Use::Chooses,
        Some(
            LLVMBitCast | LLVMPtrToInt | LLVMPtrToAddr | LLVMIntToPtr | LLVMGetElementPtr | LLVMExtractElement
            | LLVMInsertElement | LLVMShuffleVector | LLVMExtractValue | LLVMInsertValue,
        ) => Use::Mixes,
        Some(LLVMPHI | LLVMFreeze) => Use::Forgets,
        Some(LLVMCall) => match inst.called_value().intrinsic() {
            Some(name) if intrinsic::is_hint(&name) => Use::Forgets,
            Some(_) if inst.ty().kind() != TypeKind::Void => Use::Mixes,
            _ => Use::Needs,
        },
        _ => Use::Needs,
    }
}

fn of_lane(doubt: &Option<Doubt>, lane: usize) -> Operand {
    let fine = doubt.as_ref().and_then(|doubt| doubt.fine.get(lane).or(doubt.fine.first()));
    fine.cloned().unwrap_or_else(|| number(1, 1))
}

fn all(builder: &mut Builder, conditions: Vec<Operand>) -> Operand {
    conditions.into_iter().fold(number(1, 1), |all, one| both(builder, all, one))
}

fn both(builder: &mut Builder, a: Operand, b: Operand) -> Operand {
    match (is_true(&a), is_true(&b)) {
        (true, _) => b,
        (_, true) => a,
        _ => builder.binary(BinaryOp::And, a, b),
    }
}

fn is_true(operand: &Operand) -> bool {
    matches!(operand, Operand::Const(known) if !known.is_zero())
}
