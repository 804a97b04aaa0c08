//! What must be noted of a module before passes run over it: the size of the frames, and the source lines.
//!
//! `mem2reg` takes local variables out of memory. The native program keeps them in its frame, and the frame is what
//! counts against the stack limit. And a line like `x = 1;` may consist of nothing but an access to such a variable: it
//! would vanish from the program, and from the lines that a run can reach.

use crate::layout::Layouts;
use crate::raw::{self, Opcode, Value};

/// Notes on every function, by its place in the module.
pub struct Lines {
    functions: Vec<FunctionLines>,
}

/// Notes on one function.
#[derive(Default)]
pub struct FunctionLines {
    /// What a native frame takes at least, in bytes.
    pub frame_bytes: u64,
}

/// The bytes that a call takes even without local variables: return address and frame pointer.
const CALL_BYTES: u64 = 16;

impl Lines {
    /// Reads the notes off a module.
    pub fn of(module: &raw::Module<'_>) -> Lines {
        let layouts = Layouts::new(module.data_layout());
        let functions = module.functions().map(|function| FunctionLines::of(function, &layouts)).collect();
        Lines { functions }
    }

    /// The notes on the function at that place in the module.
    pub fn function(&self, position: usize) -> &FunctionLines {
        &self.functions[position]
    }
}

impl FunctionLines {
    fn of<'m>(function: Value<'m>, layouts: &Layouts<'m>) -> FunctionLines {
        let mut frame_bytes = CALL_BYTES;
        for inst in function.blocks().into_iter().flat_map(|block| block.instructions()) {
            if inst.opcode() != Some(Opcode::LLVMAlloca) {
                continue;
            }
            let size = layouts.size(inst.allocated_type()).unwrap_or(0);
            let count = inst.operand(0).int_low().unwrap_or(0);
            let bytes = size.saturating_mul(count).checked_next_multiple_of(16).unwrap_or(u64::MAX);
            frame_bytes = frame_bytes.saturating_add(bytes);
        }
        FunctionLines { frame_bytes }
    }
}
