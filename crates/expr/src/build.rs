//! The constructors: every term is made here.

use std::rc::Rc;

use bv::Bv;

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

impl Pool {
    /// A constant.
    pub fn constant(&mut self, value: &Bv) -> ExprId {
        let width = value.width();
        if width <= 64 {
            return self.int(width, value.low_u64());
        }
        let index = self.intern_wide(value.clone());
        self.intern(Node { op: Op::WideConst, width, args: [index, 0, 0] })
    }

    /// A constant given by its low 64 bits.
    pub fn int(&mut self, width: u32, value: u64) -> ExprId {
        if width > 64 {
            return self.constant(&Bv::new(width, value));
        }
        let value = value & bv::mask(width);
        self.intern(Node { op: Op::Const, width, args: [value as u32, (value >> 32) as u32, 0] })
    }

    /// True or false, a constant of width 1.
    pub fn bool(&mut self, value: bool) -> ExprId {
        self.int(1, u64::from(value))
    }

    /// The symbol of that name and width as a term.
    pub fn symbol(&mut self, name: &str, width: u32) -> ExprId {
        let id = self.symbol_id(name, width);
        self.intern(Node { op: Op::Sym, width, args: [id.0, 0, 0] })
    }

    /// A constant byte array.
    pub fn table(&mut self, bytes: Rc<[u8]>) -> ExprId {
        let id = self.intern_table(bytes);
        self.intern(Node { op: Op::Table, width: 8, args: [id.0, 0, 0] })
    }
}
