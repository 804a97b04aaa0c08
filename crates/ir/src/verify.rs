//! Checks the rules of the IR: what every front end must ensure and later stages rely on.
//!
//! All violations are reported, not only the first. In blocks that control cannot reach, registers need not be
//! assigned before use, but all other rules hold. A call may ignore the result of its callee.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use crate::cfg::{Cfg, Dominators};
use crate::inst::{Callee, CastOp, Edge, Inst, Operand, Terminator};
use crate::module::{Block, BlockId, FuncId, Function, Global, GlobalId, Module, PREFIX_ROOM, Pos, Reg, Target};
use crate::tuning::MAX_WIDTH;

/// A rule of the IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Globals and functions have distinct names.
    UniqueName,
    /// Alignments are powers of two.
    Alignment,
    /// Initial bytes do not exceed the size of the global, and external globals have none.
    Initializer,
    /// Relocations lie within the global, in ascending order, without overlap.
    Relocation,
    /// Ids name existing registers, blocks, globals, functions and files.
    Exists,
    /// Widths are from 1 to [`MAX_WIDTH`].
    Width,
    /// Operands and results have the widths that the operation requires.
    WidthsAgree,
    /// A register is assigned in one place.
    SingleAssignment,
    /// A register is assigned on every path to its use.
    AssignedBeforeUse,
    /// The entry block has no parameters.
    EntryParams,
    /// An edge passes one argument for each parameter of its block.
    EdgeArgs,
    /// A direct call passes one argument for each parameter, and more only if the callee is variadic.
    CallArgs,
    /// A call takes a result only from a callee that has one, and of the same width.
    CallResult,
    /// A function returns a value if and only if it has a result, and of the same width.
    ReturnValue,
    /// The cases of a switch are distinct.
    DistinctCases,
    /// `Place` and `Goto` occur in machine code only; each place has an address of its own, and blocks of
    /// machine code have no parameters.
    MachineCode,
    /// An `Unwound` stands right after a call.
    Unwinding,
    /// The prefix of a function has at most [`PREFIX_ROOM`] bytes.
    Prefix,
    /// The names of variables are in ascending order of their registers, at most one for each.
    Names,
}

/// A violated rule and where it is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The rule.
    pub rule: Rule,
    /// The name of the global or function.
    pub symbol: String,
    /// The block, if it is in one.
    pub block: Option<BlockId>,
    /// The index of the instruction in the block; the number of instructions stands for the terminator.
    pub inst: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.symbol)?;
        if let Some(block) = self.block {
            write!(f, " {block}")?;
        }
        if let Some(inst) = self.inst {
            write!(f, " instruction {inst}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl Error for VerifyError {}

/// Checks all rules; the error lists every violation.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut errors = Vec::new();
    let mut names = HashSet::new();
    let globals = module.globals.iter().map(|global| &global.name);
    for name in globals.chain(module.functions.iter().map(|function| &function.name)) {
        if !names.insert(name) {
            Site::symbol(module, name).report(&mut errors, Rule::UniqueName, "the name is taken twice");
        }
    }
    for global in &module.globals {
        verify_global(module, global, &mut errors);
    }
    for function in &module.functions {
        FunctionVerifier::new(module, function, &mut errors).verify();
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The place in the module that is being checked.
#[derive(Clone, Copy)]
struct Site<'a> {
    module: &'a Module,
    symbol: &'a str,
    block: Option<BlockId>,
    inst: Option<usize>,
}

impl<'a> Site<'a> {
    fn symbol(module: &'a Module, symbol: &'a str) -> Site<'a> {
        Site { module, symbol, block: None, inst: None }
    }

    fn report(&self, errors: &mut Vec<VerifyError>, rule: Rule, message: impl Into<String>) {
        let symbol = self.symbol.to_string();
        errors.push(VerifyError { rule, symbol, block: self.block, inst: self.inst, message: message.into() });
    }

    fn pos(&self, errors: &mut Vec<VerifyError>, pos: Pos) {
        if pos.line > 0 && pos.file as usize >= self.module.files.len() {
            self.report(errors, Rule::Exists, format!("there is no file {}", pos.file));
        }
    }
}

fn verify_global(module: &Module, global: &Global, errors: &mut Vec<VerifyError>) {
    let site = Site::symbol(module, &global.name);
    if !global.align.is_power_of_two() {
        site.report(errors, Rule::Alignment, format!("alignment {} is no power of two", global.align));
    }
    if global.init.len() as u64 > global.size {
        site.report(errors, Rule::Initializer, "there are more initial bytes than the global has");
    }
    if global.external && !(global.init.is_empty() && global.relocations.is_empty()) {
        site.report(errors, Rule::Initializer, "an external global has no initial value");
    }
    let mut free = 0u64;
    for relocation in &global.relocations {
        let offset = relocation.offset;
        match offset.checked_add(8) {
            Some(end) if end <= global.size => {
                if offset < free {
                    site.report(
                        errors,
                        Rule::Relocation,
                        format!("the relocation at {offset} overlaps or is out of order"),
                    );
                }
                free = end;
            }
            _ => site.report(errors, Rule::Relocation, format!("the relocation at {offset} is outside of the global")),
        }
        let exists = match relocation.target {
            Target::Global(id) => id.index() < module.globals.len(),
            Target::Func(id) => id.index() < module.functions.len(),
        };
        if !exists {
            site.report(errors, Rule::Exists, format!("the relocation at {offset} has no target"));
        }
    }
}

/// Where a register is assigned: never, before the function's first instruction, or in a block after that many
/// of its instructions (0 for block parameters).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Assigned {
    Never,
    Before,
    At(BlockId, usize),
}

struct FunctionVerifier<'a> {
    module: &'a Module,
    function: &'a Function,
    cfg: Cfg,
    dominators: Dominators,
    assigned: Vec<Assigned>,
    /// The addresses of the places seen so far.
    places: HashSet<u64>,
    site: Site<'a>,
    errors: &'a mut Vec<VerifyError>,
}

impl<'a> FunctionVerifier<'a> {
    fn new(module: &'a Module, function: &'a Function, errors: &'a mut Vec<VerifyError>) -> FunctionVerifier<'a> {
        let cfg = Cfg::new(function);
        let dominators = cfg.dominators();
        let assigned = vec![Assigned::Never; function.regs.len()];
        let site = Site::symbol(module, &function.name);
        FunctionVerifier { module, function, cfg, dominators, assigned, places: HashSet::new(), site, errors }
    }

    fn verify(mut self) {
        let function = self.function;
        self.site.pos(self.errors, function.pos);
        for (index, &width) in function.regs.iter().enumerate() {
            if !(1..=MAX_WIDTH).contains(&width) {
                self.report(Rule::Width, format!("%{index} has width {width}"));
            }
        }
        if function.ret > MAX_WIDTH {
            self.report(Rule::Width, format!("the result has width {}", function.ret));
        }
        if function.prefix.len() > PREFIX_ROOM {
            self.report(Rule::Prefix, format!("{} bytes do not fit before the function", function.prefix.len()));
        }
        self.names();
        self.collect_assignments();
        if function.blocks.first().is_some_and(|entry| !entry.params.is_empty()) {
            self.report(Rule::EntryParams, "the entry block has parameters");
        }
        if function.machine && function.blocks.iter().any(|block| !block.params.is_empty()) {
            self.report(Rule::MachineCode, "a block of machine code has parameters");
        }
        for (index, block) in function.blocks.iter().enumerate() {
            self.block(BlockId(index as u32), block);
        }
    }

    fn report(&mut self, rule: Rule, message: impl Into<String>) {
        self.site.report(self.errors, rule, message);
    }

    fn names(&mut self) {
        let names = &self.function.names;
        if let Some((reg, _)) = names.iter().find(|(reg, _)| reg.index() >= self.function.regs.len()) {
            self.report(Rule::Exists, format!("there is no register {reg} to be named"));
        }
        if let Some(pair) = names.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
            self.report(Rule::Names, format!("the name of {} is out of order or there twice", pair[1].0));
        }
    }

    fn collect_assignments(&mut self) {
        let function = self.function;
        for &param in &function.params {
            self.assign(param, Assigned::Before);
        }
        for (index, block) in function.blocks.iter().enumerate() {
            let id = BlockId(index as u32);
            self.site.block = Some(id);
            for &param in &block.params {
                self.assign(param, Assigned::At(id, 0));
            }
            for (index, (inst, _)) in block.insts.iter().enumerate() {
                if let Some(dst) = inst.dst() {
                    self.site.inst = Some(index);
                    self.assign(dst, Assigned::At(id, index + 1));
                }
            }
            self.site = Site::symbol(self.module, &function.name);
        }
    }

    fn assign(&mut self, reg: Reg, at: Assigned) {
        match self.assigned.get_mut(reg.index()) {
            None => self.report(Rule::Exists, format!("there is no register {reg}")),
            Some(slot) if self.function.machine => *slot = Assigned::Before,
            Some(slot @ Assigned::Never) => *slot = at,
            Some(_) => self.report(Rule::SingleAssignment, format!("{reg} is assigned twice")),
        }
    }

    fn block(&mut self, id: BlockId, block: &Block) {
        self.site.block = Some(id);
        for (index, (inst, pos)) in block.insts.iter().enumerate() {
            self.site.inst = Some(index);
            self.site.pos(self.errors, *pos);
            inst.each_operand(|operand| self.operand(id, index, operand));
            self.inst(inst);
            let after_call =
                index.checked_sub(1).is_some_and(|before| matches!(block.insts[before].0, Inst::Call { .. }));
            if matches!(inst, Inst::Unwound { .. }) && !after_call {
                self.report(Rule::Unwinding, "nothing is called right before it");
            }
        }
        self.site.inst = Some(block.insts.len());
        self.site.pos(self.errors, block.term_pos);
        block.term.each_operand(|operand| self.operand(id, block.insts.len(), operand));
        self.terminator(&block.term);
    }

    /// Checks that what an operand names exists and is assigned before instruction `index` of `block`.
    fn operand(&mut self, block: BlockId, index: usize, operand: &Operand) {
        match operand {
            Operand::Reg(reg) => {
                let before = match self.assigned.get(reg.index()) {
                    None => return self.report(Rule::Exists, format!("there is no register {reg}")),
                    Some(Assigned::Never) => self.function.machine,
                    Some(Assigned::Before) => true,
                    Some(&Assigned::At(other, place)) if other == block => place <= index,
                    Some(&Assigned::At(other, _)) => self.dominators.dominates(other, block),
                };
                if !before && self.cfg.is_reachable(block) {
                    self.report(Rule::AssignedBeforeUse, format!("{reg} is not assigned on every path"));
                }
            }
            Operand::Const(value) => {
                if value.width() > MAX_WIDTH {
                    self.report(Rule::Width, format!("a constant has width {}", value.width()));
                }
            }
            Operand::Global(GlobalId(id), _) => {
                if *id as usize >= self.module.globals.len() {
                    self.report(Rule::Exists, format!("there is no global {id}"));
                }
            }
            Operand::Func(FuncId(id)) => {
                if *id as usize >= self.module.functions.len() {
                    self.report(Rule::Exists, format!("there is no function {id}"));
                }
            }
        }
    }

    /// The width of an operand; `None` if its register does not exist, which is reported elsewhere.
    fn width(&self, operand: &Operand) -> Option<u32> {
        match operand {
            Operand::Reg(reg) => self.reg_width(*reg),
            Operand::Const(value) => Some(value.width()),
            Operand::Global(..) | Operand::Func(_) => Some(64),
        }
    }

    fn reg_width(&self, reg: Reg) -> Option<u32> {
        self.function.regs.get(reg.index()).copied()
    }

    /// Checks that the operand has that width.
    fn expect(&mut self, what: &str, operand: &Operand, width: u32) {
        if let Some(found) = self.width(operand)
            && found != width
        {
            self.report(Rule::WidthsAgree, format!("the {what} has width {found}, not {width}"));
        }
    }

    fn expect_if(&mut self, what: &str, operand: &Operand, width: Option<u32>) {
        if let Some(width) = width {
            self.expect(what, operand, width);
        }
    }

    fn expect_dst(&mut self, dst: Reg, width: u32) {
        self.expect("result", &Operand::Reg(dst), width);
    }

    fn inst(&mut self, inst: &Inst) {
        match inst {
            Inst::Move { dst, src } => self.expect_if("source", src, self.reg_width(*dst)),
            Inst::Binary { dst, a, b, .. } => {
                let width = self.reg_width(*dst);
                self.expect_if("left operand", a, width);
                self.expect_if("right operand", b, width);
            }
            Inst::Compare { dst, a, b, .. } => {
                self.expect_dst(*dst, 1);
                self.expect_if("right operand", b, self.width(a));
            }
            Inst::Cast { op, dst, a } => self.cast(*op, *dst, a),
            Inst::Extract { dst, a, lo } => {
                if let (Some(width), Some(from)) = (self.reg_width(*dst), self.width(a))
                    && u64::from(*lo) + u64::from(width) > u64::from(from)
                {
                    self.report(Rule::WidthsAgree, format!("{width} bits from bit {lo} on are not within {from} bits"));
                }
            }
            Inst::Concat { dst, hi, lo } => {
                if let (Some(width), Some(hi), Some(lo)) = (self.reg_width(*dst), self.width(hi), self.width(lo))
                    && u64::from(hi) + u64::from(lo) != u64::from(width)
                {
                    self.report(Rule::WidthsAgree, format!("{hi} and {lo} bits do not make {width}"));
                }
            }
            Inst::Select { dst, cond, a, b } => {
                let width = self.reg_width(*dst);
                self.expect("condition", cond, 1);
                self.expect_if("first value", a, width);
                self.expect_if("second value", b, width);
            }
            Inst::Alloca { dst, size, align } => {
                self.expect_dst(*dst, 64);
                self.expect("size", size, 64);
                if !align.is_power_of_two() {
                    self.report(Rule::Alignment, format!("alignment {align} is no power of two"));
                }
            }
            Inst::Load { ptr, .. } | Inst::Store { ptr, .. } => self.expect("address", ptr, 64),
            Inst::Check { cond, .. } => self.expect("condition", cond, 1),
            Inst::Call { dst, callee, args } => self.call(*dst, callee, args),
            Inst::Unwound { dst, pad } => {
                self.expect_dst(*dst, 1);
                self.expect("landing pad", pad, 64);
            }
            Inst::Undefined { .. } | Inst::Unsupported { .. } => {}
            Inst::Place { address, .. } => {
                if !self.function.machine {
                    self.report(Rule::MachineCode, "a place stands outside of machine code");
                }
                if !self.places.insert(*address) {
                    self.report(Rule::MachineCode, format!("there are two places of address {address:#x}"));
                }
            }
        }
    }

    fn cast(&mut self, op: CastOp, dst: Reg, a: &Operand) {
        let (Some(to), Some(from)) = (self.reg_width(dst), self.width(a)) else { return };
        let fits = match op {
            CastOp::Zext | CastOp::Sext => to > from,
            CastOp::Trunc => to < from,
        };
        if !fits {
            self.report(Rule::WidthsAgree, format!("{} cannot go from {from} to {to} bits", op.name()));
        }
    }

    fn call(&mut self, dst: Option<Reg>, callee: &Callee, args: &[Operand]) {
        let id = match callee {
            Callee::Direct(id) => *id,
            Callee::Indirect(operand) => return self.expect("callee", operand, 64),
        };
        let Some(callee) = self.module.functions.get(id.index()) else {
            return self.report(Rule::Exists, format!("there is no function {}", id.0));
        };
        let (given, asked) = (args.len(), callee.params.len());
        if given < asked || given > asked && !callee.variadic {
            self.report(Rule::CallArgs, format!("@{} takes {asked} arguments, not {given}", callee.name));
        }
        for (index, (arg, param)) in args.iter().zip(&callee.params).enumerate() {
            let (found, width) = (self.width(arg), callee.regs.get(param.index()).copied());
            if let (Some(found), Some(width)) = (found, width)
                && found != width
            {
                self.report(Rule::CallArgs, format!("argument {index} has width {found}, not {width}"));
            }
        }
        if let Some(width) = dst.and_then(|dst| self.reg_width(dst))
            && width != callee.ret
        {
            self.report(Rule::CallResult, format!("@{} gives {} bits, not {width}", callee.name, callee.ret));
        }
    }

    fn terminator(&mut self, term: &Terminator) {
        match term {
            Terminator::Jump(_) | Terminator::Unreachable => {}
            Terminator::Branch { cond, .. } => self.expect("condition", cond, 1),
            Terminator::Switch { value, cases, .. } => {
                let mut seen = HashSet::new();
                for (case, _) in cases {
                    self.expect_if("case", &Operand::Const(case.clone()), self.width(value));
                    if !seen.insert(case) {
                        self.report(Rule::DistinctCases, "a case is there twice");
                    }
                }
            }
            Terminator::Goto { address } => {
                self.expect("address", address, 64);
                if !self.function.machine {
                    self.report(Rule::MachineCode, "a jump to an address stands outside of machine code");
                }
            }
            Terminator::Return(value) => {
                let found = value.as_ref().map_or(Some(0), |value| self.width(value));
                if let Some(found) = found
                    && found != self.function.ret
                {
                    self.report(Rule::ReturnValue, format!("{found} bits are returned, not {}", self.function.ret));
                }
            }
        }
        for edge in term.edges() {
            self.edge(edge);
        }
    }

    fn edge(&mut self, edge: &Edge) {
        let Some(block) = self.function.blocks.get(edge.block.index()) else {
            return self.report(Rule::Exists, format!("there is no block {}", edge.block));
        };
        let (given, asked) = (edge.args.len(), block.params.len());
        if given != asked {
            self.report(Rule::EdgeArgs, format!("{} takes {asked} arguments, not {given}", edge.block));
        }
        for (arg, param) in edge.args.iter().zip(&block.params) {
            self.expect_if("edge argument", arg, self.reg_width(*param));
        }
    }
}
