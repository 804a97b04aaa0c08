//! A value of a register or of memory: one word if concrete and at most 64 bits wide, else a term.

use bv::Bv;
use expr::{ExprId, Pool};

/// A concrete word or a term. The width is known from where the value stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A concrete value of at most 64 bits, reduced to its width.
    Int(u64),
    /// A term that is no constant of at most 64 bits.
    Expr(ExprId),
}

impl Value {
    /// The value of a term, concrete where it is a small constant.
    #[inline]
    pub fn from_expr(pool: &Pool, id: ExprId) -> Value {
        match pool.as_u64(id) {
            Some(word) => Value::Int(word),
            None => Value::Expr(id),
        }
    }

    /// A concrete value of any width.
    pub fn from_bv(pool: &mut Pool, value: &Bv) -> Value {
        if value.width() <= 64 { Value::Int(value.low_u64()) } else { Value::Expr(pool.constant(value)) }
    }

    /// The value as a term of that width.
    #[inline]
    pub fn to_expr(self, pool: &mut Pool, width: u32) -> ExprId {
        match self {
            Value::Int(word) => pool.int(width, word),
            Value::Expr(id) => id,
        }
    }

    /// The word, if concrete.
    #[inline]
    pub fn as_int(self) -> Option<u64> {
        match self {
            Value::Int(word) => Some(word),
            Value::Expr(_) => None,
        }
    }
}
