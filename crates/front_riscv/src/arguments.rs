//! Makes the program's arguments symbolic before it starts.
//!
//! Blocks after those of the program decide how many arguments the path has, make each one symbolic under its
//! name, and write the words that the kernel passes to a process with that many arguments.

use ir::{Block, BlockId, Callee, CompareOp, Edge, Global, Inst, Operand, Pos, Reg, Terminator};

use crate::emit::Emit;
use crate::process;
use crate::program::Lifting;
use crate::registers::{BIT, HALF, int};

/// The number of bytes for the name of a symbolic object, with its terminating zero.
const NAME: usize = 8;

/// The names of the symbolic objects: of the number of arguments, then of each argument.
pub fn names(most: usize) -> Global {
    let names = std::iter::once("n_args".to_owned()).chain((0..most).map(process::argument_name));
    let mut global = process::anywhere("names", (NAME * (most + 1)) as u64);
    for name in names {
        let mut bytes = name.into_bytes();
        bytes.resize(NAME, 0);
        global.init.extend(bytes);
    }
    global
}

impl Lifting<'_> {
    /// Appends these blocks and redirects the entry block to them, if there are symbolic arguments.
    pub(crate) fn symbolic_arguments(&mut self, blocks: &mut Vec<Block>, sp: u64) {
        let (least, most) = (self.options.least_args, self.options.symbolic_args.len());
        let uncounted = self.options.uncounted_args;
        if most == 0 {
            return;
        }
        let name = |number: usize| Operand::Global(self.own.names, (NAME * number) as i64);
        let (count_name, names): (Operand, Vec<Operand>) = (name(0), (1..=most).map(name).collect());
        // There are two blocks for each possible number of arguments: one compares with that number (or, for
        // the last, just jumps), and one sets the arguments up.
        let first = blocks.len() as u32;
        let counted = |count: usize| int(32, (count - uncounted) as u64);
        let edge = |block: u32| Edge { block: BlockId(block), args: Vec::new() };
        blocks[0].term = Terminator::Jump(edge(first));
        if least < most {
            let choose = Callee::Direct(self.declare("__pleach_range", &[32, 32, 64], 32));
            let args = vec![counted(least), counted(most + 1), count_name];
            blocks[0].insts.push((Inst::Call { dst: Some(HALF[0]), callee: choose, args }, Pos::default()));
        }
        for (count, asks) in (least..=most).zip((first..).step_by(2)) {
            let mut insts = Vec::new();
            let mut emit = Emit { insts: &mut insts, pos: Pos::default() };
            let term = if count < most {
                let cond = emit.compare(CompareOp::Eq, BIT[0], Operand::Reg(HALF[0]), counted(count));
                Terminator::Branch { cond, then: edge(asks + 1), other: edge(asks + 2) }
            } else {
                Terminator::Jump(edge(asks + 1))
            };
            blocks.push(Block { params: Vec::new(), insts, term, term_pos: Pos::default() });
            let set_up = self.set_up(sp, &names[..count]);
            blocks.push(set_up);
        }
    }

    /// The block that makes these arguments symbolic and starts the program.
    fn set_up(&mut self, sp: u64, names: &[Operand]) -> Block {
        let mut insts = Vec::new();
        let make = Callee::Direct(self.declare("__pleach_make_string", &[64, 64, 64], 0));
        let mut emit = Emit { insts: &mut insts, pos: Pos::default() };
        for (index, name) in names.iter().enumerate() {
            let (address, length) = (process::argument_address(index), self.options.symbolic_args[index]);
            let args = vec![int(64, address), int(64, length + 1), name.clone()];
            emit.push(Inst::Call { dst: None, callee: make.clone(), args });
        }
        let start = process::start(self.image, &self.options.args, names.len(), self.options.symbolic_args.len());
        for (index, word) in start.bytes.chunks_exact(8).enumerate() {
            let word = u64::from_le_bytes(word.try_into().expect("a word has eight bytes"));
            emit.store(int(64, sp + 8 * index as u64), int(64, word));
        }
        emit.set(Reg(2), int(64, sp));
        self.jump_block(insts, self.image.entry, Pos::default())
    }
}
