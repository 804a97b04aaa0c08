//! Lowers the body of a function: blocks in reverse post-order, with phis as block parameters.
//!
//! In reverse post-order a block comes after the blocks that dominate it, so every value is known when it is
//! used. Only phis may refer to later values; these are read when the edge is made, at the end of the block it
//! leaves. Blocks that control cannot reach are left out.

use std::rc::Rc;

use ir::{BlockId, Edge, FuncId, Operand, Pos, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::builder::{Builder, number, zero};
use crate::constant::unpack;
use crate::doubt::Doubts;
use crate::inst;
use crate::layout::Shape;
use crate::lines::{FunctionLines, Pending};
use crate::program::Program;
use crate::raw::{Block, Opcode, Type, TypeKind, Value, ValueKind};
use crate::terminator;
use crate::unsupported::Unsupported;

/// The lowering of one function.
pub struct FunctionLowering<'p, 'm> {
    /// The program that the function is part of.
    pub program: &'p mut Program<'m>,
    /// The function being built.
    pub builder: Builder,
    /// The LLVM block being lowered.
    pub block: Block<'m>,
    /// Whether an optimiser may have moved operations before the conditions that guard them.
    pub optimised: bool,
    /// The values that may be poison.
    pub doubts: Doubts<'m>,
    values: FxHashMap<Value<'m>, Vec<Operand>>,
    blocks: FxHashMap<Block<'m>, BlockId>,
    phis: FxHashMap<Block<'m>, Vec<Phi<'m>>>,
}

/// A phi that has become parameters of its block.
struct Phi<'m> {
    /// The shape of its type.
    shape: Rc<Shape>,
    /// Its value for each predecessor.
    incoming: FxHashMap<Block<'m>, Value<'m>>,
}

/// Lowers the body of the function that is declared as `id`.
pub fn lower<'m>(program: &mut Program<'m>, value: Value<'m>, id: FuncId, lines: &FunctionLines) {
    let order = reverse_post_order(value);
    let positions: FxHashMap<Block<'m>, usize> =
        value.blocks().into_iter().enumerate().map(|(position, block)| (block, position)).collect();
    let Some(&entry) = order.first() else { return };
    let mut declared = program.module.functions[id.index()].clone();
    declared.frame_bytes = lines.frame_bytes;
    let builder = Builder::new(declared);
    let (values, blocks, phis) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
    let (optimised, doubts) = (lines.optimised, Doubts::default());
    let mut lowering = FunctionLowering { program, builder, block: entry, optimised, doubts, values, blocks, phis };
    lowering.prepare(&order);
    lowering.parameters(value);
    for &block in &order {
        lowering.lower_block(block, lines.block(positions[&block]));
    }
    lowering.note_variables(id, value, &order);
    lowering.name_registers(&order);
    let function = lowering.builder.function;
    program.module.functions[id.index()] = function;
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Records which registers hold parameters, variables that are joined at blocks, and addresses of variables
    /// in memory. `mem2reg` names joined variables `x.0`, `x.1` and so on.
    fn note_variables(&mut self, id: FuncId, function: Value<'m>, order: &[Block<'m>]) {
        let named = order.iter().flat_map(|block| block.instructions());
        let named = named.filter(|inst| matches!(inst.opcode(), Some(Opcode::LLVMPHI | Opcode::LLVMAlloca)));
        for value in function.function_params().into_iter().chain(named) {
            let name = value.name();
            let name = match name.rsplit_once('.') {
                Some((stem, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
                _ => &name,
            };
            // clang copies parameters that are assigned to variables of its own.
            let name = name.strip_suffix(".addr").unwrap_or(name);
            if let (Some(reg), false) = (self.register(value), name.is_empty()) {
                self.program.variables.insert((id, reg), name.to_owned());
            }
        }
    }

    /// The register that holds a value, if there is one that holds all of it.
    pub fn register(&self, value: Value<'m>) -> Option<Reg> {
        match self.values.get(&value)?.as_slice() {
            [Operand::Reg(reg)] => Some(*reg),
            _ => None,
        }
    }

    /// Creates the blocks, and registers for their phis.
    fn prepare(&mut self, order: &[Block<'m>]) {
        for &block in order {
            let id = self.builder.add_block();
            self.blocks.insert(block, id);
            for phi in phis(block) {
                let Ok(shape) = self.program.layouts.shape(phi.ty()) else { continue };
                let incoming = phi.incoming().into_iter().map(|(value, block)| (block, value)).collect();
                self.phis.entry(block).or_default().push(Phi { shape: shape.clone(), incoming });
                let regs: Vec<Reg> = shape.widths.iter().map(|&width| self.builder.reg(width)).collect();
                self.values.insert(phi, regs.iter().copied().map(Operand::Reg).collect());
                self.builder.function.blocks[id.index()].params.extend(regs);
            }
        }
    }

    /// Unpacks the parameters, and copies those that are passed by value: the callee owns its copy.
    fn parameters(&mut self, function: Value<'m>) {
        self.builder.pos = self.builder.function.pos;
        let signature = self.program.signature(function.value_type());
        if let Some(reason) = &signature.unsupported {
            self.builder.unsupported(reason);
        }
        let mut regs = self.builder.function.params.clone().into_iter();
        for (index, param) in function.function_params().into_iter().enumerate() {
            let packed = (signature.params[index] > 0).then(|| regs.next()).flatten();
            let leaves = match (packed, self.program.layouts.shape(param.ty())) {
                (Some(reg), Ok(shape)) => {
                    unpack(Operand::Reg(reg), &shape.widths, &mut self.builder).expect("a builder never fails")
                }
                _ => Vec::new(),
            };
            let copied = function.by_value(index as u32);
            let leaves = match (copied, leaves.as_slice()) {
                (Some(ty), [pointer]) => vec![self.copy_of(pointer.clone(), ty)],
                _ => leaves,
            };
            self.values.insert(param, leaves);
        }
    }

    /// Creates an object on the stack with a copy of the contents at `pointer`.
    fn copy_of(&mut self, pointer: Operand, ty: Type<'m>) -> Operand {
        let (size, align) = match (self.program.layouts.size(ty), self.program.layouts.align(ty)) {
            (Ok(size), Ok(align)) => (size, align),
            (Err(reason), _) | (_, Err(reason)) => {
                self.builder.unsupported(&reason);
                return pointer;
            }
        };
        let dst = self.builder.reg(64);
        self.builder.push(ir::Inst::Alloca { dst, size: number(64, size), align });
        let frame = &mut self.builder.function.frame_bytes;
        *frame = frame.saturating_add(size.next_multiple_of(16));
        self.copy_bytes(Operand::Reg(dst), pointer, number(64, size));
        Operand::Reg(dst)
    }

    /// Lowers a block; `lines` are the source lines of its instructions before passes ran.
    fn lower_block(&mut self, block: Block<'m>, lines: &[Pos]) {
        self.block = block;
        let id = self.blocks[&block];
        let mut term = ir::Terminator::Unreachable;
        let mut pending = Pending::new(lines);
        let last = block.terminator();
        for inst in block.instructions() {
            let pos = self.program.files.pos(inst);
            // An `alloca` has the position of the declaration, which is not where it is executed.
            if !(inst.opcode() == Some(Opcode::LLVMAlloca) || inst.is_uninitialized()) {
                pending.before(pos).iter().for_each(|&line| self.builder.mark_line(line));
            }
            self.builder.pos = pos;
            if inst != last {
                inst::lower(self, inst);
                continue;
            }
            term = terminator::lower(self, inst);
        }
        pending.remaining().iter().for_each(|&line| self.builder.mark_line(line));
        self.builder.finish_block(id, term);
    }

    /// The leaves of a value.
    pub fn leaves(&mut self, value: Value<'m>) -> Result<Vec<Operand>, Unsupported> {
        match value.kind() {
            ValueKind::Instruction | ValueKind::Argument => self.known(value).cloned(),
            _ => self.program.constants().leaves(value, &mut self.builder),
        }
    }

    /// The value of a number or an address.
    pub fn scalar(&mut self, value: Value<'m>) -> Result<Operand, Unsupported> {
        match value.kind() {
            ValueKind::Instruction | ValueKind::Argument => match self.known(value)?.as_slice() {
                [leaf] => Ok(leaf.clone()),
                _ => Err(no_value(value.ty())),
            },
            _ => self.program.constants().scalar(value, &mut self.builder),
        }
    }

    fn known(&self, value: Value<'m>) -> Result<&Vec<Operand>, Unsupported> {
        self.values.get(&value).ok_or_else(|| no_value(value.ty()))
    }

    /// Records the value of an instruction.
    pub fn bind(&mut self, value: Value<'m>, leaves: Vec<Operand>) {
        self.values.insert(value, leaves);
    }

    /// Records zeros as the value of an instruction without a lowering.
    pub fn bind_zeros(&mut self, value: Value<'m>) {
        if value.ty().kind() == TypeKind::Void {
            return;
        }
        if let Ok(shape) = self.program.layouts.shape(value.ty()) {
            self.bind(value, shape.widths.iter().map(|&width| zero(width)).collect());
        }
    }

    /// The edge from the current block to another one, with the values for its phis.
    pub fn edge(&mut self, target: Block<'m>) -> Edge {
        let mut args = Vec::new();
        let incoming: Vec<_> = self.phis.get(&target).map_or_else(Vec::new, |phis| {
            phis.iter().map(|phi| (phi.shape.clone(), phi.incoming.get(&self.block).copied())).collect()
        });
        for (shape, value) in incoming {
            let leaves = match value {
                Some(value) => self.leaves(value),
                None => Err(Unsupported::new("phi without a value for this edge")),
            };
            match leaves {
                Ok(leaves) if leaves.len() == shape.widths.len() => args.extend(leaves),
                Ok(_) => args.extend(shape.widths.iter().map(|&width| zero(width))),
                Err(reason) => {
                    self.builder.unsupported(&reason);
                    args.extend(shape.widths.iter().map(|&width| zero(width)));
                }
            }
        }
        Edge { block: self.blocks[&target], args }
    }
}

/// The phis of a block.
fn phis(block: Block<'_>) -> impl Iterator<Item = Value<'_>> {
    block.instructions().take_while(|inst| inst.opcode() == Some(Opcode::LLVMPHI))
}

/// The successors of a terminator that its lowering uses.
pub fn live_successors<'m>(terminator: Value<'m>) -> Vec<Block<'m>> {
    match terminator.opcode() {
        Some(Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr | Opcode::LLVMInvoke) => {
            terminator.successors()
        }
        _ => Vec::new(),
    }
}

/// The reachable blocks, each after those that dominate it.
fn reverse_post_order<'m>(function: Value<'m>) -> Vec<Block<'m>> {
    let Some(&entry) = function.blocks().first() else { return Vec::new() };
    let mut order = Vec::new();
    let mut seen = FxHashSet::from_iter([entry]);
    let mut stack = vec![(entry, live_successors(entry.terminator()))];
    while let Some((block, pending)) = stack.last_mut() {
        match pending.pop() {
            Some(next) if seen.insert(next) => stack.push((next, live_successors(next.terminator()))),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn no_value(ty: Type<'_>) -> Unsupported {
    Unsupported::new(format!("value of type {}", ty.text()))
}
