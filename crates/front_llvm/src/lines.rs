//! What must be recorded of a module before passes run: the sizes of frames, the source lines, and which
//! functions are optimised.
//!
//! `mem2reg` moves local variables from memory to registers. The native program keeps them in its frame, and
//! the frame counts against the stack limit. Also, a line like `x = 1;` may consist of nothing but an access to
//! such a variable: it would vanish from the program, and from the lines that a run can reach.

use ir::Pos;

use crate::debug::Files;
use crate::layout::Layouts;
use crate::raw::{self, Block, Opcode, Value};

/// What was recorded of every function, by its position in the module.
pub struct Lines {
    functions: Vec<FunctionLines>,
}

/// What was recorded of one function.
pub struct FunctionLines {
    /// The minimum size of a native frame, in bytes.
    pub frame_bytes: u64,
    /// Whether it seems to have been optimised.
    pub optimised: bool,
    /// The source lines of each block. Passes change neither the number nor the order of blocks.
    blocks: Vec<Vec<Pos>>,
}

/// The number of bytes that a call takes even without local variables: for the return address, and for the
/// frame pointer or to keep the stack aligned.
const CALL_BYTES: u64 = 16;

impl Lines {
    /// Records a module.
    pub fn of(module: &raw::Module<'_>, files: &mut Files) -> Lines {
        let layouts = Layouts::new(module.data_layout());
        let functions = module.functions().map(|function| FunctionLines {
            frame_bytes: frame_bytes(function, &layouts),
            optimised: is_optimised(function),
            blocks: function.blocks().into_iter().map(|block| lines(block, files)).collect(),
        });
        Lines { functions: functions.collect() }
    }

    /// What was recorded of the function at that position in the module.
    pub fn function(&self, position: usize) -> &FunctionLines {
        &self.functions[position]
    }
}

impl FunctionLines {
    /// The lines of the block at that position in the function.
    pub fn block(&self, position: usize) -> &[Pos] {
        &self.blocks[position]
    }
}

/// Whether a function may have been optimised. clang marks functions that it does not optimise as `noinline`,
/// and most of them as `optnone`; optimisers record what they find out about a function in its attributes.
fn is_optimised(function: Value<'_>) -> bool {
    let has = |name: &str| function.has_attribute(name);
    !has("optnone") && (!has("noinline") || ["norecurse", "nofree", "willreturn", "nosync"].into_iter().any(has))
}

fn frame_bytes<'m>(function: Value<'m>, layouts: &Layouts<'m>) -> u64 {
    let mut bytes = CALL_BYTES;
    for inst in function.blocks().into_iter().flat_map(|block| block.instructions()) {
        if inst.opcode() == Some(Opcode::LLVMAlloca) {
            let size = layouts.size(inst.allocated_type()).unwrap_or(0);
            let count = inst.operand(0).int_low().unwrap_or(0);
            let rounded = size.saturating_mul(count).checked_next_multiple_of(16).unwrap_or(u64::MAX);
            bytes = bytes.saturating_add(rounded);
        }
    }
    bytes
}

/// The lines of a block in order, without repeating the previous line. Declarations of variables alone are not
/// code.
fn lines(block: Block<'_>, files: &mut Files) -> Vec<Pos> {
    let is_note = |inst: Value<'_>| {
        inst.opcode() == Some(Opcode::LLVMCall)
            && inst.called_value().intrinsic().is_some_and(|name| name.starts_with("llvm.dbg."))
    };
    let mut found: Vec<Pos> = Vec::new();
    for inst in block.instructions().filter(|&inst| !is_note(inst)) {
        let pos = files.pos(inst);
        if pos.line > 0 && found.last().is_none_or(|last| !same_line(*last, pos)) {
            found.push(pos);
        }
    }
    found
}

/// Whether two positions are on the same line.
fn same_line(a: Pos, b: Pos) -> bool {
    a.line == b.line && a.file == b.file
}

/// The lines of a block that the lowering has not reached yet.
pub struct Pending<'a> {
    rest: &'a [Pos],
}

impl<'a> Pending<'a> {
    /// All lines of a block.
    pub fn new(lines: &'a [Pos]) -> Pending<'a> {
        Pending { rest: lines }
    }

    /// Takes the lines before that of `next`.
    pub fn before(&mut self, next: Pos) -> &'a [Pos] {
        // The remaining instructions keep their order, so their line is usually among the next ones. An unknown
        // line is ignored.
        if next.line == 0 {
            return &[];
        }
        match self.rest.iter().position(|&line| same_line(line, next)) {
            Some(found) => {
                let (passed, rest) = self.rest.split_at(found);
                self.rest = rest;
                passed
            }
            None => &[],
        }
    }

    /// Takes all lines that are left.
    pub fn remaining(self) -> &'a [Pos] {
        self.rest
    }
}
