//! The program as the executor runs it: decoded once from the IR, dense and without names.
//!
//! An operand is one word: a slot of the frame, or an entry of the function's constants (addresses of globals and
//! functions are constants too, since they are fixed before the first step). An instruction is a few words, and
//! a jump holds the index of its target. Values of at most 64 bits have instructions of their own, which the
//! fast path runs; wider ones use `Wide*`.

mod live;
mod switch;

use std::sync::OnceLock;

use bv::Bv;
use ir::{BinaryOp, BlockId, Callee, CastOp, CompareOp, ErrorKind, FuncId, Inst, Module, Operand, Pos, Terminator};
use rustc_hash::FxHashMap;

use crate::slots::Slots;
use crate::tuning::CODE_SPAN;

/// An operand: a slot of the frame (`>= 0`) or a constant (`!index`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Src(pub i32);

/// An instruction. `w` is the width of the operands in bits, and `dst` the slot that receives the result.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Code {
    Move {
        dst: u32,
        a: Src,
    },
    Binary {
        op: BinaryOp,
        w: u8,
        dst: u32,
        a: Src,
        b: Src,
    },
    Compare {
        op: CompareOp,
        w: u8,
        dst: u32,
        a: Src,
        b: Src,
    },
    /// From width `w` to width `to`, both at most 64.
    Zext {
        w: u8,
        to: u8,
        dst: u32,
        a: Src,
    },
    /// See `Zext`.
    Sext {
        w: u8,
        to: u8,
        dst: u32,
        a: Src,
    },
    /// See `Zext`.
    Trunc {
        w: u8,
        to: u8,
        dst: u32,
        a: Src,
    },
    Select {
        w: u32,
        dst: u32,
        cond: Src,
        a: Src,
        b: Src,
    },
    WideBinary {
        op: BinaryOp,
        w: u32,
        dst: u32,
        a: Src,
        b: Src,
    },
    WideCompare {
        op: CompareOp,
        w: u32,
        dst: u32,
        a: Src,
        b: Src,
    },
    WideCast {
        op: CastOp,
        w: u32,
        to: u32,
        dst: u32,
        a: Src,
    },
    Extract {
        w: u32,
        lo: u32,
        to: u32,
        dst: u32,
        a: Src,
    },
    Concat {
        high: u32,
        low: u32,
        dst: u32,
        a: Src,
        b: Src,
    },
    Alloca {
        dst: u32,
        size: Src,
        align: u32,
    },
    /// Reads `len` bytes and keeps the low `w` bits.
    Load {
        w: u32,
        len: u32,
        dst: u32,
        ptr: Src,
    },
    Store {
        w: u32,
        len: u32,
        ptr: Src,
        value: Src,
    },
    /// `what` indexes the function's checks.
    Check {
        cond: Src,
        what: u32,
    },
    /// `call` indexes the function's calls.
    Call {
        call: u32,
    },
    /// Whether the preceding call was left by an exception. `pad` is the address of the data that says which
    /// exceptions the landing pad accepts.
    Unwound {
        dst: u32,
        pad: Src,
    },
    Jump {
        edge: u32,
    },
    Branch {
        cond: Src,
        then: u32,
        other: u32,
    },
    Switch {
        table: u32,
    },
    /// Jumps to the machine code at an address.
    Goto {
        address: Src,
        block: u32,
    },
    Return {
        value: Option<Src>,
        block: u32,
    },
    Unreachable,
    /// `what` indexes the function's names of unsupported constructs.
    Unsupported {
        what: u32,
    },
}

/// A call with its operands.
#[derive(Clone, Debug)]
pub struct CallCode {
    /// The slot of the result and its width in bits.
    pub dst: Option<(u32, u32)>,
    /// The function that is called.
    pub callee: CalleeCode,
    /// Each argument with its width in bits.
    pub args: Box<[(Src, u32)]>,
}

/// The function that a call calls.
#[derive(Clone, Copy, Debug)]
pub enum CalleeCode {
    /// A function known when the code is decoded.
    Direct(FuncId),
    /// The function at the address that this operand holds.
    Indirect(Src),
}

/// An edge between two blocks: its target, and the values that it assigns to the target's parameters.
#[derive(Clone, Debug)]
pub struct EdgeCode {
    /// The index of the first instruction of the target block.
    pub target: u32,
    /// The block it goes to.
    pub block: u32,
    /// The block it leaves.
    pub from: u32,
    /// Parameters and their values. All are assigned at the same time.
    pub moves: Box<[(u32, Src)]>,
    /// Whether an assignment reads a slot that an earlier one writes.
    pub overlapping: bool,
}

/// A switch. Cases with the same target form one group, and cases with the target of the default are dropped.
#[derive(Clone, Debug)]
pub struct SwitchCode {
    /// The value switched on.
    pub value: Src,
    /// The width of the value in bits.
    pub w: u32,
    /// Case values and their edge, one entry for each target, in order of first appearance.
    pub groups: Vec<(Vec<Bv>, u32)>,
    /// Pairs of case value and edge, sorted by value, for looking up a concrete value. Empty if the value is
    /// wider than 64 bits.
    pub table: Vec<(u64, u32)>,
    /// The edge taken if no case matches.
    pub default: u32,
}

/// The instructions of machine code by address. Addresses of machine code are even.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The lowest address.
    pub base: u64,
    /// For every second address from `base` on, the index of the instruction there, or [`Places::NONE`].
    table: Vec<u32>,
    /// The index of the first instruction of each symbol, ascending, with the symbol's name.
    symbols: Vec<(u32, String)>,
}

impl Places {
    const NONE: u32 = u32::MAX;

    /// One past the greatest address in the table.
    pub fn end(&self) -> u64 {
        self.base + 2 * self.table.len() as u64
    }

    /// The instruction at an address.
    #[inline]
    pub fn at(&self, address: u64) -> Option<u32> {
        let offset = address.wrapping_sub(self.base);
        if offset & 1 != 0 {
            return None;
        }
        self.table.get(usize::try_from(offset / 2).ok()?).copied().filter(|&pc| pc != Places::NONE)
    }

    /// All instructions that an address leads to.
    fn all(&self) -> impl Iterator<Item = u32> {
        self.table.iter().copied().filter(|&pc| pc != Places::NONE)
    }

    /// The address of the machine instruction that the instruction at `pc` is a part of.
    pub fn address_of(&self, pc: u32) -> Option<u64> {
        let places = self.table.iter().enumerate().filter(|&(_, &at)| at != Places::NONE && at <= pc);
        let (index, _) = places.max_by_key(|&(_, &at)| at)?;
        Some(self.base + 2 * index as u64)
    }

    /// The symbol that an instruction belongs to: the index of its first instruction, and its name.
    pub fn symbol(&self, pc: u32) -> Option<(u32, &str)> {
        let after = self.symbols.partition_point(|&(start, _)| start <= pc);
        let (start, name) = self.symbols.get(after.checked_sub(1)?)?;
        Some((*start, name))
    }

    fn of(function: &ir::Function, block_start: &[u32]) -> Places {
        let mut found = Vec::new();
        let mut symbols = Vec::new();
        for (block, &start) in function.blocks.iter().zip(block_start) {
            let mut pc = start;
            for (inst, _) in &block.insts {
                match inst {
                    Inst::Place { address, symbol } => {
                        found.push((*address, pc));
                        symbols.extend(symbol.iter().map(|name| (pc, name.clone())));
                    }
                    _ => pc += 1,
                }
            }
        }
        let base = found.iter().map(|&(address, _)| address).min().unwrap_or(0);
        let mut table = Vec::new();
        for (address, pc) in found {
            let offset = address - base;
            if offset & 1 == 0 && offset < CODE_SPAN {
                let index = (offset / 2) as usize;
                table.resize(table.len().max(index + 1), Places::NONE);
                table[index] = pc;
            }
        }
        Places { base, table, symbols }
    }
}

/// A constant operand. It says what the value is and not which term stands for it: each worker has its own terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// A value of at most 64 bits.
    Word(u64),
    /// A value of any width.
    Wide(Bv),
    /// What a variable holds before its first assignment, which the instruction of that number declares.
    Undefined {
        /// The number of the instruction.
        site: u32,
        /// The width of the variable in bits.
        width: u32,
    },
}

/// A decoded function.
#[derive(Clone, Debug, Default)]
pub struct FuncCode {
    /// The instructions of all blocks, one after the other.
    pub code: Vec<Code>,
    /// The source position of each instruction.
    pub pos: Vec<Pos>,
    /// Where variables are declared, by the instruction that creates them; ascending. These instructions have
    /// no position in `pos`.
    pub declarations: Vec<(u32, Pos)>,
    /// The block that each instruction belongs to.
    pub block_of: Vec<u32>,
    /// The index of the first instruction of each block.
    pub block_start: Vec<u32>,
    /// The constants that operands refer to. A worker has their values ([`crate::ready`]).
    pub consts: Vec<Constant>,
    /// The number of slots of a frame. Several registers of the IR share one slot, see [`crate::slots`].
    pub regs: u32,
    /// The slots of the parameters.
    pub params: Vec<u32>,
    /// The widths of the parameters in bits.
    pub param_widths: Vec<u32>,
    /// The width of the result in bits, 0 for none.
    pub ret: u32,
    /// Whether the function takes variadic arguments.
    pub variadic: bool,
    /// The least number of bytes that a native frame of the function takes.
    pub frame_bytes: u64,
    /// The calls, which [`Code::Call`] refers to.
    pub calls: Vec<CallCode>,
    /// The checks, which [`Code::Check`] refers to: the kind of error and its message.
    pub checks: Vec<(ErrorKind, String)>,
    /// The edges, which jumps, branches and switches refer to.
    pub edges: Vec<EdgeCode>,
    /// The switches, which [`Code::Switch`] refers to.
    pub switches: Vec<SwitchCode>,
    /// The names of unsupported constructs, which [`Code::Unsupported`] refers to.
    pub unsupported: Vec<String>,
    /// The addresses at which machine code can be entered.
    pub places: Places,
    /// The number of the function's first instruction within the whole program.
    pub first_site: u32,
    /// The number of the function's first block within the whole program.
    pub first_block: u32,
    /// The number of the function's first edge within the whole program.
    pub first_edge: u32,
    /// The live slots at the start of each block; see [`FuncCode::live_at`].
    live: OnceLock<live::LiveSlots>,
}

impl FuncCode {
    /// Whether an instruction is a call.
    pub fn is_call(&self, pc: u32) -> bool {
        matches!(self.code.get(pc as usize), Some(Code::Call { .. }))
    }

    /// The source position of an instruction, or that of the declaration of the variable that it creates.
    pub fn declared_at(&self, pc: u32) -> Pos {
        match self.declarations.binary_search_by_key(&pc, |&(at, _)| at) {
            Ok(index) => self.declarations[index].1,
            Err(_) => self.pos.get(pc as usize).copied().unwrap_or_default(),
        }
    }
}

/// The whole program, decoded.
#[derive(Debug, Default)]
pub struct Program {
    /// Functions by [`FuncId`].
    pub funcs: Vec<FuncCode>,
    /// The number of instructions of all functions.
    pub sites: u32,
    /// The number of blocks of all functions.
    pub blocks: u32,
    /// The number of edges of all functions.
    pub edges: u32,
}

/// The addresses of globals, for operands that name them.
pub struct Addresses {
    /// The address of each global.
    pub globals: Vec<u64>,
}

/// The address of the first function. Functions have addresses in a region without objects.
const FUNCTION_BASE: u64 = 0x40_0000;

/// The address of a function.
pub fn function_address(func: FuncId) -> u64 {
    FUNCTION_BASE + 16 * u64::from(func.0)
}

/// The function at an address.
pub fn function_at(module: &Module, address: u64) -> Option<FuncId> {
    let offset = address.checked_sub(FUNCTION_BASE)?;
    let index = offset / 16;
    (offset.is_multiple_of(16) && index < module.functions.len() as u64).then_some(FuncId(index as u32))
}

/// Decodes a verified module.
pub fn decode(module: &Module, addresses: &Addresses) -> Program {
    let mut program = Program::default();
    for function in &module.functions {
        let (slots, is_read) = (Slots::new(function), read_registers(function));
        let known_consts = FxHashMap::default();
        let out = FuncCode { first_site: program.sites, ..FuncCode::default() };
        let mut decoder = Decoder { addresses, function, slots, is_read, known_consts, passed_over: Vec::new(), out };
        decoder.run();
        let mut code = decoder.out;
        code.first_block = program.blocks;
        code.first_edge = program.edges;
        program.sites += code.code.len() as u32;
        program.blocks += code.block_start.len() as u32;
        program.edges += code.edges.len() as u32;
        program.funcs.push(code);
    }
    program
}

/// For each register, whether any instruction reads it.
fn read_registers(function: &ir::Function) -> Vec<bool> {
    let mut read = vec![false; function.regs.len()];
    let mut mark = |operand: &Operand| {
        if let Operand::Reg(reg) = operand {
            read[reg.index()] = true;
        }
    };
    for block in &function.blocks {
        block.insts.iter().for_each(|(inst, _)| inst.each_operand(&mut mark));
        block.term.each_operand(&mut mark);
    }
    read
}

struct Decoder<'a> {
    addresses: &'a Addresses,
    function: &'a ir::Function,
    slots: Slots,
    /// For each register of the IR, whether any instruction reads it.
    is_read: Vec<bool>,
    /// The index of each value among the constants.
    known_consts: FxHashMap<Constant, usize>,
    /// Blocks that edges of switches bypass.
    passed_over: Vec<BlockId>,
    out: FuncCode,
}

impl Decoder<'_> {
    fn run(&mut self) {
        let function = self.function;
        self.out.regs = self.slots.count();
        self.out.params = function.params.iter().map(|&reg| self.slots.of(reg)).collect();
        self.out.param_widths = function.params.iter().map(|&reg| function.width(reg)).collect();
        self.out.ret = function.ret;
        self.out.variadic = function.variadic;
        self.out.frame_bytes = function.frame_bytes;
        let mut start = 0;
        for block in &function.blocks {
            self.out.block_start.push(start);
            let places = block.insts.iter().filter(|(inst, _)| matches!(inst, Inst::Place { .. })).count();
            start += (block.insts.len() - places) as u32 + 1;
        }
        self.out.places = Places::of(function, &self.out.block_start);
        for (index, block) in function.blocks.iter().enumerate() {
            for (inst, pos) in &block.insts {
                let Some(code) = self.inst(inst) else { continue };
                // A declaration does not count as code; its position says where the variable comes from.
                let declares = matches!(inst, Inst::Undefined { .. } | Inst::Alloca { size: Operand::Const(_), .. });
                let pos = if declares {
                    self.out.declarations.push((self.out.code.len() as u32, *pos));
                    Pos::default()
                } else {
                    *pos
                };
                self.push(code, pos, index as u32);
            }
            let code = self.terminator(&block.term, index as u32);
            self.push(code, block.term_pos, index as u32);
        }
        self.forget_passed_over();
    }

    fn push(&mut self, code: Code, pos: Pos, block: u32) {
        self.out.code.push(code);
        self.out.pos.push(pos);
        self.out.block_of.push(block);
    }

    fn width(&self, operand: &Operand) -> u32 {
        match operand {
            Operand::Reg(reg) => self.function.width(*reg),
            Operand::Const(value) => value.width(),
            Operand::Global(..) | Operand::Func(_) => 64,
        }
    }

    fn src(&mut self, operand: &Operand) -> Src {
        let value = match operand {
            Operand::Reg(reg) => return Src(self.slots.of(*reg) as i32),
            Operand::Const(value) if value.width() <= 64 => Constant::Word(value.low_u64()),
            Operand::Const(value) => Constant::Wide(value.clone()),
            Operand::Global(global, offset) => {
                Constant::Word(self.addresses.globals[global.index()].wrapping_add_signed(*offset))
            }
            Operand::Func(func) => Constant::Word(function_address(*func)),
        };
        self.constant(value)
    }

    fn constant(&mut self, value: Constant) -> Src {
        let consts = &mut self.out.consts;
        let index = *self.known_consts.entry(value.clone()).or_insert_with(|| {
            consts.push(value);
            consts.len() - 1
        });
        Src(!(index as i32))
    }

    /// The code of an instruction, or `None` for one that only marks an address.
    fn inst(&mut self, inst: &Inst) -> Option<Code> {
        Some(match inst {
            Inst::Move { dst, src } => Code::Move { dst: self.slots.of(*dst), a: self.src(src) },
            Inst::Undefined { dst } => {
                let site = self.out.first_site + self.out.code.len() as u32;
                let value = Constant::Undefined { site, width: self.function.width(*dst) };
                Code::Move { dst: self.slots.of(*dst), a: self.constant(value) }
            }
            Inst::Binary { op, dst, a, b } => {
                let (w, dst, op) = (self.width(a), self.slots.of(*dst), *op);
                let (a, b) = (self.src(a), self.src(b));
                if w <= 64 { Code::Binary { op, w: w as u8, dst, a, b } } else { Code::WideBinary { op, w, dst, a, b } }
            }
            Inst::Compare { op, dst, a, b } => {
                let (w, dst, op) = (self.width(a), self.slots.of(*dst), *op);
                let (a, b) = (self.src(a), self.src(b));
                if w <= 64 {
                    Code::Compare { op, w: w as u8, dst, a, b }
                } else {
                    Code::WideCompare { op, w, dst, a, b }
                }
            }
            Inst::Cast { op, dst, a } => {
                let (w, to) = (self.width(a), self.function.width(*dst));
                let (dst, a) = (self.slots.of(*dst), self.src(a));
                match op {
                    _ if w > 64 || to > 64 => Code::WideCast { op: *op, w, to, dst, a },
                    CastOp::Zext => Code::Zext { w: w as u8, to: to as u8, dst, a },
                    CastOp::Sext => Code::Sext { w: w as u8, to: to as u8, dst, a },
                    CastOp::Trunc => Code::Trunc { w: w as u8, to: to as u8, dst, a },
                }
            }
            Inst::Extract { dst, a, lo } => Code::Extract {
                w: self.width(a),
                lo: *lo,
                to: self.function.width(*dst),
                dst: self.slots.of(*dst),
                a: self.src(a),
            },
            Inst::Concat { dst, hi, lo } => Code::Concat {
                high: self.width(hi),
                low: self.width(lo),
                dst: self.slots.of(*dst),
                a: self.src(hi),
                b: self.src(lo),
            },
            Inst::Select { dst, cond, a, b } => Code::Select {
                w: self.width(a),
                dst: self.slots.of(*dst),
                cond: self.src(cond),
                a: self.src(a),
                b: self.src(b),
            },
            Inst::Alloca { dst, size, align } => Code::Alloca {
                dst: self.slots.of(*dst),
                size: self.src(size),
                align: (*align).clamp(1, 1 << 20) as u32,
            },
            Inst::Load { dst, ptr } => {
                let w = self.function.width(*dst);
                Code::Load { w, len: w.div_ceil(8), dst: self.slots.of(*dst), ptr: self.src(ptr) }
            }
            Inst::Store { ptr, value } => {
                let w = self.width(value);
                Code::Store { w, len: w.div_ceil(8), ptr: self.src(ptr), value: self.src(value) }
            }
            Inst::Check { cond, kind, message } => {
                let cond = self.src(cond);
                self.out.checks.push((*kind, message.clone()));
                Code::Check { cond, what: self.out.checks.len() as u32 - 1 }
            }
            Inst::Call { dst, callee, args } => {
                let callee = match callee {
                    Callee::Direct(func) => CalleeCode::Direct(*func),
                    Callee::Indirect(operand) => CalleeCode::Indirect(self.src(operand)),
                };
                let args = args.iter().map(|arg| (self.src(arg), self.width(arg))).collect();
                // A result that nothing reads is not requested, so that a model may skip computing it.
                let dst = dst.filter(|reg| self.is_read[reg.index()]);
                let dst = dst.map(|reg| (self.slots.of(reg), self.function.width(reg)));
                self.out.calls.push(CallCode { dst, callee, args });
                Code::Call { call: self.out.calls.len() as u32 - 1 }
            }
            Inst::Unwound { dst, pad } => Code::Unwound { dst: self.slots.of(*dst), pad: self.src(pad) },
            Inst::Unsupported { what } => {
                self.out.unsupported.push(what.clone());
                Code::Unsupported { what: self.out.unsupported.len() as u32 - 1 }
            }
            Inst::Place { .. } => return None,
        })
    }

    fn terminator(&mut self, term: &Terminator, from: u32) -> Code {
        match term {
            Terminator::Jump(edge) => Code::Jump { edge: self.edge(edge, from) },
            // Both sides are the same, so the condition does not matter.
            Terminator::Branch { then, other, .. } if then == other => Code::Jump { edge: self.edge(then, from) },
            Terminator::Branch { cond, then, other } => {
                let cond = self.src(cond);
                Code::Branch { cond, then: self.edge(then, from), other: self.edge(other, from) }
            }
            Terminator::Switch { value, cases, default } => self.switch(value, cases, default, from),
            Terminator::Goto { address } => Code::Goto { address: self.src(address), block: from },
            Terminator::Return(value) => {
                let value = value.as_ref().map(|value| self.src(value));
                Code::Return { value, block: from }
            }
            Terminator::Unreachable => Code::Unreachable,
        }
    }

    fn edge(&mut self, edge: &ir::Edge, from: u32) -> u32 {
        let BlockId(block) = edge.block;
        let params = &self.function.blocks[edge.block.index()].params;
        let moves: Box<[(u32, Src)]> =
            params.iter().zip(&edge.args).map(|(reg, arg)| (self.slots.of(*reg), self.src(arg))).collect();
        let overlapping = moves
            .iter()
            .enumerate()
            .any(|(i, &(_, src))| src.0 >= 0 && moves[..i].iter().any(|&(dst, _)| dst as i32 == src.0));
        let target = self.out.block_start[block as usize];
        self.out.edges.push(EdgeCode { target, block, from, moves, overlapping });
        self.out.edges.len() as u32 - 1
    }
}

impl Program {
    /// Whether the function has a body.
    pub fn is_defined(&self, func: FuncId) -> bool {
        !self.funcs[func.index()].code.is_empty()
    }

    /// The number of an instruction within the whole program.
    pub fn site(&self, func: FuncId, pc: u32) -> u32 {
        self.funcs[func.index()].first_site + pc
    }

    /// The block that an instruction is in, by number within the whole program.
    pub fn block_at(&self, func: FuncId, pc: u32) -> Option<u32> {
        let func = &self.funcs[func.index()];
        func.block_of.get(pc as usize).map(|block| func.first_block + block)
    }

    /// The function and index of the instruction with a number within the whole program.
    pub fn at_site(&self, site: u32) -> (FuncId, u32) {
        let index = self.funcs.partition_point(|func| func.first_site <= site) - 1;
        // Declared functions have no instructions and share their number with the next function. The last of
        // those has the code.
        (FuncId(index as u32), site - self.funcs[index].first_site)
    }
}
