//! Writes the text form of a module; [`crate::parse_module`] reads it back to an equal module.
//!
//! ```text
//! file 0 "prog.c"
//! global @x size 16 align 8 {
//!   bytes "abc\x00"
//!   reloc 8 @y+4
//! }
//! declare @printf(64, ...) -> 32
//! func @main(%0:32, %1:64) -> 32 frame 48 names %0 "argc", %1 "argv" !0:3:1 {
//! b0:
//!   %2:32 = add %0, 1:32 !0:4:7
//!   %3:1 = ne %2, 0:32
//!   check %3, div-by-zero, "division by zero"
//!   branch %3, b1(%2), b2
//! ...
//! ```
//! A register is followed by its width where it is assigned; registers that nothing assigns are listed after
//! `regs`, and after `names` the source variables that registers hold. A constant is written `value:width`.
//! `!file:line:column` is a source position, left out where it is unknown. `;` starts a comment. A module that
//! breaks the rules of [`crate::verify`] can be printed too, but its text may not parse back.

use std::fmt::{self, Display, Formatter, Write};

use bv::Bv;

use crate::inst::{Callee, Edge, Inst, Operand, Terminator};
use crate::lex::is_word;
use crate::module::{Block, FuncId, Function, Global, GlobalId, Module, Pos, Reg, Target};

/// How many initial bytes of a global are written on one line.
const BYTES_PER_LINE: usize = 32;

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, file) in self.files.iter().enumerate() {
            writeln!(f, "file {index} {}", Quoted(file))?;
        }
        for global in &self.globals {
            write_global(f, self, global)?;
        }
        for function in &self.functions {
            write!(f, "{}", self.show_function(function))?;
        }
        Ok(())
    }
}

impl Module {
    /// The text of one function, which need not be part of the module yet.
    pub fn show_function<'a>(&'a self, function: &'a Function) -> impl Display + 'a {
        Show(move |f: &mut Formatter<'_>| Body { module: self, function }.write(f))
    }

    /// The text of one instruction of `function`, without its position.
    pub fn show_inst<'a>(&'a self, function: &'a Function, inst: &'a Inst) -> impl Display + 'a {
        Show(move |f: &mut Formatter<'_>| Body { module: self, function }.write_inst(f, inst))
    }

    /// The text of one terminator of `function`, without its position.
    pub fn show_terminator<'a>(&'a self, function: &'a Function, term: &'a Terminator) -> impl Display + 'a {
        Show(move |f: &mut Formatter<'_>| Body { module: self, function }.write_terminator(f, term))
    }

    /// The text of one operand.
    pub fn show_operand<'a>(&'a self, operand: &'a Operand) -> impl Display + 'a {
        Show(move |f: &mut Formatter<'_>| write_operand(f, self, operand))
    }
}

/// A closure that prints.
struct Show<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Show<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// A string in quotes; characters other than printable ASCII and alphanumeric ones are escaped.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                ' '..='~' => f.write_char(c)?,
                c if c.is_alphanumeric() => f.write_char(c)?,
                c => write!(f, "\\u{{{:x}}}", u32::from(c))?,
            }
        }
        f.write_char('"')
    }
}

/// A symbol name with its `@`, quoted unless it is a plain word.
struct Symbol<'a>(&'a str);

impl Display for Symbol<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if is_word(self.0) { write!(f, "@{}", self.0) } else { write!(f, "@{}", Quoted(self.0)) }
    }
}

/// Writes a position with a space before it, or nothing if it is unknown.
fn write_pos(f: &mut Formatter<'_>, pos: Pos) -> fmt::Result {
    if pos == Pos::default() { Ok(()) } else { write!(f, " !{}:{}:{}", pos.file, pos.line, pos.column) }
}

fn write_global(f: &mut Formatter<'_>, module: &Module, global: &Global) -> fmt::Result {
    write!(f, "global {} size {} align {}", Symbol(&global.name), global.size, global.align)?;
    if let Some(address) = global.address {
        write!(f, " address {address}")?;
    }
    if global.constant {
        f.write_str(" const")?;
    }
    if global.external {
        f.write_str(" external")?;
    }
    if global.init.is_empty() && global.relocations.is_empty() {
        return writeln!(f);
    }
    writeln!(f, " {{")?;
    for line in global.init.chunks(BYTES_PER_LINE) {
        f.write_str("  bytes ")?;
        write_bytes(f, line)?;
        writeln!(f)?;
    }
    for relocation in &global.relocations {
        write!(f, "  reloc {} ", relocation.offset)?;
        match relocation.target {
            Target::Global(id) => write_global_name(f, module, id)?,
            Target::Func(id) => write_func_name(f, module, id)?,
        }
        write_offset(f, relocation.addend)?;
        writeln!(f)?;
    }
    writeln!(f, "}}")
}

/// Writes bytes as a string if at least half of them are visible characters, else as pairs of hexadecimal
/// digits.
fn write_bytes(f: &mut Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    let visible = bytes.iter().filter(|byte| matches!(byte, b' '..=b'~')).count();
    if visible * 2 < bytes.len() {
        for (index, byte) in bytes.iter().enumerate() {
            write!(f, "{}{byte:02x}", if index > 0 { " " } else { "" })?;
        }
        return Ok(());
    }
    f.write_char('"')?;
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => write!(f, "\\{}", char::from(byte))?,
            b'\n' => f.write_str("\\n")?,
            b'\t' => f.write_str("\\t")?,
            b' '..=b'~' => f.write_char(char::from(byte))?,
            _ => write!(f, "\\x{byte:02x}")?,
        }
    }
    f.write_char('"')
}

fn write_global_name(f: &mut Formatter<'_>, module: &Module, id: GlobalId) -> fmt::Result {
    match module.globals.get(id.index()) {
        Some(global) => write!(f, "{}", Symbol(&global.name)),
        None => write!(f, "@?global{}", id.0),
    }
}

fn write_func_name(f: &mut Formatter<'_>, module: &Module, id: FuncId) -> fmt::Result {
    match module.functions.get(id.index()) {
        Some(function) => write!(f, "{}", Symbol(&function.name)),
        None => write!(f, "@?func{}", id.0),
    }
}

fn write_offset(f: &mut Formatter<'_>, offset: i64) -> fmt::Result {
    if offset == 0 { Ok(()) } else { write!(f, "{offset:+}") }
}

fn write_operand(f: &mut Formatter<'_>, module: &Module, operand: &Operand) -> fmt::Result {
    match operand {
        Operand::Reg(reg) => write!(f, "{reg}"),
        Operand::Const(value) => write_const(f, value),
        Operand::Global(id, offset) => {
            write_global_name(f, module, *id)?;
            write_offset(f, *offset)
        }
        Operand::Func(id) => write_func_name(f, module, *id),
    }
}

/// Writes small numbers, including those just below zero, in decimal; others in hexadecimal.
fn write_const(f: &mut Formatter<'_>, value: &Bv) -> fmt::Result {
    const SMALL: u64 = 1 << 16;
    const LEAST_SIGNED_WIDTH: u32 = 16;
    let width = value.width();
    let below_zero = value.low_u64().wrapping_neg() & bv::mask(width);
    match value.to_u64() {
        Some(1..) if (LEAST_SIGNED_WIDTH..=64).contains(&width) && below_zero <= SMALL / 2 => {
            write!(f, "-{below_zero}")?;
        }
        Some(number) if number < SMALL => write!(f, "{number}")?,
        _ => {
            f.write_str("0x")?;
            let mut started = false;
            for word in value.words().iter().rev() {
                if started {
                    write!(f, "{word:016x}")?;
                } else if *word != 0 {
                    write!(f, "{word:x}")?;
                    started = true;
                }
            }
            if !started {
                f.write_char('0')?;
            }
        }
    }
    write!(f, ":{width}")
}

/// A function, and the module that the symbols in its body belong to.
struct Body<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl Body<'_> {
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.function;
        let defined = function.is_defined();
        // The registers of a declaration mean nothing but their widths, so if they are numbered in order only
        // the widths are written.
        let plain = !defined && function.params.iter().enumerate().all(|(index, reg)| reg.index() == index);
        write!(f, "{} {}(", if defined { "func" } else { "declare" }, Symbol(&function.name))?;
        for (index, &param) in function.params.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            match function.regs.get(param.index()) {
                Some(width) if plain => write!(f, "{width}")?,
                _ => self.write_definition(f, param)?,
            }
        }
        if function.variadic {
            f.write_str(if function.params.is_empty() { "..." } else { ", ..." })?;
        }
        f.write_char(')')?;
        if function.ret != 0 {
            write!(f, " -> {}", function.ret)?;
        }
        if function.frame_bytes != 0 {
            write!(f, " frame {}", function.frame_bytes)?;
        }
        if !function.prefix.is_empty() {
            f.write_str(" prefix ")?;
            write_bytes(f, &function.prefix)?;
        }
        if function.machine {
            f.write_str(" machine")?;
        }
        for (index, reg) in self.unassigned().into_iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { " regs " })?;
            self.write_definition(f, reg)?;
        }
        for (index, (reg, name)) in function.names.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { " names " })?;
            write!(f, "{reg} {}", Quoted(name))?;
        }
        write_pos(f, function.pos)?;
        if !defined {
            return writeln!(f);
        }
        writeln!(f, " {{")?;
        for (index, block) in function.blocks.iter().enumerate() {
            self.write_block(f, index, block)?;
        }
        writeln!(f, "}}")
    }

    /// The registers that are never assigned, whose width no definition shows.
    fn unassigned(&self) -> Vec<Reg> {
        let mut seen = vec![false; self.function.regs.len()];
        self.function.each_definition(|reg| {
            if let Some(slot) = seen.get_mut(reg.index()) {
                *slot = true;
            }
        });
        (0..).map(Reg).zip(seen).filter(|(_, seen)| !seen).map(|(reg, _)| reg).collect()
    }

    fn write_block(&self, f: &mut Formatter<'_>, index: usize, block: &Block) -> fmt::Result {
        write!(f, "b{index}")?;
        if !block.params.is_empty() {
            f.write_char('(')?;
            for (index, &param) in block.params.iter().enumerate() {
                f.write_str(if index > 0 { ", " } else { "" })?;
                self.write_definition(f, param)?;
            }
            f.write_char(')')?;
        }
        writeln!(f, ":")?;
        for (inst, pos) in &block.insts {
            f.write_str("  ")?;
            self.write_inst(f, inst)?;
            write_pos(f, *pos)?;
            writeln!(f)?;
        }
        f.write_str("  ")?;
        self.write_terminator(f, &block.term)?;
        write_pos(f, block.term_pos)?;
        writeln!(f)
    }

    fn write_definition(&self, f: &mut Formatter<'_>, reg: Reg) -> fmt::Result {
        match self.function.regs.get(reg.index()) {
            Some(width) => write!(f, "{reg}:{width}"),
            None => write!(f, "{reg}:?"),
        }
    }

    fn write_inst(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        if let Some(dst) = inst.dst() {
            self.write_definition(f, dst)?;
            f.write_str(" = ")?;
        }
        match inst {
            Inst::Move { src, .. } => self.write_operation(f, "move", &[src]),
            Inst::Undefined { .. } => f.write_str("undefined"),
            Inst::Binary { op, a, b, .. } => self.write_operation(f, op.name(), &[a, b]),
            Inst::Compare { op, a, b, .. } => self.write_operation(f, op.name(), &[a, b]),
            Inst::Cast { op, a, .. } => self.write_operation(f, op.name(), &[a]),
            Inst::Extract { a, lo, .. } => {
                self.write_operation(f, "extract", &[a])?;
                write!(f, ", {lo}")
            }
            Inst::Concat { hi, lo, .. } => self.write_operation(f, "concat", &[hi, lo]),
            Inst::Select { cond, a, b, .. } => self.write_operation(f, "select", &[cond, a, b]),
            Inst::Alloca { size, align, .. } => {
                self.write_operation(f, "alloca", &[size])?;
                write!(f, ", align {align}")
            }
            Inst::Load { ptr, .. } => self.write_operation(f, "load", &[ptr]),
            Inst::Store { ptr, value } => self.write_operation(f, "store", &[ptr, value]),
            Inst::Check { cond, kind, message } => {
                self.write_operation(f, "check", &[cond])?;
                write!(f, ", {kind}, {}", Quoted(message))
            }
            Inst::Call { callee, args, .. } => {
                match callee {
                    Callee::Direct(id) => {
                        f.write_str("call ")?;
                        write_func_name(f, self.module, *id)?;
                    }
                    Callee::Indirect(operand) => self.write_operation(f, "call indirect", &[operand])?,
                }
                self.write_args(f, args)
            }
            Inst::Unwound { pad, .. } => self.write_operation(f, "unwound", &[pad]),
            Inst::Unsupported { what } => write!(f, "unsupported {}", Quoted(what)),
            Inst::Place { address, symbol: None } => write!(f, "place {address}"),
            Inst::Place { address, symbol: Some(symbol) } => write!(f, "place {address} {}", Quoted(symbol)),
        }
    }

    fn write_terminator(&self, f: &mut Formatter<'_>, term: &Terminator) -> fmt::Result {
        match term {
            Terminator::Jump(edge) => {
                f.write_str("jump ")?;
                self.write_edge(f, edge)
            }
            Terminator::Branch { cond, then, other } => {
                self.write_operation(f, "branch", &[cond])?;
                f.write_str(", ")?;
                self.write_edge(f, then)?;
                f.write_str(", ")?;
                self.write_edge(f, other)
            }
            Terminator::Switch { value, cases, default } => {
                self.write_operation(f, "switch", &[value])?;
                for (case, edge) in cases {
                    f.write_str(", ")?;
                    write_const(f, case)?;
                    f.write_str(" -> ")?;
                    self.write_edge(f, edge)?;
                }
                f.write_str(", default -> ")?;
                self.write_edge(f, default)
            }
            Terminator::Goto { address } => self.write_operation(f, "goto", &[address]),
            Terminator::Return(None) => f.write_str("return"),
            Terminator::Return(Some(value)) => self.write_operation(f, "return", &[value]),
            Terminator::Unreachable => f.write_str("unreachable"),
        }
    }

    fn write_edge(&self, f: &mut Formatter<'_>, edge: &Edge) -> fmt::Result {
        write!(f, "{}", edge.block)?;
        if edge.args.is_empty() { Ok(()) } else { self.write_args(f, &edge.args) }
    }

    fn write_args(&self, f: &mut Formatter<'_>, args: &[Operand]) -> fmt::Result {
        f.write_char('(')?;
        for (index, arg) in args.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            write_operand(f, self.module, arg)?;
        }
        f.write_char(')')
    }

    fn write_operation(&self, f: &mut Formatter<'_>, name: &str, operands: &[&Operand]) -> fmt::Result {
        f.write_str(name)?;
        for (index, operand) in operands.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { " " })?;
            write_operand(f, self.module, operand)?;
        }
        Ok(())
    }
}
