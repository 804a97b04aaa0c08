//! Operations that change the width of a value.

use expr::{Node, Op};
use value_set::{Outcome, WordSet};

/// An operation on one bit-vector with a result of another width.
#[derive(Clone, Copy, Debug)]
pub(super) enum Resize {
    ZeroExtend { width: u32 },
    SignExtend { width: u32 },
    Extract { low: u32, width: u32 },
}

impl Resize {
    /// The operation of a node, if it is one of these.
    pub(super) fn of(node: &Node) -> Option<Resize> {
        match node.op {
            Op::ZExt => Some(Resize::ZeroExtend { width: node.width }),
            Op::SExt => Some(Resize::SignExtend { width: node.width }),
            Op::Extract => Some(Resize::Extract { low: node.args[1], width: node.width }),
            _ => None,
        }
    }

    /// The results for all operands.
    pub(super) fn forward(self, operand: &WordSet) -> Outcome<u128> {
        match self {
            Resize::ZeroExtend { width } => operand.zero_extend(width),
            Resize::SignExtend { width } => operand.sign_extend(width),
            Resize::Extract { low, width } => operand.extract(low, width),
        }
    }

    /// The operands in the domain that give such a result. For an extension, operands outside the domain may be
    /// included.
    pub(super) fn backward(self, result: &WordSet, domain: &WordSet) -> Outcome<u128> {
        match self {
            Resize::ZeroExtend { .. } => result.before_zero_extend(domain.width()),
            Resize::SignExtend { .. } => result.before_sign_extend(domain.width()),
            Resize::Extract { low, .. } => result.before_extract_within(low, domain),
        }
    }
}
