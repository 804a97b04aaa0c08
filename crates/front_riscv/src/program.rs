//! Builds the module: one function of machine code, its memory, and the external functions that it calls.

use std::collections::BTreeMap;

use ir::{
    BinaryOp, Block, BlockId, Callee, Edge, FuncId, Function, GlobalId, Inst, Module, Operand, Pos, Reg, Terminator,
};
use riscv::{Instruction, Op};
use rustc_hash::FxHashMap;

use crate::alignment::Alignment;
use crate::arguments;
use crate::elf::{self, Image};
use crate::emit::Emit;
use crate::error::LoadError;
use crate::intercept::{self, Library, Signature};
use crate::lift::{At, Checks, Computation, Flow, computation, illegal, lift};
use crate::lines::Lines;
use crate::process;
use crate::registers::{BIT, BYTE, HALF, RESERVED, SHORT, TARGET, int, widths, x};
use crate::sweep::{Found, Sweep, direct_target, sweep};

/// The name of the function of machine code, where execution starts.
pub const ENTRY: &str = "_start";
/// The name of the function that stands for the kernel. Its arguments are: the address of the kernel's own
/// memory (zeros at first but for what is known about files; the first word holds the floating-point
/// exceptions), the first address and the size of the area for `brk`, the address and the size of the contents
/// of standard input, `a7` (the number of the system call), `a0` to `a5`, and whether exiting with a nonzero
/// status is an error. Its result goes to `a0`.
pub const ECALL: &str = "__pleach_riscv_ecall";

/// The prefix of the names of functions that compute floating-point instructions; the name of the instruction
/// follows. The arguments are the address of the word that holds the exceptions, in the format of `fflags`, the
/// rounding mode, and the contents of three registers. The result is the new contents of the destination
/// register.
pub const FLOAT_PREFIX: &str = "riscv.";

/// The source file that intercepted functions appear in, so that a report shows them as one instruction.
const LIBRARY: &str = "<pleach>strings";

/// The name of the object with the contents of standard input.
const STDIN: &str = "stdin";
/// The number of arguments of [`ECALL`].
const ECALL_ARGS: usize = 13;
/// The number of arguments of a function that computes a floating-point instruction.
const FLOAT_ARGS: usize = 5;

/// Options for loading and running a program.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The program's name and its concrete arguments.
    pub args: Vec<String>,
    /// The symbolic arguments, which follow the concrete ones: the maximum length of each in bytes.
    pub symbolic_args: Vec<u64>,
    /// The minimum number of symbolic arguments; if it is less than their maximum number, the number is
    /// symbolic.
    pub least_args: usize,
    /// How many of the first symbolic arguments are not counted in the number of arguments that a test records.
    pub uncounted_args: usize,
    /// The number of bytes in standard input.
    pub stdin: u64,
    /// The number of other symbolic files, named `A`, `B` and so on, and the number of bytes in each.
    pub files: (u64, u64),
    /// Which functions of the C library are modelled.
    pub library: Library,
    /// What to check beyond what the machine checks.
    pub checks: Checks,
}

/// Whether a file is an ELF file, of any kind.
pub fn is_elf(file: &[u8]) -> bool {
    file.starts_with(b"\x7fELF")
}

/// Lifts the program in an ELF file.
pub fn load(file: &[u8], options: &Options) -> Result<Module, LoadError> {
    let image = elf::read(file)?;
    check_layout(&image)?;
    check_options(options)?;
    let sweep = sweep(&image);
    let most = options.symbolic_args.len();
    let start = process::start(&image, &options.args, most, most);
    let sp = start.sp;
    let mut globals = process::globals(&image, start);
    globals.extend(process::argument_objects(&options.symbolic_args));
    let next = GlobalId(globals.len() as u32);
    let own = Own { kernel: next, stdin: GlobalId(next.0 + 1), names: GlobalId(next.0 + 2) };
    let first_file = GlobalId(next.0 + 3);
    globals.push(process::kernel(options.files, first_file));
    globals.push(process::anywhere(STDIN, options.stdin));
    globals.push(arguments::names(most));
    globals.extend((0..options.files.0).map(|file| {
        let letter = char::from(b'A' + file as u8);
        process::anywhere(&format!("{letter}_data"), options.files.1)
    }));
    let mut lifting = Lifting::new(&image, &sweep, Lines::new(file, image.bias), options, own);
    let function = lifting.function(sp);
    let mut functions = vec![function];
    functions.append(&mut lifting.declared);
    Ok(Module { files: lifting.lines.names, globals, functions })
}

/// Checks that there is room for the symbolic arguments and files.
fn check_options(options: &Options) -> Result<(), LoadError> {
    let too_much = |what: String| Err(LoadError::Layout(what));
    if options.symbolic_args.len() as u64 > process::MOST || options.files.0 > process::MOST {
        return too_much(format!("more than {} symbolic arguments or files are asked for", process::MOST));
    }
    if options.symbolic_args.iter().any(|&length| length > process::LONGEST_ARGUMENT) {
        return too_much(format!("a symbolic argument of more than {} bytes is asked for", process::LONGEST_ARGUMENT));
    }
    if options.files.1 > process::LARGEST_FILE || options.stdin > process::LARGEST_FILE {
        return too_much(format!("a symbolic file of more than {} bytes is asked for", process::LARGEST_FILE));
    }
    Ok(())
}

/// Checks that the segments leave room for the heap and the stack.
fn check_layout(image: &Image) -> Result<(), LoadError> {
    let heap = process::heap_range(image);
    let first = image.segments.first().map_or(0, |segment| segment.address);
    if first < 4096 {
        return Err(LoadError::Layout(format!("a segment lies at {first:#x}, in the first page")));
    }
    if heap.start.checked_add(heap.size).is_none_or(|end| end > 0x40_0000_0000) {
        return Err(LoadError::Layout(format!("segments reach up to {:#x}, where the stack is", heap.start)));
    }
    Ok(())
}

/// The objects that are not part of the program.
pub(crate) struct Own {
    kernel: GlobalId,
    stdin: GlobalId,
    /// The names of symbolic objects.
    pub(crate) names: GlobalId,
}

/// The function being built.
pub(crate) struct Lifting<'a> {
    pub(crate) image: &'a Image,
    sweep: &'a Sweep,
    lines: Lines,
    pub(crate) options: &'a Options,
    pub(crate) own: Own,
    /// Functions that the program calls; the first of them has [`FuncId`] 1.
    declared: Vec<Function>,
    /// Functions with bodies that have not been called so far.
    bodies: Vec<Function>,
    by_name: BTreeMap<String, FuncId>,
    /// The blocks, by their first address.
    blocks: FxHashMap<u64, BlockId>,
    /// The intercepted functions, by address.
    known: FxHashMap<u64, (String, Signature)>,
    /// The names of code symbols, by address.
    names: FxHashMap<u64, String>,
}

impl<'a> Lifting<'a> {
    fn new(image: &'a Image, sweep: &'a Sweep, lines: Lines, options: &'a Options, own: Own) -> Lifting<'a> {
        let known = intercept::find(image, options.library, |address| lines.knows(address));
        let mut names = FxHashMap::default();
        for symbol in image.symbols.iter().filter(|symbol| symbol.is_code) {
            names.entry(symbol.address).or_insert_with(|| symbol.name.clone());
        }
        let mut lifting = Lifting {
            image,
            sweep,
            lines,
            options,
            own,
            declared: Vec::new(),
            bodies: intercept::bodies(),
            by_name: BTreeMap::new(),
            blocks: FxHashMap::default(),
            known,
            names,
        };
        lifting.declare(ECALL, &[64; ECALL_ARGS], 64);
        lifting
    }

    /// The id of an external function, declared on first use. The executor must provide it unless it has a body
    /// here.
    pub(crate) fn declare(&mut self, name: &str, args: &[u32], ret: u32) -> FuncId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = FuncId(self.declared.len() as u32 + 1);
        self.by_name.insert(name.to_owned(), id);
        if let Some(at) = self.bodies.iter().position(|function| function.name == name) {
            let mut function = self.bodies.swap_remove(at);
            function.pos = Pos { file: self.lines.file(LIBRARY), line: 1, column: 0 };
            self.declared.push(function);
            return id;
        }
        self.declared.push(Function::declared(name, args, ret));
        id
    }

    fn function(&mut self, sp: u64) -> Function {
        let sweep = self.sweep;
        // All addresses at which blocks begin must be known before the first jump is lifted.
        for (&(address, _), number) in starts(sweep).zip(1..) {
            self.blocks.insert(address, BlockId(number));
        }
        let mut blocks = vec![self.entry(sp)];
        let mut index = 0;
        while index < sweep.found.len() {
            let (block, next) = self.block(index);
            blocks.push(block);
            index = next;
        }
        self.symbolic_arguments(&mut blocks, sp);
        Function { regs: widths(), blocks, machine: true, ..Function::declared(ENTRY, &[], 0) }
    }

    /// The first block: sets the stack pointer and starts the program.
    fn entry(&self, sp: u64) -> Block {
        let mut insts = Vec::new();
        let mut emit = Emit { insts: &mut insts, pos: Pos::default() };
        emit.set(Reg(2), int(64, sp));
        emit.set(RESERVED, int(64, u64::MAX));
        self.jump_block(insts, self.image.entry, Pos::default())
    }

    /// Builds the block that begins with the instruction at index `first`; also returns the index after its
    /// last one.
    fn block(&mut self, first: usize) -> (Block, usize) {
        let sweep = self.sweep;
        let mut insts = Vec::new();
        let mut index = first;
        let mut alignment = Alignment::default();
        loop {
            let (address, found) = sweep.found[index];
            let pos = self.lines.at(address);
            insts.push((Inst::Place { address, symbol: self.names.get(&address).cloned() }, pos));
            index += 1;
            if let Some((name, signature)) = self.known.get(&address).cloned() {
                self.call_known(&name, signature, &mut insts, pos);
                insts.push((binary_target(x(1)), pos));
                return (computed(insts, pos), self.skip_to_leader(index));
            }
            let Found::Instruction(inst) = found else {
                let mut emit = Emit { insts: &mut insts, pos };
                illegal(&mut emit, "no instruction is encoded so");
                return (end(insts, pos), index);
            };
            let at = At { inst, address, checks: self.options.checks, kernel: self.own.kernel };
            let next = at.next();
            if at.checks.alignment {
                alignment.check(&inst, &mut Emit { insts: &mut insts, pos });
                alignment.after(&inst);
            }
            let flow = match (inst.op, direct_target(address, &inst).and_then(|target| self.known.get(&target))) {
                (Op::Ecall, _) => {
                    self.system_call(&mut insts, pos);
                    Flow::Next
                }
                // A call of an intercepted function is made directly, so that an allocation is recorded at the
                // caller.
                (Op::Jal, Some((name, signature))) if inst.rd == 1 => {
                    let (name, signature) = (name.clone(), *signature);
                    insts.push((Inst::Move { dst: Reg(1), src: int(64, next) }, pos));
                    self.call_known(&name, signature, &mut insts, pos);
                    Flow::Jump(next)
                }
                _ => match computation(&inst) {
                    Some(computation) => {
                        self.compute(&inst, computation, &mut insts, pos);
                        Flow::Next
                    }
                    None => lift(&at, &mut Emit { insts: &mut insts, pos }),
                },
            };
            let goes_on = !self.blocks.contains_key(&next) && self.follows(index, next);
            let block = match flow {
                // What follows an instruction that ends the path can only be reached through its place.
                Flow::Next | Flow::End if goes_on => continue,
                Flow::Next => self.jump_block(insts, next, pos),
                Flow::Jump(target) => self.jump_block(insts, target, pos),
                Flow::Branch(cond, target) => self.branch_block(insts, cond, target, next, pos),
                Flow::Computed => computed(insts, pos),
                Flow::End => end(insts, pos),
            };
            return (block, index);
        }
    }

    /// The index of the next block's first instruction: the code of an intercepted function is not lifted.
    fn skip_to_leader(&self, index: usize) -> usize {
        let rest = &self.sweep.found[index..];
        index + rest.iter().position(|(address, _)| self.blocks.contains_key(address)).unwrap_or(rest.len())
    }

    /// Whether the next instruction found is at that address.
    fn follows(&self, index: usize, address: u64) -> bool {
        self.sweep.found.get(index).is_some_and(|&(next, _)| next == address)
    }

    /// An edge to an address; `None` if no block begins there, so that the address must be looked up at run
    /// time.
    fn edge(&self, address: u64) -> Option<Edge> {
        self.blocks.get(&address).map(|&block| Edge { block, args: Vec::new() })
    }

    pub(crate) fn jump_block(&self, mut insts: Vec<(Inst, Pos)>, target: u64, pos: Pos) -> Block {
        match self.edge(target) {
            Some(edge) => Block { params: Vec::new(), insts, term: Terminator::Jump(edge), term_pos: pos },
            None => {
                insts.push((Inst::Move { dst: TARGET, src: int(64, target) }, pos));
                computed(insts, pos)
            }
        }
    }

    fn branch_block(&self, mut insts: Vec<(Inst, Pos)>, cond: Operand, target: u64, next: u64, pos: Pos) -> Block {
        match (self.edge(target), self.edge(next)) {
            (Some(then), Some(other)) => {
                Block { params: Vec::new(), insts, term: Terminator::Branch { cond, then, other }, term_pos: pos }
            }
            _ => {
                insts.push((Inst::Select { dst: TARGET, cond, a: int(64, target), b: int(64, next) }, pos));
                computed(insts, pos)
            }
        }
    }

    fn system_call(&mut self, insts: &mut Vec<(Inst, Pos)>, pos: Pos) {
        let heap = process::heap_range(self.image);
        let mut args = vec![
            Operand::Global(self.own.kernel, 0),
            int(64, heap.start),
            int(64, heap.size),
            Operand::Global(self.own.stdin, 0),
            int(64, self.options.stdin),
            x(17),
        ];
        args.extend((10..16).map(x));
        args.push(int(64, u64::from(self.options.checks.exit_status)));
        let callee = Callee::Direct(self.by_name[ECALL]);
        insts.push((Inst::Call { dst: Some(Reg(10)), callee, args }, pos));
    }

    /// Calls the function that computes a floating-point instruction.
    fn compute(&mut self, inst: &Instruction, computation: Computation, insts: &mut Vec<(Inst, Pos)>, pos: Pos) {
        let callee = Callee::Direct(self.declare(&format!("{FLOAT_PREFIX}{}", inst.name()), &[64; FLOAT_ARGS], 64));
        let args = [Operand::Global(self.own.kernel, 0)].into_iter().chain(computation.args).collect();
        insts.push((Inst::Call { dst: Some(computation.dst), callee, args }, pos));
    }

    /// Calls an intercepted function with arguments from registers, and stores its result in `a0`.
    fn call_known(&mut self, name: &str, signature: Signature, insts: &mut Vec<(Inst, Pos)>, pos: Pos) {
        let callee = Callee::Direct(self.declare(name, signature.args, signature.ret));
        let mut emit = Emit { insts, pos };
        let mut halves = HALF.iter();
        let mut args = Vec::new();
        for (&width, number) in signature.args.iter().zip(10..) {
            args.push(match width {
                64 => x(number),
                _ => emit.trunc(*halves.next().expect("few arguments are narrow"), width, x(number)),
            });
        }
        let result = match signature.ret {
            0 => None,
            64 => Some(Reg(10)),
            32 => Some(HALF[0]),
            16 => Some(SHORT),
            8 => Some(BYTE),
            _ => Some(BIT[0]),
        };
        emit.push(Inst::Call { dst: result, callee, args });
        match result {
            Some(reg) if signature.ret < 64 && signature.signed => {
                emit.sext(Reg(10), Operand::Reg(reg));
            }
            Some(reg) if signature.ret < 64 => {
                emit.zext(Reg(10), Operand::Reg(reg));
            }
            _ => {}
        }
    }
}

/// The addresses at which blocks begin: leaders, anything after a gap, and bytes that are not an instruction.
fn starts(sweep: &Sweep) -> impl Iterator<Item = &(u64, Found)> {
    let mut expected = None;
    sweep.found.iter().filter(move |(address, found)| {
        let begins = expected != Some(*address) || sweep.leaders.contains(address) || *found == Found::Nothing;
        expected = match found {
            Found::Instruction(inst) => Some(address + u64::from(inst.len)),
            Found::Nothing => None,
        };
        begins
    })
}

/// Computes a jump target from an address by clearing the lowest bit.
fn binary_target(address: Operand) -> Inst {
    Inst::Binary { op: BinaryOp::And, dst: TARGET, a: address, b: int(64, !1) }
}

fn computed(insts: Vec<(Inst, Pos)>, pos: Pos) -> Block {
    let term = Terminator::Goto { address: Operand::Reg(TARGET) };
    Block { params: Vec::new(), insts, term, term_pos: pos }
}

fn end(insts: Vec<(Inst, Pos)>, pos: Pos) -> Block {
    Block { params: Vec::new(), insts, term: Terminator::Unreachable, term_pos: pos }
}
