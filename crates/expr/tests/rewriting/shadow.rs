//! The shadow of a pool: every requested operation, evaluated one by one with `bv` only.

use std::rc::Rc;
use std::sync::Arc;

use bv::Bv;
use expr::{ExprId, Pool, SymbolId};
use float::Operation;

/// An operation with operands that are earlier entries of the shadow.
#[derive(Clone, Debug)]
pub enum Ask {
    Const(Bv),
    Symbol(usize),
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
    Ite(usize, usize, usize),
    Extract(usize, u32, u32),
    ZExt(usize, u32),
    SExt(usize, u32),
    Table(Arc<[u8]>),
    Bytes(usize),
    Store(usize, usize, usize),
    /// Array, index, and number of bytes.
    Select(usize, usize, u32),
    /// An operation on floating-point numbers, the width of its result, operands, and its extra number.
    Float(Operation, u32, Vec<usize>, u32),
}

#[derive(Clone, Copy, Debug)]
pub enum Unary {
    Not,
    Neg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    And,
    Or,
    Xor,
    Implies,
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    Shl,
    LShr,
    AShr,
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    Concat,
}

pub const BINARY: &[Binary] = {
    use Binary::*;
    &[
        And, Or, Xor, Implies, Add, Sub, Mul, UDiv, URem, SDiv, SRem, Shl, LShr, AShr, Eq, Ne, Ult, Ule, Ugt, Uge, Slt,
        Sle, Sgt, Sge, Concat,
    ]
};

/// The value of an entry.
#[derive(Clone)]
pub enum Value {
    Bits(Bv),
    Array(Rc<dyn Fn(&Bv) -> Bv>),
}

impl Value {
    pub fn bits(&self) -> &Bv {
        match self {
            Value::Bits(bits) => bits,
            Value::Array(_) => panic!("an array where a bit-vector was expected"),
        }
    }
}

/// A pool and its shadow.
pub struct Shadow {
    pub pool: Pool,
    pub asks: Vec<Ask>,
    pub ids: Vec<ExprId>,
    /// The entries in the pool of written terms ([`Pool::written_pool`]).
    pub written: Vec<ExprId>,
    pub symbols: Vec<(SymbolId, u32)>,
}

impl Shadow {
    /// Makes symbols of the given widths, which are the first entries.
    pub fn new(widths: &[u32]) -> Shadow {
        let mut shadow = Shadow {
            pool: Pool::with_shadow(),
            asks: Vec::new(),
            ids: Vec::new(),
            written: Vec::new(),
            symbols: Vec::new(),
        };
        for (i, &width) in widths.iter().enumerate() {
            let id = shadow.pool.symbol_id(&format!("s{i}"), width);
            shadow.symbols.push((id, width));
            shadow.ask(Ask::Symbol(i));
        }
        shadow
    }

    pub fn width(&self, entry: usize) -> u32 {
        self.pool.width(self.ids[entry])
    }

    pub fn is_array(&self, entry: usize) -> bool {
        matches!(self.asks[entry], Ask::Table(_) | Ask::Bytes(_) | Ask::Store(..))
    }

    /// Builds the operation in the pool and records it.
    pub fn ask(&mut self, ask: Ask) -> usize {
        let ids = &self.ids;
        let pool = &mut self.pool;
        let id = match &ask {
            Ask::Const(value) => pool.constant(value),
            Ask::Symbol(i) => pool.symbol(&format!("s{i}"), self.symbols[*i].1),
            Ask::Unary(Unary::Not, a) => pool.not(ids[*a]),
            Ask::Unary(Unary::Neg, a) => pool.neg(ids[*a]),
            Ask::Binary(op, a, b) => build_binary(pool, *op, ids[*a], ids[*b]),
            Ask::Ite(c, a, b) => pool.ite(ids[*c], ids[*a], ids[*b]),
            Ask::Extract(a, lo, width) => pool.extract(ids[*a], *lo, *width),
            Ask::ZExt(a, width) => pool.zext(ids[*a], *width),
            Ask::SExt(a, width) => pool.sext(ids[*a], *width),
            Ask::Table(bytes) => pool.table(bytes.clone()),
            Ask::Bytes(a) => pool.bytes(ids[*a]),
            Ask::Store(a, i, v) => pool.store(ids[*a], ids[*i], ids[*v]),
            Ask::Select(a, i, size) => pool.select_element(ids[*a], ids[*i], *size),
            Ask::Float(operation, width, args, extra) => {
                let args: Vec<ExprId> = args.iter().map(|&arg| ids[arg]).collect();
                pool.float(*operation, *width, &args, *extra)
            }
        };
        self.asks.push(ask);
        self.ids.push(id);
        self.written.push(self.pool.written(id));
        self.ids.len() - 1
    }

    /// The value of every entry under an assignment of the symbols.
    pub fn values(&self, assignment: &[Bv]) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(self.asks.len());
        for ask in &self.asks {
            let value = evaluate(ask, &values, assignment);
            values.push(value);
        }
        values
    }
}

pub fn build_binary(pool: &mut Pool, op: Binary, a: ExprId, b: ExprId) -> ExprId {
    match op {
        Binary::And => pool.and(a, b),
        Binary::Or => pool.or(a, b),
        Binary::Xor => pool.xor(a, b),
        Binary::Implies => pool.implies(a, b),
        Binary::Add => pool.add(a, b),
        Binary::Sub => pool.sub(a, b),
        Binary::Mul => pool.mul(a, b),
        Binary::UDiv => pool.udiv(a, b),
        Binary::URem => pool.urem(a, b),
        Binary::SDiv => pool.sdiv(a, b),
        Binary::SRem => pool.srem(a, b),
        Binary::Shl => pool.shl(a, b),
        Binary::LShr => pool.lshr(a, b),
        Binary::AShr => pool.ashr(a, b),
        Binary::Eq => pool.eq(a, b),
        Binary::Ne => pool.ne(a, b),
        Binary::Ult => pool.ult(a, b),
        Binary::Ule => pool.ule(a, b),
        Binary::Ugt => pool.ugt(a, b),
        Binary::Uge => pool.uge(a, b),
        Binary::Slt => pool.slt(a, b),
        Binary::Sle => pool.sle(a, b),
        Binary::Sgt => pool.sgt(a, b),
        Binary::Sge => pool.sge(a, b),
        Binary::Concat => pool.concat(a, b),
    }
}

fn evaluate(ask: &Ask, values: &[Value], assignment: &[Bv]) -> Value {
    let bits = |entry: &usize| values[*entry].bits();
    Value::Bits(match ask {
        Ask::Const(value) => value.clone(),
        Ask::Symbol(i) => assignment[*i].clone(),
        Ask::Unary(Unary::Not, a) => bits(a).not(),
        Ask::Unary(Unary::Neg, a) => bits(a).neg(),
        Ask::Binary(op, a, b) => evaluate_binary(*op, bits(a), bits(b)),
        Ask::Ite(c, a, b) => if bits(c).is_zero() { bits(b) } else { bits(a) }.clone(),
        Ask::Extract(a, lo, width) => bits(a).extract(*lo, *width),
        Ask::ZExt(a, width) => bits(a).zext(*width),
        Ask::SExt(a, width) => bits(a).sext(*width),
        Ask::Float(operation, width, args, extra) => {
            let mut words = [0; 3];
            for (word, arg) in words.iter_mut().zip(args) {
                *word = u128::from(bits(arg).low_u64());
            }
            let result = operation.apply(*width, bits(&args[0]).width(), words, *extra);
            Bv::new(*width, result as u64)
        }
        Ask::Table(bytes) => {
            let bytes = bytes.clone();
            return Value::Array(Rc::new(move |index| read(&bytes, index)));
        }
        Ask::Bytes(a) => {
            let bytes = bits(a).to_bytes();
            return Value::Array(Rc::new(move |index| read(&bytes, index)));
        }
        Ask::Store(a, i, v) => {
            let Value::Array(below) = values[*a].clone() else { panic!("a store into an array") };
            let (at, value) = (bits(i).clone(), bits(v).clone());
            return Value::Array(Rc::new(move |index| {
                let distance =
                    index.add(&at.neg()).to_u64().filter(|&distance| distance < u64::from(value.width() / 8));
                distance.map_or_else(|| below(index), |distance| value.extract(8 * distance as u32, 8))
            }));
        }
        Ask::Select(a, i, size) => {
            let Value::Array(array) = &values[*a] else { panic!("a read of an array") };
            let byte = |at: u32| array(&bits(i).add(&Bv::new(64, u64::from(at))));
            (1..*size).fold(byte(0), |low, at| byte(at).concat(&low))
        }
    })
}

fn read(bytes: &[u8], index: &Bv) -> Bv {
    let byte = index.to_u64().and_then(|index| bytes.get(usize::try_from(index).ok()?)).copied().unwrap_or(0);
    Bv::new(8, u64::from(byte))
}

pub fn evaluate_binary(op: Binary, a: &Bv, b: &Bv) -> Bv {
    let truth = |value: bool| Bv::new(1, u64::from(value));
    match op {
        Binary::And => a.and(b),
        Binary::Or => a.or(b),
        Binary::Xor => a.xor(b),
        Binary::Implies => a.not().or(b),
        Binary::Add => a.add(b),
        Binary::Sub => a.sub(b),
        Binary::Mul => a.mul(b),
        Binary::UDiv => a.udiv(b),
        Binary::URem => a.urem(b),
        Binary::SDiv => a.sdiv(b),
        Binary::SRem => a.srem(b),
        Binary::Shl => a.shl(b),
        Binary::LShr => a.lshr(b),
        Binary::AShr => a.ashr(b),
        Binary::Eq => truth(a == b),
        Binary::Ne => truth(a != b),
        Binary::Ult => truth(a.ult(b)),
        Binary::Ule => truth(a.ule(b)),
        Binary::Ugt => truth(b.ult(a)),
        Binary::Uge => truth(b.ule(a)),
        Binary::Slt => truth(a.slt(b)),
        Binary::Sle => truth(a.sle(b)),
        Binary::Sgt => truth(b.slt(a)),
        Binary::Sge => truth(b.sle(a)),
        Binary::Concat => a.concat(b),
    }
}
