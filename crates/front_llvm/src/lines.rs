//! What must be noted of a module before passes run over it: the size of the frames, the source lines, and who was optimised.
//!
//! `mem2reg` takes local variables out of memory. The native program keeps them in its frame, and the frame is what
//! counts against the stack limit. And a line like `x = 1;` may consist of nothing but an access to such a variable: it
//! would vanish from the program, and from the lines that a run can reach.

use ir::Pos;

use crate::debug::Files;
use crate::layout::Layouts;
use crate::raw::{self, Block, Opcode, Value};

/// Notes on every function, by its place in the module.
pub struct Lines {
    functions: Vec<FunctionLines>,
}

/// Notes on one function.
pub struct FunctionLines {
    /// What a native frame takes at least, in bytes.
    pub frame_bytes: u64,
    /// Whether an optimiser seems to have worked on it.
    pub optimised: bool,
    /// The source lines of each block, in the order of the module's blocks: passes change neither.
    blocks: Vec<Vec<Pos>>,
}

/// The bytes that a call takes even without local variables: the return address, and the frame pointer or what keeps the stack aligned.
const CALL_BYTES: u64 = 16;

impl Lines {
    /// Reads the notes off a module.
    pub fn of(module: &raw::Module<'_>, files: &mut Files) -> Lines {
        let layouts = Layouts::new(module.data_layout());
        let functions = module.functions().map(|function| FunctionLines {
            frame_bytes: frame_bytes(function, &layouts),
            optimised: is_optimised(function),
            blocks: function.blocks().into_iter().map(|block| lines(block, files)).collect(),
        });
        Lines { functions: functions.collect() }
    }

    /// The notes on the function at that place in the module.
    pub fn function(&self, position: usize) -> &FunctionLines {
        &self.functions[position]
    }
}

impl FunctionLines {
    /// The lines of the block at that place in the function.
    pub fn block(&self, position: usize) -> &[Pos] {
        &self.blocks[position]
    }
}

/// clang forbids to inline functions that it does not optimise, and most of them to be optimised; what optimisers find out about
/// a function they write into its attributes. A function that says none of this may have been optimised.
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

/// The lines of a block in order, each run of equal lines once. Declarations alone are no code.
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

/// Whether two positions are on one line.
fn same_line(a: Pos, b: Pos) -> bool {
    a.line == b.line && a.file == b.file
}

/// The lines of one block that the lowering has yet to come to.
pub struct Pending<'a> {
    rest: &'a [Pos],
}

impl<'a> Pending<'a> {
    /// All lines of a block.
    pub fn new(lines: &'a [Pos]) -> Pending<'a> {
        Pending { rest: lines }
    }

    /// The lines that precede the one of `next`.
    pub fn before(&mut self, next: Pos) -> &'a [Pos] {
        // Surviving instructions keep their order, so their line is never far; the unknown line is nowhere.
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

    /// All lines that are left.
    pub fn remaining(self) -> &'a [Pos] {
        self.rest
    }
}
