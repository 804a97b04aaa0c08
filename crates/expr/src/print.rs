//! Text: a term as SMT-LIB, and complete scripts for other solvers.
//!
//! Shared nodes get a name (`$id`), and so do nodes at which the nesting would become too deep. [`Display`] binds
//! names with nested `let`s; a script defines each name once with `define-fun`, which keeps the text of a deep
//! term flat. Terms print as bit-vectors. Terms of width 1 print as Bool at the root and where SMT-LIB requires
//! that sort; elsewhere, comparisons become `(ite c #b1 #b0)`.
//!
//! Arrays do not appear in scripts: a read of a symbol's bytes is a shift of the symbol, a read of a table is a
//! function that bisects the index range, and a read over stores is a chain of `ite`s. So a script uses only the
//! QF_BV part of QF_ABV.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use bv::Bv;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::float_text::FloatFunction;
use crate::node::{ExprId, Node, Op, SymbolId, TableId};
use crate::open_text::{forall_head, index_name, open_terms};
use crate::pool::Pool;
use crate::tuning::PRINT_DEPTH;

/// A term together with its pool, for formatting.
pub struct Display<'a> {
    pool: &'a Pool,
    root: ExprId,
}

impl Pool {
    /// The term as text that [`parse`](Pool::parse) can read back.
    pub fn display(&self, id: ExprId) -> Display<'_> {
        Display { pool: self, root: id }
    }

    /// The name of every symbol in texts. A symbol keeps its own name if that can be written inside `|..|`, has
    /// no other meaning in SMT-LIB, and is not the name of an older symbol; otherwise it gets a name with its number.
    pub(crate) fn symbol_names(&self) -> Vec<(SymbolId, String)> {
        let mut seen = FxHashSet::default();
        (0..self.symbol_count() as u32)
            .map(|number| {
                let symbol = SymbolId(number);
                let name = &self.symbol_info(symbol).name;
                let text = if seen.insert(name) && is_safe_name(name) {
                    name.clone()
                } else {
                    let is_plain = |c: char| c != '|' && c != '\\' && (' '..='~').contains(&c);
                    let cleaned: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
                    let mark = if cleaned.starts_with(['$', '.', '@']) { "_" } else { "" };
                    format!("{mark}{cleaned}#{number}")
                };
                (symbol, text)
            })
            .collect()
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printer = Printer::new(self.pool, &[self.root], false);
        let mut open = 0;
        // What mentions an index is named below its quantifier, unless the whole term mentions it.
        let free = self.pool.free_levels(self.root);
        let is_here = |id: ExprId| printer.named.contains(&id) && self.pool.free_levels(id) & !free == 0;
        for &id in printer.order.iter().filter(|&&id| id != self.root && is_here(id)) {
            let mut text = String::new();
            printer.node(&mut text, id)?;
            write!(f, "(let ((${} {text})) ", id.0)?;
            open += 1;
        }
        let mut text = String::new();
        let boolean = self.pool.width(self.root) == 1;
        if boolean {
            printer.truth(&mut text, self.root)?
        } else {
            printer.node(&mut text, self.root)?
        };
        f.write_str(&text)?;
        (0..open).try_for_each(|_| f.write_char(')'))
    }
}

/// A complete SMT-LIB script that asks whether all assertions (booleans) can hold together.
pub fn smt2_script(pool: &Pool, assertions: &[ExprId]) -> String {
    let quantified = assertions.iter().any(|&assertion| pool.is_quantified(assertion));
    let printer = Printer::new(pool, assertions, true);
    let floats = printer.order.iter().any(|&id| matches!(pool.op(id), Op::Float(_)));
    let mut out = String::from(match (quantified, floats) {
        (_, true) => "(set-logic ALL)\n",
        (true, false) => "(set-logic BV)\n",
        (false, false) => "(set-logic QF_ABV)\n",
    });
    printer.script(&mut out, assertions).expect("writing to a string does not fail");
    out
}

struct Printer<'a> {
    pool: &'a Pool,
    /// Whether arrays are written without SMT-LIB's array theory, as in a script.
    script: bool,
    /// Every node to print, children first.
    order: Vec<ExprId>,
    named: FxHashSet<ExprId>,
    symbols: FxHashMap<SymbolId, String>,
}

impl<'a> Printer<'a> {
    fn new(pool: &'a Pool, roots: &[ExprId], script: bool) -> Printer<'a> {
        let mut printer =
            Printer { pool, script, order: Vec::new(), named: FxHashSet::default(), symbols: FxHashMap::default() };
        printer.collect(roots);
        printer.name_nodes();
        printer.name_symbols();
        printer
    }

    fn collect(&mut self, roots: &[ExprId]) {
        let mut seen: FxHashSet<ExprId> = roots.iter().copied().collect();
        let mut stack: Vec<ExprId> = seen.iter().copied().collect();
        while let Some(id) = stack.pop() {
            self.order.push(id);
            for child in self.pool.node(id).children() {
                if seen.insert(child) {
                    stack.push(child);
                }
            }
        }
        // Ids are in order of creation, and children are created before their parents.
        self.order.sort_unstable();
    }

    fn name_nodes(&mut self) {
        let mut uses: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut depth: FxHashMap<ExprId, u32> = FxHashMap::default();
        for &id in &self.order {
            let node = self.pool.node(id);
            node.children().for_each(|child| *uses.entry(child).or_default() += 1);
            if node.op == Op::Select && (self.pool.node(node.arg(0)).op == Op::Store || node.width > 8) {
                // The index is written once for each store of the chain and for each byte of the element.
                *uses.entry(node.arg(1)).or_default() += 1;
            }
        }
        for &id in &self.order {
            let node = self.pool.node(id);
            if node.op.arity() == 0 && node.op != Op::Table || self.script && node.op.is_array() {
                continue;
            }
            let below = node.children().map(|child| depth.get(&child).copied().unwrap_or(0)).max().unwrap_or(0);
            if node.op != Op::Bytes && (uses.get(&id).copied().unwrap_or(0) > 1 || below >= PRINT_DEPTH) {
                self.named.insert(id);
            } else {
                depth.insert(id, below + 1);
            }
        }
    }

    fn name_symbols(&mut self) {
        self.symbols =
            self.pool.symbol_names().into_iter().map(|(symbol, name)| (symbol, format!("|{name}|"))).collect();
    }

    fn script(&self, out: &mut String, assertions: &[ExprId]) -> fmt::Result {
        for function in self.float_functions() {
            out.push_str(&function.definition());
        }
        for &id in &self.order {
            let node = self.pool.node(id);
            match node.op {
                Op::Sym => {
                    let name = &self.symbols[&SymbolId(node.args[0])];
                    writeln!(out, "(declare-const {name} (_ BitVec {}))", node.width)?;
                }
                Op::Table => table_function(self.pool, out, TableId(node.args[0]))?,
                _ if self.named.contains(&id) && !self.pool.is_open(id) => {
                    write!(out, "(define-fun ${} () (_ BitVec {}) ", id.0, node.width)?;
                    self.node(out, id)?;
                    out.push_str(")\n");
                }
                _ => {}
            }
        }
        for &id in assertions {
            out.push_str("(assert ");
            self.truth(out, id)?;
            out.push_str(")\n");
        }
        out.push_str("(check-sat)\n");
        Ok(())
    }

    /// The operations on floating-point numbers in use.
    fn float_functions(&self) -> BTreeSet<FloatFunction> {
        let of = |id: &ExprId| {
            let node = self.pool.node(*id);
            let Op::Float(operation) = node.op else { return None };
            Some(FloatFunction::of(self.pool, node, operation))
        };
        self.order.iter().filter_map(of).collect()
    }

    /// A reference to a term: its name if it has one, else its text.
    fn term(&self, out: &mut String, id: ExprId) -> fmt::Result {
        if self.named.contains(&id) { write!(out, "${}", id.0) } else { self.node(out, id) }
    }

    fn node(&self, out: &mut String, id: ExprId) -> fmt::Result {
        let node = self.pool.node(id);
        match node.op {
            Op::Const | Op::WideConst => {
                let value = self.pool.as_const(id).expect("the operator says so");
                literal(out, &value)
            }
            Op::Sym => out.write_str(&self.symbols[&SymbolId(node.args[0])]),
            Op::Index => out.write_str(&index_name(node.args[0], node.args[1])),
            Op::Forall => {
                out.push_str("(ite ");
                self.forall(out, node)?;
                out.write_str(" #b1 #b0)")
            }
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                out.push_str("(ite ");
                self.comparison(out, node)?;
                out.write_str(" #b1 #b0)")
            }
            Op::Ite => {
                out.push_str("(ite ");
                self.truth(out, node.arg(0))?;
                self.operands(out, &node.args[1..])?;
                out.write_char(')')
            }
            Op::Extract => {
                let lo = node.args[1];
                write!(out, "((_ extract {} {lo})", lo + node.width - 1)?;
                self.operands(out, &node.args[..1])?;
                out.write_char(')')
            }
            Op::ZExt | Op::SExt => {
                let name = if node.op == Op::ZExt { "zero_extend" } else { "sign_extend" };
                write!(out, "((_ {name} {})", node.width - self.pool.width(node.arg(0)))?;
                self.operands(out, &node.args[..1])?;
                out.write_char(')')
            }
            Op::Float(operation) => {
                write!(out, "({}", FloatFunction::of(self.pool, node, operation).name())?;
                self.operands(out, &node.args[..node.op.arity()])?;
                out.write_char(')')
            }
            Op::Table => self.table(out, TableId(node.args[0])),
            Op::Select if self.script => self.read(out, node),
            Op::Select if node.width > 8 => {
                write!(out, "(select{}", node.width / 8)?;
                self.operands(out, &node.args[..2])?;
                out.write_char(')')
            }
            _ => {
                write!(out, "({}", name_of(node.op))?;
                self.operands(out, &node.args[..node.op.arity()])?;
                out.write_char(')')
            }
        }
    }

    fn operands(&self, out: &mut String, args: &[u32]) -> fmt::Result {
        args.iter().try_for_each(|&arg| {
            out.push(' ');
            self.term(out, ExprId(arg))
        })
    }

    /// A bounded universal fact. Terms that mention its index and have a name get it here.
    fn forall(&self, out: &mut String, node: &Node) -> fmt::Result {
        let mut count = String::new();
        self.term(&mut count, node.arg(0))?;
        out.push_str(&forall_head(node, &count));
        let (open, _) = open_terms(self.pool, node.arg(1));
        let named: Vec<ExprId> = open.into_iter().filter(|id| self.named.contains(id)).collect();
        for &id in &named {
            write!(out, "(let ((${} ", id.0)?;
            self.node(out, id)?;
            out.push_str(")) ");
        }
        self.truth(out, node.arg(1))?;
        (0..named.len() + 2).try_for_each(|_| out.write_char(')'))
    }

    fn comparison(&self, out: &mut String, node: &Node) -> fmt::Result {
        write!(out, "({}", name_of(node.op))?;
        self.operands(out, &node.args[..2])?;
        out.write_char(')')
    }

    /// A boolean term as SMT-LIB's sort Bool.
    fn truth(&self, out: &mut String, id: ExprId) -> fmt::Result {
        let node = self.pool.node(id);
        if !self.named.contains(&id) {
            let name = match node.op {
                Op::Const => return write!(out, "{}", node.args[0] == 1),
                Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => return self.comparison(out, node),
                Op::Forall => return self.forall(out, node),
                Op::Not => "not",
                Op::And => "and",
                Op::Or => "or",
                Op::Xor => "xor",
                _ => "",
            };
            if !name.is_empty() {
                write!(out, "({name}")?;
                for child in node.children() {
                    out.push(' ');
                    self.truth(out, child)?;
                }
                return out.write_char(')');
            }
        }
        out.push_str("(= ");
        self.term(out, id)?;
        out.write_str(" #b1)")
    }

    /// A read; an element of several bytes is read byte by byte.
    fn read(&self, out: &mut String, node: &Node) -> fmt::Result {
        let size = node.width / 8;
        if size == 1 {
            return self.read_byte(out, node, 0);
        }
        out.push_str("(concat");
        for byte in (0..size).rev() {
            out.push(' ');
            self.read_byte(out, node, byte)?;
        }
        out.write_char(')')
    }

    /// One byte of a read: from the stores, else from the base.
    fn read_byte(&self, out: &mut String, node: &Node, byte: u32) -> fmt::Result {
        let index = |out: &mut String| self.beyond(out, node.arg(1), byte);
        let mut array = self.pool.node(node.arg(0));
        let mut open = 0;
        while array.op == Op::Store {
            let size = self.pool.width(array.arg(2)) / 8;
            for stored in 0..size {
                out.push_str("(ite (= ");
                index(out)?;
                out.push(' ');
                self.beyond(out, array.arg(1), stored)?;
                out.push_str(") ");
                if size == 1 {
                    self.term(out, array.arg(2))?;
                } else {
                    write!(out, "((_ extract {} {}) ", 8 * stored + 7, 8 * stored)?;
                    self.term(out, array.arg(2))?;
                    out.push(')');
                }
                out.push(' ');
                open += 1;
            }
            array = self.pool.node(array.arg(0));
        }
        if array.op == Op::Table {
            write!(out, "($table{} ", array.args[0])?;
            index(out)?;
            out.push(')');
        } else {
            self.shifted_symbol(out, array.arg(0), &index)?;
        }
        (0..open).try_for_each(|_| out.write_char(')'))
    }

    /// The text of an index plus a number of bytes.
    fn beyond(&self, out: &mut String, index: ExprId, bytes: u32) -> fmt::Result {
        if bytes == 0 {
            return self.term(out, index);
        }
        out.push_str("(bvadd ");
        self.term(out, index)?;
        write!(out, " #x{bytes:016x})")
    }

    /// Byte `index` of a symbol: the symbol shifted right by eight times the index, at a width at which that does
    /// not wrap.
    fn shifted_symbol(
        &self,
        out: &mut String,
        symbol: ExprId,
        index: &dyn Fn(&mut String) -> fmt::Result,
    ) -> fmt::Result {
        const DISTANCE: u32 = 64 + 3;
        let width = self.pool.width(symbol);
        let extend = |out: &mut String, from: u32, print: &dyn Fn(&mut String) -> fmt::Result| {
            let missing = width.max(DISTANCE) - from;
            if missing == 0 {
                return print(out);
            }
            write!(out, "((_ zero_extend {missing}) ")?;
            print(out)?;
            out.write_char(')')
        };
        out.push_str("((_ extract 7 0) (bvlshr ");
        extend(out, width, &|out| self.term(out, symbol))?;
        out.push(' ');
        extend(out, DISTANCE, &|out| {
            out.push_str("(concat ");
            index(out)?;
            out.write_str(" #b000)")
        })?;
        out.write_str("))")
    }

    /// A table as the list of its bytes.
    fn table(&self, out: &mut String, table: TableId) -> fmt::Result {
        let bytes = self.pool.table_bytes(table);
        out.push_str(if bytes.is_empty() { "(table" } else { "(table #x" });
        bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
        out.write_char(')')
    }
}

/// A table as a function of the index that bisects the list of runs of equal bytes.
pub(crate) fn table_function(pool: &Pool, out: &mut String, table: TableId) -> fmt::Result {
    let bytes = pool.table_bytes(table);
    let mut runs: Vec<(u64, u8)> = Vec::new();
    for (at, &byte) in bytes.iter().chain([&0]).enumerate() {
        if runs.last().is_none_or(|&(_, last)| last != byte) {
            runs.push((at as u64, byte));
        }
    }
    write!(out, "(define-fun $table{} ((i (_ BitVec 64))) (_ BitVec 8) ", table.0)?;
    halve(out, &runs)?;
    out.write_str(")\n")
}

fn halve(out: &mut String, runs: &[(u64, u8)]) -> fmt::Result {
    if let [(_, byte)] = runs {
        return write!(out, "#x{byte:02x}");
    }
    let (low, high) = runs.split_at(runs.len() / 2);
    write!(out, "(ite (bvult i #x{:016x}) ", high[0].0)?;
    halve(out, low)?;
    out.push(' ');
    halve(out, high)?;
    out.write_char(')')
}

pub(crate) fn literal(out: &mut String, value: &Bv) -> fmt::Result {
    let width = value.width();
    if width.is_multiple_of(4) {
        let digits = format!("{value:x}");
        write!(out, "#x{digits:0>count$}", count = (width / 4) as usize)
    } else if width < 8 {
        write!(out, "#b{:0count$b}", value.low_u64(), count = width as usize)
    } else {
        write!(out, "(_ bv{value} {width})")
    }
}

pub(crate) fn name_of(op: Op) -> &'static str {
    match op {
        Op::Not => "bvnot",
        Op::And => "bvand",
        Op::Or => "bvor",
        Op::Xor => "bvxor",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::URem => "bvurem",
        Op::SDiv => "bvsdiv",
        Op::SRem => "bvsrem",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::Eq => "=",
        Op::Ult => "bvult",
        Op::Ule => "bvule",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        Op::Concat => "concat",
        Op::Bytes => "bytes",
        Op::Store => "store",
        Op::Select => "select",
        Op::Const
        | Op::WideConst
        | Op::Sym
        | Op::Float(_)
        | Op::Ite
        | Op::Extract
        | Op::ZExt
        | Op::SExt
        | Op::Table
        | Op::Forall
        | Op::Index => {
            unreachable!("{op:?} has a form of its own")
        }
    }
}

/// Whether a name in bars has no other meaning. A `#` is reserved for names made here.
fn is_safe_name(name: &str) -> bool {
    let plain = |c: char| !matches!(c, '|' | '\\' | '#') && (' '..='~').contains(&c);
    let taken = name.is_empty()
        || name.starts_with(['$', '.', '@'])
        || name.starts_with("bv")
        || matches!(
            name,
            "and"
                | "or"
                | "not"
                | "xor"
                | "ite"
                | "concat"
                | "distinct"
                | "true"
                | "false"
                | "="
                | "=>"
                | "let"
                | "_"
                | "bytes"
                | "table"
                | "select"
                | "store"
                | "forall"
        );
    !taken && name.chars().all(plain)
}
