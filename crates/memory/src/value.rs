//! A value of a register or of memory: a word if it is concrete and at most 64 bits wide, otherwise a term.

use bv::Bv;
use expr::{ExprId, Pool};

/// A concrete word or a term. The width is known from the context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A concrete value of at most 64 bits; the bits beyond its width are zero.
    Int(u64),
    /// A term that is not a constant of at most 64 bits.
    Expr(ExprId),
}

impl Value {
    /// The value of a term: concrete if the term is a constant of at most 64 bits.
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

    /// The value as a term of the given width.
    #[inline]
    pub fn to_expr(self, pool: &mut Pool, width: u32) -> ExprId {
        match self {
            Value::Int(word) => pool.int(width, word),
            Value::Expr(id) => id,
        }
    }

    /// The word, if the value is concrete.
    #[inline]
    pub fn as_int(self) -> Option<u64> {
        match self {
            Value::Int(word) => Some(word),
            Value::Expr(_) => None,
        }
    }
}
