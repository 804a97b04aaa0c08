//! The rewrite rules, one family per file.
//!
//! A constructor in `build` folds constants, orders commutative operands (constants last, else by age), looks for
//! the node itself, and then asks its family here for a better term. A rule has a name in the table below, a
//! comment with the pattern it matches and its result, a counter, and a test. It never makes a term larger, where
//! a `not` in front of a comparison counts as nothing.
//!
//! The result is a canonical form. Other code may rely on it for speed, never for correctness:
//! - sums are linear: `P + -N + c` with each side sorted, products by constants inside, one constant last;
//! - a left shift by a constant is a product by a power of two, right shifts by a constant are extensions of
//!   extracts;
//! - a mask of low bits is a zero extension of an extract, zeros above a term are a zero extension;
//! - concatenations nest to the right and have no two neighbours that could be one piece;
//! - comparisons with a constant are strict (`Ult`, `Slt`) or equalities, equalities have the constant last;
//! - signed comparisons of operands that are known to have equal signs are unsigned;
//! - an equation of sums has its constant on the side of the oldest atom.
//!
//! Products of sums are not multiplied out, and words are not split into bits: both would make terms larger.
//! Whether two different terms always have the same value is found out only when they are compared
//! (`identity.rs`).
//!
//! Rules call constructors, which try rules: `RULE_DEPTH` bounds that recursion. A term built at the bound is merely
//! less simplified.

mod arith;
mod array;
mod assume;
mod bit_sum;
mod bits;
mod bool_pairs;
mod concat;
mod divide;
mod equality;
mod extract;
mod float;
mod histogram;
mod identity;
mod ite;
mod linear;
mod order;
mod pieces;
mod polynomial;
mod shift;
mod span_sums;
#[cfg(test)]
mod tests;

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;
pub(crate) use identity::Sample;

macro_rules! rules {
    ($($rule:ident $name:literal,)*) => {
        /// A rewrite rule, for counting.
        #[derive(Clone, Copy)]
        pub(crate) enum Rule {
            $($rule,)*
        }

        /// The names of the rules in the order of [`Rule`].
        pub(crate) const NAMES: &[&str] = &[$($name,)*];
    };
}

rules! {
    KnownValue "known_value",
    IteOperand "ite_operand",
    // arith
    AddBool "add_bool",
    AddZero "add_zero",
    AddLinear "add_linear",
    AddDisjoint "add_disjoint",
    AddIndicators "add_indicators",
    NegNeg "neg_neg",
    NegLinear "neg_linear",
    NegBool "neg_bool",
    MulBool "mul_bool",
    MulZero "mul_zero",
    MulOne "mul_one",
    MulMinusOne "mul_minus_one",
    MulMul "mul_mul",
    MulAdd "mul_add",
    MulNeg "mul_neg",
    MulBit "mul_bit",
    // divide
    DivOne "div_one",
    DivZero "div_zero",
    DivPower "div_power",
    DivDiv "div_div",
    DivNarrow "div_narrow",
    RemOne "rem_one",
    RemSelf "rem_self",
    RemPower "rem_power",
    RemSmall "rem_small",
    RemNarrow "rem_narrow",
    SDivMinusOne "sdiv_minus_one",
    SignedDivUnsigned "signed_div_unsigned",
    SignedDivNarrow "signed_div_narrow",
    // bits
    NotNot "not_not",
    NotOrder "not_order",
    NotLinear "not_linear",
    NotBoolEq "not_bool_eq",
    NotXor "not_xor",
    NotExtend "not_extend",
    AndZero "and_zero",
    AndOnes "and_ones",
    AndSame "and_same",
    AndComplement "and_complement",
    AndAbsorb "and_absorb",
    AndConst "and_const",
    AndKnown "and_known",
    AndLowMask "and_low_mask",
    AndPieces "and_pieces",
    AndDeMorgan "and_de_morgan",
    OrZero "or_zero",
    OrOnes "or_ones",
    OrSame "or_same",
    OrComplement "or_complement",
    OrAbsorb "or_absorb",
    OrConst "or_const",
    OrKnown "or_known",
    OrDeMorgan "or_de_morgan",
    OrDisjoint "or_disjoint",
    OrToAdd "or_to_add",
    XorZero "xor_zero",
    XorOnes "xor_ones",
    XorSame "xor_same",
    XorConst "xor_const",
    XorNot "xor_not",
    XorXor "xor_xor",
    BitwiseNarrow "bitwise_narrow",
    // bool_pairs
    PairPoint "pair_point",
    PairBounds "pair_bounds",
    // extract
    ExtractExtract "extract_extract",
    ExtractElement "extract_element",
    ExtractConcat "extract_concat",
    ExtractZExt "extract_zext",
    ExtractSExt "extract_sext",
    ExtractNot "extract_not",
    ExtractLow "extract_low",
    ExtractBitwise "extract_bitwise",
    ExtractIte "extract_ite",
    ExtractMulPower "extract_mul_power",
    ExtractDisjointAdd "extract_disjoint_add",
    // concat
    ConcatConcat "concat_concat",
    ConcatZero "concat_zero",
    ConcatZExt "concat_zext",
    ConcatAdjacent "concat_adjacent",
    ConcatConst "concat_const",
    ConcatIte "concat_ite",
    ZExtZExt "zext_zext",
    ZExtExtract "zext_extract",
    ZExtIndicators "zext_indicators",
    SExtSExt "sext_sext",
    SExtZExt "sext_zext",
    SExtKnown "sext_known",
    // shift
    ShiftZero "shift_zero",
    ShiftOut "shift_out",
    ShlConst "shl_const",
    LShrConst "lshr_const",
    AShrConst "ashr_const",
    AShrKnown "ashr_known",
    // equality
    EqBool "eq_bool",
    EqZExt "eq_zext",
    EqSExt "eq_sext",
    EqInvert "eq_invert",
    EqMul "eq_mul",
    EqMask "eq_mask",
    EqConcat "eq_concat",
    EqIte "eq_ite",
    EqNot "eq_not",
    EqOr "eq_or",
    EqXor "eq_xor",
    EqLinear "eq_linear",
    EqComplement "eq_complement",
    EqIdentity "eq_identity",
    // order
    OrderStrict "order_strict",
    OrderUnsigned "order_unsigned",
    OrderEdge "order_edge",
    OrderZExt "order_zext",
    OrderSExt "order_sext",
    OrderAdd "order_add",
    OrderRange "order_range",
    OrderNot "order_not",
    OrderSign "order_sign",
    OrderIdentity "order_identity",
    // ite
    IteSame "ite_same",
    IteNot "ite_not",
    IteNested "ite_nested",
    IteInside "ite_inside",
    IteMerge "ite_merge",
    IteBool "ite_bool",
    IteExtend "ite_extend",
    IteEqual "ite_equal",
    IteNarrow "ite_narrow",
    IteIncrement "ite_increment",
    // array
    ConcatElements "concat_elements",
    SelectTable "select_table",
    SelectBytes "select_bytes",
    SelectPair "select_pair",
    SelectStored "select_stored",
    SelectOver "select_over",
    SelectIncrement "select_increment",
    SelectMark "select_mark",
    SelectUniform "select_uniform",
    SelectSpans "select_spans",
    StoreSame "store_same",
    StoreBack "store_back",
    // float
    FloatRound "float_round",
    FloatToInteger "float_to_integer",
    FloatNever "float_never",
    FloatSame "float_same",
    FloatIntegers "float_integers",
    FloatNarrow "float_narrow",
}

/// The number of times each rule applied.
pub(crate) struct Hits([u64; NAMES.len()]);

impl Default for Hits {
    fn default() -> Hits {
        Hits([0; NAMES.len()])
    }
}

impl Pool {
    /// The name of every rule and the number of times it applied in this pool.
    pub fn rule_hits(&self) -> Vec<(&'static str, u64)> {
        NAMES.iter().copied().zip(self.hits.0).collect()
    }

    /// Counts the rule and returns its result.
    #[inline]
    pub(crate) fn hit(&mut self, rule: Rule, result: ExprId) -> Option<ExprId> {
        self.hits.0[rule as usize] += 1;
        Some(result)
    }

    /// What the rules make of a unary operator on a term that is not a constant; `lo` is the lowest bit of an extract.
    pub(crate) fn rewrite_unary(&mut self, op: Op, width: u32, a: ExprId, lo: u32) -> Option<ExprId> {
        if let Some((condition, yes, no)) = self.as_const_ite(a) {
            // ite_operand
            // match: op(ite(c, k1, k2)) with constants k1, k2
            // result: ite(c, op(k1), op(k2))
            let yes = self.fold_unary(op, width, yes, lo);
            let no = self.fold_unary(op, width, no, lo);
            let result = self.ite(condition, yes, no);
            return self.hit(Rule::IteOperand, result);
        }
        match op {
            Op::Not => self.rewrite_not(a),
            Op::Neg => self.rewrite_neg(a),
            Op::Extract => self.rewrite_extract(a, lo, width),
            Op::ZExt => self.rewrite_zext(a, width),
            Op::SExt => self.rewrite_sext(a, width),
            Op::Float(operation) => self.rewrite_float_unary(operation, width, a, lo),
            _ => unreachable!("{op:?} is not unary"),
        }
    }

    /// What the rules make of a binary operator on terms that are not both constants.
    pub(crate) fn rewrite_binary(&mut self, op: Op, width: u32, a: ExprId, b: ExprId) -> Option<ExprId> {
        if op != Op::Concat
            && let Some(result) = self.rewrite_const_ite(op, width, a, b)
        {
            return self.hit(Rule::IteOperand, result);
        }
        match op {
            Op::And => self.rewrite_and(a, b),
            Op::Or => self.rewrite_or(a, b),
            Op::Xor => self.rewrite_xor(a, b),
            Op::Add => self.rewrite_add(a, b),
            Op::Mul => self.rewrite_mul(a, b),
            Op::UDiv => self.rewrite_udiv(a, b),
            Op::URem => self.rewrite_urem(a, b),
            Op::SDiv => self.rewrite_sdiv(a, b),
            Op::SRem => self.rewrite_srem(a, b),
            Op::Shl => self.rewrite_shl(a, b),
            Op::LShr => self.rewrite_lshr(a, b),
            Op::AShr => self.rewrite_ashr(a, b),
            Op::Eq => self.rewrite_eq(a, b),
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.rewrite_order(op, a, b),
            Op::Concat => self.rewrite_concat(a, b),
            Op::Float(operation) => self.rewrite_float_binary(operation, a, b),
            _ => unreachable!("{op:?} is not binary"),
        }
    }

    /// ite_operand
    /// match: op(ite(c, k1, k2), k) or op(k, ite(c, k1, k2)) with constants k, k1, k2
    /// result: ite(c, op(k1, k), op(k2, k))
    fn rewrite_const_ite(&mut self, op: Op, width: u32, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (condition, yes, no) = if self.is_const(b) {
            let (condition, yes, no) = self.as_const_ite(a)?;
            (condition, self.fold_binary(op, width, yes, b), self.fold_binary(op, width, no, b))
        } else if self.is_const(a) {
            let (condition, yes, no) = self.as_const_ite(b)?;
            (condition, self.fold_binary(op, width, a, yes), self.fold_binary(op, width, a, no))
        } else {
            return None;
        };
        Some(self.ite(condition, yes, no))
    }

    /// The condition and both branches of an `ite` whose branches are constants.
    #[inline]
    fn as_const_ite(&self, id: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
        let node = self.node(id);
        if node.op != Op::Ite || !self.is_const(node.arg(1)) || !self.is_const(node.arg(2)) {
            return None;
        }
        Some((node.arg(0), node.arg(1), node.arg(2)))
    }

    #[inline]
    pub(crate) fn op(&self, id: ExprId) -> Op {
        self.node(id).op
    }

    /// The operand of a unary node, if it has the given operator.
    #[inline]
    fn unary_arg(&self, id: ExprId, op: Op) -> Option<ExprId> {
        let node = self.node(id);
        (node.op == op).then(|| node.arg(0))
    }

    /// The operands of a binary node, if it has the given operator.
    #[inline]
    fn binary_args(&self, id: ExprId, op: Op) -> Option<(ExprId, ExprId)> {
        let node = self.node(id);
        (node.op == op).then(|| (node.arg(0), node.arg(1)))
    }

    /// The operands of a binary node, if it has the given operator and its second operand is a constant.
    #[inline]
    fn const_right(&self, id: ExprId, op: Op) -> Option<(ExprId, ExprId)> {
        self.binary_args(id, op).filter(|&(_, right)| self.is_const(right))
    }

    #[inline]
    fn is_zero(&self, id: ExprId) -> bool {
        match self.node(id) {
            Node { op: Op::Const, args, .. } => args[0] == 0 && args[1] == 0,
            Node { op: Op::WideConst, .. } => self.as_const(id).is_some_and(|value| value.is_zero()),
            _ => false,
        }
    }

    #[inline]
    fn is_one(&self, id: ExprId) -> bool {
        match self.node(id) {
            Node { op: Op::Const, args, .. } => args[0] == 1 && args[1] == 0,
            Node { op: Op::WideConst, .. } => self.as_const(id).is_some_and(|value| value.to_u64() == Some(1)),
            _ => false,
        }
    }

    #[inline]
    fn is_all_ones(&self, id: ExprId) -> bool {
        match self.node(id) {
            Node { op: Op::Const, width, .. } => self.as_u64(id) == Some(bv::mask(*width)),
            Node { op: Op::WideConst, .. } => self.as_const(id).is_some_and(|value| value.is_all_ones()),
            _ => false,
        }
    }

    /// The exponent, if the term is a constant power of two.
    fn power_of_two(&self, id: ExprId) -> Option<u32> {
        match self.node(id).op {
            Op::Const => self.as_u64(id).filter(|value| value.is_power_of_two()).map(u64::trailing_zeros),
            Op::WideConst => {
                let value = self.as_const(id)?;
                let ones: u32 = value.words().iter().map(|word| word.count_ones()).sum();
                let word = value.words().iter().position(|&word| word != 0)?;
                (ones == 1).then(|| word as u32 * 64 + value.words()[word].trailing_zeros())
            }
            _ => None,
        }
    }

    /// Whether the sign bit is known to be clear, and whether it is known to be set.
    fn sign_known(&self, id: ExprId) -> (bool, bool) {
        let node = self.node(id);
        if node.width <= 64 {
            let known = self.known_bits(id);
            let sign = 1 << (node.width - 1);
            return (known.zeros & sign != 0, known.ones & sign != 0);
        }
        match node.op {
            Op::ZExt => (true, false),
            Op::WideConst => {
                let sign = self.as_const(id).is_some_and(|value| value.sign());
                (!sign, sign)
            }
            _ => (false, false),
        }
    }

    /// Whether known bits show that no bit is set in both of two terms of at most 64 bits.
    fn never_both_set(&self, a: ExprId, b: ExprId) -> bool {
        let width = self.width(a);
        width <= 64 && !self.known_bits(a).zeros & !self.known_bits(b).zeros & bv::mask(width) == 0
    }

    /// Whether one term is the complement of the other: by `not`, or as an order and its opposite.
    fn are_complements(&self, a: ExprId, b: ExprId) -> bool {
        let (x, y) = (self.node(a), self.node(b));
        if x.op == Op::Not && x.arg(0) == b || y.op == Op::Not && y.arg(0) == a {
            return true;
        }
        let opposite = match x.op {
            Op::Ult => Op::Ule,
            Op::Ule => Op::Ult,
            Op::Slt => Op::Sle,
            Op::Sle => Op::Slt,
            _ => return false,
        };
        if y.op == opposite && x.args[0] == y.args[1] && x.args[1] == y.args[0] {
            return true;
        }
        // With a constant both are strict: x < c and c - 1 < x, and c - 1 must not wrap.
        let signed = x.op == Op::Slt;
        if x.op != y.op || !signed && x.op != Op::Ult {
            return false;
        }
        let successor = |low: ExprId, high: ExprId| match (self.as_u64(low), self.as_u64(high)) {
            (Some(below), Some(above)) => {
                let last = bv::mask(self.width(low)) >> u32::from(signed);
                below != last && bv::word::add(self.width(low), below, 1) == above
            }
            _ => false,
        };
        x.args[0] == y.args[1] && successor(y.arg(0), x.arg(1))
            || x.args[1] == y.args[0] && successor(x.arg(0), y.arg(1))
    }

    /// Whether the complement of a boolean needs no additional node.
    fn negates_freely(&self, id: ExprId) -> bool {
        matches!(self.op(id), Op::Not | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Const)
    }
}
