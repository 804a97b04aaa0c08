//! The terms of many questions in one script, each term defined once.
//!
//! Every operator gets a definition of its own, `(define-fun $45 () (_ BitVec 32) (bvadd $44 #x00000001))`,
//! written when a question first needs it and used by name from then on. So a script grows with the number of its
//! terms, not of their uses. Arrays are functions of the index: a store is
//! `(define-fun $store9 (($i (_ BitVec 64))) (_ BitVec 8) (ite (= $i $7) $8 ($bytes0 $i)))`. A symbol of more than
//! 64 bits in whole bytes is declared as an array, with a function `$bytesN` that is zero beyond its end; only the
//! bytes in use are mentioned, so a symbol of megabytes costs other solvers nothing.
//!
//! Elements of several bytes are read by functions that concatenate their bytes: `$table0.4` reads elements of
//! four bytes.
//!
//! No symbol is called `$i`, so the parameter hides none.
//!
//! `script.rs` reads all of this back into the same terms: stores stay stores, and adjacent bytes of one symbol
//! become one extract.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::float_text::FloatFunction;
use crate::node::{ExprId, Node, Op, SymbolId, TableId};
use crate::open_text::{forall_head, index_name, open_terms};
use crate::pool::Pool;
use crate::print::{literal, name_of, table_function};

/// The terms that a script has defined so far.
#[derive(Default)]
pub struct Definitions {
    done: FxHashSet<ExprId>,
    /// The arrays with a function that reads elements, and the width of these elements in bits.
    elements: FxHashSet<(ExprId, u32)>,
    /// The operations on floating-point numbers that have functions.
    floats: FxHashSet<FloatFunction>,
    /// The names of the symbols in bars, by symbol.
    names: Vec<String>,
    stack: Vec<ExprId>,
}

impl Definitions {
    /// Nothing is defined yet.
    pub fn new() -> Definitions {
        Definitions::default()
    }

    /// Writes the definitions, one per line, that the term needs and the script does not have yet; returns the
    /// text that denotes the term.
    pub fn define(&mut self, pool: &Pool, term: ExprId, out: &mut String) -> String {
        if self.names.len() < pool.symbol_count() {
            self.names = pool.symbol_names().into_iter().map(|(_, name)| format!("|{name}|")).collect();
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(term);
        while let Some(&top) = stack.last() {
            let before = stack.len();
            if !self.done.contains(&top) {
                let node = pool.node(top);
                let missing = |child: &ExprId| !self.done.contains(child) && !is_plain(pool, *child);
                if node.op == Op::Forall {
                    // What mentions the index is written within the fact.
                    stack.extend(closed_below(pool, node).into_iter().filter(missing));
                } else
                // The bytes of a wide symbol are read one by one, so it is not needed as a whole here.
                if !(node.op == Op::Extract && is_array_symbol(pool, node.arg(0))) {
                    stack.extend(node.children().filter(missing));
                } else if !self.done.contains(&node.arg(0)) {
                    self.declare(pool, node.arg(0), out);
                    self.done.insert(node.arg(0));
                }
                if stack.len() > before {
                    continue;
                }
                if let Op::Float(operation) = node.op {
                    let function = FloatFunction::of(pool, node, operation);
                    if self.floats.insert(function) {
                        out.push_str(&function.definition());
                    }
                }
                if node.op == Op::Select && node.width > 8 && self.elements.insert((node.arg(0), node.width)) {
                    write_elements(pool, node, out);
                }
                self.write(pool, top, out);
                self.done.insert(top);
            }
            stack.pop();
        }
        self.stack = stack;
        self.mention(pool, term)
    }

    /// The boolean term as SMT-LIB's sort Bool: `(= $45 #b1)`.
    pub fn claim(&mut self, pool: &Pool, term: ExprId, out: &mut String) -> String {
        let text = self.define(pool, term, out);
        format!("(= {text} #b1)")
    }

    /// The text of a term that is defined or needs no definition.
    fn mention(&self, pool: &Pool, term: ExprId) -> String {
        let node = pool.node(term);
        match node.op {
            Op::Const | Op::WideConst => {
                let mut text = String::new();
                let value = pool.as_const(term).expect("the term is a constant");
                literal(&mut text, &value).expect("a string takes everything");
                text
            }
            Op::Sym if is_array_symbol(pool, term) => self.bytes(pool, term, 0, node.width),
            Op::Sym => self.names[node.args[0] as usize].clone(),
            Op::Index => index_name(node.args[0], node.args[1]),
            _ => name(pool, term),
        }
    }

    fn write(&self, pool: &Pool, term: ExprId, out: &mut String) {
        let node = pool.node(term);
        let arg = |i: usize| self.mention(pool, node.arg(i));
        let byte_function =
            |body: String| format!("(define-fun {} (($i (_ BitVec 64))) (_ BitVec 8) {body})\n", name(pool, term));
        match node.op {
            Op::Const | Op::WideConst => {}
            Op::Sym => self.declare(pool, term, out),
            Op::Table => {
                let bytes = pool.table_bytes(TableId(node.args[0]));
                write!(out, "(set-info :table{} \"", node.args[0]).expect("a string takes everything");
                for byte in bytes.iter() {
                    write!(out, "{byte:02x}").expect("a string takes everything");
                }
                out.push_str("\")\n");
                table_function(pool, out, TableId(node.args[0])).expect("a string takes everything");
            }
            // A wide symbol already has a function.
            Op::Bytes if is_array_symbol(pool, node.arg(0)) => {}
            Op::Bytes => {
                let width = pool.width(node.arg(0));
                let symbol = arg(0);
                let extended = if width == 64 { symbol } else { format!("((_ zero_extend {}) {symbol})", 64 - width) };
                // The index is below the size, so eight times the index does not wrap.
                out.push_str(&byte_function(format!(
                    "(ite (bvult $i #x{:016x}) ((_ extract 7 0) (bvlshr {extended} (bvshl $i #x{:016x}))) #x00)",
                    width / 8,
                    3
                )));
            }
            Op::Store => {
                let size = pool.width(node.arg(2)) / 8;
                let (index, value, mut body) = (arg(1), arg(2), format!("({} $i)", name(pool, node.arg(0))));
                for byte in (0..size).rev() {
                    let here = if size == 1 {
                        value.clone()
                    } else {
                        format!("((_ extract {} {}) {value})", 8 * byte + 7, 8 * byte)
                    };
                    body = format!("(ite (= $i {}) {here} {body})", beyond(&index, byte));
                }
                out.push_str(&byte_function(body));
            }
            _ => {
                let body = self.body(pool, node);
                writeln!(out, "(define-fun {} () (_ BitVec {}) {body})", name(pool, term), node.width)
                    .expect("a string takes everything");
            }
        }
    }

    /// The application of an operator.
    fn body(&self, pool: &Pool, node: &Node) -> String {
        let arg = |i: usize| self.mention(pool, node.arg(i));
        match node.op {
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                format!("(ite ({} {} {}) #b1 #b0)", name_of(node.op), arg(0), arg(1))
            }
            Op::Ite => format!("(ite (= {} #b1) {} {})", arg(0), arg(1), arg(2)),
            Op::Extract if is_array_symbol(pool, node.arg(0)) => {
                self.bytes(pool, node.arg(0), node.args[1], node.width)
            }
            Op::Extract => format!("((_ extract {} {}) {})", node.args[1] + node.width - 1, node.args[1], arg(0)),
            Op::ZExt => format!("((_ zero_extend {}) {})", node.width - pool.width(node.arg(0)), arg(0)),
            Op::SExt => format!("((_ sign_extend {}) {})", node.width - pool.width(node.arg(0)), arg(0)),
            Op::Forall => format!("(ite {} #b1 #b0)", self.forall(pool, node)),
            Op::Select if pool.is_open(node.arg(0)) || pool.is_open(node.arg(1)) => self.open_read(pool, node),
            Op::Select if node.width > 8 => format!("({} {})", element_name(pool, node), arg(1)),
            Op::Select => format!("({} {})", name(pool, node.arg(0)), arg(1)),
            op => {
                let args: Vec<String> = (0..op.arity()).map(arg).collect();
                let head = match op {
                    Op::Float(operation) => FloatFunction::of(pool, node, operation).name(),
                    _ => name_of(op).to_owned(),
                };
                format!("({head} {})", args.join(" "))
            }
        }
    }

    /// A bounded universal fact. Every term that mentions the index gets its name within the fact.
    fn forall(&self, pool: &Pool, node: &Node) -> String {
        let mut text = forall_head(node, &self.mention(pool, node.arg(0)));
        let (open, _) = open_terms(pool, node.arg(1));
        let mut parts = 0;
        for &term in open.iter().filter(|&&term| !pool.node(term).op.is_array() && pool.node(term).op != Op::Index) {
            write!(text, "(let (({} {})) ", name(pool, term), self.body(pool, pool.node(term)))
                .expect("a string takes everything");
            parts += 1;
        }
        write!(text, "(= {} #b1){}", self.mention(pool, node.arg(1)), ")".repeat(parts + 2))
            .expect("a string takes everything");
        text
    }

    /// A read whose index or array mentions the index of a fact: such arrays have no functions.
    fn open_read(&self, pool: &Pool, node: &Node) -> String {
        let index = self.mention(pool, node.arg(1));
        let byte = |byte: u32| self.open_byte(pool, node.arg(0), &beyond(&index, byte));
        match node.width / 8 {
            1 => byte(0),
            size => format!("(concat {})", (0..size).rev().map(byte).collect::<Vec<_>>().join(" ")),
        }
    }

    fn open_byte(&self, pool: &Pool, mut array: ExprId, index: &str) -> String {
        let (mut text, mut open) = (String::new(), 0);
        while pool.is_open(array) {
            let store = pool.node(array);
            let (at, value) = (self.mention(pool, store.arg(1)), self.mention(pool, store.arg(2)));
            let size = pool.width(store.arg(2)) / 8;
            for byte in 0..size {
                let part = match size {
                    1 => value.clone(),
                    _ => format!("((_ extract {} {}) {value})", 8 * byte + 7, 8 * byte),
                };
                write!(text, "(ite (= {index} {}) {part} ", beyond(&at, byte)).expect("a string takes everything");
                open += 1;
            }
            array = store.arg(0);
        }
        format!("{text}({} {index}){}", name(pool, array), ")".repeat(open))
    }

    fn declare(&self, pool: &Pool, term: ExprId, out: &mut String) {
        let node = pool.node(term);
        let symbol = &self.names[node.args[0] as usize];
        if !is_array_symbol(pool, term) {
            writeln!(out, "(declare-const {symbol} (_ BitVec {}))", node.width).expect("a string takes everything");
            return;
        }
        writeln!(
            out,
            "(declare-const {symbol} (Array (_ BitVec 64) (_ BitVec 8)))\n\
             (define-fun $bytes{} (($i (_ BitVec 64))) (_ BitVec 8) (ite (bvult $i #x{:016x}) (select {symbol} $i) #x00))",
            node.args[0],
            node.width / 8
        )
        .expect("a string takes everything");
    }

    /// Bits `lo .. lo + width` of a symbol that is declared as an array.
    fn bytes(&self, pool: &Pool, symbol: ExprId, lo: u32, width: u32) -> String {
        let id = SymbolId(pool.node(symbol).args[0]);
        let (first, last) = (lo / 8, (lo + width - 1) / 8);
        let read = |at: u32| format!("(select {} #x{at:016x})", self.names[id.index()]);
        let reads: Vec<String> = (first..=last).rev().map(read).collect();
        let whole = if first == last { reads[0].clone() } else { format!("(concat {})", reads.join(" ")) };
        if lo.is_multiple_of(8) && width.is_multiple_of(8) {
            return whole;
        }
        let from = lo - 8 * first;
        format!("((_ extract {} {from}) {whole})", from + width - 1)
    }
}

/// The name of the function that reads elements of the read's width from its array.
fn element_name(pool: &Pool, read: &Node) -> String {
    format!("{}.{}", name(pool, read.arg(0)), read.width / 8)
}

fn write_elements(pool: &Pool, read: &Node, out: &mut String) {
    let array = name(pool, read.arg(0));
    let byte = |byte: u32| format!("({array} {})", beyond("$i", byte));
    let bytes: Vec<String> = (0..read.width / 8).rev().map(byte).collect();
    let (name, width) = (element_name(pool, read), read.width);
    writeln!(out, "(define-fun {name} (($i (_ BitVec 64))) (_ BitVec {width}) (concat {}))", bytes.join(" "))
        .expect("a string takes everything");
}

/// The text of an index plus a number of bytes.
fn beyond(index: &str, bytes: u32) -> String {
    if bytes == 0 { index.to_owned() } else { format!("(bvadd {index} #x{bytes:016x})") }
}

/// The closed terms that a fact is made of, also within facts below it.
fn closed_below(pool: &Pool, node: &Node) -> Vec<ExprId> {
    let (mut all, mut facts) = (Vec::new(), vec![*node]);
    while let Some(fact) = facts.pop() {
        for part in fact.children() {
            let (open, closed) = open_terms(pool, part);
            all.extend(closed);
            facts.extend(open.into_iter().map(|term| *pool.node(term)).filter(|node| node.op == Op::Forall));
        }
    }
    all
}

/// Whether a term is written without a definition.
fn is_plain(pool: &Pool, term: ExprId) -> bool {
    matches!(pool.node(term).op, Op::Const | Op::WideConst)
}

/// Whether a term is a symbol that is declared as an array.
fn is_array_symbol(pool: &Pool, term: ExprId) -> bool {
    let node = pool.node(term);
    node.op == Op::Sym && node.width > 64 && node.width.is_multiple_of(8)
}

fn name(pool: &Pool, term: ExprId) -> String {
    let node = pool.node(term);
    match node.op {
        Op::Table => format!("$table{}", node.args[0]),
        Op::Bytes => format!("$bytes{}", pool.node(node.arg(0)).args[0]),
        Op::Store => format!("$store{}", term.0),
        _ => format!("${}", term.0),
    }
}
