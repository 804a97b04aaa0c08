//! Functions made ready for one worker: decoded code, with the values that its constants have in the worker's pool.
//!
//! What the fast path touches at every instruction lies side by side here, so that it keeps one pointer to it.

use expr::Pool;
use memory::Value;

use crate::code::{Code, Constant, EdgeCode, FuncCode};
use crate::uninitialized::Origins;

/// A decoded function and the values of its constants.
#[derive(Debug)]
pub struct ReadyFunc<'p> {
    /// [`FuncCode::code`].
    pub code: &'p [Code],
    /// [`FuncCode::edges`].
    pub edges: &'p [EdgeCode],
    /// The values of the constants that operands refer to.
    pub constants: Box<[Value]>,
    /// [`FuncCode::first_edge`].
    pub first_edge: u32,
    /// [`FuncCode::first_site`].
    pub first_site: u32,
    /// The rest.
    pub decoded: &'p FuncCode,
}

impl<'p> ReadyFunc<'p> {
    /// Makes a function ready for the owner of a pool.
    pub fn new(decoded: &'p FuncCode, pool: &mut Pool, origins: &mut Origins) -> ReadyFunc<'p> {
        let value = |constant: &Constant| match constant {
            Constant::Word(word) => Value::Int(*word),
            Constant::Wide(value) => Value::from_bv(pool, value),
            Constant::Undefined { site, width } => origins.variable(pool, *site, *width),
        };
        ReadyFunc {
            code: &decoded.code,
            edges: &decoded.edges,
            constants: decoded.consts.iter().map(value).collect(),
            first_edge: decoded.first_edge,
            first_site: decoded.first_site,
            decoded,
        }
    }
}
