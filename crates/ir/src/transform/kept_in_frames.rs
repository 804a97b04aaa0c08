//! Adds to frames what native frames of optimised functions keep across calls.
//!
//! Without optimisation every variable is in the frame, and front ends count these. An optimiser keeps
//! most of them in registers, but a value that is read after a call has to survive it: in the frame, or in a
//! register that the callee preserves and whose old value the function has saved in its own frame. In both
//! cases it takes a word of the stack. So a frame consists of the return address and a word that keeps the
//! stack aligned (a native frame is never smaller), the variables in memory, and the maximum number of words
//! that are live across a call. Calls that do not exist natively, such as those of models of single
//! instructions, do not count; neither do the addresses of the frame's own variables, which are recomputed.

use crate::cfg::Cfg;
use crate::inst::{Callee, Inst};
use crate::liveness::Liveness;
use crate::module::{FuncId, Module, Pos, Reg};
use crate::transform::Pass;

/// Frames are a multiple of this many bytes.
const ALIGNMENT: u64 = 16;

/// Adds what functions keep to their frames.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KeptInFrames {
    /// The functions that were optimised.
    pub functions: Vec<FuncId>,
}

impl Pass for KeptInFrames {
    fn name(&self) -> &'static str {
        "kept in frames"
    }

    fn run(&self, module: &mut Module) {
        for &id in &self.functions {
            let bytes = kept(module, id).next_multiple_of(ALIGNMENT);
            let frame = &mut module.functions[id.index()].frame_bytes;
            *frame = frame.saturating_add(bytes);
        }
    }
}

/// The maximum number of bytes that are live across a call.
fn kept(module: &Module, id: FuncId) -> u64 {
    let function = &module.functions[id.index()];
    let calls_of = |insts: &[(Inst, Pos)]| -> Vec<usize> {
        insts.iter().enumerate().filter(|(_, (inst, _))| calls(module, inst)).map(|(index, _)| index + 1).collect()
    };
    if function.blocks.iter().all(|block| calls_of(&block.insts).is_empty()) {
        return 0;
    }
    let cfg = Cfg::new(function);
    let live = Liveness::new(function, &cfg);
    let mut in_frame = vec![false; function.regs.len()];
    for (inst, _) in function.blocks.iter().flat_map(|block| &block.insts) {
        if let Inst::Alloca { dst, .. } = inst {
            in_frame[dst.index()] = true;
        }
    }
    let mut most = 0;
    for &block in cfg.reverse_postorder() {
        let insts = &function.blocks[block.index()].insts;
        let after = calls_of(insts);
        for (&next, live) in after.iter().zip(live.before(function, block, &after)) {
            let result = insts[next - 1].0.dst();
            let outlives = |reg: &&Reg| Some(**reg) != result && !in_frame[reg.index()];
            let words = live.iter().filter(outlives).map(|&reg| u64::from(function.width(reg).div_ceil(64)));
            most = most.max(8 * words.sum::<u64>());
        }
    }
    most
}

/// Whether an instruction calls a function that has a body, or may do so.
fn calls(module: &Module, inst: &Inst) -> bool {
    match inst {
        Inst::Call { callee: Callee::Direct(callee), .. } => module.functions[callee.index()].is_defined(),
        Inst::Call { callee: Callee::Indirect(_), .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::transform;

    #[test]
    fn what_outlives_a_call_takes_a_word_and_a_result_does_not() {
        let text = "\
declare @model(64) -> 64
func @callee(%0:64) -> 64 {
b0:
  return %0
}
func @keeps(%0:64, %1:64, %2:64) -> 64 {
b0:
  %3:64 = call @callee(%0)
  %4:64 = add %1, %2
  %5:64 = add %3, %4
  %6:64 = add %5, %0
  return %6
}
func @models(%0:64, %1:64) -> 64 {
b0:
  %2:64 = call @model(%0)
  %3:64 = add %1, %2
  return %3
}
";
        let mut module = crate::parse_module(text).expect("a program");
        let frames = |module: &Module| module.functions.iter().map(|f| f.frame_bytes).collect::<Vec<_>>();
        let before = frames(&module);
        let pass = KeptInFrames { functions: vec![FuncId(1), FuncId(2), FuncId(3)] };
        transform(&mut module, "the test", &[&pass]).expect("still a program");
        let added: Vec<u64> = frames(&module).iter().zip(before).map(|(after, before)| after - before).collect();
        // Three words, and a frame is a multiple of two.
        assert_eq!(added, [0, 0, 32, 0]);
    }
}
