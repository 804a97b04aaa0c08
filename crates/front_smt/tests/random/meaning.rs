//! The meaning of a term under concrete values: a reference that shares only concrete bit-vectors with the crate
//! under test.

use std::collections::HashMap;

use bv::Bv;

use crate::tree::{Node, Op, Script, Sort, TermId};

/// A concrete value.
#[derive(Clone, Debug)]
pub enum Value {
    Bool(bool),
    Bits(Bv),
    Array(Array),
}

/// A concrete array: a default value, with other values at some indices.
#[derive(Clone, Debug)]
pub struct Array {
    pub index_width: u32,
    pub default: Bv,
    pub entries: HashMap<Bv, Bv>,
}

impl Array {
    /// The element at an index.
    pub fn get(&self, index: &Bv) -> &Bv {
        self.entries.get(index).unwrap_or(&self.default)
    }

    fn equals(&self, other: &Array) -> bool {
        let mentioned = |array: &Array| array.entries.keys().cloned().collect::<Vec<Bv>>();
        let mut indices = mentioned(self);
        indices.extend(mentioned(other).into_iter().filter(|index| !self.entries.contains_key(index)));
        let all = self.index_width < 64 && indices.len() as u64 == 1 << self.index_width;
        (all || self.default == other.default) && indices.iter().all(|index| self.get(index) == other.get(index))
    }
}

impl Value {
    pub fn truth(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            other => panic!("{other:?} is no truth value"),
        }
    }

    pub fn bits(&self) -> &Bv {
        match self {
            Value::Bits(value) => value,
            other => panic!("{other:?} is no bit-vector"),
        }
    }

    fn array(&self) -> &Array {
        match self {
            Value::Array(value) => value,
            other => panic!("{other:?} is no array"),
        }
    }

    /// Whether both are the same value.
    pub fn equals(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Bits(a), Value::Bits(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => a.equals(b),
            _ => panic!("{self:?} and {other:?} are of different sorts"),
        }
    }
}

/// The values of the terms of one script under one assignment, computed on demand.
pub struct Meaning<'a> {
    symbols: &'a [Value],
    known: Vec<Option<Value>>,
}

impl<'a> Meaning<'a> {
    /// Starts with only the values of the symbols.
    pub fn new(symbols: &'a [Value]) -> Meaning<'a> {
        Meaning { symbols, known: Vec::new() }
    }

    /// The value of a term.
    pub fn of(&mut self, script: &Script, term: TermId) -> &Value {
        if self.known.len() <= term.0 {
            self.known.resize(script.nodes.len(), None);
        }
        let mut open = vec![term];
        while let Some(&top) = open.last() {
            if self.known[top.0].is_some() {
                open.pop();
                continue;
            }
            let node = script.node(top);
            let before = open.len();
            open.extend(node.args.iter().filter(|arg| self.known[arg.0].is_none()));
            if open.len() == before {
                let args: Vec<&Value> =
                    node.args.iter().map(|arg| self.known[arg.0].as_ref().expect("computed")).collect();
                let value = apply(node, &args, self.symbols);
                self.known[top.0] = Some(value);
                open.pop();
            }
        }
        self.known[term.0].as_ref().expect("computed")
    }
}

fn apply(node: &Node, args: &[&Value], symbols: &[Value]) -> Value {
    match &node.op {
        Op::Symbol(number) => symbols[*number].clone(),
        Op::Truth(value) => Value::Bool(*value),
        Op::Number(value) => Value::Bits(value.clone()),
        Op::Extract(high, low) => Value::Bits(args[0].bits().extract(*low, high - low + 1)),
        Op::Indexed(name, index) => Value::Bits(indexed(name, *index, args[0].bits())),
        Op::Constant => {
            let Sort::Array { index, .. } = node.sort else { panic!("{node:?} is no array") };
            Value::Array(Array { index_width: index, default: args[0].bits().clone(), entries: HashMap::new() })
        }
        Op::Plain(name) => plain(name, args),
    }
}

fn indexed(name: &str, index: u32, value: &Bv) -> Bv {
    let width = value.width();
    match name {
        "zero_extend" => value.zext(width + index),
        "sign_extend" => value.sext(width + index),
        "repeat" => (1..index).fold(value.clone(), |all, _| all.concat(value)),
        "rotate_left" => (0..index % width).fold(value.clone(), |value, _| rotated(&value)),
        "rotate_right" => (0..width - index % width).fold(value.clone(), |value, _| rotated(&value)),
        other => panic!("no operator {other}"),
    }
}

/// The value rotated left by one bit.
fn rotated(value: &Bv) -> Bv {
    let width = value.width();
    if width == 1 { value.clone() } else { value.extract(0, width - 1).concat(&value.extract(width - 1, 1)) }
}

fn plain(name: &str, args: &[&Value]) -> Value {
    let pairs = |holds: &dyn Fn(&Value, &Value) -> bool| args.windows(2).all(|pair| holds(pair[0], pair[1]));
    let truths = || args.iter().map(|arg| arg.truth());
    match name {
        "not" => Value::Bool(!args[0].truth()),
        "and" => Value::Bool(truths().all(|truth| truth)),
        "or" => Value::Bool(truths().any(|truth| truth)),
        "xor" => Value::Bool(truths().fold(false, |all, truth| all != truth)),
        "=>" => Value::Bool(!args[0].truth() || args[1].truth()),
        "=" => Value::Bool(pairs(&|a, b| a.equals(b))),
        "distinct" => {
            let different = |(place, a): (usize, &&Value)| args[place + 1..].iter().all(|b| !a.equals(b));
            Value::Bool(args.iter().enumerate().all(different))
        }
        "ite" => (if args[0].truth() { args[1] } else { args[2] }).clone(),
        "select" => Value::Bits(args[0].array().get(args[1].bits()).clone()),
        "store" => {
            let mut array = args[0].array().clone();
            array.entries.insert(args[1].bits().clone(), args[2].bits().clone());
            Value::Array(array)
        }
        "bvult" => Value::Bool(args[0].bits().ult(args[1].bits())),
        "bvule" => Value::Bool(!args[1].bits().ult(args[0].bits())),
        "bvugt" => Value::Bool(args[1].bits().ult(args[0].bits())),
        "bvuge" => Value::Bool(!args[0].bits().ult(args[1].bits())),
        "bvslt" => Value::Bool(args[0].bits().slt(args[1].bits())),
        "bvsle" => Value::Bool(!args[1].bits().slt(args[0].bits())),
        "bvsgt" => Value::Bool(args[1].bits().slt(args[0].bits())),
        "bvsge" => Value::Bool(!args[0].bits().slt(args[1].bits())),
        "bvnot" => Value::Bits(args[0].bits().not()),
        "bvneg" => Value::Bits(args[0].bits().neg()),
        _ => {
            let first = args[0].bits().clone();
            Value::Bits(args[1..].iter().fold(first, |all, arg| binary(name, &all, arg.bits())))
        }
    }
}

fn binary(name: &str, a: &Bv, b: &Bv) -> Bv {
    match name {
        "bvand" => a.and(b),
        "bvor" => a.or(b),
        "bvxor" => a.xor(b),
        "bvnand" => a.and(b).not(),
        "bvnor" => a.or(b).not(),
        "bvxnor" => a.xor(b).not(),
        "bvadd" => a.add(b),
        "bvsub" => a.sub(b),
        "bvmul" => a.mul(b),
        "bvudiv" => a.udiv(b),
        "bvurem" => a.urem(b),
        "bvsdiv" => {
            let quotient = magnitude(a).udiv(&magnitude(b));
            if a.sign() == b.sign() { quotient } else { quotient.neg() }
        }
        "bvsrem" => {
            let rest = magnitude(a).urem(&magnitude(b));
            if a.sign() { rest.neg() } else { rest }
        }
        "bvsmod" => {
            let rest = magnitude(a).urem(&magnitude(b));
            match (rest.is_zero(), a.sign(), b.sign()) {
                (true, ..) | (_, false, false) => rest,
                (_, true, false) => rest.neg().add(b),
                (_, false, true) => rest.add(b),
                (_, true, true) => rest.neg(),
            }
        }
        "bvshl" => a.shl(b),
        "bvlshr" => a.lshr(b),
        "bvashr" => a.ashr(b),
        "bvcomp" => Bv::new(1, u64::from(a == b)),
        "concat" => a.concat(b),
        other => panic!("no operator {other}"),
    }
}

fn magnitude(value: &Bv) -> Bv {
    if value.sign() { value.neg() } else { value.clone() }
}
