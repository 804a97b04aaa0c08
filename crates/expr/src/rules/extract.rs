//! Extracts are moved towards the leaves, where they disappear or become bytes of symbols.

use crate::node::{ExprId, Node, Op};
use crate::pool::Pool;

use super::Rule;

impl Pool {
    pub(super) fn rewrite_extract(&mut self, a: ExprId, lo: u32, width: u32) -> Option<ExprId> {
        let node = *self.node(a);
        match node.op {
            // extract_extract
            // match: x[i..][lo..]
            // result: x[i + lo..]
            Op::Extract => {
                let result = self.extract(node.arg(0), node.args[1] + lo, width);
                self.hit(Rule::ExtractExtract, result)
            }
            Op::Concat => self.extract_concat(&node, lo, width),
            Op::ZExt => self.extract_zext(&node, lo, width),
            Op::SExt => self.extract_sext(&node, lo, width),
            // extract_not
            // match: (~x)[lo..]
            // result: ~(x[lo..])
            Op::Not => {
                let inner = self.extract(node.arg(0), lo, width);
                let result = self.not(inner);
                self.hit(Rule::ExtractNot, result)
            }
            Op::Mul if self.power_of_two(node.arg(1)).is_some() => self.extract_mul_power(&node, lo, width),
            // extract_low
            // match: (-x)[0..], and (x + y)[0..], (x * y)[0..] where x or y grows no larger by the extract
            // result: the operator on the low bits
            Op::Neg if lo == 0 => {
                let inner = self.extract(node.arg(0), 0, width);
                let result = self.neg(inner);
                self.hit(Rule::ExtractLow, result)
            }
            Op::Add | Op::Mul if lo == 0 && self.one_extracts_freely(&node, 0, width) => {
                let x = self.extract(node.arg(0), 0, width);
                let y = self.extract(node.arg(1), 0, width);
                let result = if node.op == Op::Add { self.add(x, y) } else { self.mul(x, y) };
                self.hit(Rule::ExtractLow, result)
            }
            // extract_disjoint_add
            // match: (x + c)[lo..] where x has zeros at the ones of c
            // result: x[lo..] + c[lo..]
            Op::Add if self.adds_disjoint_const(&node) => {
                let x = self.extract(node.arg(0), lo, width);
                let c = self.extract(node.arg(1), lo, width);
                let result = self.add(x, c);
                self.hit(Rule::ExtractDisjointAdd, result)
            }
            // extract_bitwise
            // match: (x op y)[lo..] for a bitwise op where x or y grows no larger by the extract
            // result: x[lo..] op y[lo..]
            Op::And | Op::Or | Op::Xor if self.one_extracts_freely(&node, lo, width) => {
                let x = self.extract(node.arg(0), lo, width);
                let y = self.extract(node.arg(1), lo, width);
                let result = match node.op {
                    Op::And => self.and(x, y),
                    Op::Or => self.or(x, y),
                    _ => self.xor(x, y),
                };
                self.hit(Rule::ExtractBitwise, result)
            }
            // extract_ite
            // match: ite(c, x, y)[lo..] where x or y grows no larger by the extract
            // result: ite(c, x[lo..], y[lo..])
            Op::Ite if self.extracts_freely(node.arg(1), lo, width) || self.extracts_freely(node.arg(2), lo, width) => {
                let x = self.extract(node.arg(1), lo, width);
                let y = self.extract(node.arg(2), lo, width);
                let result = self.ite(node.arg(0), x, y);
                self.hit(Rule::ExtractIte, result)
            }
            // extract_element
            // match: whole bytes, 1, 2 or 4, of an element of a constant table
            // result: a read of these bytes only
            Op::Select if self.is_part_of_table(&node, lo, width) => {
                let distance = self.int(64, u64::from(lo / 8));
                let index = self.add(node.arg(1), distance);
                let result = self.select_element(node.arg(0), index, width / 8);
                self.hit(Rule::ExtractElement, result)
            }
            _ => None,
        }
    }

    /// extract_concat
    /// match: concat(x, y)[lo..] within x, within y, or cutting only one of them
    /// result: x[..]; y[..]; concat(x[..], y); concat(x, y[..])
    fn extract_concat(&mut self, node: &Node, lo: u32, width: u32) -> Option<ExprId> {
        let (high, low) = (node.arg(0), node.arg(1));
        let border = self.width(low);
        let result = if lo >= border {
            self.extract(high, lo - border, width)
        } else if lo + width <= border {
            self.extract(low, lo, width)
        } else {
            let (high_part, low_part) = (lo + width - border, border - lo);
            let cuts_both = lo > 0 && high_part < self.width(high);
            if cuts_both && !self.extracts_freely(high, 0, high_part) && !self.extracts_freely(low, lo, low_part) {
                return None;
            }
            let high = self.extract(high, 0, high_part);
            let low = self.extract(low, lo, low_part);
            self.concat(high, low)
        };
        self.hit(Rule::ExtractConcat, result)
    }

    /// extract_zext
    /// match: zext(x)[lo..] above x, within x, or beginning in x
    /// result: 0; x[lo..]; zext(x[lo..])
    fn extract_zext(&mut self, node: &Node, lo: u32, width: u32) -> Option<ExprId> {
        let x = node.arg(0);
        let inner = self.width(x);
        let result = if lo >= inner {
            self.int(width, 0)
        } else {
            let part = self.extract(x, lo, width.min(inner - lo));
            self.zext(part, width)
        };
        self.hit(Rule::ExtractZExt, result)
    }

    /// extract_sext
    /// match: sext(x)[lo..] above x, within x, or beginning in x
    /// result: sext(sign of x); x[lo..]; sext(x[lo..])
    fn extract_sext(&mut self, node: &Node, lo: u32, width: u32) -> Option<ExprId> {
        let x = node.arg(0);
        let inner = self.width(x);
        let lo = lo.min(inner - 1);
        let part = self.extract(x, lo, width.min(inner - lo));
        let result = self.sext(part, width);
        self.hit(Rule::ExtractSExt, result)
    }

    /// extract_mul_power
    /// match: (x * 2^k)[lo..] below k, at or above k, or from the lowest bit
    /// result: 0; x[lo - k..]; x[0..] * 2^k
    fn extract_mul_power(&mut self, node: &Node, lo: u32, width: u32) -> Option<ExprId> {
        let exponent = self.power_of_two(node.arg(1))?;
        let result = if lo + width <= exponent {
            self.int(width, 0)
        } else if lo >= exponent {
            self.extract(node.arg(0), lo - exponent, width)
        } else if lo == 0 {
            let x = self.extract(node.arg(0), 0, width);
            let factor = self.extract(node.arg(1), 0, width);
            self.mul(x, factor)
        } else {
            return None;
        };
        self.hit(Rule::ExtractMulPower, result)
    }

    fn adds_disjoint_const(&self, node: &Node) -> bool {
        let (x, c) = (node.arg(0), node.arg(1));
        self.as_u64(c).is_some_and(|c| c & !self.known_bits(x).zeros == 0)
    }

    /// Whether the extract of a read can be a smaller read of a constant table. (With stores in between, the
    /// smaller read would not be one of the elements that the stores write.)
    fn is_part_of_table(&self, read: &Node, lo: u32, width: u32) -> bool {
        matches!(width, 8 | 16 | 32) && lo.is_multiple_of(8) && self.op(read.arg(0)) == Op::Table
    }

    fn one_extracts_freely(&self, node: &Node, lo: u32, width: u32) -> bool {
        self.extracts_freely(node.arg(1), lo, width) || self.extracts_freely(node.arg(0), lo, width)
    }

    /// Whether the extract of a term is no larger than the term.
    fn extracts_freely(&self, id: ExprId, lo: u32, width: u32) -> bool {
        let node = self.node(id);
        match node.op {
            Op::Const | Op::WideConst | Op::Extract => true,
            Op::ZExt | Op::SExt => {
                let inner = self.width(node.arg(0));
                lo == 0 || lo + width <= inner || lo >= inner
            }
            Op::Concat => {
                let border = self.width(node.arg(1));
                lo >= border || lo + width <= border
            }
            Op::Ite => self.is_const(node.arg(1)) && self.is_const(node.arg(2)),
            Op::Select if self.is_part_of_table(node, lo, width) => true,
            _ => node.width == width,
        }
    }
}
