//! Conditions as a programmer would write them: what an instruction asks, in terms of the source's variables.
//!
//! Expressions are found by following registers to their definitions, until a register that holds a variable
//! ([`Function::names`]), a constant, a global, memory of a variable, or a call. The text is for reading: changes
//! of width are left out, signed and unsigned operators look the same, and what has no name or is nested too
//! deeply is `…`. Types are not known, so a field of a structure is written as its offset, `p->+8`.
//!
//! A register has the name of a variable that held its value once. If two registers with the same name are in
//! one expression, such as before and after `i++`, the later value is written as it was computed.

use std::collections::{BTreeMap, BTreeSet};

use crate::inst::{BinaryOp, Callee, CastOp, CompareOp, Inst, Operand, Terminator};
use crate::module::{BlockId, FuncId, Function, Module, Reg};

mod place;
mod text;

use text::{Level, Sign, Text};

/// How many operators may be nested.
const DEPTH: u32 = 6;
/// How many registers are followed for one condition. Only code that is never reached can be endless.
const STEPS: u32 = 400;
/// How many arguments of a call are written.
const ARGUMENTS: usize = 6;
/// The beginning of the names of functions that stand for others of the C library where a result only decides.
const STANDS_FOR: &str = "__pleach_expression_";

/// What the instruction at `index` of a block asks, or its terminator if `index` is the number of instructions:
/// the condition of a branch or a check, the value of a switch, the memory that is loaded or stored, the function
/// that is called indirectly, or the call. `None` for other instructions, for machine code, and if nothing in it
/// has a name.
pub fn condition(module: &Module, function: &Function, block: BlockId, index: usize) -> Option<String> {
    Describer::new(module, function).condition(block, index)
}

/// Answers [`condition`] for many instructions of one function.
pub struct Describer<'a> {
    module: &'a Module,
    function: &'a Function,
    /// The instruction that assigns each register.
    definitions: Vec<Option<&'a Inst>>,
}

impl<'a> Describer<'a> {
    /// Finds the definitions of all registers.
    pub fn new(module: &'a Module, function: &'a Function) -> Describer<'a> {
        let mut definitions = vec![None; function.regs.len()];
        for (inst, _) in function.blocks.iter().flat_map(|block| &block.insts) {
            if let Some(slot) = inst.dst().and_then(|dst| definitions.get_mut(dst.index())) {
                *slot = Some(inst);
            }
        }
        Describer { module, function, definitions }
    }

    /// See [`condition`].
    pub fn condition(&self, block: BlockId, index: usize) -> Option<String> {
        if self.function.machine {
            return None;
        }
        let mut written_out = BTreeSet::new();
        loop {
            let mut writer = Writer {
                program: self,
                steps: STEPS,
                has_name: false,
                used: BTreeMap::new(),
                written_out: &written_out,
                clash: None,
            };
            let text = writer.question(block, index)?;
            match writer.clash {
                Some(reg) => written_out.insert(reg),
                None => return writer.has_name.then_some(text.text),
            };
        }
    }
}

/// Writes one condition.
struct Writer<'d, 'a> {
    program: &'d Describer<'a>,
    /// How many registers may still be followed.
    steps: u32,
    /// Whether anything written so far has a name.
    has_name: bool,
    /// The registers whose names have been written.
    used: BTreeMap<&'a str, Reg>,
    /// Registers that are written as they were computed, though they have names.
    written_out: &'d BTreeSet<Reg>,
    /// A register that has the name of another one, and can be written out.
    clash: Option<Reg>,
}

impl<'a> Writer<'_, 'a> {
    fn question(&mut self, block: BlockId, index: usize) -> Option<Text> {
        let block = self.program.function.blocks.get(block.index())?;
        let Some((inst, _)) = block.insts.get(index) else {
            return match &block.term {
                Terminator::Branch { cond, .. } => Some(self.truth(cond, false, DEPTH)),
                Terminator::Switch { value, .. } => Some(self.value(value, Sign::Small, DEPTH)),
                _ => None,
            };
        };
        match inst {
            Inst::Check { cond, .. } => Some(self.truth(cond, false, DEPTH)),
            Inst::Load { dst, ptr } => Some(self.place(ptr, bytes(self.program.function.width(*dst)), DEPTH)),
            Inst::Store { ptr, value } => Some(self.place(ptr, bytes(self.width(value)), DEPTH)),
            Inst::Call { callee: Callee::Indirect(callee), .. } => Some(self.value(callee, Sign::Small, DEPTH)),
            Inst::Call { callee: Callee::Direct(callee), args, .. } => Some(self.call(*callee, args, DEPTH)),
            _ => None,
        }
    }

    /// An expression with the value of an operand; a constant is written with that sign.
    fn value(&mut self, operand: &'a Operand, sign: Sign, depth: u32) -> Text {
        match operand {
            Operand::Const(value) => Text::number(value, sign),
            Operand::Func(id) => self.function_name(*id),
            Operand::Global(..) => self.address_of(operand, depth),
            Operand::Reg(reg) => match self.name(*reg) {
                Some(name) => Text::name(name),
                None => self.computed(*reg, operand, sign, depth),
            },
        }
    }

    /// The expression that a register without a name was computed by.
    fn computed(&mut self, reg: Reg, operand: &'a Operand, sign: Sign, depth: u32) -> Text {
        let Some(inst) = self.definition(reg).filter(|_| depth > 0) else { return Text::unknown() };
        if self.program.function.width(reg) == 1 && is_logic(inst) {
            return self.truth(operand, false, depth);
        }
        match inst {
            Inst::Move { src: a, .. } | Inst::Cast { a, .. } | Inst::Extract { a, lo: 0, .. } => {
                self.value(a, sign, depth)
            }
            Inst::Concat { hi: Operand::Const(hi), lo, .. } if hi.is_zero() => self.value(lo, sign, depth),
            Inst::Extract { a, lo, .. } => {
                let shift = Text::plain(lo.to_string());
                Text::infix(Level::Shift, ">>", self.value(a, Sign::Small, depth - 1), shift)
            }
            Inst::Binary { op, a, b, .. } => self.arithmetic(operand, *op, a, b, depth),
            Inst::Select { cond, a, b, .. } => {
                let cond = self.truth(cond, false, depth - 1);
                Text::choice(cond, self.value(a, sign, depth - 1), self.value(b, sign, depth - 1))
            }
            Inst::Alloca { .. } => self.address_of(operand, depth),
            Inst::Load { ptr, .. } => self.place(ptr, bytes(self.program.function.width(reg)), depth),
            Inst::Call { callee: Callee::Direct(callee), args, .. } => self.call(*callee, args, depth - 1),
            Inst::Call { callee: Callee::Indirect(callee), args, .. } => {
                let callee = self.value(callee, Sign::Small, depth - 1);
                self.arguments(callee, args, depth - 1)
            }
            _ => Text::unknown(),
        }
    }

    fn arithmetic(&mut self, whole: &'a Operand, op: BinaryOp, a: &'a Operand, b: &'a Operand, depth: u32) -> Text {
        if op == BinaryOp::Add && self.is_within_variable(whole) {
            return self.address_of(whole, depth);
        }
        let depth = depth - 1;
        match (op, a, b) {
            (BinaryOp::Sub, Operand::Const(zero), _) if zero.is_zero() => {
                return Text::prefix("-", self.value(b, Sign::Small, depth));
            }
            (BinaryOp::Xor, _, Operand::Const(ones)) if *ones == bv::Bv::all_ones(ones.width()) => {
                return Text::prefix("~", self.value(a, Sign::Small, depth));
            }
            (BinaryOp::Add, _, Operand::Const(less)) if less.width() <= 64 && less.to_i64() < 0 => {
                let less = Text::plain(less.to_i64().unsigned_abs().to_string());
                return Text::infix(Level::Sum, "-", self.value(a, Sign::Small, depth), less);
            }
            _ => {}
        }
        let (level, symbol) = match op {
            BinaryOp::Add => (Level::Sum, "+"),
            BinaryOp::Sub => (Level::Sum, "-"),
            BinaryOp::Mul => (Level::Product, "*"),
            BinaryOp::UDiv | BinaryOp::SDiv => (Level::Product, "/"),
            BinaryOp::URem | BinaryOp::SRem => (Level::Product, "%"),
            BinaryOp::Shl => (Level::Shift, "<<"),
            BinaryOp::LShr | BinaryOp::AShr => (Level::Shift, ">>"),
            BinaryOp::And => (Level::And, "&"),
            BinaryOp::Or => (Level::Or, "|"),
            BinaryOp::Xor => (Level::Xor, "^"),
        };
        let sign = if level >= Level::Sum { Sign::Small } else { Sign::Unsigned };
        let a = self.value(a, sign, depth);
        Text::infix(level, symbol, a, self.value(b, sign, depth))
    }

    /// A condition, or its opposite: `!` goes into comparisons, `&&` and `||`.
    fn truth(&mut self, operand: &'a Operand, not: bool, depth: u32) -> Text {
        let inst = match operand {
            Operand::Reg(reg) if self.variable(*reg).is_none() => self.definition(*reg).filter(|_| depth > 0),
            _ => None,
        };
        match inst {
            Some(Inst::Compare { op, a, b, .. }) => return self.comparison(*op, a, b, not, depth - 1),
            Some(Inst::Binary { op: BinaryOp::Xor, a, b: Operand::Const(one), .. }) if one.width() == 1 => {
                return self.truth(a, not == one.is_zero(), depth);
            }
            Some(Inst::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), a, b, .. }) if self.width(a) == 1 => {
                let (a, b) = (self.truth(a, not, depth - 1), self.truth(b, not, depth - 1));
                let both = (*op == BinaryOp::And) != not;
                let (level, symbol) = if both { (Level::Both, "&&") } else { (Level::Either, "||") };
                return Text::infix(level, symbol, a, b);
            }
            Some(Inst::Binary { op: BinaryOp::Xor, a, b, .. }) if self.width(a) == 1 => {
                return self.comparison(CompareOp::Ne, a, b, not, depth - 1);
            }
            Some(Inst::Cast { op: CastOp::Trunc, a, .. }) if !self.is_flag(a) => {
                let bit = Text::infix(Level::And, "&", self.value(a, Sign::Small, depth - 1), Text::name("1"));
                return if not { Text::prefix("!", bit) } else { bit };
            }
            Some(Inst::Move { src: a, .. } | Inst::Cast { a, .. }) => return self.truth(a, not, depth),
            _ => {}
        }
        let value = self.value(operand, Sign::Small, depth);
        if not { Text::prefix("!", value) } else { value }
    }

    fn comparison(&mut self, op: CompareOp, a: &'a Operand, b: &'a Operand, not: bool, depth: u32) -> Text {
        // `x != 0` where `x` is a condition is that condition.
        if let (CompareOp::Eq | CompareOp::Ne, Operand::Const(number)) = (op, b)
            && (number.is_zero() || number.width() == 1)
            && self.is_condition(a)
        {
            return self.truth(a, not != ((op == CompareOp::Ne) != number.is_zero()), depth);
        }
        let sign = match op {
            CompareOp::Slt | CompareOp::Sle => Sign::Signed,
            CompareOp::Ult | CompareOp::Ule => Sign::Unsigned,
            CompareOp::Eq | CompareOp::Ne => Sign::Small,
        };
        let (level, straight, reversed) = match (op, not) {
            (CompareOp::Eq, false) | (CompareOp::Ne, true) => (Level::Equality, "==", "=="),
            (CompareOp::Ne, false) | (CompareOp::Eq, true) => (Level::Equality, "!=", "!="),
            (CompareOp::Ult | CompareOp::Slt, false) => (Level::Relation, "<", ">"),
            (CompareOp::Ule | CompareOp::Sle, false) => (Level::Relation, "<=", ">="),
            (CompareOp::Ult | CompareOp::Slt, true) => (Level::Relation, ">=", "<="),
            (CompareOp::Ule | CompareOp::Sle, true) => (Level::Relation, ">", "<"),
        };
        let is_constant = |operand: &Operand| matches!(operand, Operand::Const(_));
        let (a, b, symbol) = if is_constant(a) && !is_constant(b) { (b, a, reversed) } else { (a, b, straight) };
        // What is less or greater than a tab or the end of a line is more likely a number.
        let is_control = matches!(b, Operand::Const(value) if value.to_u64().is_some_and(|value| value < 32));
        let is_character = self.is_character(a) && !(level == Level::Relation && is_control);
        let b_sign = if is_character { Sign::Character } else { sign };
        let a = self.value(a, sign, depth);
        Text::infix(level, symbol, a, self.value(b, b_sign, depth))
    }

    fn call(&mut self, callee: FuncId, args: &'a [Operand], depth: u32) -> Text {
        let name = self.function_name(callee);
        self.arguments(name, args, depth)
    }

    fn arguments(&mut self, callee: Text, args: &'a [Operand], depth: u32) -> Text {
        let mut texts: Vec<String> =
            args.iter().take(ARGUMENTS).map(|arg| self.value(arg, Sign::Small, depth).text).collect();
        if args.len() > ARGUMENTS {
            texts.push(Text::unknown().text);
        }
        callee.followed_by(&format!("({})", texts.join(", ")))
    }

    fn function_name(&mut self, id: FuncId) -> Text {
        let Some(function) = self.program.module.functions.get(id.index()) else { return Text::unknown() };
        self.has_name = true;
        Text::name(function.name.strip_prefix(STANDS_FOR).unwrap_or(&function.name))
    }

    /// The variable whose value a register holds, which is then part of the text.
    fn name(&mut self, reg: Reg) -> Option<&'a str> {
        let name = self.variable(reg)?;
        self.has_name = true;
        let before = *self.used.entry(name).or_insert(reg);
        if before != reg {
            // Registers are numbered in the order in which most of them are assigned.
            let computed = [reg.max(before), reg.min(before)];
            let computed = computed.into_iter().find(|reg| self.program.definitions[reg.index()].is_some());
            self.clash = self.clash.or(computed);
        }
        Some(name)
    }

    /// The variable whose value a register holds, unless it is to be written out.
    fn variable(&self, reg: Reg) -> Option<&'a str> {
        let is_memory = matches!(self.program.definitions.get(reg.index()), Some(Some(Inst::Alloca { .. })));
        if is_memory || self.written_out.contains(&reg) { None } else { self.program.function.variable(reg) }
    }

    /// The instruction that assigns a register. Each is a step; there is none after the last.
    fn definition(&mut self, reg: Reg) -> Option<&'a Inst> {
        self.steps = self.steps.checked_sub(1)?;
        self.program.definitions.get(reg.index()).copied().flatten()
    }

    fn width(&self, operand: &Operand) -> u32 {
        match operand {
            Operand::Reg(reg) => self.program.function.width(*reg),
            Operand::Const(value) => value.width(),
            Operand::Global(..) | Operand::Func(_) => 64,
        }
    }

    /// What an operand was before it was moved and its width was changed.
    fn unchanged(&mut self, mut operand: &'a Operand) -> &'a Operand {
        while let Operand::Reg(reg) = operand
            && let Some(Inst::Move { src: a, .. } | Inst::Cast { op: CastOp::Zext | CastOp::Sext, a, .. }) =
                self.definition(*reg)
        {
            operand = a;
        }
        operand
    }

    /// Whether an operand has been one bit.
    fn is_condition(&mut self, operand: &'a Operand) -> bool {
        let before = self.unchanged(operand);
        self.width(before) == 1
    }

    /// Whether an operand holds no more than a truth value: C's `bool` is a byte in memory.
    fn is_flag(&mut self, operand: &'a Operand) -> bool {
        self.is_condition(operand) || self.width(operand) == 8
    }

    /// Whether an operand has been one byte.
    fn is_character(&mut self, operand: &'a Operand) -> bool {
        let before = self.unchanged(operand);
        self.width(before) == 8
    }
}

fn is_logic(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Compare { .. }
            | Inst::Binary { op: BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, .. }
            | Inst::Cast { .. }
    )
}

/// The number of bytes that a value of that width takes in memory.
fn bytes(width: u32) -> u64 {
    u64::from(width.div_ceil(8))
}

#[cfg(test)]
mod tests;
