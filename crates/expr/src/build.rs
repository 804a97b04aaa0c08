//! The constructors: every term is made here.
//!
//! A constructor folds constants, tries the rewrite rules of its family, and interns the result. Operands must
//! have the sorts that the operator requires, which [`Pool::sort`] tells; anything else is a bug of the caller and
//! panics, in every build.

use std::sync::Arc;

use bv::Bv;
use float::{Function, Operation};

use crate::fold::{apply_binary, apply_float_wide, apply_unary, apply_word};
use crate::node::{ExprId, Node, Op, SymbolId};
use crate::pool::{Pool, hash_of};
use crate::sort::Sort;
use crate::tuning::RULE_DEPTH;

impl Pool {
    /// A constant of any width.
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
        assert!(width > 0, "a term has at least one bit");
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

    /// The constant with every bit set.
    pub fn all_ones(&mut self, width: u32) -> ExprId {
        if width <= 64 { self.int(width, u64::MAX) } else { self.constant(&Bv::all_ones(width)) }
    }

    /// The symbol of that name and width as a term.
    pub fn symbol(&mut self, name: &str, width: u32) -> ExprId {
        let id = self.symbol_id(name, width);
        self.symbol_term(id)
    }

    /// A symbol as a term.
    pub fn symbol_term(&mut self, id: SymbolId) -> ExprId {
        let width = self.symbol_info(id).width;
        self.intern(Node { op: Op::Sym, width, args: [id.0, 0, 0] })
    }

    /// A byte array with constant contents.
    pub fn table(&mut self, bytes: Arc<[u8]>) -> ExprId {
        let id = self.intern_table(bytes);
        self.intern(Node { op: Op::Table, width: 8, args: [id.0, 0, 0] })
    }

    /// A symbol as an array of bytes. Its width must be a multiple of 8.
    pub fn bytes(&mut self, symbol: ExprId) -> ExprId {
        let node = self.node(symbol);
        assert!(node.op == Op::Sym && node.width.is_multiple_of(8), "a byte view is of a symbol of whole bytes");
        self.intern(Node { op: Op::Bytes, width: 8, args: [symbol.0, 0, 0] })
    }

    /// Bitwise complement; the negation of a boolean.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let width = self.bits(a);
        self.unary(Op::Not, width, a, 0)
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let width = self.bits(a);
        self.unary(Op::Neg, width, a, 0)
    }

    /// Bitwise and.
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::And, a, b)
    }

    /// Bitwise or.
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::Or, a, b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::Xor, a, b)
    }

    /// `!a | b`.
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Addition modulo 2^width.
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::Add, a, b)
    }

    /// Subtraction modulo 2^width.
    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let minus_b = self.neg(b);
        self.add(a, minus_b)
    }

    /// Multiplication modulo 2^width.
    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::Mul, a, b)
    }

    /// Unsigned division; by zero gives all ones.
    pub fn udiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::UDiv, a, b)
    }

    /// Unsigned remainder; by zero gives the dividend.
    pub fn urem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::URem, a, b)
    }

    /// Signed division truncated towards zero; by zero gives 1 for a negative dividend, else -1.
    pub fn sdiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::SDiv, a, b)
    }

    /// Signed remainder with the dividend's sign; by zero gives the dividend.
    pub fn srem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::SRem, a, b)
    }

    /// Shift left; a distance of the width or more gives zero.
    pub fn shl(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::Shl, a, b)
    }

    /// Logical shift right; a distance of the width or more gives zero.
    pub fn lshr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::LShr, a, b)
    }

    /// Arithmetic shift right; a distance of the width or more gives the sign in every bit.
    pub fn ashr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.same_width(Op::AShr, a, b)
    }

    /// Equality, a boolean.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Op::Eq, a, b)
    }

    /// Inequality, a boolean.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Unsigned less than, a boolean.
    pub fn ult(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Op::Ult, a, b)
    }

    /// Unsigned less or equal, a boolean.
    pub fn ule(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Op::Ule, a, b)
    }

    /// Unsigned greater than, a boolean.
    pub fn ugt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ult(b, a)
    }

    /// Unsigned greater or equal, a boolean.
    pub fn uge(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ule(b, a)
    }

    /// Signed less than, a boolean.
    pub fn slt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Op::Slt, a, b)
    }

    /// Signed less or equal, a boolean.
    pub fn sle(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.compare(Op::Sle, a, b)
    }

    /// Signed greater than, a boolean.
    pub fn sgt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.slt(b, a)
    }

    /// Signed greater or equal, a boolean.
    pub fn sge(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.sle(b, a)
    }

    /// If-then-else: `a` if the boolean `c` holds, else `b`.
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let width = self.bits(a);
        assert_eq!((self.bits(c), self.bits(b)), (1, width), "a boolean and two operands of one width");
        match self.as_u64(c) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        self.build(Node { op: Op::Ite, width, args: [c.0, a.0, b.0] })
    }

    /// Bits `lo .. lo + width`.
    pub fn extract(&mut self, a: ExprId, lo: u32, width: u32) -> ExprId {
        let whole = self.bits(a);
        assert!(width > 0 && lo.checked_add(width).is_some_and(|end| end <= whole), "bits within the operand");
        if width == whole {
            return a;
        }
        self.unary(Op::Extract, width, a, lo)
    }

    /// Concatenation with `hi` as the upper part.
    pub fn concat(&mut self, hi: ExprId, lo: ExprId) -> ExprId {
        let width = self.bits(hi) + self.bits(lo);
        self.binary(Op::Concat, width, hi, lo)
    }

    /// Zero extension to `width` bits, which must be at least the width of `a`.
    pub fn zext(&mut self, a: ExprId, width: u32) -> ExprId {
        assert!(width >= self.bits(a), "an extension does not cut");
        if width == self.bits(a) { a } else { self.unary(Op::ZExt, width, a, 0) }
    }

    /// Sign extension to `width` bits, which must be at least the width of `a`.
    pub fn sext(&mut self, a: ExprId, width: u32) -> ExprId {
        assert!(width >= self.bits(a), "an extension does not cut");
        if width == self.bits(a) { a } else { self.unary(Op::SExt, width, a, 0) }
    }

    /// The low `width` bits.
    pub fn trunc(&mut self, a: ExprId, width: u32) -> ExprId {
        self.extract(a, 0, width)
    }

    /// The byte of `array` at a 64-bit index; zero beyond the end.
    pub fn select(&mut self, array: ExprId, index: ExprId) -> ExprId {
        self.select_element(array, index, 1)
    }

    /// The `size` bytes of `array` from a 64-bit index on, little-endian. This is one read if `size` is 1, 2, 4
    /// or 8 and every store writes all of the bytes or none; otherwise the concatenation of reads for which that
    /// is true.
    pub fn select_element(&mut self, array: ExprId, index: ExprId, size: u32) -> ExprId {
        assert!(self.sort(array) == Sort::Bytes && self.sort(index) == Sort::Bits(64), "an array and a 64-bit index");
        if self.is_element(array, index, size) {
            return self.build(Node { op: Op::Select, width: 8 * size, args: [array.0, index.0, 0] });
        }
        // The lower part is the largest power of two below the size.
        let low_size = 1 << (size - 1).ilog2();
        let distance = self.int(64, u64::from(low_size));
        let behind = self.add(index, distance);
        let low = self.select_element(array, index, low_size);
        let high = self.select_element(array, behind, size - low_size);
        self.concat(high, low)
    }

    /// `array` with a value of 1, 2, 4 or 8 bytes written from a 64-bit index on, little-endian.
    pub fn store(&mut self, array: ExprId, index: ExprId, value: ExprId) -> ExprId {
        assert!(self.sort(array) == Sort::Bytes && self.sort(index) == Sort::Bits(64), "an array and a 64-bit index");
        assert!(matches!(self.bits(value), 8 | 16 | 32 | 64), "an array holds elements of 1, 2, 4 or 8 bytes");
        self.build(Node { op: Op::Store, width: 8, args: [array.0, index.0, value.0] })
    }

    /// An operation on floating-point numbers. `width` is the width of the result and `extra` the extra number of an
    /// operation that has one, else zero.
    pub fn float(&mut self, operation: Operation, width: u32, args: &[ExprId], extra: u32) -> ExprId {
        assert_eq!(operation.function.arity(), args.len(), "as many operands as the operation has");
        let operand = self.bits(args[0]);
        assert!(args.iter().all(|&arg| self.bits(arg) == operand), "operands of one width");
        assert!(operand <= 128 && width <= 128, "floating-point operations have at most 128 bits");
        let result = if operation.function.compares() { 1 } else { operand };
        assert!(args.len() == 1 || width == result, "the width that the operands give");
        match *args {
            [a] => self.unary(Op::Float(operation), width, a, extra),
            [a, b] => self.binary(Op::Float(operation), width, a, b),
            _ => self.build_fused(operation, width, args),
        }
    }

    fn build_fused(&mut self, operation: Operation, width: u32, args: &[ExprId]) -> ExprId {
        let constants: Option<Vec<Bv>> = args.iter().map(|&arg| self.as_const(arg)).collect();
        if let Some(constants) = constants {
            return self.constant(&apply_float_wide(operation, width, &constants, 0));
        }
        self.build(Node { op: Op::Float(operation), width, args: [args[0].0, args[1].0, args[2].0] })
    }

    fn same_width(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        let width = self.bits(a);
        assert_eq!(width, self.bits(b), "operands of one width");
        self.binary(op, width, a, b)
    }

    fn compare(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        assert_eq!(self.bits(a), self.bits(b), "operands of one width");
        if a == b {
            return self.bool(matches!(op, Op::Eq | Op::Ule | Op::Sle));
        }
        self.binary(op, 1, a, b)
    }

    fn unary(&mut self, op: Op, width: u32, a: ExprId, lo: u32) -> ExprId {
        if self.is_const(a) {
            return self.fold_unary(op, width, a, lo);
        }
        self.build(Node { op, width, args: [a.0, lo, 0] })
    }

    fn binary(&mut self, op: Op, width: u32, a: ExprId, b: ExprId) -> ExprId {
        if self.is_const(a) && self.is_const(b) {
            return self.fold_binary(op, width, a, b);
        }
        let commutes = matches!(
            op,
            Op::Float(Operation { function: Function::Equal, .. })
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::Add
                | Op::Mul
                | Op::Eq
        );
        let (a, b) = if commutes { self.ordered(a, b) } else { (a, b) };
        self.build(Node { op, width, args: [a.0, b.0, 0] })
    }

    /// Applies the operator of a node to other operands of the same widths. The node must not be a leaf and must
    /// have no array operand.
    pub(crate) fn again(&mut self, node: &Node, args: [u32; 3]) -> ExprId {
        let [a, b, c] = args.map(ExprId);
        match node.op {
            Op::Not | Op::Neg | Op::ZExt | Op::SExt | Op::Extract => self.unary(node.op, node.width, a, node.args[1]),
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.compare(node.op, a, b),
            Op::Ite => self.ite(a, b, c),
            Op::Forall => self.forall_again(node, a, b),
            Op::Float(operation) => {
                self.float(operation, node.width, &[a, b, c][..operation.function.arity()], extra_of(node))
            }
            op => self.binary(op, node.width, a, b),
        }
    }

    /// Operands of a commutative operator in canonical order: sums first, constants last, else by age.
    ///
    /// With sums first a long sum is a chain to the left whose right operands are its terms.
    #[inline]
    pub(crate) fn ordered(&self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        let rank = |id: ExprId| match self.node(id).op {
            Op::Add => 0,
            Op::Const | Op::WideConst => 2,
            _ => 1,
        };
        if (rank(a), a) <= (rank(b), b) { (a, b) } else { (b, a) }
    }

    /// The node, rewritten. If a caller and not a rule built it, the shadow records it.
    fn build(&mut self, node: Node) -> ExprId {
        let built = self.rewritten(node);
        if self.shadow.is_some() && self.depth == 0 {
            self.note_written(node, built);
        }
        built
    }

    /// The node if it exists already, else what the rules make of it, else a new node.
    #[inline]
    fn rewritten(&mut self, node: Node) -> ExprId {
        let hash = hash_of(&node);
        if let Some(known) = self.find(hash, &node) {
            return known;
        }
        if self.depth < RULE_DEPTH {
            self.depth += 1;
            let rewritten = match node.op.arity() {
                3 if matches!(node.op, Op::Float(_)) => None,
                1 => self.rewrite_unary(node.op, node.width, node.arg(0), node.args[1]),
                _ => match node.op {
                    Op::Ite => self.rewrite_ite(node.arg(0), node.arg(1), node.arg(2)),
                    Op::Select => self.rewrite_select(node.arg(0), node.arg(1), node.width / 8),
                    Op::Store => self.rewrite_store(node.arg(0), node.arg(1), node.arg(2)),
                    _ => self.rewrite_binary(node.op, node.width, node.arg(0), node.arg(1)),
                },
            };
            self.depth -= 1;
            if let Some(rewritten) = rewritten {
                return rewritten;
            }
        }
        self.finish_hashed(hash, node)
    }

    pub(crate) fn fold_unary(&mut self, op: Op, width: u32, a: ExprId, lo: u32) -> ExprId {
        match self.as_u64(a) {
            Some(value) if width <= 64 => {
                let folded = apply_word(op, width, self.width(a), value, u64::from(lo));
                self.int(width, folded)
            }
            _ => {
                let value = self.as_const(a).expect("the caller saw a constant");
                self.constant(&apply_unary(op, width, &value, lo))
            }
        }
    }

    pub(crate) fn fold_binary(&mut self, op: Op, width: u32, a: ExprId, b: ExprId) -> ExprId {
        match (self.as_u64(a), self.as_u64(b)) {
            (Some(x), Some(y)) if width <= 64 => {
                let folded = apply_word(op, width, self.width(a), x, y);
                self.int(width, folded)
            }
            _ => {
                let x = self.as_const(a).expect("the caller saw a constant");
                let y = self.as_const(b).expect("the caller saw a constant");
                self.constant(&apply_binary(op, &x, &y))
            }
        }
    }
}

/// The extra number of an operation on floating-point numbers.
pub(crate) fn extra_of(node: &Node) -> u32 {
    if node.op.arity() == 1 { node.args[1] } else { 0 }
}
